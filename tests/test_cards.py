"""Cards, suits, hands and seats: reading, writing, and what they are as values."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ouverte import Card, CardError, Hand, Seat, Side, Suit, parse_cards
from ouverte.cards import RANKS

CARDS = st.builds(Card, st.sampled_from(Suit), st.integers(0, 12))
HANDS = st.sets(CARDS, max_size=13).map(Hand.of)


@pytest.mark.parametrize("text", ["DT", "D10", "dt", "d10", "Td", "10D", "♦T", "♦10", "10♦", "♦\ufe0fT", " DT ", "♢t"])
def test_one_card_in_many_ways(text: str) -> None:
    assert Card.parse(text) == Card(Suit.DIAMONDS, RANKS.index("T"))


@pytest.mark.parametrize("text", ["", "S", "A", "S1", "AA", "SS", "XA", "H11", "H100", "1H", "SAK", "S A K", "♠"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is no card: expected a suit and a rank"):
        Card.parse(text)


@given(CARDS)
def test_card_round_trip(card: Card) -> None:
    assert Card.parse(str(card)) is Card.from_code(card.code)
    assert Card.parse(card.letter + card.suit.symbol) == card
    assert eval(repr(card), {"Card": Card.parse}) == card


@given(CARDS, CARDS)
def test_card_order_and_hash(one: Card, other: Card) -> None:
    assert (one < other) == ((one.suit, one.rank) < (other.suit, other.rank))
    assert (one == other) == (one.code == other.code) == (str(one) == str(other))
    assert one != other or hash(one) == hash(other)


def test_a_card_cannot_be_changed() -> None:
    card = Card.parse("SA")
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.rank = 3  # type: ignore[misc]


@pytest.mark.parametrize("text", ["h", "H", "♥", "♡", "hearts", "Hearts", " ♥\ufe0f"])
def test_one_suit_in_many_ways(text: str) -> None:
    assert Suit.parse(text) is Suit.HEARTS


@pytest.mark.parametrize("text", ["", "x", "NT", "heart s", "SH"])
def test_what_is_no_suit(text: str) -> None:
    with pytest.raises(CardError, match="is no suit: expected one of S H D C"):
        Suit.parse(text)


def test_suit_names() -> None:
    assert [(suit.letter, suit.symbol, suit.word) for suit in Suit] == [
        ("S", "♠", "spades"), ("H", "♥", "hearts"), ("D", "♦", "diamonds"), ("C", "♣", "clubs"),
    ]  # fmt: skip


def test_lists_of_cards() -> None:
    expected = tuple(Card.parse(card) for card in ("DT", "D7", "DJ", "CK"))
    for text in ("DT D7 DJ CK", "DT,D7,DJ,CK", "d10 d7 / dj ck", "DT D7\nDJ\tCK", "♦T ♦7 ♦J ♣K", "DT;D7|DJ CK"):
        assert parse_cards(text) == expected
    assert parse_cards("  ") == ()
    with pytest.raises(CardError, match="'X9' is no card"):
        parse_cards("DT X9")


# --- Hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["AT4.KQ..9", "a104.KQ..9", "T4A.QK.-.9", "♠AT4.♥KQ.♦.♣9", "SAT4.HKQ.D.C9", " AT4.kq..9 "]
)
def test_one_hand_in_many_ways(text: str) -> None:
    hand = Hand.parse(text)
    assert str(hand) == "AT4.KQ..9"
    assert [str(card) for card in hand] == ["SA", "ST", "S4", "HK", "HQ", "C9"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AK.Q", "'AK.Q' has 2 parts: expected four"),
        ("AK", "'AK' has 1 part: expected four"),
        ("", "'' has 1 part: expected four"),
        ("A.K.Q.J.T", "has 5 parts: expected four"),
        ("A.K.X.J", "has 'X' among its diamonds"),
        ("A.K1..J", "has '1' among its hearts"),
        ("AKA...", "SA is given twice"),
        ("T.10..10T", "CT is given twice"),
    ],
)
def test_what_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Hand.parse(text)


@given(HANDS)
def test_hand_round_trip(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert Hand.of(hand) == hand
    assert Hand.of(reversed(list(hand))) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert hash(Hand(hand.mask)) == hash(hand)
    assert Hand.parse(str(hand).replace("T", "10").lower()) == hand


@given(HANDS)
def test_a_hand_is_a_set_of_cards(hand: Hand) -> None:
    cards = list(hand)
    assert len(hand) == len(cards) == len(set(cards))
    assert all(card in hand for card in cards)
    assert [card for suit in Suit for card in hand.suit(suit)] == cards
    every = [Card(suit, rank) for suit in Suit for rank in range(13)]
    assert {card for card in every if card in hand} == set(cards)
    assert "SA" not in hand


def test_a_hand_cannot_be_changed() -> None:
    hand = Hand.parse("A...")
    with pytest.raises(dataclasses.FrozenInstanceError):
        hand.mask = 3  # type: ignore[misc]


# --- Seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "seat"),
    [
        (("N", "n", "A", "a", "north", "North", " N "), Seat.NORTH),
        (("E", "e", "Y", "y", "east"), Seat.EAST),
        (("S", "s", "B", "b", "south"), Seat.SOUTH),
        (("W", "w", "Z", "z", "WEST"), Seat.WEST),
    ],
)
def test_seats(texts: tuple[str, ...], seat: Seat) -> None:
    assert {Seat.parse(text) for text in texts} == {seat}


@pytest.mark.parametrize("text", ["", "X", "NE", "nor", "1", "♠"])
def test_what_is_no_seat(text: str) -> None:
    with pytest.raises(CardError, match="is no seat: expected one of N E S W"):
        Seat.parse(text)


def test_clockwise() -> None:
    assert [seat.left.letter for seat in Seat] == ["E", "S", "W", "N"]
    assert [seat.word for seat in Seat] == ["North", "East", "South", "West"]


@pytest.mark.parametrize("text", ["NE", "EN", "ne", "N E", "n+e", "N,E", "N/E", "AY", "YA"])
def test_one_side_in_many_ways(text: str) -> None:
    side = Side.parse(text)
    assert side == Side.of([Seat.EAST, Seat.NORTH])
    assert str(side) == "NE"
    assert list(side) == [Seat.NORTH, Seat.EAST]
    assert str(side.others) == "SW"
    assert Seat.EAST in side
    assert Seat.SOUTH not in side
    assert "N" not in side
    assert len(side) == 2
    assert eval(repr(side), {"Side": Side}) == side


@pytest.mark.parametrize("text", ["", "NN", "NX", "N E N", "+"])
def test_what_is_no_side(text: str) -> None:
    with pytest.raises(CardError):
        Side.parse(text)


def test_sides_of_one() -> None:
    assert Side.of(Seat.WEST).only is Seat.WEST
    assert Side.parse("south").only is Seat.SOUTH
    with pytest.raises(ValueError, match="unpack"):
        _ = Side.parse("NE").only


@given(st.sets(st.sampled_from(Seat)))
def test_side_and_others_make_the_table(seats: set[Seat]) -> None:
    side = Side.of(seats)
    assert set(side) == seats
    assert set(side.others) == set(Seat) - seats
    assert len({side, side.others.others}) == 1
