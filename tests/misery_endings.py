"""Random endings of misery, and the search and the library compared with the reference on them.

    python -m tests.misery_endings 50000

compares so many, a third of them in each form of misery, two in five in the middle of a trick, after any legal play.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ouverte import Card, Position, Seat
from ouverte.misery import can_be_first, can_win_last, most_tricks
from ouverte.search.engine import PressSolver, Solver

from tests.endings import code, deal_out, library_deal, masks
from tests.misery_reference import RULES, first_to, last_trick, tricks, value
from tests.reference import SEATS, clockwise

FORMS = ("last trick", "fewest", "first to")
# Seats that play, cards held at the start of the trick, and how often. What is dealt is larger by up to three tricks.
SHAPES = (
    ("NESW", 1, 1),
    ("NESW", 2, 10),
    ("NESW", 3, 10),
    ("NES", 3, 6),
    ("ESW", 3, 4),
    ("NSW", 4, 1),
    ("NEW", 2, 3),
    ("NES", 5, 0.1),
    ("EW", 4, 2),
    ("NS", 5, 1),
)


@dataclass(frozen=True)
class MiseryEnding:
    """A deal, what was played from it, and a seat against all others in one form. `many` loses a race."""

    dealt: dict[str, frozenset[str]]
    first: str
    played: tuple[str, ...]
    held: dict[str, frozenset[str]]
    leader: str
    trick: tuple[str, ...]
    winners: tuple[str, ...]
    seat: str
    form: str
    many: int

    @cached_property
    def value(self) -> int:
        """What the others can do to the seat, by the reference; earlier tricks are counted."""
        score = {"last trick": last_trick(self.seat), "fewest": tricks(self.seat)}.get(
            self.form, first_to(self.seat, self.many)
        )
        others = "".join(seat for seat in self.dealt if seat != self.seat)
        return value(self.held, self.leader, self.trick, self.winners, others, score)

    def searched(self, solver: PressSolver) -> int:
        """The same by the search."""
        hands, leader = masks(self.held), SEATS.index(self.leader)
        trick = [code(card) for card in self.trick]
        seat = SEATS.index(self.seat)
        if self.form == "first to":
            solver.load(masks(self.dealt), seat, first_to=self.many)
            return solver.loses_race(hands, leader, trick, winners=[SEATS.index(each) for each in self.winners])
        solver.load(masks(self.dealt), seat, scoring=1 if self.form == "last trick" else 0x1FFF)
        return solver.count(hands, leader, trick) + (self.form == "fewest") * self.winners.count(self.seat)

    def found(self, solver: Solver) -> int:
        """The same by the library."""
        start = Position(library_deal(self.dealt), Seat.parse(self.first))
        position = start.replay(Card.parse(card) for card in self.played)
        seat = Seat.parse(self.seat)
        if self.form == "last trick":
            return can_win_last(position, seat, solver)
        if self.form == "fewest":
            return most_tricks(position, seat, solver)
        return can_be_first(position, seat, solver, tricks=self.many)


def misery_ending(rng: random.Random) -> MiseryEnding:
    """A random ending."""
    seats, size, _ = rng.choices(SHAPES, [weight for *_, weight in SHAPES])[0]
    before = rng.choice((0, 0, 1, 2, 3))
    dealt = held = deal_out(rng, seats, size + before)
    first = leader = rng.choice(seats)
    played, trick, winners = list[str](), list[str](), list[str]()
    for _ in range(before * len(seats) + (rng.randrange(len(seats)) if rng.random() < 0.4 else 0)):
        seat = clockwise(held, leader, len(trick))
        card = rng.choice(sorted(RULES.legal(held[seat], trick)))
        held = {**held, seat: held[seat] - {card}}
        played.append(card)
        trick.append(card)
        if len(trick) == len(held):
            leader = clockwise(held, leader, RULES.winner(trick))
            winners.append(leader)
            trick = []
    asked = rng.choice(seats), rng.choice(FORMS), rng.choice((2, 2, 3, 3, 4, 5))
    return MiseryEnding(dealt, first, tuple(played), held, leader, tuple(trick), tuple(winners), *asked)


def misery_endings(seed: int, count: int) -> Iterator[MiseryEnding]:
    """So many endings, the same for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        yield misery_ending(rng)


def main(count: int) -> int:
    """Compare, and say how it went; 1 when anything differed."""
    solver = PressSolver(8)
    values: dict[str, dict[int, int]] = {form: {} for form in FORMS}
    for ending in misery_endings(1870, count):
        if ending.searched(solver) != ending.value:
            print(f"differs: {ending}")
            return 1
        of_form = values[ending.form]
        of_form[ending.value] = of_form.get(ending.value, 0) + 1
    print(f"{count} endings: no difference; values {values}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
