"""The compiled search against the reference, and how it takes limits, interrupts and nonsense."""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from ouverte import Deal, SearchLimit, SearchStopped, Seat, Solver

from tests.endings import Ending, code, deal_out, masks, seat_mask
from tests.reference import SUITS, Rules, value

NO_TRUMP = 4
NS, EW, ALL = 5, 10, 15


def load(solver: Solver, ending: Ending) -> None:
    rules = ending.rules
    solver.load(
        masks(ending.dealt, rules.order),
        seat_mask(ending.counted),
        seat_mask(ending.high),
        trump=SUITS.index(rules.trump) if rules.trump else NO_TRUMP,
        must_trump=rules.must_trump,
        trump_lead_last=rules.trump_lead_last,
    )


def place(ending: Ending) -> tuple[list[int], int, list[int]]:
    """An ending as `Solver.count` takes it."""
    order = ending.rules.order
    return masks(ending.held, order), "NESW".index(ending.leader), [code(card, order) for card in ending.trick]


def differences(solver: Solver, endings: tuple[Ending, ...]) -> list[tuple[Ending, int, int]]:
    """Where the search and the reference disagree: the ending, the answer of the search, that of the reference."""
    wrong = []
    for ending in endings:
        load(solver, ending)
        found = solver.count(*place(ending))
        if found != ending.value:
            wrong.append((ending, found, ending.value))
    return wrong


def random_deal(seed: int, size: int = 13) -> list[int]:
    cards = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
    random.Random(seed).shuffle(cards)
    return [sum(cards[seat * size : (seat + 1) * size]) for seat in range(4)]


def count(deal: list[int], solver: Solver, *, counted: int = NS, trump: int = NO_TRUMP) -> int:
    solver.load(deal, counted, counted, trump=trump)
    return solver.count(deal, 0)


# --- Answers ---------------------------------------------------------------------------------------------------------


def test_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    assert differences(Solver(16), endings) == []


@pytest.mark.parametrize("off", ["table", "bounds", "skips", "free_lead"])
def test_agrees_with_a_part_switched_off(endings: tuple[Ending, ...], off: str) -> None:
    solver = Solver(16)
    solver.switch(**{off: False})
    assert differences(solver, endings) == []


def test_agrees_with_what_is_kept_for_large_searches(endings: tuple[Ending, ...]) -> None:
    solver = Solver(16)
    solver.switch(eager=True)
    assert differences(solver, endings) == []


@pytest.mark.parametrize("eager", [False, True])
def test_the_relaxation_of_a_soloists_tricks_changes_the_work_and_not_the_answer(eager: bool) -> None:
    full, plain = Solver(16), Solver(16)
    full.switch(eager=eager)
    plain.switch(free_lead=False)
    rng = random.Random(1877)
    for _ in range(1500):
        hands = masks(deal_out(rng, "NESW", rng.choice((5, 6, 7, 8))))
        side, trump, must_trump = 1 << rng.randint(0, 3), rng.randint(0, 3), rng.random() < 0.2
        counted = rng.choice((side, 15 - side))
        leader = rng.randint(0, 3)
        for solver in (full, plain):
            solver.load(hands, counted, counted, trump=trump, must_trump=must_trump)
        assert full.count(hands, leader) == plain.count(hands, leader), (hands, counted, trump, must_trump, leader)
    assert full.nodes != plain.nodes


# Hands, side, trump, duty to trump, leader, tricks. Gap games once gave a trick too many here, resting on a card
# within a gap, whose order positions do not share.
GAPS = [
    ((36613737339289600, 18023194611943488, 1154047404532564098, 585470159439790592), 4, 0, False, 1, 1),
    ((0, 72348071400837632, 1157425654061335619, 37717707017224448), 2, 1, True, 2, 5),
    ((17875731546640, 162131270213306376, 590816113722392640, 363667869218770944), 8, 3, False, 1, 3),
    ((22536277553315970, 5497567838776, 11540821937623104, 1224990102686534656), 7, 2, True, 3, 5),
    ((108086408404535616, 0, 1307169791912968200, 594475292823654912), 5, 1, True, 0, 5),
]


