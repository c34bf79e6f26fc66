"""Every fact that explains a misère, against plain counting and the reference, on random endings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from ouverte import Card, Deal, Goal, Objective, Position, Seat, Side, Solver, parse_cards
from ouverte.danger import at_stake as at_stake_mask
from ouverte.explain import Explanation, LeadAnswer, explain
from ouverte.misere import MisereResult, examine_misere
from ouverte.probing import Decision
from ouverte.remarks import Note

from tests import reference
from tests.endings import Ending, ending
from tests.reference import SUITS

# Seats that play, cards held at the start of the trick, and how many endings are such.
SHAPES = (
    ("NESW", 2, 60),
    ("NESW", 3, 220),
    ("NESW", 4, 6),
    ("NES", 3, 50),
    ("ESW", 4, 20),
    ("NS", 4, 30),
    ("EW", 5, 20),
)

Explained = tuple[Ending, MisereResult, Explanation]


@cache
def explained() -> tuple[Explained, ...]:
    """Endings in which one seat is to take no trick, half of them with trumps, and what the library says of each."""
    rng = random.Random(1907)
    solver = Solver(16)
    found = []
    for seats, size, count in SHAPES:
        for _ in range(count):
            any_side = ending(rng, seats, size)
            bidder = rng.choice(seats)
            others = seats.replace(bidder, "")
            trump = any_side.rules.trump if rng.random() < 0.5 else ""
            asked = replace(any_side, counted=bidder, high=others, rules=replace(any_side.rules, trump=trump))
            if asked.won or not legal_play(asked):
                continue
            goal = asked.goal(Objective.NONE)
            result = examine_misere(asked.position, goal, solver)
            found.append((asked, result, explain(asked.position, goal, result, solver.misere)))
    return tuple(found)


def legal_play(asked: Ending) -> bool:
    """Whether the cards played so far were legal, which they need not be once the trump suit is taken away."""
    return all(
        card in at.rules.legal(at.held[at.to_play], at.trick)
        for i, card in enumerate(asked.played)
        for at in [replace(asked, played=asked.played[:i])]
    )


def safe_ones() -> Iterator[Explained]:
    return ((asked, result, why) for asked, result, why in explained() if result.safe)


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def after(asked: Ending, cards: Sequence[Card | str]) -> Ending:
    """The ending once these cards were played, each of which must be legal."""
    for card in map(str, cards):
        assert card in asked.rules.legal(asked.held[asked.to_play], asked.trick)
        asked = replace(asked, played=(*asked.played, card))
    return asked


def beaten(asked: Ending) -> bool:
    return bool(asked.won) or (any(asked.held.values()) and asked.value > 0)


def split(asked: Ending) -> tuple[frozenset[str], frozenset[str]]:
    """The legal cards after which the bidder is safe, and the others, by the reference."""
    key = (tuple(asked.dealt.items()), asked.first, asked.played, asked.rules, asked.counted)
    if key not in _splits:
        values = asked.card_values
        lost = frozenset(card for card in values if asked.won or values[card])
        _splits[key] = frozenset(values) - lost, lost
    return _splits[key]


_splits: dict[object, tuple[frozenset[str], frozenset[str]]] = {}


def strength(asked: Ending, card: str) -> int:
    return -asked.rules.order.index(card[1])


def lower(asked: Ending, card: str, than: str) -> bool:
    return card[0] == than[0] and strength(asked, card) < strength(asked, than)


def out(asked: Ending, suit: str) -> dict[str, str]:
    """The cards of a suit that can still meet the bidder's, and who holds or has just played them."""
    cards = {card: seat for seat, hand in asked.held.items() if seat != asked.counted for card in hand}
    playing = [reference.clockwise(asked.held, asked.leader, i) for i in range(len(asked.trick))]
    if asked.counted not in playing:
        cards |= dict(zip(asked.trick, playing, strict=True))
    return {card: seat for card, seat in cards.items() if card[0] == suit}


def at_stake(asked: Ending, suit: str) -> list[str]:
    own = [card for card in asked.held[asked.counted] if card[0] == suit]
    others = out(asked, suit)
    return sorted(
        (
            card
            for card in own
            if sum(lower(asked, each, card) for each in others) > sum(lower(asked, each, card) for each in own)
        ),
        key=lambda card: strength(asked, card),
    )


def is_safe(asked: Ending, suit: str) -> bool:
    held = [card for card in asked.held[asked.counted] if card[0] == suit]
    return not held or not (at_stake(asked, suit) or suit == asked.rules.trump)


def settled(asked: Ending) -> bool:
    return not asked.trick and asked.leader != asked.counted and all(is_safe(asked, suit) for suit in SUITS)


