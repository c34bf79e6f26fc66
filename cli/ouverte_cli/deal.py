"""``ouverte deal``: random deals, dealt as the game says."""

from __future__ import annotations

import secrets
from itertools import chain, islice
from typing import Any

import click
from ouverte import GAMES, SOLO_WHIST, Seat
from ouverte.dealing import boards_by_rules, random_boards
from ouverte.dealing import redeal as redeal_board
from ouverte.errors import InputError
from ouverte.pbn import Board, format_board
from ouverte.rules.ruleset import RuleSet, TrumpSource

from ouverte_cli.diagram import hand_diagram, title
from ouverte_cli.errors import EXIT_CODES, Exit, complain
from ouverte_cli.formats import FORMATS, Answer, Page, Writer
from ouverte_cli.inputs import SEAT, Failure, Source, rules_option
from ouverte_cli.output import echo

EXAMPLES = """\
\b
Examples:
  ouverte deal --seed 1
  ouverte deal --seed 1 --count 20 > deals.pbn
  ouverte deal --count 3 | ouverte analyse --format table -
  ouverte deal --rules english+redeal-535 --redeal hands/session.pbn
"""


@click.command("deal", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many boards.")
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", show_default="random", help="Deal the same boards again."
)
@click.option("--dealer", type=SEAT, default="N", show_default=True, metavar="SEAT", help="The dealer of board 1.")
@click.option("--game", type=click.Choice(list(GAMES)), default=SOLO_WHIST.name, show_default=True, help="The game.")
@rules_option
@click.option(
    "--redeal", metavar="FILE", help="Deal the boards of a file again as after a thrown-in hand, without shuffling."
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["pbn", *FORMATS]),
    default="pbn",
    show_default=True,
    help="How to write the boards.",
)
def command(
    count: int, seed: int | None, dealer: Seat, game: str, rules: RuleSet, redeal: str | None, output_format: str
) -> int:
    """Deal random boards as the game says: in packets from the dealer's left, the dealer's last card turned up.

    The deal passes clockwise from board to board. A seed gives the same boards everywhere, and the first boards of a
    long run are those of a short one. With trumps from a second pack, or in rotation, a board has a trump suit and no
    turn-up. With --redeal the hands of each board are put on one another, eldest's on top, and dealt by the next dealer
    in the packets that the rules have for that. In json one board gives an object, several a list.
    """
    if redeal is not None:
        return _redealt(redeal, rules, output_format)
    if seed is None:
        seed = secrets.randbelow(2**32)
    own = GAMES[game] is SOLO_WHIST
    endless = boards_by_rules(seed, rules, dealer) if own else random_boards(seed, GAMES[game], dealer)
    try:
        first = next(endless)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    boards = islice(chain([first], endless), count)
    if output_format == "pbn":
        by_rules = f" --rules {rules.name}" if own and rules.trump_source is not TrumpSource.TURN_UP else ""
        echo(f"% Dealt by: ouverte deal --seed {seed} --count {count}" + f" --dealer {dealer.letter}{by_rules}")
        for board in boards:
            echo(format_board(board).removesuffix("\n"))
        return Exit.DONE
    writer = Writer(output_format, single=count == 1)
    for board in boards:
        writer.write(Dealt(board, seed))
    writer.close()
    return Exit.DONE


def _redealt(file: str, rules: RuleSet, output_format: str) -> int:
    """Deal the boards of a file again."""
    items = list(Source((file,)).items())
    writer = Writer("jsonl" if output_format == "pbn" else output_format, single=len(items) == 1)
    codes = {Exit.DONE}
    for item in items:
        if isinstance(item, Failure):
            complain(item.message)
            codes.add(item.code)
            continue
        try:
            board = redeal_board(item.board, rules)
        except InputError as error:
            complain(f"{item.where}: {error}")
            codes.add(Exit.DATA)
            continue
        if output_format == "pbn":
            echo(format_board(board).removesuffix("\n"))
        else:
            writer.write(Dealt(board, None))
    if output_format != "pbn":
        writer.close()
    return max(codes)


class Dealt(Answer):
    """One board."""

    def __init__(self, board: Board, seed: int | None) -> None:
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
                "trump": board.turned_up.letter if board.turned_up is not None else None,
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
