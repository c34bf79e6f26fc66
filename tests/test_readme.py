"""What the README and the page on rules show is what happens: their commands, their Python, their table."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from ouverte import SOLO_WHIST, Objective
from ouverte.rules import TrumpRule
from ouverte_cli.main import COMMANDS, cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
AUCTION = (ROOT / "docs" / "auction.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PAGES = {"README.md": README, "docs/auction.md": AUCTION, "docs/rules.md": RULES}

INSTALL = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/ouverte analyse hands/founding-example.pbn"
INSTALL_AND_TEST = "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/python -m pytest"

PROMPT = "$ ouverte "
LEFT_OUT = "..."
"""A line that stands for any number of lines of output, in a block of the README."""


def blocks(text: str, language: str = "") -> list[str]:
    """The code blocks of one language."""
    return [body for tag, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S) if tag == language]


def examples() -> list[tuple[str, list[str]]]:
    """Every command the README shows, and the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks(README):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append((line.removeprefix("$ "), []))
            else:
                found[-1][1].append(line)
    return found


def output(command: str) -> str:
    """What a pipeline of our commands writes, standard error included."""
    text = ""
    for part in command.split(" | "):
        name, *arguments = shlex.split(part)
        assert name == "ouverte"
        result = CliRunner().invoke(cli, arguments, input=text)
        # A board that cannot be asked is a fault of the data, and the README says so; nothing else goes wrong.
        assert result.exit_code == (3 if "read 1 of 2 boards" in result.output else 0), result.output
        text = result.output
    return text


def shows(expected: list[str], real: list[str]) -> bool:
    """Whether lines shown are the real ones: all of them, or runs of them in order where `...` leaves some out."""
    runs: list[list[str]] = [[]]
    for line in expected:
        if line == LEFT_OUT:
            runs.append([])
        else:
            runs[-1].append(line)
    first, *others = runs
    if real[: len(first)] != first:
        return False
    if not others:
        return len(real) == len(first)
    *middle, last = others
    at = len(first)
    for run in middle:
        starts = [start for start in range(at + 1, len(real)) if real[start : start + len(run)] == run]
        if not starts:
            return False
        at = starts[0] + len(run)
    return at + len(last) < len(real) and real[len(real) - len(last) :] == last


@pytest.mark.parametrize(("command", "expected"), examples(), ids=lambda value: value if isinstance(value, str) else "")
def test_commands(command: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    real = output(command).rstrip("\n").split("\n")
    assert shows(expected, real), "\n".join(real)


def test_each_command_has_an_example() -> None:
    shown = " | ".join(command for command, lines in examples() if lines)
    assert {part.split()[1] for part in shown.split(" | ")} == set(COMMANDS)


def test_lines_left_out() -> None:
    real = ["a", "b", "c", "d", "e"]
    for good in ("a b c d e", "a ... e", "... c ...", "a b ... d e", "a ... c ... e", "... c d e", "a b ..."):
        assert shows(good.split(), real), good
    for bad in (
        "a b c d",
        "b c d e",
        "a ... d",
        "... b ... b ...",
        "a ... d ... c ...",
        "... b d ...",
        "a b ... c d e",
    ):
        assert not shows(bad.split(), real), bad


@pytest.mark.parametrize("page", PAGES)
def test_python(page: str) -> None:
    source = "\n".join(blocks(PAGES[page], "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, page, page, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted >= 5
    assert result.failed == 0


def test_set_up_commands() -> None:
    assert blocks(README, "sh") == [f"{INSTALL}\n", f"{INSTALL_AND_TEST}\n"]


def test_the_whole_check_begins_with_the_second() -> None:
    assert INSTALL_AND_TEST in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES)
def test_links(page: str) -> None:
    links = re.findall(r"\]\(([^):#]+)\)", PAGES[page])
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert missing == []


def test_the_table_of_contracts() -> None:
    trumps = {TrumpRule(turned_up=True): "turned up", TrumpRule(): "none"}
    chosen = "bidder's choice"
    rows = [
        f"| {each.title} | `{each.name}` | {each.players} | {trumps.get(each.trump, chosen)} "
        f"| {each.target}{' or more' if each.objective is Objective.MOST and each.target < 13 else ''} "
        f"| {each.leader.value} | {each.stakes['standard']} | {each.stakes['high']} |"
        for each in SOLO_WHIST.contracts
    ]
    table = [line for line in RULES.split("## Rules of the table")[0].splitlines() if line.startswith("|")]
    assert table[2:] == rows
