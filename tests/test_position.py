"""Positions: whose turn it is, what may be played, and how everything else is refused."""

from __future__ import annotations

import pytest
from ouverte import (
    Card,
    ContractError,
    Deal,
    Goal,
    Hand,
    Objective,
    PlayError,
    PlayRules,
    Position,
    Seat,
    Side,
    Suit,
    Trick,
    parse_cards,
)
from ouverte.rules import TrumpLead

from tests.endings import Ending
from tests.reference import TEN_HIGH_ORDER

DEAL = Deal.from_pbn("N:A2.K.. 3.A2.. 4.Q3.. K5.4..")


def names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def after(
    cards: str, *, leader: Seat = Seat.NORTH, trump: Suit | None = None, rules: PlayRules | None = None
) -> Position:
    return Position(DEAL, leader, trump, rules).replay(parse_cards(cards))


def test_the_beginning() -> None:
    position = Position(DEAL, Seat.EAST, Suit.HEARTS)
    assert position.deal is DEAL
    assert position.trump is Suit.HEARTS
    assert position.rules == PlayRules()
    assert position.leader is Seat.EAST
    assert position.to_play is Seat.EAST
    assert position.tricks == ()
    assert position.trick == Trick(Seat.EAST)
    assert position.winners == ()
    assert position.played == ()
    assert position.holder is None
    assert names(position.legal_cards()) == ["S3", "HA", "H2"]


def test_a_trick_in_play() -> None:
    position = after("S2 S3 S4")
    assert position.to_play is Seat.WEST
    assert position.trick == Trick(Seat.NORTH, parse_cards("S2 S3 S4"))
    assert position.holder == (Seat.SOUTH, Card.parse("S4"))
    assert position.hand(Seat.NORTH) == Hand.parse("A.K..")
    assert names(position.legal_cards()) == ["SK", "S5"]
    assert position.won(Seat.SOUTH) == 0


def test_the_winner_leads() -> None:
    position = after("S2 S3 S4 SK")
    assert position.winners == (Seat.WEST,)
    assert position.to_play is Seat.WEST
    assert position.trick == Trick(Seat.WEST)
    assert position.won(Seat.WEST) == position.won(Side.parse("WE")) == 1
    assert position.won(Side.parse("NS")) == 0
    assert position.deal is DEAL
    assert position.leader is Seat.NORTH


def test_the_end() -> None:
    position = after("S2 S3 S4 SK S5 SA H2 H3 HK HA HQ H4")
    assert position.to_play is None
    assert position.legal_cards() == ()
    assert position.touching_cards() == ()
    assert position.winners == (Seat.WEST, Seat.NORTH, Seat.EAST)
    assert len(position.tricks) == 3
    assert position.trick == Trick(Seat.EAST)
    assert " ".join(names(position.played)) == "S2 S3 S4 SK S5 SA H2 H3 HK HA HQ H4"


def test_trumps_win() -> None:
    deal = Deal.from_pbn("N:A... 2... .2.. .3..")
    played = parse_cards("SA S2 H2 H3")
    assert Position(deal, Seat.NORTH).replay(played).winners == (Seat.NORTH,)
    assert Position(deal, Seat.NORTH, Suit.HEARTS).replay(played).winners == (Seat.WEST,)
    assert Position(deal, Seat.NORTH, Suit.CLUBS).replay(played).winners == (Seat.NORTH,)


def test_rank_order() -> None:
    deal = Deal.from_pbn("N:K... T... - -")
    played = parse_cards("SK ST")
    assert Position(deal, Seat.NORTH).replay(played).winners == (Seat.NORTH,)
    ten_high = PlayRules(rank_order=TEN_HIGH_ORDER)
    assert Position(deal, Seat.NORTH, rules=ten_high).replay(played).winners == (Seat.EAST,)


def test_play_gives_a_new_position() -> None:
    start = Position(DEAL, Seat.NORTH)
    one, other = start.play(Card.parse("SA")), start.play(Card.parse("HK"))
    assert start.played == ()
    assert start.hand(Seat.NORTH) == DEAL[Seat.NORTH]
    assert names(one.played) == ["SA"]
    assert names(other.played) == ["HK"]
    with pytest.raises(AttributeError):
        start.extra = 1  # type: ignore[attr-defined]


