"""The bridge table: against the reference, against DDS, and against itself turned round."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from ouverte import ContractError, Deal, Seat, Solver, double_dummy_table

from tests.endings import deal_out, library_deal
from tests.reference import Rules, value

DATA = Path(__file__).with_name("data") / "bridge_tables.tsv"
STRAINS = ("S", "H", "D", "C", "NT")


def recorded() -> list[tuple[str, list[int]]]:
    lines = [line.split("\t") for line in DATA.read_text("ascii").splitlines() if not line.startswith("#")]
    return [(deal, [int(cell) for cell in cells.split()]) for deal, cells in lines]


def cells(deal: Deal, solver: Solver) -> list[int]:
    table = double_dummy_table(deal, solver)
    assert tuple(table) == STRAINS
    return [table[strain][declarer] for strain in STRAINS for declarer in "NESW"]


def test_agrees_with_dds() -> None:
    """Every twelfth of 300 full deals, and 40 partial ones; with OUVERTE_ALL_TABLES=1 in the environment, all."""
    step = 1 if os.environ.get("OUVERTE_ALL_TABLES") == "1" else 12
    solver = Solver()
    deals = recorded()
    assert len(deals) == 340
    for text, expected in deals[:300:step] + deals[300:]:
        assert cells(Deal.from_pbn(text), solver) == expected, text


@pytest.mark.parametrize("seed", range(25))
def test_agrees_with_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    hands = deal_out(rng, "NESW", 4 if seed == 0 else rng.choice((1, 2, 3)))
    table = double_dummy_table(library_deal(hands), Solver(1))
    for strain in STRAINS:
        for declarer, leader in zip("NESW", "ESWN", strict=True):
            side = "NS" if declarer in "NS" else "EW"
            rules = Rules("" if strain == "NT" else strain)
            assert table[strain][declarer] == value(hands, leader, (), rules, side, side), (hands, strain, declarer)


def test_turning_the_table_and_changing_suits_moves_the_cells_and_changes_none() -> None:
    rng = random.Random(3)
    for _ in range(6):
        hands = deal_out(rng, "NESW", 7)
        table = double_dummy_table(library_deal(hands), Solver(4))
        turned = double_dummy_table(library_deal({str("ESWN"["NESW".index(s)]): hands[s] for s in "NESW"}), Solver(4))
        for strain in STRAINS:
            assert [turned[strain][seat] for seat in "ESWN"] == [table[strain][seat] for seat in "NESW"]
        suits = "".join(rng.sample("SHDC", 4))
        swapped = {
            seat: frozenset(suits["SHDC".index(card[0])] + card[1:] for card in hand) for seat, hand in hands.items()
        }
        other = double_dummy_table(library_deal(swapped), Solver(4))
        for strain in STRAINS:
            assert other[strain if strain == "NT" else suits["SHDC".index(strain)]] == table[strain]


def test_three_hands_are_no_bridge_deal() -> None:
    deal = library_deal({seat: hand for seat, hand in deal_out(random.Random(1), "NESW", 3).items() if seat != "W"})
    assert Seat.WEST not in deal
    with pytest.raises(ContractError, match=r"^a bridge table needs four hands: the deal has 3$"):
        double_dummy_table(deal)
