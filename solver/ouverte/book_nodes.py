"""What books are made of: nodes, each stored once, and the play of cards as masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ouverte.cards import Card
from ouverte.errors import InputError

SUIT = 0x1FFF
"""The mask of the first suit; the others follow 16 bits apart."""

Replies = tuple[tuple[tuple[str, ...], int], ...]


class BookLimit(InputError):
    """A book would need more nodes than it was allowed."""


@dataclass(frozen=True, slots=True)
class Node:
    """A point of a book: cards of the book's own side, suits then found safe, and for every reply the number of a node.

    Cards are written ``HK``. In `play` a suit alone, ``H``, stands for a card of a suit found safe: the bidder's
    highest that stays below a card on the table, or when he discards his highest of all. `safe` has the letters of
    suits. A node that is `cut` ends the book before its verdict.
    """

    play: tuple[str, ...] = ()
    safe: str = ""
    replies: Replies = ()
    cut: bool = False

    @property
    def ends(self) -> bool:
        """Whether nothing is left to say."""
        return not self.play and not self.replies and not self.cut


class Pool:
    """Nodes under construction. Equal ones have one number, so that all that leads to them shares them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._numbers: dict[Node, int] = {}

    def add(self, node: Node) -> int:
        """The number of a node. Raises BookLimit."""
        number = self._numbers.setdefault(node, len(self._numbers))
        if number >= self._limit:
            raise BookLimit(f"the book needs more than {self._limit} nodes")
        return number

    def tree(self, root: Node) -> tuple[Node, ...]:
        """The nodes that a root leads to, numbered anew from 0 in reading order. Raises BookLimit."""
        order: dict[int, int] = {}
        stack = [self.add(root)]
        nodes = list(self._numbers)
        while stack:
            number = stack.pop()
            if number not in order:
                order[number] = len(order)
                stack += [then for _, then in reversed(nodes[number].replies)]
        return tuple(
            replace(nodes[number], replies=tuple((cards, order[then]) for cards, then in nodes[number].replies))
            for number in order
        )


def merged(branches: Iterable[tuple[tuple[str, ...], int]]) -> Replies:
    """Branches with those that lead to one node made one."""
    together: dict[int, tuple[str, ...]] = {}
    for cards, then in branches:
        together[then] = (*together.get(then, ()), *cards)
    return tuple((cards, then) for then, cards in together.items())


@dataclass(frozen=True, slots=True)
class Table:
    """A position: four hands as masks, the seats that play, who led to the trick in play, and its cards."""

    hands: tuple[int, ...]
    seats: tuple[int, ...]
    leader: int
    trick: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.seats[(self.seats.index(self.leader) + len(self.trick)) % len(self.seats)]

    @property
    def to_follow(self) -> tuple[int, ...]:
        """The seats that play to this trick after the one whose turn it is."""
        first = self.seats.index(self.turn) + 1
        left = len(self.seats) - len(self.trick) - 1
        return tuple(self.seats[(first + i) % len(self.seats)] for i in range(left))

    @property
    def legal(self) -> int:
        """What the seat to play may choose from."""
        hand = self.hands[self.turn]
        return (self.trick and hand & suit_mask(self.trick[0])) or hand

    def play(self, card: int) -> Table:
        """The position after a card. A trick that it completes is gone, and its winner leads."""
        seat = self.turn
        hands = (*self.hands[:seat], self.hands[seat] ^ 1 << card, *self.hands[seat + 1 :])
        trick = (*self.trick, card)
        if len(trick) < len(self.seats):
            return Table(hands, self.seats, self.leader, trick)
        best = trick.index(max(each for each in trick if each >> 4 == trick[0] >> 4))
        return Table(hands, self.seats, self.seats[(self.seats.index(self.leader) + best) % len(self.seats)])

    def ducked_below(self, suit: int) -> int:
        """The card of a suit that is sure to be played, or is on the table, and is the highest of such; -1 for none.

        The seat to play stays below it with every lower card of the suit, if that is the suit led, and takes the trick
        with every higher one when the others play their lowest.
        """
        sure = [card for card in self.trick if card >> 4 == suit]
        for seat in self.to_follow:
            if held := self.hands[seat] & SUIT << 16 * suit:
                sure.append(lowest(held))
        return max(sure, default=-1)


def suit_mask(card: int) -> int:
    """All cards of a card's suit."""
    return SUIT << (card & 48)


def lowest(mask: int) -> int:
    """The lowest card of the first suit in a mask."""
    return (mask & -mask).bit_length() - 1


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a mask, lowest first."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def names(mask: int) -> tuple[str, ...]:
    """Cards as a book writes them: suit by suit, highest first."""
    found = [str(Card.from_code(card)) for card in cards_of(mask)]
    return tuple(sorted(found, key=lambda name: "SHDC".index(name[0]) * 13 + "AKQJT98765432".index(name[1])))


def all_safe(hand: int, others: int) -> bool:
    """Whether every suit of a hand is safe: below its i-th lowest card there are at most i - 1 of the others' cards."""
    for suit in range(4):
        held, out = hand >> 16 * suit & SUIT, others >> 16 * suit & SUIT
        if any((out & (1 << card) - 1).bit_count() > i for i, card in enumerate(cards_of(held))):
            return False
    return True
