"""What a position holds for a goal: its exact value, the value of every card, and a line of best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ouverte.cards import RANKS, Card, Hand
from ouverte.errors import InputError
from ouverte.guess import likely_tricks
from ouverte.position import Position
from ouverte.rules.model import Goal, Measure, Objective, PlayRules, TrumpLead
from ouverte.search.engine import NO_TRUMP, Solver
from ouverte.seats import Seat

SEATS = tuple(Seat)
MOST = 127
"""No side takes more, tricks or points."""
USUAL_ORDER = RANKS[::-1]
"""The rank order in which a card's code says its strength."""


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a position: the tricks, or points, the goal's side takes in all, those already won included.

    With the objective NONE a value of 1 stands for one or more. `makes` is None without a target.
    """

    value: int
    makes: bool | None


@dataclass(frozen=True, slots=True)
class CardResult:
    """The value of a position when this card is played next."""

    card: Card
    value: int
    makes: bool | None


def solve(position: Position, goal: Goal, solver: Solver | None = None) -> Result:
    """The value of a position with best play by all seats, the goal's side against all others.

    A `solver` given is reused, with what it has learnt of this deal and goal. Raises ContractError for a goal that does
    not fit the position, InputError for rules that the search cannot take.
    """
    value = Examiner(position, goal, solver).value(position)
    return Result(value, goal.makes(value))


def solve_cards(position: Position, goal: Goal, solver: Solver | None = None) -> tuple[CardResult, ...]:
    """The value of every legal card of the seat to play, in the order of `Position.legal_cards`; errors as `solve`."""
    return Examiner(position, goal, solver).cards(position)


def best_line(position: Position, goal: Goal, solver: Solver | None = None) -> tuple[Card, ...]:
    """A line of best play from a position to the last card; errors as `solve`.

    Played out, it gives the goal's side exactly the value that `solve` states (one trick or more for a beaten NONE).
    """
    return tuple(Examiner(position, goal, solver).line(position))


def load(solver: Solver, deal: Mapping[Seat, Hand], rules: PlayRules, goal: Goal) -> Solver:
    """Give a solver the hands and the sides of a question; returns the one to ask, which may be its search for points.

    A hand may hold more cards than are played of it, up to 15 where points are counted. Of a misère, ask its `misere`
    instead, unless `only_general`. Raises InputError for what the search cannot take.
    """
    hands = masks(deal, rules)
    trump = NO_TRUMP if goal.trump is None else int(goal.trump)
    must_trump = rules.must_trump
    trump_lead_last = rules.trump_lead is TrumpLead.LAST
    if goal.misere and not only_general(rules, goal):
        solver.misere.load(hands, goal.side.only, trump=trump, must_trump=must_trump, trump_lead_last=trump_lead_last)
        return solver
    counted = goal.side.mask
    high = (goal.side if goal.objective is Objective.MOST else goal.side.others).mask
    until_broken = rules.trump_lead is TrumpLead.BROKEN
    if goal.measure is Measure.TRICKS:
        solver.load(
            hands,
            counted,
            high,
            trump=trump,
            must_trump=must_trump,
            trump_lead_last=trump_lead_last,
            until_broken=until_broken,
        )
        return solver
    if not rules.card_points:
        raise InputError(f"{goal.contract or 'the goal'} is in card points, and no card of the game is worth any")
    try:
        solver.points.load(
            hands,
            counted,
            high,
            worth=[rules.card_points.get(letter, 0) for letter in reversed(rules.rank_order)],
            trump=trump,
            must_trump=must_trump,
            trump_lead_last=trump_lead_last,
            until_broken=until_broken,
        )
    except ValueError as error:
        raise InputError(f"{goal.contract or 'the goal'} is in card points: {error}") from None
    return solver.points


def only_general(rules: PlayRules, goal: Goal) -> bool:
    """Whether a misère is left to the general search: that for misères does not know of trumps that are not broken."""
    return goal.trump is not None and rules.trump_lead is TrumpLead.BROKEN


def masks(hands: Mapping[Seat, Hand], rules: PlayRules) -> list[int]:
    """Four hands as the search takes them: a card's bit stands by its strength in the suit, not by its rank."""
    if rules.rank_order == USUAL_ORDER:
        return [hands[seat].mask if seat in hands else 0 for seat in SEATS]
    return [sum(1 << code(card, rules) for card in hands[seat]) if seat in hands else 0 for seat in SEATS]


def code(card: Card, rules: PlayRules) -> int:
    """A card as the search takes it."""
    return card.suit << 4 | rules.strength(card)


