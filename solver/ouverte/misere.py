"""Whether a bidder who must take no trick can be made to take one: by which cards, how soon, and along which line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ouverte.cards import Card
from ouverte.errors import ContractError
from ouverte.misery import most_tricks
from ouverte.position import Position
from ouverte.rules import Goal, Objective
from ouverte.search.engine import Solver
from ouverte.solving import CardResult, Examiner, solve


@dataclass(frozen=True, slots=True)
class MisereResult:
    """The fate of a misère. `cards` are the legal cards of the seat to play, value 1 where the bidder is beaten after.

    `earliest` is None for a safe bidder. Of a beaten one it is the trick, counted from the first of the deal, that he
    can be made to take when the defence hurries and he delays; where he has taken one already, the first of those.
    `line` then runs to the end of that trick, and is empty if it is past. For a safe bidder it is a line of best play
    to the last card.
    """

    safe: bool
    cards: tuple[CardResult, ...]
    line: tuple[Card, ...]
    earliest: int | None

    @property
    def beating(self) -> tuple[Card, ...]:
        """The cards that beat the bidder; when it is his turn, those of his own by which he lets himself be beaten."""
        return tuple(each.card for each in self.cards if each.value)


def examine_misere(position: Position, goal: Goal, solver: Solver | None = None) -> MisereResult:
    """The fate of a misère from a position on, against every defence.

    Raises ContractError for a goal that is no misère of one seat or does not fit the position.
    """
    if not goal.misere:
        raise ContractError("expected a goal of one seat and no trick at all")
    examiner = Examiner(position, goal, solver)
    cards = examiner.cards(position)
    bidder = goal.side.only
    if position.won(bidder):
        return MisereResult(False, cards, (), position.winners.index(bidder) + 1)
    if not examiner.value(position):
        return MisereResult(True, cards, tuple(examiner.line(position)), None)
    tricks = _soonest(examiner, position)
    return MisereResult(False, cards, _forced_line(examiner, position, tricks), len(position.tricks) + tricks)


def most_forced(position: Position, goal: Goal, solver: Solver | None = None) -> int:
    """How many tricks the bidder of a misère can be made to take in all, those already taken included.

    At no trump that takes a full deal seconds as a rule; with trumps the search for tricks finds it, which may take
    minutes. Errors as `examine_misere`.
    """
    if not goal.misere:
        raise ContractError("expected a goal of one seat and no trick at all")
    if goal.trump is None:
        position.check(goal)
        return most_tricks(position, goal.side.only, solver)
    return solve(position, replace(goal, objective=Objective.FEWEST, target=None, contract=None), solver).value


def _soonest(examiner: Examiner, position: Position) -> int:
    """In how many tricks, the one in play included, a beaten bidder falls at the latest."""
    tricks = 1
    while not examiner.takes_within(position, tricks):
        tricks += 1
    return tricks


def _forced_line(examiner: Examiner, position: Position, tricks: int) -> tuple[Card, ...]:
    """The line by which a bidder falls in so many tricks: the defence wastes none, and he does not hasten it."""
    bidder = examiner.goal.side.only
    end = len(position.tricks) + tricks
    line = []
    while not position.won(bidder):
        choices = examiner.in_order(position)
        for card in choices:
            after = position.play(card)
            rest = end - len(after.tricks)
            if position.to_play is bidder:
                fits = not after.won(bidder) and not examiner.takes_within(after, rest - 1)
            else:
                fits = bool(after.won(bidder)) or examiner.takes_within(after, rest)
            if fits:
                break
        else:
            # The bidder cannot delay it beyond this trick.
            after = position.play(card)
        line.append(card)
        position = after
    return tuple(line)
