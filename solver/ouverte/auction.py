"""The auction: the calls made, each checked against the rules of the table, and what may be called next.

Calls are words: ``pass``, ``acceptance`` and the names of contracts, of which one that two play together is called as a
proposal. Where the rules in use leave something open, this is how they are read:

- The auction is over when every seat outside the side that holds the highest bid has passed. Nobody raises his own bid
  while it stands, and the two of an accepted proposal do not bid against each other. Once overcalled, a bidder, a
  proposer or an acceptor may bid again, as he has not passed.
- A proposal is open until it is accepted or overcalled. An accepted one ranks as the proposal did: whoever has still
  to call may call anything higher.
- Eldest, having passed, is asked once more when his turn comes and the proposal of another, the only bid so far, is
  still open. He may then accept or pass, and nothing else.
- A proposer is left alone when his turn comes again with the proposal still open. He may raise to anything higher, in
  an auction of one round too. If he passes, the hand is thrown in; where he has to raise he may not pass, and the hand
  is thrown in only if the rules give him nothing higher to call.
- A contract that may be bid only over another needs that one to be the highest bid at the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ouverte.errors import AuctionError
from ouverte.rules.ruleset import ACCEPTANCE, PASS, LoneProposer, RuleSet
from ouverte.seats import ALL_SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an auction ended: a contract and the side that plays it, or, with neither, a hand that is thrown in."""

    contract: str | None = None
    side: Side | None = None

    @property
    def thrown_in(self) -> bool:
        """Whether there is no contract."""
        return self.contract is None


