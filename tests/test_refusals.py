"""Questions the library refuses, each with a reason: never a wrong answer."""

import pytest
from ouverte import (
    CardError,
    Contract,
    ContractError,
    Deal,
    Game,
    Goal,
    Hand,
    InputError,
    Objective,
    PlayRules,
    Position,
    Seat,
    Side,
    Solver,
    analyse,
    parse_cards,
    solve,
)
from ouverte.rules import Leader, Measure, TrumpRule

LITTLE = Deal.from_pbn("N:A.K.. 2.A.. K.Q.. Q.2..")
SHORT_PACK = PlayRules(rank_order="ATKQJ9876")


def test_card_points_are_refused_not_counted_as_tricks() -> None:
    contract = Contract("solo", "Solo", 1, TrumpRule(), Objective.MOST, 61, measure=Measure.POINTS)
    game = Game("points", "Points", 4, 13, (contract,))
    with pytest.raises(InputError, match="solo is in card points, and no card of the game is worth any"):
        analyse(LITTLE, Seat.NORTH, None, game=game)


def test_the_seat_at_the_bidders_left_is_one_that_plays() -> None:
    contract = Contract("spread", "Spread misère", 1, TrumpRule(), Objective.NONE, 0, leader=Leader.LEFT_OF_BIDDER)
    deal = Deal.from_pbn("N:A.. K.. Q.. -".replace("A..", "A...").replace("K..", "K...").replace("Q..", "Q..."))
    report = analyse(deal, Seat.NORTH, None, game=Game("three", "Three", 3, 1, (contract,)))
    assert [entry.goal.leader for entry in report.entries] == [Seat.EAST, Seat.SOUTH, Seat.NORTH]


def test_a_card_outside_the_pack_is_named() -> None:
    deal = Deal.from_pbn("N:A6... K5... .A6.. -")
    goal = Goal(Side.of(Seat.NORTH), None, Seat.NORTH)
    with pytest.raises(CardError, match="S5 is not in the pack"):
        solve(Position.start(deal, goal, SHORT_PACK), goal)


def test_a_side_of_no_seat_is_refused() -> None:
    goal = Goal(Side(0), None, Seat.NORTH)
    with pytest.raises(ContractError, match="of no seat"):
        solve(Position.start(LITTLE, goal), goal)


def test_a_dash_stands_for_an_empty_suit() -> None:
    assert Hand.parse("A.♥-.-.♣") == Hand.parse("A...")


@pytest.mark.parametrize("name", ["north", "EAST", "South", "west"])
def test_a_side_by_the_name_of_a_seat(name: str) -> None:
    assert str(Side.parse(name)) == name[0].upper()


@pytest.mark.parametrize("text", ["C7 … C4", "C7 - C4"])
def test_cards_left_out_of_a_play_are_not_read_over(text: str) -> None:
    with pytest.raises(CardError, match="is no card"):
        parse_cards(text)


@pytest.mark.parametrize("mask", [-1, 1 << 64, 1 << 13])
def test_a_solver_refuses_what_is_no_hand(mask: int) -> None:
    with pytest.raises(ValueError, match="hand"):
        Solver(1).load([mask, 2, 4, 8], 1, 1)


@pytest.mark.parametrize("seats", [-1, 16, 99])
def test_a_solver_refuses_what_is_no_side(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        Solver(1).load([1, 2, 4, 8], seats, 1)


@pytest.mark.parametrize("memory", [0, -1, 10**12])
def test_a_solver_refuses_a_table_beyond_its_limits(memory: int) -> None:
    with pytest.raises(ValueError, match="megabytes"):
        Solver(memory)
