"""A play judged card by card, against the reference and against what is known of the hands of the project."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from ouverte import (
    SOLO_WHIST,
    Card,
    ContractError,
    Deal,
    Goal,
    Hand,
    Objective,
    PlayError,
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
from ouverte.dealing import random_boards
from ouverte.pbn import Board, decode, read_boards
from ouverte.review import Review, review

from tests.endings import Ending, random_endings

HANDS = Path(__file__).parent.parent / "hands"


def hand(file: str, name: str) -> Board:
    """A board of the project's hands."""
    for board in read_boards(decode((HANDS / file).read_bytes())):
        if isinstance(board, Board) and board.name == name:
            return board
    raise KeyError(name)


def judged(file: str, name: str) -> Review:
    """A board's own play in its own contract."""
    board = hand(file, name)
    assert board.play is not None
    assert board.declarer is not None
    contract = board.game.contract(board.contract)
    goal = contract.goal(board.declarer, eldest=board.play.first, turned_up=board.turned_up)
    return review(Position.start(board.deal, goal), goal, board.played)


def codes(cards: tuple[tuple[Card, ...], ...]) -> list[str]:
    return [" ".join(map(str, group)) for group in cards]


def random_deal(rng: random.Random, size: int) -> Deal:
    """Four hands from the whole pack."""
    cards = rng.sample(SOLO_WHIST.pack, size * len(Seat))
    return Deal({seat: Hand.of(cards[seat * size : seat * size + size]) for seat in Seat})


# Against the reference


def random_plays(seed: int, count: int) -> Iterator[list[Ending]]:
    """The positions of random plays: each begins anywhere, within a trick or after some, and every third stops early.

    Four cards in four hands are left out: the reference would have to walk through them once for each of the first.
    """
    rng = random.Random(seed)
    for now in random_endings(seed, count):
        if sum(map(len, now.held.values())) > 12:
            continue
        positions = [now]
        while any(now.held.values()):
            card = rng.choice(sorted(now.rules.legal(now.held[now.to_play], now.trick)))
            now = replace(now, played=(*now.played, card))
            positions.append(now)
        yield positions[: rng.randrange(1, len(positions))] if rng.random() < 1 / 3 else positions


def differences(positions: list[Ending], found: Review, objective: Objective) -> Iterator[str]:
    """What a review says of a play and the reference does not, or the other way round."""
    start, end = positions[0], positions[-1]
    counted = set(start.counted)
    wants_more = counted if objective is Objective.MOST else set(start.dealt) - counted

    def worth(position: Ending, to_come: int) -> int:
        value = position.won + to_come
        return min(value, 1) if objective is Objective.NONE else value

    def value(position: Ending) -> int:
        return worth(position, position.value if any(position.held.values()) else 0)

    if found.start.played != start.position.played or found.end.played != end.position.played:
        yield "begins or ends elsewhere"
    if (found.before, found.after, found.complete) != (value(start), value(end), not any(end.held.values())):
        yield f"{found.before} to {found.after}, not {value(start)} to {value(end)}"
    if found.errors != tuple(each for each in found.cards if each.before != each.after):
        yield f"errors {found.errors}"
    for each, at, then in zip(found.cards, positions[:-1], positions[1:], strict=True):
        if (each.seat.letter, each.trick, str(each.card)) != (at.to_play, len(at.winners) + 1, then.played[-1]):
            yield f"{each}: not {then.played[-1]}, the card played"
        before, after = value(at), value(then)
        cost = before - after if at.to_play in wants_more else after - before
        if (each.before, each.after, each.cost) != (before, after, cost) or cost < 0:
            yield f"{each}: {before} to {after}"
        keeping = {card for card, to_come in at.card_values.items() if worth(at, to_come) == before}
        if sorted(str(card) for group in each.held for card in group) != sorted(keeping if cost else ()):
            yield f"{each}: held by {sorted(keeping)}"
        if any(group not in at.position.touching_cards() for group in each.held):
            yield f"{each}: not in groups of touching cards"


