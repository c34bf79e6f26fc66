"""The auction: who may call what, what every refusal says, and where auctions end, against rules written out anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ouverte import AuctionError, Seat, Side
from ouverte.auction import Auction, Outcome
from ouverte.rules.ruleset import ACCEPTANCE, PASS, LoneProposer, RuleSet

from tests.auction_rules import (
    ALL,
    ASCENDING,
    MUST_RAISE,
    NO_PROPOSALS,
    NO_SECOND_CHANCE,
    ONE_ROUND,
    ONLY_PROPOSALS,
    PLAIN,
    RANKED_BY_MISERE,
    ROYAL_OVER_ABUNDANCE,
)

CALLS = (PASS, ACCEPTANCE, *ASCENDING)
NOBODY = ""


def held(rules: RuleSet, calls: str) -> Auction:
    """An auction with North as dealer, so that East is eldest."""
    return Auction(rules, Seat.NORTH, calls.split())


def told(value: object) -> str:
    """A rule set, or a text, in the name of a test."""
    names = [name for name, rules in ALL.items() if rules is value]
    return names[0] if names else str(value)


# --- What may be called ----------------------------------------------------------------------------------------------

TURNS = [
    # rules, calls so far, who calls next, what may be called
    (PLAIN, "", "E", "pass proposal solo misere abundance royal_abundance open_misere abundance_declared"),
    (NO_PROPOSALS, "", "E", "pass solo misere abundance royal_abundance open_misere abundance_declared"),
    (ROYAL_OVER_ABUNDANCE, "", "E", "pass proposal solo misere abundance open_misere abundance_declared"),
    (ROYAL_OVER_ABUNDANCE, "solo", "S", "pass misere abundance open_misere abundance_declared"),
    (ROYAL_OVER_ABUNDANCE, "abundance", "S", "pass royal_abundance open_misere abundance_declared"),
    (ROYAL_OVER_ABUNDANCE, "abundance open_misere", "W", "pass abundance_declared"),
    (PLAIN, "misere", "S", "pass abundance royal_abundance open_misere abundance_declared"),
    (RANKED_BY_MISERE, "misere", "S", "pass abundance_declared open_misere"),
    (RANKED_BY_MISERE, "abundance_declared", "S", "pass open_misere"),
    (PLAIN, "abundance_declared", "S", "pass"),
    # A proposal may be accepted by anyone in turn, or overcalled.
    (PLAIN, "proposal", "S",
     "pass acceptance solo misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "proposal pass pass", "N",
     "pass acceptance solo misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "proposal acceptance", "W", "pass solo misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "proposal solo", "W", "pass misere abundance royal_abundance open_misere abundance_declared"),
    # Eldest, having passed, is asked once more, and only about a proposal that is the only other bid.
    (PLAIN, "pass proposal pass pass", "E", "pass acceptance"),
    (PLAIN, "pass pass pass proposal", "E", "pass acceptance"),
    (PLAIN, "pass pass proposal pass", "E", "pass acceptance"),
    (NO_SECOND_CHANCE, "pass proposal pass pass", "S",
     "pass solo misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "pass proposal solo pass", "S", "pass misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "pass proposal pass acceptance", NOBODY, ""),
    # The lone proposer.
    (PLAIN, "proposal pass pass pass", "E",
     "pass solo misere abundance royal_abundance open_misere abundance_declared"),
    (MUST_RAISE, "proposal pass pass pass", "E",
     "solo misere abundance royal_abundance open_misere abundance_declared"),
    (MUST_RAISE, "pass proposal pass pass pass", "S",
     "solo misere abundance royal_abundance open_misere abundance_declared"),
    (ROYAL_OVER_ABUNDANCE, "proposal pass pass pass", "E", "pass solo misere abundance open_misere abundance_declared"),
    (ONLY_PROPOSALS, "proposal pass pass pass", NOBODY, ""),
    # A bidder, a proposer and an acceptor may bid again once they are overcalled.
    (PLAIN, "solo misere pass pass", "E", "pass abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "proposal acceptance abundance pass", "E", "pass royal_abundance open_misere abundance_declared"),
    (PLAIN, "proposal acceptance abundance pass pass", "S", "pass royal_abundance open_misere abundance_declared"),
    # But not while their own bid stands.
    (PLAIN, "proposal acceptance pass pass", NOBODY, ""),
    (PLAIN, "solo pass pass pass", NOBODY, ""),
    # One round: everyone calls once, but for a lone proposer and for eldest.
    (ONE_ROUND, "solo misere pass pass", NOBODY, ""),
    (ONE_ROUND, "proposal solo pass pass", NOBODY, ""),
    (ONE_ROUND, "proposal pass pass acceptance", NOBODY, ""),
    (ONE_ROUND, "pass proposal pass pass", "E", "pass acceptance"),
    (ONE_ROUND, "pass proposal pass pass pass", "S",
     "pass solo misere abundance royal_abundance open_misere abundance_declared"),
    (ONE_ROUND, "proposal pass pass pass", "E",
     "pass solo misere abundance royal_abundance open_misere abundance_declared"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "to_call", "legal"), TURNS, ids=told)
def test_what_may_be_called(rules: RuleSet, calls: str, to_call: str, legal: str) -> None:
    auction = held(rules, calls)
    assert (auction.to_call.letter if auction.to_call is not None else NOBODY) == to_call
    assert " ".join(auction.legal) == legal


OUTCOMES = [
    (PLAIN, "pass pass pass pass", None, NOBODY),
    (PLAIN, "solo misere abundance open_misere pass pass pass", "open_misere", "N"),
    (PLAIN, "pass proposal pass pass acceptance", "proposal", "ES"),
    (PLAIN, "pass proposal pass pass pass pass", None, NOBODY),
    (PLAIN, "pass proposal pass pass pass solo", "solo", "S"),
    (PLAIN, "proposal pass pass pass pass", None, NOBODY),
    (PLAIN, "proposal pass acceptance pass", "proposal", "EW"),
    (PLAIN, "proposal pass acceptance solo pass pass", "solo", "N"),
    (PLAIN, "proposal acceptance pass solo misere pass abundance pass", "abundance", "N"),
    (PLAIN, "proposal pass pass pass abundance", "abundance", "E"),
    (ONE_ROUND, "pass pass pass proposal pass solo", "solo", "N"),
    (ONE_ROUND, "pass pass pass proposal pass pass", None, NOBODY),
    (ONE_ROUND, "solo misere pass abundance", "abundance", "N"),
    (ONLY_PROPOSALS, "proposal pass pass pass", None, NOBODY),
]


@pytest.mark.parametrize(("rules", "calls", "contract", "side"), OUTCOMES, ids=told)
def test_where_an_auction_ends(rules: RuleSet, calls: str, contract: str | None, side: str) -> None:
    *before, last = calls.split()
    assert held(rules, " ".join(before)).outcome is None
    auction = held(rules, calls)
    assert auction.outcome == Outcome(contract, Side.parse(side) if side else None)
    assert auction.outcome.thrown_in is (contract is None)
    assert auction.all_passed is (set(calls.split()) == {PASS})
    assert (auction.to_call, auction.legal, auction.calls[-1]) == (None, (), last)


REFUSALS = [
    (PLAIN, "", "acceptance", "call 1 (acceptance): there is no proposal to accept"),
    (PLAIN, "solo", "acceptance", "call 2 (acceptance): there is no proposal to accept"),
    (PLAIN, "proposal misere", "acceptance",
     "call 3 (acceptance): the proposal is no longer open: misere was called over it"),
    (PLAIN, "proposal acceptance", "acceptance", "call 3 (acceptance): the proposal is accepted already"),
    (PLAIN, "proposal pass pass pass", "acceptance",
     "call 5 (acceptance): East cannot accept a proposal of his own"),
    (PLAIN, "misere", "solo", "call 2 (solo): it is not higher than misere, the highest bid so far"),
    (PLAIN, "proposal", "proposal", "call 2 (proposal): it is not higher than proposal, the highest bid so far"),
    (RANKED_BY_MISERE, "misere", "abundance",
     "call 2 (abundance): it is not higher than misere, the highest bid so far"),
    (ROYAL_OVER_ABUNDANCE, "", "royal_abundance", "call 1 (royal_abundance): it may be bid only over abundance"),
    (ROYAL_OVER_ABUNDANCE, "misere", "royal_abundance", "call 2 (royal_abundance): it may be bid only over abundance"),
    (PLAIN, "pass proposal pass pass", "solo",
     "call 5 (solo): East has passed and may only accept the proposal"),
    (MUST_RAISE, "proposal pass pass pass", "pass",
     "call 5 (pass): East proposed, was not accepted, and must raise"),
    (NO_PROPOSALS, "", "proposal", "call 1 (proposal): it is not bid at this table"),
    (NO_PROPOSALS, "", "acceptance", "call 1 (acceptance): there is no proposal to accept"),
    (NO_PROPOSALS, "", "slam",
     "call 1 (slam): no such call: expected pass, acceptance or one of "
     "solo misere abundance royal_abundance open_misere abundance_declared"),
    (PLAIN, "solo pass pass pass", "pass", "call 5 (pass): the auction is over"),
    (ONE_ROUND, "solo misere pass pass", "abundance", "call 5 (abundance): the auction is over"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "call", "reason"), REFUSALS, ids=told)
def test_a_refusal_names_the_rule(rules: RuleSet, calls: str, call: str, reason: str) -> None:
    auction = held(rules, calls)
    with pytest.raises(AuctionError) as caught:
        auction.call(call)
    assert str(caught.value) == reason
    with pytest.raises(AuctionError) as caught:
        held(rules, f"{calls} {call}")
    assert str(caught.value) == reason


def test_a_call_by_a_seat_that_has_none() -> None:
    auction = held(PLAIN, "pass solo")
    assert auction.call("misere", by=Seat.WEST).record[-1] == (Seat.WEST, "misere")
    with pytest.raises(AuctionError, match=r"^call 3 \(misere\): East has passed and is out$"):
        auction.call("misere", by=Seat.EAST)
    with pytest.raises(AuctionError, match=r"^call 3 \(misere\): it is West's turn, not North's$"):
        auction.call("misere", by=Seat.NORTH)


# --- The founding example, other tables ------------------------------------------------------------------------------


def test_the_founding_auction() -> None:
    auction = held(PLAIN, "solo misere abundance open_misere")
    assert [(seat.letter, call) for seat, call in auction.record] == [
        ("E", "solo"), ("S", "misere"), ("W", "abundance"), ("N", "open_misere"),
    ]  # fmt: skip
    assert (auction.to_call, auction.highest) == (Seat.EAST, Outcome("open_misere", Side.parse("N")))
    assert auction.legal == ("pass", "abundance_declared")
    assert repr(auction) == "<Auction, dealer N: solo misere abundance open_misere>"


def test_an_auction_does_not_change() -> None:
    auction = held(PLAIN, "proposal")
    assert auction.open_proposal
    later = auction.call("acceptance")
    assert (auction.calls, later.calls) == (("proposal",), ("proposal", "acceptance"))
    assert (str(auction.highest.side), str(later.highest.side), later.open_proposal) == ("E", "ES", False)
    assert (auction.rules, auction.dealer, auction.eldest) == (PLAIN, Seat.NORTH, Seat.EAST)


def test_three_at_the_table() -> None:
    auction = Auction(PLAIN, Seat.NORTH, ["pass", "proposal"], seats=Side.parse("NSW"))
    assert [seat.letter for seat, _ in auction.record] == ["S", "W"]
    assert (auction.eldest, auction.to_call) == (Seat.SOUTH, Seat.NORTH)
    assert auction.call("pass").legal == ("pass", "acceptance")


def test_a_dealer_who_sits_out() -> None:
    auction = Auction(PLAIN, Seat.EAST, seats=Side.parse("NSW"))
    assert (auction.eldest, auction.to_call) == (Seat.SOUTH, Seat.SOUTH)


# --- Any auction at all ----------------------------------------------------------------------------------------------


def turn(rules: RuleSet, made: list[tuple[int, str]]) -> tuple[int, set[str]] | None:
    """Who calls next and what may be called, by the rules as they are told; seats count from eldest, 0 to 3."""
    last = made[-1][0] if made else -1
    for step in range(1, 5):
        seat = (last + step) % 4
        if allowed := _allowed(rules, made, seat):
            return seat, allowed
    return None


def _allowed(rules: RuleSet, made: list[tuple[int, str]], seat: int) -> set[str]:
    auction = rules.auction
    bids = [each for each in made if each[1] != PASS]
    own = [call for caller, call in made if caller == seat]
    high = next((call for _, call in reversed(bids) if call != ACCEPTANCE), None)
    is_open = bool(bids) and bids[-1][1] == "proposal"
    standing = {caller for caller, call in bids if call == high or (bids[-1][1] == ACCEPTANCE == call)}
    higher = {
        name
        for number, name in enumerate(auction.ascending)
        if (high is None or number > auction.ascending.index(high)) and auction.only_over.get(name, high) == high
    }
    if PASS in own:
        asked = seat == 0 and own == [PASS] and auction.eldest_may_accept and is_open and len(bids) == 1
        return {PASS, ACCEPTANCE} if asked else set()
    if seat in standing:
        alone = is_open and higher
        return higher | ({PASS} if auction.lone_proposer is LoneProposer.MAY_RAISE else set()) if alone else set()
    if auction.one_round and own:
        return set()
    return {PASS} | higher | ({ACCEPTANCE} if is_open else set())


@given(st.data())
def test_legal_calls_are_those_accepted_and_those_of_the_rules(data: st.DataObject) -> None:
    rules = ALL[data.draw(st.sampled_from(sorted(ALL)))]
    dealer = data.draw(st.sampled_from(list(Seat)))
    auction = Auction(rules, dealer)
    made: list[tuple[int, str]] = []
    while (expected := turn(rules, made)) is not None:
        seat, allowed = expected
        assert auction.outcome is None
        assert auction.to_call is Seat((dealer + 1 + seat) % 4)
        assert set(auction.legal) == allowed
        assert len(auction.legal) == len(allowed)
        for name in CALLS:
            try:
                auction.call(name)
            except AuctionError:
                assert name not in allowed
            else:
                assert name in allowed
        # Passes more often, so that auctions are of every length.
        name = data.draw(st.sampled_from([*[PASS] * 4, *auction.legal]).filter(allowed.__contains__))
        made.append((seat, name))
        auction = auction.call(name)
    assert auction.to_call is None
    assert Auction(rules, dealer, auction.calls).record == auction.record
    _check_outcome(auction, made)


def _check_outcome(auction: Auction, made: list[tuple[int, str]]) -> None:
    bids = [(Seat((auction.dealer + 1 + seat) % 4), call) for seat, call in made if call != PASS]
    if not bids or bids[-1][1] == "proposal":
        assert auction.outcome == Outcome()
    elif bids[-1][1] == ACCEPTANCE:
        assert auction.outcome == Outcome("proposal", Side.of([bids[-2][0], bids[-1][0]]))
    else:
        assert auction.outcome == Outcome(bids[-1][1], Side.of(bids[-1][0]))


@pytest.mark.parametrize("name", ALL)
def test_equal_states_go_on_alike(name: str) -> None:
    """What is said of a state holds of every auction that is in it."""
    ends: dict[object, dict[str, object]] = {}
    todo, seen = [Auction(ALL[name], Seat.WEST)], 0
    while todo:
        auction = todo.pop()
        after = {call: auction.call(call) for call in auction.legal}
        found: dict[str, object] = {call: (each.state, each.outcome) for call, each in after.items()}
        if auction.state not in ends:
            todo += after.values()
        assert ends.setdefault(auction.state, found) == found
        seen += 1
    assert seen > len(ends) >= 16
