"""A probing defence of a misère: lines that leave the bidder the fewest cards to choose from.

Thousands of cards are asked about, so that a table here is what the search takes: masks and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ouverte.cards import Card
from ouverte.danger import at_stake
from ouverte.position import Position
from ouverte.rules.model import Goal, TrumpLead
from ouverte.search.engine import NO_TRUMP, MisereSolver
from ouverte.seats import Seat
from ouverte.solving import code, masks

SUIT = (1 << 16) - 1
"""The cards of one suit, shifted down."""


class Table(NamedTuple):
    """What is still held, and the trick in play. `taken` says that the bidder has taken a trick since the start."""

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    taken: bool = False


class Decision(NamedTuple):
    """A choice of the bidder's: the cards that keep him safe, those that do not, and the one he plays in the line.

    `before` are the cards of the line that lead to it; `trick` is its number, counted from the first of the deal.
    """

    trick: int
    before: tuple[Card, ...]
    saving: tuple[Card, ...]
    losing: tuple[Card, ...]
    card: Card

    @property
    def tightness(self) -> tuple[int, int]:
        """A key that puts the choice first in which he can go wrong most easily."""
        return len(self.saving), -len(self.losing)


class ProbingLine(NamedTuple):
    """A line against a bidder who keeps himself safe, with those of his choices that he can get wrong.

    It ends with the play, or before the trick from which all his suits are safe by themselves.
    """

    cards: tuple[Card, ...]
    decisions: tuple[Decision, ...]


class MiserePlay:
    """The misère of one deal: what may be played, and whether the bidder is beaten after it."""

    def __init__(self, position: Position, goal: Goal, solver: MisereSolver) -> None:
        """Load the solver for the deal of a position."""
        rules = position.rules
        self.bidder = int(goal.side.only)
        self.trump = NO_TRUMP if goal.trump is None else int(goal.trump)
        self._must_trump = rules.must_trump
        self._trump_lead_last = rules.trump_lead is TrumpLead.LAST
        self._following = {int(seat): int(position.deal.next_seat(seat)) for seat in position.deal}
        self._rules = rules
        self._cards = {code(card, rules): card for seat in position.deal for card in position.deal[seat]}
        self._solver = solver
        self._dealt = masks(position.deal, rules)
        self._first_trick = len(position.tricks) + 1
        self._hand_size = len(position.hand(position.trick.leader)) + bool(position.trick.cards)
        self._load(self._dealt)

    def table(self, position: Position) -> Table:
        """A position of this deal."""
        hands = masks({seat: position.hand(seat) for seat in position.deal}, self._rules)
        trick = tuple(code(card, self._rules) for card in position.trick.cards)
        return Table(tuple(hands), int(position.trick.leader), trick, bool(position.won(Seat(self.bidder))))

    def to_play(self, table: Table) -> int:
        """The seat whose turn it is."""
        seat = table.leader
        for _ in table.trick:
            seat = self._following[seat]
        return seat

    def groups(self, table: Table) -> list[list[int]]:
        """The legal cards in runs that are worth the same, as `Position.touching_cards`."""
        seat = self.to_play(table)
        foreign = sum(1 << card for card in table.trick)
        for other, hand in enumerate(table.hands):
            if other != seat:
                foreign |= hand
        groups: list[list[int]] = []
        for card in _downwards(self._legal(table, table.hands[seat])):
            above = groups[-1][-1] if groups else 0
            if groups and above >> 4 == card >> 4 and not foreign >> card & (1 << above - card) - 1:
                groups[-1].append(card)
            else:
                groups.append([card])
        return groups

    def play(self, table: Table, card: int) -> Table:
        """The table after a legal card."""
        seat = self.to_play(table)
        hands = tuple(hand ^ 1 << card if each == seat else hand for each, hand in enumerate(table.hands))
        trick = (*table.trick, card)
        if len(trick) < len(self._following):
            return Table(hands, table.leader, trick, table.taken)
        winner, best = table.leader, trick[0]
        each = winner
        for other in trick[1:]:
            each = self._following[each]
            if other > best if other >> 4 == best >> 4 else other >> 4 == self.trump:
                winner, best = each, other
        return Table(hands, winner, (), table.taken or winner == self.bidder)

    def beaten(self, table: Table) -> bool:
        """Whether the bidder has taken a trick or can be made to."""
        return table.taken or self._solver.beaten(table.hands, table.leader, table.trick)

    def split(self, table: Table) -> tuple[list[int], list[int]]:
        """The legal cards after which the bidder is safe, and those after which he is beaten."""
        safe, beaten = list[int](), list[int]()
        for group in self.groups(table):
            (beaten if self.beaten(self.play(table, group[0])) else safe).extend(group)
        return safe, beaten

    def beating_with(self, table: Table, card: Card, other: Card, holder: Seat) -> tuple[Card, ...]:
        """The cards of the seat to play that would beat the bidder if he and `holder` had exchanged two of their cards.

        The two are of one suit and not yet played. None beats a bidder who would be safe; where it is his turn, all of
        his own would have to.
        """
        swapped = 1 << code(card, self._rules) | 1 << code(other, self._rules)
        both = (self.bidder, int(holder))
        self._load([hand ^ swapped if seat in both else hand for seat, hand in enumerate(self._dealt)])
        hands = tuple(hand ^ swapped if seat in both else hand for seat, hand in enumerate(table.hands))
        safe, beaten = self.split(table._replace(hands=hands))
        self._load(self._dealt)
        return self.cards(beaten) if not safe or self.to_play(table) != self.bidder else ()

    def cards(self, codes: list[int]) -> tuple[Card, ...]:
        """Cards of the search as cards."""
        return tuple(self._cards[each] for each in codes)

    def settled(self, table: Table) -> bool:
        """Whether a trick is to be led to by the defence, and all the bidder's suits are safe by themselves."""
        if table.trick or table.leader == self.bidder:
            return False
        return not any(self._danger(table, suit) for suit in range(4))

    def probing_line(self, table: Table, first: int) -> ProbingLine:
        """The line that begins with a card, from a table at which the bidder is safe after it.

        Up to the bidder's turn in a trick the defence plays the cards that leave him the fewest saving ones, where he
        can go wrong at all, and of those the cards that leave the most losing ones; looking no further than that turn.
        After it the others play their highest card, and discard from his danger suits first.
        """
        line, decisions = list[int](), list[Decision]()
        planned = [first]
        while True:
            if self.to_play(table) == self.bidder:
                saving, losing = self.split(table)
                card = planned.pop(0) if planned else self._kept(table, saving)
                if losing:
                    number = self._first_trick + self._hand_size - table.hands[self.bidder].bit_count()
                    before = self.cards(line)
                    decisions.append(
                        Decision(number, before, self.cards(saving), self.cards(losing), self._cards[card])
                    )
            else:
                if not planned:
                    planned = self._press(table)[1] if self._awaits_bidder(table) else [self._shed(table)]
                card = planned.pop(0)
            line.append(card)
            table = self.play(table, card)
            if self.settled(table) or not any(table.hands):
                return ProbingLine(self.cards(line), tuple(decisions))

    def _load(self, dealt: list[int]) -> None:
        self._solver.load(
            dealt,
            self.bidder,
            trump=self.trump,
            must_trump=self._must_trump,
            trump_lead_last=self._trump_lead_last,
        )

    def _press(self, table: Table) -> tuple[tuple[int, int], list[int]]:
        """The defence's cards up to the bidder's turn; first the key they are chosen by, the least of all."""
        if self.to_play(table) == self.bidder:
            saving, losing = self.split(table)
            return (len(saving) if losing else 99, -len(losing)), []
        best: tuple[tuple[int, int], list[int]] | None = None
        for card in self._natural(table):
            key, rest = self._press(self.play(table, card))
            if best is None or key < best[0]:
                best = key, [card, *rest]
        assert best is not None
        return best

    def _natural(self, table: Table) -> list[int]:
        """One card of each run, the likelier ones of the defence first."""
        cards = [group[-1] for group in self.groups(table)]
        danger = {suit for suit in range(4) if self._danger(table, suit)}
        if not table.trick:
            return sorted(cards, key=lambda card: (card >> 4 not in danger, card & 15))
        return sorted(cards, key=lambda card: (card >> 4 not in danger, -(card & 15)))

    def _shed(self, table: Table) -> int:
        return self._natural(table)[0]

    def _kept(self, table: Table, saving: list[int]) -> int:
        """The bidder's card of those that keep him safe: the highest, of a danger suit where he discards."""
        return max(saving, key=lambda card: (self._danger(table, card >> 4), card & 15))

    def _awaits_bidder(self, table: Table) -> bool:
        """Whether the bidder has still to play to this trick."""
        seat = table.leader
        for _ in table.trick:
            if seat == self.bidder:
                return False
            seat = self._following[seat]
        return True

    def _danger(self, table: Table, suit: int) -> bool:
        """Whether a suit of the bidder's is not safe by itself, the cards on the table counted as out."""
        own = table.hands[self.bidder] >> 16 * suit & SUIT
        if not own:
            return False
        out = sum(1 << (card & 15) for card in table.trick if card >> 4 == suit)
        for seat, hand in enumerate(table.hands):
            if seat != self.bidder:
                out |= hand >> 16 * suit & SUIT
        return suit == self.trump or bool(at_stake(own, out))

    def _legal(self, table: Table, hand: int) -> int:
        if table.trick:
            same = hand & SUIT << 16 * (table.trick[0] >> 4)
            if not same and self._must_trump and self.trump != NO_TRUMP:
                same = hand & SUIT << 16 * self.trump
            return same or hand
        if self._trump_lead_last and self.trump != NO_TRUMP:
            return hand & ~(SUIT << 16 * self.trump) or hand
        return hand


def _downwards(cards: int) -> Iterator[int]:
    """The cards of a mask, suit by suit in order, each from its highest down."""
    for suit in range(4):
        part = cards >> 16 * suit & SUIT
        while part:
            strength = part.bit_length() - 1
            yield suit << 4 | strength
            part ^= 1 << strength