def test_every_card_agrees_with_the_reference() -> None:
    solver = Solver(16)
    asked = dict.fromkeys(Objective, 0)
    whole = begun = errors = 0
    for positions in random_plays(seed=1858, count=900):
        start = positions[0]
        if start.objective is None:
            continue
        cards = parse_cards(" ".join(positions[-1].played[len(start.played) :]))
        # Who wants few may also want none at all.
        objectives = (Objective.FEWEST, Objective.NONE) if start.objective is Objective.FEWEST else (Objective.MOST,)
        for objective in objectives:
            found = review(start.position, start.goal(objective), cards, solver)
            assert list(differences(positions, found, objective)) == [], (positions[-1], objective)
            asked[objective] += 1
            errors += len(found.errors)
        whole += not any(positions[-1].held.values())
        begun += bool(start.trick)
    assert min(asked.values()) > 200, asked
    assert min(whole, begun, errors) > 200, (whole, begun, errors)


@pytest.mark.parametrize("trump", [None, *Suit])
def test_larger_deals_agree_with_the_values_of_all_cards(trump: Suit | None) -> None:
    rng = random.Random(f"larger deals, {trump}")
    solver, other = Solver(16), Solver(16)
    for side in ("N", "ES", "NSW", "W"):
        deal = random_deal(rng, 7)
        for objective in (Objective.MOST, Objective.NONE):
            goal = Goal(Side.parse(side), trump, Seat(rng.randrange(4)), objective)
            position = start = Position.start(deal, goal)
            while position.to_play is not None:
                position = position.play(rng.choice(position.legal_cards()))
            found = review(start, goal, position.played, solver)
            position = start
            for each in found.cards:
                values = {result.card: result.value for result in solve_cards(position, goal, other)}
                assert (each.before, each.after) == (solve(position, goal, other).value, values[each.card])
                held = {card for card, value in values.items() if value == each.before} if each.cost else set()
                assert {card for group in each.held for card in group} == held
                position = position.play(each.card)


# The hands of the project


def test_the_first_play_of_the_founding_example() -> None:
    """Beaten until trick 7, where Vlad's eight of clubs lets Kirill home."""
    found = judged("founding-example.pbn", "first play")
    assert (found.before, found.after, found.complete) == (1, 0, False)
    (error,) = found.errors
    assert (error.trick, error.seat, str(error.card)) == (7, Seat.SOUTH, "C8")
    assert (error.before, error.after, error.cost) == (1, 0, 1)
    assert codes(error.held) == ["SJ ST S9 S8", "D4"]
    assert found.turns == found.errors
    assert [each.after for each in found.cards] == [1] * 25 + [0] * 3
    # The deuce of spades would have let him home as well.
    two = found.start.replay(each.card for each in found.cards[:25]).play(Card.parse("S2"))
    assert solve(two, found.goal).value == 0


def test_the_second_play_of_the_founding_example() -> None:
    """No escape at any card."""
    found = judged("founding-example.pbn", "second play")
    assert len(found.cards) == 17
    assert {(each.before, each.after, each.cost, each.held) for each in found.cards} == {(1, 1, 0, ())}
    assert (found.before, found.after, found.errors, found.turns) == (1, 1, (), ())
    # Nor had Kirill another card that would have helped.
    position = found.start
    for each in found.cards:
        if each.seat is Seat.NORTH:
            assert {result.value for result in solve_cards(position, found.goal)} == {1}
        position = position.play(each.card)


def test_the_historic_solo() -> None:
    """Four tricks double dummy; the fifth was a gift."""
    found = judged("historic.pbn", "solo")
    assert (found.before, found.after, found.complete) == (4, 5, True)
    assert found.end.won(Seat.SOUTH) == 5
    (error,) = found.turns
    assert found.errors == found.turns
    assert (error.trick, error.seat, str(error.card), codes(error.held)) == (5, Seat.NORTH, "C9", ["CK"])
    assert (error.before, error.after, error.cost) == (4, 5, 1)


def test_the_historic_misere() -> None:
    found = judged("historic.pbn", "misere")
    assert (found.before, found.after, found.complete, found.errors) == (1, 1, True, ())


# The work


def test_a_review_costs_no_more_than_a_few_solves() -> None:
    """In nodes, which are the same everywhere; the plays are the historic one, and best play of random deals."""
    board = hand("historic.pbn", "solo")
    goal = board.game.contract("solo").goal(Seat.SOUTH, eldest=Seat.NORTH, turned_up=board.turned_up)
    plays = [(Position.start(board.deal, goal), goal, board.played)]
    for dealt in islice(random_boards(3), 4):
        goal = Goal(Side.parse("NS"), Suit.HEARTS, Seat.EAST)
        start = Position.start(dealt.deal, goal)
        plays.append((start, goal, best_line(start, goal)))
    for start, goal, cards in plays:
        one, whole = Solver(), Solver()
        value = solve(start, goal, one).value
        assert review(start, goal, cards, whole).before == value
        assert whole.nodes < 4 * one.nodes


