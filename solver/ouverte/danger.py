"""Which suits of a misère hand are safe by themselves, and which cards of the others are at stake."""

from __future__ import annotations

from dataclasses import dataclass

from ouverte.cards import Card, Suit
from ouverte.position import Position
from ouverte.seats import Seat


@dataclass(frozen=True, slots=True)
class SuitFacts:
    """One suit of the bidder's hand.

    `order` has his cards and those still out below his highest, from the lowest up, each with the seat that holds it.
    Out are the cards the others hold and, until he has played to the trick in play, those they have played to it.
    `at_stake` are those of his cards with more cards out below them than he holds below them himself. `trump` says that
    it is the trump suit.
    """

    suit: Suit
    bidder: Seat
    order: tuple[tuple[Card, Seat], ...]
    at_stake: tuple[Card, ...]
    trump: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """His cards, from the lowest up."""
        return tuple(card for card, seat in self.order if seat is self.bidder)

    @property
    def safe(self) -> bool:
        """Whether he need take no trick with it unless he leads it: no card is at stake, and none can ruff."""
        return not self.order or not (self.at_stake or self.trump)

    @property
    def to_lose(self) -> tuple[Card, ...]:
        """His cards from the lowest at stake up: without them none is at stake."""
        return self.cards[self.cards.index(self.at_stake[0]) :] if self.at_stake else ()

    def below(self, card: Card) -> tuple[tuple[Card, Seat], ...]:
        """The cards out below one of his, and who holds them."""
        lower = self.order[: self.order.index((card, self.bidder))]
        return tuple(each for each in lower if each[1] is not self.bidder)


def at_stake(own: int, out: int) -> int:
    """The bidder's cards of one suit below which more cards are out than he holds himself, all as masks by strength.

    Where there is none he can always follow under the best card: his i-th lowest has at most i - 1 out below it, and
    each round that takes one of these takes one of his as well.
    """
    found = held = 0
    while own:
        card = own & -own
        if (out & (card - 1)).bit_count() > held:
            found |= card
        held += 1
        own ^= card
    return found


def suit_facts(position: Position, bidder: Seat, suit: Suit) -> SuitFacts:
    """A suit of the bidder's hand at a position."""
    strength, deal = position.rules.strength, position.deal
    order = [(card, seat) for seat in deal for card in position.hand(seat).suit(suit)]
    table = [(card, seat) for card in position.trick.cards if (seat := deal.holder(card)) is not None]
    if all(seat is not bidder for _, seat in table):
        order += [each for each in table if each[0].suit is suit]
    order.sort(key=lambda each: strength(each[0]))
    while order and order[-1][1] is not bidder:
        order.pop()
    own = sum(1 << strength(card) for card, seat in order if seat is bidder)
    out = sum(1 << strength(card) for card, seat in order if seat is not bidder)
    stake = at_stake(own, out)
    cards = tuple(card for card, seat in order if seat is bidder and stake >> strength(card) & 1)
    return SuitFacts(suit, bidder, tuple(order), cards, suit is position.trump)
