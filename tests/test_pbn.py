"""Reading and writing boards."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ouverte import SOLO_WHIST, Card, ContractError, Deal, PlayError, Position, Seat, Side, Suit, parse_cards
from ouverte.dealing import random_boards
from ouverte.pbn import Board, BoardError, PlaySection, SizeLimit, decode, format_board, read_boards
from ouverte.pbn_text import FILE_LIMIT, LINE_LIMIT

HANDS = Path(__file__).parent.parent / "hands"
ENDING = "N:A.K.. 2.A.. K.Q.. Q.2.."
OTHER = "E:A.K.. 2.A.. K.Q.. Q.2.."


def boards(text: str) -> list[Board]:
    read = list(read_boards(text))
    assert all(isinstance(each, Board) for each in read), read
    return [each for each in read if isinstance(each, Board)]


def only_error(text: str) -> BoardError:
    (error,) = read_boards(text)
    assert isinstance(error, BoardError), error
    return error


def test_every_tag_is_read() -> None:
    (board,) = boards(
        '[Board "7"]\n[North "Kirill"]\n[West "Roman"]\n[Dealer "E"]\n'
        f'[Deal "{ENDING}"]\n[Game "Solo-Whist"]\n[TurnUp "HA"]\n[Contract "solo"]\n'
        '[Declarer "^B"]\n[Result "5"]\n'
    )
    assert board.deal == Deal.from_pbn(ENDING)
    assert (board.name, board.dealer, board.turn_up, board.trump) == ("7", Seat.EAST, Card.parse("HA"), None)
    assert (board.turned_up, board.game, board.contract) == (Suit.HEARTS, SOLO_WHIST, "solo")
    assert (board.declarer, board.result) == (Side.parse("S"), 5)
    assert board.names == {Seat.NORTH: "Kirill", Seat.WEST: "Roman"}
    assert board.line == 1


def test_trump_alone_is_the_turned_up_suit() -> None:
    (board,) = boards(f'[Deal "{ENDING}"]\n[Trump "s"]\n')
    assert (board.turn_up, board.turned_up) == (None, Suit.SPADES)


def test_old_seats_and_names_in_either_case() -> None:
    (board,) = boards('[deal "a:A.K.. 2.A.. K.Q.. Q.2.."]\n[DEALER "z"]\n')
    assert (board.deal, board.dealer) == (Deal.from_pbn(ENDING), Seat.WEST)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
@pytest.mark.parametrize("gap", [1, 3])
def test_line_ends_and_gaps(end: str, gap: int) -> None:
    one = [f'[Deal "{ENDING}"]', '[Dealer "N"]']
    two = ['[Board "second"]', f'[Deal "{OTHER}"]']
    read = boards(end.join([*one, *[""] * gap, *two, ""]))
    assert [(each.name, each.deal.to_pbn(), each.dealer) for each in read] == [
        ("", ENDING, Seat.NORTH),
        ("second", Deal.from_pbn(OTHER).to_pbn(), None),
    ]


@pytest.mark.parametrize("first", ["Board", "Dealer", "Deal"])
def test_without_gaps_a_tag_that_comes_again_begins_a_board(first: str) -> None:
    tags = {"Board": ("1", "2"), "Dealer": ("N", "S"), "Deal": (ENDING, OTHER)}
    order = [first, *(name for name in tags if name != first)]
    text = "".join(f'[{name} "{tags[name][board]}"]\n' for board in (0, 1) for name in order)
    read = boards(text)
    assert [each.dealer for each in read] == [Seat.NORTH, Seat.SOUTH]
    assert [each.name for each in read] == ["1", "2"]


def test_comments_and_escapes() -> None:
    (board,) = boards(
        '% PBN 2.1\n; [Deal "nothing"]\n{ a comment\n\n[Deal "of several lines"] } '
        '[Board "a \\"b\\" \\\\ {c};d"] ; the end\n'
        f'[Deal "{ENDING}"] {{x}} [Dealer "N"]\n'
    )
    assert (board.name, board.dealer) == ('a "b" \\ {c};d', Seat.NORTH)


def test_a_comment_never_closed_hides_no_board() -> None:
    first, second, third = read_boards(
        f'[Deal "{ENDING}"] {{ open\n\n[Deal "{OTHER}"]\n\n[Board "3"]\n[Deal "{ENDING}"]\n{{ closed }}\n'
    )
    assert isinstance(first, BoardError)
    assert (first.line, "never closed" in first.reason) == (1, True)
    assert isinstance(second, Board)
    assert isinstance(third, Board)


def test_unknown_tags_and_tables_are_ignored() -> None:
    (board,) = boards(
        f'[Event "Club"]\n[Deal "{ENDING}"]\n[Auction "N"]\nPass 1C =1= Pass\nPass Pass\n[Note "1:x"]\n'
        '[OptimumResultTable "Declarer;Denomination"]\nN NT 1\n\n[Event "no board at all"]\n'
    )
    assert board.deal == Deal.from_pbn(ENDING)


def test_bare_deals() -> None:
    read = boards(f"{ENDING}\n  {OTHER} ; a comment\n\nnorth:A... K... Q... J...\n")
    assert [each.line for each in read] == [1, 2, 4]
    assert read[1].deal == Deal.from_pbn(OTHER)


def test_the_same_as_before_and_not_known() -> None:
    _, second, third = boards(
        f'[Dealer "W"]\n[North "K"]\n[Deal "{ENDING}"]\n\n'
        f'[Dealer "#"]\n[North "#"]\n[Deal "{ENDING}"]\n\n[Dealer "?"]\n[North "-"]\n[TurnUp ""]\n[Deal "{ENDING}"]\n'
    )
    assert (second.dealer, second.names) == (Seat.WEST, {Seat.NORTH: "K"})
    assert (third.dealer, third.names, third.turned_up) == (None, {}, None)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "no board found"),
        ('[Event "x"]\n', 1, "no board found"),
        ("% only\n; comments\n", 1, "no board found"),
        ("hello\n", 1, "'hello' is not understood"),
        ("\n\nhello\nworld\n", 3, "'hello' is not understood"),
        ('[Board "1"]\n[Dealer "N"]\n', 1, "no Deal tag"),
        (f'[Board "1"]\n[Deal "{ENDING}"\n', 2, "is not understood"),
        ('[Board "1"]\n[Deal "N:A.K.."]\n', 2, "has 1 hands"),
        ('[Deal "N:A.K.. A.A.. K.Q.. Q.2.."]\n', 1, "SA is twice: in N and in E"),
        ('[Deal "N:A.K.. 2.AJ.. K.Q.. Q.2.."]\n', 1, "E has 3 cards, expected 2"),
        (f'[Deal "{ENDING}"]\n[Dealer "X"]\n', 2, "tag Dealer: 'X' is no seat"),
        (f'[Deal "{ENDING}"]\n\tnonsense\n', 2, "'nonsense' is not understood"),
        (f'[Deal "{ENDING}"]\n[TurnUp "H1"]\n', 2, "tag TurnUp: 'H1' is no card"),
        (f'[Deal "{ENDING}"]\n[Trump "NT"]\n', 2, "tag Trump: 'NT' is no suit"),
        (f'[Deal "{ENDING}"]\n[Game "bridge"]\n', 2, "tag Game: 'bridge' is no game"),
        (f'[Deal "{ENDING}"]\n[Play "Q"]\n', 2, "tag Play: 'Q' is no seat"),
        (f'[Deal "{ENDING}"]\n[TurnUp "H2"]\n[Trump "S"]\n', 2, "expected them alike"),
        (f'[Dealer "N"]\n[Dealer "E"]\n[Deal "{ENDING}"]\n', 2, "tag Dealer is given twice"),
        ("N:A.K..\n", 1, "has 1 hands"),
    ],
)
def test_what_is_wrong_is_said(text: str, line: int, said: str) -> None:
    error = only_error(text)
    assert error.line == line
    assert said in error.reason


def test_a_turn_up_must_be_the_dealers() -> None:
    board = next(random_boards(1))
    text = format_board(board).replace('[TurnUp "S8"]', '[TurnUp "SK"]')
    assert text != format_board(board)
    assert "is not in the hand of the dealer, North (West holds it)" in only_error(text).reason


def test_bad_boards_hide_no_good_ones() -> None:
    read = list(
        read_boards(
            f'[Deal "{ENDING}"]\n\n[Board "2"]\n[Deal "N:AA... ..."]\n\nrubbish\n\n[Board "4"]\n[Deal "{OTHER}"]\n'
        )
    )
    assert [type(each) for each in read] == [Board, BoardError, BoardError, Board]
    assert [each.name for each in read] == ["", "2", "", "4"]


FRAGMENTS = st.sampled_from(
    [*'[]{}";%\\#-?*\n\r:. ', "\n\n", ENDING, '[Deal "', '"]', f'[Deal "{ENDING}"]', "[Dealer", '[Play "E"]\n', "SQ"]
)


@given(st.lists(FRAGMENTS | st.text(max_size=3), max_size=25).map("".join))
def test_any_text_gives_boards_or_errors(text: str) -> None:
    read = list(read_boards(text))
    assert read
    for each in read:
        assert 1 <= each.line <= len(text) + 1
        if isinstance(each, Board):
            (back,) = boards(format_board(each))
            assert (back.deal, back.name, back.dealer) == (each.deal, each.name, each.dealer)
        else:
            assert each.reason


def test_written_boards_are_read_back() -> None:
    for board in islice(random_boards(5), 4):
        position = Position(board.deal, Seat.SOUTH, Suit.DIAMONDS)
        for _ in range(7):
            position = position.play(position.legal_cards()[0])
        full = Board(
            board.deal,
            'a "name" \\',
            board.dealer,
            board.turn_up,
            names={Seat.EAST: "Zoë"},
            contract="abundance D",
            declarer=Side.parse("NE"),
            result=0,
            play=PlaySection.of(position),
        )
        (back,) = boards(format_board(full))
        assert back.played == position.played
        assert (back.deal, back.name, back.dealer, back.turn_up) == (full.deal, full.name, full.dealer, full.turn_up)
        assert (back.names, back.contract) == (full.names, full.contract)
        assert (back.declarer, back.result) == (full.declarer, full.result)
        assert format_board(back) == format_board(full)


def test_trump_is_written_where_there_is_no_turn_up() -> None:
    board = Board(Deal.from_pbn(ENDING), trump=Suit.CLUBS)
    assert boards(format_board(board))[0].trump is Suit.CLUBS


PLAY = f'[Deal "{ENDING}"]\n[Trump "H"]\n'


def test_columns_stay_with_the_seats() -> None:
    (board,) = boards(PLAY + '[Play "E"]\nS2! SK $1 =1= SQ SA\nHA HQ H2 HK\n')
    assert board.played == parse_cards("S2 SK SQ SA HK HA HQ H2")


@pytest.mark.parametrize(
    ("rows", "played"),
    [
        ("S2 SK SQ SA\n*\n", "S2 SK SQ SA"),
        ("S2 SK SQ SA\n- - - HK\n", "S2 SK SQ SA HK"),
        ("S2 SK SQ SA\nHA - - HK\n+\n", "S2 SK SQ SA HK HA"),
        ("S2 SK\n", "S2 SK"),
        ("* * * *\n", ""),
        ("- - - -\n", ""),
        ("", ""),
    ],
)
def test_a_play_may_end_early(rows: str, played: str) -> None:
    (board,) = boards(PLAY + f'[Play "E"]\n{rows}')
    assert board.played == parse_cards(played)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("S2 - SQ SA\n", "SQ by West follows a card that is not given"),
        ("S2 SK SQ SA\nHA HQ H2 -\n", "HA by East follows"),
        ("S2 HQ SQ SA\n", "revoke"),
        ("S2 SK xx SA\n", "'xx' is no card"),
        ("SK S2 SQ SA\n", "East is to play and does not hold it"),
    ],
)
def test_a_play_that_cannot_be_is_refused(rows: str, said: str) -> None:
    (board,) = boards(PLAY + f'[Play "E"]\n{rows}')
    with pytest.raises(PlayError, match=said):
        _ = board.played


@pytest.mark.parametrize(
    ("result", "tricks"),
    [("0", 0), ("9", 9), ("13", 13), ("^10", 10), ("14", None), ("EW 9", None), ("?", None), ("", None), ("09", None)],
)
def test_a_result_is_a_number_of_tricks_or_nothing(result: str, tricks: int | None) -> None:
    (board,) = boards(f'[Deal "{ENDING}"]\n[Result "{result}"]\n')
    assert board.result == tricks


@pytest.mark.parametrize(
    ("contract", "bridge"),
    [("3NT", (3, None)), ("4sxx", (4, Suit.SPADES)), ("8C", None), ("solo", None), ("", None)],
)
def test_contracts_of_bridge(contract: str, bridge: tuple[int, Suit | None] | None) -> None:
    assert Board(Deal.from_pbn(ENDING), contract=contract).bridge_contract == bridge


@pytest.mark.parametrize(
    ("contract", "trump"),
    [
        ("", Suit.HEARTS),
        ("solo", Suit.HEARTS),
        ("misere", None),
        ("abundance D", Suit.DIAMONDS),
        ("abundance_declared", None),
        ("abundance_declared C", Suit.CLUBS),
        ("3NT", None),
        ("4sxx", Suit.SPADES),
    ],
)
def test_the_contract_gives_the_trump_of_the_play(contract: str, trump: Suit | None) -> None:
    assert Board(Deal.from_pbn(ENDING), trump=Suit.HEARTS, contract=contract).play_trump is trump


@pytest.mark.parametrize(
    ("contract", "said"), [("", "not known"), ("abundance", "that the bidder named"), ("9NT", "is no contract")]
)
def test_a_trump_that_is_not_known_is_said(contract: str, said: str) -> None:
    with pytest.raises(ContractError, match=said):
        _ = Board(Deal.from_pbn(ENDING), contract=contract).play_trump


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings(encoding: str) -> None:
    text = f'[North "Zoë"]\n[Deal "{ENDING}"]\n'
    (board,) = boards(decode(text.encode(encoding)))
    assert board.names[Seat.NORTH] == "Zoë"


def test_limits() -> None:
    with pytest.raises(SizeLimit, match="longer than 64 MB"):
        decode(b"x" * (FILE_LIMIT + 1))
    read = read_boards(f"{ENDING}\n\n{'x' * (LINE_LIMIT + 1)}\n")
    assert isinstance(next(read), Board)
    with pytest.raises(SizeLimit, match="line 3 is longer than 1 MB"):
        list(read)


def test_the_hands_of_the_project() -> None:
    found = {path.name: boards(decode(path.read_bytes())) for path in HANDS.glob("*.pbn")}
    assert {name: len(read) for name, read in found.items()} == {
        "founding-example.pbn": 2,
        "historic.pbn": 2,
        "open-misere.pbn": 2,
        "random20.pbn": 20,
        "session.pbn": 4,
    }
    assert [len(each.played) for each in found["founding-example.pbn"]] == [28, 17]
    assert found["random20.pbn"] == [
        Board(**{**vars(each), "line": read.line})
        for each, read in zip(random_boards(1), found["random20.pbn"], strict=False)
    ]
    won = []
    for each in found["historic.pbn"]:
        assert each.turn_up == Card.parse("H3")
        position = Position(each.deal, Seat.NORTH, each.play_trump).replay(each.played)
        won.append([position.won(seat) for seat in Seat])
    assert won == [[2, 2, 5, 4], [3, 2, 4, 4]]