class Examiner:
    """Answers questions about the positions of one deal and one goal with one solver."""

    def __init__(self, position: Position, goal: Goal, solver: Solver | None = None) -> None:
        """Load the solver for a position's deal. Raises ContractError for a goal that does not fit it."""
        position.check(goal)
        self.goal = goal
        self.solver = solver or Solver()
        self._rules = position.rules
        self._wants_most = goal.objective is Objective.MOST
        self._as_misere = goal.misere and not only_general(position.rules, goal)
        self._search = load(self.solver, position.deal, self._rules, goal)

    def value(self, position: Position, guess: int | None = None) -> int:
        """What the side takes in all, that already won included; at most 1 for the objective NONE."""
        won = self._taken(position)
        if self._as_misere:
            return 1 if won or self.takes_within(position, position.deal.size) else 0
        if self.goal.objective is Objective.NONE:
            return 1 if won else self._to_come(position, 0, 1, 0)
        return won + self._to_come(position, 0, MOST, None if guess is None else guess - won)

    def makes(self, position: Position) -> bool:
        """Whether the side fulfils the goal's target, with less work than its value takes. The goal must have one."""
        if self.goal.objective is Objective.NONE:
            return not self.reaches(position, 1)
        if self.goal.target is None:
            raise ValueError("the goal has no target")
        if self._wants_most:
            return self.reaches(position, self.goal.target)
        return not self.reaches(position, self.goal.target + 1)

    def reaches(self, position: Position, value: int) -> bool:
        """Whether the side takes at least this much in all (at most 1 is counted for the objective NONE)."""
        if self.goal.objective is Objective.NONE and value > 1:
            return False
        need = value - self._taken(position)
        if self._as_misere and need > 0:
            return self.takes_within(position, position.deal.size)
        return need <= 0 or self._to_come(position, need - 1, need, need) == need

    def _taken(self, position: Position) -> int:
        """What counts for the side so far."""
        counted = self.goal.out_of_play if self.goal.objective is not Objective.NONE else 0
        return position.taken(self.goal.side, self.goal.measure) + counted

    def takes_within(self, position: Position, tricks: int) -> bool:
        """Whether the bidder of a misère can be made to take one of the next tricks, the one in play included.

        Tricks already complete do not count. Raises ValueError where the goal is no misère.
        """
        if not self.goal.misere:
            raise ValueError("only of a misère is it asked by when it is beaten")
        if not self._as_misere:
            raise InputError("where trumps have to be broken, nothing is known of when a misère is beaten")
        hands, trick = self._as_searched(position)
        return self.solver.misere.beaten(hands, position.trick.leader, trick, within=tricks)

    def cards(self, position: Position) -> tuple[CardResult, ...]:
        """The value of every legal card of the seat to play."""
        values: dict[Card, int] = {}
        guess: int | None = None
        for group in position.touching_cards(self.goal.measure):
            guess = self.value(position.play(group[0]), guess)
            values.update(dict.fromkeys(group, guess))
        return tuple(CardResult(card, values[card], self.goal.makes(values[card])) for card in position.legal_cards())

    def line(self, position: Position) -> Iterator[Card]:
        """Cards of best play to the end."""
        value = self.value(position)
        while position.to_play is not None:
            card = self._best_card(position, position.to_play, value)
            yield card
            position = position.play(card)

    def wants_count(self, seat: Seat) -> bool:
        """Whether a seat wants the goal's side to take tricks."""
        return (seat in self.goal.side) == self._wants_most

    def in_order(self, position: Position) -> list[Card]:
        """One legal card of each group of touching ones, in the order a player would think of them."""
        return sorted(
            (group[-1] for group in position.touching_cards(self.goal.measure)),
            key=lambda card: self._order(position, card),
        )

    def _best_card(self, position: Position, seat: Seat, value: int) -> Card:
        """A card that keeps the value: the first in the order a player would think of them."""
        choices = self.in_order(position)
        for card in choices[:-1]:
            after = position.play(card)
            if self.reaches(after, value) if self.wants_count(seat) else not self.reaches(after, value + 1):
                return card
        return choices[-1]

    def _order(self, position: Position, card: Card) -> tuple[bool, int]:
        """A key that puts natural cards first; it chooses only between cards of equal value."""
        seat = position.to_play
        assert seat is not None
        strength = self._rules.strength(card)
        wants_trick = self.wants_count(seat) == (seat in self.goal.side)
        if position.holder is None:
            return False, -strength if wants_trick else strength
        after = position.play(card)
        takes = (after.holder or (after.trick.leader,))[0] is seat
        if wants_trick:
            return not takes, strength  # the cheapest card that takes the trick, else the lowest
        return takes, -strength  # the highest card that stays below

    def _to_come(self, position: Position, low: int, high: int, guess: int | None) -> int:
        """What the side still takes, clipped to the bounds."""
        hands, trick = self._as_searched(position)
        if guess is None:
            guess = -1
            if self._wants_most and any(hands):
                likely = likely_tricks(hands, self.goal.side, self.goal.trump)
                if self.goal.measure is Measure.POINTS:
                    left = (card for seat in position.deal for card in position.hand(seat))
                    likely *= self._rules.points(left) / max(len(position.hand(seat)) for seat in position.deal)
                guess = round(likely)
        return self._search.count(hands, position.trick.leader, trick, low=low, high=high, guess=guess)

    def _as_searched(self, position: Position) -> tuple[list[int], list[int]]:
        """The hands and the trick in play, as the search takes them."""
        hands = masks({seat: position.hand(seat) for seat in position.deal}, self._rules)
        return hands, [code(card, self._rules) for card in position.trick.cards]
