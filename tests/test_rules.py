"""The Solo Whist declarations, and that the same types can say other games."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from ouverte import (
    GAMES,
    SOLO_WHIST,
    Card,
    Contract,
    ContractError,
    Deal,
    Game,
    Goal,
    Hand,
    Objective,
    PlayRules,
    Position,
    Seat,
    Side,
    Suit,
    best_line,
    solve,
    solve_cards,
)
from ouverte.rules import Leader, Measure, TrumpLead, TrumpRule

from tests.endings import library_deal
from tests.reference import TEN_HIGH_ORDER, Rules, value, values

TURNED_UP, NO_TRUMP, ANY_SUIT = TrumpRule(turned_up=True), TrumpRule(), TrumpRule(choice=tuple(Suit))


def test_the_contracts_in_ascending_order() -> None:
    declared = [
        (
            contract.name,
            contract.players,
            contract.trump,
            contract.objective,
            contract.target,
            contract.leader,
            contract.stakes["standard"],
            contract.stakes["high"],
            contract.faced,
        )
        for contract in SOLO_WHIST.contracts
    ]
    eldest, bidder = Leader.ELDEST, Leader.BIDDER
    assert declared == [
        ("proposal", 2, TURNED_UP, Objective.MOST, 8, eldest, 1, 2, False),
        ("solo", 1, TURNED_UP, Objective.MOST, 5, eldest, 1, 2, False),
        ("misere", 1, NO_TRUMP, Objective.NONE, 0, eldest, 2, 3, False),
        ("abundance", 1, ANY_SUIT, Objective.MOST, 9, eldest, 3, 4, False),
        ("royal_abundance", 1, TURNED_UP, Objective.MOST, 9, eldest, 3, 4, False),
        ("open_misere", 1, NO_TRUMP, Objective.NONE, 0, eldest, 4, 6, True),
        ("abundance_declared", 1, NO_TRUMP, Objective.MOST, 13, bidder, 6, 8, False),
    ]
    assert all(contract.measure is Measure.TRICKS for contract in SOLO_WHIST.contracts)


def test_the_game() -> None:
    assert GAMES["solo-whist"] is SOLO_WHIST
    assert (SOLO_WHIST.seats, SOLO_WHIST.hand_size, SOLO_WHIST.packets) == (4, 13, (3, 3, 3, 3, 1))
    assert SOLO_WHIST.play == PlayRules("AKQJT98765432", must_trump=False, trump_lead=TrumpLead.FREE)
    assert len(set(SOLO_WHIST.pack)) == 52
    assert hash(SOLO_WHIST) == hash(SOLO_WHIST)
    with pytest.raises(ContractError) as caught:
        SOLO_WHIST.contract("nullo")
    assert str(caught.value) == (
        "'nullo' is no contract of Solo Whist: expected one of proposal, solo, misere, abundance, royal_abundance, "
        "open_misere, abundance_declared"
    )


def test_all_six_pairs() -> None:
    everyone = Side.parse("NESW")
    pairs = SOLO_WHIST.sides(SOLO_WHIST.contract("proposal"), everyone)
    assert [str(pair) for pair in pairs] == ["NE", "NS", "NW", "ES", "EW", "SW"]
    assert [str(seat) for seat in SOLO_WHIST.sides(SOLO_WHIST.contract("solo"), everyone)] == ["N", "E", "S", "W"]


@pytest.mark.parametrize("eldest", list(Seat))
@pytest.mark.parametrize("by", list(Seat))
def test_goals_of_one_seat(eldest: Seat, by: Seat) -> None:
    for contract in SOLO_WHIST.contracts:
        if contract.players == 1:
            for turned_up in Suit:
                chosen = Suit.CLUBS if contract.name == "abundance" else None
                goal = contract.goal(by, eldest=eldest, turned_up=turned_up, trump=chosen)
                assert goal == contract.goal(Side.of(by), eldest=eldest, turned_up=turned_up, trump=chosen)
                assert goal.leader is (by if contract.name == "abundance_declared" else eldest)
                assert goal.trump is (chosen if chosen or contract.trump == NO_TRUMP else turned_up)
                assert (goal.objective, goal.target, goal.contract) == (
                    contract.objective, contract.target, contract.name,
                )  # fmt: skip


def goal(name: str, by: str, **more: Suit) -> Goal:
    return SOLO_WHIST.contract(name).goal(Side.parse(by), eldest=Seat.WEST, **more)


@pytest.mark.parametrize(
    ("name", "by", "more", "message"),
    [
        ("proposal", "N", {"turned_up": Suit.HEARTS}, "proposal is played by 2 seats, not by N"),
        ("proposal", "NES", {"turned_up": Suit.HEARTS}, "proposal is played by 2 seats, not by NES"),
        ("solo", "NE", {"turned_up": Suit.HEARTS}, "solo is played by one seat, not by NE"),
        ("solo", "N", {}, "the turned-up suit is not known: give a turn-up card or a trump suit"),
        (
            "solo",
            "N",
            {"turned_up": Suit.HEARTS, "trump": Suit.CLUBS},
            "solo is played with hearts, not with clubs",
        ),
        ("misere", "N", {"trump": Suit.CLUBS}, "misere is played with no trump, not with clubs"),
        ("abundance", "N", {}, "abundance needs a trump suit: the bidder names it"),
        (
            "abundance_declared",
            "N",
            {"trump": Suit.CLUBS},
            "abundance_declared is played with no trump, not with clubs",
        ),
    ],
)
def test_goals_that_are_refused(name: str, by: str, more: dict[str, Suit], message: str) -> None:
    with pytest.raises(ContractError) as caught:
        goal(name, by, **more)
    assert str(caught.value) == message


def test_a_trump_suit_may_stand_for_the_turn_up() -> None:
    assert goal("solo", "N", trump=Suit.CLUBS).trump is Suit.CLUBS
    assert goal("abundance", "N", trump=Suit.CLUBS, turned_up=Suit.HEARTS).trump is Suit.CLUBS


def test_declared_in_trumps_is_a_variant() -> None:
    assert SOLO_WHIST.with_variants(()) == SOLO_WHIST.contracts
    contracts = SOLO_WHIST.with_variants(("declared-trumps",))
    assert [contract.name for contract in contracts][-2:] == ["abundance_declared"] * 2
    assert contracts[:-1] == SOLO_WHIST.contracts
    in_trumps = contracts[-1]
    assert in_trumps.trump == ANY_SUIT
    assert (in_trumps.target, in_trumps.leader, in_trumps.stakes) == (13, Leader.BIDDER, {"standard": 6, "high": 8})
    with pytest.raises(ContractError) as caught:
        SOLO_WHIST.with_variants(("nullo",))
    assert str(caught.value) == "'nullo' is no variant of Solo Whist: expected one of declared-trumps"


@pytest.mark.parametrize(
    ("objective", "target", "makes", "fails"),
    [
        (Objective.MOST, 5, (5, 6, 13), (0, 4)),
        (Objective.FEWEST, 2, (0, 1, 2), (3, 13)),
        (Objective.NONE, 0, (0,), (1, 2)),
        (Objective.NONE, None, (0,), (1,)),
    ],
)
def test_what_makes_a_goal(
    objective: Objective, target: int | None, makes: tuple[int, ...], fails: tuple[int, ...]
) -> None:
    asked = Goal(Side.parse("N"), None, Seat.NORTH, objective, target)
    assert [asked.makes(taken) for taken in makes] == [True] * len(makes)
    assert [asked.makes(taken) for taken in fails] == [False] * len(fails)


def test_without_a_target_there_is_no_verdict() -> None:
    for objective in (Objective.MOST, Objective.FEWEST):
        assert Goal(Side.parse("N"), None, Seat.NORTH, objective).makes(3) is None


# --- Other games can be said -----------------------------------------------------------------------------------------

SIX_BID = Game(
    name="six-bid-like",
    title="A game like Six-Bid Solo",
    seats=3,
    hand_size=11,
    contracts=(
        Contract(
            "solo",
            "Solo",
            1,
            TrumpRule(choice=(Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)),
            Objective.MOST,
            61,
            measure=Measure.POINTS,
            out_of_play_counts=True,
        ),
        Contract("heart_solo", "Heart solo", 1, TrumpRule(choice=(Suit.HEARTS,)), Objective.MOST, 6),
        Contract("misere", "Misère", 1, NO_TRUMP, Objective.NONE, 0),
        Contract("spread_misere", "Spread misère", 1, NO_TRUMP, Objective.NONE, 0, Leader.LEFT_OF_BIDDER, faced=True),
        Contract("few", "Few tricks", 1, ANY_SUIT, Objective.FEWEST, 1),
    ),
    play=PlayRules(TEN_HIGH_ORDER, must_trump=True, card_points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}),
    undealt=3,
    packets=(4, 3, 4),
)

SPADES = Game(
    name="spades-like",
    title="A game like two-handed Spades",
    seats=2,
    hand_size=13,
    contracts=(
        Contract("bid", "Bid", 1, TrumpRule(choice=(Suit.SPADES,)), Objective.MOST, 4, Leader.BIDDER),
        Contract("nil", "Nil", 1, TrumpRule(choice=(Suit.SPADES,)), Objective.NONE, 0, Leader.LEFT_OF_BIDDER),
    ),
    play=PlayRules(trump_lead=TrumpLead.LAST),
    undealt=26,
)


def ending(game: Game, seats: str, size: int, seed: int) -> dict[str, frozenset[str]]:
    cards = [str(card) for card in game.pack]
    random.Random(seed).shuffle(cards)
    return {seat: frozenset(cards[i * size : (i + 1) * size]) for i, seat in enumerate(seats)}


def check(game: Game, name: str, hands: dict[str, frozenset[str]], by: str, eldest: Seat, trump: Suit | None) -> None:
    """Everything the library says of one contract against the reference."""
    contract = game.contract(name)
    asked = contract.goal(Seat.parse(by), eldest=eldest, trump=trump)
    rules = Rules(
        asked.trump.letter if asked.trump is not None else "",
        game.play.rank_order,
        game.play.must_trump,
        game.play.trump_lead is TrumpLead.LAST,
    )
    high = by if contract.objective is Objective.MOST else "".join(seat for seat in hands if seat != by)
    leader = asked.leader.letter
    start = Position.start(library_deal(hands), asked, game.play)
    most = 1 if contract.objective is Objective.NONE else 13
    expected = min(most, value(hands, leader, (), rules, by, high))
    assert solve(start, asked).value == expected, (name, hands, by, trump)
    cards = values(hands, leader, (), rules, by, high)
    assert {str(each.card): each.value for each in solve_cards(start, asked)} == {
        card: min(most, count) for card, count in cards.items()
    }
    assert min(most, start.replay(best_line(start, asked)).won(Side.parse(by))) == expected


def test_six_bid_pack() -> None:
    assert len(set(SIX_BID.pack)) == 36
    assert SIX_BID.seats * SIX_BID.hand_size + SIX_BID.undealt == 36
    assert SIX_BID.play.points(SIX_BID.pack) == 120
    assert SIX_BID.play.strength(Card.parse("ST")) > SIX_BID.play.strength(Card.parse("SK"))
    assert SIX_BID.play.strength(Card.parse("S6")) == 0


def test_a_single_suit_to_choose_needs_no_naming() -> None:
    asked = SIX_BID.contract("heart_solo").goal(Seat.EAST, eldest=Seat.EAST)
    assert asked.trump is Suit.HEARTS
    with pytest.raises(ContractError, match="solo is played with spades or clubs or diamonds, not with hearts"):
        SIX_BID.contract("solo").goal(Seat.EAST, eldest=Seat.EAST, trump=Suit.HEARTS)


@pytest.mark.parametrize("seed", range(20))
def test_six_bid_endings(seed: int) -> None:
    hands = ending(SIX_BID, "NES", 3, seed)
    for by in "NES":
        for name in ("heart_solo", "misere"):
            check(SIX_BID, name, hands, by, Seat.EAST, None)
        for suit in Suit:
            check(SIX_BID, "few", hands, by, Seat.NORTH, suit)
    for by in "NE":
        check(SIX_BID, "spread_misere", hands, by, Seat.NORTH, None)


@pytest.mark.parametrize("seed", range(20))
def test_spades_endings(seed: int) -> None:
    hands = ending(SPADES, "NE", 4, seed)
    check(SPADES, "bid", hands, "N", Seat.NORTH, None)
    check(SPADES, "bid", hands, "E", Seat.NORTH, None)
    check(SPADES, "nil", hands, "N", Seat.NORTH, None)


def test_sides_of_a_smaller_table() -> None:
    assert [str(side) for side in SIX_BID.sides(SIX_BID.contract("misere"), Side.parse("NEW"))] == ["N", "E", "W"]
    pairs = SOLO_WHIST.sides(SOLO_WHIST.contract("proposal"), Side.parse("NEW"))
    assert [set(pair) for pair in pairs] == [set(two) for two in combinations(Side.parse("NEW"), 2)]


def test_obligations_matter() -> None:
    """The same cards with and without the duty to trump: the declarations do reach the search."""
    deal = Deal({Seat.NORTH: Hand.parse("A.A.."), Seat.SOUTH: Hand.parse("..K.2")})
    few = Goal(Side.parse("S"), Suit.DIAMONDS, Seat.NORTH, Objective.FEWEST)
    assert solve(Position.start(deal, few), few).value == 1
    assert solve(Position.start(deal, few, PlayRules(must_trump=True)), few).value == 2
