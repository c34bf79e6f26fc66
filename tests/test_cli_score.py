"""``ouverte score`` and ``ouverte rules``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from ouverte_cli.main import cli

ROOT = Path(__file__).parent.parent
HANDS = ROOT / "hands"
SESSION = str(HANDS / "session.pbn")
BOARD = (HANDS / "session.pbn").read_text(encoding="utf-8").split("\n\n")[0] + "\n"


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=text)


def test_a_session() -> None:
    result = run("score", "--format", "json", SESSION)
    assert result.exit_code == 0
    boards = json.loads(result.stdout)
    assert [board["made"] for board in boards] == [True, False, True, None]
    assert boards[0]["payments"] == {"N": "-3", "E": "-3", "S": "-3", "W": "9"}
    assert boards[-1]["totals"] == {"Ann": "-1", "Bob": "-3", "Cleo": "-5", "Dan": "9"}
    assert [len(board["transfers"]) for board in boards] == [3, 3, 2, 0]


@pytest.mark.parametrize("output_format", ["table", "csv", "markdown", "jsonl"])
def test_formats(output_format: str) -> None:
    result = run("score", "--format", output_format, SESSION)
    assert result.exit_code == 0
    assert "Dan" in result.stdout
    assert "-5" in result.stdout


def test_the_historic_deals() -> None:
    result = run("score", "--format", "json", str(HANDS / "historic.pbn"))
    solo, misere = json.loads(result.stdout)
    assert (solo["taken"], solo["made"], solo["payments"]["S"]) == (5, True, "3")
    assert (misere["made"], misere["payments"]["E"]) == (False, "-6")


def test_the_founding_example() -> None:
    result = run(
        "score", "--rules", "russian", "--format", "json", str(HANDS / "founding-example.pbn"), "--board", "first play"
    )
    assert json.loads(result.stdout)["payments"] == {"N": "12", "E": "-4", "S": "-4", "W": "-4"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Result "11"]', "", "expected a Result tag, or the play to its end"),
        ('[Declarer "W"]', "", "who plays abundance is not known"),
        ('[Declarer "W"]', '[Declarer "NW"]', "abundance is played by one seat"),
        ("abundance D", "grand", "'grand' is no contract"),
        ("abundance D", "4H", "is one of bridge"),
        ('[Contract "abundance D"]', "", "the contract is not known"),
        ('"Dan"', '"Ann"', "two seats have players of one name"),
    ],
)
def test_what_cannot_be_settled_is_said(old: str, new: str, said: str) -> None:
    assert old in BOARD
    result = run("score", "-", text=BOARD.replace(old if new else f"{old}\n", new))
    assert (result.exit_code, result.stdout) == (3, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_result_that_the_play_denies() -> None:
    text = (
        (HANDS / "historic.pbn").read_text(encoding="utf-8").replace('[Declarer "B"]', '[Declarer "B"]\n[Result "6"]')
    )
    result = run("score", "-", text=text)
    assert result.exit_code == 3
    assert "the result is 6, but in the play S takes 5" in result.stderr


def test_five_players() -> None:
    second = BOARD.replace('"Ann"', '"Eve"')
    result = run("score", "-", text=f"{BOARD}\n\n{second}")
    assert result.exit_code == 3
    assert "'Eve' is one player too many" in result.stderr
    result = run("score", "--rules", "english+five-players", "--format", "json", "-", text=f"{BOARD}\n\n{second}")
    assert result.exit_code == 0
    assert json.loads(result.stdout)[1]["totals"] == {"Ann": "-3", "Bob": "-6", "Cleo": "-6", "Dan": "18", "Eve": "-3"}
    assert "sits out" in run("score", "--rules", "english+five-players", "-", text=f"{BOARD}\n\n{second}").stdout


def test_misery_is_settled_by_its_play() -> None:
    text = (
        (HANDS / "historic.pbn")
        .read_text(encoding="utf-8")
        .split("\n\n")[2]
        .replace('"misere"]\n[Decl', '"Pass"]\n[Decl')
    )
    assert '[Contract "Pass"]' in text
    assert "Thrown in" in run("score", "-", text=text).stdout
    result = run("score", "--rules", "english+misery-last-trick", "--format", "json", "-", text=text)
    board = json.loads(result.stdout)
    assert (board["misery"], board["contract"]) == (True, None)
    assert sorted(board["payments"].values()) == ["-3", "1", "1", "1"]
    result = run("score", "--rules", "english+misery-fewest", "-", text=text.split("[Play")[0])
    assert (result.exit_code, "expected a Play section" in result.stderr) == (3, True)


def test_play_until_decided() -> None:
    whole = (HANDS / "historic.pbn").read_text(encoding="utf-8").split("\n\n")[2]
    lines = whole.splitlines()
    result = run("score", "--format", "json", "--rules", "russian", "-", text=whole)
    assert not json.loads(result.stdout)["made"]
    for tricks in range(13):
        short = "\n".join(lines[: len(lines) - 13 + tricks])
        strict = run("score", "-", text=short)
        assert strict.exit_code == 3
        decided = run("score", "--rules", "russian", "--format", "json", "-", text=short)
        if decided.exit_code == 0:
            assert json.loads(decided.stdout)["taken"] == 1
            break
    else:
        pytest.fail("never decided")


def test_rules_are_shown() -> None:
    assert "misere-ranking" in run("rules").stdout
    page = run("rules", "russian")
    assert page.exit_code == 0
    assert "must raise" in page.stdout
    shown = json.loads(run("rules", "--format", "json", "english+base-4+rotation").stdout)
    assert shown["rotation"] == ["H", "S", "D", "C"]
    assert {row["contract"]: row["stake"] for row in shown["contracts"]}["abundance"] == "12"
    assert run("rules", "--format", "csv", "english").stdout.count("\n") == 8
    assert "| Option" in run("rules", "--format", "markdown").stdout


@pytest.mark.parametrize("name", ["french", "english+x", "none.toml"])
def test_rules_that_are_none(name: str) -> None:
    result = run("rules", name)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("\n") == 1


def test_deals_by_the_rules_of_the_table() -> None:
    dealt = run("deal", "--seed", "1", "--count", "2", "--rules", "english+rotation").stdout
    assert "--rules english+rotation" in dealt
    assert dealt.count('[Trump "H"]') == dealt.count('[Trump "S"]') == 1
    assert "TurnUp" not in dealt
    again = run("deal", "--rules", "english+redeal-535", "--redeal", SESSION)
    assert (again.exit_code, again.stdout.count("[TurnUp")) == (0, 4)
    assert (
        json.loads(run("deal", "--rules", "english+redeal-535", "--redeal", SESSION, "--format", "json").stdout)[0][
            "dealer"
        ]
        == "E"
    )
    refused = run("deal", "--redeal", SESSION)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (3, "", 4)


def test_every_command_takes_the_rules() -> None:
    ending = ("--deal", "N:AK... QJ... T9... 87...", "--dealer", "N", "--turn-up", "SA")
    for words in (
        "solve --contract solo --by N",
        "misere --by N",
        "misery",
        "analyse",
        "review --contract solo --by N --played S8",
    ):
        assert run(*words.split(), *ending, "--rules", "english+x").exit_code == 2, words
    declared = ("solve", "--contract", "abundance_declared", "--by", "N", "--trump", "S", *ending)
    assert run(*declared, "--rules", "english+declared-trumps").exit_code == 0
    contracts = json.loads(run("analyse", *ending, "--format", "json", "--rules", "english+declared-trumps").stdout)[
        "contracts"
    ]
    assert {each["trump"] for each in contracts if each["contract"] == "abundance_declared"} == {"S", "H", "D", "C"}
