"""Random deals."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from ouverte import SOLO_WHIST, Card, Contract, Deal, Game, Hand, Objective, PlayRules, Seat, Suit
from ouverte.dealing import boards_by_rules, deal_out, random_boards, redeal, shuffle
from ouverte.errors import RulesError
from ouverte.pbn import Board
from ouverte.rules import TrumpRule
from ouverte.rules.presets import named

SMALL = Game(
    "small",
    "Small",
    seats=3,
    hand_size=11,
    contracts=(Contract("solo", "Solo", 1, TrumpRule(), Objective.MOST, 6),),
    play=PlayRules(rank_order="ATKQJ9876"),
    undealt=3,
    packets=(4, 3, 4),
)


def test_the_cards_go_round_in_packets() -> None:
    pack = list(SOLO_WHIST.pack)
    board = deal_out(pack, SOLO_WHIST, Seat.SOUTH)
    west, north, east, south = (board.deal[seat] for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH))
    for place, hand in enumerate((west, north, east, south)):
        expected = [card for packet in range(4) for card in pack[12 * packet + 3 * place : 12 * packet + 3 * place + 3]]
        assert set(hand) == {*expected, pack[48 + place]}
    assert board.turn_up == pack[51]
    assert board.dealer is Seat.SOUTH


def test_the_deal_passes_clockwise_and_the_turn_up_is_the_dealers() -> None:
    boards = list(islice(random_boards(3, dealer=Seat.EAST), 6))
    assert [board.dealer for board in boards] == [Seat((1 + turn) % 4) for turn in range(6)]
    assert [board.name for board in boards] == ["1", "2", "3", "4", "5", "6"]
    for board in boards:
        assert board.deal.full
        assert board.dealer is not None
        assert board.turn_up in board.deal[board.dealer]


def test_a_seed_gives_these_boards_for_ever() -> None:
    first, second = islice(random_boards(1), 2)
    assert str(first.deal) == "N:8654.6543.J874.A AQ92.KJ9.AK96.86 J73.AQT2.QT2.972 KT.87.53.KQJT543"
    assert str(second.deal) == "N:A975.92.K7653.87 K63.AT.QT94.AKQ3 T842.KQJ83.J2.T5 QJ.7654.A8.J9642"
    assert (first.turn_up, second.turn_up) == (Card.parse("S8"), Card.parse("DT"))
    assert next(random_boards(2)).deal != first.deal


def test_every_order_comes_as_often() -> None:
    generator = random.Random(7)
    seen: Counter[tuple[Card, ...]] = Counter()
    for _ in range(6000):
        pack = list(SOLO_WHIST.pack[:3])
        shuffle(pack, generator)
        seen[tuple(pack)] += 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def test_another_game_is_dealt_as_it_says() -> None:
    boards = list(islice(random_boards(1, SMALL), 4))
    assert [board.dealer for board in boards] == [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.NORTH]
    for board in boards:
        assert (len(board.deal), board.deal.size, board.turn_up) == (3, 11, None)
        assert {card for hand in board.deal.values() for card in hand} < set(SMALL.pack)


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(ValueError, match="West does not play Small"):
        next(random_boards(1, SMALL, Seat.WEST))
    with pytest.raises(ValueError, match="too short"):
        deal_out(list(SOLO_WHIST.pack[:51]), SOLO_WHIST, Seat.NORTH)


def test_trumps_in_rotation_and_from_a_second_pack() -> None:
    plain = list(islice(random_boards(3), 8))
    turning = list(islice(boards_by_rules(3, named("english+rotation")), 8))
    assert [board.deal for board in turning] == [board.deal for board in plain]
    assert "".join(board.trump.letter for board in turning if board.trump is not None) == "HSDCHSDC"
    assert {board.turn_up for board in turning} == {None}
    second = list(islice(boards_by_rules(3, named("english+second-pack")), 40))
    assert second == list(islice(boards_by_rules(3, named("english+second-pack")), 40))
    assert {board.trump for board in second} == set(Suit)
    assert list(islice(boards_by_rules(3, named("english")), 8)) == plain


def test_an_unshuffled_deal() -> None:
    rules = named("english+redeal-535")
    board = Board(
        Deal.from_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"), dealer=Seat.WEST
    )
    again = redeal(board, rules)
    # Eldest is North: spades lie on top, then hearts, diamonds, clubs. Now North deals, and East gets the first packet.
    pack = [card for suit in "SHDC" for card in (Card.parse(suit + rank) for rank in "AKQJT98765432")]
    hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for packet in (5, 3, 5):
        for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH):
            hands[seat] += pack[:packet]
            del pack[:packet]
    assert again.deal == Deal({seat: Hand.of(cards) for seat, cards in hands.items()})
    assert (again.dealer, again.turn_up) == (Seat.NORTH, Card.parse("C2"))
    assert again.game is board.game
    for wrong, said in (("english", "dealt afresh"), ("english+redeal-535+rotation", "with a turn-up only")):
        with pytest.raises(RulesError, match=said):
            redeal(board, named(wrong))
    with pytest.raises(RulesError, match="a full deal with its dealer"):
        redeal(replace(board, dealer=None), rules)
