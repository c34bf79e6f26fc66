"""What the library says of misery: results, and what it refuses."""

from __future__ import annotations

import pytest
from ouverte import ContractError, Deal, Goal, Objective, Position, SearchLimit, Seat, Side, Suit, parse_cards, solve
from ouverte.misere import most_forced
from ouverte.misery import MiseryResult, can_be_first, can_win_last, examine_misery, least_tricks, most_tricks
from ouverte.rules.ruleset import Misery

from tests.endings import library_deal
from tests.misery_endings import misery_endings

ENDING = Deal.from_pbn("N:A.K.. 2.A.. K.Q.. Q.2..")
START = Position(ENDING, Seat.WEST)


def test_all_forms_or_some() -> None:
    assert examine_misery(START, Seat.NORTH) == MiseryResult(Seat.NORTH, True, 1, 1, False)
    assert examine_misery(START, Seat.NORTH, (Misery.FEWEST,)) == MiseryResult(Seat.NORTH, None, 1, 1, None)


def test_a_play_that_is_over_is_only_counted() -> None:
    over = START.replay(parse_cards("H2 HK HA HQ S2 SK SQ SA"))
    assert [can_win_last(over, seat) for seat in Seat] == [True, False, False, False]
    assert [(least_tricks(over, seat), most_tricks(over, seat)) for seat in Seat] == [(1, 1), (1, 1), (0, 0), (0, 0)]
    # Nobody has two: East was the first to take one.
    assert [can_be_first(over, seat, tricks=2) for seat in Seat] == [False, True, False, False]


def test_most_and_fewest_are_those_of_the_search_for_tricks() -> None:
    for ending in misery_endings(1907, 150):
        position = Position(library_deal(ending.dealt), Seat.parse(ending.first)).replay(
            parse_cards(" ".join(ending.played))
        )
        seat = Seat.parse(ending.seat)
        goals = [Goal(Side.of(seat), None, position.leader, each) for each in (Objective.MOST, Objective.FEWEST)]
        least, most = (solve(position, goal).value for goal in goals)
        assert (least_tricks(position, seat), most_tricks(position, seat)) == (least, most)
        misere = Goal(Side.of(seat), None, position.leader, Objective.NONE, 0)
        assert most_forced(position, misere) == most


def test_the_founding_hands_in_a_limit() -> None:
    deal = Deal.from_pbn("N:76543.2..KJT9642 .AKQJT9.T9.AQ753 JT982.7543.764.8 AKQ.86.AKQJ8532.")
    position = Position(deal, Seat.EAST)
    with pytest.raises(SearchLimit):
        examine_misery(position, Seat.SOUTH, node_limit=1000)
    assert most_tricks(position, Seat.NORTH, node_limit=10_000_000) == 5


def test_what_is_refused() -> None:
    with pytest.raises(ContractError, match="without trumps, not with hearts"):
        examine_misery(Position(ENDING, Seat.WEST, Suit.HEARTS), Seat.NORTH)
    three = Deal.from_pbn("N:A... 2... K... -")
    for question in (can_win_last, least_tricks, most_tricks, can_be_first):
        with pytest.raises(ContractError, match="West holds no cards"):
            question(Position(three, Seat.NORTH), Seat.WEST)
    with pytest.raises(ValueError, match="a race is to 2 tricks or more"):
        can_be_first(START, Seat.NORTH, tricks=1)
