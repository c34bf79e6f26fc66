"""Books: the whole plan that beats a misère, or that brings it home, against every legal reply.

docs/book.md has the forms in which they are written, and why they prove what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ouverte.book_beaten import BeatenBook
from ouverte.book_nodes import BookLimit, Node, Pool, Table
from ouverte.book_safe import GapBook, PlainBook
from ouverte.cards import RANKS, Card, Suit
from ouverte.errors import ContractError
from ouverte.position import Position
from ouverte.rules.model import Goal, Objective
from ouverte.search.engine import MisereSolver
from ouverte.seats import Seat
from ouverte.solving import code, masks

__all__ = ["FORMAT", "NODE_LIMIT", "Book", "BookLimit", "Node", "make_book"]

FORMAT = "ouverte-book-1"
NODE_LIMIT = 100_000
"""The most nodes of a book unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Book:
    """A plan from a position on, as nodes that refer to each other by number; the first is where it begins.

    A `safe` bidder's book has his cards, a beaten one's those of all others. With `gaps`, it holds whoever leads to the
    tricks, and of the others' cards it matters only between which of the bidder's they lie. `depth` is the number of
    tricks, the one in play included, after which the book was cut off; None for a complete book.
    """

    position: Position
    bidder: Seat
    safe: bool
    gaps: bool
    depth: int | None
    nodes: tuple[Node, ...]

    @property
    def complete(self) -> bool:
        """Whether the book goes to the end of every line, and so proves its verdict."""
        return self.depth is None

    @property
    def last_trick(self) -> int | None:
        """The trick after which the book is cut off, counted from the first of the deal."""
        return None if self.depth is None else len(self.position.tricks) + self.depth

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "deal": str(self.position.deal),
            "bidder": self.bidder.letter,
            "leader": self.position.leader.letter,
            "played": " ".join(map(str, self.position.played)),
            "verdict": "safe" if self.safe else "beaten",
        }
        if self.gaps:
            head["gaps"] = True
        if self.depth is not None:
            head["depth"] = self.depth
        return head | {"nodes": [_node_document(node) for node in self.nodes]}

    def lines(self) -> Iterator[str]:
        """As text has it, line by line."""
        return _Text(self).lines()


def make_book(position: Position, goal: Goal, *, depth: int | None = None, limit: int = NODE_LIMIT) -> Book:
    """The book of a misère from a position on: of the defence's plan if it is beaten, of the bidder's if it is safe.

    `depth` cuts it off after so many tricks. Raises ContractError for a goal that is no misère of one seat at no trump,
    or does not fit the position, and BookLimit when more than `limit` nodes are needed.
    """
    position.check(goal)
    if goal.objective is not Objective.NONE or len(goal.side) != 1 or goal.trump is not None:
        raise ContractError("a book can be made for a misère of one seat at no trump only")
    if position.rules.rank_order != RANKS[::-1]:
        raise ContractError("a book can be made for cards in the order A K Q J T 9 ... 2 only")
    bidder = goal.side.only
    if position.won(bidder):
        number = position.winners.index(bidder) + 1
        raise ContractError(f"trick {number} was already the bidder's: nothing is left to plan")
    if position.to_play is None:
        return Book(position, bidder, True, False, None, (Node(),))
    rules, hands = position.rules, {seat: position.hand(seat) for seat in position.deal}
    trick = tuple(code(card, rules) for card in position.trick.cards)
    table = Table(tuple(masks(hands, rules)), tuple(map(int, position.deal)), position.trick.leader, trick)
    solver = MisereSolver()
    solver.load(masks(position.deal, rules), bidder)
    pool = Pool(limit)
    gaps = False
    if solver.beaten(table.hands, table.leader, table.trick):
        safe, root = False, BeatenBook(bidder, table, solver, pool).root()
    else:
        safe, gaps, pool, root = _safe_root(bidder, table, solver, depth, limit)
    book = Book(position, bidder, safe, gaps, None, pool.tree(root))
    return book if depth is None else _cut(book, depth)


def _safe_root(
    bidder: Seat, table: Table, solver: MisereSolver, depth: int | None, limit: int
) -> tuple[bool, bool, Pool, Node]:
    """The bidder's plan: for gaps if he is safe whoever leads, else card by card."""
    pool = Pool(limit)
    try:
        root = GapBook(bidder, table, pool).root()
    except BookLimit:
        if depth is None:
            raise
        root = None
    if root is not None:
        return True, True, pool, root
    pool = Pool(limit)
    return True, False, pool, PlainBook(bidder, table, solver, pool, depth).root()


