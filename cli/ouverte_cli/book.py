"""``ouverte misere --book``: the whole plan, written to a file or after the answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from ouverte import Goal, InputError, Position
from ouverte.book import Book, BookLimit, make_book

from ouverte_cli.errors import Exit, complain
from ouverte_cli.formats import Command, dumps
from ouverte_cli.output import echo


class BookFile:
    """Where a book is to go, and of what: one position, which the answer to a board names."""

    def __init__(self, name: str, depth: int | None) -> None:
        self._name = name
        self._depth = depth
        self._asked: tuple[Position, Goal] | None = None

    def ask(self, position: Position, goal: Goal) -> None:
        """Ask for the book of a position. Raises UsageError for a second one."""
        if self._asked is not None:
            raise click.UsageError("--book is of one board: choose it with --board")
        self._asked = position, goal

    def write(self) -> Exit:
        """Make the book and write it, whole or not at all. Returns the exit code; a line says what failed."""
        if self._asked is None:
            return Exit.DONE
        position, goal = self._asked
        try:
            book = make_book(position, goal, depth=self._depth)
        except BookLimit as error:
            complain(f"--book: {error}: nothing is written; less depth, or a position after more tricks, needs fewer")
            return Exit.LIMIT
        except InputError as error:
            complain(f"--book: {error}")
            return Exit.DATA
        if self._name == "-":
            echo("")
            for line in book.lines():
                echo(line)
            return Exit.DONE
        try:
            _write_whole(self._name, self._lines(book))
        except OSError as error:
            complain(f"{self._name}: cannot be written: {error.strerror or error}")
            return Exit.DATA
        return Exit.DONE

    def _lines(self, book: Book) -> str:
        if self._name.lower().endswith(".json"):
            return f"{dumps(book.document())}\n"
        return "".join(f"{line}\n" for line in book.lines())


def book_options(command: Command) -> Command:
    """Give a command ``--book`` and ``--depth``, passed together as `book`: None where no book is asked for."""

    @wraps(command)
    def gathered(book: str | None, depth: int | None, **rest: Any) -> Any:
        if depth is not None and book is None:
            raise click.UsageError("--depth is of a book: give --book too")
        if book is not None and rest["by"] is None:
            raise click.UsageError("--book is of one bidder: give --by too")
        if book == "-" and rest["output_format"] != "table":
            raise click.UsageError("--book - is text: give it a file, or leave --format out")
        return command(book=None if book is None else BookFile(book, depth), **rest)

    options: list[Callable[[Any], Any]] = [
        click.option("--book", metavar="FILE", help="Write the whole plan to FILE, or - after the answer; needs --by."),
        click.option(
            "--depth",
            type=click.IntRange(1, 13),
            metavar="TRICKS",
            show_default="to the end",
            help="Cut the book off after so many tricks, the one in play included.",
        ),
    ]
    made: Any = gathered
    for option in reversed(options):
        made = option(made)
    return made  # type: ignore[no-any-return]


def _write_whole(name: str, text: str) -> None:
    """Put a file in its place only once all of it is written. Raises OSError."""
    place = os.path.realpath(name)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
        return
    part = f"{place}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, place)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
