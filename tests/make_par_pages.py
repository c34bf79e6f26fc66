"""Writes data/par_pages.txt: what `ouverte par` says of hands of the project, command by command.

python -m tests.make_par_pages
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from click.testing import CliRunner
from ouverte_cli.main import cli

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).with_name("data") / "par_pages.txt"
FOUNDING = "hands/founding-example.pbn"
COMMANDS = (
    f'ouverte par --board "first play" {FOUNDING}',
    f'ouverte par --board "first play" --rules russian {FOUNDING}',
    f'ouverte par --board "first play" --auction "pass proposal pass pass pass pass" {FOUNDING}',
    f'ouverte par --board "first play" --auction "solo pass" {FOUNDING}',
    f'ouverte par --board "second play" --format json {FOUNDING}',
    f'ouverte par --board "second play" --format csv {FOUNDING}',
    "ouverte par --format markdown --board solo hands/historic.pbn",
    "ouverte par --board misere hands/historic.pbn",
    "ouverte par --board 3 hands/random20.pbn",
)


def pages() -> str:
    """Every command with what it writes."""
    parts = []
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        for command in COMMANDS:
            result = CliRunner().invoke(cli, shlex.split(command)[1:])
            parts.append(f"$ {command}\n{result.output}")
    finally:
        os.chdir(before)
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(pages(), encoding="utf-8")
