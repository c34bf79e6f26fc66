"""The commands as a user runs them: answers in every format, sources, options."""

from __future__ import annotations

import csv
import io
import json
from itertools import islice
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from ouverte import Deal, Position, Seat, Suit, parse_cards
from ouverte.dealing import random_boards
from ouverte.pbn import Board, format_board, read_boards
from ouverte_cli.diagram import hand_diagram
from ouverte_cli.errors import EXIT_CODES, Exit
from ouverte_cli.formats import FORMATS
from ouverte_cli.main import COMMANDS, cli
from ouverte_cli.reference import reference

ROOT = Path(__file__).parent.parent
FOUNDING = str(ROOT / "hands" / "founding-example.pbn")
HISTORIC = str(ROOT / "hands" / "historic.pbn")
ENDING = "N:A.K.. 2.A.. K.Q.. Q.2.."
FIVE = "N:A32.K2.. KQ.A3..2 JT.QJ..3 98.T9..4"
TWO_BOARDS = (
    f'[Board "one"]\n[North "Ann"]\n[Dealer "N"]\n[Deal "{ENDING}"]\n[TurnUp "HK"]\n\n'
    f'[Dealer "E"]\n[Deal "{FIVE}"]\n[Trump "S"]\n'
)


def run(*args: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=text)


def ok(*args: str, text: str | bytes | None = None) -> str:
    result = run(*args, text=text)
    assert result.exit_code == 0, (result.stdout, result.stderr)
    assert result.stderr == ""
    return result.stdout


def read_json(*args: str, text: str | bytes | None = None) -> Any:
    return json.loads(ok(*args, "--format", "json", text=text))


ASK = {
    "analyse": ("analyse",),
    "solve": ("solve", "--side", "NS", "--trump", "H", "--lead", "E"),
    "misere": ("misere",),
    "misery": ("misery",),
}


# The founding example, through the command


def test_verdicts_alone() -> None:
    full = read_json("analyse", FOUNDING)
    verdicts = read_json("analyse", "--verdicts", FOUNDING)
    for numbered, bare in zip(full, verdicts, strict=True):
        assert [each | {"value": None} for each in numbered["contracts"]] == bare["contracts"]
        assert bare["nodes"] < numbered["nodes"]
    text = ok("analyse", "--verdicts", "--board", "first play", FOUNDING)
    row = next(line for line in text.splitlines() if line.startswith("Abundance  "))
    assert row.split() == ["Abundance", "9+", "–", "–", "–", "makes", "♦", "✓"]


def test_the_founding_example_analysed() -> None:
    first, second = read_json("analyse", FOUNDING)
    assert first["contracts"] == second["contracts"]
    assert (first["board"], first["dealer"], first["turn_up"], first["trump"]) == ("first play", "N", "H2", "H")
    values = {(each["contract"], each["by"], each["trump"]): each["value"] for each in first["contracts"]}
    assert [values["solo", by, "H"] for by in "NESW"] == [0, 7, 0, 0]
    assert [max(values["abundance", by, trump] for trump in "SHDC") for by in "NESW"] == [4, 7, 2, 11]
    assert [values["abundance_declared", by, "NT"] for by in "NESW"] == [0, 7, 0, 11]
    assert [values["proposal", by, "H"] for by in ("NE", "NS", "NW", "ES", "EW", "SW")] == [13, 0, 3, 10, 13, 0]
    assert [values["open_misere", by, "NT"] for by in "NESW"] == [1, 1, 1, 1]
    made = {(each["contract"], each["by"], each["trump"]) for each in first["contracts"] if each["makes"]}
    assert made == {
        ("solo", "E", "H"),
        ("abundance", "W", "D"),
        ("proposal", "NE", "H"),
        ("proposal", "ES", "H"),
        ("proposal", "EW", "H"),
    }


def test_the_founding_example_as_a_table() -> None:
    page = ok("analyse", "--format", "table", FOUNDING)
    assert "Board first play, dealer N Kirill, turn-up ♥2, E Alexei leads" in page
    rows = [line.split() for line in page.splitlines()]
    assert ["Solo", "5+", "0", "7", "✓", "0", "0"] in rows
    assert ["Abundance", "9+", "4", "♣", "7", "♥", "2", "♠", "11", "♦", "✓"] in rows
    assert ["Misère", "none", "beaten", "beaten", "beaten", "beaten"] in rows
    assert ["Proposal", "and", "acceptance", "8+", "13", "✓", "0", "3", "10", "✓", "13", "✓", "0"] in rows
    assert (
        "Can be made: proposal and acceptance by NE, ES and EW; solo by E Alexei; "
        "abundance by W Roman in diamonds." in page
    )


