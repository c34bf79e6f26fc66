"""Misery, the round when all pass: what one seat can secure against all the others playing together.

There is no trump and everyone plays for himself, so that no play is best for all and none of this predicts a result.
What can be said exactly is a guarantee: how one seat fares when all cards are known and the others do nothing but work
against it. The forms are those of `ouverte.rules.ruleset.Misery`:

- *last trick*, where its winner pays: can the seat be made to win it?
- *fewest tricks*, where the seat with the fewest collects: to how few can a seat that wants many be held, and how many
  can be pressed on one that wants few?
- *first to five*, where the first to take five tricks pays, or the first to four if nobody takes five: can the seat be
  made the one who pays?
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ouverte.errors import ContractError
from ouverte.guess import likely_tricks
from ouverte.position import Position
from ouverte.rules.model import Goal, Objective
from ouverte.rules.ruleset import Misery
from ouverte.search.engine import Solver
from ouverte.seats import Seat, Side
from ouverte.solving import code, load, masks

LAST_TRICK = 1
"""The tricks that count, as the search takes them: the last."""
FIRST_TO = 5
"""The tricks that lose the race of *first to five*."""


@dataclass(frozen=True, slots=True)
class MiseryResult:
    """What a seat can secure against all others together; None for what was not asked.

    `wins_last` says whether it can be made to win the last trick, `pays_first` whether it can be made the one who pays
    in *first to five*. Of the tricks in all, those already taken included, it can take `least` whatever the others do,
    if it wants many, and need take no more than `most`, if it wants few.
    """

    seat: Seat
    wins_last: bool | None = None
    least: int | None = None
    most: int | None = None
    pays_first: bool | None = None


def examine_misery(
    position: Position,
    seat: Seat,
    forms: Collection[Misery] = tuple(Misery),
    solver: Solver | None = None,
    *,
    node_limit: int = 0,
) -> MiseryResult:
    """What a seat can secure from a position on, in some forms of misery or in all.

    `node_limit` bounds the work on each answer, in positions searched; 0 is no bound. Raises ContractError for a
    position with trumps, or a seat that holds no cards, SearchLimit where an answer takes more than the limit.
    """
    solver = solver or Solver()
    wins_last = pays_first = None
    least = most = None
    if Misery.LAST_TRICK in forms:
        wins_last = can_win_last(position, seat, solver, node_limit=node_limit)
    if Misery.FEWEST in forms:
        least = least_tricks(position, seat, solver, node_limit=node_limit)
        most = most_tricks(position, seat, solver, node_limit=node_limit)
    if Misery.FIRST_TO_FIVE in forms:
        pays_first = can_be_first(position, seat, solver, node_limit=node_limit)
    return MiseryResult(seat, wins_last, least, most, pays_first)


def can_win_last(position: Position, seat: Seat, solver: Solver | None = None, *, node_limit: int = 0) -> bool:
    """Whether a seat can be made to win the last trick. Arguments and errors as in `examine_misery`."""
    _check(position, seat)
    if position.to_play is None:
        return position.winners[-1:] == (seat,)
    solver = solver or Solver()
    solver.press.load(masks(position.deal, position.rules), seat, scoring=LAST_TRICK)
    hands, trick = _as_searched(position)
    return solver.press.count(hands, position.trick.leader, trick, node_limit=node_limit) == 1


def least_tricks(position: Position, seat: Seat, solver: Solver | None = None, *, node_limit: int = 0) -> int:
    """How many tricks a seat that wants many takes in all, whatever the others do; the rest as in `examine_misery`."""
    _check(position, seat)
    solver = solver or Solver()
    side = Side.of(seat)
    load(solver, position.deal, position.rules, Goal(side, None, position.leader, Objective.MOST))
    hands, trick = _as_searched(position)
    guess = round(likely_tricks(hands, side, None)) if any(hands) else -1
    to_come = solver.count(hands, position.trick.leader, trick, guess=guess, node_limit=node_limit)
    return position.won(seat) + to_come


def most_tricks(position: Position, seat: Seat, solver: Solver | None = None, *, node_limit: int = 0) -> int:
    """How many tricks in all can be pressed on a seat that wants few; arguments and errors as in `examine_misery`."""
    _check(position, seat)
    solver = solver or Solver()
    solver.press.load(masks(position.deal, position.rules), seat)
    hands, trick = _as_searched(position)
    return position.won(seat) + solver.press.count(hands, position.trick.leader, trick, node_limit=node_limit)


def can_be_first(
    position: Position, seat: Seat, solver: Solver | None = None, *, tricks: int = FIRST_TO, node_limit: int = 0
) -> bool:
    """Whether a seat can be made to be the first to take so many tricks, or one fewer if nobody takes as many.

    Only the tricks of the position's own deal are counted, which for an ending may be too few. `tricks` is 2 or more;
    the other arguments and errors as in `examine_misery`.
    """
    _check(position, seat)
    solver = solver or Solver()
    solver.press.load(masks(position.deal, position.rules), seat, first_to=tricks)
    hands, trick = _as_searched(position)
    return solver.press.loses_race(hands, position.trick.leader, trick, winners=position.winners, node_limit=node_limit)


def _check(position: Position, seat: Seat) -> None:
    if position.trump is not None:
        raise ContractError(f"misery is played without trumps, not with {position.trump.word}")
    if seat not in position.deal:
        raise ContractError(f"{seat.word} holds no cards and cannot be asked about")


def _as_searched(position: Position) -> tuple[list[int], list[int]]:
    """The hands and the trick in play, as the search takes them."""
    hands = masks({seat: position.hand(seat) for seat in position.deal}, position.rules)
    return hands, [code(card, position.rules) for card in position.trick.cards]
