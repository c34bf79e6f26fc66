"""Card points and trumps that must be broken: the searches and the library against the reference."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module

import pytest
from ouverte import Goal, Objective, Position, best_line, solve, solve_cards
from ouverte.rules import Measure
from ouverte.search.engine import BUILDS, Solver

from tests.endings import Ending, code, masks, seat_mask
from tests.game_endings import GAME_ENDINGS, ODD_POINTS, USUAL_POINTS, known_game_endings, random_game_endings
from tests.reference import SUITS

NO_TRUMP = 4


@pytest.fixture(scope="module")
def endings() -> tuple[Ending, ...]:
    return known_game_endings()


def asked(solver: Solver, ending: Ending) -> Solver:
    """The solver that answers for an ending, loaded with it."""
    rules = ending.rules
    hands = masks(ending.dealt, rules.order)
    counted, high = seat_mask(ending.counted), seat_mask(ending.high)
    trump = SUITS.index(rules.trump) if rules.trump else NO_TRUMP
    must, last, broken = rules.must_trump, rules.trump_lead_last, rules.trump_lead_broken
    if not rules.points:
        solver.load(hands, counted, high, trump=trump, must_trump=must, trump_lead_last=last, until_broken=broken)
        return solver
    worth = [dict(rules.points).get(rank, 0) for rank in reversed(rules.order)]
    solver.points.load(
        hands, counted, high, worth=worth, trump=trump, must_trump=must, trump_lead_last=last, until_broken=broken
    )
    return solver.points


def place(ending: Ending) -> tuple[list[int], int, list[int]]:
    order = ending.rules.order
    return masks(ending.held, order), "NESW".index(ending.leader), [code(card, order) for card in ending.trick]


def differences(solver: Solver, endings: tuple[Ending, ...]) -> list[tuple[Ending, int, int]]:
    wrong = []
    for ending in endings:
        found = asked(solver, ending).count(*place(ending))
        if found != ending.value:
            wrong.append((ending, found, ending.value))
    return wrong


def test_the_endings_are_of_every_kind(endings: tuple[Ending, ...]) -> None:
    assert len(endings) == GAME_ENDINGS
    scales = Counter(ending.rules.points for ending in endings)
    assert min(scales[scale] for scale in ((), USUAL_POINTS, ODD_POINTS)) > 400
    leads = Counter((ending.rules.trump_lead_last, ending.rules.trump_lead_broken) for ending in endings)
    assert min(leads[kind] for kind in ((False, False), (True, False), (False, True))) > 300
    assert Counter(len(ending.dealt) for ending in endings).keys() == {2, 3, 4}
    # The state of trumps matters: they are broken in some of those where they have to be, and in some they are not.
    assert min(Counter(ending.broken for ending in endings if ending.rules.trump_lead_broken).values()) > 80
    assert sum(len(set(ending.card_values.values())) > 1 for ending in endings) > GAME_ENDINGS // 4


def test_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    assert differences(Solver(16), endings) == []


@pytest.mark.parametrize("off", ["table", "bounds", "skips"])
def test_agrees_with_a_part_switched_off(endings: tuple[Ending, ...], off: str) -> None:
    solver = Solver(16)
    solver.switch(**{off: False})
    solver.points.switch(**{off: False})
    assert differences(solver, endings) == []


def test_agrees_with_a_tiny_table_that_serves_one_game_after_another(endings: tuple[Ending, ...]) -> None:
    alike = sorted(endings, key=lambda ending: (str(ending.rules), ending.counted, ending.high))
    assert differences(Solver(1), tuple(alike)) == []


@pytest.mark.parametrize("build", BUILDS)
def test_agrees_in_each_build(endings: tuple[Ending, ...], build: str) -> None:
    module = import_module("ouverte.search." + ("baseline" if build == "baseline" else "v3"))
    assert differences(module.Solver(16), endings[:600]) == []


def test_what_is_learnt_of_one_deal_serves_the_next() -> None:
    """A deal asked twice with others between: the table is kept, and the second time nothing is searched."""
    endings = [each for each in random_game_endings(5, 200) if each.rules.points == USUAL_POINTS and not each.played]
    solver = Solver(16)
    for ending in endings[:20]:
        first = asked(solver, ending).count(*place(ending), guess=20)
        before = solver.points.nodes
        swapped = {**ending.dealt}
        seats = list(swapped)
        swapped[seats[0]], swapped[seats[1]] = swapped[seats[1]], swapped[seats[0]]
        other = Ending(swapped, ending.first, (), ending.rules, ending.counted, ending.high)
        assert asked(solver, other).count(*place(other)) == other.value
        between = solver.points.nodes
        assert asked(solver, ending).count(*place(ending), guess=first) == first
        assert solver.points.nodes - between <= max(2, before), "two questions, both known"


def test_reaches_is_count_in_steps(endings: tuple[Ending, ...]) -> None:
    rng = random.Random(3)
    solver = Solver(16)
    for ending in endings[:800]:
        search = asked(solver, ending)
        for need in rng.sample(range(1, 60), 3):
            assert search.reaches(*place(ending), need) == (ending.value >= need)


def test_relabelled_suits_and_rotated_seats_change_nothing(endings: tuple[Ending, ...]) -> None:
    rng = random.Random(4)
    solver = Solver(16)
    for ending in endings[:600]:
        suits = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True)) | {"": ""}
        turn = rng.randrange(1, 4)
        seats = {seat: "NESW"[(place + turn) % 4] for place, seat in enumerate("NESW")}

        def card(each: str, suits: dict[str, str] = suits) -> str:
            return suits[each[0]] + each[1]

        def turned(side: str, seats: dict[str, str] = seats) -> str:
            return "".join(seats[seat] for seat in side)

        rules = ending.rules
        other = Ending(
            {seats[seat]: frozenset(map(card, hand)) for seat, hand in ending.dealt.items()},
            seats[ending.first],
            tuple(map(card, ending.played)),
            type(rules)(
                suits[rules.trump],
                rules.order,
                rules.must_trump,
                rules.trump_lead_last,
                rules.trump_lead_broken,
                rules.points,
            ),
            turned(ending.counted),
            turned(ending.high),
        )
        found = [asked(solver, each).count(*place(each)) for each in (ending, other)]
        assert found[0] == found[1] == ending.value


# --- The library -----------------------------------------------------------------------------------------------------


def test_the_library_agrees(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    seen: Counter[Objective] = Counter()
    for ending in endings[:900]:
        objective = ending.objective
        if objective is None:
            continue
        objectives = [objective] if objective is Objective.MOST else [objective, Objective.NONE]
        for wanted in objectives:
            goal = ending.goal(wanted)
            # With the objective NONE any more than nothing is alike.
            most = 1 if wanted is Objective.NONE else 500
            position = ending.position
            value = min(most, ending.won + ending.value)
            assert solve(position, goal, solver).value == value
            expected = {card: min(most, ending.won + each) for card, each in ending.card_values.items()}
            found = {str(each.card): each.value for each in solve_cards(position, goal, solver)}
            assert found == expected, ending
            end = position.replay(best_line(position, goal, solver))
            assert end.to_play is None
            assert min(most, end.taken(goal.side, goal.measure)) == value
            seen[wanted] += 1
    assert min(seen.values()) > 100


def test_points_out_of_play_count_and_targets_are_met() -> None:
    endings = [each for each in random_game_endings(6, 300) if each.rules.points and each.objective is Objective.MOST]
    for ending in endings[:60]:
        plain = ending.goal(Objective.MOST)
        value = ending.won + ending.value + 7
        for target in (value, value + 1):
            goal = Goal(
                plain.side, plain.trump, plain.leader, plain.objective, target, measure=Measure.POINTS, out_of_play=7
            )
            result = solve(ending.position, goal)
            assert (result.value, result.makes) == (value, target == value)


def test_cards_alike_are_grouped_by_points_only_where_they_count() -> None:
    for ending in random_game_endings(9, 200):
        if not ending.rules.points:
            continue
        position: Position = ending.position
        worth = dict(ending.rules.points)
        for group in position.touching_cards(Measure.POINTS):
            assert len({worth.get(card.letter, 0) for card in group}) == 1
        coarse, fine = position.touching_cards(), position.touching_cards(Measure.POINTS)
        assert sum(map(len, coarse)) == sum(map(len, fine))
        assert len(coarse) <= len(fine)


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        ([], "up to 13 ranks"),
        ([0] * 9, "not all of it 0"),
        ([0, -1, 2], "up to 13 ranks"),
        ([0, 40], "127 points"),
        ([1] + [0] * 12, "too many ranks"),
    ],
)
def test_what_cannot_be_counted_is_refused(worth: list[int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Solver(1).points.load([1, 2, 4, 0], 1, 1, worth=worth)


def test_a_hand_of_more_than_fifteen_cards_is_refused() -> None:
    worth = [0, 0, 0, 0, 2, 3, 4, 10, 11]
    sixteen = sum(1 << 16 * suit + rank for suit in range(2) for rank in range(8))
    with pytest.raises(ValueError, match="at most 15 cards"):
        Solver(1).points.load([sixteen, 1 << 40, 0, 0], 1, 1, worth=worth)