def test_the_founding_misere_before_and_after_the_error() -> None:
    (before,) = (each for each in _misere_of_kirill(6) if each["board"] == "first play")
    assert (before["safe"], before["to_play"]) == (False, "E")
    assert "HJ" in before["beating_leads"]
    mid_trick = " ".join([*before["played"], "HJ"])
    (south, _) = read_json("misere", "--by", "N", "--played", mid_trick, FOUNDING)
    assert (south["to_play"], south["beating_leads"]) == ("S", ["SJ", "ST", "S9", "S8", "D4"])
    assert set(south["tried"]) - set(south["beating_leads"]) == {"S2", "C8"}
    (after, _) = read_json("misere", "--by", "N", "--played", f"{mid_trick} C8", FOUNDING)
    assert (after["safe"], after["beating_leads"]) == (True, [])


def _misere_of_kirill(tricks: int) -> list[dict[str, Any]]:
    result = run("misere", "--by", "N", "--after", str(tricks), "--format", "json", FOUNDING)
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


# Sources


def test_a_deal_on_the_command_line() -> None:
    assert read_json("solve", "--side", "NS", "--trump", "NT", "--lead", "W", "--deal", ENDING) == {
        "file": None,
        "board": None,
        "deal": ENDING,
        "contract": None,
        "by": "NS",
        "trump": "NT",
        "leader": "W",
        "to_play": "W",
        "objective": "most",
        "target": None,
        "value": 1,
        "makes": None,
        "played": [],
        "cards": [{"card": "SQ", "value": 1, "makes": None}, {"card": "H2", "value": 1, "makes": None}],
        "line": ["SQ", "SA", "S2", "SK", "HK", "HA", "HQ", "H2"],
        "nodes": 4,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_standard_input_in_any_encoding(encoding: str, end: str) -> None:
    text = TWO_BOARDS.replace("Ann", "Zoë").replace("\n", end)
    first, second = read_json("analyse", "-", text=text.encode(encoding))
    assert (first["names"], first["board"], second["board"]) == ({"N": "Zoë"}, "one", "2")
    assert (first["trump"], second["trump"], second["dealer"]) == ("H", "S", "E")


def test_one_board_gives_an_object_and_several_a_list(tmp_path: Path) -> None:
    one = tmp_path / "one.pbn"
    one.write_text(f"{ENDING}\n")
    facts = ("--dealer", "N", "--trump", "H")
    assert isinstance(read_json("analyse", *facts, str(one)), dict)
    several = read_json("analyse", *facts, str(one), str(one))
    assert [each["file"] for each in several] == [str(one), str(one)]


def test_options_take_the_place_of_tags() -> None:
    first, second = read_json("analyse", "--dealer", "S", "--turn-up", "S2", "-", text=TWO_BOARDS)
    assert (first["dealer"], first["turn_up"], second["turn_up"], second["trump"]) == ("S", "S2", "S2", "S")
    first, second = read_json("analyse", "--trump", "C", "-", text=TWO_BOARDS)
    assert (first["turn_up"], first["trump"], second["dealer"]) == (None, "C", "E")


# Formats


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("command", ASK)
def test_every_format_of_every_command(command: str, output_format: str) -> None:
    text = ok(*ASK[command], "--format", output_format, "-", text=TWO_BOARDS)
    objects = {"analyse": 2, "solve": 2, "misere": 8, "misery": 8}[command]
    if output_format == "json":
        assert len(json.loads(text)) == objects
    elif output_format == "jsonl":
        assert [json.loads(line) for line in text.splitlines()] == read_json(*ASK[command], "-", text=TWO_BOARDS)
    elif output_format == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert {row["board"] for row in rows} == {"one", "2"}
        assert all(None not in row and None not in row.values() for row in rows)
    else:
        assert ("### Board one" if output_format == "markdown" else "Board one, dealer N Ann, turn-up ♥K") in text
        assert text.count("Board ") == 2
        assert ("```" in text) == (output_format == "markdown")


def test_the_format_is_table_unless_asked_otherwise() -> None:
    asked = ("misere", "--dealer", "N", "--deal", ENDING)
    assert ok(*asked) == ok(*asked, "--format", "table")
    lines = ok(*asked, "--format", "jsonl").splitlines()
    assert [json.loads(line)["by"] for line in lines] == ["N", "E", "S", "W"]


@pytest.mark.parametrize("output_format", ["pbn", *FORMATS])
def test_every_format_of_deal(output_format: str) -> None:
    text = ok("deal", "--seed", "1", "--count", "2", "--format", output_format)
    first, second = islice(random_boards(1), 2)
    if output_format == "pbn":
        comment, boards = text.split("\n", 1)
        assert comment == "% Dealt by: ouverte deal --seed 1 --count 2 --dealer N"
        assert boards == format_board(first) + format_board(second)
    elif output_format == "json":
        assert [each["deal"] for each in json.loads(text)] == [str(first.deal), str(second.deal)]
    elif output_format == "jsonl":
        assert [json.loads(line)["turn_up"] for line in text.splitlines()] == ["S8", "DT"]
    elif output_format == "csv":
        assert [row["dealer"] for row in csv.DictReader(io.StringIO(text))] == ["N", "E"]
    else:
        assert "\n".join(hand_diagram(first)) in text
        assert "\n".join(hand_diagram(second)) in text


def test_a_random_seed_is_told() -> None:
    comment, boards = ok("deal").split("\n", 1)
    seed = comment.split("--seed ")[1].split()[0]
    assert ok("deal", "--seed", seed).split("\n", 1)[1] == boards


def test_the_diagram() -> None:
    text = ok("analyse", "--format", "table", "-", text=TWO_BOARDS)
    assert text.startswith(
        "Board one, dealer N Ann, turn-up ♥K, E leads\n\n"
        "     N Ann (dealer)\n     ♠ A\n     ♥ K\n     ♦ –\n     ♣ –\n"
        "W                      E\n♠ Q                    ♠ 2\n♥ 2                    ♥ A\n"
    )


# analyse


def test_declared_trumps_adds_an_entry_for_each_suit() -> None:
    facts = ("analyse", "--dealer", "N", "--trump", "H", "--deal", FIVE)
    plain, more = read_json(*facts), read_json(*facts, "--declared-trumps")
    trumps = [
        each["trump"] for each in more["contracts"] if (each["contract"], each["by"]) == ("abundance_declared", "N")
    ]
    assert trumps == ["NT", "S", "H", "D", "C"]
    assert len(more["contracts"]) == len(plain["contracts"]) + 16
    assert [each for each in more["contracts"] if each in plain["contracts"]] == plain["contracts"]


# solve


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--contract", "solo", "--by", "E"), ("solo", "E", "H", "E", "most", 5)),
        (("--contract", "solo", "--by", "E", "--trump", "S"), ("solo", "E", "S", "E", "most", 5)),
        (("--contract", "proposal", "--by", "W+N"), ("proposal", "NW", "H", "E", "most", 8)),
        (("--contract", "misere", "--by", "w"), ("misere", "W", "NT", "E", "none", 0)),
        (("--contract", "misere", "--by", "W", "--trump", "D"), ("misere", "W", "NT", "E", "none", 0)),
        (("--contract", "abundance", "--by", "W", "--trump", "D"), ("abundance", "W", "D", "E", "most", 9)),
        (("--contract", "abundance_declared", "--by", "W"), ("abundance_declared", "W", "NT", "W", "most", 13)),
        (
            ("--contract", "abundance_declared", "--by", "W", "--trump", "♦"),
            ("abundance_declared", "W", "D", "W", "most", 13),
        ),
        (("--contract", "royal_abundance", "--by", "Z", "--lead", "S"), ("royal_abundance", "W", "H", "S", "most", 9)),
        (("--side", "EW", "--objective", "fewest", "--target", "1"), (None, "EW", "H", "E", "fewest", 1)),
        (("--side", "ESW", "--trump", "nt", "--lead", "N"), (None, "ESW", "NT", "N", "most", None)),
        (("--side", "E", "--objective", "none"), (None, "E", "H", "E", "none", 0)),
    ],
)
def test_what_is_asked(options: tuple[str, ...], expected: tuple[object, ...]) -> None:
    found = read_json("solve", *options, "--dealer", "N", "--turn-up", "HK", "--deal", ENDING)
    assert tuple(found[key] for key in ("contract", "by", "trump", "leader", "objective", "target")) == expected


