"""Random deals, dealt as a game says: in packets, clockwise from the dealer's left, the dealer's last card turned up.

The same seed gives the same boards on every system and every version of Python: of Python's generator only `random()`
is used, whose sequence for a whole-number seed is guaranteed, and the shuffle is our own (Fisher and Yates').
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from ouverte.cards import Card, Hand, Suit
from ouverte.deals import Deal
from ouverte.errors import RulesError
from ouverte.pbn import Board
from ouverte.rules import SOLO_WHIST, Game
from ouverte.rules.ruleset import RuleSet, TrumpSource
from ouverte.seats import Seat


def random_boards(seed: int, game: Game = SOLO_WHIST, dealer: Seat = Seat.NORTH) -> Iterator[Board]:
    """Boards 1, 2, 3 ... without end, each from a freshly shuffled pack.

    `dealer` deals the first; the deal passes clockwise. A game for fewer than four is dealt to its first seats in the
    order N E S W. Raises ValueError when the dealer is none of them.
    """
    seats = tuple(Seat)[: game.seats]
    if dealer not in seats:
        raise ValueError(f"{dealer.word} does not play {game.title}")
    generator = random.Random(seed)
    turn = seats.index(dealer)
    number = 0
    while True:
        number += 1
        pack = list(game.pack)
        shuffle(pack, generator)
        yield deal_out(pack, game, seats[turn], str(number))
        turn = (turn + 1) % len(seats)


def boards_by_rules(seed: int, rules: RuleSet, dealer: Seat = Seat.NORTH) -> Iterator[Board]:
    """As `random_boards`, with trumps as the rules of the table have them.

    With trumps from a second pack or in rotation no card of the deal is turned up, and the board has a trump suit only:
    that of a card drawn from another pack, or the one whose turn it is by the number of the board.
    """
    second = random.Random(2**64 + seed)
    for number, board in enumerate(random_boards(seed, rules.game, dealer)):
        if rules.trump_source is TrumpSource.ROTATION:
            yield replace(board, turn_up=None, trump=rules.rotation[number % len(rules.rotation)])
        elif rules.trump_source is TrumpSource.SECOND_PACK:
            yield replace(board, turn_up=None, trump=Suit(int(second.random() * len(Suit))))
        else:
            yield board


def redeal(board: Board, rules: RuleSet) -> Board:
    """The deal after a hand that was thrown in, from the pack as it lies: nobody shuffles.

    The hands are put on one another, eldest's on top and the dealer's at the bottom, each in the order spades, hearts,
    diamonds, clubs from the highest down; the next dealer deals from the top in the packets of `RuleSet.redeal`. Raises
    RulesError where the rules have no such deal, or the board is not a full deal with a dealer.
    """
    if not rules.redeal:
        raise RulesError(f"{rules.title}: a thrown-in hand is dealt afresh, see the option redeal-535")
    if rules.trump_source is not TrumpSource.TURN_UP:
        raise RulesError("an unshuffled deal is known with a turn-up only: expected no other trumps in the rules")
    if board.dealer is None or not board.deal.full:
        raise RulesError("expected a full deal with its dealer, to gather the pack from")
    seat = board.dealer
    pack: list[Card] = []
    for _ in board.deal:
        seat = seat.left
        pack += sorted(board.deal[seat], key=lambda card: (card.suit, -card.rank))
    dealt = deal_out(pack, replace(rules.game, packets=rules.redeal), board.dealer.left, board.name)
    return replace(dealt, game=rules.game, names=board.names)


def shuffle(pack: list[Card], generator: random.Random) -> None:
    """Put a pack in random order, every order as likely as every other."""
    for last in range(len(pack) - 1, 0, -1):
        chosen = int(generator.random() * (last + 1))
        pack[last], pack[chosen] = pack[chosen], pack[last]


def deal_out(pack: list[Card], game: Game, dealer: Seat, name: str = "") -> Board:
    """Deal a pack from the top, its first card, in the game's packets; what is left is out of play.

    The dealer's last card is the turn-up, in a game that has one. Raises ValueError for a pack that is too short.
    """
    seats = tuple(Seat)[: game.seats]
    start = seats.index(dealer) + 1
    order = seats[start:] + seats[:start]
    if len(pack) < len(seats) * game.hand_size:
        raise ValueError(f"a pack of {len(pack)} cards is too short for {game.title}")
    hands: dict[Seat, list[Card]] = {seat: [] for seat in order}
    top = 0
    for packet in game.packets or (1,) * game.hand_size:
        for seat in order:
            hands[seat] += pack[top : top + packet]
            top += packet
    turned = any(contract.trump.turned_up for contract in game.contracts)
    return Board(
        Deal({seat: Hand.of(cards) for seat, cards in hands.items()}),
        name,
        dealer,
        turn_up=hands[dealer][-1] if turned else None,
        game=game,
    )
