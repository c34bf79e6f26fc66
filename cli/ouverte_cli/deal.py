"""``ouverte deal``: random deals, dealt as the game says."""

from __future__ import annotations

import secrets
from itertools import chain, islice
from typing import Any

import click
from ouverte import GAMES, SOLO_WHIST, Seat
from ouverte.dealing import random_boards
from ouverte.pbn import Board, format_board

from ouverte_cli.diagram import hand_diagram, title
from ouverte_cli.errors import EXIT_CODES, Exit
from ouverte_cli.formats import FORMATS, Answer, Page, Writer
from ouverte_cli.inputs import SEAT
from ouverte_cli.output import echo

EXAMPLES = """\
\b
Examples:
  ouverte deal --seed 1
  ouverte deal --seed 1 --count 20 > deals.pbn
  ouverte deal --count 3 | ouverte analyse --format table -
"""


@click.command("deal", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many boards.")
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", show_default="random", help="Deal the same boards again."
)
@click.option("--dealer", type=SEAT, default="N", show_default=True, metavar="SEAT", help="The dealer of board 1.")
@click.option("--game", type=click.Choice(list(GAMES)), default=SOLO_WHIST.name, show_default=True, help="The game.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["pbn", *FORMATS]),
    default="pbn",
    show_default=True,
    help="How to write the boards.",
)
def command(count: int, seed: int | None, dealer: Seat, game: str, output_format: str) -> int:
    """Deal random boards as the game says: in packets from the dealer's left, the dealer's last card turned up.

    The deal passes clockwise from board to board. A seed gives the same boards everywhere, and the first boards of a
    long run are those of a short one. In json one board gives an object, several a list.
    """
    if seed is None:
        seed = secrets.randbelow(2**32)
    endless = random_boards(seed, GAMES[game], dealer)
    try:
        first = next(endless)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    boards = islice(chain([first], endless), count)
    if output_format == "pbn":
        echo(f"% Dealt by: ouverte deal --seed {seed} --count {count}" + f" --dealer {dealer.letter}")
        for board in boards:
            echo(format_board(board).removesuffix("\n"))
        return Exit.DONE
    writer = Writer(output_format, single=count == 1)
    for board in boards:
        writer.write(Dealt(board, seed))
    writer.close()
    return Exit.DONE


class Dealt(Answer):
    """One board."""

    def __init__(self, board: Board, seed: int) -> None:
        self._board = board
        self._seed = seed

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        board = self._board
        return [
            {
                "board": board.name,
                "deal": str(board.deal),
                "dealer": board.dealer.letter if board.dealer is not None else None,
                "turn_up": str(board.turn_up) if board.turn_up is not None else None,
                "game": board.game.name,
                "seed": self._seed,
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row a board."""
        return list(self.documents())

    def page(self, page: Page) -> str:
        """A diagram."""
        return page.join([page.heading(title(self._board, self._board.name)), page.block(hand_diagram(self._board))])
