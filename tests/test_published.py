"""Published double-dummy problems, each with the answer its author states."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from ouverte import SOLO_WHIST, Card, Deal, Goal, Position, Seat, Side, Solver, Suit, best_line, solve

DATA = Path(__file__).with_name("data")


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))


def deal_of(row: dict[str, str]) -> Deal:
    return Deal.from_pbn("N:" + " ".join(row[seat] for seat in "NESW"))


def suit_of(text: str) -> Suit | None:
    return None if text == "NT" else Suit.parse(text)


ENDINGS = rows("endings.tsv")
FULL_DEALS = rows("full_deals.tsv")
MISERES = rows("misere.tsv")
SHARED = Solver(16)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_the_files_are_read_whole() -> None:
    assert len(ENDINGS) == 40
    assert len(FULL_DEALS) == 20


@pytest.mark.parametrize("row", ENDINGS, ids=lambda row: row["id"])
def test_ending(row: dict[str, str], solver: Solver) -> None:
    deal = deal_of(row)
    assert deal.size == int(row["cards"])
    goal = Goal(Side.parse(row["side"]), suit_of(row["trump"]), Seat.parse(row["leader"]))
    start = Position.start(deal, goal)
    stated = int(row["stated_tricks"])
    assert solve(start, goal, solver).value == stated
    assert start.replay(best_line(start, goal, solver)).won(goal.side) == stated
    others = Goal(goal.side.others, goal.trump, goal.leader)
    assert solve(start, others, solver).value == deal.size - stated


@pytest.mark.parametrize("row", FULL_DEALS, ids=lambda row: row["id"])
def test_full_deal(row: dict[str, str], solver: Solver) -> None:
    goal = Goal(Side.parse(row["side"]), suit_of(row["trump"]), Seat.WEST, target=int(row["stated_min_tricks"]))
    deal = deal_of(row)
    assert deal.full
    start = Position.start(deal, goal).play(Card.parse(row["west_leads"]))
    result = solve(start, goal, solver)
    assert result.value >= int(row["stated_min_tricks"])
    assert result.makes is True


@pytest.mark.parametrize("row", MISERES, ids=lambda row: f"{row['set']}-{row['deal']}")
def test_misere(row: dict[str, str]) -> None:
    goal = SOLO_WHIST.contract("misere").goal(Seat.NORTH, eldest=Seat.parse(row["leader"]))
    assert solve(Position.start(Deal.from_pbn(row["deal"]), goal), goal, SHARED).makes is (row["verdict"] == "safe")
