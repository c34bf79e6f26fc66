"""Deals: reading, writing, and exactly what is wrong with those that are none."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ouverte import Card, Deal, DealError, Hand, Seat, Suit

FULL = "N:AKQ.86.AKQJ8532. 76543.2..KJT9642 .AKQJT9.T9.AQ753 JT982.7543.764.8"
PACK = tuple(Card(suit, rank) for suit in Suit for rank in range(13))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any legal deal: two to four hands of one to thirteen cards."""
    seats = draw(st.lists(st.sampled_from(Seat), min_size=2, max_size=4, unique=True))
    size = draw(st.integers(1, 13))
    cards = list(PACK)
    draw(st.randoms(use_true_random=False)).shuffle(cards)
    return Deal({seat: Hand.of(cards[i * size : (i + 1) * size]) for i, seat in enumerate(seats)})


@given(deals(), st.sampled_from(Seat))
def test_round_trip(deal: Deal, first: Seat) -> None:
    text = deal.to_pbn(first)
    assert text.startswith(f"{first.letter}:")
    assert Deal.from_pbn(text) == deal
    assert hash(Deal.from_pbn(text)) == hash(deal)
    assert Deal.from_pbn(text.lower().replace("t", "10")) == deal
    old_seats = {"N": "A", "E": "Y", "S": "B", "W": "Z"}
    assert Deal.from_pbn(old_seats[text[0]] + text[1:]) == deal
    assert eval(repr(deal), {"Deal": Deal}) == deal


@given(deals())
def test_a_deal_is_a_mapping(deal: Deal) -> None:
    assert list(deal) == sorted(deal)
    assert Deal(dict(deal)) == deal
    assert {len(hand) for hand in deal.values()} == {deal.size}
    assert set(deal.seats) == set(deal)
    assert deal.full == (len(deal) == 4 and deal.size == 13)
    for seat, hand in deal.items():
        assert all(deal.holder(card) is seat for card in hand)
        following = deal.next_seat(seat)
        assert following in deal
        assert following is not seat
    dealt = {card for hand in deal.values() for card in hand}
    assert all(deal.holder(card) is None for card in PACK if card not in dealt)


def test_hands_are_given_clockwise_from_the_first_seat() -> None:
    deal = Deal.from_pbn("S:A... K... Q... J...")
    assert [str(deal[seat]) for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)] == [
        "A...", "K...", "Q...", "J...",
    ]  # fmt: skip
    assert Deal.from_pbn("B:A... K... Q... J...") == deal
    assert deal.to_pbn(Seat.SOUTH) == "S:A... K... Q... J..."
    assert str(deal) == "N:Q... J... A... K..."


def test_absent_hands() -> None:
    deal = Deal.from_pbn("N:A2... - K3... -")
    assert list(deal) == [Seat.NORTH, Seat.SOUTH]
    assert deal.next_seat(Seat.NORTH) is Seat.SOUTH
    assert deal.next_seat(Seat.EAST) is Seat.SOUTH
    assert Seat.EAST not in deal
    assert deal.get(Seat.EAST) is None
    with pytest.raises(KeyError):
        deal[Seat.EAST]
    assert Deal.from_pbn("N:A2... ... K3... -") == deal


def test_symbols_and_white_space() -> None:
    deal = Deal.from_pbn(" n:♠A10.♥.♦.♣2\n  ♠K3.-.-.4\t-  SQJ...C3 ")
    assert str(deal) == "N:AT...2 K3...4 - QJ...3"


def test_equality_and_immutability() -> None:
    deal = Deal.from_pbn(FULL)
    assert deal == Deal.from_pbn(deal.to_pbn(Seat.WEST))
    assert deal != Deal.from_pbn(FULL.replace("N:", "E:"))
    assert deal != str(deal)
    assert len({deal, Deal.from_pbn(FULL)}) == 1
    with pytest.raises(TypeError):
        deal[Seat.NORTH] = Hand()  # type: ignore[index]
    with pytest.raises(AttributeError):
        deal.size = 3  # type: ignore[misc]
    given = dict(deal)
    kept = Deal(given)
    given.clear()
    assert kept == deal


