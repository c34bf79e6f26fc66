"""The search of a pressed seat, against the reference and the search for tricks; how it takes limits and nonsense."""

from __future__ import annotations

import random
import signal
import threading
import time
from itertools import product

import pytest
from ouverte import Deal, SearchLimit, SearchStopped, Solver
from ouverte.rules import PlayRules
from ouverte.search.engine import PressSolver
from ouverte.solving import masks as deal_masks

from tests.misery_endings import FORMS, MiseryEnding, misery_endings
from tests.misery_reference import first_to, last_trick, tricks
from tests.test_search import random_deal

SWITCHES = ("table", "free_lead", "gap_games")
HARD = Deal.from_pbn("N:96.JT62.43.QJT96 Q8743.K83..K8754 AT5.A94.AJ9865.3 KJ2.Q75.KQT72.A2")
WHOLE = "N:K2.T95.93.QJT632 AT4.AQ432.JT82.K QJ983.KJ.AK75.98 765.876.Q64.A754"
HARD_HANDS = deal_masks(HARD, PlayRules())
"""A deal that takes most of a minute to show that West need not win the last trick."""


@pytest.fixture(scope="module")
def endings() -> tuple[MiseryEnding, ...]:
    return tuple(misery_endings(1889, 3000))


def answers(solver: PressSolver, hands: list[int], seat: int, leader: int, race: int) -> tuple[int, int, bool]:
    """Whether the seat can be made to win the last trick, its tricks, and whether it can be made to lose a race."""
    solver.load(hands, seat, scoring=1)
    last = solver.count(hands, leader)
    solver.load(hands, seat)
    most = solver.count(hands, leader)
    solver.load(hands, seat, first_to=race)
    return last, most, solver.loses_race(hands, leader)


# The reference itself


def test_the_reference_scores_a_play_by_its_winners() -> None:
    assert [last_trick("N")(winners) for winners in ("ESN", "NNE", "")] == [1, 0, 0]
    assert tricks("E")("EESWE") == 3
    assert [first_to("N", 3)(winners) for winners in ("NENEN", "NEENEN", "NENEW", "ENENS", "NEW")] == [1, 0, 1, 0, 0]


# Against the reference


def test_agrees_with_the_reference(endings: tuple[MiseryEnding, ...]) -> None:
    solver = PressSolver(1)
    assert [ending for ending in endings if ending.searched(solver) != ending.value] == []


@pytest.mark.parametrize("on", [on for on in product((False, True), repeat=3) if not all(on)])
def test_agrees_with_parts_switched_off(endings: tuple[MiseryEnding, ...], on: tuple[bool, bool, bool]) -> None:
    solver = PressSolver(1)
    solver.switch(**dict(zip(SWITCHES, on, strict=True)))
    assert [ending for ending in endings[:1000] if ending.searched(solver) != ending.value] == []


def test_the_library_agrees_with_the_reference(endings: tuple[MiseryEnding, ...]) -> None:
    solver = Solver(1)
    assert [ending for ending in endings[:1000] if ending.found(solver) != ending.value] == []


def test_the_endings_are_of_all_kinds(endings: tuple[MiseryEnding, ...]) -> None:
    """All forms and numbers of seats, either answer, seats on lead and not, tricks begun and tricks taken."""
    for form in FORMS:
        of_form = [ending for ending in endings if ending.form == form]
        assert {len(ending.dealt) for ending in of_form} == {2, 3, 4}
        assert {bool(ending.value) for ending in of_form} == {True, False}
        assert {ending.leader == ending.seat for ending in of_form} == {True, False}
        assert {len(ending.trick) for ending in of_form} == {0, 1, 2, 3}
        assert {len(ending.winners) for ending in of_form} == {0, 1, 2, 3}
    races = [ending for ending in endings if ending.form == "first to" and ending.value]
    # Lost by as many tricks as said, and by one fewer since nobody took as many.
    short = [max(map(ending.winners.count, ending.dealt)) == ending.many - 1 for ending in races]
    assert {ending.many for ending in races} >= {2, 3, 4}
    assert {True, False} == set(short)


# Where the reference cannot reach


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_the_search_for_tricks(size: int) -> None:
    """Which knows no relaxation for this, and none of the tables."""
    general, solver = Solver(8), PressSolver(8)
    for seed in range(12):
        hands = random_deal(seed, size)
        for seat in range(4):
            general.load(hands, 1 << seat, 15 ^ 1 << seat)
            solver.load(hands, seat)
            assert solver.count(hands, seed % 4) == general.count(hands, seed % 4)


@pytest.mark.parametrize("seed", range(6))
def test_all_parts_agree_with_none_on_longer_endings(seed: int) -> None:
    plain, solver = PressSolver(32), PressSolver(1)
    plain.switch(free_lead=False, gap_games=False)
    hands = random_deal(seed, 6)
    for seat in range(4):
        assert answers(solver, hands, seat, seed % 4, 3) == answers(plain, hands, seat, seed % 4, 3)


def turned(hands: list[int], steps: int) -> list[int]:
    """The same deal with every hand some seats further."""
    return [hands[(seat - steps) % 4] for seat in range(4)]


