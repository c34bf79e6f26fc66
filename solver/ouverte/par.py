"""What should have been bid: the contract that pays each seat best, the par auction, and an auction that was held.

Payments come from exact results: a contract pays what it does with best play by all, the bidder naming the trump suit
that serves him best. A hand that is thrown in pays nothing, and so does one in which all pass: what misery would bring
cannot be foreseen.

The *par auction* is the one held by four who know every card, each bidding for himself. It is worked out backwards: at
each point the seat to call takes the call that, with all calling by the same rule from there on, pays it most. Between
calls that pay it the same it takes the lowest: pass, acceptance, then the contracts in ascending order. The payments of
four seats are no contest of two sides, so that another choice between equals can lead to another end; `Turn.as_good`
tells where there was one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ouverte.analysis import Entry, Report
from ouverte.auction import Auction, Outcome
from ouverte.errors import ContractError
from ouverte.rules.model import Objective
from ouverte.rules.ruleset import PASS, RuleSet
from ouverte.seats import Seat, Side
from ouverte.settlement import settle

Payments = Mapping[Seat, Fraction]
"""What each seat is paid; less than 0 where it pays."""


def pays_tricks(rules: RuleSet) -> bool:
    """Whether the number of tricks over or under changes a payment, so that verdicts alone do not settle a contract."""
    payments = (rules.payments[name] for name in rules.auction.ascending)
    return any(payment.over or payment.under for payment in payments)


@dataclass(frozen=True, slots=True)
class Offer:
    """A contract in the hands of a side, with the trump suit that serves it best, and what that pays."""

    entry: Entry
    payments: Payments

    @property
    def outcome(self) -> Outcome:
        """The contract and the side."""
        return Outcome(self.entry.contract.name, self.entry.goal.side)

    @property
    def pays(self) -> Fraction:
        """What it pays the side, or each of the two who play together."""
        return min(self.payments[seat] for seat in self.entry.goal.side)


class Offers:
    """What every contract that can be bid pays in the hands of every side, by the exact results of a report."""

    def __init__(self, rules: RuleSet, report: Report) -> None:
        """Raises ContractError for a report on another game, or one of verdicts where payments go by the trick."""
        if report.game.name != rules.game.name:
            raise ContractError(f"{rules.title} are rules for {rules.game.title}, not for {report.game.title}")
        if pays_tricks(rules) and any(entry.value is None for entry in report.entries):
            raise ContractError(f"{rules.title} pay for tricks over and under: verdicts alone do not say how much")
        self.rules = rules
        self.report = report
        self._seats = report.deal.seats
        self._offers: dict[tuple[str, Side], Offer] = {}
        for name in rules.auction.ascending:
            for side in dict.fromkeys(entry.goal.side for entry in report.of(name)):
                entry = report.best(name, side)
                settled = settle(rules, name, side, _taken(entry), seats=self._seats)
                self._offers[name, side] = Offer(entry, settled.payments)

    def __iter__(self) -> Iterator[Offer]:
        """All of them, contract by contract in the order in which they are bid."""
        return iter(self._offers.values())

    def of(self, contract: str, side: Side) -> Offer:
        """The offer of a contract to a side. Raises ContractError where there is none."""
        try:
            return self._offers[contract, side]
        except KeyError:
            raise ContractError(f"{contract} by {side} is not in the report") from None

    def makes(self, outcome: Outcome) -> bool | None:
        """Whether the contract an auction ends in is made; None for a hand that is thrown in."""
        if outcome.contract is None or outcome.side is None:
            return None
        return self.of(outcome.contract, outcome.side).entry.makes

    def best(self, side: Side) -> Offer | None:
        """The contract that pays a side best, the lowest of equals; None when none pays it anything."""
        own = [offer for offer in self if offer.entry.goal.side == side and offer.pays > 0]
        return max(own, key=lambda offer: offer.pays, default=None)

    def payments(self, outcome: Outcome) -> Payments:
        """What the end of an auction pays each seat."""
        if outcome.contract is None or outcome.side is None:
            return dict.fromkeys(self._seats, Fraction(0))
        return self.of(outcome.contract, outcome.side).payments


def _taken(entry: Entry) -> int:
    """The tricks taken; where only the verdict is known, a number that has the same verdict."""
    if entry.value is not None:
        return entry.value
    contract = entry.contract
    if entry.makes:
        return contract.target
    return contract.target - 1 if contract.objective is Objective.MOST else contract.target + 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A call that may be made, and where it leads when all call by par after it."""

    call: str
    outcome: Outcome
    payments: Payments


