"""Books of misères: complete, right, small, and what the command does with them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from ouverte import ContractError, Deal, Goal, Objective, Position, Seat, Side, Suit, best_line, parse_cards
from ouverte.book import Book, BookLimit, make_book
from ouverte.pbn import Board, read_boards
from ouverte.verify import main as verify
from ouverte_cli.main import cli

from tests.reference import Rules, value

ROOT = Path(__file__).parent.parent
FOUNDING = ROOT / "hands" / "founding-example.pbn"
DECK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def misere(deal: str, bidder: str, leader: str, played: str = "") -> tuple[Position, Goal]:
    goal = Goal(Side.of(Seat.parse(bidder)), None, Seat.parse(leader), Objective.NONE)
    return Position.start(Deal.from_pbn(deal), goal).replay(parse_cards(played)), goal


def book_of(deal: str, bidder: str, leader: str, played: str = "", depth: int | None = None) -> Book:
    return make_book(*misere(deal, bidder, leader, played), depth=depth)


def verdict(book: Book, folder: Path) -> int:
    """What the checker says of a book: its exit code."""
    path = folder / "book.json"
    path.write_text(json.dumps(book.document()), encoding="utf-8")
    return verify([str(path)])


def random_misere(source: random.Random) -> tuple[Position, Goal]:
    """A small deal, or some way into it; the bidder often has low cards, so that both verdicts come up."""
    seats = sorted(source.sample("NESW", source.choice([2, 3, 4, 4])))
    length = source.randint(2, {2: 5, 3: 4, 4: 3}[len(seats)])
    cards = source.sample(DECK if source.random() < 0.5 else DECK[:39], length * len(seats))
    bidder = source.choice(seats)
    if source.random() < 0.7:
        cards.sort(key=lambda card: "23456789TJQKA".index(card[1]) + 8 * source.random())
    own, rest = cards[:length], cards[length:]
    source.shuffle(rest)
    hands = {bidder: own}
    for i, seat in enumerate(seat for seat in seats if seat != bidder):
        hands[seat] = rest[i * length : (i + 1) * length]
    texts = {s: ".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC") for s, hand in hands.items()}
    position, goal = misere(f"N:{' '.join(texts.get(seat, '-') for seat in 'NESW')}", bidder, source.choice(seats))
    for _ in range(source.choice([0, 0, 1, 2, 3, 5])):
        if position.to_play is not None:
            after = position.play(source.choice(position.legal_cards()))
            position = position if after.won(goal.side) else after
    return position, goal


def beaten(position: Position, goal: Goal) -> bool:
    """By the reference."""
    hands = {seat.letter: frozenset(map(str, position.hand(seat))) for seat in position.deal}
    bidder, trick = goal.side.only.letter, position.trick
    others = [seat for seat in hands if seat != bidder]
    return value(hands, trick.leader.letter, [str(card) for card in trick.cards], Rules(), [bidder], others) > 0


def test_books_of_small_deals_prove_what_the_reference_says(tmp_path: Path) -> None:
    source = random.Random(1)
    kinds = set()
    for _ in range(400):
        position, goal = random_misere(source)
        book = make_book(position, goal)
        assert book.safe is not beaten(position, goal)
        assert book.complete
        assert verdict(book, tmp_path) == 0, (str(position.deal), goal, position.played)
        assert sum(line.endswith("takes the trick") for line in book.lines()) == 0 or not book.safe
        kinds.add((book.safe, book.gaps, bool(position.trick.cards), position.to_play in goal.side, len(position.deal)))
    assert {kind[:2] for kind in kinds} == {(False, False), (True, True), (True, False)}
    assert {kind[2:4] for kind in kinds} == {(a, b) for a in (False, True) for b in (False, True)}
    assert {kind[4] for kind in kinds} == {2, 3, 4}


def founding() -> Board:
    board = next(read_boards(FOUNDING.read_text(encoding="utf-8")))
    assert isinstance(board, Board)
    return board


@pytest.mark.parametrize("tricks", [0, 4, 6, 7])
def test_the_founding_example(tricks: int, tmp_path: Path) -> None:
    board = founding()
    played = " ".join(map(str, board.played[: 4 * tricks]))
    position, goal = misere(str(board.deal), "N", "E", played)
    if tricks == 7:  # safe by now; a trick later the checker has far less to walk
        position = position.replay(best_line(position, goal)[:4])
    book = make_book(position, goal)
    assert (book.safe, book.complete) == (tricks == 7, True)
    assert verdict(book, tmp_path) == 0
    assert len(book.nodes) < (10_000 if book.safe else 50)


def full_deals(wanted: str) -> Iterator[tuple[str, str]]:
    for line in (ROOT / "tests" / "data" / "misere.tsv").read_text(encoding="utf-8").splitlines()[2:]:
        _, leader, deal, said = line.split("\t")
        if said == wanted:
            yield deal, leader


def test_every_beaten_full_deal_has_a_small_complete_book(tmp_path: Path) -> None:
    sizes = []
    for deal, leader in full_deals("beaten"):
        book = book_of(deal, "N", leader)
        assert not book.safe
        assert verdict(book, tmp_path) == 0
        sizes.append(len(book.nodes))
    assert len(sizes) == 181
    assert max(sizes) <= 40


def test_safe_full_deals(tmp_path: Path) -> None:
    found = 0
    for deal, leader in full_deals("safe"):
        try:
            book = make_book(*misere(deal, "N", leader), limit=1500)
        except BookLimit:
            continue
        assert book.safe
        assert book.complete
        assert verdict(book, tmp_path) == 0
        found += 1
    assert found >= 5


def test_a_depth_cuts_the_book_off_and_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = str(founding().deal)
    whole = book_of(deal, "N", "E")
    for depth in range(1, 14):
        book = book_of(deal, "N", "E", depth=depth)
        assert book.complete == (book.nodes == whole.nodes)
        assert verdict(book, tmp_path) == (0 if book.complete else 5)
        if not book.complete:
            assert f"not complete: proves nothing beyond trick {depth}\n" in capsys.readouterr().err
            assert len(book.nodes) <= len(whole.nodes)
    assert not book_of(deal, "N", "E", depth=1).complete
    assert book_of(deal, "N", "E", depth=13).complete


def test_a_depth_counts_from_the_position_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = founding()
    played = " ".join(map(str, board.played[:18]))
    book = book_of(str(board.deal), "N", "E", played, depth=2)
    assert (book.depth, book.last_trick) == (2, 6)
    assert verdict(book, tmp_path) == 5
    assert "beyond trick 6" in capsys.readouterr().err


def test_a_safe_book_cut_off(tmp_path: Path) -> None:
    deal, leader = next(d for d in full_deals("safe") if d[0].startswith("N:6432.643"))
    position, goal = misere(deal, "N", leader)
    with pytest.raises(BookLimit, match="the book needs more than 300 nodes"):
        make_book(position, goal, limit=300)
    book = make_book(position, goal, depth=1, limit=300)
    assert (book.safe, book.gaps, book.depth) == (True, False, 1)
    assert verdict(book, tmp_path) == 5


def test_cards_that_change_nothing_are_one_branch() -> None:
    # North must follow the club lead under East's ace and takes the next, whichever of his clubs he keeps.
    book = book_of("N:...KQJT 2...A87 54.2..9 76.3..2", "N", "E")
    assert not book.safe
    first = next(node for node in book.nodes if node.replies)
    assert [sorted(cards) for cards, _ in first.replies] == [["CJ", "CK", "CQ", "CT"]]


def test_what_no_book_is_made_of() -> None:
    deal = "N:A.K.. 2.A.. K.Q.. Q.2.."
    position, goal = misere(deal, "N", "W", "SQ SA S2 SK")
    with pytest.raises(ContractError, match="trick 1 was already the bidder's"):
        make_book(position, goal)
    most = Goal(Side.of(Seat.NORTH), None, Seat.WEST)
    with pytest.raises(ContractError, match="at no trump only"):
        make_book(Position.start(Deal.from_pbn(deal), most), most)
    trumps = Goal(Side.of(Seat.NORTH), Suit.SPADES, Seat.WEST, Objective.NONE)
    with pytest.raises(ContractError, match="at no trump only"):
        make_book(Position.start(Deal.from_pbn(deal), trumps), trumps)


def test_a_misere_played_out(tmp_path: Path) -> None:
    book = book_of("N:A.K.. 2.A.. K.Q.. Q.2..", "S", "W", "SQ SA S2 SK HK HA HQ H2")
    assert book.safe
    assert verdict(book, tmp_path) == 0


# The command


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["misere", *args])


ASK = ("--by", "N", "--board", "first play", str(FOUNDING))


def test_a_file_by_its_name(tmp_path: Path) -> None:
    plain = run(*ASK)
    for name in ("plan.json", "plan.txt"):
        result = run(*ASK, "--book", str(tmp_path / name))
        assert (result.exit_code, result.stdout, result.stderr) == (0, plain.stdout, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.json", "plan.txt"]
    assert verify([str(tmp_path / "plan.json")]) == 0
    text = (tmp_path / "plan.txt").read_text(encoding="utf-8")
    assert text.startswith("N is beaten. The cards of the defence (")
    assert text.count("N takes the trick") > 1
    assert json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["verdict"] == "beaten"


def test_on_standard_output_after_the_answer() -> None:
    asked = (*ASK, "--after", "6")
    assert run(*asked, "--book", "-").stdout == (
        run(*asked).stdout
        + """
N is beaten. The cards of the defence (4 nodes).

7. E ♣3, S ♣8, W ♠Q
  N ♣6/4/2
  8. S ♠2, W ♦2, N ♠4/3, E ♥T - N takes the trick
  N ♣T/9 - N takes the trick
"""
    )


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--book", "x"), "needs --by"),
        (("--by", "N", "--depth", "3"), "give --book too"),
        (("--by", "N", "--book", "-", "--format", "json"), "--book - is text"),
        (("--by", "N", "--book", "x"), "one board: choose it with --board"),
    ],
)
def test_wrong_use(args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args, str(FOUNDING))
    assert result.exit_code == 2
    assert words.replace("needs --by", "give --by too") in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_limit_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_book, "__kwdefaults__", {"depth": None, "limit": 5})
    result = run(*ASK, "--book", str(tmp_path / "plan.json"))
    assert (result.exit_code, result.stderr.count("\n")) == (4, 1)
    assert "the book needs more than 5 nodes: nothing is written" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    result = run(*ASK, "--book", str(tmp_path / "no" / "plan.json"))
    assert result.exit_code == 3
    assert "cannot be written: No such file or directory" in result.stderr
    assert run(*ASK, "--book", str(tmp_path)).exit_code == 3
