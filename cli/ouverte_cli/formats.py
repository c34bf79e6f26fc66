"""The output formats every command shares."""

from __future__ import annotations

import csv
import io
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from ouverte_cli.output import echo, style

FORMATS = ("table", "json", "jsonl", "csv", "markdown")
Command = TypeVar("Command", bound=Callable[..., Any])


def format_option(command: Command) -> Command:
    """Give a command the option ``--format``: passed as `output_format`, never None."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="How to write the results.",
    )(command)


class Page:
    """How headings, tables and diagrams look: as plain text, or as Markdown."""

    def __init__(self, markdown: bool) -> None:
        self.markdown = markdown

    def heading(self, text: str) -> str:
        """A line that names what follows."""
        return f"### {text}" if self.markdown else style(text, bold=True)

    def block(self, lines: Iterable[str]) -> str:
        """Lines whose spacing matters."""
        text = "\n".join(lines)
        return f"```\n{text}\n```" if self.markdown else text

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
        """A table of text cells."""
        from tabulate import tabulate  # slow to load, and most uses of the command in scripts never need it

        if self.markdown:
            headers = [_escaped(header) for header in headers]
            rows = [[_escaped(str(cell)) for cell in row] for row in rows]
        return tabulate(rows, headers, tablefmt="pipe" if self.markdown else "simple", disable_numparse=True)

    def join(self, parts: Iterable[str]) -> str:
        """Parts one below the other, an empty line between."""
        return "\n\n".join(part for part in parts if part)


class Answer(ABC):
    """What a command found for one board, in every form it can be written."""

    @property
    def affirmative(self) -> bool:
        """Whether the answer is "yes" in the sense of ``--check``."""
        return True

    @abstractmethod
    def documents(self) -> list[dict[str, Any]]:
        """The objects for JSON."""

    @abstractmethod
    def rows(self) -> list[dict[str, object]]:
        """The rows for CSV, all with the same keys."""

    @abstractmethod
    def page(self, page: Page) -> str:
        """The text for people."""


class Writer:
    """Writes answers in one format, each as soon as it comes; but ``json`` is one document and waits for the end."""

    def __init__(self, output_format: str, *, single: bool) -> None:
        """`single` says that there is one board in all, whose object is not put into a list."""
        self._format = output_format
        self._single = single
        self._documents: list[dict[str, Any]] = []
        self._begun = False

    def write(self, answer: Answer) -> None:
        """Write an answer, or keep it for `close`."""
        if self._format == "json":
            self._documents += answer.documents()
        elif self._format == "jsonl":
            for document in answer.documents():
                echo(dumps(document))
        elif self._format == "csv":
            self._write_csv(answer.rows())
        else:
            page = answer.page(Page(self._format == "markdown"))
            echo(f"\n{page}" if self._begun else page)
        self._begun = True

    def close(self) -> None:
        """Write what was kept."""
        if self._format != "json":
            return
        if self._single and len(self._documents) == 1:
            echo(dumps(self._documents[0], indent=2))
        elif self._documents or not self._single:
            echo(dumps(self._documents, indent=2))

    def _write_csv(self, rows: list[dict[str, object]]) -> None:
        text = io.StringIO()
        table = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
        if not self._begun:
            table.writeheader()
        table.writerows({key: _csv_cell(value) for key, value in row.items()} for row in rows)
        if rows:
            echo(text.getvalue().removesuffix("\n"))


def dumps(document: Any, indent: int | None = None) -> str:
    """JSON, in ASCII where the output can write nothing else."""
    text = json.dumps(document, indent=indent, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(document, indent=indent)
    return text


def _csv_cell(value: object) -> object:
    """Lists as words with spaces between, truth as in JSON, nothing as an empty cell."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")