class Auction:
    """Calls made so far. Immutable: `call` gives a new auction.

    >>> from ouverte.rules.presets import RULE_SETS
    >>> auction = Auction(RULE_SETS["english"], Seat.NORTH, ["pass", "proposal", "pass", "pass"])
    >>> auction.to_call, auction.legal
    (<Seat.EAST: 1>, ('pass', 'acceptance'))
    >>> auction.call("acceptance").outcome
    Outcome(contract='proposal', side=Side.parse('ES'))
    """

    __slots__ = ("_again", "_dealer", "_high", "_out", "_record", "_rules", "_seats", "_side", "_to_call")

    def __init__(self, rules: RuleSet, dealer: Seat, calls: Iterable[str] = (), *, seats: Side = ALL_SEATS) -> None:
        """The auction after these calls, which begin with eldest. Raises AuctionError at the first that is illegal.

        `seats` are those that play; the dealer need not be one of them.
        """
        self._rules = rules
        self._dealer = dealer
        self._seats = seats
        self._record: tuple[tuple[Seat, str], ...] = ()
        self._high: str | None = None
        self._side = Side(0)
        self._out = Side(0)
        self._again = False
        self._to_call: Seat | None = seats.after(dealer)
        auction = self
        for name in calls:
            auction = auction.call(name)
        for field in self.__slots__:
            setattr(self, field, getattr(auction, field))

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self._rules

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return self._dealer

    @property
    def eldest(self) -> Seat:
        """The seat that calls first, at the dealer's left."""
        return self._seats.after(self._dealer)

    @property
    def seats(self) -> Side:
        """The seats that play."""
        return self._seats

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls in order."""
        return tuple(name for _, name in self._record)

    @property
    def record(self) -> tuple[tuple[Seat, str], ...]:
        """The calls in order, each with the seat that made it."""
        return self._record

    @property
    def to_call(self) -> Seat | None:
        """The seat whose turn it is, None when the auction is over."""
        return self._to_call

    @property
    def out(self) -> Side:
        """The seats that have passed and are out; eldest among them, even if he may yet accept."""
        return self._out

    @property
    def highest(self) -> Outcome:
        """The highest bid so far and who holds it, without contract and side before the first."""
        return Outcome(self._high, self._side) if self._high is not None else Outcome()

    @property
    def open_proposal(self) -> bool:
        """Whether the highest bid is a proposal that is not accepted."""
        return self._high is not None and len(self._side) < self._rules.game.contract(self._high).players

    @property
    def all_passed(self) -> bool:
        """Whether the auction is over without a bid, so that misery is played where the rules have it."""
        return self._to_call is None and self._high is None

    @property
    def outcome(self) -> Outcome | None:
        """How the auction ended; None while it goes on."""
        if self._to_call is not None:
            return None
        return Outcome() if self.open_proposal else self.highest

    @property
    def legal(self) -> tuple[str, ...]:
        """What the seat to call may say: pass, acceptance, then contracts from the lowest; empty when all is over."""
        seat = self._to_call
        if seat is None:
            return ()
        names = (PASS, ACCEPTANCE, *self._rules.auction.ascending)
        return tuple(name for name in names if self._refusal(seat, name) is None)

    @property
    def state(self) -> tuple[object, ...]:
        """What the rest of the auction depends on: of one dealer and one table, equal states go on alike."""
        return self._to_call, self._high, self._side, self._out

    def call(self, name: str, by: Seat | None = None) -> Auction:
        """The auction after the next call, that of the seat to call; `by` has to be that seat, if it is given.

        Raises AuctionError, which names the rule broken.
        """
        seat = self._to_call
        if seat is None:
            reason: str | None = "the auction is over"
        elif by is not None and by is not seat:
            out = by in self._out
            reason = f"{by.word} has passed and is out" if out else f"it is {seat.word}'s turn, not {by.word}'s"
        else:
            reason = self._refusal(seat, name)
        if reason is not None:
            raise AuctionError(f"call {len(self._record) + 1} ({name}): {reason}")
        assert seat is not None
        return self._after(seat, name)

    def _after(self, seat: Seat, name: str) -> Auction:
        """The auction after a legal call."""
        after = object.__new__(Auction)
        for field in self.__slots__:
            setattr(after, field, getattr(self, field))
        after._record = (*self._record, (seat, name))
        if name == PASS:
            after._again = self._again or seat in self._out
            after._out = Side(self._out.mask | 1 << seat)
        else:
            after._out = Side(self._out.mask & ~(1 << seat))
            if name == ACCEPTANCE:
                after._side = Side(self._side.mask | 1 << seat)
            else:
                after._high, after._side = name, Side.of(seat)
        after._to_call = after._next(seat)
        return after

    def _next(self, last: Seat) -> Seat | None:
        """The next seat, clockwise from the last that called, to have a call; None when there is none."""
        seat = last
        for _ in self._seats:
            seat = self._seats.after(seat)
            if self._has_call(seat):
                return seat
        return None

    def _has_call(self, seat: Seat) -> bool:
        """Whether a seat has a call when the turn comes to it."""
        rules = self._rules.auction
        if seat in self._out:
            if not rules.eldest_may_accept or seat is not self.eldest or self._again:
                return False
            return self.open_proposal and self._only_bid and seat not in self._side
        if seat in self._side:
            # The turn has come back to him: he is alone with his proposal.
            return self.open_proposal and any(self._refusal(seat, name) is None for name in rules.ascending)
        return not rules.one_round or seat not in self._called

    @property
    def _only_bid(self) -> bool:
        """Whether there has been one call in all that is no pass."""
        return sum(name != PASS for _, name in self._record) == 1

    @property
    def _called(self) -> Side:
        return Side.of(seat for seat, _ in self._record)

    def _refusal(self, seat: Seat, name: str) -> str | None:
        """The rule that the call of the seat to call would break, None if it is legal."""
        rules = self._rules.auction
        if name == PASS:
            if seat in self._side and rules.lone_proposer is LoneProposer.MUST_RAISE:
                return f"{seat.word} proposed, was not accepted, and must raise"
            return None
        if name == ACCEPTANCE:
            return self._acceptance_refusal(seat)
        if name not in rules.ascending:
            if any(contract.name == name for contract in self._rules.game.contracts):
                return "it is not bid at this table"
            return f"no such call: expected {PASS}, {ACCEPTANCE} or one of {' '.join(rules.ascending)}"
        if seat in self._out:
            return f"{seat.word} has passed and may only accept the proposal"
        if self._high is not None and rules.ascending.index(name) <= rules.ascending.index(self._high):
            return f"it is not higher than {self._high}, the highest bid so far"
        below = rules.only_over.get(name)
        if below is not None and below != self._high:
            return f"it may be bid only over {below}"
        return None

    def _acceptance_refusal(self, seat: Seat) -> str | None:
        if self._high is None or not any(self._together(name) for name in self.calls):
            return "there is no proposal to accept"
        if not self._together(self._high):
            return f"the proposal is no longer open: {self._high} was called over it"
        if not self.open_proposal:
            return "the proposal is accepted already"
        return f"{seat.word} cannot accept a proposal of his own" if seat in self._side else None

    def _together(self, name: str) -> bool:
        """Whether a call is a bid of a contract that several play together."""
        return name not in (PASS, ACCEPTANCE) and self._rules.game.contract(name).players > 1

    def __repr__(self) -> str:
        return f"<Auction, dealer {self._dealer.letter}: {' '.join(self.calls) or 'no call yet'}>"
