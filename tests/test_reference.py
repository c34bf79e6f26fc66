"""The reference itself, on endings whose answer is plain to see, and the endings drawn, which must be of every kind."""

from __future__ import annotations

from collections import Counter

import pytest
from ouverte import Objective

from tests.endings import ENDINGS, Ending, random_endings
from tests.reference import TEN_HIGH_ORDER, Rules, value, values


def hands(**written: str) -> dict[str, frozenset[str]]:
    return {seat: frozenset(cards.split()) for seat, cards in written.items()}


@pytest.mark.parametrize(
    ("trick", "rules", "winner"),
    [
        ("H5 HK HA H2", Rules(), 2),
        ("H5 SA CA DA", Rules(), 0),
        ("H5 SA C2 DA", Rules("C"), 2),
        ("C5 SA C2 CA", Rules("C"), 3),
        ("HK HT HA", Rules(order=TEN_HIGH_ORDER), 2),
        ("HK HT HQ", Rules(order=TEN_HIGH_ORDER), 1),
        ("HK HT HQ", Rules(), 0),
    ],
)
def test_the_winner_of_a_trick(trick: str, rules: Rules, winner: int) -> None:
    assert rules.winner(trick.split()) == winner


@pytest.mark.parametrize(
    ("hand", "trick", "rules", "legal"),
    [
        ("H5 S2 C3", "", Rules("C"), "H5 S2 C3"),
        ("H5 S2 C3", "", Rules("C", trump_lead_last=True), "H5 S2"),
        ("C5 C3", "", Rules("C", trump_lead_last=True), "C5 C3"),
        ("H5 S2 C3", "S9", Rules("C", must_trump=True), "S2"),
        ("H5 S2 C3", "D9", Rules("C"), "H5 S2 C3"),
        ("H5 S2 C3", "D9", Rules("C", must_trump=True), "C3"),
        ("H5 S2", "D9", Rules("C", must_trump=True), "H5 S2"),
    ],
)
def test_what_may_be_played(hand: str, trick: str, rules: Rules, legal: str) -> None:
    assert sorted(rules.legal(frozenset(hand.split()), trick.split())) == sorted(legal.split())


def test_a_finesse() -> None:
    # North leads up to South's ace and queen: the queen wins when East has the king, and not when West has.
    king_with_west = hands(N="S2 H2", E="S3 H3", S="SA SQ", W="SK S4")
    assert value(king_with_west, "N", [], Rules(), "NS", "NS") == 1
    king_with_east = hands(N="S2 H2", E="SK S3", S="SA SQ", W="S4 H4")
    assert value(king_with_east, "N", [], Rules(), "NS", "NS") == 2


def test_each_card_has_its_value() -> None:
    cards = hands(N="SA C2", S="SK HA")
    assert values(cards, "S", [], Rules(), "S", "S") == {"SK": 0, "HA": 1}
    assert values(cards, "S", [], Rules("H"), "S", "S") == {"SK": 1, "HA": 1}
    assert values(hands(N="SA C2", S="SK"), "S", ["HA"], Rules(), "S", "S") == {"SA": 2, "C2": 1}
    assert value(hands(N="", S=""), "S", [], Rules(), "S", "S") == 0


def test_the_endings_are_of_every_kind(endings: tuple[Ending, ...]) -> None:
    assert len(endings) == ENDINGS >= 2000
    shapes = Counter((len(ending.dealt), len(ending.counted)) for ending in endings)
    assert min(shapes[shape] for shape in ((4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (2, 1))) > 200
    assert {ending.counted for ending in endings if len(ending.dealt) == 4 and len(ending.counted) == 2} == {
        "NE", "NS", "NW", "ES", "EW", "SW",
    }  # fmt: skip
    objectives = Counter(ending.objective for ending in endings)
    assert min(objectives[objective] for objective in (Objective.MOST, Objective.FEWEST, None)) > 200
    assert {ending.rules.trump for ending in endings} == {"", *"SHDC"}
    assert Counter(len(ending.trick) for ending in endings)[3] > 100
    assert sum(ending.rules.must_trump for ending in endings) > 300
    assert sum(ending.rules.trump_lead_last for ending in endings) > 300
    # They are no easy ones: in many the choice of card matters.
    assert sum(len(set(ending.card_values.values())) > 1 for ending in endings) > ENDINGS // 4


def test_the_endings_are_the_same_at_every_run() -> None:
    assert list(random_endings(7, 30)) == list(random_endings(7, 30))
    assert list(random_endings(7, 30)) != list(random_endings(8, 30))
