"""The bidder's plan for a misère that is safe: his card at each of his turns, against every card of the others.

Most safe misères are safe even if the defence may choose who leads to every trick. Then it matters only between which
of the bidder's cards the others' cards lie (the gaps), not which of them wins; a defender who held higher cards would
do no better; and where the bidder's cards of a suit are safe, not even their ranks matter. A plan for the worst that a
defender can hold and play serves for all the rest, with the answers copied. `GapBook` makes such plans, suits written
as texts from the lowest card up: the bidder's ranks, or ``d`` for each in a safe suit, and the others' cards as the
letters of their seats. `PlainBook` makes plans card by card, for the few misères for which that will not do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from ouverte.book_nodes import Node, Pool, Table, all_safe, cards_of, merged, names
from ouverte.cards import RANKS
from ouverte.search.engine import MisereSolver

OWN = frozenset(RANKS + "d")
SUITS = "SHDC"
SEATS = "NESW"


def own_below(suit: str, place: int) -> int:
    """How many of the bidder's cards lie below a place: the number of the gap, 0 the lowest."""
    return sum(each in OWN for each in suit[:place])


@cache
def is_safe(suit: str) -> bool:
    """Whether below the bidder's i-th lowest card there are at most i - 1 others, for every i."""
    return all(place <= 2 * own_below(suit, place) for place, each in enumerate(suit) if each in OWN)


@cache
def laid(suit: str, declare: bool) -> str:
    """A suit with the cards of each gap in order of seats; safe ones, if they may be declared so, as one gap."""
    own = [each for each in suit if each in OWN]
    if declare and is_safe(suit):
        return "d" * len(own) + "".join(sorted(each for each in suit if each not in OWN))
    parts = [""]
    for each in suit:
        if each in OWN:
            parts += [each, ""]
        else:
            parts[-1] += each
    return "".join("".join(sorted(part)) for part in parts)


@dataclass(frozen=True, slots=True)
class _Play:
    """A trick in play: the suits, whose turn, how many have played, the suit led, the highest gap played, D's card."""

    suits: tuple[str, ...]
    seat: str
    count: int = 0
    led: int = -1
    top: int = -1
    own: str = ""

    def without(self, suit: int, place: int, declare: bool = False) -> tuple[str, ...]:
        """The suits without the card at a place of one of them."""
        rest = self.suits[suit][:place] + self.suits[suit][place + 1 :]
        return (*self.suits[:suit], laid(rest, declare), *self.suits[suit + 1 :])