def relabelled(hands: list[int], order: list[int]) -> list[int]:
    """The same deal with suit `order[i]` for suit i."""
    return [sum((hand >> 16 * suit & 0x1FFF) << 16 * order[suit] for suit in range(4)) for hand in hands]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_seats_and_suits_have_no_names(size: int) -> None:
    solver = PressSolver(8)
    rng = random.Random(size)
    race = max(2, (size + 2) // 3)
    for seed in range(10):
        hands = random_deal(seed, size)
        seat, leader = rng.randrange(4), rng.randrange(4)
        expected = answers(solver, hands, seat, leader, race)
        order = rng.sample(range(4), 4)
        assert answers(solver, relabelled(hands, order), seat, leader, race) == expected
        steps = rng.randrange(1, 4)
        moved = turned(hands, steps)
        assert answers(solver, moved, (seat + steps) % 4, (leader + steps) % 4, race) == expected


def test_a_full_table_changes_no_answer() -> None:
    for seed in range(3):
        hands = random_deal(seed, 9)
        assert answers(PressSolver(1), hands, 0, 1, 4) == answers(PressSolver(64), hands, 0, 1, 4)


def test_a_whole_deal() -> None:
    """North is safe in two forms, the others are not."""
    hands = deal_masks(Deal.from_pbn(WHOLE), PlayRules())
    solver = PressSolver(64)
    found = [answers(solver, hands, seat, 0, 5) for seat in range(4)]
    assert found == [(0, 2, False), (1, 5, True), (1, 9, True), (1, 6, True)]


def test_what_was_taken_before_decides_a_race() -> None:
    """A card each is left, spades from the two up: West takes the trick."""
    dealt = [1 | 1 << 16, 2 | 1 << 17, 4 | 1 << 18, 8 | 1 << 19]
    hands = [1, 2, 4, 8]
    solver = PressSolver(1)
    solver.load(dealt, 3, first_to=2)
    assert solver.loses_race(hands, 0, winners=[3])
    assert not solver.loses_race(hands, 0, winners=[0])
    assert not solver.loses_race(hands, 0, winners=[0, 0])
    solver.load(dealt, 0, first_to=2)
    assert not solver.loses_race(hands, 0, winners=[3])
    assert solver.loses_race(hands, 0, winners=[0])
    assert solver.loses_race(hands, 0, winners=[0, 0])


# Limits and nonsense


def test_a_limit_leaves_no_answer_and_does_no_harm() -> None:
    solver = PressSolver(8)
    hands = random_deal(1)
    solver.load(hands, 0)
    with pytest.raises(SearchLimit, match="no answer within 5000 nodes"):
        solver.count(hands, 1, node_limit=5000)
    hands = random_deal(1, 7)
    expected = answers(PressSolver(8), hands, 0, 1, 3)
    solver.load(hands, 0, first_to=3)
    with pytest.raises(SearchLimit):
        solver.loses_race(hands, 1, node_limit=1)
    assert answers(solver, hands, 0, 1, 3) == expected


def test_can_be_stopped_from_another_thread() -> None:
    solver = PressSolver(8)
    solver.load(HARD_HANDS, 3, scoring=1)
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    with pytest.raises(SearchStopped):
        solver.count(HARD_HANDS, 0)
    timer.join()


def test_ctrl_c_ends_it() -> None:
    solver = PressSolver(8)
    solver.load(HARD_HANDS, 3, scoring=1)

    def interrupt() -> None:
        time.sleep(0.2)
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        solver.count(HARD_HANDS, 0)
    thread.join()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seat": 4}, "must hold cards"),
        ({"scoring": 0}, "scoring must be"),
        ({"scoring": 1 << 13}, "scoring must be"),
        ({"first_to": 1}, "a race is to 2 tricks or more"),
        ({"first_to": 14}, "a race is to 2 tricks or more"),
        ({"first_to": 5, "scoring": 1}, "all tricks count"),
    ],
)
def test_what_cannot_be_asked(wrong: dict[str, int], message: str) -> None:
    asked = {"seat": 0} | wrong
    with pytest.raises(ValueError, match=message):
        PressSolver(1).load([1, 2, 4, 8], asked.pop("seat"), **asked)


def test_questions_in_the_wrong_order() -> None:
    solver = PressSolver(1)
    hands = [1, 2, 4, 8]
    with pytest.raises(RuntimeError, match="load a deal first"):
        solver.count(hands, 0)
    solver.load(hands, 0)
    with pytest.raises(ValueError, match="no race"):
        solver.loses_race(hands, 0)
    solver.load(hands, 0, first_to=2)
    with pytest.raises(ValueError, match="not counted"):
        solver.count(hands, 0)
    with pytest.raises(ValueError, match="won by a seat that plays"):
        solver.loses_race(hands, 0, winners=[7])
    for memory in (0, 65537):
        with pytest.raises(ValueError, match="memory must be"):
            PressSolver(memory)


def test_no_trick_is_left_to_count() -> None:
    solver = PressSolver(1)
    solver.load([1, 2, 4, 8], 0)
    assert solver.count([0, 0, 0, 0], 0) == 0
    assert solver.count([1, 2, 4, 8], 0, high=0) == 0
