"""``ouverte review``: a played hand judged card by card, against best play by all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from ouverte import (
    Card,
    CardError,
    ContractError,
    Goal,
    InputError,
    Objective,
    Position,
    Seat,
    Side,
    Trick,
    parse_cards,
)
from ouverte.pbn import Board
from ouverte.review import CardReview, Review, review

from ouverte_cli.batch import MissingFact, answer_boards, new_solver
from ouverte_cli.diagram import card_text, hand_diagram, seat_label, title, trump_code, trump_text
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import Found, Source, Trump, deal_options, memory_option, question_options
from ouverte_cli.output import style
from ouverte_cli.questions import Question, question_text
from ouverte_cli.summary import held_text, summary

EXAMPLES = """\
\b
Examples:
  ouverte review hands/founding-example.pbn
  ouverte review --board solo hands/historic.pbn
  ouverte review --side NS --board solo --format csv hands/historic.pbn
  ouverte review --side NS --trump NT --lead W --played "SQ SA S2 SK" --deal "N:A.K.. 2.A.. K.Q.. Q.2.."
"""


@click.command("review", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@question_options(leader="as the Play section or the contract says")
@click.option("--played", metavar="CARDS", help='The play, in place of the file\'s, in order: "DT D7 DJ CK ...".')
@click.option(
    "--after", type=click.IntRange(0, 13), metavar="TRICKS", help="Judge only the cards after so many tricks."
)
@click.option("--check", is_flag=True, help="Exit with 1 when a card of the play was an error.")
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
    played: str | None,
    after: int | None,
    check: bool,
    memory: int,
    output_format: str,
) -> int:
    """Judge a played hand card by card: what each card cost, who erred, and what would have held.

    The play is the Play section of the file, or --played. The contract is that of the file's Contract and Declarer
    tags, unless options ask for another, as in solve. The play may end early: it is judged as far as it goes, and the
    value at its end says what the rest is worth.

    The value is the number of tricks the side takes in all with best play from there; for a misère it is 0 when safe
    and 1 when beaten. An error is a card that makes it worse for the seat that played it; in the table it has a
    question mark. Every other card keeps the value. In json a single board gives an object, several boards a list; csv
    has a row for each card.
    """
    asked = Question(contract, by, side, trump, lead, objective, target)
    asked.check(tags=True)

    def answer(found: Found) -> Answer:
        board = found.board.as_played
        if played is None and board.play is None:
            raise MissingFact("there is no play to review: expected a Play section, or --played")
        question = asked
        if lead is None and played is None and board.play is not None:
            question = replace(asked, lead=board.play.first)
        question = question.with_tags(board)
        goal = question.tagged_goal(board) if contract is None else question.goal(board)
        start = Position.start(board.deal, goal, board.game.play)
        start.check(goal)
        cards = _as_recorded(board, goal) if played is None else parse_cards(played)
        before = (after or 0) * len(board.deal)
        position = start.replay(cards[:before])
        if len(cards) <= before:
            raise InputError(f"the play has no card after trick {after}" if after else "the play has no card")
        solver = new_solver(memory)
        judged = review(position, goal, cards[before:], solver)
        recorded = board.result if contract is None and side is None and by is None and played is None else None
        return Judgement(replace(found, board=board), judged, recorded, solver.nodes)

    return answer_boards(source, output_format, answer, check=check)


def _as_recorded(board: Board, goal: Goal) -> tuple[Card, ...]:
    """The cards of the Play section. Raises PlayError, and InputError for a play known to be with other trumps."""
    assert board.play is not None
    try:
        trump = board.play_trump if board.contract else goal.trump
    except (CardError, ContractError):
        trump = goal.trump  # the tag leaves it open, and the options have said it
    if trump is not goal.trump:
        raise InputError(
            f"the play is of {board.contract}, {trump_text(trump)}: it cannot be judged with {trump_text(goal.trump)}"
        )
    return board.play.cards(board.deal, trump, board.game.play)


class Judgement(Answer):
    """What is to be said of one board's play."""

    def __init__(self, found: Found, judged: Review, recorded: int | None, nodes: int) -> None:
        self._found = found
        self._goal = judged.goal
        self._review = judged
        self._recorded = recorded
        self._nodes = nodes

    @property
    def affirmative(self) -> bool:
        """Whether no card was an error."""
        return not self._review.errors

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        judged = self._review
        return [
            {
                "file": self._found.file,
                "board": self._found.label,
                "deal": str(self._found.board.deal),
                "names": {seat.letter: name for seat, name in self._found.board.names.items()},
                **self._fields(),
                "target": self._goal.target,
                "value_before": judged.before,
                "value_after": judged.after,
                "makes_before": self._goal.makes(judged.before),
                "makes_after": self._goal.makes(judged.after),
                "complete": judged.complete,
                "recorded": self._recorded,
                "summary": summary(self._found.board, judged),
                "tricks": [
                    {
                        "trick": number,
                        "leader": trick.leader.letter,
                        "winner": None if winner is None else winner.letter,
                        "value_after": cards[-1].after,
                        "cards": [_card_fields(each) | {"held": _codes(each.held)} for each in cards],
                    }
                    for number, trick, winner, cards in self._tricks()
                ],
                "nodes": self._nodes,
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row a card."""
        head = {"file": self._found.file, "board": self._found.label, **self._fields()}
        return [
            head
            | {"trick": each.trick}
            | _card_fields(each)
            | {"held": [str(card) for group in each.held for card in group]}
            for each in self._review.cards
        ]

    def page(self, page: Page) -> str:
        """Diagram, question, sentence, a table of the tricks and one of the errors."""
        board, errors = self._found.board, self._review.errors
        # A misère can only be lost as a whole.
        cost = {"cost": [each.cost for each in errors]} if self._goal.objective is not Objective.NONE else {}
        columns: dict[str, list[Any]] = {
            "trick": [each.trick for each in errors],
            "error": [f"{seat_label(board, each.seat)}: {card_text(each.card)}" for each in errors],
            **cost,
            "value": [f"{self._worth(each.before)} → {self._worth(each.after)}" for each in errors],
            "would have held": [held_text(each.held) for each in errors],
        }
        rows = list(zip(*columns.values(), strict=True))
        return page.join(
            [
                page.heading(title(board, self._found.label)),
                page.block(hand_diagram(board)),
                question_text(board, self._goal),
                style(summary(board, self._review), bold=True),
                self._record(),
                self._table(page),
                page.table(list(columns), rows) if rows else "",
            ]
        )

    def _record(self) -> str:
        """What the file says was taken, beside what was, or would be, taken."""
        if self._recorded is None:
            return ""
        judged, said = self._review, f"Result in the file: {self._recorded}"
        taken = judged.end.taken(self._goal.side, self._goal.measure) + self._goal.out_of_play
        if judged.complete:
            return f"{said}." if taken == self._recorded else f"{said}; the play took {taken}."
        value = min(self._recorded, 1) if self._goal.objective is Objective.NONE else self._recorded
        if value == judged.after:
            return f"{said}, as with best play from there."
        return f"{said}; with best play from there: {self._worth(judged.after)}."

    def _table(self, page: Page) -> str:
        """A row a trick, a column a seat."""
        board, deal = self._found.board, self._found.board.deal
        seats = [self._review.start.trick.leader]
        while len(seats) < len(deal):
            seats.append(deal.next_seat(seats[-1]))
        rows = []
        for number, trick, winner, cards in self._tricks():
            cells = {each.seat: card_text(each.card) + "?" * (each.cost > 0) for each in cards}
            rows.append(
                [
                    number,
                    trick.leader.letter,
                    *(cells.get(seat, "") for seat in seats),
                    "" if winner is None else winner.letter,
                    self._worth(cards[-1].after),
                ]
            )
        return page.table(["trick", "leads", *(seat_label(board, seat) for seat in seats), "wins", "value"], rows)

    def _tricks(self) -> list[tuple[int, Trick, Seat | None, list[CardReview]]]:
        """The tricks judged: number, who led, who won it if it is complete, the cards judged."""
        end = self._review.end
        winners: list[Seat | None] = [*end.winners, None]
        found = []
        for number, (trick, winner) in enumerate(zip((*end.tricks, end.trick), winners, strict=True), 1):
            cards = [each for each in self._review.cards if each.trick == number]
            if cards:
                found.append((number, trick, winner, cards))
        return found

    def _worth(self, value: int) -> str:
        if self._goal.objective is Objective.NONE:
            return "beaten" if value else "safe"
        return str(value)

    def _fields(self) -> dict[str, Any]:
        goal = self._goal
        return {
            "contract": goal.contract,
            "by": str(goal.side),
            "trump": trump_code(goal.trump),
            "leader": goal.leader.letter,
            "objective": goal.objective.value,
        }


def _card_fields(each: CardReview) -> dict[str, Any]:
    return {
        "seat": each.seat.letter,
        "card": str(each.card),
        "before": each.before,
        "after": each.after,
        "cost": each.cost,
    }


def _codes(groups: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    return [[str(card) for card in group] for group in groups]
