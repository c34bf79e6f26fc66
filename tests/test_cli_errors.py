"""Bad input of every kind through the commands: one clear line, the documented code, never half an answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from ouverte import Solver
from ouverte.pbn_text import FILE_LIMIT, LINE_LIMIT
from ouverte_cli import batch, output
from ouverte_cli.errors import Exit
from ouverte_cli.main import cli

ROOT = Path(__file__).parent.parent
ENDING = "N:A.K.. 2.A.. K.Q.. Q.2.."
PACK = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
FREE = ("solve", "--side", "NS", "--trump", "NT", "--lead", "W")
GOOD = f'[Board "good"]\n[Dealer "N"]\n[Deal "{ENDING}"]\n[TurnUp "HK"]\n\n'


def run(*args: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=text)


def refused(code: Exit, said: str, *args: str, text: str | bytes | None = None) -> None:
    """The command fails with this code and one line, and answers nothing."""
    result = run(*args, text=text)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("ouverte")
    assert said in line


# The command line


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("frobnicate",), "No such command 'frobnicate'"),
        (("analyse",), "nothing to read"),
        (("analyse", "--frob", "x"), "--frob"),
        (("analyse", "--deal", ENDING, "file.pbn"), "not both"),
        (("analyse", "-", "-"), "only once"),
        (("analyse", "--deal", ENDING), "the dealer is not known"),
        (("analyse", "--deal", ENDING, "--dealer", "N"), "the turned-up suit is not known"),
        (("analyse", "--deal", ENDING, "--dealer", "Q"), "'Q' is no seat"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--turn-up", "H1"), "'H1' is no card"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--trump", "NT"), "'NT' is no suit"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--trump", "S", "--turn-up", "HK"), "contradict"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--trump", "S", "--memory", "0"), "--memory"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--trump", "S", "--memory", "lots"), "--memory"),
        (("analyse", "--deal", ENDING, "--dealer", "N", "--trump", "S", "--format", "xml"), "--format"),
        (("analyse", "--deal", ENDING, "--game", "whist"), "--game"),
        (("solve", "--deal", ENDING), "--contract with --by, or for a --side"),
        (("solve", "--deal", ENDING, "--contract", "solo"), "go together"),
        (("solve", "--deal", ENDING, "--side", "N", "--by", "N"), "go together"),
        (("solve", "--deal", ENDING, "--side", "N", "--contract", "solo", "--by", "N"), "--contract with --by, or"),
        (("solve", "--deal", ENDING, "--contract", "solo", "--by", "N", "--target", "3"), "has its own"),
        (("solve", "--deal", ENDING, "--side", "N", "--lead", "W"), "the trump suit is not known"),
        (("solve", "--deal", ENDING, "--side", "N", "--trump", "S"), "who leads is not known"),
        (("solve", "--deal", ENDING, "--side", "NESW", "--trump", "S", "--lead", "W"), "must leave out a seat"),
        (("solve", "--deal", ENDING, "--side", "NN", "--trump", "S", "--lead", "W"), "'NN' is no side"),
        (("solve", "--deal", ENDING, "--side", "N", "--trump", "X", "--lead", "W"), "'X' is no trump"),
        (("solve", "--deal", ENDING, "--contract", "nap", "--by", "N", "--dealer", "N"), "'nap' is no contract"),
        (("solve", "--deal", ENDING, "--contract", "solo", "--by", "NS", "--dealer", "N", "--trump", "H"), "one seat"),
        (("solve", "--deal", ENDING, "--contract", "proposal", "--by", "N", "--lead", "N", "--trump", "H"), "2 seats"),
        (("solve", "--deal", ENDING, "--contract", "abundance", "--by", "N", "--lead", "N"), "needs a trump suit"),
        (("solve", "--deal", ENDING, "--contract", "solo", "--by", "N", "--lead", "N"), "turned-up suit is not known"),
        (
            ("solve", "--deal", ENDING, "--contract", "solo", "--by", "N", "--lead", "N", "--trump", "NT"),
            "not with no trump",
        ),
        (("solve", "--deal", ENDING, "--contract", "solo", "--by", "N", "--trump", "H"), "who leads is not known"),
        ((*FREE, "--deal", ENDING, "--objective", "none", "--target", "1"), "has no --target"),
        ((*FREE, "--deal", ENDING, "--check"), "needs a --target"),
        ((*FREE, "--deal", ENDING, "--target", "14"), "--target"),
        ((*FREE, "--deal", ENDING, "--played", "SQ", "--after", "1"), "not both"),
        (("misere", "--deal", ENDING), "who leads is not known"),
        (("misere", "--deal", ENDING, "--by", "NS"), "'NS' is no seat"),
        (("deal", "--count", "0"), "--count"),
        (("deal", "--seed", "one"), "--seed"),
        (("deal", "--dealer", "K"), "'K' is no seat"),
        (("deal", "surplus"), "surplus"),
    ],
)
def test_usage(args: tuple[str, ...], said: str) -> None:
    refused(Exit.USAGE, said, *args)


def test_no_command_shows_the_help() -> None:
    result = run()
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert "Commands:" in result.stderr


# Deals and plays


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ("", "names no first seat"),
        ("A.K.. 2.A.. K.Q.. Q.2..", "names no first seat"),
        ("Q:A.K.. 2.A.. K.Q.. Q.2..", "'Q' is no seat"),
        ("N:A.K.. 2.A.. K.Q..", "has 3 hands"),
        ("N:A.K. 2.A.. K.Q.. Q.2..", "has 3 parts"),
        ("N:A.K.. 2.A.. K.Q.. Q.X..", "'X' among its hearts"),
        ("N:A.K.. 2.A.. K.A.. Q.2..", "HA is twice: in E and in S"),
        ("N:AA... 2.A.. K.Q.. Q.2..", "SA is twice: in N"),
        ("N:A.K.. 2.A.. K.Q.. Q...", "W has 1 card, expected 2"),
        ("N:... ... ... ...", "at least two hands"),
        ("N:A... - - -", "at least two hands"),
        (PACK.replace("AKQJT98765432... ", "AKQJT9876543... "), "N has 12 cards, expected 13; missing: S2"),
        (PACK.replace("N:A", "N:"), "missing: SA"),
        (PACK.replace(" .A", " A."), "SA is twice: in N and in E; missing: HA"),
        ("N:\x1b[31m.. 2.A.. K.Q.. Q.2..", "N: hand"),
    ],
)
@pytest.mark.parametrize("command", [("analyse", "--dealer", "N", "--trump", "H"), FREE, ("misere", "--lead", "N")])
def test_a_deal_that_is_none(command: tuple[str, ...], deal: str, said: str) -> None:
    refused(Exit.DATA, said, *command, "--deal", deal)


@pytest.mark.parametrize(
    ("played", "said"),
    [
        ("SQ H2", "trick 1, card 2 (H2)"),
        ("HK", "trick 1, card 1 (HK): West is to play and does not hold it; North does"),
        ("H2 HK HQ", "East is to play and does not hold it; South does"),
        ("SQ HK", "a revoke: North holds spades"),
        ("SQ SA S2 SK SQ", "already played to trick 1"),
        ("SQ SA S2 SK HK HA HQ H2 SA", "all cards are already played"),
        ("D5", "nobody was dealt this card"),
        ("Q", "'Q' is no card"),
        ("SQSA", "'SQSA' is no card"),
    ],
)
@pytest.mark.parametrize("command", [FREE, ("misere", "--lead", "W")])
def test_a_play_that_cannot_be(command: tuple[str, ...], played: str, said: str) -> None:
    refused(Exit.DATA, said, *command, "--deal", ENDING, "--played", played)


def test_other_deals_that_do_not_fit() -> None:
    three = "N:A.K.. 2.A.. K.Q.. -"
    refused(
        Exit.DATA, "is played by 4: the deal has 3 hands", "analyse", "--dealer", "N", "--trump", "H", "--deal", three
    )
    refused(Exit.DATA, "West holds no cards", *FREE, "--deal", three)
    refused(Exit.DATA, "expected seats that hold cards", "misere", "--by", "W", "--lead", "N", "--deal", three)
    refused(Exit.DATA, "0 whole tricks, not 1", *FREE, "--after", "1", "--deal", ENDING)
    refused(Exit.DATA, "not in the hand of the dealer", "analyse", "--dealer", "N", "--turn-up", "H2", "--deal", PACK)


# Files


@pytest.mark.parametrize("text", ["", "\n", "% nothing\n", '[Event "x"]\n', "hello\n", "\x00\x01\x02", "\ufeff"])
def test_a_file_without_a_board(text: str) -> None:
    refused(Exit.DATA, "standard input:1: ", "misere", "-", text=text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    refused(Exit.DATA, "cannot be read: No such file", "analyse", str(tmp_path / "none.pbn"))
    refused(Exit.DATA, "cannot be read: Is a directory", "analyse", str(tmp_path))


def test_what_a_file_lacks_is_its_own_fault() -> None:
    refused(Exit.DATA, "standard input:1: the dealer is not known", "analyse", "-", text=ENDING)
    refused(Exit.DATA, "standard input:1: who leads is not known", "misere", "-", text=ENDING)
    refused(Exit.DATA, "standard input:2: board x: the turned-up suit", "analyse", "--dealer", "N", "-",
            text=f'\n[Board "x"]\n[Deal "{ENDING}"]\n')  # fmt: skip


@pytest.mark.parametrize("output_format", ["table", "jsonl", "json", "csv"])
def test_a_bad_board_hides_no_good_one(output_format: str) -> None:
    bad = '[Board "bad"]\n[Deal "N:A.K.. 2.A.. K.A.. Q.2.."]\n\n'
    result = run("misere", "--by", "S", "--format", output_format, "-", text=GOOD + bad + GOOD)
    assert result.exit_code == Exit.DATA
    assert result.stderr.splitlines() == [
        "ouverte: standard input:7: board bad: HA is twice: in E and in S",
        "ouverte: read 2 of 3 boards",
    ]
    whole = run("misere", "--by", "S", "--format", output_format, "-", text=GOOD + GOOD)
    assert (whole.exit_code, whole.stdout) == (Exit.DONE, result.stdout)


def test_a_bad_file_hides_no_good_one(tmp_path: Path) -> None:
    good, missing = tmp_path / "good.pbn", tmp_path / "missing.pbn"
    good.write_text(GOOD)
    result = run("misere", "--by", "S", "--format", "json", str(missing), str(good))
    assert result.exit_code == Exit.DATA
    assert [each["board"] for each in json.loads(result.stdout)] == ["good"]
    assert result.stderr.splitlines() == [f"ouverte: {missing}: cannot be read: No such file or directory"]


def test_no_good_board_among_several_is_an_empty_list() -> None:
    result = run("misere", "--format", "json", "-", text=f"{ENDING}\n\n{ENDING}\n")
    assert (result.exit_code, json.loads(result.stdout)) == (Exit.DATA, [])


def test_bad_input_outweighs_a_no() -> None:
    result = run("misere", "--by", "N", "--check", "-", text=GOOD + "rubbish\n")
    assert result.exit_code == Exit.DATA
    assert run("misere", "--by", "N", "--check", "-", text=GOOD).exit_code == Exit.NO


def test_a_long_error_is_cut_short() -> None:
    result = run("misere", "-", text=f"N:{'x' * 100_000} 2.A.. K.Q.. Q.2..")
    assert result.exit_code == Exit.DATA
    assert len(result.stderr) < 600


# Limits


def test_a_line_too_long() -> None:
    result = run("misere", "--by", "S", "--format", "jsonl", "-", text=GOOD + "x" * (LINE_LIMIT + 1))
    assert result.exit_code == Exit.LIMIT
    assert json.loads(result.stdout)["board"] == "good"
    assert result.stderr == "ouverte: standard input: line 6 is longer than 1 MB, the most that is read\n"


def test_a_file_too_long(tmp_path: Path) -> None:
    path = tmp_path / "long.pbn"
    with path.open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    refused(Exit.LIMIT, "longer than 64 MB", "misere", str(path))


def test_memory_that_is_not_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(memory: int) -> Solver:
        raise MemoryError

    monkeypatch.setattr(batch, "Solver", refuse)
    refused(Exit.LIMIT, "does not grant 64 MB", *FREE, "--memory", "64", "--deal", ENDING)


# Terminals and pipes


def test_control_characters_do_not_reach_a_terminal() -> None:
    text = f'[Board "\x1b[2J"]\n[North "\x1b]0;x\x07"]\n[Dealer "N"]\n[Deal "{ENDING}"]\n\n[Board "\x1b[2J"]\n'
    result = run("misere", "--format", "table", "-", text=text)
    assert "N ?]0;x? (dealer)" in result.stdout
    assert "\x1b" not in result.output


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert output.style("7 ✓", fg="green") == "7 ✓"
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert output.style("7 ✓", fg="green") == click.style("7 ✓", fg="green")
    monkeypatch.setenv("NO_COLOR", "1")
    assert output.style("7 ✓", fg="green") == "7 ✓"


def start(*args: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "ouverte_cli", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


def test_python_m() -> None:
    process = start("--version")
    out, error = process.communicate()
    assert (process.returncode, out.split()[0], error) == (0, b"ouverte", b"")


def test_a_closed_pipe_is_silent() -> None:
    process = start("deal", "--count", "1000000", "--seed", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"% Dealt by")
    process.stdout.close()
    assert process.wait(timeout=30) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize("command", [("analyse",), FREE, ("misere",)])
@pytest.mark.parametrize("output_format", ["table", "json", "markdown"])
def test_an_output_that_knows_only_ascii(command: tuple[str, ...], output_format: str) -> None:
    process = start(*command, "--format", output_format, "-", PYTHONIOENCODING="ascii")
    out, error = process.communicate(GOOD.replace("[TurnUp", '[East "Zoë Ж"]\n[TurnUp').encode())
    assert (process.returncode, error) == (0, b"")
    text = out.decode("ascii")
    if output_format == "json":
        assert json.loads(text)
    else:
        assert "E Zoe ?" in text
        assert "turn-up HK" in text
        assert "S A\n" in text
    if command == ("analyse",) and output_format != "json":
        assert "safe Y" in text


def test_no_space_left() -> None:
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ouverte_cli", "deal"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == Exit.DATA
    assert done.stderr.decode() == "ouverte: cannot write the results: No space left on device\n"


def test_an_interrupt_keeps_what_is_finished() -> None:
    process = start("analyse", "--format", "jsonl", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    hard = (ROOT / "hands" / "random20.pbn").read_bytes()
    process.stdin.write(GOOD.encode() + hard)
    process.stdin.close()
    assert json.loads(process.stdout.readline())["board"] == "good"
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.wait(timeout=30) == Exit.INTERRUPTED
    assert time.monotonic() - began < 5
    assert b"Traceback" not in process.stderr.read()
    process.stdout.close()
    process.stderr.close()


def test_a_name_that_no_encoding_knows(tmp_path: Path) -> None:
    path = tmp_path / "caf\udce9.pbn"
    try:
        path.write_text(GOOD)
    except OSError:
        return
    found = json.loads(run("misere", "--by", "S", "--format", "json", str(path)).stdout)
    assert found["file"] == str(path)
