"""``ouverte solve``: the exact value of one question about a deal, of every card, and a line of best play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from ouverte import Card, CardResult, Examiner, Goal, Objective, Position, Seat, Side
from ouverte.exchanges import Choice

from ouverte_cli.batch import Plays, answer_boards, new_solver
from ouverte_cli.diagram import (
    card_text,
    cards_text,
    hand_diagram,
    seat_label,
    title,
    trick_lines,
    trump_code,
    unit_text,
)
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.exchange import ExchangeWords, after_exchange, exchange_fields, exchange_options, exchange_text
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import Found, Source, Trump, deal_options, memory_option, played_options, question_options
from ouverte_cli.output import style
from ouverte_cli.questions import Question, question_text

EXAMPLES = """\
\b
Examples:
  ouverte solve --contract solo --by E hands/founding-example.pbn
  ouverte solve --contract abundance --trump D --by W hands/founding-example.pbn
  ouverte solve --side NS --trump NT --lead W --deal "N:A.K.. 2.A.. K.Q.. Q.2.."
  ouverte solve --contract open_misere --by N --played "DT D7 DJ CK" hands/founding-example.pbn
"""


@click.command("solve", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@question_options(leader="as the contract says")
@exchange_options
@played_options
@click.option("--check", is_flag=True, help="Exit with 1 when the contract, or the target, is not made.")
@memory_option
@format_option
def command(
    source: Source,
    contract: str | None,
    by: Side | None,
    side: Side | None,
    trump: Trump | None,
    lead: Seat | None,
    objective: str | None,
    target: int | None,
    exchange: ExchangeWords,
    played: str | None,
    after: int | None,
    check: bool,
    memory: int,
    output_format: str,
) -> int:
    """Give the value of a contract, or of any side, with best play by all: of the deal and of every legal card.

    Ask for a contract (--contract solo --by E) or for a side of your own (--side NS --trump S --lead W). The value is
    the number of tricks the side takes in all, those won in --played included. Where no trick may be taken (misère,
    --objective none) it is 0 when none need be taken and 1 when the side can be made to take one.

    In games for card points the value is in points, the widow included where it counts. A contract that begins with an
    exchange is solved after the best one, or after that of --lay-away or of --call and --give; the best few are listed
    with their values.

    A contract in the turned-up suit takes it from --trump, --turn-up or the file; where the bidder names the suit,
    --trump gives it. Without --lead, the seat at the dealer's left leads unless the contract says otherwise. In json a
    single board gives an object, several boards a list.
    """
    question = Question(contract, by, side, trump, lead, objective, target)
    question.check()
    plays = Plays(played, after)
    if check and side is not None and target is None and objective != "none":
        raise click.UsageError("--check needs a --target")

    def answer(found: Found) -> Answer:
        board = found.board
        goal = question.goal(board)
        solver = new_solver(memory)
        choices = exchange.choices(board, goal, solver)
        if choices:
            board = after_exchange(board, choices[0].exchange)
            goal = choices[0].exchange.goal(goal, board.game.play)
        start = Position.start(board.deal, goal, board.game.play)
        start.check(goal)
        position = plays.apply(board, start)
        examiner = Examiner(position, goal, solver)
        value = examiner.value(position)
        cards = examiner.cards(position)
        line = tuple(examiner.line(position))
        return Solution(replace(found, board=board), goal, position, value, cards, line, choices, solver.nodes)

    return answer_boards(source, output_format, answer, check=check)


class Solution(Answer):
    """The answer for one board."""

    def __init__(
        self,
        found: Found,
        goal: Goal,
        position: Position,
        value: int,
        cards: tuple[CardResult, ...],
        line: tuple[Card, ...],
        choices: tuple[Choice, ...],
        nodes: int,
    ) -> None:
        self._found = found
        self._goal = goal
        self._position = position
        self._value = value
        self._makes = goal.makes(value)
        self._cards = cards
        self._line = line
        self._choices = choices
        self._nodes = nodes

    @property
    def affirmative(self) -> bool:
        """Whether the target is reached."""
        return bool(self._makes)

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        return [
            {
                "file": self._found.file,
                "board": self._found.label,
                "deal": str(self._found.board.deal),
                **self._fields(),
                **self._exchanges(),
                "played": [str(card) for card in self._position.played],
                "cards": [{"card": str(each.card), "value": each.value, "makes": each.makes} for each in self._cards],
                "line": [str(card) for card in self._line],
                "nodes": self._nodes,
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row for each legal card, one without a card when all are played."""
        head = {"file": self._found.file, "board": self._found.label, **self._fields()}
        cards: list[dict[str, object]] = [
            {"card": str(each.card), "card_value": each.value, "card_makes": each.makes} for each in self._cards
        ]
        return [head | card for card in cards or [{"card": None, "card_value": None, "card_makes": None}]]

    def page(self, page: Page) -> str:
        """Diagram, question, value, cards and line."""
        board = self._found.board
        to_play = self._position.to_play
        rows = [[card_text(each.card), each.value, _verdict(each.makes)] for each in self._cards]
        played = self._position.played
        return page.join(
            [
                page.heading(title(board, self._found.label)),
                page.block(hand_diagram(board)),
                question_text(board, self._goal),
                self._exchange_table(page),
                f"Played: {cards_text(played)}" if played else "",
                style(self._answer(), bold=True),
                "" if to_play is None else f"Cards of {seat_label(board, to_play)}, who is to play:",
                page.table(["card", "value", "makes"], rows) if rows else "",
                "A line of best play:" if self._line else "",
                page.block(trick_lines(self._position, self._line)) if self._line else "",
            ]
        )

    def _exchanges(self) -> dict[str, Any]:
        """The exchanges of the bidder, the best first; nothing where the contract has none."""
        choices = [exchange_fields(each.exchange) | {"value": each.value} for each in self._choices]
        return {"exchanges": choices} if choices else {}

    def _exchange_table(self, page: Page) -> str:
        if not self._choices:
            return ""
        rows = [[exchange_text(each.exchange), each.value] for each in self._choices]
        return page.table(["Exchange (the hands are those after the first)", "value"], rows)

    def _fields(self) -> dict[str, Any]:
        goal, to_play = self._goal, self._position.to_play
        return {
            "contract": goal.contract,
            "by": str(goal.side),
            "trump": trump_code(goal.trump),
            "leader": goal.leader.letter,
            "to_play": None if to_play is None else to_play.letter,
            "objective": goal.objective.value,
            "target": goal.target,
            "value": self._value,
            "makes": self._makes,
        }

    def _answer(self) -> str:
        unit = unit_text(self._goal.measure, 1)
        if self._goal.objective is Objective.NONE:
            return f"Safe: no {unit} need be taken." if self._makes else f"Beaten: can be made to take a {unit}."
        verdict = {None: "", True: ": makes", False: ": does not make"}[self._makes]
        return f"Value: {self._value} {unit_text(self._goal.measure, self._value)}{verdict}."


def _verdict(makes: bool | None) -> str:
    return "" if makes is None else "✓" if makes else "no"
