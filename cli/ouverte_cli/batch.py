"""Answers for every board of a source: what went wrong stays with its board, and the exit code tells of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, islice

import click
from ouverte import InputError, Position, SearchLimit, Seat, Solver, parse_cards
from ouverte.pbn import Board

from ouverte_cli.errors import Exit, complain
from ouverte_cli.formats import Answer, Writer
from ouverte_cli.inputs import Failure, Found, Source


class MissingFact(InputError):
    """A board does not say something the question needs; an option could."""


@dataclass(frozen=True)
class Plays:
    """Which cards the user says were played: listed, or so many tricks of the file's own play."""

    played: str | None
    after: int | None

    def __post_init__(self) -> None:
        if self.played is not None and self.after is not None:
            raise click.UsageError("give --played or --after, not both")

    def apply(self, board: Board, position: Position) -> Position:
        """The position after these cards. Raises InputError."""
        if self.played is not None:
            return position.replay(parse_cards(self.played))
        if self.after:
            cards = board.played
            wanted = self.after * len(board.deal)
            if len(cards) < wanted:
                raise InputError(f"the board's play has {len(cards) // len(board.deal)} whole tricks, not {self.after}")
            return position.replay(cards[:wanted])
        return position


def known_dealer(board: Board) -> Seat:
    """The board's dealer. Raises MissingFact."""
    if board.dealer is None:
        raise MissingFact("the dealer is not known: expected a Dealer tag or the option --dealer")
    return board.dealer


def known_leader(board: Board, lead: Seat | None) -> Seat:
    """Who leads where no contract says otherwise: the seat given, or eldest. Raises MissingFact."""
    if lead is not None:
        return lead
    if board.dealer is None:
        raise MissingFact("the dealer is not known: expected a Dealer tag, or the option --dealer or --lead")
    return board.deal.next_seat(board.dealer)


def new_solver(memory: int) -> Solver:
    """A solver with an empty table, so that a board costs the same wherever it stands. Exits when memory lacks."""
    try:
        return Solver(memory)
    except MemoryError:
        complain(f"the system does not grant {memory} MB for the table: give less with --memory")
        raise click.exceptions.Exit(Exit.LIMIT) from None


def answer_boards(source: Source, output_format: str, answer: Callable[[Found], Answer], *, check: bool = False) -> int:
    """Answer for each board and write it at once; bad boards are reported and passed over. Returns the exit code."""
    items = source.items()
    first = list(islice(items, 2))
    writer = Writer(output_format, single=len(first) == 1 and len(source.files) <= 1)
    seen = answered = 0
    codes = {Exit.DONE}
    for item in chain(first, items):
        seen += not (isinstance(item, Failure) and item.whole_file)
        failure = _answer(item, source, writer, answer, codes, check)
        if failure is None:
            answered += 1
        else:
            complain(failure.message)
            codes.add(failure.code)
    writer.close()
    if answered < seen and seen > 1:
        complain(f"read {answered} of {seen} boards")
    return max(codes)


def _answer(
    item: Found | Failure,
    source: Source,
    writer: Writer,
    answer: Callable[[Found], Answer],
    codes: set[Exit],
    check: bool,
) -> Failure | None:
    """Answer for one item. Returns what went wrong with it, if anything did."""
    if isinstance(item, Failure):
        return item
    try:
        found = answer(item)
    except MissingFact as error:
        # With --deal all facts come from the options, so that leaving one out is a fault of usage.
        if source.from_command_line:
            raise click.UsageError(str(error)) from None
        return Failure(f"{item.where}: {error}")
    except InputError as error:
        return Failure(f"{item.where}: {error}")
    except SearchLimit as error:
        return Failure(f"{item.where}: {error}", Exit.LIMIT)
    if check and not found.affirmative:
        codes.add(Exit.NO)
    writer.write(found)
    return None