@dataclass(frozen=True, slots=True)
class Turn:
    """A call that was made, beside all that might have been."""

    seat: Seat
    call: str
    choices: tuple[Choice, ...]

    @property
    def chosen(self) -> Choice:
        """What the call leads to by par."""
        return next(choice for choice in self.choices if choice.call == self.call)

    @property
    def best(self) -> Choice:
        """The call that pays the seat most, the lowest of equals."""
        return max(self.choices, key=lambda choice: choice.payments[self.seat])

    @property
    def expected(self) -> Fraction:
        """What the seat could expect after its call."""
        return self.chosen.payments[self.seat]

    @property
    def cost(self) -> Fraction:
        """How much more the best call would have paid it."""
        return self.best.payments[self.seat] - self.expected

    @property
    def as_good(self) -> tuple[Choice, ...]:
        """The other calls that would have paid the seat as much as the best one does."""
        most = self.best.payments[self.seat]
        return tuple(each for each in self.choices if each.payments[self.seat] == most and each.call != self.call)


class Foresight:
    """Par from any point of auctions of one dealer under one set of rules; `pays` says what an end pays each seat."""

    def __init__(self, pays: Callable[[Outcome], Payments]) -> None:
        self._pays = pays
        self._outcomes: dict[object, Outcome] = {}

    def outcome(self, auction: Auction) -> Outcome:
        """How an auction ends when all call by par from here."""
        if auction.outcome is not None:
            return auction.outcome
        state = auction.state
        if state not in self._outcomes:
            self._outcomes[state] = self._best(auction).outcome
        return self._outcomes[state]

    def choices(self, auction: Auction) -> tuple[Choice, ...]:
        """The calls that may be made, from the lowest, and where each leads."""
        ends = ((name, self.outcome(auction.call(name))) for name in auction.legal)
        return tuple(Choice(name, outcome, self._pays(outcome)) for name, outcome in ends)

    def turns(self, auction: Auction) -> tuple[Turn, ...]:
        """The calls of an auction that was held, each beside what might have been called."""
        at = Auction(auction.rules, auction.dealer, seats=auction.seats)
        turns = []
        for seat, name in auction.record:
            turns.append(Turn(seat, name, self.choices(at)))
            at = at.call(name)
        return tuple(turns)

    def par(self, auction: Auction) -> Auction:
        """The auction carried on to its end by par."""
        while auction.to_call is not None:
            auction = auction.call(self._best(auction).call)
        return auction

    def _best(self, auction: Auction) -> Choice:
        seat = auction.to_call
        assert seat is not None
        # Of equals `max` keeps the first, which is the lowest call.
        return max(self.choices(auction), key=lambda choice: choice.payments[seat])


@dataclass(frozen=True, slots=True)
class JudgedAuction:
    """An auction, call by call beside what else might have been called.

    `makes` has for each call whether the contract it bids can be made; None for a pass, and for a proposal, which
    depends on who accepts it. `outcome` is the end of the auction, or, for one that is not over, where par leads from
    there.
    """

    auction: Auction
    turns: tuple[Turn, ...]
    makes: tuple[bool | None, ...]
    outcome: Outcome
    payments: Payments

    @property
    def errors(self) -> tuple[Turn, ...]:
        """The calls that cost their callers something."""
        return tuple(turn for turn in self.turns if turn.cost)

    @property
    def last_bid(self) -> Turn | None:
        """The call that made the highest bid what it is, None where all passed."""
        return next((turn for turn in reversed(self.turns) if turn.call != PASS), None)


class Par:
    """Par on one deal: the auction held by four who know every card, and the judge of auctions held by others."""

    def __init__(self, offers: Offers, dealer: Seat) -> None:
        """`dealer` is the one the report was made with."""
        self.offers = offers
        self._foresight = Foresight(offers.payments)
        start = Auction(offers.rules, dealer, seats=offers.report.deal.seats)
        self.auction = self.judge(self._foresight.par(start))

    def judge(self, auction: Auction) -> JudgedAuction:
        """What the calls of an auction on this deal were worth."""
        makes: list[bool | None] = []
        at = Auction(auction.rules, auction.dealer, seats=auction.seats)
        for _, name in auction.record:
            at = at.call(name)
            makes.append(None if name == PASS or at.open_proposal else self.offers.makes(at.highest))
        outcome = self._foresight.outcome(auction)
        turns = self._foresight.turns(auction)
        return JudgedAuction(auction, turns, tuple(makes), outcome, self.offers.payments(outcome))
