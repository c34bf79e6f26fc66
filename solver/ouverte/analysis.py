"""The report on a deal: every contract of a game in the hands of every seat, or pair, that could play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ouverte.cards import Card, Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError
from ouverte.guess import likely_tricks
from ouverte.known import Known
from ouverte.rules import SOLO_WHIST, Contract, Game, Goal, Objective
from ouverte.search.engine import Solver
from ouverte.seats import Seat, Side
from ouverte.solving import load, masks


@dataclass(frozen=True, slots=True)
class Entry:
    """One contract in the hands of one side: what it takes with best play, and whether that is enough.

    `value` is in tricks; for the objective NONE it is 0 when the side is safe and 1 when it can be made to take one. It
    is None in a report that was asked for verdicts only.
    """

    contract: Contract
    goal: Goal
    value: int | None
    makes: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What every side could make of a deal, contract by contract in ascending order."""

    deal: Deal
    game: Game
    eldest: Seat
    turned_up: Suit | None
    entries: tuple[Entry, ...]

    def of(self, contract: str, by: Side | Seat | None = None) -> tuple[Entry, ...]:
        """The entries of a contract, or those of one side in it."""
        side = Side.of(by) if isinstance(by, Seat) else by
        return tuple(
            entry
            for entry in self.entries
            if entry.contract.name == contract and (side is None or entry.goal.side == side)
        )

    def best(self, contract: str, by: Side | Seat) -> Entry:
        """The best entry of a side in a contract: with the trump suit that serves it best, where it may choose."""
        entries = self.of(contract, by)
        if not entries:
            raise ContractError(f"no entry for {contract} by {Side.of(by) if isinstance(by, Seat) else by}")
        sign = 1 if entries[0].goal.objective is Objective.MOST else -1
        return max(entries, key=lambda entry: (entry.makes, sign * (entry.value or 0)))


def turned_up_suit(deal: Deal, dealer: Seat, turn_up: Card) -> Suit:
    """The suit of the dealer's last card. Raises ContractError when the dealer of a full deal does not hold it."""
    if deal.full and turn_up not in deal[dealer]:
        holder = deal.holder(turn_up)
        held_by = f"{holder.word} holds it" if holder is not None else "nobody holds it"
        raise ContractError(
            f"turn-up {turn_up} is not in the hand of the dealer, {dealer.word} ({held_by}): "
            "give the trump suit alone where it was turned from another pack"
        )
    return turn_up.suit


def analyse(
    deal: Deal,
    dealer: Seat,
    turned_up: Suit | None,
    *,
    game: Game = SOLO_WHIST,
    variants: Sequence[str] = (),
    numbers: bool = True,
    solver: Solver | None = None,
) -> Report:
    """Every contract of a game, in ascending order, for every side that could play it and every trump it could choose.

    `dealer` fixes the eldest hand, who leads unless a contract says otherwise; `turned_up` is the suit of the turn-up.
    `variants` names options of the game. Without `numbers` only the verdicts are worked out, in a fraction of the time,
    and the entries have no `value`. Raises ContractError when the deal is not for this game or a suit is missing.
    """
    if len(deal) != game.seats:
        raise ContractError(f"{game.title} is played by {game.seats}: the deal has {len(deal)} hands")
    if deal.size > game.hand_size:
        raise ContractError(f"{game.title} is played with {game.hand_size} cards a hand: the deal has {deal.size}")
    eldest = deal.next_seat(dealer)
    tricks = _Tricks(deal, game, solver or Solver())
    entries = []
    for contract in game.with_variants(tuple(variants)):
        for side in game.sides(contract, deal.seats):
            for trump in contract.trump.trumps(turned_up):
                goal = contract.goal(side, eldest=eldest, turned_up=turned_up, trump=trump, seats=deal.seats)
                if numbers:
                    value = tricks.value(goal)
                    entries.append(Entry(contract, goal, value, bool(goal.makes(value))))
                else:
                    entries.append(Entry(contract, goal, None, tricks.makes(goal)))
    return Report(deal, game, eldest, turned_up, tuple(entries))


class _Tricks:
    """Values of the goals of one deal; what is known of one side is used for the others."""

    def __init__(self, deal: Deal, game: Game, solver: Solver) -> None:
        self._deal = deal
        self._rules = game.play
        self._solver = solver
        self._hands = masks(deal, game.play)
        self._known: dict[tuple[Suit | None, Seat], Known] = {}
        self._values: dict[Goal, int] = {}

    def value(self, goal: Goal) -> int:
        """What the side takes."""
        if goal.objective is not Objective.MOST:
            return self._other_value(goal)
        known = self._known_of(goal)
        if known.low(goal.side) < known.high(goal.side):
            asked = self._load(goal)
            low, high = known.low(asked.side), known.high(asked.side)
            value = self._solver.count(self._hands, goal.leader, low=low, high=high, guess=self._guess(asked))
            known.at_least(asked.side, value)
            known.at_most(asked.side, value)
        return known.low(goal.side)

    def makes(self, goal: Goal) -> bool:
        """Whether the goal's target is met."""
        if goal.objective is not Objective.MOST or goal.target is None:
            return bool(goal.makes(self.value(goal)))
        known = self._known_of(goal)
        if known.low(goal.side) < goal.target <= known.high(goal.side):
            asked = self._load(goal)
            # What one side takes the other does not.
            need = goal.target if asked.side == goal.side else self._deal.size - goal.target + 1
            if self._solver.reaches(self._hands, goal.leader, (), need):
                known.at_least(asked.side, need)
            else:
                known.at_most(asked.side, need - 1)
        return known.low(goal.side) >= goal.target

    def _known_of(self, goal: Goal) -> Known:
        return self._known.setdefault((goal.trump, goal.leader), Known(self._deal.seats, self._deal.size))

    def _load(self, goal: Goal) -> Goal:
        """Load the solver for a goal or its mirror image: of the two sides, the smaller, or that of the first seat."""
        others = Side(self._deal.seats.mask & ~goal.side.mask)
        asked = replace(goal, side=min(goal.side, others, key=lambda side: (len(side), tuple(side))))
        load(self._solver, self._deal, self._rules, asked)
        return asked

    def _guess(self, goal: Goal) -> int:
        return round(likely_tricks(self._hands, goal.side, goal.trump))

    def _other_value(self, goal: Goal) -> int:
        question = replace(goal, target=None, contract=None)
        if question not in self._values:
            load(self._solver, self._deal, self._rules, goal)
            if goal.misere:
                self._values[question] = int(self._solver.misere.beaten(self._hands, goal.leader))
            else:
                most = 1 if goal.objective is Objective.NONE else self._deal.size
                self._values[question] = self._solver.count(self._hands, goal.leader, low=0, high=most, guess=1)
        return self._values[question]