@pytest.mark.parametrize(("hands", "counted", "trump", "must_trump", "leader", "tricks"), GAPS)
@pytest.mark.parametrize("eager", [False, True])
def test_gap_games_rest_on_whole_gaps(
    hands: tuple[int, ...], counted: int, trump: int, must_trump: bool, leader: int, tricks: int, eager: bool
) -> None:
    solver = Solver(16)
    solver.switch(eager=eager)
    solver.load(hands, counted, counted, trump=trump, must_trump=must_trump)
    assert solver.count(hands, leader) == tricks


def test_agrees_with_every_part_switched_off(endings: tuple[Ending, ...]) -> None:
    solver = Solver(1)
    solver.switch(table=False, bounds=False, skips=False, free_lead=False)
    assert differences(solver, endings) == []


def test_a_switched_off_part_is_really_off() -> None:
    deal = random_deal(1, 7)
    nodes = {}
    for off in ("nothing", "table", "bounds", "skips"):
        solver = Solver(16)
        if off != "nothing":
            solver.switch(**{off: False})
        count(deal, solver)
        nodes[off] = solver.nodes
    assert len(set(nodes.values())) == 4
    assert nodes["nothing"] < min(nodes["table"], nodes["bounds"], nodes["skips"])


def test_a_wrong_answer_would_be_seen(endings: tuple[Ending, ...]) -> None:
    class Wrong:
        """The search, off by one as soon as a trick is in play."""

        def __init__(self) -> None:
            self._solver = Solver(1)
            self.load = self._solver.load

        def count(self, hands: list[int], leader: int, trick: list[int]) -> int:
            return self._solver.count(hands, leader, trick) + (len(trick) == 3)

    some = tuple(ending for ending in endings if len(ending.trick) == 3)[:10]
    assert len(differences(Wrong(), some)) == 10  # type: ignore[arg-type]


def test_clips_to_the_bounds_asked_for(endings: tuple[Ending, ...]) -> None:
    solver = Solver(4)
    rng = random.Random(5)
    for ending in endings:
        low, high, guess = rng.randint(-2, 3), rng.randint(4, 13), rng.randint(-3, 15)
        load(solver, ending)
        size = len(ending.held[ending.to_play])
        assert solver.count(*place(ending), low=0, high=1) == min(ending.value, 1)
        assert solver.count(*place(ending), guess=guess) == ending.value
        if low < size:
            clipped = min(max(ending.value, low), high)
            assert solver.count(*place(ending), low=low, high=high, guess=guess) == clipped
        need = rng.randint(0, size + 1)
        assert solver.reaches(*place(ending), need) is (ending.value >= need)


def test_one_loaded_deal_answers_for_all_its_positions(endings: tuple[Ending, ...]) -> None:
    """The table built for one position must be right for the next one of the same deal."""
    solver = Solver(4)
    replayed = [ending for ending in endings if ending.played][:400]
    for ending in replayed:
        load(solver, ending)
        for stop in range(len(ending.played) + 1):
            earlier = Ending(
                ending.dealt, ending.first, ending.played[:stop], ending.rules, ending.counted, ending.high
            )
            found = solver.count(*place(earlier))
        assert found == ending.value, ending


def test_larger_endings_agree_with_the_plain_search() -> None:
    """The table does most of its work where the reference cannot follow.

    There the search is its own judge: without table, bounds and skips, as the reference has approved it above.
    """
    full, plain = Solver(16), Solver(1)
    plain.switch(table=False, bounds=False, skips=False, free_lead=False)
    rng = random.Random(1910)
    for _ in range(1000):
        size = rng.choice((5, 6, 6, 7))
        hands = masks(deal_out(rng, "NESW", size))
        counted = rng.randint(1, 14)
        high = rng.choice((counted, counted, 15 - counted, rng.randint(0, 15)))
        trump, must_trump = rng.randint(0, NO_TRUMP), rng.random() < 0.2
        answers = []
        for solver in (full, plain):
            solver.load(hands, counted, high, trump=trump, must_trump=must_trump)
            answers.append(solver.count(hands, 0))
        assert answers[0] == answers[1], (hands, counted, high, trump, must_trump)


