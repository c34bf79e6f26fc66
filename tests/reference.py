"""A second opinion: every game tree walked to its last card, with nothing clever in it.

Cards are two-letter texts such as ``HK``, seats the letters N E S W, hands sets of cards. Nothing here uses the
library, so that a mistake there cannot hide here. There is no pruning and no memory, and every card of a run is tried
by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

SEATS = "NESW"
SUITS = "SHDC"
USUAL_ORDER = "AKQJT98765432"
TEN_HIGH_ORDER = "ATKQJ9876"

Hands = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Rules:
    """How cards are played: the trump suit ("" for none), the ranks from the highest down, and the obligations."""

    trump: str = ""
    order: str = USUAL_ORDER
    must_trump: bool = False
    trump_lead_last: bool = False

    def legal(self, hand: Collection[str], trick: Sequence[str]) -> Collection[str]:
        """What a hand may play to a trick."""
        if not trick:
            if self.trump_lead_last:
                return [card for card in hand if card[0] != self.trump] or hand
            return hand
        led = trick[0][0]
        following = [card for card in hand if card[0] == led]
        if self.must_trump and not following:
            following = [card for card in hand if card[0] == self.trump]
        return following or hand

    def winner(self, trick: Sequence[str]) -> int:
        """Which card of a complete trick wins it, counted from 0 for the lead."""
        winning = 0
        for i, card in enumerate(trick):
            best = trick[winning]
            if card[0] == best[0]:
                if self.order.index(card[1]) < self.order.index(best[1]):
                    winning = i
            elif card[0] == self.trump:
                winning = i
        return winning


def clockwise(hands: Hands, seat: str, steps: int = 1) -> str:
    """The seat so many places to the left, seats without a hand left out."""
    playing = [each for each in SEATS if each in hands]
    return playing[(playing.index(seat) + steps) % len(playing)]


def values(
    hands: Hands, leader: str, trick: Sequence[str], rules: Rules, counted: Collection[str], high: Collection[str]
) -> dict[str, int]:
    """For each card the seat to play may choose: how many tricks the counted seats take from here on.

    The trick in play is among them. Seats of `high` want that number high, the others want it low. `hands` holds the
    cards not yet played; `trick` the cards on the table, the first of them from `leader`.
    """
    playing = [seat for seat in SEATS if seat in hands]
    turn = playing.index(leader) + len(trick)
    seat = playing[turn % len(playing)]
    hand = hands[seat]
    found = {}
    for card in rules.legal(hand, trick):
        after = {**hands, seat: hand - {card}}
        table = [*trick, card]
        if len(table) < len(playing):
            found[card] = value(after, leader, table, rules, counted, high)
        else:
            # This was the last seat of the trick, so the next one clockwise led it.
            winner = playing[(turn + 1 + rules.winner(table)) % len(playing)]
            found[card] = value(after, winner, [], rules, counted, high) + (winner in counted)
    return found


def value(
    hands: Hands, leader: str, trick: Sequence[str], rules: Rules, counted: Collection[str], high: Collection[str]
) -> int:
    """How many tricks the counted seats take from here on; see `values`."""
    if not any(hands.values()):
        return 0
    seat = clockwise(hands, leader, len(trick))
    best = max if seat in high else min
    return best(values(hands, leader, trick, rules, counted, high).values())
