"""PBN text taken apart: decoding, comments, and the tags and other words line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ouverte.errors import InputError

FILE_LIMIT = 64 * 2**20
"""The longest file read, in bytes."""
LINE_LIMIT = 2**20
"""The longest line read, in characters."""

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPE = re.compile(r'\\(["\\])')
_LINE_END = re.compile(r"\r+\n|\r|\n")


class SizeLimit(InputError):
    """A file or a line longer than is read."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair, ``[Name "value"]``, with the escapes in its value undone."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Token:
    """A tag, or what else there is: ``words``, a ``gap`` (an empty line), an ``unclosed`` comment, a ``bad`` tag."""

    kind: str
    line: int
    text: str = ""
    tag: Tag | None = None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte-order mark, else Latin-1. Raises SizeLimit."""
    if len(data) > FILE_LIMIT:
        raise SizeLimit(f"the file is longer than {FILE_LIMIT >> 20} MB, the most that is read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def tokens(text: str) -> Iterator[Token]:
    """Tags and words in order, comments and lines that begin with ``%`` left out. Raises SizeLimit."""
    lines = _LINE_END.split(text)
    comments = _Comments(lines)
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            raise SizeLimit(f"line {number} is longer than {LINE_LIMIT >> 20} MB, the most that is read")
        at = comments.resume(number)
        if at == 0:
            if not line.strip():
                yield Token("gap", number)
                continue
            if line.startswith("%"):
                continue
        yield from _line_tokens(line, number, at, comments)


def _line_tokens(line: str, number: int, at: int, comments: _Comments) -> Iterator[Token]:
    """What a line holds from column `at` on."""
    while at < len(line):
        mark = line[at]
        if mark.isspace():
            at += 1
        elif mark == ";":
            return
        elif mark == "{":
            if comments.open(number, at):
                at = comments.resume(number)
            else:
                yield Token("unclosed", number)
                return
        elif mark == "[":
            match = _TAG.match(line, at)
            if match is None:
                yield Token("bad", number, line[at:].strip())
                return
            yield Token("tag", number, tag=Tag(match[1], _ESCAPE.sub(r"\1", match[2]), number))
            at = match.end()
        else:
            end = min(found for found in (*(line.find(stop, at) for stop in ";{["), len(line)) if found >= 0)
            yield Token("words", number, line[at:end].strip())
            at = end


class _Comments:
    """Where the brace comments of a text end.

    A comment whose closing brace comes only after another board and another opening brace was left open; it must not
    hide what stands between.
    """

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._end = (0, 0)
        self._last_close = max((number for number, line in enumerate(lines, 1) if "}" in line), default=0)

    def open(self, number: int, at: int) -> bool:
        """Find the end of the comment that opens here. False when it is never closed."""
        tag_inside = False
        for inside in range(number, self._last_close + 1):
            line = self._lines[inside - 1]
            begin = at + 1 if inside == number else 0
            tag_inside = tag_inside or (inside > number and line.startswith("["))
            close = line.find("}", begin)
            again = line.find("{", begin, close if close >= 0 else len(line))
            if again >= 0 and tag_inside:
                return False
            if close >= 0:
                self._end = (inside, close + 1)
                return True
        return False

    def resume(self, number: int) -> int:
        """The column of a line where text goes on after the last comment; past its end inside one."""
        line, column = self._end
        if number < line:
            return len(self._lines[number - 1]) + 1
        return column if number == line else 0
