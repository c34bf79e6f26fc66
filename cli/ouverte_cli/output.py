"""Text for standard output: what its encoding cannot write in letters, colour only where it is wanted."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import Any

import click

_LETTERS = str.maketrans("♠♥♦♣✓·–→…", "SHDCY--> ")
"""One letter for one sign, so that columns stay in line."""


def echo(text: str) -> None:
    """Write a line, or several, to standard output at once."""
    click.echo(writable(text, getattr(sys.stdout, "encoding", None) or "utf-8"), color=_colour())


def writable(text: str, encoding: str) -> str:
    """The text if the encoding has all of it, else its nearest: suit letters, no accents, ``?`` for the rest."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        bare = (letter for letter in unicodedata.normalize("NFKD", text.translate(_LETTERS)))
        text = "".join(letter for letter in bare if not unicodedata.combining(letter))
        return text.encode(encoding, "replace").decode(encoding)
    return text


def shown(text: str) -> str:
    """A text from a file, made safe for a terminal: control characters become ``?``."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def style(text: str, **how: Any) -> str:
    """The text in a colour or in bold, where the output takes that."""
    return click.style(text, **how) if _colour() else text


def _colour() -> bool:
    """Whether to colour: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