def test_misere_endings_with_and_without_the_free_lead_relaxation() -> None:
    """Low hands against high ones, where many a misère is safe and the relaxation has most to say."""
    full, plain = Solver(16), Solver(16)
    plain.switch(free_lead=False)
    rng = random.Random(4711)
    fates = [0, 0]
    for _ in range(3000):
        size = rng.choice((4, 5, 6, 7))
        pack = sorted(rng.sample([16 * suit + rank for suit in range(4) for rank in range(13)], 4 * size))
        # The bidder gets low cards, more or less.
        pack.sort(key=lambda card: card % 16 + rng.random() * rng.choice((2, 6, 12)))
        rest = pack[size:]
        rng.shuffle(rest)
        hands = [sum(1 << card for card in pack[:size])]
        hands += [sum(1 << card for card in rest[at : at + size]) for at in range(0, 3 * size, size)]
        leader = rng.randint(0, 3)
        for solver in (full, plain):
            solver.load(hands, 1, 14)
        value = full.count(hands, leader, high=1)
        assert value == plain.count(hands, leader, high=1), (hands, leader)
        fates[value] += 1
    assert min(fates) > 300


def test_three_hands_that_run_a_suit_squeeze_the_fourth() -> None:
    """N leads the spade ten and every seat but E wants tricks: whatever ace E throws, the others take all three.

    A bound that says "the side on lead has two spade rounds only, so it cannot take three tricks" would be wrong here.
    """
    deal = Deal.from_pbn("N:T.KQ.. .A.A.A J2..K. Q3...K")
    hands = [deal[seat].mask for seat in Seat]
    solver = Solver(1)
    solver.load(hands, 13, 13)
    assert solver.count(hands, 0) == 3


# --- Memory ----------------------------------------------------------------------------------------------------------


def test_a_full_table_forgets_and_the_answer_stays() -> None:
    small, large = Solver(1), Solver(256)
    # Without the bounds and skips there is far more to remember.
    small.switch(bounds=False, skips=False)
    for seed in range(6):
        deal = random_deal(seed, 12)
        trump = seed % 5
        assert count(deal, small, trump=trump) == count(deal, large, trump=trump)
    assert small.sweeps > 20
    assert large.sweeps == 0


def test_a_full_table_and_mixed_sides() -> None:
    """The misère side, and seats that neither count for themselves nor against."""
    small, large = Solver(1), Solver(256)
    small.switch(skips=False, free_lead=False)
    for seed, (counted, high) in enumerate([(1, 14), (2, 13), (3, 12), (1, 3), (6, 3), (4, 1)]):
        deal = random_deal(100 + seed, 10)
        for solver in (small, large):
            solver.load(deal, counted, high, trump=NO_TRUMP)
        assert small.count(deal, 1) == large.count(deal, 1)
    assert small.sweeps > 0
    assert large.sweeps == 0


SOUTH_IN_SPADES = "N:Q87.A7642.A92.T4 J642.QT85.5.9762 A953.KJ.Q43.AQ83 KT.93.KJT876.KJ5"
WEST_IN_CLUBS = "N:AK542.3.T932.K95 J.AKJ8542.KJ6.42 QT3.Q.A854.AJ876 9876.T976.Q7.QT3"


def test_the_relaxation_of_a_soloists_tricks_remembers_more_with_more_memory() -> None:
    hands = [hand.mask for hand in Deal.from_pbn(SOUTH_IN_SPADES).values()]
    small, large = Solver(16), Solver(128)
    for solver in (small, large):
        solver.load(hands, 4, 4, trump=0)
        assert solver.count(hands, 3) == 3
        # Neither table was full: what one remembers and the other does not is the relaxation's.
        assert solver.sweeps == 0
    assert large.nodes < 0.9 * small.nodes


