"""``ouverte misery``: what one seat can secure against all others when all have passed."""

from __future__ import annotations

from typing import Any

import click
from ouverte import Position, SearchLimit, Seat
from ouverte.misery import MiseryResult, examine_misery
from ouverte.rules.ruleset import Misery

from ouverte_cli.batch import Plays, answer_boards, new_solver
from ouverte_cli.diagram import cards_text, hand_diagram, seat_label, title
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import SEAT, Found, Source, deal_options, memory_option, played_options
from ouverte_cli.misere_words import paragraph
from ouverte_cli.questions import eldest

FORMS = {
    "last-trick": (Misery.LAST_TRICK,),
    "fewest": (Misery.FEWEST,),
    "first-to-five": (Misery.FIRST_TO_FIVE,),
    "all": tuple(Misery),
}
LIMIT = 500_000_000
"""Positions an answer may take. A full deal seldom needs a tenth of that; it stands for some minutes."""

GUARANTEE = (
    "This is what each seat can secure against all the others together, with all cards known. It is no prediction: "
    "in misery everyone plays for himself, and nobody need join against one seat."
)
MEANING = {
    Misery.LAST_TRICK: "Last trick: can the others make the seat win it, and so pay?",
    Misery.FEWEST: (
        "Fewest tricks: a seat that wants many takes at least the first number, however the others hold it down; on "
        "one that wants few they can press the second number and no more."
    ),
    Misery.FIRST_TO_FIVE: (
        "First to five: can the others make the seat the first to take five tricks, or four if nobody takes five, so "
        "that it pays?"
    ),
}
EXAMPLES = """\
\b
Examples:
  ouverte misery hands/founding-example.pbn
  ouverte misery --form last-trick --by N --board "first play" --after 6 hands/founding-example.pbn
  ouverte misery --form fewest --lead W --deal "N:A.K.. 2.A.. K.Q.. Q.2.."
"""


@click.command("misery", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@click.option(
    "--form",
    type=click.Choice(list(FORMS)),
    default="all",
    show_default=True,
    help="Who pays: the winner of the last trick, all but the seat with the fewest, or the first to take five.",
)
@click.option("--by", type=SEAT, metavar="SEAT", show_default="each seat in turn", help="The seat asked about.")
@click.option(
    "--lead", type=SEAT, metavar="SEAT", show_default="the seat at the dealer's left", help="Who leads first."
)
@played_options
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    metavar="POSITIONS",
    help="The most positions an answer may take.",
)
@memory_option
@format_option
def command(
    source: Source,
    form: str,
    by: Seat | None,
    lead: Seat | None,
    played: str | None,
    after: int | None,
    limit: int,
    memory: int,
    output_format: str,
) -> int:
    """Say what each seat can secure in misery, the round without trumps when all pass, against all others together.

    Everyone plays for himself in misery, so this is a guarantee against the worst the others could do, not a
    prediction. The three forms: whether the seat can be made to win the last trick; the fewest tricks it can be held to
    when it wants many, and the most that can be pressed on it when it wants few; whether it can be made the first to
    take five tricks, or four if nobody takes five.

    There is no trump, whatever suit is turned up. With --played or --after the play goes on from there, and tricks
    taken before count. A full deal takes some seconds a seat, a few deals minutes; a board on which an answer would
    take more than --limit positions is not answered, and the exit code is 4.

    In json --by gives an object for a single board; without it, or for several boards, there is a list.
    """
    plays = Plays(played, after)
    forms = FORMS[form]

    def answer(found: Found) -> Answer:
        board = found.board
        leader = lead if lead is not None else eldest(board)
        position = plays.apply(board, Position(board.deal, leader, None, board.game.play))
        standings = []
        for seat in board.deal.seats if by is None else (by,):
            solver = new_solver(memory)
            try:
                result = examine_misery(position, seat, forms, solver, node_limit=limit)
            except SearchLimit:
                raise SearchLimit(
                    f"an answer for {seat.word} takes over {limit:,} positions: give more with --limit"
                ) from None
            standings.append((result, solver.nodes))
        return Standings(found, position, forms, standings)

    return answer_boards(source, output_format, answer)


class Standings(Answer):
    """The answer for one board: one seat or each."""

    def __init__(
        self, found: Found, position: Position, forms: tuple[Misery, ...], standings: list[tuple[MiseryResult, int]]
    ) -> None:
        self._found = found
        self._position = position
        self._forms = forms
        self._standings = standings

    def documents(self) -> list[dict[str, Any]]:
        """One object a seat."""
        head = {"file": self._found.file, "board": self._found.label, "deal": str(self._found.board.deal)}
        return [head | fields for fields in self._fields()]

    def rows(self) -> list[dict[str, object]]:
        """One row a seat."""
        head = {"file": self._found.file, "board": self._found.label}
        return [head | fields for fields in self._fields()]

    def page(self, page: Page) -> str:
        """Diagram, a table of the seats, and what it says."""
        board = self._found.board
        played = self._position.played
        return page.join(
            [
                page.heading(title(board, self._found.label)),
                page.block(hand_diagram(board)),
                f"Played: {cards_text(played)}" if played else "",
                page.table(self._headers(), [self._row(result) for result, _ in self._standings]),
                *(paragraph(MEANING[form]) for form in self._forms),
                paragraph(GUARANTEE),
            ]
        )

    def _fields(self) -> list[dict[str, Any]]:
        to_play = self._position.to_play
        return [
            {
                "by": result.seat.letter,
                "leader": self._position.leader.letter,
                "to_play": None if to_play is None else to_play.letter,
                "wins_last": result.wins_last,
                "least": result.least,
                "most": result.most,
                "pays_first": result.pays_first,
                "played": [str(card) for card in self._position.played],
                "nodes": nodes,
            }
            for result, nodes in self._standings
        ]

    def _headers(self) -> list[str]:
        headers = {
            Misery.LAST_TRICK: ["Last trick"],
            Misery.FEWEST: ["Takes at least", "Need take at most"],
            Misery.FIRST_TO_FIVE: ["First to five"],
        }
        return ["Seat", *(header for form in self._forms for header in headers[form])]

    def _row(self, result: MiseryResult) -> list[object]:
        cells: dict[Misery, list[object]] = {
            Misery.LAST_TRICK: ["can be made to win it" if result.wins_last else "safe ✓"],
            Misery.FEWEST: [result.least, result.most],
            Misery.FIRST_TO_FIVE: ["can be made to pay" if result.pays_first else "safe ✓"],
        }
        return [seat_label(self._found.board, result.seat), *(cell for form in self._forms for cell in cells[form])]