class GapBook:
    """Makes the book of a position in which the bidder is safe whoever leads to each trick."""

    def __init__(self, bidder: int, start: Table, pool: Pool) -> None:
        """The pool takes the nodes."""
        self._bidder = SEATS[bidder]
        self._seats = "".join(SEATS[seat] for seat in start.seats)
        self._others = self._seats.replace(self._bidder, "")
        self._pool = pool
        self._start = start
        self._dealt = {SEATS[seat]: start.hands[seat] for seat in start.seats}
        self._tricks: dict[tuple[str, ...], Node | None] = {}
        self._plays: dict[_Play, Node | None] = {}

    def root(self) -> Node | None:
        """The first node; None when the defence, given the choice of who leads, can beat the bidder."""
        table = self._start
        on_table = {}
        seat = self._seats.index(SEATS[table.leader])
        for i, card in enumerate(table.trick):
            on_table[self._seats[(seat + i) % len(self._seats)]] = card
        mine = on_table.get(self._bidder, -1)
        led = table.trick[0] >> 4 if table.trick else -1
        holders = {card: letter for letter, hand in self._dealt.items() for card in cards_of(hand)}
        if mine >= 0 and mine >> 4 == led:
            holders[mine] = self._bidder
        suits = []
        for suit in range(4):
            cards = [card for card in range(16 * suit, 16 * suit + 13) if card in holders]
            suits.append("".join(RANKS[c & 15] if holders[c] == self._bidder else holders[c] for c in cards))
        if not table.trick and SEATS[table.turn] != self._bidder:
            return self._lead(tuple(suits), SEATS[table.turn])
        own = RANKS[mine & 15] if mine >= 0 and mine >> 4 == led else ""
        top = max(
            (
                sum(holders[c] == self._bidder for c in holders if c >> 4 == led and c < card)
                for letter, card in on_table.items()
                if letter != self._bidder and card >> 4 == led
            ),
            default=-1,
        )
        play = _Play(tuple(laid(suit, False) for suit in suits), SEATS[table.turn], len(table.trick), led, top, own)
        if own and self._bar(play, SEATS[table.turn]) <= own_below(suits[led], suits[led].index(own)):
            return None
        return self._turn(play)

    def _lead(self, suits: tuple[str, ...], leaders: str) -> Node | None:
        """What to do before a trick to which any of these seats may lead."""
        suits = tuple(laid(suit, True) for suit in suits)
        safe = "".join(SUITS[i] for i, suit in enumerate(suits) if suit.startswith("d"))
        if all(is_safe(suit) for suit in suits):
            return Node(safe=safe)
        key = (*suits, leaders)
        if key not in self._tricks:
            branches = []
            self._tricks[key] = None
            for seat in leaders:
                found = self._branches(_Play(suits, seat))
                if found is None:
                    return None
                branches += found
            self._tricks[key] = Node(safe=safe, replies=merged(branches))
        return self._tricks[key]

    def _turn(self, play: _Play) -> Node | None:
        """What to do in the middle of a trick, or before the bidder's lead."""
        if play.count == len(self._seats):
            suits = list(play.suits)
            suits[play.led] = suits[play.led].replace(play.own, "", 1)
            return self._lead(tuple(suits), self._others)
        if play not in self._plays:
            if play.seat == self._bidder:
                self._plays[play] = self._answer(play)
            else:
                branches = self._branches(play)
                self._plays[play] = None if branches is None else Node(replies=merged(branches))
        return self._plays[play]

    def _next(self, seat: str) -> str:
        return self._seats[(self._seats.index(seat) + 1) % len(self._seats)]

    def _bar(self, play: _Play, first: str, suit: int | None = None) -> int:
        """The highest gap that has been played to, or must be by the seats from `first` to the end of the trick."""
        held = play.suits[play.led if suit is None else suit]
        bar, seat = play.top, first
        for _ in range(len(self._seats) - play.count - (first != play.seat)):
            if seat in held:
                bar = max(bar, own_below(held, held.index(seat)))
            seat = self._next(seat)
        return bar

    def _answer(self, play: _Play) -> Node | None:
        """The bidder's card, and what follows."""
        after = self._next(play.seat)
        for suit, place in self._candidates(play):
            name = play.suits[suit][place]
            if play.led in (-1, suit):
                then = self._turn(replace(play, seat=after, count=play.count + 1, led=suit, own=name))
            else:
                then = self._turn(replace(play, suits=play.without(suit, place), seat=after, count=play.count + 1))
            if then is not None:
                return replace(then, play=(SUITS[suit] + ("" if name == "d" else name),))
        return None

    def _candidates(self, play: _Play) -> Iterator[tuple[int, int]]:
        """The bidder's cards worth trying, by suit and place: the highest that ducks, or to discard of a suit."""
        own = [[place for place, each in enumerate(suit) if each in OWN] for suit in play.suits]
        if play.led >= 0 and own[play.led]:
            if (bar := self._bar(play, self._next(play.seat))) > 0:
                yield play.led, own[play.led][bar - 1]
        elif play.led < 0:
            for suit in range(4):
                if own[suit] and (bar := self._bar(play, self._next(play.seat), suit)) > 0:
                    yield suit, own[suit][bar - 1]
        else:
            yield from sorted(
                ((suit, places[-1]) for suit, places in enumerate(own) if places),
                key=lambda choice: self._worth(play.suits[choice[0]], choice[1]),
            )

    @staticmethod
    def _worth(suit: str, place: int) -> tuple[bool, bool, int]:
        """A key that puts discards first that make a suit safe, then those from the suit in most danger."""
        danger = sum(max(0, i - 2 * own_below(suit, i)) for i, each in enumerate(suit) if each in OWN)
        return suit.startswith("d"), not is_safe(suit[:place] + suit[place + 1 :]), -danger

    def _branches(self, play: _Play) -> list[tuple[tuple[str, ...], int]] | None:
        """A node for each card of a defender that another does not make needless; None if one beats the bidder."""
        seat, branches = play.seat, []
        follows = play.led >= 0 and seat in play.suits[play.led]
        for suit in [play.led] if follows else [i for i in range(4) if seat in play.suits[i]]:
            places = {own_below(play.suits[suit], i): i for i, each in enumerate(play.suits[suit]) if each == seat}
            if play.led >= 0:
                # A discard, and a card after the bidder's, loses nothing by being the highest; before him, low ones
                # that do not top the trick lose nothing by being the highest of them.
                mine_to_come = follows and not play.own and any(each in OWN for each in play.suits[suit])
                idle = [gap for gap in places if gap <= play.top or not mine_to_come]
                places = {gap: place for gap, place in places.items() if gap not in idle[:-1]}
            gaps = list(places)
            for i, (gap, place) in enumerate(places.items()):
                after = replace(
                    play,
                    suits=play.without(suit, place),
                    seat=self._next(seat),
                    count=play.count + 1,
                    led=suit if play.led < 0 else play.led,
                    top=max(play.top, gap) if suit == play.led or play.led < 0 else play.top,
                )
                then = self._turn(after)
                if then is None:
                    return None
                low, high = gap if i else 0, gaps[i + 1] if i + 1 < len(gaps) else 99
                cards = self._cards(seat, play.suits[suit], suit, low, high)
                branches.append((cards, self._pool.add(then)))
        return branches

    def _cards(self, seat: str, held: str, suit: int, low: int, high: int) -> tuple[str, ...]:
        """The cards a seat had in a suit, from one gap up to below another."""
        own = [RANKS.find(each) for each in held if each in OWN]
        above = own[low - 1] if low else -1
        below = own[high - 1] if high <= len(own) else 13
        span = sum(1 << 16 * suit + rank for rank in range(above + 1, below))
        return names(self._dealt[seat] & span)