def test_a_large_relaxation_is_not_begun_again_and_again() -> None:
    """It needs a million positions; with a table too small for them, this one trick took a hundred million."""
    hands = [hand.mask for hand in Deal.from_pbn(WEST_IN_CLUBS).values()]
    solver = Solver()
    solver.load(hands, 8, 8, trump=3)
    assert solver.reaches(hands, 0, (), 1, node_limit=8_000_000)
    # The solver is as good as new afterwards.
    other = random_deal(5, 9)
    for counted in (1, 14):
        assert count(other, solver, counted=counted, trump=1) == count(other, Solver(), counted=counted, trump=1)


@pytest.mark.parametrize("memory", [0, -1, 65537])
def test_memory_out_of_range(memory: int) -> None:
    with pytest.raises(ValueError, match=f"from 1 to 65536 megabytes, not {memory}"):
        Solver(memory)


# --- Limits and interrupts -------------------------------------------------------------------------------------------


def hard_question() -> tuple[Solver, list[int]]:
    """A solver and a deal that would keep it busy for many minutes: a full deal with hardly any help."""
    deal = random_deal(4)
    solver = Solver(1)
    solver.switch(table=False, bounds=False, skips=False)
    solver.load(deal, NS, NS)
    return solver, deal


def assert_usable(solver: Solver) -> None:
    deal = random_deal(4, 5)
    solver.switch()
    assert count(deal, solver) == count(deal, Solver())


def test_node_limit() -> None:
    deal = random_deal(4, 12)
    solver = Solver()
    solver.load(deal, NS, NS)
    for limit in (1, 100, 5000):
        before = solver.nodes
        with pytest.raises(SearchLimit, match=f"no answer within {limit} nodes"):
            solver.count(deal, 0, node_limit=limit)
        assert limit <= solver.nodes - before <= limit + 1
    answer = solver.count(deal, 0)
    assert answer == count(deal, Solver())
    needed = Solver()
    needed.load(deal, NS, NS)
    assert needed.count(deal, 0, node_limit=10**9) == answer


def test_node_limit_of_a_yes_or_no_question() -> None:
    solver, deal = hard_question()
    with pytest.raises(SearchLimit):
        solver.reaches(deal, 0, [], 7, node_limit=1000)
    assert_usable(solver)


def test_stop_from_another_thread() -> None:
    solver, deal = hard_question()
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.count, deal, 0)
        while not solver.nodes:
            time.sleep(0.001)
        with pytest.raises(RuntimeError, match="searching in another thread"):
            solver.load(deal, NS, NS)
        solver.stop()
        with pytest.raises(SearchStopped):
            search.result()
    assert_usable(solver)


def test_an_interrupt_ends_a_search() -> None:
    """As Ctrl-C does: the signal comes while the main thread is inside the search."""
    assert threading.current_thread() is threading.main_thread()
    solver, deal = hard_question()
    interrupt = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    interrupt.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.count(deal, 0)
    finally:
        interrupt.join()
    assert_usable(solver)


def test_an_exception_of_another_signal_comes_through() -> None:
    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    solver, deal = hard_question()
    old = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):
            solver.count(deal, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert_usable(solver)


def test_solvers_run_side_by_side() -> None:
    deals = [random_deal(seed, 10) for seed in range(12)]
    alone = [count(deal, Solver(8), trump=seed % 5) for seed, deal in enumerate(deals)]

    def work(_: int) -> list[int]:
        solver = Solver(8)
        return [count(deal, solver, trump=seed % 5) for seed, deal in enumerate(deals)]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(work, range(2))) == [alone, alone]


def test_a_search_lets_other_threads_run() -> None:
    solver, deal = hard_question()
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.count, deal, 0)
        while not solver.nodes:
            time.sleep(0.001)
        # With the lock held this line would only be reached when the search is over.
        assert not search.done()
        solver.stop()
        assert isinstance(search.exception(), SearchStopped)


