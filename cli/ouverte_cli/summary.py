"""A reviewed play in one sentence: what it was worth, the cards that changed that and what would have held, the end."""

from __future__ import annotations

from collections.abc import Sequence

from ouverte import Card, Goal, Objective, Position, Seat, Trick
from ouverte.pbn import Board
from ouverte.review import CardReview, Review
from ouverte.rules import Measure

from ouverte_cli.diagram import card_text, side_label, unit_text
from ouverte_cli.output import shown

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh"),
    *("eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth"),
)


def summary(board: Board, judged: Review) -> str:
    """The sentence."""
    parts = [_beginning(judged), *(_turn(board, judged, each) for each in judged.turns), _others(board, judged)]
    return "; ".join(part for part in [*parts, _end(judged)] if part) + "."


def held_text(groups: Sequence[Sequence[Card]]) -> str:
    """Cards to choose from, touching ones together: ``♠JT98 or ♦4``."""
    words = [group[0].suit.symbol + "".join(card.letter for card in group) for group in groups]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def stop_text(end: Position) -> str:
    """How far a play goes: ``after trick 7``, ``in trick 5, after 1 card``."""
    tricks, cards = len(end.tricks), len(end.trick.cards)
    return f"in trick {tricks + 1}, after {_count(cards, 'card')}" if cards else f"after trick {tricks}"


def player(board: Board, seat: Seat) -> str:
    """The player's name where it is known and nobody else's, or else the seat."""
    name = board.names.get(seat, "")
    return shown(name) if list(board.names.values()).count(name) == 1 else seat.word


def _beginning(judged: Review) -> str:
    goal, start = judged.goal, judged.start
    when = stop_text(start) if start.played else "from the start"
    if goal.objective is Objective.NONE:
        if judged.before:
            return f"Beaten {when}" + ("" if judged.turns else ", with no escape at any card")
        return f"Safe {when}" + ("" if judged.turns else " and at every card")
    worth = f"Worth {_count(judged.before, unit_text(goal.measure, 1))} {when if start.played else 'at the start'}"
    if goal.target is None:
        return worth
    fewer = goal.objective is Objective.FEWEST and goal.target
    return f"{worth}, {goal.target} {'or fewer ' if fewer else ''}wanted"


def _turn(board: Board, judged: Review, each: CardReview) -> str:
    """An error that changed whether the contract makes."""
    goal = judged.goal
    own = each.seat in goal.side
    if goal.objective is Objective.NONE:
        did = "let it be beaten" if own else "let it home"
    elif goal.objective is Objective.FEWEST or goal.measure is Measure.POINTS:
        did = "lost it" if own else "let it make"
    else:
        assert goal.target is not None
        did = f"{'lost' if own else 'gave'} the {ORDINALS[goal.target - 1]}"
    card = f"{player(board, each.seat)}'s {card_text(each.card)} at trick {each.trick}"
    return f"{card} {did} ({held_text(each.held)} {'kept' if own else 'held'} it)"


def _others(board: Board, judged: Review) -> str:
    """The errors that changed no verdict."""
    goal, turns, errors = judged.goal, judged.turns, judged.errors
    if goal.objective is Objective.NONE:
        return ""
    if not errors:
        return f"no card cost a {unit_text(goal.measure, 1)}"
    if goal.target is not None:
        other = _count(len(errors) - len(turns), "other error" if turns else "error")
        return f"{other} did not change the verdict" if len(errors) > len(turns) else ""
    parts = []
    for own in (True, False):
        costs = [each.cost for each in errors if (each.seat in goal.side) is own]
        if costs:
            whose = side_label(board, goal.side) if own else "the others"
            parts.append(
                f"{_count(len(costs), 'error')} by {whose} cost {_count(sum(costs), unit_text(goal.measure, 1))}"
            )
    return ", ".join(parts)


def _end(judged: Review) -> str:
    goal, end = judged.goal, judged.end
    makes = goal.makes(judged.after)
    if goal.objective is Objective.NONE:
        tricks = enumerate(zip(end.tricks, end.winners, strict=True), 1)
        lost = [number for number, (trick, winner) in tricks if winner in goal.side and _counts(goal, end, trick)]
        if lost:
            return f"lost at trick {lost[0]}"
        if judged.complete:
            return "made"
        return f"{'safe' if makes else 'beaten'} where the play stops, {stop_text(end)}"
    if judged.complete:
        return {None: "{} taken", True: "made with {}", False: "lost with {}"}[makes].format(judged.after)
    bad, good = ("too few", "enough") if goal.objective is Objective.MOST else ("too many", "few enough")
    verdict = {None: "", True: f", {good},", False: f", {bad},"}[makes]
    return f"worth {judged.after}{verdict} where the play stops, {stop_text(end)}"


def _counts(goal: Goal, end: Position, trick: Trick) -> bool:
    """Whether there is anything in a trick that counts."""
    return goal.measure is Measure.TRICKS or end.rules.points(trick.cards) > 0


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
