"""The par auction against plain recursion, on payments drawn at random: no memory, nothing but calls and their ends."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from ouverte import SOLO_WHIST, Seat, Side
from ouverte.auction import Auction, Outcome
from ouverte.par import Foresight
from ouverte.rules.ruleset import RuleSet

from tests.auction_rules import ALL, NO_PROPOSALS, PLAIN, small

ABUNDANCE = Outcome("abundance", Side.parse("W"))
Payments = Mapping[Seat, Fraction]


def drawn(rng: random.Random, rules: RuleSet, spread: int) -> dict[Outcome, Payments]:
    """Payments for every end of an auction; few different ones, so that there are ties."""
    ends = [Outcome()]
    for name in rules.auction.ascending:
        ends += [Outcome(name, side) for side in SOLO_WHIST.sides(SOLO_WHIST.contract(name), Side.of(Seat))]
    return {end: {seat: Fraction(rng.randint(-spread, spread), 4) for seat in Seat} for end in ends}


def plainly(auction: Auction, payments: Mapping[Outcome, Payments]) -> tuple[tuple[str, ...], Outcome]:
    """The calls from here to the end, and the end: every auction is followed to its end."""
    if auction.outcome is not None:
        return (), auction.outcome
    best: tuple[tuple[str, ...], Outcome] | None = None
    for name in auction.legal:
        line, end = plainly(auction.call(name), payments)
        assert auction.to_call is not None
        if best is None or payments[end][auction.to_call] > payments[best[1]][auction.to_call]:
            best = (name, *line), end
    assert best is not None
    return best


SMALL = [
    ("proposal", "solo"),
    ("proposal", "abundance"),
    ("solo", "misere", "abundance"),
    ("abundance", "royal_abundance"),
]


CASES = {
    f"{name}: {' '.join(contracts)}": rules
    for name in ALL
    for contracts in SMALL
    if (rules := small(ALL[name], *contracts)).auction.ascending
}


@pytest.mark.parametrize("name", CASES)
def test_against_plain_recursion(name: str) -> None:
    rules = CASES[name]
    for seed in range(6):
        rng = random.Random(seed)
        payments = drawn(rng, rules, rng.choice((1, 2, 8)))
        dealer = rng.choice(list(Seat))
        auction = Auction(rules, dealer)
        calls, end = plainly(auction, payments)
        foresight = Foresight(payments.__getitem__)
        assert foresight.outcome(auction) == end
        par = foresight.par(auction)
        assert (par.calls, par.outcome) == (calls, end)
        # From the middle of an auction that nobody would hold, too.
        while auction.to_call is not None:
            for choice in foresight.choices(auction):
                _, after = plainly(auction.call(choice.call), payments)
                assert (choice.outcome, choice.payments) == (after, payments[after])
            auction = auction.call(rng.choice(auction.legal))


def of(**payments: str) -> Foresight:
    """Payments by name: ``solo_E="-1 3 -1 -1"`` are those of North, East, South, West; all else fails, and is dear."""
    known = {Outcome(): dict.fromkeys(Seat, Fraction(0))}
    for name, amounts in payments.items():
        contract, _, side = name.rpartition("_")
        known[Outcome(contract, Side.parse(side))] = dict(zip(Seat, map(Fraction, amounts.split()), strict=True))

    def pays(outcome: Outcome) -> Payments:
        assert outcome.side is not None or outcome in known
        return known.get(outcome) or {seat: Fraction(-20 if seat in (outcome.side or ()) else 20) for seat in Seat}

    return Foresight(pays)


def held(*calls: str) -> Auction:
    """An auction with East as eldest and without proposals."""
    return Auction(NO_PROPOSALS, Seat.NORTH, calls)


def test_of_equals_the_lowest_call_is_taken() -> None:
    nothing = Foresight(lambda _: dict.fromkeys(Seat, Fraction(0)))
    auction = nothing.par(Auction(PLAIN, Seat.NORTH))
    assert (auction.calls, auction.outcome) == (("pass",) * 4, Outcome())
    first = nothing.turns(auction)[0]
    assert [choice.call for choice in first.as_good] == list(Auction(PLAIN, Seat.NORTH).legal[1:])


def test_who_is_to_be_outbid_passes() -> None:
    # East would make a solo; West outbids it with an abundance, and East is indifferent.
    foresight = of(solo_E="-1 3 -1 -1", abundance_W="-3 -3 -3 9")
    auction = foresight.par(held())
    assert (auction.calls, auction.outcome) == (("pass", "pass", "abundance", "pass"), ABUNDANCE)
    first, _, third, _ = foresight.turns(auction)
    assert ([choice.call for choice in first.as_good], third.as_good) == (["solo"], ())


def test_a_proposal_that_nobody_wants_is_the_lowest_way_to_an_abundance() -> None:
    foresight = of(abundance_W="-3 -3 -3 9")
    auction = foresight.par(Auction(PLAIN, Seat.NORTH))
    assert (auction.calls, auction.outcome) == (("pass", "pass", "proposal", "pass", "pass", "abundance"), ABUNDANCE)
    assert [choice.call for choice in foresight.turns(auction)[2].as_good] == ["abundance"]


def test_a_sacrifice_is_bid_when_it_is_cheaper() -> None:
    # North's open misère costs him 2, and West's abundance would cost him 3.
    foresight = of(abundance_W="-3 -3 -3 9", open_misere_N="-2 1 0 1")
    auction = foresight.par(held())
    assert auction.calls == ("pass", "pass", "abundance", "open_misere", "pass")
    assert [turn.cost for turn in foresight.turns(auction)] == [0] * 5


def test_what_a_call_costs() -> None:
    foresight = of(solo_E="-1 3 -1 -1", misere_S="2 2 -6 2")
    passed, bid, *rest = foresight.turns(held("pass", "misere", "pass", "pass"))
    assert (passed.seat, passed.expected, passed.best.call, passed.cost) == (Seat.EAST, 0, "solo", 3)
    assert passed.chosen.outcome == Outcome()
    assert (bid.seat, bid.expected, bid.best.call, bid.cost) == (Seat.SOUTH, -6, "pass", 6)
    assert [choice.call for choice in bid.as_good] == ["pass"]
    assert [each.cost for each in rest] == [0, 0]


def test_an_auction_that_is_not_over_leads_where_par_does() -> None:
    foresight = of(solo_E="-1 3 -1 -1", abundance_W="-3 -3 -3 9")
    auction = held("solo", "pass")
    assert foresight.outcome(auction) == ABUNDANCE
    assert foresight.par(auction).calls == ("solo", "pass", "abundance", "pass", "pass")
