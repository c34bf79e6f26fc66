"""``ouverte review`` as a user runs it: the hands of the project, sentences, tables and formats, tags, bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from ouverte_cli.errors import Exit
from ouverte_cli.formats import FORMATS
from ouverte_cli.main import cli

ROOT = Path(__file__).parent.parent
FOUNDING = str(ROOT / "hands" / "founding-example.pbn")
HISTORIC = str(ROOT / "hands" / "historic.pbn")
DEAL = "N:AQ.4.. 54.3.. 32.A.. K6.2.."
PLAY = "HA H2 H4 H3 S3 S6 SA S4 SQ S5 S2 SK"
WRITTEN = "HA H2 H4 H3\nS3 S6 SA S4\nS2 SK SQ S5\n"
"""The same play as a file has it: columns for South, West, North and East."""
QUEEN = "HA H2 H4 H3 S3 S6 SQ S4 SA S5 S2 SK"
FREE = ("--side", "NS", "--trump", "NT", "--lead", "S")
FEWEST = ("--trump", "NT", "--lead", "S", "--objective", "fewest", "--side")


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["review", *args], input=text)


def ok(*args: str, text: str | None = None) -> str:
    result = run(*args, text=text)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def read_json(*args: str, text: str | None = None) -> Any:
    return json.loads(ok(*args, "--format", "json", text=text))


def board(contract: str = "1NT", declarer: str = "N", play: str = WRITTEN, tags: str = "") -> str:
    """A board of a file; in the default contract North and South need seven tricks, and East leads unless Play says."""
    named = f'[Contract "{contract}"]\n' * bool(contract) + f'[Declarer "{declarer}"]\n' * bool(declarer)
    return f'[Deal "{DEAL}"]\n{named}{tags}[Play "S"]\n{play}\n'


def said(*args: str, text: str | None = None) -> str:
    sentence: str = read_json(*args, text=text)["summary"]
    return sentence


def refused(code: Exit, reason: str, *args: str, text: str | None = None) -> None:
    """The command fails with this code and one line, and answers nothing."""
    result = run(*args, text=text)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("ouverte")
    assert reason in line


# The hands of the project


def test_the_founding_plays() -> None:
    first, second = read_json(FOUNDING)
    assert first["summary"] == (
        "Beaten from the start; Vlad's ♣8 at trick 7 let it home (♠JT98 or ♦4 held it); "
        "safe where the play stops, after trick 7."
    )
    assert second["summary"] == (
        "Beaten from the start, with no escape at any card; beaten where the play stops, in trick 5, after 1 card."
    )
    errors = [card for play in (first, second) for trick in play["tricks"] for card in trick["cards"] if card["cost"]]
    assert errors == [
        {"seat": "S", "card": "C8", "before": 1, "after": 0, "cost": 1, "held": [["SJ", "ST", "S9", "S8"], ["D4"]]}
    ]
    assert [trick["value_after"] for trick in first["tricks"]] == [1, 1, 1, 1, 1, 1, 0]
    assert [(trick["leader"], trick["winner"]) for trick in second["tricks"]] == [
        ("E", "W"), ("W", "W"), ("W", "S"), ("S", "E"), ("E", None),
    ]  # fmt: skip
    assert (first["makes_before"], first["makes_after"], first["complete"]) == (False, True, False)


def test_the_historic_hands() -> None:
    solo, misere = read_json(HISTORIC)
    assert solo["summary"] == (
        "Worth 4 tricks at the start, 5 wanted; A's ♣9 at trick 5 gave the fifth (♣K held it); made with 5."
    )
    assert (solo["contract"], solo["by"], solo["trump"], solo["leader"]) == ("solo", "S", "H", "N")
    assert misere["summary"] == "Beaten from the start, with no escape at any card; lost at trick 12."
    assert (misere["contract"], misere["by"], misere["trump"], misere["complete"]) == ("misere", "E", "NT", True)


def test_the_tables() -> None:
    text = ok("--board", "solo", HISTORIC)
    rows = [line.split() for line in text.splitlines()]
    assert ["trick", "leads", "N", "A", "E", "Y", "S", "B", "W", "Z", "wins", "value"] in rows
    assert ["4", "S", "♣8", "♥4", "♥Q", "♥K", "W", "4"] in rows
    assert ["5", "W", "♣9?", "♣A", "♣4", "♣7", "E", "5"] in rows
    assert ["5", "N", "A:", "♣9", "1", "4", "→", "5", "♣K"] in rows
    assert text.count("?") == 1
    text = ok("--board", "first play", FOUNDING)
    rows = [line.split() for line in text.splitlines()]
    assert ["7", "E", "♥J", "♣8?", "♠Q", "♠4", "E", "safe"] in rows
    assert ["7", "S", "Vlad:", "♣8", "beaten", "→", "safe", "♠JT98", "or", "♦4"] in rows
    assert "cost" not in text
    assert ["5", "E", "♣7", "beaten"] in [line.split() for line in ok("--board", "second play", FOUNDING).splitlines()]


# The sentence


@pytest.mark.parametrize(
    ("options", "played", "sentence"),
    [
        (
            (*FREE, "--target", "3"),
            PLAY,
            "Worth 3 tricks at the start, 3 wanted; North's ♠A at trick 2 lost the third (♠Q kept it); lost with 2.",
        ),
        (
            (*FREE, "--target", "2"),
            PLAY,
            "Worth 3 tricks at the start, 2 wanted; 1 error did not change the verdict; made with 2.",
        ),
        (FREE, PLAY, "Worth 3 tricks at the start; 1 error by N + S cost 1 trick; 2 taken."),
        (
            (*FREE, "--target", "3"),
            PLAY[:23],
            "Worth 3 tricks at the start, 3 wanted; North's ♠A at trick 2 lost the third (♠Q kept it); "
            "worth 2, too few, where the play stops, after trick 2.",
        ),
        (
            (*FREE, "--target", "3"),
            PLAY[:17],
            "Worth 3 tricks at the start, 3 wanted; no card cost a trick; "
            "worth 3, enough, where the play stops, in trick 2, after 2 cards.",
        ),
        (FREE, PLAY[:2], "Worth 3 tricks at the start; no card cost a trick; "
         "worth 3 where the play stops, in trick 1, after 1 card."),
        (
            (*FEWEST, "NS", "--target", "2"),
            PLAY,
            "Worth 2 tricks at the start, 2 or fewer wanted; no card cost a trick; made with 2.",
        ),
        (
            (*FEWEST, "NS", "--target", "2"),
            QUEEN,
            "Worth 2 tricks at the start, 2 or fewer wanted; North's ♠Q at trick 2 lost it (♠A kept it); lost with 3.",
        ),
        (
            (*FEWEST, "EW", "--target", "0"),
            QUEEN[:23],
            "Worth 1 trick at the start, 0 wanted; North's ♠Q at trick 2 let it make (♠A held it); "
            "worth 0, few enough, where the play stops, after trick 2.",
        ),
        (
            ("--side", "N", "--trump", "NT", "--lead", "S", "--objective", "none"),
            PLAY[:5],
            "Beaten from the start, with no escape at any card; "
            "beaten where the play stops, in trick 1, after 2 cards.",
        ),
        (
            ("--contract", "misere", "--by", "E", "--lead", "S"),
            PLAY,
            "Safe from the start and at every card; made.",
        ),
    ],
)  # fmt: skip
def test_sentences(options: tuple[str, ...], played: str, sentence: str) -> None:
    assert said(*options, "--played", played, "--deal", DEAL) == sentence


def test_a_bidder_who_errs() -> None:
    options = ("--contract", "misere", "--by", "S", "--lead", "N", "--deal", "N:73... - 62... -", "--played")
    assert said(*options, "S7 S2 S3 S6") == (
        "Safe from the start; South's ♠2 at trick 1 let it be beaten (♠6 kept it); lost at trick 2."
    )
    assert said(*options, "S7 S6") == "Safe from the start and at every card; safe where the play stops, after trick 1."


def test_names_in_the_sentence() -> None:
    fixed = '[North "Ann"]\n[South "Zoë\x1b"]\n'
    assert "Ann's ♠A" in said("-", "--target", "3", *FREE, text=board(tags=fixed))
    # Nobody could tell which of two is meant.
    assert "North's ♠A" in said("-", "--target", "3", *FREE, text=board(tags=fixed + '[East "Ann"]\n'))
    assert "\x1b" not in ok("-", text=board(tags=fixed))


# Formats


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format(output_format: str) -> None:
    text = ok("--format", output_format, "-", text=board() + board(play="HA H2 H4 -\n*\n"))
    if output_format == "json":
        whole, part = json.loads(text)
        assert (whole["complete"], part["complete"]) == (True, False)
        assert [card["card"] for trick in whole["tricks"] for card in trick["cards"]] == PLAY.split()
    elif output_format == "jsonl":
        assert [json.loads(line) for line in text.splitlines()] == read_json(
            "-", text=board() + board(play="HA H2 H4 -\n*\n")
        )
    elif output_format == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["board"] for row in rows] == ["1"] * 12 + ["2"] * 3
        assert [row["card"] for row in rows[:12]] == PLAY.split()
        assert [(row["trick"], row["seat"], row["before"], row["after"], row["cost"], row["held"]) for row in rows
                if row["cost"] != "0"] == [("2", "N", "3", "2", "1", "SQ")]  # fmt: skip
        assert all(None not in row and None not in row.values() for row in rows)
    else:
        assert ("### Board 1" if output_format == "markdown" else "Board 1") in text
        assert ("| 2       | S" if output_format == "markdown" else "2        S") in text
        assert ("```" in text) == (output_format == "markdown")


def test_an_output_that_knows_only_ascii() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "ouverte_cli", "review", "-"],
        input=board(tags='[North "Zoë"]\n').encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    text = process.stdout.decode("ascii")
    assert "N Zoe: SA" in text
    assert "3 > 2" in text


# What is reviewed


def test_after_leaves_the_first_tricks_out() -> None:
    whole = read_json("--board", "solo", HISTORIC)
    for tricks in (0, 4, 5, 12):
        part = read_json("--board", "solo", "--after", str(tricks), HISTORIC)
        assert part["tricks"] == whole["tricks"][tricks:]
        assert part["value_before"] == (4 if tricks < 5 else 5)
    assert said("--board", "solo", "--after", "5", HISTORIC) == (
        "Worth 5 tricks after trick 5, 5 wanted; no card cost a trick; made with 5."
    )
    text = ok("--board", "solo", "--after", "12", HISTORIC)
    assert len([line for line in text.splitlines() if line[:2].strip().isdigit()]) == 1


def test_after_a_trick_is_taken() -> None:
    assert said("--board", "misere", "--after", "12", HISTORIC) == (
        "Beaten after trick 12, with no escape at any card; lost at trick 12."
    )


def test_a_play_on_the_command_line_goes_before_that_of_the_file() -> None:
    found = read_json("--played", PLAY[:5], "--lead", "S", "-", text=board())
    assert [card["card"] for trick in found["tricks"] for card in trick["cards"]] == ["HA", "H2"]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (board(), (), (None, "NS", "NT", "S", "most", 7)),
        (board("2Hx", "W"), (), (None, "EW", "H", "S", "most", 8)),
        (board("4NT", "^S"), (), (None, "NS", "NT", "S", "most", 10)),
        (board("solo", "E", tags='[Trump "D"]\n'), (), ("solo", "E", "D", "S", "most", 5)),
        (board("solo", "E", tags='[Trump "D"]\n'), ("--by", "N"), ("solo", "N", "D", "S", "most", 5)),
        (board("solo", "E"), ("--turn-up", "D2"), ("solo", "E", "D", "S", "most", 5)),
        (board("solo", "E"), ("--trump", "D"), ("solo", "E", "D", "S", "most", 5)),
        (board("abundance C", "B"), (), ("abundance", "S", "C", "S", "most", 9)),
        (board("abundance", "B"), ("--trump", "C"), ("abundance", "S", "C", "S", "most", 9)),
        (board("proposal", "NE", tags='[Trump "D"]\n'), (), ("proposal", "NE", "D", "S", "most", 8)),
        (board("misere", "W"), (), ("misere", "W", "NT", "S", "none", 0)),
        (board("misere", "W"), ("--contract", "open_misere"), ("open_misere", "W", "NT", "S", "none", 0)),
        (board("misere", ""), ("--by", "E"), ("misere", "E", "NT", "S", "none", 0)),
        (board("", ""), ("--contract", "misere", "--by", "E"), ("misere", "E", "NT", "S", "none", 0)),
        (board("abundance X", "W"), ("--contract", "misere"), ("misere", "W", "NT", "S", "none", 0)),
        (board("nap", "W"), ("--contract", "misere"), ("misere", "W", "NT", "S", "none", 0)),
        (board("abundance C", "B"), ("--side", "EW"), (None, "EW", "C", "S", "most", None)),
        (
            board("", ""),
            ("--side", "EW", "--trump", "NT", "--objective", "fewest", "--target", "1"),
            (None, "EW", "NT", "S", "fewest", 1),
        ),
    ],
)
def test_the_contract_is_that_of_the_tags_unless_options_say_otherwise(
    text: str, options: tuple[str, ...], expected: tuple[object, ...]
) -> None:
    found = read_json(*options, "-", text=text)
    assert tuple(found[key] for key in ("contract", "by", "trump", "leader", "objective", "target")) == expected


@pytest.mark.parametrize(
    ("contract", "declarer", "play", "result", "told"),
    [
        ("1NT", "N", WRITTEN, "2", "Result in the file: 2.\n"),
        ("1NT", "N", WRITTEN, "^3", "Result in the file: 3; the play took 2.\n"),
        ("1NT", "N", "HA H2 H4 H3\n*\n", "3", "Result in the file: 3, as with best play from there.\n"),
        ("1NT", "N", "HA H2 H4 H3\n*\n", "1", "Result in the file: 1; with best play from there: 3.\n"),
        ("misere", "E", "HA H2 H4 H3\n+\n", "0", "Result in the file: 0, as with best play from there.\n"),
        ("misere", "E", "HA H2 H4 H3\n*\n", "2", "Result in the file: 2; with best play from there: safe.\n"),
    ],
)
def test_the_result_that_a_file_states(contract: str, declarer: str, play: str, result: str, told: str) -> None:
    text = board(contract, declarer, play, f'[Result "{result}"]\n')
    assert told in ok("-", text=text)
    assert read_json("-", text=text)["recorded"] == int(result.strip("^"))
    # It says nothing about another contract, or another play.
    assert "Result" not in ok("-", *FREE, text=text)
    assert "Result" not in ok("-", "--played", "HA", "--lead", "S", text=text)


@pytest.mark.parametrize("result", ["?", "", "EW 2", "14", "Won", "-1"])
def test_a_result_that_is_no_number_is_passed_over(result: str) -> None:
    assert read_json("-", text=board(tags=f'[Result "{result}"]\n'))["recorded"] is None


@pytest.mark.parametrize(
    ("play", "cards"),
    [
        ("HA! H2? H4 $1 H3 =1=\nS3 S6 SA S4\n*\n", 8),
        ("HA H2 H4 H3\nS3 - - -\n*\n", 5),
        ("HA H2 H4 H3\nS3\n", 5),
        ("HA H2 H4 H3\n- - - -\n- - - -\n", 4),
        ("HA H2 H4 H3\n+\n", 4),
        (WRITTEN + "*\n", 12),
    ],
)
def test_plays_that_end_early(play: str, cards: int) -> None:
    found = read_json("-", text=board(play=play))
    assert sum(len(trick["cards"]) for trick in found["tricks"]) == cards
    assert found["complete"] is (cards == 12)


def test_check_tells_of_an_error() -> None:
    assert run("--check", "--board", "solo", HISTORIC).exit_code == Exit.NO
    assert run("--board", "solo", HISTORIC).exit_code == Exit.DONE
    assert run("--check", "--board", "misere", HISTORIC).exit_code == Exit.DONE
    assert run("--check", "--board", "second play", FOUNDING).exit_code == Exit.DONE
    assert run("--check", FOUNDING).exit_code == Exit.NO


# Bad input


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--deal", DEAL), "there is no play to review: expected a Play section, or --played"),
        (
            ("--deal", DEAL, "--played", "HA"),
            "the contract is not known: expected a Contract tag, --contract or --side",
        ),
        (("--deal", DEAL, "--played", "HA", "--contract", "misere"), "who played the contract is not known"),
        (("--deal", DEAL, "--played", "HA", "--contract", "misere", "--by", "N"), "who leads is not known"),
        (("--deal", DEAL, "--played", "HA", "--side", "N", "--lead", "S"), "the trump suit is not known"),
        (("--deal", DEAL, "--played", "HA", "--contract", "nap", "--by", "N"), "'nap' is no contract"),
        (("--deal", DEAL, "--played", "HA", "--contract", "misere", "--by", "NS", "--lead", "S"), "one seat"),
        (("--deal", DEAL, *FREE, "--contract", "misere"), "--contract with --by, or for a --side"),
        (("--deal", DEAL, *FREE, "--by", "N"), "go together"),
        (("--deal", DEAL, "--played", "HA", "--target", "3"), "go with --side"),
        (("--deal", DEAL, "--played", "HA", "--objective", "fewest"), "go with --side"),
        (("--deal", DEAL, *FREE, "--after", "14"), "--after"),
        ((), "nothing to read"),
    ],
)
def test_usage(args: tuple[str, ...], reason: str) -> None:
    refused(Exit.USAGE, reason, *args)


@pytest.mark.parametrize(
    ("played", "reason"),
    [
        ("", "the play has no card"),
        ("HA H4", "trick 1, card 2 (H4): West is to play and does not hold it; North does"),
        ("HA S6", "trick 1, card 2 (S6): a revoke: West holds hearts"),
        ("HA H2 H4 H3 S3 S6 SA HA", "trick 2, card 4 (HA): already played to trick 1"),
        (PLAY + " HA", "card HA after trick 3: all cards are already played"),
        ("HA D5", "nobody was dealt this card"),
        ("HA xx", "'xx' is no card"),
    ],
)
def test_a_play_that_cannot_be(played: str, reason: str) -> None:
    refused(Exit.DATA, reason, *FREE, "--deal", DEAL, "--played", played)


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        (board(play="HA S6 H4 H3\n"), (), "standard input:1: trick 1, card 2 (S6): a revoke"),
        (board(play="HA H2 H4 H3\nS3 SK SA S4\nS2 S6 SQ H3\n"), (), "trick 3, card 2 (H3): already played"),
        (board(play="HA - H4 H3\n"), (), "trick 1: H4 by North follows a card that is not given"),
        (board(play="HA xx H4 H3\n"), (), "trick 1: 'xx' is no card"),
        (board(play=WRITTEN + "HA H2 H4 H3\n"), (), "all cards are already played"),
        (board(play="*\n"), (), "the play has no card"),
        (board(play="- - - -\n"), (), "the play has no card"),
        (board(), ("--after", "3"), "the play has no card after trick 3"),
        (board(play="HA H2 H4 H3\nS3 S6 -\n"), ("--after", "2"), "the play has no card after trick 2"),
        (board(), ("--lead", "N"), "North is to play and does not hold it"),
        (board("", "N"), (), "the contract is not known: expected a Contract tag"),
        (board("misere", ""), (), "who played the contract is not known: expected a Declarer tag or the option --by"),
        (board("3NT", ""), (), "who played the contract is not known"),
        (board("3NT", "NS"), (), "a contract of bridge has one declarer, not NS"),
        (board("misere", "NS"), (), "misere is played by one seat, not by NS"),
        (board("nap", "N"), (), "'nap' is no contract of Solo Whist"),
        (board("abundance", "N"), (), "needs a trump suit"),
        (board("abundance X", "N"), (), "'X' is no suit"),
        (board("solo", "N"), (), "the turned-up suit is not known"),
        (board("solo", "Q"), (), "standard input:3: tag Declarer: 'Q' is no seat"),
        (board("abundance C", "N"), ("--contract", "misere"), "the play is of abundance C, clubs: it cannot be judged"),
        (board("abundance C", "N"), ("--side", "NS", "--trump", "NT"), "it cannot be judged with no trump"),
    ],
)
def test_a_file_that_cannot_be_reviewed(text: str, options: tuple[str, ...], reason: str) -> None:
    refused(Exit.DATA, reason, *options, "-", text=text)


def test_a_board_without_a_play_is_told_of_and_hides_no_other() -> None:
    bare = f'[Board "bare"]\n[Deal "{DEAL}"]\n[Contract "1NT"]\n[Declarer "N"]\n\n'
    result = run("--format", "jsonl", "-", text=bare + board() + board(play="HA S6 H4 H3\n"))
    assert result.exit_code == Exit.DATA
    assert [json.loads(line)["board"] for line in result.stdout.splitlines()] == ["2"]
    assert result.stderr.splitlines() == [
        "ouverte: standard input:1: board bare: there is no play to review: expected a Play section, or --played",
        "ouverte: standard input:14: trick 1, card 2 (S6): a revoke: West holds hearts and must follow suit",
        "ouverte: read 1 of 3 boards",
    ]
