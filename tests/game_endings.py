"""Random endings of games of two to four seats: card points, obligations, trumps that must be broken."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from tests.endings import Ending, deal_out
from tests.reference import SUITS, TEN_HIGH_ORDER, USUAL_ORDER, Rules

GAME_ENDINGS = 2400
"""How many endings the searches are compared on with the reference."""
USUAL_POINTS = (("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2))
ODD_POINTS = (("A", 4), ("T", 4), ("K", 1), ("9", 1))
"""A scale with equal neighbours, and with a rank that counts below some that do not."""

# Seats that play, cards held at the start of the trick, and about how many endings in a hundred are such.
SHAPES = (
    ("NES", 3, 30),
    ("NEW", 3, 15),
    ("ESW", 4, 6),
    ("NSW", 2, 8),
    ("NS", 4, 12),
    ("NE", 5, 10),
    ("SW", 6, 2),
    ("NESW", 2, 10),
    ("NESW", 3, 7),
)


def game_ending(rng: random.Random, seats: str, size: int) -> Ending:
    """A random ending: `size` cards a hand when the trick began, after up to two tricks of any legal play."""
    points = rng.choice(((), USUAL_POINTS, USUAL_POINTS, ODD_POINTS))
    order = TEN_HIGH_ORDER if points else rng.choice((USUAL_ORDER, "AKQJT987"))
    hands = deal_out(rng, seats, size + rng.choice((0, 0, 1, 2)), order)
    trump = rng.choice(SUITS) if rng.random() < 0.75 else ""
    lead = rng.choice(("free", "free", "last", "broken")) if trump else "free"
    rules = Rules(trump, order, rng.random() < 0.6, lead == "last", lead == "broken", points)
    shapes = ["".join(chosen) for chosen in product(*(("", seat) for seat in seats)) if any(chosen)][:-1]
    counted = rng.choice(shapes)
    others = "".join(seat for seat in seats if seat not in counted)
    anyone = "".join(seat for seat in seats if rng.random() < 0.5)
    high = rng.choice((counted, counted, counted, others, others, anyone))
    first = rng.choice(seats)
    before = len(next(iter(hands.values()))) - size
    cards_played = before * len(seats) + (rng.randrange(len(seats)) if rng.random() < 0.5 else 0)
    now = Ending(hands, first, (), rules, counted, high)
    for _ in range(cards_played):
        card = rng.choice(sorted(rules.legal(now.held[now.to_play], now.trick, now.broken)))
        now = Ending(hands, first, (*now.played, card), rules, counted, high)
    return now


def random_game_endings(seed: int, count: int) -> Iterator[Ending]:
    """`count` endings, the same for the same seed."""
    rng = random.Random(seed)
    kinds = [(seats, size) for seats, size, _ in SHAPES]
    for seats, size in rng.choices(kinds, [weight for _, _, weight in SHAPES], k=count):
        yield game_ending(rng, seats, size)


@cache
def known_game_endings() -> tuple[Ending, ...]:
    """The endings that everything is compared on; each asks the reference once, whichever test comes first."""
    return tuple(random_game_endings(seed=1886, count=GAME_ENDINGS))
