"""Random endings, the same ones at every run, and what the reference says of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from ouverte import Card, Deal, Goal, Hand, Objective, PlayRules, Position, Seat, Side, Suit
from ouverte.rules import Measure, TrumpLead

from tests import reference
from tests.reference import SEATS, SUITS, TEN_HIGH_ORDER, USUAL_ORDER, Rules

ENDINGS = 2600
"""How many endings the search and the library are compared on with the reference."""

# Seats that play, cards held at the start of the trick, and about how many endings in a hundred are such.
# Four hands of four cards cost the reference most, and tell most.
SHAPES = (
    ("NESW", 1, 2),
    ("NESW", 2, 12),
    ("NESW", 3, 38),
    ("NESW", 4, 6),
    ("NES", 2, 4),
    ("NEW", 3, 8),
    ("NSW", 4, 5),
    ("ESW", 4, 5),
    ("NE", 3, 6),
    ("NS", 4, 6),
    ("EW", 5, 7),
    ("SW", 6, 0.5),
)


@dataclass(frozen=True)
class Ending:
    """A deal, the cards played from it so far, and a question about the rest."""

    dealt: dict[str, frozenset[str]]
    first: str
    played: tuple[str, ...]
    rules: Rules
    counted: str
    high: str
    held: dict[str, frozenset[str]] = field(init=False)
    leader: str = field(init=False)
    trick: tuple[str, ...] = field(init=False)
    winners: tuple[str, ...] = field(init=False)
    taken: tuple[int, ...] = field(init=False)
    broken: bool = field(init=False)

    def __post_init__(self) -> None:
        held = dict(self.dealt)
        leader, winners, taken = self.first, list[str](), list[int]()
        trick: tuple[str, ...] = ()
        broken = False
        for card in self.played:
            seat = reference.clockwise(held, leader, len(trick))
            held[seat] -= {card}
            trick = (*trick, card)
            if len(trick) == len(held):
                leader = reference.clockwise(held, leader, self.rules.winner(trick))
                winners.append(leader)
                taken.append(self.rules.worth(trick))
                broken = broken or any(each[0] == self.rules.trump for each in trick)
                trick = ()
        found = {"held": held, "leader": leader, "trick": trick, "winners": tuple(winners), "taken": tuple(taken)}
        for name, value in (found | {"broken": broken}).items():
            object.__setattr__(self, name, value)

    @property
    def to_play(self) -> str:
        return reference.clockwise(self.held, self.leader, len(self.trick))

    @property
    def won(self) -> int:
        """Counted tricks, or points, taken before this point."""
        return sum(each for each, winner in zip(self.taken, self.winners, strict=True) if winner in self.counted)

    @cached_property
    def card_values(self) -> dict[str, int]:
        """For each legal card, the counted tricks, or points, still to come, by the reference."""
        return reference.values(self.held, self.leader, self.trick, self.rules, self.counted, self.high, self.broken)

    @property
    def value(self) -> int:
        """The counted tricks still to come, by the reference."""
        return (max if self.to_play in self.high else min)(self.card_values.values())

    # The same for the library.

    @property
    def play_rules(self) -> PlayRules:
        lead = TrumpLead.LAST if self.rules.trump_lead_last else TrumpLead.FREE
        if self.rules.trump_lead_broken:
            lead = TrumpLead.BROKEN
        return PlayRules(self.rules.order, self.rules.must_trump, lead, dict(self.rules.points))

    @property
    def trump(self) -> Suit | None:
        return Suit.parse(self.rules.trump) if self.rules.trump else None

    @property
    def objective(self) -> Objective | None:
        """What the counted side wants, None when the seats are of mixed minds."""
        others = "".join(seat for seat in self.dealt if seat not in self.counted)
        return {self.counted: Objective.MOST, others: Objective.FEWEST}.get(self.high)

    @property
    def position(self) -> Position:
        start = Position(library_deal(self.dealt), Seat.parse(self.first), self.trump, self.play_rules)
        return start.replay(Card.parse(card) for card in self.played)

    def goal(self, objective: Objective, target: int | None = None) -> Goal:
        measure = Measure.POINTS if self.rules.points else Measure.TRICKS
        return Goal(Side.parse(self.counted), self.trump, Seat.parse(self.first), objective, target, measure=measure)


def library_deal(hands: dict[str, frozenset[str]]) -> Deal:
    return Deal({Seat.parse(seat): Hand.of(Card.parse(card) for card in hand) for seat, hand in hands.items()})


def code(card: str, order: str = USUAL_ORDER) -> int:
    """A card as the search takes it."""
    return 16 * SUITS.index(card[0]) + len(order) - 1 - order.index(card[1])


def masks(hands: dict[str, frozenset[str]], order: str = USUAL_ORDER) -> list[int]:
    """Hands as the search takes them."""
    return [sum(1 << code(card, order) for card in hands.get(seat, ())) for seat in SEATS]


def seat_mask(seats: str) -> int:
    return sum(1 << SEATS.index(seat) for seat in seats)


def deal_out(rng: random.Random, seats: str, size: int, order: str = USUAL_ORDER) -> dict[str, frozenset[str]]:
    """Random hands of `size` cards, two times in three from few suits and ranks, so that the hands interfere."""
    needed = len(seats) * size
    suits, ranks = list(SUITS), list(order)
    if rng.random() < 2 / 3:
        # Long hands of one suit or two have too many orders of play for the reference.
        fewest = max(min(4, size - 2), -(-needed // len(order)))
        suits = rng.sample(SUITS, rng.randint(fewest, 4))
        ranks = rng.sample(order, min(len(order), -(-needed // len(suits)) + rng.randint(0, 1)))
    cards = [suit + rank for suit in suits for rank in ranks]
    rng.shuffle(cards)
    return {seat: frozenset(cards[i * size : (i + 1) * size]) for i, seat in enumerate(seats)}


def ending(rng: random.Random, seats: str, size: int) -> Ending:
    """A random ending: `size` cards a hand when the trick began, after up to two tricks of any legal play."""
    order = TEN_HIGH_ORDER if rng.random() < 0.2 else USUAL_ORDER
    hands = deal_out(rng, seats, size + rng.choice((0, 0, 1, 2)), order)
    trump = rng.choice(SUITS) if rng.random() < 0.65 else ""
    rules = Rules(trump, order, must_trump=rng.random() < 0.25, trump_lead_last=rng.random() < 0.2)
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
        card = rng.choice(sorted(rules.legal(now.held[now.to_play], now.trick)))
        now = Ending(hands, first, (*now.played, card), rules, counted, high)
    return now


def random_endings(seed: int, count: int) -> Iterator[Ending]:
    """`count` endings, the same for the same seed."""
    rng = random.Random(seed)
    seats_and_sizes = [(seats, size) for seats, size, _ in SHAPES]
    weights = [weight for _, _, weight in SHAPES]
    for seats, size in rng.choices(seats_and_sizes, weights, k=count):
        yield ending(rng, seats, size)


@cache
def known_endings() -> tuple[Ending, ...]:
    """The endings that everything is compared on; each asks the reference once, whichever test comes first."""
    return tuple(random_endings(seed=1908, count=ENDINGS))