# --- Nonsense --------------------------------------------------------------------------------------------------------

DEAL = [0b11, 0b1100, 0b110000, 0b11000000]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": [1, 1, 2, 4]}, "disjoint"),
        ({"hands": [1 << 13, 1, 2, 4]}, "disjoint sets of at most 13 cards"),
        ({"hands": [0x1FFF | 1 << 16, 1 << 32, 2 << 32, 4 << 32]}, "at most 13 cards"),
        ({"hands": [1, 2, 4]}, "expected 4 hands, not 3"),
        ({"hands": [1, 2, 4, 8, 16]}, "expected 4 hands, not 5"),
        ({"hands": []}, "expected 4 hands, not 0"),
        ({"hands": [1, 0, 0, 0]}, "at least two seats"),
        ({"hands": [0, 0, 0, 0]}, "at least two seats"),
        ({"trump": 5}, "trump must be"),
        ({"trump": -1}, "trump must be"),
    ],
)
def test_hands_that_are_no_deal(arguments: dict[str, Any], message: str) -> None:
    solver = Solver(1)
    with pytest.raises(ValueError, match=message):
        solver.load(**{"hands": DEAL, "counted": NS, "high": NS, **arguments})


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "message"),
    [
        (DEAL, 4, (), "leader that plays"),
        (DEAL, -1, (), "leader that plays"),
        (DEAL[:3], 0, (), "four hands"),
        ([*DEAL, 0], 0, (), "four hands"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (), "unequal length"),
        ([0b11, 0b1100, 0b110000, 0], 0, (), "unequal length"),
        ([0b11, 0b1000, 0b110000, 0b11000000], 0, (2,), "seat that played it"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (0,), "seat that played it"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (2,), "seat that played it"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (20,), "seat that played it"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (64,), "seat that played it"),
        ([0b1, 0b1100, 0b110000, 0b11000000], 0, (-1,), "seat that played it"),
        ([0b1, 0b100, 0b110000, 0b11000000], 0, (1, 1), "seat that played it"),
        ([0b1, 0b100, 0b110000, 0b11000000], 0, (1,), "unequal length"),
        ([0b1, 0b1000, 0b100000, 0b10000000], 0, (1, 2, 4, 6), "fewer cards than seats"),
        ([0b111, 0b1100, 0b110000, 0b11000000], 0, (), "did not give it"),
        ([0b101, 0b1100, 0b110000, 0b11000000], 0, (), "did not give it"),
    ],
)
def test_positions_that_are_not_of_the_deal(
    hands: list[int], leader: int, trick: tuple[int, ...], message: str
) -> None:
    solver = Solver(1)
    solver.load(DEAL, NS, NS)
    with pytest.raises(ValueError, match=message):
        solver.count(hands, leader, trick)
    with pytest.raises(ValueError, match=message):
        solver.reaches(hands, leader, trick, 1)
    assert solver.count(DEAL, 0) in (0, 1, 2)


def test_an_absent_seat_cannot_lead() -> None:
    solver = Solver(1)
    solver.load([0b11, 0, 0b1100, 0], 1, 1)
    with pytest.raises(ValueError, match="leader that plays"):
        solver.count([0b11, 0, 0b1100, 0], 1)


def test_a_question_before_a_deal() -> None:
    with pytest.raises(RuntimeError, match="load a deal first"):
        Solver(1).count(DEAL, 0)


def test_a_refused_deal_leaves_no_half_loaded_one() -> None:
    solver = Solver(1)
    solver.load(DEAL, NS, NS)
    answer = solver.count(DEAL, 0)
    with pytest.raises(ValueError, match="disjoint"):
        solver.load([1, 1, 1, 1], NS, NS)
    assert solver.count(DEAL, 0) == answer


def test_nothing_left_to_play() -> None:
    solver = Solver(1)
    solver.load(DEAL, NS, NS)
    assert solver.count([0, 0, 0, 0], 2) == 0


