"""``ouverte misery`` as a user meets it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from ouverte_cli.errors import Exit
from ouverte_cli.formats import FORMATS
from ouverte_cli.main import cli
from ouverte_cli.misery import FORMS, GUARANTEE

FOUNDING = str(Path(__file__).parent.parent / "hands" / "founding-example.pbn")
ENDING = ("--lead", "W", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..")
SIX_TRICKS = ("--board", "first play", "--after", "6", FOUNDING)


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["misery", *args])


def ok(*args: str) -> str:
    result = run(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def read(*args: str) -> Any:
    return json.loads(ok(*args, "--format", "json"))


def test_an_ending_by_hand() -> None:
    """West leads a heart and East's ace wins, or a spade and North's: the other suit is then led to its last card."""
    found = {each["by"]: each for each in read("--form", "all", *ENDING)}
    assert {seat: each["wins_last"] for seat, each in found.items()} == {"N": True, "E": True, "S": False, "W": False}
    assert {seat: (each["least"], each["most"]) for seat, each in found.items()} == {
        "N": (1, 1),
        "E": (1, 1),
        "S": (0, 0),
        "W": (0, 0),
    }
    assert not any(each["pays_first"] for each in found.values())


def test_the_founding_example() -> None:
    """Kirill's open misère is beaten; nobody but Roman is safe in any form."""
    found = read("--board", "first play", FOUNDING)
    assert [(each["by"], each["wins_last"], each["least"], each["most"], each["pays_first"]) for each in found] == [
        ("N", True, 0, 5, True),
        ("E", True, 7, 12, True),
        ("S", True, 0, 7, True),
        ("W", False, 0, 4, True),
    ]


def test_tricks_taken_before_count() -> None:
    """After six tricks Alexei has five of them and pays; Kirill, still safe as a misère, need take none."""
    found = {each["by"]: each for each in read(*SIX_TRICKS)}
    assert len(found["N"]["played"]) == 24
    taken = {"N": 0, "E": 5, "S": 0, "W": 1}
    assert all(found[seat]["least"] >= taken[seat] for seat in taken)
    assert [seat for seat in found if found[seat]["pays_first"]] == ["E"]


def test_one_form_leaves_the_others_out() -> None:
    asked = {"last-trick": ["wins_last"], "fewest": ["least", "most"], "first-to-five": ["pays_first"]}
    for form, fields in asked.items():
        found = read("--form", form, "--by", "N", *ENDING)
        answers = ("wins_last", "least", "most", "pays_first")
        assert [field for field in answers if found[field] is not None] == fields


def test_a_page_says_that_it_is_a_guarantee() -> None:
    for form in FORMS:
        text = " ".join(ok("--form", form, *ENDING).split())
        assert GUARANTEE in text
    assert "no prediction" in GUARANTEE
    assert "against all the others together" in GUARANTEE


def test_a_page() -> None:
    lines = ok(*ENDING).splitlines()
    table = [line.split("  ") for line in lines if line[:2] in ("Se", "N ", "E ", "S ", "W ")]
    cells = [[cell.strip() for cell in row if cell] for row in table]
    assert ["Seat", "Last trick", "Takes at least", "Need take at most", "First to five"] in cells
    assert ["N", "can be made to win it", "1", "1", "safe ✓"] in cells
    assert ["S", "safe ✓", "0", "0", "safe ✓"] in cells


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format(output_format: str) -> None:
    text = ok(*ENDING, "--format", output_format)
    if output_format == "jsonl":
        assert [json.loads(line) for line in text.splitlines()] == read(*ENDING)
    elif output_format == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [(row["by"], row["wins_last"], row["most"]) for row in rows][::3] == [
            ("N", "true", "1"),
            ("W", "false", "0"),
        ]
    elif output_format == "markdown":
        assert "| N      |" in text
        assert "```" in text


def test_a_limit_that_is_hit() -> None:
    result = run("--limit", "1000", "--by", "S", "--form", "last-trick", "--board", "first play", FOUNDING)
    assert (result.exit_code, result.stdout) == (Exit.LIMIT, "")
    assert result.stderr == (
        f"ouverte: {FOUNDING}:6: board first play: an answer for South takes over 1,000 positions: "
        "give more with --limit\n"
    )


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("--deal", "N:A.K.. 2.A.. K.Q.. Q.2.."), Exit.USAGE, "who leads is not known"),
        (("--form", "most", *ENDING), Exit.USAGE, "'most' is not one of"),
        (("--limit", "0", *ENDING), Exit.USAGE, "0 is not in the range"),
        (("--by", "W", "--lead", "N", "--deal", "N:A... 2... K... -"), Exit.DATA, "West holds no cards"),
        (("--lead", "W", "--deal", "N:A... 2... K... -"), Exit.DATA, "West holds no cards and cannot lead"),
        (("--played", "SA", *ENDING), Exit.DATA, "West is to play"),
    ],
)
def test_what_is_refused(args: tuple[str, ...], code: Exit, message: str) -> None:
    result = run(*args)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
