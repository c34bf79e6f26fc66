"""Whether a bidder who must take no trick can be made to take one: by which cards, and along which line."""

from __future__ import annotations

from dataclasses import dataclass

from ouverte.cards import Card
from ouverte.errors import ContractError
from ouverte.position import Position
from ouverte.rules import Goal, Objective
from ouverte.search.engine import Solver
from ouverte.seats import Side
from ouverte.solving import CardResult, Examiner


@dataclass(frozen=True, slots=True)
class MisereResult:
    """The fate of a misère. `cards` are the legal cards of the seat to play, value 1 where the bidder is beaten after.

    When the bidder is beaten, `line` runs to the end of the trick he is made to take, empty if he has taken one
    already; when he is safe, it is a line of best play to the last card.
    """

    safe: bool
    cards: tuple[CardResult, ...]
    line: tuple[Card, ...]

    @property
    def beating(self) -> tuple[Card, ...]:
        """The cards that beat the bidder; when it is his turn, those of his own by which he lets himself be beaten."""
        return tuple(each.card for each in self.cards if each.value)


def examine_misere(position: Position, goal: Goal, solver: Solver | None = None) -> MisereResult:
    """The fate of a misère from a position on, against every defence.

    Of the cards that beat the bidder the one with the shortest line is shown. Raises ContractError for a goal that is
    no misère or does not fit the position.
    """
    if goal.objective is not Objective.NONE:
        raise ContractError("expected a goal of no trick at all")
    examiner = Examiner(position, goal, solver)
    cards = examiner.cards(position)
    if position.won(goal.side):
        return MisereResult(False, cards, ())
    if not examiner.value(position):
        return MisereResult(True, cards, tuple(examiner.line(position)))
    beating = {each.card for each in cards if each.value}
    firsts = [group[-1] for group in position.touching_cards() if group[0] in beating]
    lines = [_forced_line(examiner, position, first, goal.side) for first in firsts]
    return MisereResult(False, cards, min(lines, key=len))


def _forced_line(examiner: Examiner, position: Position, first: Card, side: Side) -> tuple[Card, ...]:
    """The line that begins with a card, to the end of the trick that the side takes."""
    after = position.play(first)
    line = [first]
    rest = examiner.line(after)
    while not after.won(side):
        card = next(rest)
        line.append(card)
        after = after.play(card)
    return tuple(line)
