"""`solve`, `solve_cards` and `best_line` against the reference."""

from __future__ import annotations

import pytest
from ouverte import (
    Card,
    ContractError,
    Deal,
    Examiner,
    Goal,
    InputError,
    Objective,
    PlayRules,
    Position,
    Seat,
    Side,
    Solver,
    Suit,
    best_line,
    parse_cards,
    solve,
    solve_cards,
)
from ouverte.rules import TrumpLead
from ouverte.solving import masks

from tests.endings import Ending


def questions(endings: tuple[Ending, ...]) -> list[tuple[Ending, Objective]]:
    """The endings the library can ask about: each side of one mind. Who wants few may also want none at all."""
    asked = []
    for ending in endings:
        if ending.objective is not None:
            asked.append((ending, ending.objective))
        if ending.objective is Objective.FEWEST:
            asked.append((ending, Objective.NONE))
    return asked


def stated(ending: Ending, objective: Objective, to_come: int) -> int:
    """What the library should say where the reference counts `to_come` tricks from here on."""
    value = ending.won + to_come
    # Who wants no trick plays like one who wants few: fewest is 0 exactly where none can be had.
    return min(value, 1) if objective is Objective.NONE else value


def fulfils(objective: Objective, value: int, target: int) -> bool:
    return value >= target if objective is Objective.MOST else value <= target


def test_there_are_enough_questions(endings: tuple[Ending, ...]) -> None:
    asked = questions(endings)
    assert len(asked) > 2000
    for objective in Objective:
        assert sum(each is objective for _, each in asked) > 500


def test_solve_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    for number, (ending, objective) in enumerate(questions(endings)):
        target = 0 if objective is Objective.NONE else number % 4
        result = solve(ending.position, ending.goal(objective, target), solver)
        expected = stated(ending, objective, ending.value)
        assert result.value == expected, (ending, objective)
        assert result.makes is fulfils(objective, expected, target), (ending, objective, target)


def test_solve_cards_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    for number, (ending, objective) in enumerate(questions(endings)):
        target = 0 if objective is Objective.NONE else number % 4
        position = ending.position
        results = solve_cards(position, ending.goal(objective, target), solver)
        assert tuple(result.card for result in results) == position.legal_cards()
        found = {str(result.card): result.value for result in results}
        expected = {card: stated(ending, objective, value) for card, value in ending.card_values.items()}
        assert found == expected, (ending, objective)
        for result in results:
            assert result.makes is fulfils(objective, result.value, target)


