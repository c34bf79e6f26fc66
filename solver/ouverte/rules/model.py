"""What a game declares: how cards are played, and the contracts its players undertake.

These are plain data. A new game, or a variant of one, is a new value of these types; nothing that searches or analyses
asks for a game by name.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from ouverte.cards import RANKS, Card, Suit
from ouverte.errors import CardError, ContractError
from ouverte.seats import ALL_SEATS, Seat, Side


class Objective(enum.Enum):
    """What the side that plays a contract wants of the tricks (or points) it takes."""

    MOST = "most"
    FEWEST = "fewest"
    NONE = "none"
    """No trick at all: the play is decided as soon as the side takes one."""


class Measure(enum.Enum):
    """What is counted."""

    TRICKS = "tricks"
    POINTS = "points"


class TrumpLead(enum.Enum):
    """When a trump may be led."""

    FREE = "free"
    LAST = "last"
    """Only from a hand of nothing but trumps."""
    BROKEN = "broken"
    """Once a trump has been played to an earlier trick, or from a hand of nothing but trumps."""


@dataclass(frozen=True)
class PlayRules:
    """How cards are played to a trick. A seat always follows suit if it can and never has to head the trick.

    `rank_order` lists the ranks highest first. With `must_trump`, a seat that cannot follow must trump if it can.
    `card_points` gives what a card is worth to the side that takes it, by its rank letter; 0 for a rank left out.
    """

    rank_order: str = RANKS[::-1]
    must_trump: bool = False
    trump_lead: TrumpLead = TrumpLead.FREE
    card_points: Mapping[str, int] = field(default_factory=dict, hash=False)

    def points(self, cards: Iterable[Card]) -> int:
        """What some cards are worth together."""
        return sum(self.card_points.get(card.letter, 0) for card in cards)

    def strength(self, card: Card) -> int:
        """How high a card stands in its suit, 0 the lowest. Raises CardError for a card that is not of the pack."""
        place = self.rank_order.find(card.letter)
        if place < 0:
            raise CardError(f"{card} is not in the pack: its ranks are {' '.join(self.rank_order)}")
        return len(self.rank_order) - 1 - place


class Leader(enum.Enum):
    """Who leads to the first trick."""

    ELDEST = "eldest"
    """The seat at the dealer's left."""
    BIDDER = "bidder"
    LEFT_OF_BIDDER = "left of bidder"


class Preparation(enum.Enum):
    """What the bidder does between the auction and the first lead."""

    NONE = "none"
    LAY_AWAY = "lay away"
    """He takes the undealt cards into his hand and lays as many away face down, which count for him."""
    CALL_CARD = "call a card"
    """He names a card he does not hold; its holder gives it to him for a card of his choice, if it was dealt to one."""


@dataclass(frozen=True)
class TrumpRule:
    """Which suits can be trumps: the turned-up one, none at all, or the bidder's choice of some (None: no trump)."""

    turned_up: bool = False
    choice: tuple[Suit | None, ...] = ()

    @property
    def bidder_chooses(self) -> bool:
        """Whether the bidder names the trump suit."""
        return len(self.choice) > 1

    def trumps(self, turned_up: Suit | None) -> tuple[Suit | None, ...]:
        """The trump suits possible, None for no trump. Raises ContractError without a turned-up suit that is needed."""
        if not self.turned_up:
            return self.choice or (None,)
        if turned_up is None:
            raise ContractError("the turned-up suit is not known: give a turn-up card or a trump suit")
        return (turned_up,)


TURNED_UP = TrumpRule(turned_up=True)
NO_TRUMP = TrumpRule()
ANY_SUIT = TrumpRule(choice=tuple(Suit))
ANY_STRAIN = TrumpRule(choice=(*Suit, None))


def only(*suits: Suit) -> TrumpRule:
    """One suit, or the bidder's choice of a few."""
    return TrumpRule(choice=suits)