class PlainBook:
    """Makes the book of any position in which the bidder is safe, card by card, to a depth or to the end."""

    def __init__(self, bidder: int, start: Table, solver: MisereSolver, pool: Pool, depth: int | None) -> None:
        """The solver must be loaded with the deal; the pool takes the nodes; `depth` is in tricks."""
        self._bidder = bidder
        self._start = start
        self._solver = solver
        self._pool = pool
        self._left = max(hand.bit_count() for hand in start.hands)
        self._depth = self._left if depth is None else depth
        self._nodes: dict[Table, Node] = {}

    def root(self) -> Node:
        """The first node. Raises BookLimit."""
        return self._node(self._start)

    def _node(self, table: Table) -> Node:
        if table not in self._nodes:
            self._nodes[table] = self._new_node(table)
        return self._nodes[table]

    def _new_node(self, table: Table) -> Node:
        if table.turn == self._bidder and table.legal:
            card, after = next(self._safe_cards(table))
            return replace(self._node(after), play=names(1 << card))
        if not table.trick:
            hand, everything = table.hands[self._bidder], sum(table.hands)
            if all_safe(hand, everything ^ hand):
                return Node(safe="".join(letter for i, letter in enumerate("SHDC") if hand >> 16 * i & 0x1FFF))
            if self._left - table.legal.bit_count() >= self._depth:
                return Node(cut=True)
        return Node(replies=merged((cards, self._pool.add(self._node(after))) for cards, after in self._runs(table)))

    def _runs(self, table: Table) -> Iterator[tuple[tuple[str, ...], Table]]:
        """Touching cards of the seat to play, each run with what follows one of them.

        Whichever of a run is played, the rest is the same in all but name. So a run has all the cards the seat began
        with between the nearest ones that others hold or have on the table: those not held any more do no harm.
        """
        seat = table.turn
        foreign = sum(table.hands) ^ table.hands[seat] | sum(1 << card for card in table.trick)
        done = 0
        for card in cards_of(table.legal):
            if not done >> card & 1:
                suit = 0x1FFF << (card & 48)
                below = (foreign & suit & (1 << card) - 1).bit_length()
                above = foreign & suit & -(1 << card)
                run = suit & -(1 << below) & ((above & -above) - 1 if above else -1)
                done |= run
                highest = (run & table.hands[seat]).bit_length() - 1
                yield names(run & self._start.hands[seat]), table.play(highest)

    def _safe_cards(self, table: Table) -> Iterator[tuple[int, Table]]:
        """The bidder's cards that keep him safe, highest first."""
        for card in reversed(list(cards_of(table.legal))):
            after = table.play(card)
            taken = not after.trick and after.leader == self._bidder
            if not taken and not self._solver.beaten(after.hands, after.leader, after.trick):
                yield card, after
