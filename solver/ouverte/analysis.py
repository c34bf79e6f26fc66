"""The report on a deal: every contract of a game in the hands of every seat, or pair, that could play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ouverte.cards import Card, Hand, Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError, DealError
from ouverte.exchanges import Exchange, best_exchanges, can_make
from ouverte.guess import likely_tricks
from ouverte.known import Known
from ouverte.position import Position
from ouverte.rules import SOLO_WHIST, Contract, Game, Goal, Measure, Objective, Preparation
from ouverte.search.engine import Solver
from ouverte.seats import Seat, Side
from ouverte.solving import Examiner, load, masks, only_general, solve
from ouverte.undealt import undealt


@dataclass(frozen=True, slots=True)
class Entry:
    """One contract in the hands of one side: what it takes with best play, and whether that is enough.

    `value` is in tricks or, where the goal's measure is points, in points, those out of play that count included; for
    the objective NONE it is 0 when the side is safe and 1 when it can be made to take one. It is None in a report that
    was asked for verdicts only. `exchange` is the best choice of a bidder who lays cards away or calls one.
    """

    contract: Contract
    goal: Goal
    value: int | None
    makes: bool
    exchange: Exchange | None = None


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
    dealer: Seat | None,
    turned_up: Suit | None,
    *,
    game: Game = SOLO_WHIST,
    variants: Sequence[str] = (),
    numbers: bool = True,
    widow: Hand | None = None,
    leader: Seat | None = None,
    solver: Solver | None = None,
) -> Report:
    """Every contract of a game, in ascending order, for every side that could play it and every trump it could choose.

    `dealer`, who need not be one of those that play, fixes the eldest hand, who leads unless a contract says otherwise;
    `leader` takes its place. `turned_up` is the suit of the turn-up. `widow` has the cards that were dealt to nobody;
    of a whole deal they are known without it. `variants` names options of the game. Without `numbers` only the verdicts
    are worked out, in a fraction of the time, and the entries have no `value`. Raises ContractError when the deal is
    not for this game or a suit is missing, DealError for a widow that is missing or wrong.
    """
    if len(deal) != game.seats:
        raise ContractError(f"{game.title} is played by {game.seats}: the deal has {len(deal)} hands")
    if deal.size > game.hand_size:
        raise ContractError(f"{game.title} is played with {game.hand_size} cards a hand: the deal has {deal.size}")
    eldest = leader
    if eldest is None:
        if dealer is None:
            raise ContractError("who leads is not known: expected the dealer or the leader")
        eldest = deal.next_seat(dealer)
    if eldest not in deal:
        raise ContractError(f"{eldest.word} holds no cards and cannot lead")
    out_of_play = undealt(deal, game, widow)
    if out_of_play is None and game.counts_undealt:
        raise DealError("the widow is not known: expected it with a deal that is not whole")
    values = _Values(deal, game, out_of_play or Hand(), solver or Solver())
    points = game.play.points(out_of_play or Hand())
    entries = []
    for contract in game.with_variants(tuple(variants)):
        for side in game.sides(contract, deal.seats):
            for trump in contract.trump.trumps(turned_up):
                goal = contract.goal(
                    side, eldest=eldest, turned_up=turned_up, trump=trump, seats=deal.seats, out_of_play=points
                )
                entries.append(values.entry(contract, goal, numbers))
    return Report(deal, game, eldest, turned_up, tuple(entries))


class _Values:
    """What the contracts of one deal are worth."""

    def __init__(self, deal: Deal, game: Game, widow: Hand, solver: Solver) -> None:
        self._deal = deal
        self._rules = game.play
        self._widow = widow
        self._solver = solver
        self._tricks = _Tricks(deal, game, solver)
        self._points: dict[Goal, int] = {}

    def entry(self, contract: Contract, goal: Goal, numbers: bool) -> Entry:
        """The entry of a report; without `numbers` there is only a verdict in it."""
        if contract.preparation is not Preparation.NONE:
            asked = (contract.preparation, self._deal, self._widow, goal, self._rules)
            if not numbers:
                return Entry(contract, goal, None, can_make(*asked, solver=self._solver))
            (choice,) = best_exchanges(*asked, solver=self._solver)
            return Entry(contract, goal, choice.value, bool(goal.makes(choice.value)), choice.exchange)
        known = self._tricks.value if goal.measure is Measure.TRICKS else self._points_of
        if numbers:
            return Entry(contract, goal, known(goal), bool(goal.makes(known(goal))))
        if goal.measure is Measure.TRICKS:
            return Entry(contract, goal, None, self._tricks.makes(goal))
        start = Position.start(self._deal, goal, self._rules)
        return Entry(contract, goal, None, Examiner(start, goal, self._solver).makes(start))

    def _points_of(self, goal: Goal) -> int:
        """What a side takes in points, the same for every contract that asks it."""
        question = replace(goal, target=None, contract=None)
        if question not in self._points:
            self._points[question] = solve(Position.start(self._deal, goal, self._rules), goal, self._solver).value
        return self._points[question]


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
            if goal.misere and not only_general(self._rules, goal):
                self._values[question] = int(self._solver.misere.beaten(self._hands, goal.leader))
            else:
                most = 1 if goal.objective is Objective.NONE else self._deal.size
                self._values[question] = self._solver.count(self._hands, goal.leader, low=0, high=most, guess=1)
        return self._values[question]