def test_there_is_enough_of_everything() -> None:
    safe = list(safe_ones())
    assert len(explained()) > 300
    assert 60 < len(safe) < len(explained()) - 60
    assert sum(bool(asked.rules.trump) for asked, _, _ in safe) > 20
    assert sum(bool(asked.trick) for asked, _, _ in safe) > 20
    assert sum(asked.to_play == asked.counted for asked, _, _ in safe) > 15
    assert sum(why.nearest_miss is not None and why.nearest_miss.decision is not None for _, _, why in safe) > 25
    assert sum(why.nearest_miss is not None and why.nearest_miss.places > 1 for _, _, why in safe) > 3
    remarks = {note.remark.value for _, _, why in explained() for note in why.notes}
    assert remarks == {
        "forced", "only_under", "none_under", "only", "throws_danger", "settles", "leads_under", "entry", "clears",
        "unblocks", "ruff",
    }  # fmt: skip


# Suits


def test_suits_by_counting() -> None:
    for asked, _, why in explained():
        for suit, facts in zip(SUITS, why.suits, strict=True):
            own = sorted(
                (card for card in asked.held[asked.counted] if card[0] == suit), key=lambda card: strength(asked, card)
            )
            others = out(asked, suit)
            assert facts.suit.letter == suit
            assert texts(facts.cards) == own
            assert texts(facts.at_stake) == at_stake(asked, suit)
            assert facts.safe == is_safe(asked, suit)
            assert facts.trump == (suit == asked.rules.trump)
            for card in facts.cards:
                below = {str(each): seat.letter for each, seat in facts.below(card)}
                assert below == {each: seat for each, seat in others.items() if lower(asked, each, str(card))}


def test_a_suit_without_the_cards_to_lose_is_safe() -> None:
    for asked, _, why in explained():
        for suit, facts in zip(SUITS, why.suits, strict=True):
            kept = [card for card in texts(facts.cards) if card not in texts(facts.to_lose)]
            others = out(asked, suit)
            for card in kept:
                fewer = sum(lower(asked, each, card) for each in others)
                assert fewer <= sum(lower(asked, each, card) for each in kept)
            if facts.to_lose:
                assert str(facts.to_lose[0]) == at_stake(asked, suit)[0]


def test_a_safe_suit_takes_no_trick_whoever_leads_it() -> None:
    rng = random.Random(1)
    safe = forced = 0
    for _ in range(600):
        seats = rng.choice(("NESW", "NES", "NS"))
        hands: dict[str, frozenset[int]] = dict.fromkeys(seats, frozenset())
        for card in range(rng.randint(4, 7)):
            seat = rng.choice(seats)
            hands[seat] |= {card}
        out = sum(1 << card for seat in seats if seat != "N" for card in hands[seat])
        if at_stake_mask(sum(1 << card for card in hands["N"]), out):
            forced += can_be_forced(hands, "", [])
        else:
            safe += bool(hands["N"])
            assert not can_be_forced(hands, "", [])
    assert safe > 100
    assert forced > 100


def can_be_forced(hands: dict[str, frozenset[int]], leader: str, trick: list[int]) -> bool:
    """Whether North can be made to win a round of one suit that any of the others leads, time after time.

    `trick` has a card for each seat from `leader` on, -1 for one that cannot follow.
    """
    if not trick:
        if not hands["N"]:
            return False
        return any(
            can_be_forced({**hands, seat: hands[seat] - {card}}, seat, [card])
            for seat in hands
            if seat != "N"
            for card in hands[seat]
        )
    if len(trick) == len(hands):
        return reference.clockwise(hands_seats(hands), leader, trick.index(max(trick))) == "N" or can_be_forced(
            hands, "", []
        )
    seat = reference.clockwise(hands_seats(hands), leader, len(trick))
    results = (
        can_be_forced({**hands, seat: hands[seat] - {card}}, leader, [*trick, card]) for card in hands[seat] or [-1]
    )
    return all(results) if seat == "N" else any(results)


def hands_seats(hands: dict[str, frozenset[int]]) -> dict[str, frozenset[str]]:
    return {seat: frozenset() for seat in hands}


# Answers


def test_every_card_that_leaves_him_safe_is_answered() -> None:
    for asked, result, why in explained():
        answered = [str(card) for answer in why.answers for card in answer.cards]
        assert len(set(answered)) == len(answered)
        if result.safe and any(asked.held.values()):
            assert set(answered) == split(asked)[0]
        else:
            assert answered == []


