"""What contracts pay by exact results, par and verdicts: the founding example under several ways to pay."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from ouverte import ContractError, Deal, Report, Seat, Side, Suit, analyse
from ouverte.auction import Auction, Outcome
from ouverte.par import Offers, Par, pays_tricks
from ouverte.rules.ruleset import Payment, RuleSet

from tests.auction_rules import LIKE_THE_RUSSIAN, NO_PROPOSALS, PLAIN

DEAL = Deal.from_pbn("N:76543.2..KJT9642 .AKQJT9.T9.AQ753 JT982.7543.764.8 AKQ.86.AKQJ8532.")
HELD = ("solo", "misere", "abundance", "open_misere", "pass", "pass", "pass")


def paying(rules: RuleSet, **payments: str) -> RuleSet:
    """The rules with other payments: stake, what is lost, over and under a trick."""
    changed = {name: Payment(*map(Fraction, amounts.split())) for name, amounts in payments.items()}
    return replace(rules, payments={**rules.payments, **changed})


QUARTERS = paying(
    LIKE_THE_RUSSIAN,
    proposal="1 0 1/4 1/4",
    solo="1 0 1/4 1/4",
    abundance="3 0 1/2 1/2",
    royal_abundance="3 0 1/2 1/2",
)


@pytest.fixture(scope="module")
def report() -> Report:
    return analyse(DEAL, Seat.NORTH, Suit.HEARTS)


@pytest.fixture(scope="module")
def verdicts() -> Report:
    return analyse(DEAL, Seat.NORTH, Suit.HEARTS, numbers=False)


def payments(offers: Offers, contract: str, side: str) -> list[str]:
    paid = offers.of(contract, Side.parse(side)).payments
    assert sum(paid.values()) == 0
    return [str(paid[seat]) for seat in Seat]


def test_flat_stakes(verdicts: Report) -> None:
    offers = Offers(PLAIN, verdicts)
    assert payments(offers, "solo", "E") == ["-1", "3", "-1", "-1"]
    assert payments(offers, "abundance", "W") == ["-3", "-3", "-3", "9"]
    assert payments(offers, "open_misere", "N") == ["-12", "4", "4", "4"]
    assert payments(offers, "proposal", "EW") == ["-1", "1", "-1", "1"]
    assert payments(offers, "proposal", "NS") == ["-1", "1", "-1", "1"]
    assert payments(offers, "abundance_declared", "W") == ["6", "6", "6", "-18"]
    assert {str(offer.pays) for offer in offers if offer.entry.makes} == {"1", "3", "9"}


def test_quarter_points(report: Report) -> None:
    offers = Offers(QUARTERS, report)
    # Seven tricks in solo, eleven in the abundance, thirteen together; nought where five were needed.
    assert payments(offers, "solo", "E") == ["-3/2", "9/2", "-3/2", "-3/2"]
    assert payments(offers, "solo", "N") == ["-15/4", "5/4", "5/4", "5/4"]
    assert payments(offers, "abundance", "W") == ["-4", "-4", "-4", "12"]
    assert offers.of("abundance", Side.parse("W")).entry.goal.trump is Suit.DIAMONDS
    assert payments(offers, "proposal", "NE") == ["9/4", "9/4", "-9/4", "-9/4"]
    assert payments(offers, "misere", "S") == ["2", "2", "-6", "2"]


def test_numbers_and_verdicts_settle_flat_stakes_alike(report: Report, verdicts: Report) -> None:
    assert not pays_tricks(PLAIN)
    assert pays_tricks(QUARTERS)
    for one, other in zip(Offers(PLAIN, report), Offers(PLAIN, verdicts), strict=True):
        assert (one.outcome, one.payments) == (other.outcome, other.payments)


def test_tricks_that_are_paid_cannot_be_settled_by_verdicts(verdicts: Report) -> None:
    with pytest.raises(ContractError, match="verdicts alone do not say how much"):
        Offers(QUARTERS, verdicts)
    unbid = replace(QUARTERS, auction=replace(QUARTERS.auction, ascending=("misere", "open_misere")))
    assert not pays_tricks(unbid)
    assert Offers(unbid, verdicts).best(Side.parse("N")) is None


def test_rules_of_another_game(report: Report) -> None:
    other = replace(PLAIN, title="Frog rules", game=replace(PLAIN.game, name="frog", title="Frog"))
    with pytest.raises(ContractError, match=r"^Frog rules are rules for Frog, not for Solo Whist$"):
        Offers(other, report)


def test_what_pays_best(report: Report) -> None:
    offers = Offers(PLAIN, report)
    best = {side: offers.best(Side.parse(side)) for side in ("N", "E", "S", "W", "NE", "NS", "EW")}
    assert {side: offer.outcome.contract for side, offer in best.items() if offer is not None} == {
        "E": "solo", "W": "abundance", "NE": "proposal", "EW": "proposal",
    }  # fmt: skip
    # Of several that pay alike the lowest: here it is as good to lose a misère or an abundance as to win a solo.
    alike = paying(PLAIN, misere="2 -1", abundance="3 -1")
    east = Offers(alike, report).best(Side.parse("E"))
    assert east is not None
    assert (east.outcome.contract, east.pays) == ("solo", 3)


def test_a_contract_nobody_bids_has_no_offer(report: Report) -> None:
    offers = Offers(NO_PROPOSALS, report)
    with pytest.raises(ContractError, match=r"^proposal by NE is not in the report$"):
        offers.of("proposal", Side.parse("NE"))
    assert offers.payments(Outcome()) == dict.fromkeys(Seat, 0)
    assert offers.makes(Outcome()) is None


def test_the_par_of_the_founding_example(verdicts: Report) -> None:
    par = Par(Offers(PLAIN, verdicts), Seat.NORTH)
    assert par.auction.auction.calls == ("pass", "pass", "abundance", "pass")
    assert par.auction.outcome == Outcome("abundance", Side.parse("W"))
    assert [str(par.auction.payments[seat]) for seat in Seat] == ["-3", "-3", "-3", "9"]
    assert par.auction.errors == ()
    assert par.auction.makes == (None, None, True, None)
    assert [choice.call for choice in par.auction.turns[0].as_good] == ["proposal", "solo", "misere"]


def test_the_verdict_on_the_founding_auction(verdicts: Report) -> None:
    held = Par(Offers(PLAIN, verdicts), Seat.NORTH).judge(Auction(PLAIN, Seat.NORTH, HELD))
    assert held.outcome == Outcome("open_misere", Side.parse("N"))
    assert held.makes == (True, False, True, False, None, None, None)
    (error,) = held.errors
    assert (error.seat, error.call, error.expected, error.best.call, error.cost) == (
        Seat.NORTH, "open_misere", -12, "pass", 9,
    )  # fmt: skip
    assert held.last_bid is error
    assert [turn.expected for turn in held.turns] == [-3, -3, 9, -12, 4, 4, 4]


def test_an_acceptance_is_judged_by_what_the_two_make(verdicts: Report) -> None:
    par = Par(Offers(PLAIN, verdicts), Seat.NORTH)
    held = par.judge(Auction(PLAIN, Seat.NORTH, ["pass", "proposal", "pass", "acceptance"]))
    assert held.makes == (None, None, None, False)
    # To accept loses, but so does passing: East would accept then, and make it.
    (missed,) = held.errors
    assert (missed.seat, missed.call, missed.best.call) == (Seat.WEST, "pass", "abundance")
    assert (held.outcome, held.auction.to_call) == (Outcome("proposal", Side.parse("NS")), None)