def test_the_value_counts_tricks_already_won() -> None:
    ask = ("solve", "--side", "N", "--trump", "S", "--lead", "N", "--deal", FIVE)
    whole = read_json(*ask)
    line = whole["line"]
    for played in range(0, 21):
        part = read_json(*ask, "--played", " ".join(line[:played]))
        assert part["value"] == whole["value"]
        assert part["played"] == line[:played]
        assert len(part["line"]) == 20 - played
        if part["cards"]:
            assert line[played] in [each["card"] for each in part["cards"] if each["value"] == whole["value"]]
    assert (part["to_play"], part["cards"], part["line"]) == (None, [], [])
    position = Position(Deal.from_pbn(FIVE), Seat.NORTH, Suit.SPADES).replay(parse_cards(" ".join(line)))
    assert position.won(Seat.NORTH) == whole["value"]


def test_the_table_of_solve() -> None:
    text = ok(
        "solve", "--side", "N", "--trump", "S", "--lead", "W", "--target", "1", "--played", "SQ SA",
        "--format", "table", "--deal", ENDING,
    )  # fmt: skip
    assert "Most tricks by N, spades, W leads, 1 or more wanted." in text
    assert "Value: 1 trick: makes." in text
    assert " 1. W led ♠Q ♠A; now ♠2 ♠K; N wins\n 2. N leads ♥K; ♥A ♥Q ♥2; E wins" in text


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("solve", "--side", "N", "--trump", "S", "--lead", "W", "--target", "1"), Exit.DONE),
        (("solve", "--side", "N", "--trump", "S", "--lead", "W", "--target", "2"), Exit.NO),
        (("solve", "--side", "S", "--trump", "S", "--lead", "W", "--objective", "none"), Exit.DONE),
        (("solve", "--contract", "misere", "--by", "N", "--lead", "W"), Exit.NO),
        (("misere", "--by", "S", "--lead", "W"), Exit.DONE),
        (("misere", "--by", "N", "--lead", "W"), Exit.NO),
        (("misere", "--lead", "W"), Exit.NO),
    ],
)
def test_check_tells_by_the_exit_code(options: tuple[str, ...], code: Exit) -> None:
    assert run(*options, "--deal", ENDING).exit_code == Exit.DONE
    result = run(*options, "--check", "--deal", ENDING)
    assert result.exit_code == code
    assert result.stdout
    assert result.stderr == ""


