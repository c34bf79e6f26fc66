"""Where deals come from: files, standard input, or the command line, with what the user adds to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from typing import Any

import click
from ouverte import GAMES, Card, CardError, Deal, InputError, Seat, Side, Suit, parse_cards
from ouverte.pbn import Board, SizeLimit, decode, read_boards
from ouverte.pbn_text import FILE_LIMIT
from ouverte.rules.house import load_rules
from ouverte.rules.ruleset import RuleSet
from ouverte.search.engine import DEFAULT_MEMORY
from ouverte.undealt import widow_hand

from ouverte_cli.errors import Exit
from ouverte_cli.formats import Command


@dataclass(frozen=True)
class Trump:
    """A trump suit named by the user, or no trump: None."""

    suit: Suit | None


@dataclass(frozen=True)
class Source:
    """What the user asks about: files (``-`` for standard input) or one deal, and facts that complete or correct it."""

    files: tuple[str, ...] = ()
    deal: str | None = None
    dealer: Seat | None = None
    turn_up: Card | None = None
    trump: Suit | None = None
    game: str | None = None
    board: str | None = None
    rules: RuleSet | None = None
    widow: tuple[Card, ...] | None = None

    @property
    def from_command_line(self) -> bool:
        """Whether the deal itself was given as an option: what it lacks is then an error of usage."""
        return self.deal is not None

    def items(self) -> Iterator[Found | Failure]:
        """Every board in order, or why there is none."""
        if self.deal is not None:
            try:
                yield Found(self._completed(Board(Deal.from_pbn(self.deal))), None, None)
            except InputError as error:
                yield Failure(f"--deal: {error}")
            return
        for name in self.files:
            yield from self._file_items(name)

    def _file_items(self, name: str) -> Iterator[Found | Failure]:
        shown = "standard input" if name == "-" else name
        try:
            text = decode(_read(name))
            wanted = False
            for number, read in enumerate(read_boards(text), 1):
                label = read.name or str(number)
                if self.board not in (None, label):
                    continue
                wanted = True
                if isinstance(read, Board):
                    try:
                        yield Found(self._completed(read), label, name)
                        continue
                    except InputError as error:
                        reason = str(error)
                else:
                    reason = read.reason
                board = f"board {read.name}: " if read.name else ""
                yield Failure(f"{shown}:{read.line}: {board}{reason}")
            if not wanted:
                yield Failure(f"{shown}: there is no board {self.board!r} in it", whole_file=True)
        except SizeLimit as error:
            yield Failure(f"{shown}: {error}", Exit.LIMIT, whole_file=True)
        except OSError as error:
            yield Failure(f"{shown}: cannot be read: {error.strerror or error}", whole_file=True)

    def _completed(self, board: Board) -> Board:
        """The board with what the command line says in place of its own tags."""
        changes: dict[str, Any] = {}
        if self.dealer is not None:
            changes["dealer"] = self.dealer
        if self.turn_up is not None or self.trump is not None:
            changes |= {"turn_up": self.turn_up, "trump": self.trump}
        if self.widow is not None:
            changes["widow"] = widow_hand(self.widow, board.deal)
        if self.game is not None:
            changes["game"] = GAMES[self.game]
        game = changes.get("game", board.game)
        if self.rules is not None and self.rules.game.name == game.name:
            # The same game, with its contracts as they are played at this table.
            changes["game"] = self.rules.game
        return replace(board, **changes) if changes else board


@dataclass(frozen=True)
class Found:
    """A board; `label` is its name, or its number in the file; both are None for a deal on the command line."""

    board: Board
    label: str | None
    file: str | None

    @property
    def where(self) -> str:
        """How an error names it."""
        if self.file is None:
            return "--deal"
        name = f": board {self.board.name}" if self.board.name else ""
        return f"{'standard input' if self.file == '-' else self.file}:{self.board.line}{name}"


@dataclass(frozen=True)
class Failure:
    """Why a board or a file could not be read."""

    message: str
    code: Exit = Exit.DATA
    whole_file: bool = False


def reader(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """The type of an option whose text a function of the library reads, and refuses in its own words."""

    def read(text: str) -> Any:
        try:
            return parse(text)
        except CardError as error:
            raise click.BadParameter(str(error)) from None

    return read


def _parse_trump(text: str) -> Trump:
    if text.strip().lower() in ("nt", "n", "none"):
        return Trump(None)
    try:
        return Trump(Suit.parse(text))
    except CardError:
        raise CardError(f"{text!r} is no trump: expected one of S H D C NT") from None


def _parse_widow(text: str) -> tuple[Card, ...]:
    return () if text.strip().lower() == "none" else parse_cards(text)


SEAT = reader(Seat.parse)
SIDE = reader(Side.parse)
CARD = reader(Card.parse)
SUIT = reader(Suit.parse)
TRUMP = reader(_parse_trump)
WIDOW = reader(_parse_widow)
CARDS = reader(parse_cards)


def deal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command FILES, --board, and options for a deal and what is known of it: together a `source`.

    A command that has an option --trump of its own keeps it; one with a parameter `rules` is given the rules as well.
    """
    wants_rules = "rules" in signature(command).parameters
    own_trump = any(isinstance(each, click.Option) and each.name == "trump" for each in _params(command))

    @wraps(command)
    def gathered(
        files: tuple[str, ...],
        deal: str | None,
        dealer: Seat | None,
        turn_up: Card | None,
        game: str | None,
        board: str | None,
        rules: RuleSet,
        widow: tuple[Card, ...] | None,
        **rest: Any,
    ) -> Any:
        if deal is not None and board is not None:
            raise click.UsageError("--board picks a board of a file, and goes not with --deal")
        if deal is not None and files:
            raise click.UsageError("give files or --deal, not both")
        if deal is None and not files:
            raise click.UsageError("nothing to read: give a file, - for standard input, or --deal")
        if files.count("-") > 1:
            raise click.UsageError("standard input (-) can be read only once")
        suit = None if own_trump else rest.pop("trump")
        if turn_up is not None and suit not in (None, turn_up.suit):
            raise click.UsageError(f"--turn-up {turn_up} and --trump {suit.letter} contradict each other")
        if wants_rules:
            rest["rules"] = rules
        return command(source=Source(files, deal, dealer, turn_up, suit, game, board, rules, widow), **rest)

    options = [
        click.argument("files", nargs=-1, metavar="[FILES]..."),
        click.option("--board", metavar="NAME", help="Only the board of that name, or number where it has no name."),
        click.option(
            "--deal", metavar="TEXT", help="A deal, as N:hand hand hand hand; a hand is ♠.♥.♦.♣ and - is none."
        ),
        click.option(
            "--widow", type=WIDOW, metavar="CARDS", help='The cards dealt to nobody: "C7 CT H9"; none for no card.'
        ),
        click.option("--dealer", type=SEAT, metavar="SEAT", help="The dealer; the seat at his left leads."),
        click.option("--turn-up", type=CARD, metavar="CARD", help="The dealer's last card, faced: its suit is trump."),
    ]
    if not own_trump:
        options.append(
            click.option("--trump", type=SUIT, metavar="SUIT", help="The turned-up suit, where the card is not known.")
        )
    options.append(click.option("--game", type=click.Choice(list(GAMES)), help="The game, where the file names none."))
    gathered = rules_option(gathered)
    for option in reversed(options):
        gathered = option(gathered)
    return gathered


