"""The Auction section of a board: read, checked against rules and against the other tags, and written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ouverte import AuctionError, Deal, Seat, Side
from ouverte.auction import Auction, Outcome
from ouverte.pbn import Board, BoardError, format_board, read_boards
from ouverte.pbn_auction import AuctionSection, call_words

from tests.auction_rules import ALL, MUST_RAISE, NO_PROPOSALS, PLAIN

HANDS = Path(__file__).parent.parent / "hands"
ENDING = "N:A.K.. 2.A.. K.Q.. Q.2.."


def board(section: str, tags: str = "") -> Board:
    """A board dealt by North with a table below its Auction tag."""
    (read,) = read_boards(f'[Dealer "N"]\n[Deal "{ENDING}"]\n{tags}[Auction "E"]\n{section}\n')
    assert isinstance(read, Board), read
    return read


def called(section: str, tags: str = "") -> Auction:
    auction = board(section, tags).called(PLAIN)
    assert auction is not None
    return auction


def test_the_founding_example() -> None:
    boards = list(read_boards((HANDS / "founding-example.pbn").read_text(encoding="utf-8")))
    assert len(boards) == 2
    for each in boards:
        assert isinstance(each, Board)
        auction = each.called(PLAIN)
        assert auction is not None
        assert [(each.names[seat], call) for seat, call in auction.record[:4]] == [
            ("Alexei", "solo"),
            ("Vlad", "misere"),
            ("Roman", "abundance"),
            ("Kirill", "open_misere"),
        ]
        assert auction.outcome == Outcome("open_misere", Side.parse("N"))
        assert '[Auction "E"]\nsolo misere abundance open_misere\npass pass pass\n[Play "E"]' in format_board(each)


def test_the_historic_hands_have_none() -> None:
    for each in read_boards((HANDS / "historic.pbn").read_text(encoding="utf-8")):
        assert isinstance(each, Board)
        assert each.auction is None
        assert each.called(PLAIN) is None


@pytest.mark.parametrize(
    ("section", "calls"),
    [
        ("solo pass pass pass", "solo pass pass pass"),
        ("Solo Pass PASS pass", "solo pass pass pass"),
        ("solo AP", "solo pass pass pass"),
        ("solo\nap", "solo pass pass pass"),
        ("AP", "pass pass pass pass"),
        ("Misère Open-Misère abundance_declared ap", "misere open_misere abundance_declared pass pass pass"),
        ("prop cop p p", "proposal acceptance pass pass"),
        ("solo =1= pass=2= pass! $4 pass?", "solo pass pass pass"),
        ("solo, pass, pass, pass", "solo pass pass pass"),
        ("^I solo ; and so on\npass pass pass", "solo pass pass pass"),
        ("solo misere *", "solo misere"),
        ("solo misere\n+", "solo misere"),
        # A row a round: a seat that is out has a dash, and may have a pass beside it.
        ("pass solo pass misere\n- abundance - pass", "pass solo pass misere abundance pass"),
        ("pass solo pass misere - abundance pass pass", "pass solo pass misere abundance pass"),
        ("pass solo pass misere abundance pass", "pass solo pass misere abundance pass"),
        ("pass proposal pass pass\nacceptance - - -", "pass proposal pass pass acceptance"),
        ("pass proposal pass pass\npass solo - -", "pass proposal pass pass pass solo"),
        # Passes after the end say nothing.
        ("solo pass pass pass pass", "solo pass pass pass"),
        ("proposal acceptance pass pass pass pass", "proposal acceptance pass pass"),
    ],
)
def test_what_is_read(section: str, calls: str) -> None:
    assert called(section).calls == tuple(calls.split())


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("misere solo", "call 2 (solo): it is not higher than misere, the highest bid so far"),
        ("1NT pass", "call 1 (1NT): no such call: expected pass, acceptance or one of proposal solo"),
        ("solo pass pass pass misere", "call 5 (misere): the auction is over"),
        ("solo AP misere", "call 5 (misere): the auction is over"),
        ("pass solo - misere", "call 3 (misere): it is West's turn, not North's"),
        ("pass solo pass misere open_misere - - -", "call 5 (open_misere): East has passed and is out"),
        ("open misere", "call 1 (open): no such call"),
        ("solo pass pass / pass", "call 4 (/): no such call"),
    ],
)
def test_an_illegal_call_is_refused_when_the_auction_is_used(section: str, reason: str) -> None:
    with pytest.raises(AuctionError) as caught:
        called(section)
    assert str(caught.value).startswith(reason)


def test_notes_below_an_auction() -> None:
    section = 'solo =1= misere =2= AP\n[Note "1:four trumps"]\n[Note "2:two suits bare"]\n[Play "E"]\nDA DQ DK D2'
    read = board(section)
    assert read.auction == AuctionSection(Seat.EAST, ("solo", "misere", "ap"), 3)
    assert read.play is not None
    assert read.play.words == ("DA", "DQ", "DK", "D2")


def test_the_rules_of_the_table_decide() -> None:
    read = board("proposal AP")
    auction = read.called(PLAIN)
    assert auction is not None
    assert (auction.calls, auction.outcome) == (("proposal", *["pass"] * 4), Outcome())
    with pytest.raises(AuctionError, match="East proposed, was not accepted, and must raise"):
        read.called(MUST_RAISE)
    with pytest.raises(AuctionError, match=r"^call 1 \(proposal\): it is not bid at this table$"):
        read.called(NO_PROPOSALS)


def test_the_first_column_is_eldest() -> None:
    section = AuctionSection(Seat.SOUTH, ("solo", "ap"))
    assert section.auction(PLAIN).dealer is Seat.EAST
    with pytest.raises(AuctionError) as caught:
        section.auction(PLAIN, Seat.SOUTH)
    assert str(caught.value) == (
        "the auction begins with South: expected eldest, West, at the left of the dealer, South"
    )


@pytest.mark.parametrize(
    ("section", "tags", "reason"),
    [
        ("solo AP", '[Contract "solo"]\n[Declarer "E"]\n', None),
        ("solo AP", '[Contract "Solo"]\n', None),
        ("abundance AP", '[Contract "abundance D"]\n', None),
        ("proposal acceptance AP", '[Contract "proposal"]\n[Declarer "ES"]\n', None),
        ("AP", '[Contract "Pass"]\n', None),
        ("solo *", '[Contract "abundance H"]\n', None),
        ("solo AP", '[Contract "misere"]\n', "ends in solo by E, but the Contract tag says misere"),
        ("solo AP", '[Declarer "S"]\n', "ends in solo by E, but the Declarer tag says S"),
        ("solo AP", '[Contract "Pass"]\n', "ends in solo by E, but the Contract tag says Pass"),
        ("proposal acceptance AP", '[Declarer "E"]\n', "ends in proposal by ES, but the Declarer tag says E"),
        ("AP", '[Contract "solo"]\n', "ends thrown in, but the Contract tag says solo"),
        ("AP", '[Declarer "W"]\n', "ends thrown in, but the Declarer tag says W"),
    ],
)
def test_the_other_tags_agree(section: str, tags: str, reason: str | None) -> None:
    if reason is None:
        called(section, tags)
        return
    with pytest.raises(AuctionError) as caught:
        called(section, tags)
    assert str(caught.value) == f"the auction {reason}"


def test_a_tag_that_names_no_seat() -> None:
    (read,) = read_boards(f'[Deal "{ENDING}"]\n[Auction "X"]\nsolo\n')
    assert isinstance(read, BoardError)
    assert (read.line, read.reason) == (2, "tag Auction: 'X' is no seat: expected one of N E S W (or A Y B Z)")


@pytest.mark.parametrize("value", ["", "?", "-"])
def test_an_auction_that_is_not_known(value: str) -> None:
    (read,) = read_boards(f'[Deal "{ENDING}"]\n[Auction "{value}"]\n')
    assert isinstance(read, Board)
    assert read.auction is None


def test_an_auction_of_bridge_is_kept() -> None:
    read = board("1C Pass 1NT Pass\n3NT AP")
    assert read.auction == AuctionSection(Seat.EAST, ("1C", "pass", "1NT", "pass", "3NT", "ap"), 3)


def test_words() -> None:
    words = call_words("Misère, OPEN-MISÈRE  prop! =2= $3 cop ^S - * +")
    assert words == ("misere", "open_misere", "proposal", "acceptance", "-", "*", "+")


@given(st.data())
def test_what_is_written_is_read(data: st.DataObject) -> None:
    rules = ALL[data.draw(st.sampled_from(sorted(ALL)))]
    dealer = data.draw(st.sampled_from(list(Seat)))
    auction = Auction(rules, dealer)
    for _ in range(data.draw(st.integers(0, 20))):
        if auction.to_call is not None:
            auction = auction.call(data.draw(st.sampled_from(auction.legal)))
    section = AuctionSection.of(auction)
    assert section.auction(rules, dealer).record == auction.record
    assert section.auction(rules).record == auction.record
    text = format_board(Board(Deal.from_pbn(ENDING), dealer=dealer, auction=section))
    (read,) = read_boards(text)
    assert isinstance(read, Board)
    assert read.auction is not None
    assert (read.auction.first, read.auction.words) == (section.first, section.words)
    again = read.called(rules)
    assert again is not None
    assert again.record == auction.record
    for row in section.rows():
        assert len(row) <= 4
