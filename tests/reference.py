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
    """How cards are played: the trump suit ("" for none), the ranks from the highest down, and the obligations.

    `trump_lead_broken`: as `trump_lead_last`, but only until a trump was played to an earlier trick. `points` is what
    the ranks are worth where points are counted, and not tricks.
    """

    trump: str = ""
    order: str = USUAL_ORDER
    must_trump: bool = False
    trump_lead_last: bool = False
    trump_lead_broken: bool = False
    points: tuple[tuple[str, int], ...] = ()

    def worth(self, trick: Sequence[str]) -> int:
        """What a complete trick counts."""
        return sum(dict(self.points).get(card[1], 0) for card in trick) if self.points else 1

    def legal(self, hand: Collection[str], trick: Sequence[str], broken: bool = False) -> Collection[str]:
        """What a hand may play to a trick; `broken` says whether a trump was played to an earlier one."""
        if not trick:
            if self.trump_lead_last or (self.trump_lead_broken and not broken):
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
    hands: Hands,
    leader: str,
    trick: Sequence[str],
    rules: Rules,
    counted: Collection[str],
    high: Collection[str],
    broken: bool = False,
) -> dict[str, int]:
    """For each card the seat to play may choose: how many tricks, or points, the counted seats take from here on.

    The trick in play is among them. Seats of `high` want that number high, the others want it low. `hands` holds the
    cards not yet played; `trick` the cards on the table, the first of them from `leader`; `broken` says whether a trump
    was played to an earlier trick.
    """
    playing = [seat for seat in SEATS if seat in hands]
    turn = playing.index(leader) + len(trick)
    seat = playing[turn % len(playing)]
    hand = hands[seat]
    found = {}
    for card in rules.legal(hand, trick, broken):
        after = {**hands, seat: hand - {card}}
        table = [*trick, card]
        if len(table) < len(playing):
            found[card] = value(after, leader, table, rules, counted, high, broken)
        else:
            # This was the last seat of the trick, so the next one clockwise led it.
            winner = playing[(turn + 1 + rules.winner(table)) % len(playing)]
            now_broken = broken or any(each[0] == rules.trump for each in table)
            to_come = value(after, winner, [], rules, counted, high, now_broken)
            found[card] = to_come + (rules.worth(table) if winner in counted else 0)
    return found


def value(
    hands: Hands,
    leader: str,
    trick: Sequence[str],
    rules: Rules,
    counted: Collection[str],
    high: Collection[str],
    broken: bool = False,
) -> int:
    """How many tricks, or points, the counted seats take from here on; see `values`."""
    if not any(hands.values()):
        return 0
    seat = clockwise(hands, leader, len(trick))
    best = max if seat in high else min
    return best(values(hands, leader, trick, rules, counted, high, broken).values())
