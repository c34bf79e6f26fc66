"""The misère search against the reference and the general search, and how it takes limits and nonsense."""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from ouverte import Deal, SearchLimit, SearchStopped, Seat, Solver
from ouverte.rules import PlayRules
from ouverte.search.engine import NO_TRUMP, MisereSolver
from ouverte.solving import masks as deal_masks

from tests.endings import Ending, masks
from tests.misere_endings import beaten, disagreement, load, misere_endings
from tests.test_published import MISERES
from tests.test_search import random_deal

SWITCHES = ("table", "free_lead", "gap_games", "skips")
PLAIN = dict.fromkeys(("table", "free_lead", "gap_games", "skips"), False)
HARD = [row for row in MISERES if row["set"] == "hard"]


@pytest.fixture(scope="module")
def endings() -> tuple[Ending, ...]:
    return tuple(misere_endings(1880, 500, 300))


def hands_of(row: dict[str, str]) -> list[int]:
    return deal_masks(Deal.from_pbn(row["deal"]), PlayRules())


def verdict(solver: MisereSolver, row: dict[str, str]) -> str:
    hands = hands_of(row)
    solver.load(hands, 0)
    return "beaten" if solver.beaten(hands, Seat.parse(row["leader"])) else "safe"


def test_agrees_with_the_reference_in_every_verdict_and_card(endings: tuple[Ending, ...]) -> None:
    solver = MisereSolver()
    assert [wrong for ending in endings if (wrong := disagreement(solver, ending))] == []


@pytest.mark.parametrize("off", SWITCHES)
def test_agrees_with_a_part_switched_off(endings: tuple[Ending, ...], off: str) -> None:
    solver = MisereSolver()
    solver.switch(**({"heavy": 0} | {off: False}))
    assert [wrong for ending in endings if (wrong := disagreement(solver, ending))] == []


def test_agrees_with_every_part_switched_off_and_with_gap_games_from_the_start(endings: tuple[Ending, ...]) -> None:
    plain, eager = MisereSolver(1), MisereSolver(1)
    plain.switch(**PLAIN)
    eager.switch(heavy=0)
    for ending in endings:
        assert disagreement(plain, ending) == ""
        assert disagreement(eager, ending) == ""


def test_the_endings_are_of_all_kinds(endings: tuple[Ending, ...]) -> None:
    """Bidders on lead and not, good and bad cards played before, all numbers of seats, safe and beaten."""
    assert {len(ending.dealt) for ending in endings} == {2, 3, 4}
    led = [ending for ending in endings if not ending.trick and ending.leader == ending.counted]
    assert {ending.value > 0 for ending in led} == {True, False}
    done = [
        ending
        for ending in endings
        if ending.trick and len(ending.held[ending.counted]) < len(ending.held[ending.to_play])
    ]
    assert {ending.value > 0 for ending in done} == {True, False}
    for trump in (True, False):
        assert {ending.value > 0 for ending in endings if bool(ending.rules.trump) is trump} == {True, False}


def falls_within(ending: Ending, tricks: int) -> bool:
    """By walking the whole tree: can the bidder be made to take one of the next tricks?"""
    if tricks == 0 or not ending.held[ending.to_play]:
        return False
    outcomes = []
    for card in ending.rules.legal(ending.held[ending.to_play], ending.trick):
        after = Ending(ending.dealt, ending.first, (*ending.played, card), ending.rules, ending.counted, ending.high)
        if len(after.winners) == len(ending.winners):
            outcomes.append(falls_within(after, tricks))
        else:
            outcomes.append(after.winners[-1] == ending.counted or falls_within(after, tricks - 1))
    return all(outcomes) if ending.to_play == ending.counted else any(outcomes)