# --- What is no deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "deal '' names no first seat: expected it to begin with N:, E:, S: or W:"),
        ("A.K.Q.J - - -", "deal 'A.K.Q.J - - -' names no first seat: expected it to begin with N:, E:, S: or W:"),
        ("X:A... K... - -", "first seat of the deal: 'X' is no seat: expected one of N E S W (or A Y B Z)"),
        ("N:A... K... -", "deal 'N:A... K... -' has 3 hands: expected four, with - for an absent one"),
        ("N:A... K... - - -", "deal 'N:A... K... - - -' has 5 hands: expected four, with - for an absent one"),
        ("N:A... - - -", "a deal needs at least two hands"),
        ("N:- - - -", "a deal needs at least two hands"),
        ("N:A... A... - -", "SA is twice: in N and in E"),
        ("N:AA... KQ... - -", "SA is twice: in N"),
        ("E:2.T.. 3.J.. 4.10.. 5.Q..", "HT is twice: in E and in W"),
        ("N:A... A... A... -", "SA is twice: in N and in E and in S"),
        ("N:A2... K3... Q4... J56...", "W has 3 cards, expected 2"),
        (
            "N:A2... K3... Q... J...",
            "the hands are of unequal length (N 2, E 2, S 1, W 1): expected as many cards in each",
        ),
        ("N:A2... - Q... -", "the hands are of unequal length (N 2, S 1): expected as many cards in each"),
        (
            "N:A.K.Q K... - -",
            "N: hand 'A.K.Q' has 3 parts: expected four, as spades.hearts.diamonds.clubs between dots",
        ),
        ("N:A... K..X. - -", "E: hand 'K..X.' has 'X' among its diamonds: expected A K Q J T 9 ... 2"),
        (
            "N:A.. 1... - -",
            "N: hand 'A..' has 3 parts: expected four, as spades.hearts.diamonds.clubs between dots; "
            "E: hand '1...' has '1' among its spades: expected A K Q J T 9 ... 2",
        ),
    ],
)  # fmt: skip
def test_the_fault_is_named(text: str, fault: str) -> None:
    with pytest.raises(DealError) as caught:
        Deal.from_pbn(text)
    assert str(caught.value) == fault


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(DealError, match=re.escape("...' names no first seat")) as caught:
        Deal.from_pbn("hand " * 1000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("AKQ.86", "AKQ.8", {"N has 12 cards, expected 13", "missing: H6"}),
        ("JT982.", "JT982A.", {"SA is twice: in N and in W", "W has 14 cards, expected 13"}),
        ("76543.2", "7654A.2", {"SA is twice: in N and in E", "missing: S3"}),
        ("AQ753", "AQ75", {"S has 12 cards, expected 13", "missing: C3"}),
        (".AKQJT9.T9", ".AKQJT9.TT", {"DT is twice: in S", "missing: D9"}),
    ],
)
def test_the_faults_of_a_full_deal_are_named(old: str, new: str, faults: set[str]) -> None:
    assert FULL.count(old) == 1
    with pytest.raises(DealError) as caught:
        Deal.from_pbn(FULL.replace(old, new))
    assert set(str(caught.value).split("; ")) == faults


def test_51_cards_whichever_is_lost() -> None:
    deal = Deal.from_pbn(FULL)
    for seat, hand in deal.items():
        for card in hand:
            hands = {**deal, seat: Hand(hand.mask ^ 1 << card.code)}
            with pytest.raises(DealError) as caught:
                Deal(hands)
            assert str(caught.value) == f"{seat.letter} has 12 cards, expected 13; missing: {card}"


def test_a_card_in_place_of_another() -> None:
    deal = Deal.from_pbn(FULL)
    rng = random.Random(1)
    for _ in range(100):
        lucky, poor = rng.sample(list(Seat), 2)
        gone, doubled = rng.choice(list(deal[poor])), rng.choice(list(deal[lucky]))
        hands = {**deal, poor: Hand(deal[poor].mask ^ 1 << gone.code | 1 << doubled.code)}
        with pytest.raises(DealError) as caught:
            Deal(hands)
        first, second = sorted((lucky, poor))
        assert str(caught.value) == f"{doubled} is twice: in {first.letter} and in {second.letter}; missing: {gone}"


def test_empty_hands_are_no_deal() -> None:
    with pytest.raises(DealError, match="hold no cards"):
        Deal({Seat.NORTH: Hand(), Seat.EAST: Hand()})
    with pytest.raises(DealError, match="at least two hands"):
        Deal({})
