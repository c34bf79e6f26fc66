"""Rules to hold auctions by, written out here so that a test does not depend on which rule sets there are by name."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ouverte import SOLO_WHIST
from ouverte.rules.ruleset import AuctionRules, LoneProposer, Payment, RuleSet

ASCENDING = ("proposal", "solo", "misere", "abundance", "royal_abundance", "open_misere", "abundance_declared")
MISERE_HIGH = ("proposal", "solo", "abundance", "royal_abundance", "misere", "abundance_declared", "open_misere")
FLAT = dict(zip(ASCENDING, (1, 1, 2, 3, 3, 4, 6), strict=True))


def rules(ascending: tuple[str, ...] = ASCENDING, **auction: Any) -> RuleSet:
    """Solo Whist with flat stakes, and an auction of one's own."""
    payments = {name: Payment(Fraction(stake), Fraction(stake)) for name, stake in FLAT.items()}
    return RuleSet("test", "Rules of the test", SOLO_WHIST, AuctionRules(ascending, **auction), payments)


PLAIN = rules()
MUST_RAISE = rules(lone_proposer=LoneProposer.MUST_RAISE)
NO_SECOND_CHANCE = rules(eldest_may_accept=False)
ONE_ROUND = rules(one_round=True)
NO_PROPOSALS = rules(ASCENDING[1:])
ROYAL_OVER_ABUNDANCE = rules(only_over={"royal_abundance": "abundance"})
RANKED_BY_MISERE = rules(MISERE_HIGH)
LIKE_THE_RUSSIAN = rules(lone_proposer=LoneProposer.MUST_RAISE, only_over={"royal_abundance": "abundance"})
ONLY_PROPOSALS = rules(("proposal",), lone_proposer=LoneProposer.MUST_RAISE)

ALL = {
    "plain": PLAIN,
    "must raise": MUST_RAISE,
    "no second chance": NO_SECOND_CHANCE,
    "one round": ONE_ROUND,
    "one round, must raise": rules(one_round=True, lone_proposer=LoneProposer.MUST_RAISE),
    "one round, no second chance": rules(one_round=True, eldest_may_accept=False),
    "no proposals": NO_PROPOSALS,
    "royal over abundance": ROYAL_OVER_ABUNDANCE,
    "misère high": RANKED_BY_MISERE,
    "Russian": LIKE_THE_RUSSIAN,
    "only proposals": ONLY_PROPOSALS,
    # A contract below the proposal, as no table has it: then a proposal need not be the first bid.
    "solo below the proposal": rules(("solo", "proposal", "misere")),
}


def small(base: RuleSet, *names: str) -> RuleSet:
    """The same rules with only some of the contracts, so that whole auctions can be listed."""
    ascending = tuple(name for name in base.auction.ascending if name in names)
    return replace(base, auction=replace(base.auction, ascending=ascending))
