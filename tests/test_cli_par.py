"""``ouverte par``, and par as part of ``ouverte analyse``: what a user reads, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from ouverte_cli.formats import FORMATS
from ouverte_cli.main import cli
from ouverte_cli.par_words import amount_text

from tests.make_par_pages import FILE, pages

HANDS = Path(__file__).parent.parent / "hands"
FOUNDING = str(HANDS / "founding-example.pbn")
FIRST = ("--board", "first play", FOUNDING)
DEAL = "N:76543.2..KJT9642 .AKQJT9.T9.AQ753 JT982.7543.764.8 AKQ.86.AKQJ8532."


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=text)


def ok(*args: str, text: str | None = None) -> str:
    result = run("par", *args, text=text)
    assert result.exit_code == 0, (result.stdout, result.stderr)
    assert result.stderr == ""
    return result.stdout


def read_json(*args: str, text: str | None = None) -> Any:
    return json.loads(ok("--format", "json", *args, text=text))


def refusal(code: int, *args: str, text: str | None = None) -> str:
    result = run("par", *args, text=text)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


def test_the_pages_are_as_they_were() -> None:
    assert pages() == FILE.read_text(encoding="utf-8")


def test_the_founding_example() -> None:
    found = read_json(*FIRST)
    assert {side: best and (best["contract"], best["pays"]) for side, best in found["best"].items()} == {
        "N": None,
        "E": ("solo", "3"),
        "S": None,
        "W": ("abundance", "9"),
        "NE": ("proposal", "1"),
        "NS": None,
        "NW": None,
        "ES": ("proposal", "1"),
        "EW": ("proposal", "1"),
        "SW": None,
    }
    par = found["par"]
    assert (par["contract"], par["by"], par["trump"], par["makes"], par["over"]) == ("abundance", "W", "D", True, True)
    assert par["payments"] == {"N": "-3", "E": "-3", "S": "-3", "W": "9"}
    assert [(each["seat"], each["call"]) for each in par["calls"]] == [
        ("E", "pass"), ("S", "pass"), ("W", "abundance"), ("N", "pass"),
    ]  # fmt: skip
    assert [each["call"] for each in par["calls"][0]["as_good"]] == ["proposal", "solo", "misere"]
    held = found["auction"]
    assert (held["contract"], held["by"], held["payments"]["N"]) == ("open_misere", "N", "-12")
    assert [(each["call"], each["call_makes"], each["cost"]) for each in held["calls"][:4]] == [
        ("solo", True, "0"), ("misere", False, "0"), ("abundance", True, "0"), ("open_misere", False, "9"),
    ]  # fmt: skip
    assert held["verdict"] == (
        "The auction ended in open misère by N Kirill, beaten: N -12, E +4, S +4, W +4. "
        "N Kirill overbid: open misère cannot be made and was worth -12, where pass was worth -3. "
        "S Vlad's misère could not have been made and cost nothing."
    )


@pytest.mark.parametrize(
    ("auction", "sentences"),
    [
        ("pass pass abundance pass",
         ["The auction ended in abundance by W Roman in diamonds, makes: N -3, E -3, S -3, W +9.",
          "No call could have been bettered."]),
        ("AP",
         ["The hand was thrown in, and nobody pays.", "W Roman missed abundance: pass was worth -1, where abundance"]),
        ("solo misere AP",
         ["W Roman missed abundance", "S Vlad's misère cannot be made; by par it would have been overcalled."]),
        ("solo pass *", ["The auction is not over, and par from there is abundance by W Roman in diamonds"]),
    ],
)  # fmt: skip
def test_verdicts(auction: str, sentences: list[str]) -> None:
    verdict = read_json("--auction", auction, *FIRST)["auction"]["verdict"]
    for sentence in sentences:
        assert sentence in verdict


def test_a_deal_on_the_command_line_has_no_auction() -> None:
    found = read_json("--dealer", "N", "--turn-up", "H2", "--deal", DEAL)
    assert found["auction"] is None
    assert found["par"] == read_json(*FIRST)["par"]
    text = ok("--dealer", "N", "--turn-up", "H2", "--deal", DEAL)
    assert "Auction held" not in text
    assert "Par: abundance by W in diamonds, makes: N -3, E -3, S -3, W +9." in text


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format(output_format: str) -> None:
    text = ok("--format", output_format, FOUNDING)
    if output_format == "json":
        assert len(json.loads(text)) == 2
    elif output_format == "jsonl":
        assert [json.loads(line) for line in text.splitlines()] == read_json(FOUNDING)
    elif output_format == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["call"] for row in rows if row["auction"] == "held"][:4] == [
            "solo", "misere", "abundance", "open_misere",
        ]  # fmt: skip
        assert len(rows) == 2 * (4 + 7)
        assert all(None not in row and None not in row.values() for row in rows)
    else:
        assert text.count("Par: abundance by W Roman in diamonds") == 2
        assert ("```" in text) == (output_format == "markdown")


def test_check_tells_by_the_exit_code() -> None:
    assert run("par", "--check", *FIRST).exit_code == 1
    assert run("par", "--check", "--auction", "pass pass abundance pass", *FIRST).exit_code == 0
    assert run("par", "--check", "--dealer", "N", "--turn-up", "H2", "--deal", DEAL).exit_code == 0


@pytest.mark.parametrize(
    ("args", "code", "reason"),
    [
        (("--auction", "solo solo", *FIRST), 3, "--auction: call 2 (solo): it is not higher than solo, the highest"),
        (("--auction", "slam", *FIRST), 3, "--auction: call 1 (slam): no such call: expected pass, acceptance or"),
        (("--deal", DEAL), 2, "the dealer is not known"),
        (("--dealer", "N", "--deal", DEAL), 2, "the turned-up suit is not known"),
        (("--dealer", "N", "--trump", "H", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2.."), 3,
         "an auction is held over 13 cards a hand: the deal has 2"),
        (("--dealer", "S", "--trump", "H", *FIRST), 3,
         "the auction begins with East: expected eldest, West, at the left of the dealer, South"),
    ],
)  # fmt: skip
def test_what_is_refused(args: tuple[str, ...], code: int, reason: str) -> None:
    assert reason in refusal(code, *args)


def test_a_contract_that_does_not_come_of_the_auction() -> None:
    text = Path(FOUNDING).read_text(encoding="utf-8").replace('[Contract "open_misere"]', '[Contract "misere"]', 1)
    result = run("par", "--format", "json", "-", text=text)
    assert result.exit_code == 3
    assert result.stderr.splitlines() == [
        "ouverte: standard input:6: board first play: "
        "the auction ends in open_misere by N, but the Contract tag says misere",
        "ouverte: read 1 of 2 boards",
    ]
    assert [each["board"] for each in json.loads(result.stdout)] == ["second play"]


def test_amounts() -> None:
    amounts = [Fraction(each) for each in ("9", "-3", "0", "9/4", "-1/2", "1/4")]
    assert [amount_text(each) for each in amounts] == ["+9", "-3", "0", "+2 1/4", "-1/2", "+1/4"]


# As part of analyse


def test_par_ends_the_page_of_analyse() -> None:
    text = run("analyse", *FIRST).stdout
    assert text.rstrip().splitlines()[-1] == (
        "Par: abundance by W Roman in diamonds, makes with 11: N -3, E -3, S -3, W +9."
    )
    text = run("analyse", "--verdicts", *FIRST).stdout
    assert text.rstrip().splitlines()[-1] == "Par: abundance by W Roman in diamonds, makes: N -3, E -3, S -3, W +9."


def test_the_par_of_analyse_is_that_of_par() -> None:
    analysed = json.loads(run("analyse", "--verdicts", "--format", "json", *FIRST).stdout)
    assert analysed["par"] == {"rules": "english"} | read_json(*FIRST)["par"]


def test_an_ending_has_no_par() -> None:
    facts = ("--dealer", "N", "--trump", "H", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..")
    assert "Par:" not in run("analyse", *facts).stdout
    assert json.loads(run("analyse", "--format", "json", *facts).stdout)["par"] is None