def test_absent_seats_are_passed_over() -> None:
    deal = Deal.from_pbn("N:A2... - 43... K5...")
    position = Position(deal, Seat.NORTH).replay(parse_cards("S2 S3"))
    assert position.to_play is Seat.WEST
    assert position.play(Card.parse("S5")).winners == (Seat.WEST,)
    with pytest.raises(PlayError, match="East holds no cards and cannot lead"):
        Position(deal, Seat.EAST)


# --- What is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "card", "message"),
    [
        ("S2", "HA", "trick 1, card 2 (HA): a revoke: East holds spades and must follow suit"),
        ("S2 S3 S4 SK S5", "HK", "trick 2, card 2 (HK): a revoke: North holds spades and must follow suit"),
        ("", "S3", "trick 1, card 1 (S3): North is to play and does not hold it; East does"),
        ("S2", "S4", "trick 1, card 2 (S4): East is to play and does not hold it; South does"),
        ("S2 S3 S4 SK", "SA", "trick 2, card 1 (SA): West is to play and does not hold it; North does"),
        ("S2", "S2", "trick 1, card 2 (S2): already played to trick 1"),
        ("S2 S3 S4 SK S5 SA", "S4", "trick 2, card 3 (S4): already played to trick 1"),
        ("S2", "CA", "trick 1, card 2 (CA): nobody was dealt this card; East is to play"),
        ("S2 S3 S4 SK S5 SA H2 H3 HK HA HQ H4", "CA", "card CA after trick 3: all cards are already played"),
    ],
)
def test_the_refusal_names_trick_and_card(played: str, card: str, message: str) -> None:
    position = after(played)
    with pytest.raises(PlayError) as caught:
        position.play(Card.parse(card))
    assert str(caught.value) == message
    with pytest.raises(PlayError) as caught:
        after(f"{played} {card}")
    assert str(caught.value) == message


def test_the_first_illegal_card_is_named() -> None:
    with pytest.raises(PlayError, match=r"trick 1, card 2 \(HA\): a revoke"):
        after("S2 HA S9 S9 S9")


def test_must_trump() -> None:
    deal = Deal.from_pbn("N:A2... .A.2. ..AK. ..Q.2")
    start = Position(deal, Seat.NORTH, Suit.DIAMONDS, PlayRules(must_trump=True)).play(Card.parse("SA"))
    assert names(start.legal_cards()) == ["D2"]
    with pytest.raises(PlayError) as caught:
        start.play(Card.parse("HA"))
    assert str(caught.value) == "trick 1, card 2 (HA): East cannot follow suit and must trump"
    # No duty to head the trick, and none to trump without a trump suit or without trumps.
    south = start.play(Card.parse("D2"))
    assert names(south.legal_cards()) == ["DA", "DK"]
    clubs = Position(deal, Seat.NORTH, Suit.CLUBS, PlayRules(must_trump=True)).play(Card.parse("SA"))
    assert names(clubs.legal_cards()) == ["HA", "D2"]
    none = Position(deal, Seat.NORTH, None, PlayRules(must_trump=True)).play(Card.parse("SA"))
    assert names(none.legal_cards()) == ["HA", "D2"]
    free = Position(deal, Seat.NORTH, Suit.DIAMONDS).play(Card.parse("SA"))
    assert names(free.legal_cards()) == ["HA", "D2"]


def test_trumps_are_led_last() -> None:
    deal = Deal.from_pbn("N:A2.A.. - 3.32.. -")
    rules = PlayRules(trump_lead=TrumpLead.LAST)
    start = Position(deal, Seat.NORTH, Suit.SPADES, rules)
    assert names(start.legal_cards()) == ["HA"]
    with pytest.raises(PlayError) as caught:
        start.play(Card.parse("SA"))
    assert str(caught.value) == "trick 1, card 1 (SA): North may not lead a trump while holding another suit"
    only_trumps = start.replay(parse_cards("HA H2"))
    assert names(only_trumps.legal_cards()) == ["SA", "S2"]
    assert names(Position(deal, Seat.NORTH, None, rules).legal_cards()) == ["SA", "S2", "HA"]


