"""A set of rules as a table of players agrees on it: a game's contracts, how they are bid, and what they pay.

These are plain data, like the games. What is done with them is in `ouverte.auction` and `ouverte.settlement`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ouverte.cards import Suit
from ouverte.rules.model import Game

PASS = "pass"
ACCEPTANCE = "acceptance"
"""The call of a seat that joins the proposal that stands."""


class LoneProposer(enum.Enum):
    """What becomes of a proposal that nobody accepted or overcalled."""

    MAY_RAISE = "may raise"
    """The proposer may raise to a higher contract; if he passes, the hand is thrown in."""
    MUST_RAISE = "must raise"
    """The proposer has to raise; a hand with no higher call is not played."""


class Misery(enum.Enum):
    """The round that is played when all pass: no trump, everyone for himself."""

    LAST_TRICK = "last trick"
    """The winner of the last trick pays each other player."""
    FEWEST = "fewest tricks"
    """The player with the fewest tricks collects from each other player."""
    FIRST_TO_FIVE = "first to five"
    """The first to take five tricks pays each other player; if nobody gets five, the first to four."""


class TrumpSource(enum.Enum):
    """Where the turned-up suit comes from."""

    TURN_UP = "turn-up"
    """The dealer's last card."""
    SECOND_PACK = "second pack"
    """A card of another pack."""
    ROTATION = "rotation"
    """The suits in turn, by the number of the board."""


@dataclass(frozen=True)
class AuctionRules:
    """How the contracts are bid. Calls beyond `pass` and `acceptance` are names of contracts.

    `ascending` lists the contracts that may be bid, lowest first; `only_over` names those that may be bid only when one
    particular contract is the highest bid. With `one_round` every seat calls once, but for what the rules for lone
    proposers and for eldest leave open.
    """

    ascending: tuple[str, ...]
    one_round: bool = False
    eldest_may_accept: bool = True
    """Whether eldest, having passed, may still accept a proposal that is the only other bid."""
    lone_proposer: LoneProposer = LoneProposer.MAY_RAISE
    only_over: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Payment:
    """What a contract pays, in units of the table's stake.

    A lone bidder is paid `stake` by each opponent, and `over` for every trick above the target; failing he pays each of
    them `lost`, and `under` for each trick short of it. Where two play together each loser pays one winner.
    """

    stake: Fraction
    lost: Fraction
    over: Fraction = Fraction(0)
    under: Fraction = Fraction(0)


@dataclass(frozen=True)
class RuleSet:
    """Rules of one table. `game` has the contracts as they are played there; `payments` goes by a contract's name."""

    name: str
    title: str
    game: Game
    auction: AuctionRules
    payments: Mapping[str, Payment] = field(hash=False)
    misery: Misery | None = None
    misery_stake: Fraction = Fraction(1)
    trump_source: TrumpSource = TrumpSource.TURN_UP
    rotation: tuple[Suit, ...] = ()
    """The trump suits of boards 1, 2, 3 ... where they are taken in rotation."""
    redeal: tuple[int, ...] = ()
    """The packets in which an unshuffled pack is dealt after a hand was thrown in; empty where it is dealt as usual."""
    players: int = 4
    """How many sit at the table; of five one sits out in turn and neither pays nor is paid."""
    until_decided: frozenset[str] = frozenset()
    """The contracts whose play ends as soon as their fate is decided."""
