"""A deal in play: the cards played so far, each checked, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ouverte.cards import Card, Hand, Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError, PlayError
from ouverte.rules.model import Goal, Measure, PlayRules, TrumpLead
from ouverte.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, complete or not: who led, and the cards in the order played."""

    leader: Seat
    cards: tuple[Card, ...] = ()


class Position:
    """A deal after some cards of it were played. Immutable: `play` gives a new position.

    >>> deal = Deal.from_pbn("N:A.K.. 2.A.. K.Q.. Q.2..")
    >>> position = Position(deal, leader=Seat.EAST, trump=Suit.HEARTS).replay([Card.parse("HA"), Card.parse("HQ")])
    >>> position.to_play, [str(card) for card in position.legal_cards()]
    (<Seat.WEST: 3>, ['H2'])
    """

    __slots__ = ("_deal", "_hands", "_rules", "_tricks", "_trump", "_winners")

    def __init__(self, deal: Deal, leader: Seat, trump: Suit | None = None, rules: PlayRules | None = None) -> None:
        """The position before the first card. Raises PlayError when the leader has no hand."""
        if leader not in deal:
            raise PlayError(f"{leader.word} holds no cards and cannot lead")
        self._deal = deal
        self._trump = trump
        self._rules = rules or PlayRules()
        self._hands: dict[Seat, Hand] = dict(deal)
        self._tricks: tuple[Trick, ...] = (Trick(leader),)
        self._winners: tuple[Seat, ...] = ()

    @classmethod
    def start(cls, deal: Deal, goal: Goal, rules: PlayRules | None = None) -> Position:
        """The position in which a goal's first card is to be led."""
        return cls(deal, goal.leader, goal.trump, rules)

    @property
    def deal(self) -> Deal:
        """The deal as it was before the first card."""
        return self._deal

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None for no trump."""
        return self._trump

    @property
    def rules(self) -> PlayRules:
        """How cards are played."""
        return self._rules

    @property
    def leader(self) -> Seat:
        """The seat that led to the first trick."""
        return self._tricks[0].leader

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return self._tricks[:-1]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won each complete trick."""
        return self._winners

    @property
    def trick(self) -> Trick:
        """The trick in play; empty before its lead, and after the last card."""
        return self._tricks[-1]

    @property
    def holder(self) -> tuple[Seat, Card] | None:
        """Who holds the trick in play, and with which card; None before its lead."""
        return self._holder(self.trick) if self.trick.cards else None

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card played so far, in order."""
        return tuple(card for trick in self._tricks for card in trick.cards)

    @property
    def to_play(self) -> Seat | None:
        """The seat whose turn it is, None when all cards are played."""
        seat = self.trick.leader
        for _ in self.trick.cards:
            seat = self._deal.next_seat(seat)
        return seat if len(self._hands[seat]) else None

    def hand(self, seat: Seat) -> Hand:
        """The cards a seat still holds."""
        return self._hands[seat]

    def won(self, side: Side | Seat) -> int:
        """How many complete tricks a side has won."""
        seats = Side.of(side) if isinstance(side, Seat) else side
        return sum(winner in seats for winner in self._winners)

    def taken(self, side: Side | Seat, measure: Measure = Measure.TRICKS) -> int:
        """What a side has taken in complete tricks: how many they are, or what the cards in them are worth."""
        if measure is Measure.TRICKS:
            return self.won(side)
        seats = Side.of(side) if isinstance(side, Seat) else side
        tricks = zip(self.tricks, self._winners, strict=True)
        return sum(self._rules.points(trick.cards) for trick, winner in tricks if winner in seats)

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards the seat to play may choose from, suit by suit, in the order hands are written."""
        seat = self.to_play
        if seat is None:
            return ()
        hand = tuple(self._hands[seat])
        if self.trick.cards:
            same = tuple(card for card in hand if card.suit is self.trick.cards[0].suit)
            if not same and self._rules.must_trump:
                same = tuple(card for card in hand if card.suit is self._trump)
            return same or hand
        if self._rules.trump_lead is TrumpLead.FREE or (self._rules.trump_lead is TrumpLead.BROKEN and self._broken()):
            return hand
        return tuple(card for card in hand if card.suit is not self._trump) or hand

    def touching_cards(self, measure: Measure = Measure.TRICKS) -> tuple[tuple[Card, ...], ...]:
        """The legal cards in groups of cards that are worth the same: touching ones of a suit, highest first.

        Cards touch when no card of another seat that is still held or on the table stands between them; where points
        are counted those of a group also have the same points.
        """
        seat = self.to_play
        strength = self._rules.strength
        points = self._rules.card_points if measure is Measure.POINTS else {}
        foreign = [card for other in self._deal if other is not seat for card in self._hands[other]]
        foreign += self.trick.cards
        groups: list[list[Card]] = []
        for card in sorted(self.legal_cards(), key=lambda card: (card.suit, -strength(card))):
            last = groups[-1][-1] if groups else card
            if groups and last.suit is card.suit and points.get(last.letter, 0) == points.get(card.letter, 0):
                above = strength(last)
                if not any(other.suit is card.suit and strength(card) < strength(other) < above for other in foreign):
                    groups[-1].append(card)
                    continue
            groups.append([card])
        return tuple(tuple(group) for group in groups)

    def play(self, card: Card) -> Position:
        """The position after the seat to play has played `card`. Raises PlayError, naming trick and card."""
        seat = self.to_play
        number = len(self._tricks)
        if seat is None:
            raise PlayError(f"card {card} after trick {number - 1}: all cards are already played")
        where = f"trick {number}, card {len(self.trick.cards) + 1} ({card})"
        if card not in self._hands[seat]:
            for earlier, trick in enumerate(self._tricks, 1):
                if card in trick.cards:
                    raise PlayError(f"{where}: already played to trick {earlier}")
            holder = self._deal.holder(card)
            if holder is None:
                raise PlayError(f"{where}: nobody was dealt this card; {seat.word} is to play")
            raise PlayError(f"{where}: {seat.word} is to play and does not hold it; {holder.word} does")
        if card not in self.legal_cards():
            raise PlayError(f"{where}: {self._refusal(seat, card)}")
        after = object.__new__(Position)
        after._deal, after._trump, after._rules = self._deal, self._trump, self._rules
        after._hands = {**self._hands, seat: Hand(self._hands[seat].mask ^ 1 << card.code)}
        trick = Trick(self.trick.leader, (*self.trick.cards, card))
        after._winners = self._winners
        if len(trick.cards) < len(self._deal):
            after._tricks = (*self._tricks[:-1], trick)
        else:
            winner, _ = self._holder(trick)
            after._winners = (*self._winners, winner)
            after._tricks = (*self._tricks[:-1], trick, Trick(winner))
        return after

    def replay(self, cards: Iterable[Card]) -> Position:
        """The position after these cards, in order of play. Raises PlayError at the first that is illegal."""
        position = self
        for card in cards:
            position = position.play(card)
        return position

    def check(self, goal: Goal) -> None:
        """Raises ContractError when a goal has another trump or first leader than this position."""
        if goal.trump is not self._trump or goal.leader is not self.leader:
            raise ContractError("the position was not started with the trump suit and leader of this goal")
        if not goal.side or not all(seat in self._deal for seat in goal.side) or len(goal.side) == len(self._deal):
            named = str(goal.side) or "of no seat"
            raise ContractError(f"side {named}: expected seats that hold cards, but not all of them")

    def _holder(self, trick: Trick) -> tuple[Seat, Card]:
        seat = winner = trick.leader
        best = trick.cards[0]
        for card in trick.cards[1:]:
            seat = self._deal.next_seat(seat)
            higher = self._rules.strength(card) > self._rules.strength(best)
            if (card.suit is best.suit and higher) or (card.suit is not best.suit and card.suit is self._trump):
                best, winner = card, seat
        return winner, best

    def _broken(self) -> bool:
        """Whether a trump was played to an earlier trick."""
        return any(card.suit is self._trump for trick in self.tricks for card in trick.cards)

    def _refusal(self, seat: Seat, card: Card) -> str:
        if not self.trick.cards:
            return f"{seat.word} may not lead a trump while holding another suit"
        led = self.trick.cards[0].suit
        if self._hands[seat].suit(led):
            return f"a revoke: {seat.word} holds {led.word} and must follow suit"
        return f"{seat.word} cannot follow suit and must trump"