def _cut(book: Book, depth: int) -> Book:
    """The book without what comes after so many tricks; the same where nothing does."""
    width = len(book.position.deal)
    last = depth * width - len(book.position.trick.cards)
    pool = Pool(len(book.nodes) + 1)
    found: dict[tuple[int, int], Node] = {}
    whole = True

    def shortened(number: int, played: int) -> Node:
        nonlocal whole
        node = book.nodes[number]
        key = number, played
        if key not in found:
            room = last - played
            if node.ends or len(node.play) < room or (len(node.play) == room and not node.replies and not node.cut):
                branches = [(cards, pool.add(shortened(to, played + len(node.play) + 1))) for cards, to in node.replies]
                found[key] = Node(node.play, node.safe, tuple(branches), node.cut)
            else:
                found[key] = Node(node.play[:room], cut=True)
            whole &= not found[key].cut
        return found[key]

    root = shortened(0, 0)
    nodes = pool.tree(root)
    return Book(book.position, book.bidder, book.safe, book.gaps, None if whole else depth, nodes)


def _node_document(node: Node) -> dict[str, Any]:
    """A node as JSON has it: what it lacks is left out."""
    document: dict[str, Any] = {}
    if node.play:
        document["play"] = " ".join(node.play)
    if node.safe:
        document["safe"] = node.safe
    if node.replies:
        document["replies"] = {" ".join(cards): then for cards, then in node.replies}
    if node.cut:
        document["cut"] = True
    return document


class _Text:
    """Writes a book as an indented text, a trick a line where there is no choice."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._width = len(book.position.deal)
        self._offset = len(book.position.tricks) * self._width + len(book.position.trick.cards)
        parents = Counter(then for node in book.nodes for _, then in node.replies)
        self._shared = {number for number, count in parents.items() if count > 1 and not self._ends(number)}
        self._written: set[int] = set()

    def lines(self) -> Iterator[str]:
        """Every line, without its end."""
        book = self._book
        who = book.bidder.letter
        plan = f"{who} is safe. His answers" if book.safe else f"{who} is beaten. The cards of the defence"
        if book.last_trick is not None:
            plan += f" to trick {book.last_trick}: cut off there, so that nothing is proved"
        size = len(book.nodes)
        yield f"{plan} ({size} node{'s' if size > 1 else ''})."
        trick = book.position.trick
        if trick.cards:
            cards = " ".join(card.suit.symbol + card.letter for card in trick.cards)
            yield f"Trick {len(book.position.tricks) + 1}: {trick.leader.letter} led {cards}."
        yield ""
        yield from self._node(0, 0, "", "", "")

    def _ends(self, number: int) -> bool:
        node = self._book.nodes[number]
        return not node.replies and not node.cut and not node.play

    def _node(self, number: int, played: int, margin: str, begun: str, safe: str) -> Iterator[str]:
        """The lines of a node and what follows; `begun` is a line already begun, `safe` the suits already called so."""
        node = self._book.nodes[number]
        if number in self._shared:
            if number in self._written:
                yield f"{begun} -> see [{number}]"
                return
            self._written.add(number)
            begun += f" [{number}]"
        for name in node.play:
            if self._starts_trick(played) and begun:
                yield begun
                begun = ""
            begun = self._continued(begun, played, margin, self._own(name))
            played += 1
        new = "".join(suit for suit in node.safe if suit not in safe)
        if node.ends or (not node.replies and not node.cut):
            yield f"{begun or margin.rstrip()} {self._end(node)}".strip("\n")
        elif node.cut:
            yield f"{begun} ..."
        else:
            if new:
                begun = f"{begun or margin[:-1]} ({''.join(Suit.parse(suit).symbol for suit in new)} safe)"
            choices = [(self._reply(cards), then) for cards, then in node.replies]
            if self._starts_trick(played) and begun:
                yield begun
                begun = ""
            if len(choices) == 1:
                text, then = choices[0]
                begun = self._continued(begun, played, margin, text)
                yield from self._node(then, played + 1, margin, begun, safe + new)
                return
            if begun:
                yield begun
            for text, then in choices:
                inner = f"{margin}  "
                yield from self._node(then, played + 1, inner, self._continued("", played, inner, text), safe + new)

    def _starts_trick(self, played: int) -> bool:
        return (self._offset + played) % self._width == 0

    def _continued(self, begun: str, played: int, margin: str, text: str) -> str:
        if begun:
            return f"{begun}, {text}"
        number = (self._offset + played) // self._width + 1
        return f"{margin}{f'{number}. ' if self._starts_trick(played) else ''}{text}"

    def _own(self, name: str) -> str:
        if len(name) == 1:
            return f"{self._book.bidder.letter} {Suit.parse(name).symbol} (ducks)"
        return self._reply((name,))

    def _reply(self, names: tuple[str, ...]) -> str:
        """Cards by seat and suit: ``N ♣K/J/T ♦2``."""
        found: dict[Seat, dict[Suit, list[str]]] = {}
        for name in names:
            card = Card.parse(name)
            holder = self._book.position.deal.holder(card)
            assert holder is not None
            found.setdefault(holder, {}).setdefault(card.suit, []).append(card.letter)
        return " or ".join(
            f"{seat.letter} {' '.join(suit.symbol + '/'.join(ranks) for suit, ranks in suits.items())}"
            for seat, suits in found.items()
        )

    def _end(self, node: Node) -> str:
        if not self._book.safe:
            return f"- {self._book.bidder.letter} takes the trick"
        return "- all his suits are safe" if node.safe else "- home"