def _params(command: Callable[..., Any]) -> list[click.Parameter]:
    """The options already given to a function that is to become a command."""
    return list(getattr(command, "__click_params__", ()))


def memory_option(command: Command) -> Command:
    """Give a command the option ``--memory``."""
    return click.option(
        "--memory",
        type=click.IntRange(1, 65536),
        default=DEFAULT_MEMORY,
        show_default=True,
        metavar="MB",
        help="The most memory the search may use for its table.",
    )(command)


def question_options(*, leader: str) -> Callable[[Command], Command]:
    """Give a command --contract and --by, or --side, with --trump, --lead, --objective and --target.

    `leader` says in the help who leads without --lead.
    """
    options = [
        click.option(
            "--contract", metavar="NAME", help="A contract of the game, such as solo or open_misere; goes with --by."
        ),
        click.option("--by", type=SIDE, metavar="SEATS", help="Who plays the contract: E, or NE for two."),
        click.option(
            "--side", type=SIDE, metavar="SEATS", help="Instead of a contract: the seats whose tricks are counted."
        ),
        click.option(
            "--trump", type=TRUMP, metavar="SUIT", help="The turned-up suit, or the one the bidder names, or NT."
        ),
        click.option("--lead", type=SEAT, metavar="SEAT", show_default=leader, help="Who leads to the first trick."),
        click.option(
            "--objective",
            type=click.Choice(["most", "fewest", "none"]),
            show_default="most",
            help="What the --side wants.",
        ),
        click.option(
            "--target", type=click.IntRange(0, 13), metavar="N", help="The tricks that are enough for the --side."
        ),
    ]

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def played_options(command: Command) -> Command:
    """Give a command ``--played`` and ``--after``."""
    command = click.option(
        "--after",
        type=click.IntRange(0, 13),
        metavar="TRICKS",
        help="Start after so many tricks of the file's Play section.",
    )(command)
    return click.option("--played", metavar="CARDS", help='The cards played so far, in order: "DT D7 DJ CK ...".')(
        command
    )


def _read(name: str) -> bytes:
    """The bytes of a file, no more than one over the limit."""
    if name == "-":
        return sys.stdin.buffer.read(FILE_LIMIT + 1)
    with open(name, "rb") as file:
        return file.read(FILE_LIMIT + 1)


def _parse_rules(text: str) -> RuleSet:
    try:
        return load_rules(text)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def rules_option(command: Command) -> Command:
    """Give a command the option ``--rules``: passed as `rules`, never None."""
    return click.option(
        "--rules",
        type=_parse_rules,
        default="english",
        show_default=True,
        metavar="NAME",
        help="The rules of the table: a rule set, with options as in english+high, or a .toml file.",
    )(command)