# misere


def test_by_gives_one_object_and_without_it_a_list_of_four() -> None:
    one = read_json("misere", "--by", "S", "--lead", "W", "--deal", ENDING)
    four = read_json("misere", "--lead", "W", "--deal", ENDING)
    assert [each["by"] for each in four] == ["N", "E", "S", "W"]
    assert four[2] == one
    assert (one["leader"], one["safe"], one["beating_leads"], one["tried"]) == ("W", True, [], ["SQ", "H2"])


@pytest.mark.parametrize("by", "NESW")
@pytest.mark.parametrize("lead", "NESW")
def test_a_line_ends_with_the_trick_that_is_forced(by: str, lead: str) -> None:
    found = read_json("misere", "--by", by, "--lead", lead, "--deal", FIVE)
    bidder = Seat.parse(by)
    position = Position(Deal.from_pbn(FIVE), Seat.parse(lead)).replay(parse_cards(" ".join(found["line"])))
    if found["safe"]:
        assert position.to_play is None
        assert position.won(bidder) == 0
    else:
        assert (position.won(bidder), position.winners[-1]) == (1, bidder)
        assert found["line"][0] in found["beating_leads"]
    others = read_json("solve", "--contract", "misere", "--by", by, "--lead", lead, "--deal", FIVE)
    assert (others["makes"], others["value"]) == (found["safe"], int(not found["safe"]))
    assert found["beating_leads"] == [each["card"] for each in others["cards"] if each["value"]]


