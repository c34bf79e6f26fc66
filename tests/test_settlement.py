"""Who pays whom: worked settlements of every schedule, and that they always add up to nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ouverte import ContractError, Seat, Side
from ouverte.rules.presets import OPTIONS, RULE_SETS, named
from ouverte.settlement import settle, settle_misery

N, E, S, W = Seat
NAMES = [*RULE_SETS, *(f"{base}+{option}" for base in RULE_SETS for option in OPTIONS)]

# Rules, contract, side, tricks, and what N E S W are paid, worked out by hand.
WORKED = [
    ("english", "proposal", "NE", 8, "1 1 -1 -1"),
    ("english", "proposal", "NS", 13, "1 -1 1 -1"),
    ("english", "proposal", "NS", 7, "-1 1 -1 1"),
    ("english", "solo", "E", 5, "-1 3 -1 -1"),
    ("english", "solo", "E", 9, "-1 3 -1 -1"),
    ("english", "solo", "E", 4, "1 -3 1 1"),
    ("english", "misere", "S", 0, "-2 -2 6 -2"),
    ("english", "misere", "S", 1, "2 2 -6 2"),
    ("english", "abundance", "W", 9, "-3 -3 -3 9"),
    ("english", "abundance", "W", 8, "3 3 3 -9"),
    ("english", "royal_abundance", "N", 13, "9 -3 -3 -3"),
    ("english", "open_misere", "N", 0, "12 -4 -4 -4"),
    ("english", "open_misere", "N", 5, "-12 4 4 4"),
    ("english", "abundance_declared", "E", 13, "-6 18 -6 -6"),
    ("english", "abundance_declared", "E", 12, "6 -18 6 6"),
    ("english+high", "proposal", "EW", 8, "-2 2 -2 2"),
    ("english+high", "solo", "N", 5, "6 -2 -2 -2"),
    ("english+high", "misere", "N", 0, "9 -3 -3 -3"),
    ("english+high", "abundance", "N", 9, "12 -4 -4 -4"),
    ("english+high", "open_misere", "N", 0, "18 -6 -6 -6"),
    ("english+high", "abundance_declared", "N", 12, "-24 8 8 8"),
    ("english+base-4", "proposal", "NE", 10, "6 6 -6 -6"),
    ("english+base-4", "proposal", "NE", 6, "-6 -6 6 6"),
    ("english+base-4", "solo", "E", 7, "-6 18 -6 -6"),
    ("english+base-5", "solo", "E", 3, "7 -21 7 7"),
    ("english+base-6", "abundance", "W", 11, "-22 -22 -22 66"),
    ("english+base-6", "abundance", "W", 7, "20 20 20 -60"),
    ("english+base-4", "misere", "S", 3, "8 8 -24 8"),
    ("english+base-4", "abundance_declared", "S", 10, "24 24 -72 24"),
    ("russian", "proposal", "NE", 10, "3/2 3/2 -3/2 -3/2"),
    ("russian", "proposal", "NE", 6, "-1/2 -1/2 1/2 1/2"),
    ("russian", "solo", "E", 6, "-5/4 15/4 -5/4 -5/4"),
    ("russian", "solo", "E", 2, "3/4 -9/4 3/4 3/4"),
    ("russian", "abundance", "W", 10, "-7/2 -7/2 -7/2 21/2"),
    ("russian", "abundance", "W", 7, "1 1 1 -3"),
    ("russian", "misere", "N", 1, "-6 2 2 2"),
    ("russian", "open_misere", "N", 0, "12 -4 -4 -4"),
    ("russian", "open_misere", "N", 1, "-12 4 4 4"),
    ("russian", "abundance_declared", "N", 13, "18 -6 -6 -6"),
]


@pytest.mark.parametrize(("rules", "contract", "side", "taken", "paid"), WORKED)
def test_worked_settlements(rules: str, contract: str, side: str, taken: int, paid: str) -> None:
    settled = settle(named(rules), contract, Side.parse(side), taken)
    assert list(settled.payments.values()) == [Fraction(each) for each in paid.split()]


@pytest.mark.parametrize("name", NAMES)
def test_all_adds_up_to_nothing(name: str) -> None:
    rules = named(name)
    for contract in rules.game.contracts:
        for side in rules.game.sides(contract, Side.parse("NESW")):
            for taken in range(14):
                settled = settle(rules, contract.name, side, taken)
                assert sum(settled.payments.values()) == 0
                assert all(isinstance(each, Fraction) for each in settled.payments.values())
                for seat in side:
                    assert (settled.payments[seat] > 0) == settled.made


@pytest.mark.parametrize(
    ("option", "winners", "paid"),
    [
        ("misery-last-trick", "NNNNNNNNNNNNE", "1 -3 1 1"),
        ("misery-fewest", "NNNNNEEEESSSW", "-1 -1 -1 3"),
        ("misery-fewest", "NNNNNNNEEESSS", "-1 -1 -1 3"),
        ("misery-fewest", "NNNNNNNEEEESS", "-1 -1 -1 3"),
        ("misery-fewest", "NNNNNNNNNEESW", "0 0 0 0"),
        ("misery-first-to-five", "NNNNEEEEE", "1 -3 1 1"),
        ("misery-first-to-five", "NNNEEESSSWWWN", "-3 1 1 1"),
        ("misery-first-to-five", "NNNEEEESSSSWW", "1 -3 1 1"),
    ],
)
def test_misery(option: str, winners: str, paid: str) -> None:
    settled = settle_misery(named(f"english+{option}"), [Seat.parse(letter) for letter in winners])
    assert list(settled.payments.values()) == [Fraction(each) for each in paid.split()]


def test_misery_pays_the_stake_of_a_lost_solo() -> None:
    settled = settle_misery(named("english+misery-last-trick+base-4"), [N] * 13)
    assert list(settled.payments.values()) == [-12, 4, 4, 4]
    settled = settle_misery(named("english+high+misery-fewest"), [N, E, S] * 4 + [N])
    assert list(settled.payments.values()) == [-2, -2, -2, 6]
    settled = settle_misery(named("english+high+misery-first-to-five"), [N] * 5)
    assert list(settled.payments.values()) == [-3, 1, 1, 1]


def test_what_is_refused() -> None:
    rules = named("english")
    for contract, side, taken in (
        ("solo", "NE", 5),
        ("proposal", "N", 8),
        ("solo", "N", 14),
        ("solo", "N", -1),
        ("x", "N", 5),
    ):
        with pytest.raises(ContractError):
            settle(rules, contract, Side.parse(side), taken)
    with pytest.raises(ContractError, match="there is no misery"):
        settle_misery(rules, [N] * 13)
    with pytest.raises(ContractError, match="expected all 13"):
        settle_misery(named("english+misery-fewest"), [N] * 12)
    with pytest.raises(ContractError, match="nobody has five"):
        settle_misery(named("english+misery-first-to-five"), [N, E, S, W])
