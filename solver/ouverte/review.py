"""A played hand judged card by card: what the position was worth before and after, what a card cost, what held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ouverte.cards import Card
from ouverte.position import Position
from ouverte.rules.model import Goal, Measure, Objective
from ouverte.search.engine import Solver
from ouverte.seats import Seat
from ouverte.solving import Examiner


@dataclass(frozen=True, slots=True)
class CardReview:
    """One card of a play. `before` and `after` are values of the position, as `solve` states them.

    `trick` counts from 1. `held` is empty unless the card was an error; then it has all cards that would have kept the
    value, in groups of touching ones, each group highest first.
    """

    trick: int
    seat: Seat
    card: Card
    before: int
    after: int
    held: tuple[tuple[Card, ...], ...] = ()

    @property
    def cost(self) -> int:
        """The tricks, or points, this card cost the side of its seat, never less than 0; 1 for a misère it lost."""
        return abs(self.after - self.before)


@dataclass(frozen=True, slots=True)
class Review:
    """A play judged. `before` is the value of `start`, `after` that of `end`, as `solve` states them.

    `end` is the position after the last card of the play, which need not be the last of the deal.
    """

    goal: Goal
    start: Position
    end: Position
    before: int
    after: int
    cards: tuple[CardReview, ...]

    @property
    def errors(self) -> tuple[CardReview, ...]:
        """The cards that cost something."""
        return tuple(each for each in self.cards if each.cost)

    @property
    def turns(self) -> tuple[CardReview, ...]:
        """The errors that made the goal's target, or unmade it; none without a target."""
        return tuple(each for each in self.cards if self.goal.makes(each.before) is not self.goal.makes(each.after))

    @property
    def complete(self) -> bool:
        """Whether all cards were played."""
        return self.end.to_play is None


def review(position: Position, goal: Goal, plays: Iterable[Card], solver: Solver | None = None) -> Review:
    """Judge the cards played from a position on, in order, against best play by all seats.

    The cards are judged from the last to the first, so that the solver's table serves each of them, and what would have
    held is asked at errors only. The whole costs about as much as one or two solves of `position`; more where the play
    leads to positions that are themselves harder. A `solver` given is reused. Raises PlayError for a card that cannot
    be played, naming trick and card, and whatever `solve` raises.

    >>> from ouverte import Deal, Side, parse_cards
    >>> goal = Goal(Side.parse("NS"), None, Seat.WEST)
    >>> start = Position.start(Deal.from_pbn("N:AQ... 54... 32... K6..."), goal)
    >>> judged = review(start, goal, parse_cards("S6 SA"))
    >>> [(each.seat.word, str(each.card), each.cost, each.held) for each in judged.cards]
    [('West', 'S6', 0, ()), ('North', 'SA', 1, ((Card('SQ'),),))]
    """
    examiner = Examiner(position, goal, solver)
    positions = [position]
    played = tuple(plays)
    for card in played:
        positions.append(positions[-1].play(card))
    value = after = examiner.value(positions[-1])
    judged: list[CardReview] = []
    for card, at in zip(reversed(played), reversed(positions[:-1]), strict=True):
        each = _judged(examiner, at, card, value)
        judged.append(each)
        value = each.before
    return Review(goal, position, positions[-1], value, after, tuple(reversed(judged)))


def _judged(examiner: Examiner, position: Position, card: Card, after: int) -> CardReview:
    """One card, worth `after` when played: to the seat's side the position before it was worth that, or better."""
    seat = position.to_play
    assert seat is not None
    number = len(position.tricks) + 1
    before = after
    measure = examiner.goal.measure
    if len(position.legal_cards()) > 1:
        if measure is Measure.POINTS and examiner.goal.objective is not Objective.NONE:
            before = examiner.value(position, guess=after)
        elif examiner.wants_count(seat):
            while examiner.reaches(position, before + 1):
                before += 1
        else:
            while not examiner.reaches(position, before):
                before -= 1
    if before == after:
        return CardReview(number, seat, card, before, after)
    others = (group for group in position.touching_cards(measure) if card not in group)
    held = tuple(group for group in others if _holds(examiner, position.play(group[0]), seat, before))
    return CardReview(number, seat, card, before, after, held)


def _holds(examiner: Examiner, after: Position, seat: Seat, value: int) -> bool:
    """Whether a card of a seat that led to a position kept a value."""
    return examiner.reaches(after, value) if examiner.wants_count(seat) else not examiner.reaches(after, value + 1)