def test_a_misere_in_words() -> None:
    text = ok("misere", "--lead", "W", "--format", "table", "--deal", ENDING)
    assert "S is safe against every defence.\n\nSuit    " in text
    assert "W is to lead; no card beats him (2 tried)." in text
    assert "N is beaten." in text
    assert "W is to lead; every card beats him: ♠Q ♥2." in text
    assert "Trick 1 is forced on North, with ♠A." in text


def test_a_misere_already_lost_in_words() -> None:
    text = ok("misere", "--by", "N", "--lead", "W", "--played", "SQ SA S2 SK", "--format", "table", "--deal", ENDING)
    assert "N is beaten: trick 1 was already his." in text
    found = read_json("misere", "--by", "N", "--lead", "W", "--played", "SQ SA S2 SK", "--deal", ENDING)
    assert (found["safe"], found["line"], found["beating_leads"]) == (False, [], ["HK"])


def test_a_misere_played_out() -> None:
    played = "SQ SA S2 SK HK HA HQ H2"
    found = read_json("misere", "--by", "S", "--lead", "W", "--played", played, "--deal", ENDING)
    assert (found["safe"], found["to_play"], found["line"], found["tried"]) == (True, None, [], [])
    assert "S took no trick." in ok(
        "misere", "--by", "S", "--lead", "W", "--played", played, "--format", "table", "--deal", ENDING
    )


def test_after_takes_the_play_of_the_file() -> None:
    for tricks in (7, 9):
        asked = ("solve", "--contract", "misere", "--by", "E", "--after", str(tricks))
        board = format_board(_historic_misere())
        found = read_json(*asked, "-", text=board)
        played = [str(card) for card in _historic_misere().played]
        assert found["played"] == played[: 4 * tricks]
        holder = _historic_misere().deal.holder(_historic_misere().played[4 * tricks])
        assert holder is not None
        assert found["to_play"] == holder.letter


def _historic_misere() -> Board:
    _, board = read_boards(Path(HISTORIC).read_text(encoding="utf-8"))
    assert isinstance(board, Board)
    return board


# Help and documents


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_examples_and_exit_codes(command: str) -> None:
    text = ok(command, "--help")
    assert f"  ouverte {command} " in text.split("Examples:")[1]
    assert "--format" in text
    for code in Exit:
        assert f"    {int(code)} " in text.split("Exit codes:")[1]


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert ok("solve", "--side", "NS", "--trump", "NT", "--lead", "W", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..")
    assert ok("misere", "--by", "S", "--lead", "W", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..")
    assert ok("review", "--side", "NS", "--board", "solo", "--format", "csv", "hands/historic.pbn")
    assert ok(
        "review", "--side", "NS", "--trump", "NT", "--lead", "W", "--played", "SQ SA S2 SK",
        "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..",
    )  # fmt: skip
    assert ok(
        "solve", "--contract", "open_misere", "--by", "N", "--played", "DT D7 DJ CK", "hands/founding-example.pbn"
    )


def test_the_reference_is_in_step_with_the_help() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == reference()
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        assert f"## `ouverte {name}`" in page
        for param in command.params:
            assert not isinstance(param, click.Option) or param.opts[0] in page.split(f"## `ouverte {name}`")[1]


def test_every_exit_code_is_documented() -> None:
    for code in Exit:
        assert f"\n  {int(code)} " in EXIT_CODES
        assert f"\n| {int(code)} | " in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def test_the_version() -> None:
    from ouverte.search.engine import BUILD
    from ouverte.version import __version__

    assert ok("--version") == f"ouverte {__version__} ({BUILD})\n"


# One board of a file


def test_one_board_by_its_name_or_number() -> None:
    whole = read_json("misere", "--by", "S", "-", text=TWO_BOARDS)
    for name, position in (("one", 0), ("2", 1)):
        chosen = ok("misere", "--by", "S", "--board", name, "--format", "json", "-", text=TWO_BOARDS)
        assert json.loads(chosen) == whole[position]


def test_a_board_that_is_not_there() -> None:
    result = run("misere", "--by", "S", "--board", "three", "-", text=TWO_BOARDS)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "ouverte: standard input: there is no board 'three' in it\n"


def test_a_board_of_a_deal_that_is_no_file() -> None:
    result = run("misere", "--by", "S", "--lead", "N", "--board", "1", "--deal", ENDING)
    assert result.exit_code == 2
    assert "--board" in result.stderr