def test_trumps_are_led_once_broken() -> None:
    deal = Deal.from_pbn("N:A32.A.. - 5.32.4. -")
    rules = PlayRules(trump_lead=TrumpLead.BROKEN)
    start = Position(deal, Seat.SOUTH, Suit.SPADES, rules)
    assert names(start.legal_cards()) == ["H3", "H2", "D4"]
    with pytest.raises(PlayError, match="South may not lead a trump while holding another suit"):
        start.play(Card.parse("S5"))
    ruffed = start.replay(parse_cards("D4 S2"))
    assert ruffed.to_play is Seat.NORTH
    assert names(ruffed.legal_cards()) == ["SA", "S3", "HA"]


def test_a_goal_of_another_game_is_refused() -> None:
    position = Position(DEAL, Seat.NORTH, Suit.HEARTS)
    position.check(Goal(Side.parse("NS"), Suit.HEARTS, Seat.NORTH, Objective.FEWEST))
    for goal in (
        Goal(Side.parse("NS"), Suit.SPADES, Seat.NORTH),
        Goal(Side.parse("NS"), None, Seat.NORTH),
        Goal(Side.parse("NS"), Suit.HEARTS, Seat.EAST),
        Goal(Side.parse("NESW"), Suit.HEARTS, Seat.NORTH),
    ):
        with pytest.raises(ContractError):
            position.check(goal)
    # It is the first leader that counts, whoever is to play now.
    position.play(Card.parse("SA")).check(Goal(Side.parse("NS"), Suit.HEARTS, Seat.NORTH))


# --- Against the reference -------------------------------------------------------------------------------------------


def test_play_agrees_with_the_reference(endings: tuple[Ending, ...]) -> None:
    for ending in endings:
        position = ending.position
        assert position.to_play is not None
        assert position.to_play.letter == ending.to_play
        assert {str(card) for card in position.legal_cards()} == set(
            ending.rules.legal(ending.held[ending.to_play], ending.trick)
        )
        assert tuple(seat.letter for seat in position.winners) == ending.winners
        assert position.trick == Trick(Seat.parse(ending.leader), parse_cards(" ".join(ending.trick)))
        for seat, hand in ending.held.items():
            assert {str(card) for card in position.hand(Seat.parse(seat))} == hand
        if ending.trick:
            holder = position.holder
            assert holder is not None
            assert str(holder[1]) == ending.trick[ending.rules.winner(ending.trick)]


def test_everything_but_the_legal_cards_is_refused(endings: tuple[Ending, ...]) -> None:
    for ending in endings[:300]:
        position = ending.position
        legal = position.legal_cards()
        for code in range(61):
            if code % 16 < 13:
                card = Card.from_code(code)
                if card in legal:
                    assert position.play(card).played[-1] == card
                else:
                    with pytest.raises(PlayError, match=str(card)):
                        position.play(card)


def test_touching_cards_are_worth_the_same(endings: tuple[Ending, ...]) -> None:
    runs = 0
    for ending in endings:
        groups = ending.position.touching_cards()
        assert sorted(str(card) for group in groups for card in group) == sorted(ending.card_values)
        for group in groups:
            assert len({ending.card_values[str(card)] for card in group}) == 1, ending
            runs += len(group) > 1
    assert runs > 200


def test_what_touches() -> None:
    deal = Deal.from_pbn("N:AQ.32.. K.94.2. J98.5.. T.8.43.")
    # The king stands between ace and queen until it is played; a card on the table still stands between.
    start = Position(deal, Seat.NORTH)
    assert [names(group) for group in start.touching_cards()] == [["SA"], ["SQ"], ["H3", "H2"]]
    gone = start.replay(parse_cards("SQ SK S8 ST H4 H5 H8 H2"))
    assert gone.to_play is Seat.WEST
    back = gone.replay(parse_cards("D3 H3 D2 S9 D4"))
    assert [names(group) for group in back.touching_cards()] == [["SA"]]
    south = start.replay(parse_cards("SA SK"))
    assert [names(group) for group in south.touching_cards()] == [["SJ"], ["S9", "S8"]]
    lead = Position(deal, Seat.SOUTH)
    assert [names(group) for group in lead.touching_cards()] == [["SJ"], ["S9", "S8"], ["H5"]]