def test_the_answers_keep_him_safe_and_name_what_would_not() -> None:
    for asked, _, why in safe_ones():
        for answer in why.answers:
            assert answer.line[0] == answer.cards[-1]
            now = asked
            replies, choices = [], []
            for card in answer.line:
                if now.to_play == asked.counted:
                    saving, losing = split(now)
                    assert str(card) in saving
                    if now is not asked:
                        replies.append(card)
                    if losing:
                        choices.append((saving, losing, card, len(now.played) // len(asked.held) + 1))
                now = after(now, [card])
                assert not beaten(now)
            assert answer.reply == (replies[0] if replies else None)
            assert choices == [
                (frozenset(texts(each.saving)), frozenset(texts(each.losing)), each.card, each.trick)
                for each in answer.decisions
            ]
            for each in answer.decisions:
                assert answer.line[len(each.before)] is each.card
                assert answer.line[: len(each.before)] == each.before
            assert not any(now.held.values()) or settled(now)


def test_the_defence_probes() -> None:
    """Up to the bidder's turn it finds the cards that leave him the tightest choice."""
    tight = 0
    for asked, _, why in safe_ones():
        for answer in why.answers:
            now = after(asked, answer.line[:1])
            rest = list(answer.line[1:])
            while rest:
                turns = [reference.clockwise(asked.held, now.leader, i) for i in range(len(now.trick), len(asked.held))]
                if asked.counted in turns:
                    until = turns.index(asked.counted)
                    tightest = press(now)
                    now, rest = after(now, rest[:until]), rest[until:]
                    assert press(now) == tightest
                    tight += tightest[0] < 99
                now, rest = after(now, rest[:1]), rest[1:]
    assert tight > 50


def press(asked: Ending) -> tuple[int, int]:
    saving, losing = split(asked)
    if asked.to_play == asked.counted:
        return (len(saving) if losing else 99), -len(losing)
    return min(press(after(asked, [card])) for card in saving | losing)


# The nearest miss


def test_the_tightest_choice() -> None:
    for asked, _, why in safe_ones():
        if not any(asked.held.values()):
            assert why.nearest_miss is None
            continue
        assert why.nearest_miss is not None
        choices: list[tuple[tuple[int, int], Decision, LeadAnswer]] = [
            ((len(each.saving), -len(each.losing)), each, answer) for answer in why.answers for each in answer.decisions
        ]
        if not choices:
            assert (why.nearest_miss.decision, why.line, why.notes) == (None, (), ())
            continue
        least = min(key for key, _, _ in choices)
        _, decision, answer = next(each for each in choices if each[0] == least)
        assert (why.nearest_miss.decision, why.line) == (decision, answer.line)
        end = after(asked, why.line)
        trick = len(end.played) // len(asked.held) + 1
        assert why.settled == (trick if any(end.held.values()) else None)


def exchanged(asked: Ending, card: str, other: str, holder: str) -> Ending:
    hands = dict(asked.dealt)
    hands[asked.counted] = hands[asked.counted] - {card} | {other}
    hands[holder] = hands[holder] - {other} | {card}
    return replace(asked, dealt=hands)


def test_the_exchanges_beat_him_and_no_smaller_one_does() -> None:
    found = 0
    for asked, _, why in safe_ones():
        if why.nearest_miss is None:
            continue
        by_places: dict[int, dict[tuple[str, str, str], frozenset[str]]] = {}
        for card in asked.held[asked.counted]:
            higher = [
                (each, seat)
                for seat, hand in asked.held.items()
                for each in hand
                if seat != asked.counted and lower(asked, card, each)
            ]
            for places, (each, seat) in enumerate(sorted(higher, key=lambda pair: strength(asked, pair[0])), 1):
                changed = exchanged(asked, card, each, seat)
                if beaten(changed):
                    by_places.setdefault(places, {})[card, each, seat] = split(changed)[1]
        fewest = min(by_places, default=0)
        assert why.nearest_miss.places == fewest
        assert {
            (str(each.card), str(each.other), each.holder.letter): frozenset(texts(each.beating))
            for each in why.nearest_miss.exchanges
        } == by_places.get(fewest, {})
        found += bool(by_places)
    assert found > 50


# Notes


def test_notes_say_what_is_so_and_all_of_it() -> None:
    for asked, result, why in explained():
        if not result.safe:
            assert why.line == result.line
        assert sorted(map(written, why.notes)) == sorted(expected_notes(asked, why.line))
        assert [note.index for note in why.notes] == sorted(note.index for note in why.notes)


Written = tuple[int, int, str, str, str, tuple[str, ...]]


def written(note: Note) -> Written:
    cards = tuple(sorted(texts(note.cards)))
    return note.index, note.trick, note.seat.letter, str(note.card), note.remark.value, cards


def expected_notes(asked: Ending, line: Sequence[Card]) -> Iterator[Written]:
    now = asked
    for index, card in enumerate(texts(line)):
        number = len(now.played) // len(asked.held) + 1
        for remark, cards in remarks(now, card, texts(line)[index + 1 :]):
            yield index, number, now.to_play, card, remark, tuple(sorted(cards))
        now = after(now, [card])


def remarks(now: Ending, card: str, rest: list[str]) -> Iterator[tuple[str, list[str]]]:
    """All that is to be said of a card, by the definitions."""
    seat, bidder = now.to_play, now.counted
    hand = now.held[seat]
    legal = set(now.rules.legal(hand, now.trick))
    stake = at_stake(now, card[0])
    best = now.trick[now.rules.winner(now.trick)] if now.trick else ""
    follows = bool(now.trick) and card[0] == now.trick[0][0]
    discards = bool(now.trick) and not follows and card[0] != now.rules.trump
    under = [each for each in legal if best and lower(now, each, best)]
    said = set()
    if now.trick and not follows and not discards:
        yield "ruff", []
    if seat == bidder:
        if follows and best[0] == card[0] and not under:
            said.add("none_under")
            yield "none_under", [best]
        elif follows and len(legal) > 1 and under == [card]:
            said.add("only_under")
            yield "only_under", [best]
        elif len(legal) == 1 and len(hand) > 1:
            said.add("forced")
            yield "forced", []
        if discards and not is_safe(now, card[0]):
            then = after(now, [card])
            yield ("settles" if is_safe(then, card[0]) else "throws_danger"), at_stake(then, card[0])
    else:
        if not now.trick and any(lower(now, card, each) for each in stake):
            yield "leads_under", [each for each in stake if lower(now, card, each)]
        if discards and any(lower(now, each, card) for each in stake):
            yield "clears", [each for each in stake if lower(now, each, card)]
        if follows and stake:
            same = [each for each in hand if each[0] == card[0]]
            kept = [each for each in same if lower(now, each, stake[-1])]
            if kept and card not in kept and all(each == card or lower(now, each, card) for each in same):
                yield "unblocks", kept
        yield from entry(now, card, rest)
    saving, losing = split(now)
    good, bad = (saving, losing) if seat == bidder else (losing, saving)
    if bad and card in good and not said and not now.won and touching(now, good):
        yield "only", list(bad)


def entry(now: Ending, card: str, rest: list[str]) -> Iterator[tuple[str, list[str]]]:
    to_come = len(now.held) - len(now.trick) - 1
    if not now.trick or len(rest) <= to_come:
        return
    end = after(now, [card, *rest[:to_come]])
    winner, lead = end.winners[-1], rest[to_come]
    if winner == now.to_play and any(lower(now, lead, each) for each in at_stake(end, lead[0])):
        yield "entry", [lead]


def touching(now: Ending, cards: frozenset[str]) -> bool:
    """Whether cards are of one suit with nobody else's card, held or on the table, between them."""
    foreign = {card for seat, hand in now.held.items() if seat != now.to_play for card in hand} | set(now.trick)
    between = (
        lower(now, low, each) and lower(now, each, high) for low, high in combinations_both(cards) for each in foreign
    )
    return len({card[0] for card in cards}) == 1 and not any(between)


def combinations_both(cards: frozenset[str]) -> Iterator[tuple[str, str]]:
    for first, second in combinations(cards, 2):
        yield first, second
        yield second, first


# The ends of a play


def test_a_bidder_who_has_taken_a_trick_and_one_who_took_none() -> None:
    deal = Deal.from_pbn("N:A.K.. 2.A.. K.Q.. Q.2..")
    for bidder, played, safe in ((Seat.NORTH, "SQ SA S2 SK", False), (Seat.SOUTH, "SQ SA S2 SK HK HA HQ H2", True)):
        goal = Goal(Side.of(bidder), None, Seat.WEST, Objective.NONE)
        position = Position.start(deal, goal).replay(parse_cards(played))
        result = examine_misere(position, goal)
        why = explain(position, goal, result)
        assert result.safe == safe
        assert (why.line, why.notes, why.answers, why.nearest_miss, why.settled) == ((), (), (), None, None)
        assert [len(facts.cards) for facts in why.suits] == [0, 0 if safe else 1, 0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_a_solver_of_ones_own_says_the_same(seed: int) -> None:
    asked, result, why = random.Random(seed).choice(list(safe_ones()))
    assert explain(asked.position, asked.goal(Objective.NONE), result) == why