@dataclass(frozen=True)
class Contract:
    """What a seat, or several together, undertake to do.

    `target` is the least count that makes a MOST contract, the largest that makes a FEWEST one, and 0 for NONE;
    `target_in` has other targets for some trump suits. `stakes` gives what each opponent pays, by the name of the
    schedule of stakes.
    """

    name: str
    title: str
    players: int
    trump: TrumpRule
    objective: Objective
    target: int
    leader: Leader = Leader.ELDEST
    measure: Measure = Measure.TRICKS
    stakes: Mapping[str, int] = field(default_factory=dict, hash=False)
    faced: bool = False
    """Whether the bidder's hand is laid open."""
    out_of_play_counts: bool = False
    """Whether the undealt cards, or those laid away for them, count for the bidder at the end."""
    target_in: Mapping[Suit, int] = field(default_factory=dict, hash=False)
    preparation: Preparation = Preparation.NONE

    def goal(
        self,
        by: Side | Seat,
        *,
        eldest: Seat,
        turned_up: Suit | None = None,
        trump: Suit | None = None,
        seats: Side = ALL_SEATS,
        out_of_play: int = 0,
    ) -> Goal:
        """This contract in the hands of `by`.

        `trump` is the suit the bidder names, where the contract lets him; `seats` are those that play. `out_of_play`
        is what the cards out of play are worth, which some contracts count. Raises ContractError where the number of
        seats, the trump or the turned-up suit does not fit.
        """
        side = Side.of(by) if isinstance(by, Seat) else by
        if len(side) != self.players:
            needed = "one seat" if self.players == 1 else f"{self.players} seats"
            raise ContractError(f"{self.name} is played by {needed}, not by {side}")
        possible = self.trump.trumps(turned_up if turned_up is not None or self.trump.bidder_chooses else trump)
        if trump is None:
            if len(possible) > 1 and None not in possible:
                raise ContractError(f"{self.name} needs a trump suit: the bidder names it")
            trump = possible[0]
        if trump not in possible:
            allowed = " or ".join(suit.word if suit is not None else "no trump" for suit in possible)
            raise ContractError(
                f"{self.name} is played with {allowed}, not with {trump.word if trump is not None else 'no trump'}"
            )
        leader = {
            Leader.ELDEST: eldest,
            Leader.BIDDER: next(iter(side)),
            Leader.LEFT_OF_BIDDER: seats.after(next(iter(side))),
        }[self.leader]
        target = self.target if trump is None else self.target_in.get(trump, self.target)
        counted = out_of_play if self.out_of_play_counts else 0
        return Goal(side, trump, leader, self.objective, target, self.name, self.measure, counted)


@dataclass(frozen=True)
class Goal:
    """A two-sided question about a deal: what can `side` take, with this trump and leader, against all other seats?

    `target` may be None when only the number is asked for. `contract` is the name of the contract it comes from.
    """

    side: Side
    trump: Suit | None
    leader: Seat
    objective: Objective = Objective.MOST
    target: int | None = None
    contract: str | None = None
    measure: Measure = Measure.TRICKS
    out_of_play: int = 0
    """Points that count for the side whatever it takes: those of cards that are not played."""

    @property
    def misere(self) -> bool:
        """Whether it is one seat's to take no trick at all."""
        return self.objective is Objective.NONE and len(self.side) == 1 and self.measure is Measure.TRICKS

    def makes(self, value: int) -> bool | None:
        """Whether taking `value` fulfils the target; None without a target."""
        if self.objective is Objective.NONE:
            return value == 0
        if self.target is None:
            return None
        return value >= self.target if self.objective is Objective.MOST else value <= self.target


@dataclass(frozen=True)
class Game:
    """A game: its pack, its play and its contracts, in ascending order.

    `variants` names further contracts that an option of that name adds.
    """

    name: str
    title: str
    seats: int
    hand_size: int
    contracts: tuple[Contract, ...]
    play: PlayRules = PlayRules()
    undealt: int = 0
    packets: tuple[int, ...] = ()
    """How the cards are dealt out: so many to each seat in turn."""
    undealt_after: int | None = None
    """After how many of the packets the undealt cards are put down; None: they are what is left in the end."""
    variants: Mapping[str, tuple[Contract, ...]] = field(default_factory=dict, hash=False)

    @property
    def pack(self) -> tuple[Card, ...]:
        """All cards of the game."""
        return tuple(Card(suit, RANKS.index(letter)) for suit in Suit for letter in self.play.rank_order)

    @property
    def most(self) -> int:
        """The most that a side can take: all tricks, or all points."""
        return max(self.hand_size, self.play.points(self.pack))

    @property
    def counts_undealt(self) -> bool:
        """Whether some contract needs to know the undealt cards."""
        return any(each.out_of_play_counts or each.preparation is not Preparation.NONE for each in self.contracts)

    def contract(self, name: str) -> Contract:
        """A contract by name. Raises ContractError."""
        for contract in self.contracts:
            if contract.name == name:
                return contract
        known = ", ".join(contract.name for contract in self.contracts)
        raise ContractError(f"{name!r} is no contract of {self.title}: expected one of {known}")

    def with_variants(self, names: tuple[str, ...]) -> tuple[Contract, ...]:
        """The contracts, each followed by those of the same name that the variants add. Raises ContractError."""
        for name in names:
            if name not in self.variants:
                raise ContractError(
                    f"{name!r} is no variant of {self.title}: expected one of {', '.join(self.variants)}"
                )
        added = [contract for name in names for contract in self.variants[name]]
        return tuple(
            each
            for contract in self.contracts
            for each in (contract, *(extra for extra in added if extra.name == contract.name))
        )

    def sides(self, contract: Contract, seats: Side) -> tuple[Side, ...]:
        """Every set of seats that could undertake a contract."""
        return tuple(Side.of(chosen) for chosen in combinations(seats, contract.players))