def test_everybody_counted() -> None:
    """All tricks count, or none do, whatever the seats want."""
    deal = random_deal(3, 6)
    solver = Solver(1)
    for high in (0, NS, EW, ALL):
        solver.load(deal, ALL, high)
        assert solver.count(deal, 0) == 6
        solver.load(deal, 0, high)
        assert solver.count(deal, 0) == 0


def test_knowledge_is_kept_for_the_same_question_only() -> None:
    deal = masks({"N": frozenset(("SA", "C2")), "S": frozenset(("SK", "HA"))})
    solver = Solver(1)
    answers = []
    for high in (1, 4, 1):  # South counts; South leads the ace to take a trick, the king to take none
        solver.load(deal, 4, high)
        answers.append(solver.count(deal, 2))
    assert answers == [0, 1, 0]
    deal = random_deal(9, 9)
    solver = Solver()
    answer = count(deal, solver)
    before = solver.nodes
    assert count(deal, solver) == answer
    assert solver.nodes - before < before / 100, "the answer was known"


# --- Two things that are not so -------------------------------------------------------------------------------------


def _hand(*cards: tuple[int, int]) -> int:
    return sum(1 << 16 * suit + rank for suit, rank in cards)


LEAD_COSTS_TWO = [
    _hand((0, 3), (0, 5), (0, 7), (1, 1)),
    _hand((0, 0), (0, 1), (0, 2), (0, 8)),
    _hand((0, 4), (0, 6), (1, 5), (1, 7)),
    _hand((1, 2), (1, 3), (1, 4), (1, 6)),
]
LEAD_COSTS_TWO_WITH_TRUMPS = [
    _hand((0, 0), (0, 4), (0, 6), (2, 1)),
    _hand((0, 1), (0, 3), (0, 5), (1, 0)),
    _hand((0, 2), (1, 1), (2, 5), (2, 6)),
    _hand((1, 2), (1, 3), (1, 4), (1, 5)),
]


@pytest.mark.parametrize(
    ("hands", "trump", "other", "values"),
    [(LEAD_COSTS_TWO, NO_TRUMP, 1, (0, 2)), (LEAD_COSTS_TWO_WITH_TRUMPS, 0, 3, (1, 3))],
)
def test_being_on_lead_may_cost_a_soloist_two_tricks(
    hands: list[int], trump: int, other: int, values: tuple[int, int]
) -> None:
    names = {
        seat: frozenset("SHDC"[bit >> 4] + "23456789TJQKA"[bit & 15] for bit in range(64) if hand >> bit & 1)
        for seat, hand in zip("NESW", hands, strict=True)
    }
    solver = Solver(1)
    solver.load(hands, 1, 1, trump=trump)
    assert (solver.count(hands, 0), solver.count(hands, other)) == values
    rules = Rules("" if trump == NO_TRUMP else "SHDC"[trump])
    assert tuple(value(names, seat, (), rules, "N", "N") for seat in ("N", "NESW"[other])) == values


@pytest.mark.parametrize(
    ("hands", "trump", "holder", "values"),
    [(LEAD_COSTS_TWO, NO_TRUMP, 1, (2, 1)), (LEAD_COSTS_TWO_WITH_TRUMPS, 0, 3, (3, 2))],
)
def test_a_higher_card_may_cost_a_soloist_a_trick(
    hands: list[int], trump: int, holder: int, values: tuple[int, int]
) -> None:
    """A suit is added in which he has the second-best card, then the best: now he has to win it, and to lead."""
    found = []
    for raised in (False, True):
        low = iter((0, 1))
        dealt = [
            hand | 1 << 48 + (5 + raised if seat == 0 else 6 - raised if seat == holder else next(low))
            for seat, hand in enumerate(hands)
        ]
        solver = Solver(1)
        solver.switch(table=False, bounds=False, skips=False, free_lead=False)
        solver.load(dealt, 1, 1, trump=trump)
        found.append(solver.count(dealt, 0))
    assert tuple(found) == values