@pytest.mark.parametrize("objective", Objective)
def test_best_play_has_no_errors(objective: Objective) -> None:
    rng = random.Random(8)
    for _ in range(5):
        goal = Goal(Side.parse("E"), None, Seat.SOUTH, objective)
        start = Position.start(random_deal(rng, 7), goal)
        found = review(start, goal, best_line(start, goal))
        assert found.errors == ()
        assert found.before == found.after == solve(start, goal).value


# What is asked for, and how


DEAL = Deal.from_pbn("N:AQ.4.. 54.3.. 32.A.. K6.2..")
START = "HA H2 H4 H3 S3 S6"


def goal(target: int | None = None, objective: Objective = Objective.MOST) -> Goal:
    return Goal(Side.parse("NS"), None, Seat.SOUTH, objective, target)


def test_a_play_begun_within_a_trick() -> None:
    start = Position.start(DEAL, goal()).replay(parse_cards(START))
    found = review(start, goal(), parse_cards("SA S4"))
    assert [(each.trick, each.seat, each.cost) for each in found.cards] == [(2, Seat.NORTH, 1), (2, Seat.EAST, 0)]
    assert (found.before, found.after, found.complete) == (3, 2, False)
    assert codes(found.errors[0].held) == ["SQ"]
    assert (found.start, found.end.played) == (start, parse_cards(START + " SA S4"))


@pytest.mark.parametrize(
    ("target", "objective", "turns"),
    [
        (None, Objective.MOST, 0),
        (3, Objective.MOST, 1),
        (2, Objective.MOST, 0),
        (4, Objective.MOST, 0),
    ],
)
def test_an_error_turns_the_hand_only_where_it_crosses_the_target(
    target: int | None, objective: Objective, turns: int
) -> None:
    asked = goal(target, objective)
    found = review(Position.start(DEAL, asked), asked, parse_cards(START + " SA S4"))
    assert (len(found.errors), len(found.turns)) == (1, turns)


def test_a_play_without_a_card() -> None:
    start = Position.start(DEAL, goal())
    found = review(start, goal(), ())
    assert (found.before, found.after, found.cards, found.complete) == (3, 3, (), False)
    assert found.start is found.end is start


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (START + " H4", r"trick 2, card 3 \(H4\): already played to trick 1"),
        ("HA S6", r"trick 1, card 2 \(S6\): a revoke: West holds hearts"),
        ("HA HK", r"trick 1, card 2 \(HK\): nobody was dealt this card"),
        (START + " SA S4 HA", r"trick 3, card 1 \(HA\): already played"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_before_anything_is_judged(cards: str, said: str) -> None:
    solver = Solver()
    with pytest.raises(PlayError, match=said):
        review(Position.start(DEAL, goal()), goal(), parse_cards(cards), solver)
    assert solver.nodes == 0


def test_a_goal_that_does_not_fit() -> None:
    with pytest.raises(ContractError, match="trump suit and leader"):
        review(Position.start(DEAL, goal()), Goal(Side.parse("NS"), Suit.SPADES, Seat.SOUTH), ())


def test_a_trick_taken_decides_a_misere_for_good() -> None:
    asked = goal(objective=Objective.NONE)
    found = review(Position.start(DEAL, asked), asked, parse_cards(START + " SA S4 SQ S5 S2 SK"))
    assert {each.cost for each in found.cards[4:]} == {0}
    assert (found.after, found.complete) == (1, True)


def test_two_and_three_seats() -> None:
    two = Deal.from_pbn("N:A.2.. - .KQ.. -")
    asked = Goal(Side.parse("N"), Suit.SPADES, Seat.SOUTH)
    found = review(Position.start(two, asked), asked, parse_cards("HK H2 HQ SA"))
    assert (found.before, found.after, found.errors) == (1, 1, ())
    three = Deal.from_pbn("W:2.A.. 3.K.. - A.2..")
    asked = Goal(Side.parse("S"), None, Seat.WEST)
    found = review(Position.start(three, asked), asked, parse_cards("HA HK H2 S2 S3 SA"))
    assert (found.before, found.after, found.errors) == (1, 1, ())
