"""The checker of books: what it accepts, and that it accepts nothing else."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ouverte import verify
from ouverte.book import make_book

from tests.test_book import founding, misere

ROOT = Path(__file__).parent.parent
GAPS = ("N:J.2..A 2.9.J. T..9.J 7.7.3.", "W", "W")


def write(folder: Path, document: Any) -> str:
    path = folder / "book.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def beaten() -> dict[str, Any]:
    board = founding()
    return make_book(*misere(str(board.deal), "N", "E", " ".join(map(str, board.played[:8])))).document()


@pytest.fixture(scope="module")
def safe() -> dict[str, Any]:
    book = make_book(*misere(*GAPS))
    assert book.safe
    return book.document()


def test_a_wrong_verdict_is_never_accepted(beaten: dict[str, Any], safe: dict[str, Any], tmp_path: Path) -> None:
    for book in (beaten, safe):
        assert verify.main([write(tmp_path, book)]) == 0
        other = {"beaten": "safe", "safe": "beaten"}[book["verdict"]]
        assert verify.main([write(tmp_path, book | {"verdict": other, "gaps": False})]) == 1


def test_every_branch_is_needed(beaten: dict[str, Any], safe: dict[str, Any], tmp_path: Path) -> None:
    for book in (beaten, safe):
        for i, node in enumerate(book["nodes"]):
            for cards in node.get("replies", {}):
                less = copy.deepcopy(book)
                del less["nodes"][i]["replies"][cards]
                assert verify.main([write(tmp_path, less)]) == 1, (i, cards)


def test_every_own_card_is_needed(beaten: dict[str, Any], safe: dict[str, Any], tmp_path: Path) -> None:
    for book in (beaten, safe):
        for i, node in enumerate(book["nodes"]):
            for wrong in ("", "S", "XX", "H2 H2", "DT " + node.get("play", "")):
                if node.get("play") and node["play"] != wrong:
                    other = copy.deepcopy(book)
                    other["nodes"][i]["play"] = wrong
                    assert verify.main([write(tmp_path, other)]) == 1, (i, wrong)


def test_a_reply_that_leads_back_proves_nothing(beaten: dict[str, Any], tmp_path: Path) -> None:
    for i, node in enumerate(beaten["nodes"]):
        # A reply after which the bidder has taken the trick may lead anywhere: nothing is asked of the node any more.
        for cards in [cards for cards, to in node.get("replies", {}).items() if beaten["nodes"][to]]:
            loop = copy.deepcopy(beaten)
            loop["nodes"][i]["replies"][cards] = 0
            assert verify.main([write(tmp_path, loop)]) == 1


def test_a_cut_is_never_a_proof(beaten: dict[str, Any], safe: dict[str, Any], tmp_path: Path) -> None:
    for book in (beaten, safe):
        for depth in range(-1, 14):
            for i in [i for i, node in enumerate(book["nodes"]) if node.get("replies")]:
                cut = copy.deepcopy(book) | {"depth": depth}
                cut["nodes"][i] = {"cut": True}
                assert verify.main([write(tmp_path, cut)]) in (1, 5), (depth, i)


def test_a_suit_that_is_not_safe_is_not_believed(safe: dict[str, Any], tmp_path: Path) -> None:
    deal = "N:K3.2.. A4.5.. 76.8.. 52.9.."
    book = safe | {"deal": deal, "bidder": "N", "leader": "E", "played": "", "nodes": [{"safe": "SH"}]}
    for gaps in (True, False):
        assert verify.main([write(tmp_path, book | {"gaps": gaps})]) == 1
    assert verify.main([write(tmp_path, book | {"deal": deal.replace("K3", "32").replace("52", "K5")})]) == 0


def changed(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda book: book | {key: value}


@pytest.mark.parametrize(
    "change",
    [
        lambda _: "",
        lambda _: "[" * 100_000,
        lambda _: '{"nodes": ' * 5000,
        lambda _: "[]",
        lambda _: "NaN",
        lambda _: "1" * 10_000,
        lambda _: "\x00",
        *(changed("deal", deal) for deal in (None, 5, "", "N:", "N:A.K.. A.A.. K.Q.. Q.2..", "X:A... K... Q... 2...")),
        *(changed("deal", f"N:A.K.. {hand} K.Q.. Q.2..") for hand in ("2..", "2.A.", "23.A..", "2.X..", "", "...")),
        changed("deal", "N:A.K.. - - -"),
        changed("deal", "N:... ... ... ..."),
        changed("deal", "N:A.K.. 2.A.. K.Q.. Q.2.. 5.5.."),
        *(changed("bidder", seat) for seat in (None, "", "X", "NE", 1, ["N"])),
        *(changed("leader", seat) for seat in (None, "", "X", float("nan"))),
        *(changed("verdict", word) for word in (None, "", "lost", True)),
        *(changed("format", word) for word in (None, "ouverte-book-2")),
        *(changed("gaps", word) for word in (1, "yes", None, True)),
        *(changed("depth", word) for word in (float("nan"), 1e300, "3", None, True, [])),
        *(changed("played", word) for word in (None, [], "DT D7 DT", "HK SA", "x")),
        *(changed("nodes", nodes) for nodes in (None, {}, 7, [7], [[]], [None], [{"play": 5}], [{"safe": []}])),
        *(changed("nodes", [{"replies": to}]) for to in ([], {"CK": 1}, {"CK": -1}, {"K": float("nan")}, {"CK": True})),
        *(changed("nodes", [{"replies": {"CK": to}}]) for to in ({}, [0], None, "0", 10**400)),
        changed("nodes", [{"cut": 1}]),
    ],
)  # fmt: skip
def test_what_is_no_book(
    change: Callable[[dict[str, Any]], Any], beaten: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify.main([write(tmp_path, change(beaten))]) == 3
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    assert 0 < len(found.err) <= 501


def test_nothing_is_said_twice_or_in_vain(beaten: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(beaten)
    for twice in ('"verdict": "safe", "verdict"', '"deal": "N:A... K... - -", "deal"', '"trump": "S", "deal"'):
        key = twice.split(", ")[-1]
        assert key in text
        assert verify.main([write(tmp_path, text.replace(key, twice, 1))]) == 3, twice
    for i, node in enumerate(beaten["nodes"]):
        for cards, to in node.get("replies", {}).items():
            more = copy.deepcopy(beaten)
            more["nodes"][i]["replies"][cards + " " + cards.split()[0]] = to
            assert verify.main([write(tmp_path, more)]) == 3


def test_a_suit_alone_is_for_books_with_gaps(tmp_path: Path) -> None:
    nodes = [
        {"safe": "H", "replies": {"H3": 1, "HA": 1, "D6": 2}},
        {"play": "H", "safe": "HD"},
        {"play": "D5", "safe": "H"},
    ]
    book = {"format": "ouverte-book-1", "deal": "N:.K2.5. .A3.6. - -", "bidder": "N", "leader": "E", "verdict": "safe"}
    assert verify.main([write(tmp_path, book | {"nodes": nodes})]) == 1
    assert verify.main([write(tmp_path, book | {"nodes": nodes, "gaps": True})]) == 0


def test_a_reader_that_has_gone_is_no_fault(beaten: dict[str, Any], tmp_path: Path) -> None:
    command = [sys.executable, verify.__file__, write(tmp_path, beaten)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_no_nodes_are_no_proof(beaten: dict[str, Any], tmp_path: Path) -> None:
    assert verify.main([write(tmp_path, beaten | {"nodes": []})]) == 1


def test_limits(
    beaten: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, beaten)
    monkeypatch.setattr(verify, "POSITION_LIMIT", 3)
    assert verify.main([path]) == 4
    assert "more than 3 positions" in capsys.readouterr().err
    monkeypatch.setattr(verify, "FILE_LIMIT", 10)
    assert verify.main([path]) == 4


def test_files_and_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main([]) == 2
    assert verify.main(["a", "b"]) == 2
    assert verify.main([str(tmp_path / "none.json")]) == 3
    assert verify.main([str(tmp_path)]) == 3
    assert capsys.readouterr().err.count("\n") == 4


def test_it_is_small_and_stands_alone() -> None:
    source = Path(verify.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 150
    imports = re.findall(r"^(?:from|import) (\S+)", source, re.MULTILINE)
    assert set(imports) <= {"json", "signal", "sys", "functools", "typing"}
    code = "import sys; sys.argv = sys.argv[1:]; import runpy; runpy.run_path(sys.argv[0]); "
    code += "print([name for name in sys.modules if name.startswith('ouverte')])"
    command = [sys.executable, "-I", "-S", "-c", code, verify.__file__]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_sample_of_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
    sample = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert sample is not None
    path = write(tmp_path, sample[1])
    result = subprocess.run([sys.executable, verify.__file__, path], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"\n{result.stdout}" in page
    document = json.loads(sample[1])
    book = make_book(*misere(document["deal"], document["bidder"], document["leader"], document["played"]))
    assert book.document() == document
    assert "\n".join(book.lines()) in page