@pytest.mark.parametrize("off", ["", *SWITCHES])
def test_within_so_many_tricks(off: str) -> None:
    solver = MisereSolver()
    solver.switch(**({"heavy": 0} | ({off: False} if off else {})))
    delayed = 0
    for ending in misere_endings(1890, 30, 20):
        if len(ending.held[ending.to_play]) > 3:
            continue
        load(solver, ending)
        found = [beaten(solver, ending, tricks) for tricks in range(5)]
        assert found == [falls_within(ending, tricks) for tricks in range(5)], ending
        delayed += found.index(True) > 1 if True in found else 0
    assert delayed > 3


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_the_general_search_on_larger_deals(seed: int) -> None:
    """Six to nine cards, any trump suit and obligations; the search for tricks has to do without the relaxation."""
    rng = random.Random(seed)
    general, solver = Solver(16), MisereSolver()
    general.switch(free_lead=False)
    verdicts = set()
    for _ in range(60):
        size = rng.randint(6, 9)
        cards = sorted(range(52), key=lambda card: card % 13 + rng.random() * 8)
        own, rest = cards[:size], cards[size:]
        rng.shuffle(rest)
        split = [own, *(rest[i * size : (i + 1) * size] for i in range(3))]
        hands = [sum(1 << (card // 13 << 4 | card % 13) for card in hand) for hand in split]
        trump, leader = rng.choice((NO_TRUMP, NO_TRUMP, 0, 1, 2, 3)), rng.randrange(4)
        must, last = rng.random() < 0.3, rng.random() < 0.2
        general.load(hands, 1, 14, trump=trump, must_trump=must, trump_lead_last=last)
        solver.load(hands, 0, trump=trump, must_trump=must, trump_lead_last=last)
        wanted = general.count(hands, leader, high=1)
        assert solver.beaten(hands, leader) == bool(wanted), (hands, trump, leader, must, last)
        verdicts.add(wanted)
    assert verdicts == {0, 1}


def test_full_deals_by_the_general_search() -> None:
    """All published deals that the general search settles soon."""
    general = Solver()
    settled = 0
    for row in MISERES:
        hands = hands_of(row)
        general.load(hands, 1, 14)
        try:
            found = general.count(hands, Seat.parse(row["leader"]), high=1, node_limit=5000)
        except SearchLimit:
            continue
        settled += 1
        assert found == (row["verdict"] == "beaten")
    assert settled > 150


def test_a_table_that_overflows_again_and_again() -> None:
    """Gap games from the start fill a small table many times over."""
    for row in (MISERES[188], MISERES[191], MISERES[194]):
        small = MisereSolver(1)
        small.switch(heavy=0)
        assert verdict(small, row) == row["verdict"]
        assert small.sweeps > 2


def test_the_relaxation_calls_no_beaten_deal_safe() -> None:
    solver = MisereSolver()
    safe = 0
    for row in MISERES:
        hands = hands_of(row)
        solver.load(hands, 0)
        if row["leader"] != "N" and solver.safe_whoever_leads(hands):
            safe += 1
            assert row["verdict"] == "safe"
    assert safe > 10


def test_what_was_asked_before_does_not_matter() -> None:
    one = MisereSolver()
    for row in MISERES[::9]:
        alone = MisereSolver()
        assert verdict(one, row) == verdict(alone, row)
        before = one.nodes
        verdict(one, row)
        assert one.nodes <= before + alone.nodes


def slow_question() -> tuple[MisereSolver, list[int], int]:
    solver = MisereSolver(1)
    solver.switch(**PLAIN)
    row = HARD[-1]
    hands = hands_of(row)
    solver.load(hands, 0)
    return solver, hands, Seat.parse(row["leader"])


def assert_usable(solver: MisereSolver) -> None:
    solver.switch()
    assert verdict(solver, MISERES[0]) == MISERES[0]["verdict"]


def test_node_limit() -> None:
    solver, hands, leader = slow_question()
    with pytest.raises(SearchLimit, match="no answer within 1000 nodes"):
        solver.beaten(hands, leader, node_limit=1000)
    assert solver.nodes <= 1001
    assert_usable(solver)


def test_stop_from_another_thread() -> None:
    solver, hands, leader = slow_question()
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.beaten, hands, leader)
        while not solver.nodes:
            time.sleep(0.001)
        with pytest.raises(RuntimeError, match="searching in another thread"):
            solver.load(hands, 0)
        solver.stop()
        with pytest.raises(SearchStopped):
            search.result()
    assert_usable(solver)


def test_an_interrupt_ends_a_search() -> None:
    solver, hands, leader = slow_question()
    interrupt = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    interrupt.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.beaten(hands, leader)
    finally:
        interrupt.join()
    assert_usable(solver)


def test_the_solver_of_tricks_has_one_with_it() -> None:
    solver = Solver(4)
    assert solver.nodes == 0
    hands = random_deal(3, 9)
    solver.misere.load(hands, 1)
    solver.misere.beaten(hands, 0)
    assert solver.nodes == solver.misere.nodes > 0


@pytest.mark.parametrize("memory", [0, 33])
def test_memory_out_of_range(memory: int) -> None:
    with pytest.raises(ValueError, match=f"memory must be from 1 to 32 megabytes, not {memory}"):
        MisereSolver(memory)


def test_refusals() -> None:
    solver = MisereSolver(1)
    hands = masks({"N": frozenset({"SA", "S2"}), "E": frozenset({"HA", "H2"})})
    with pytest.raises(RuntimeError, match="load a deal first"):
        solver.beaten(hands, 0)
    with pytest.raises(RuntimeError, match="load a deal first"):
        solver.safe_whoever_leads(hands)
    with pytest.raises(ValueError, match="the bidder must be a seat that holds cards"):
        solver.load(hands, 2)
    with pytest.raises(ValueError, match="trump must be a suit"):
        solver.load(hands, 0, trump=5)
    with pytest.raises(ValueError, match="expected 4 hands"):
        solver.load(hands[:2], 0)
    solver.load(hands, 0)
    with pytest.raises(ValueError, match="a leader that plays"):
        solver.beaten(hands, 2)
    with pytest.raises(ValueError, match="fewer cards than seats"):
        solver.beaten(hands, 0, [12, 28])
    with pytest.raises(ValueError, match="unequal length"):
        solver.beaten([hands[0] & -hands[0], *hands[1:]], 0)
    with pytest.raises(ValueError, match="a card on the table"):
        solver.beaten(hands, 0, [3])
    assert solver.beaten([0, 0, 0, 0], 0) is False
