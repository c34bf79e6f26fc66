"""The report on a deal: every contract of a game in the hands of every seat, or pair, that could play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ouverte.cards import Card, Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError
from ouverte.rules import SOLO_WHIST, Contract, Game, Goal, Objective
from ouverte.search.engine import Solver
from ouverte.seats import Seat, Side
from ouverte.solving import load, masks


@dataclass(frozen=True, slots=True)
class Entry:
    """One contract in the hands of one side: what it takes with best play, and whether that is enough.

    `value` is in tricks; for the objective NONE it is 0 when the side is safe and 1 when it can be made to take one.
    """

    contract: Contract
    goal: Goal
    value: int
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
        best_first = sorted(entries, key=lambda entry: entry.value, reverse=entries[0].goal.objective is Objective.MOST)
        return best_first[0]


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
    solver: Solver | None = None,
) -> Report:
    """Every contract of a game, in ascending order, for every side that could play it and every trump it could choose.

    `dealer` fixes the eldest hand, who leads unless a contract says otherwise; `turned_up` is the suit of the turn-up.
    `variants` names options of the game. Raises ContractError when the deal is not for this game or a suit is missing.
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
                value = tricks.value(goal)
                entries.append(Entry(contract, goal, value, bool(goal.makes(value))))
    return Report(deal, game, eldest, turned_up, tuple(entries))


class _Tricks:
    """Values of the goals of one deal, each question asked once."""

    def __init__(self, deal: Deal, game: Game, solver: Solver) -> None:
        self._deal = deal
        self._rules = game.play
        self._solver = solver
        self._hands = masks(deal, game.play)
        self._known: dict[tuple[Side, Suit | None, Seat, Objective], int] = {}

    def value(self, goal: Goal) -> int:
        question = (goal.side, goal.trump, goal.leader, goal.objective)
        if question not in self._known:
            self._known[question] = self._search(goal)
        return self._known[question]

    def _search(self, goal: Goal) -> int:
        # What one side takes the other does not: of the two, the one with fewer seats (or the first seat) is asked for.
        others = Side(self._deal.seats.mask & ~goal.side.mask)
        asked = min(goal.side, others, key=lambda side: (len(side), tuple(side)))
        if asked != goal.side and goal.objective is Objective.MOST:
            return self._deal.size - self.value(replace(goal, side=others))
        load(self._solver, self._deal, self._rules, goal)
        most = 1 if goal.objective is Objective.NONE else self._deal.size
        guess = self._deal.size * len(goal.side) // len(self._deal)
        return self._solver.count(self._hands, goal.leader, low=0, high=most, guess=guess)
