"""What `ouverte misere` explains, as a user reads it: pages and JSON for both verdicts, anywhere in the play."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ouverte import Examiner, Goal, Objective, Position, Seat, Side
from ouverte.pbn import Board, read_boards
from ouverte.remarks import Remark
from ouverte_cli.main import cli
from ouverte_cli.misere_fields import DETAILS
from ouverte_cli.misere_words import WIDTH

ROOT = Path(__file__).parent.parent
EXAMPLES = str(ROOT / "hands" / "open-misere.pbn")
FOUNDING = str(ROOT / "hands" / "founding-example.pbn")
MADE = ("--by", "N", "--board", "made", EXAMPLES)
BEATEN = ("--by", "N", "--board", "beaten", EXAMPLES)
FIRST_PLAY = ("--by", "N", "--board", "first play", FOUNDING)
SIX_TRICKS = "DT D7 DJ CK H8 H2 H9 H7 D9 D6 D8 CJ HA H5 H6 S7 HK H4 SA S6 HQ H3 SK S5"


def page(*args: str) -> str:
    result = CliRunner().invoke(cli, ["misere", *args])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def read(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page(*args, "--format", "json"))
    return found


def below_diagram(*args: str) -> list[str]:
    """The lines of a page from the verdict on."""
    lines = page(*args).splitlines()
    start = next(i for i, line in enumerate(lines) if " is safe " in line or " is beaten" in line)
    return lines[start:]


# The example hands


def examples() -> dict[str, Board]:
    boards = {board.name: board for board in read_boards(Path(EXAMPLES).read_text(encoding="utf-8"))}
    return {str(name): board for name, board in boards.items() if isinstance(board, Board)}


@pytest.mark.parametrize(("name", "beaten"), [("made", False), ("beaten", True)])
def test_the_verdict_on_an_example_hand(name: str, beaten: bool) -> None:
    assert read("--by", "N", "--board", name, EXAMPLES)["safe"] is not beaten
    # The search for tricks says the same.
    goal = Goal(Side.of(Seat.NORTH), None, Seat.EAST, Objective.FEWEST)
    position = Position.start(examples()[name].deal, goal)
    assert Examiner(position, goal).reaches(position, 1) is beaten


def test_each_example_has_one_danger_suit_and_one_card_at_stake() -> None:
    for name, stake in (("made", "H9"), ("beaten", "C9")):
        suits = read("--by", "N", "--board", name, EXAMPLES)["suits"]
        assert [suit["at_stake"] for suit in suits if not suit["safe"]] == [[stake]]
        assert [suit["suit"] for suit in suits] == ["S", "H", "D", "C"]


def test_the_made_example_in_words() -> None:
    lines = below_diagram(*MADE)
    assert lines[0] == "N is safe against every defence."
    assert "♥       2 (3) 4 (5) 6 (78) 9     danger: 4 out below ♥9 (S 8, W 753), and 3 of his own" in lines
    assert "♠       2                        safe: nothing out below" in lines
    assert "E is to lead; no card beats him (13 tried)." in lines
    assert "♥J      ♥9, not ♥642" in lines
    assert "♠7      ♠2            trick 2: ♥9, not ♥642 ♦642 ♣96532" in lines
    assert " 2. W leads ♠8; ♥9 ♣A ♠Q; S wins      N throws ♥9, and ♥ is safe; nothing but ♥9 saves him" in lines
    assert lines[-1] == "From trick 3 on all his suits are safe by themselves."
    text = " ".join(lines)
    assert "Nearest miss: at trick 2 of this line 1 of 12 cards saves him: ♥9, not ♥642 ♦642 ♣96532." in text
    assert "W's ♦7 for his ♦6 (by ♠7 ♥J ♣AQJ74) or 3 more such exchanges." in text


def test_the_beaten_example_in_words() -> None:
    lines = below_diagram(*BEATEN)
    assert lines[0] == "N is beaten. He falls at trick 3 at the earliest."
    assert "♣       2 (345678) 9             danger: 6 out below ♣9 (E 74, S 5, W 863), and 1 of his own" in lines
    assert "E is to lead; 7 of 13 cards beat him: ♠Q4 ♥QJ76 ♦9. ♣AQJT74 let him home." in lines
    text = " ".join(" ".join(lines).split())
    for words in (
        "W gets in to lead ♣3",
        "only ♣2 stays under ♣3",
        "S unblocks ♣K, keeps ♣5",
        "N has nothing under ♣8",
    ):
        assert words in text
    assert lines[-1] == "    Trick 3 is forced on North, with ♣9."


@pytest.mark.parametrize("asked", [MADE, BEATEN, FIRST_PLAY, (*FIRST_PLAY, "--after", "7")])
def test_an_explanation_fits_a_screen(asked: tuple[str, ...]) -> None:
    lines = below_diagram(*asked)
    assert len(lines) <= 30
    assert all(len(line) <= WIDTH for line in lines)


# The founding example


def test_the_founding_example_falls_at_trick_5_and_8() -> None:
    assert read(*FIRST_PLAY)["earliest"] == 5
    later = read(*FIRST_PLAY, "--played", SIX_TRICKS)
    assert later["earliest"] == 8
    assert later["leads"] == {"beating": [["HJ", "HT"], ["C7"], ["C5"], ["C3"]], "safe": [["CA", "CQ"]]}
    assert "E Alexei is to lead; 5 of 7 cards beat him: ♥JT ♣753. ♣AQ let him home." in page(
        *FIRST_PLAY, "--played", SIX_TRICKS
    )


def test_one_card_that_beats_and_one_that_does_not() -> None:
    played = f"{SIX_TRICKS} HJ"
    text = page(*FIRST_PLAY, "--played", played)
    assert "S Vlad is to play; 5 of 7 cards beat him: ♠JT98 ♦4. ♠2 ♣8 let him home." in text


# Anywhere in the play


def test_in_the_middle_of_a_trick() -> None:
    played = f"{SIX_TRICKS} HJ C8"
    found = read(*FIRST_PLAY, "--played", played)
    assert (found["safe"], found["to_play"], found["earliest"]) == (True, "W", None)
    assert sorted(card for answer in found["answers"] for card in answer["cards"]) == sorted(found["tried"])
    assert {note["trick"] for note in found["notes"]} <= set(range(7, 14))
    assert " 7. E led ♥J ♣8; now " in page(*FIRST_PLAY, "--played", played)


def test_the_bidder_to_play() -> None:
    played = f"{SIX_TRICKS} HJ C8 SQ"
    lines = below_diagram(*FIRST_PLAY, "--played", played)
    assert "N Kirill is to play; he is beaten after ♣642." in lines
    assert any(line.startswith("His card    Later") for line in lines)
    found = read(*FIRST_PLAY, "--played", played)
    assert [answer["cards"] for answer in found["answers"]] == [["S4", "S3"], ["CT", "C9"]]
    assert found["leads"]["beating"] == [["C6"], ["C4"], ["C2"]]


def test_the_bidder_to_lead() -> None:
    deal = ("--by", "N", "--lead", "N", "--deal", "N:2.3.2. 3.4.4. 4.5.5. 5.2.3.")
    found = read(*deal)
    assert found["safe"]
    assert "N is to lead; " in page(*deal)
    assert "His card" in page(*deal)
    assert all(answer["line"][0] in found["tried"] for answer in found["answers"])
    high = ("--by", "N", "--lead", "N", "--deal", "N:A.3.. 3.4.. 4.5.. 5.2..")
    assert "N is to lead; every card of his lets him be beaten (2 tried)." in page(*high)


@pytest.mark.parametrize(
    ("deal", "lead", "safe"),
    [
        ("N:32.5.. - 4.A3.. -", "S", False),
        ("N:32.2.. - 4.A3.. -", "S", True),
        ("N:32.5.. 5.K6.. 4.A3.. -", "E", True),
        ("N:93.5.. 52.K.. 4.A3.. -", "E", False),
    ],
)
def test_two_and_three_seats(deal: str, lead: str, safe: bool) -> None:
    asked = ("--by", "N", "--lead", lead, "--deal", deal)
    found = read(*asked)
    assert found["safe"] is safe
    assert [suit["cards"] for suit in found["suits"]][2:] == [[], []]
    assert bool(found["answers"]) is safe
    text = page(*asked)
    assert "♦       –" in text
    assert ("is safe against every defence." in text) is safe


def test_a_safe_bidder_with_nothing_to_get_wrong() -> None:
    asked = ("--by", "S", "--lead", "W", "--deal", "N:A.K.. Q.A.. 2.2.. K.Q..")
    found = read(*asked)
    assert found["nearest_miss"] == {
        "decision": None,
        "places": 3,
        "exchanges": [
            {"card": "S2", "other": "SA", "holder": "N", "beating": ["SK", "HQ"]},
            {"card": "H2", "other": "HA", "holder": "E", "beating": ["SK", "HQ"]},
        ],
    }
    assert (found["noted_line"], found["notes"]) == ([], [])
    text = " ".join(page(*asked).split())
    assert "Nearest miss: none of these lines sets him a choice that he could get wrong." in text
    assert ", 3 places up and no fewer." in text


# Other questions and formats


def test_how_many_tricks() -> None:
    assert read(*BEATEN)["tricks"] is None
    found = read(*BEATEN, "--tricks")
    assert found["tricks"] == 1
    assert "He falls at trick 3 at the earliest. He can be made to take 1 trick." in page(*BEATEN, "--tricks")
    assert read(*MADE, "--tricks")["tricks"] == 0
    taken = ("--by", "N", "--lead", "W", "--played", "SQ SA S2 SK", "--deal", "N:A.K.. 2.A.. K.Q.. Q.2..", "--tricks")
    assert read(*taken)["tricks"] == 1
    assert "N is beaten: trick 1 was already his. He can be made to take 1 trick." in page(*taken)


def test_rows_have_the_verdict_alone() -> None:
    (row,) = csv.DictReader(io.StringIO(page(*BEATEN, "--format", "csv")))
    assert (row["safe"], row["earliest"], row["tricks"], row["line"].split()[-1]) == ("false", "3", "", "C9")
    assert not {"suits", "leads", "notes", "answers"} & set(row)


def test_markdown_has_the_same_tables() -> None:
    text = page(*MADE, "--format", "markdown")
    assert "| ♥      | 2 (3) 4 (5) 6 (78) 9    | danger: 4 out below ♥9 (S 8, W 753), and 3 of his own |" in text
    assert text.count("```") == 4


def test_every_field_and_note_is_documented() -> None:
    found = read(*MADE)
    for field in set(found) - {"file", "board", "deal", "by", "leader", "to_play", "safe"}:
        assert f"`{field}`" in DETAILS, field
    for part in (found["suits"][0], found["notes"][0], found["answers"][0], found["nearest_miss"]["decision"]):
        for field in part:
            assert f"`{field}`" in DETAILS, field
    for remark in Remark:
        assert f"| `{remark.value}` |" in DETAILS
    assert DETAILS in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
