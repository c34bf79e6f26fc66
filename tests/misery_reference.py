"""A second opinion on misery, the round when all pass: every game tree walked to its end, with nothing clever in it.

One seat plays against all others together, there is no trump. Cards are two-letter texts, seats letters, hands sets of
cards, as in `tests.reference`. How a play has gone is judged when its last card is on the table, from who won which
trick. There is no pruning, no memory of positions, and every card of a run is tried by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tests.reference import SEATS, Hands, Rules, clockwise

RULES = Rules()
Score = Callable[[Sequence[str]], int]
"""What a play was worth to the others, by the winners of its tricks in order."""


def last_trick(seat: str) -> Score:
    """1 when the seat won the last trick."""
    return lambda winners: int(bool(winners) and winners[-1] == seat)


def tricks(seat: str) -> Score:
    """The seat's tricks."""
    return lambda winners: sum(winner == seat for winner in winners)


def first_to(seat: str, many: int) -> Score:
    """1 when the seat was the first to take so many tricks, or, where nobody took as many, one fewer."""

    def score(winners: Sequence[str]) -> int:
        for wanted in (many, many - 1):
            taken = dict.fromkeys(SEATS, 0)
            for winner in winners:
                taken[winner] += 1
                if taken[winner] == wanted:
                    return int(winner == seat)
        return 0

    return score


def value(
    hands: Hands, leader: str, trick: Sequence[str], winners: Sequence[str], high: Collection[str], score: Score
) -> int:
    """The score of the best play of all from here on: seats of `high` want it high, the others low."""
    if not any(hands.values()):
        return score(winners)
    seat = clockwise(hands, leader, len(trick))
    found = []
    for card in RULES.legal(hands[seat], trick):
        after = {**hands, seat: hands[seat] - {card}}
        table = [*trick, card]
        if len(table) < len(hands):
            found.append(value(after, leader, table, winners, high, score))
        else:
            winner = clockwise(hands, leader, RULES.winner(table))
            found.append(value(after, winner, [], [*winners, winner], high, score))
    return max(found) if seat in high else min(found)