def test_best_line_replays_to_exactly_the_value(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    for ending, objective in questions(endings):
        position = ending.position
        line = best_line(position, ending.goal(objective), solver)
        end = position.replay(line)
        assert end.to_play is None
        taken = end.won(Side.parse(ending.counted))
        expected = stated(ending, objective, ending.value)
        assert (min(taken, 1) if objective is Objective.NONE else taken) == expected, (ending, objective)


def test_every_card_of_a_best_line_keeps_the_value(endings: tuple[Ending, ...]) -> None:
    """Not the end alone: two errors that cancel out would be no best play."""
    solver = Solver(16)
    for ending, objective in questions(endings)[:500]:
        goal = ending.goal(objective)
        position = ending.position
        value = solve(position, goal, solver).value
        for card in best_line(position, goal, solver):
            position = position.play(card)
            assert solve(position, goal, solver).value == value, (ending, objective, card)


def test_reaches_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    for ending, objective in questions(endings):
        examiner = Examiner(ending.position, ending.goal(objective), solver)
        expected = stated(ending, objective, ending.value)
        for value in range(5):
            assert examiner.reaches(ending.position, value) is (expected >= value), (ending, objective, value)


@pytest.mark.parametrize("order", ["AKQJT98765432", "ATKQJ98765432", "2AKQJT9876543"])
def test_a_card_stands_by_its_strength_for_the_search(order: str) -> None:
    deal = Deal.from_pbn("N:AQT.4.. 54.93.. 32.AT.. K6.Q.T.")
    rules = PlayRules(rank_order=order)
    for hand, mask in zip(deal.values(), masks(deal, rules), strict=True):
        assert mask == sum(1 << 16 * card.suit + rules.strength(card) for card in hand)
    assert masks({Seat.SOUTH: deal[Seat.SOUTH]}, rules)[:2] == [0, 0]


# --- A small deal looked at closely ----------------------------------------------------------------------------------

DEAL = Deal.from_pbn("N:AQ.4.. 54.3.. 32.A.. K6.2..")


def goal(
    side: str, objective: Objective = Objective.MOST, target: int | None = None, trump: Suit | None = None
) -> Goal:
    return Goal(Side.parse(side), trump, Seat.SOUTH, objective, target)


def test_tricks_already_won_are_in_the_value() -> None:
    most = goal("NS", target=3)
    start = Position.start(DEAL, most)
    assert solve(start, most).value == 3  # the finesse: West has the king
    # South cashes the ace of hearts and leads to the queen.
    after = start.replay(parse_cards("HA H2 H4 H3 S3 S6"))
    assert after.won(Side.parse("NS")) == 1
    assert solve(after, most) == solve(start, most)
    # North plays the ace instead: the queen falls to the king, and with it goes the third trick.
    bad = after.replay(parse_cards("SA S4"))
    assert bad.won(Side.parse("NS")) == 2
    assert solve(bad, most).value == 2
    assert solve(bad, most).makes is False
    assert {str(each.card): (each.value, each.makes) for each in solve_cards(after, most)} == {
        "SA": (2, False),
        "SQ": (3, True),
    }


def test_after_the_last_card() -> None:
    for objective, value in ((Objective.MOST, 3), (Objective.FEWEST, 3), (Objective.NONE, 1)):
        asked = goal("NS", objective)
        end = Position.start(DEAL, asked).replay(parse_cards("HA H2 H4 H3 S3 S6 SQ S4 SA S5 S2 SK"))
        assert end.to_play is None
        assert solve(end, asked).value == value
        assert solve_cards(end, asked) == ()
        assert best_line(end, asked) == ()


def test_touching_cards_have_their_own_entries() -> None:
    deal = Deal.from_pbn("N:AKQ... T32... - -")
    asked = Goal(Side.parse("N"), None, Seat.NORTH)
    results = solve_cards(Position.start(deal, asked), asked)
    assert [(str(each.card), each.value, each.makes) for each in results] == [
        ("SA", 3, None), ("SK", 3, None), ("SQ", 3, None),
    ]  # fmt: skip


def test_a_taken_trick_decides_none_at_once() -> None:
    none = goal("S", Objective.NONE)
    after = Position.start(DEAL, none).replay(parse_cards("HA H2 H4 H3"))
    assert solve(after, none).value == 1
    assert solve(after, none).makes is False
    assert all(each.value == 1 and each.makes is False for each in solve_cards(after, none))


def test_a_solver_given_is_used() -> None:
    solver = Solver(1)
    most = goal("NS")
    before = solver.nodes
    solve(Position.start(DEAL, most), most, solver)
    assert solver.nodes > before


def test_two_and_three_seats() -> None:
    # Two hands: the ace of trumps is a trick, the rest goes to the other hand.
    two = Deal.from_pbn("N:A.2.. - .KQ.. -")
    asked = Goal(Side.parse("N"), Suit.SPADES, Seat.SOUTH)
    assert solve(Position.start(two, asked), asked).value == 1
    assert [(str(each.card), each.value) for each in solve_cards(Position.start(two, asked), asked)] == [
        ("HK", 1), ("HQ", 1),
    ]  # fmt: skip
    three = Deal.from_pbn("W:2.A.. 3.K.. - A.2..")
    asked = Goal(Side.parse("S"), None, Seat.WEST)
    start = Position.start(three, asked)
    with pytest.raises(ContractError, match="side E: expected seats that hold cards"):
        solve(start, Goal(Side.parse("E"), None, Seat.WEST))
    assert solve(start, asked).value == 1
    position = start.replay(parse_cards("HA HK H2"))
    assert position.winners == (Seat.WEST,)
    assert solve(position, asked).value == 1


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (goal("NS", trump=Suit.HEARTS), "trump suit and leader"),
        (Goal(Side.parse("NS"), None, Seat.WEST), "trump suit and leader"),
        (goal("NESW"), "but not all of them"),
    ],
)
def test_a_goal_that_does_not_fit(other: Goal, message: str) -> None:
    position = Position.start(DEAL, goal("NS"))
    for ask in (solve, solve_cards, best_line):
        with pytest.raises(ContractError, match=message):
            ask(position, other)


def test_by_when_a_misere_is_beaten_is_refused_where_trumps_have_to_be_broken() -> None:
    rules = PlayRules(trump_lead=TrumpLead.BROKEN)
    asked = Goal(Side.parse("N"), Suit.SPADES, Seat.WEST, Objective.NONE, 0)
    position = Position.start(DEAL, asked, rules)
    examiner = Examiner(position, asked)
    assert examiner.value(position) in (0, 1)
    with pytest.raises(InputError, match="have to be broken"):
        examiner.takes_within(position, 2)


def test_the_lowest_of_equal_cards_is_played() -> None:
    """A line a reader would play: no ace where a small card does as well."""
    deal = Deal.from_pbn("N:AK... 32... - -")
    asked = Goal(Side.parse("N"), None, Seat.EAST)
    assert [str(card) for card in best_line(Position.start(deal, asked), asked)][1] == "SK"
    assert Card.parse("SK") in deal[Seat.NORTH]
