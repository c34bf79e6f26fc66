"""Rule sets by name, and the options that change them.

``english`` and ``russian`` are the two rule sheets that the rules of Solo Whist here come from, each with its first
readings. An option is one variant; ``english+high+one-round`` is the first with two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ouverte.cards import Suit
from ouverte.errors import RulesError
from ouverte.rules.model import Contract, Game
from ouverte.rules.ruleset import AuctionRules, LoneProposer, Misery, Payment, RuleSet, TrumpSource
from ouverte.rules.solo_whist import ABUNDANCE_DECLARED_IN_TRUMPS, SOLO_WHIST

SUITS_IN_ROTATION = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS)
_ASCENDING = tuple(contract.name for contract in SOLO_WHIST.contracts)
_TRICKS_OVER = {"proposal": (1, 1), "solo": (1, 1), "abundance": (2, 1), "royal_abundance": (2, 1)}
"""Units a trick over and under where these are paid for."""


def flat(stakes: Mapping[str, int]) -> dict[str, Payment]:
    """The same stake for success and failure, and nothing for tricks over and under."""
    return {name: Payment(Fraction(stake), Fraction(stake)) for name, stake in stakes.items()}


def _stakes(schedule: str) -> dict[str, int]:
    return {contract.name: contract.stakes[schedule] for contract in SOLO_WHIST.contracts}


def _with_base(rules: RuleSet, base: int) -> RuleSet:
    """Stakes of `base` units each, and units for tricks over and under; misères and abundance declared have none."""
    payments = {}
    for name, payment in rules.payments.items():
        over, under = _TRICKS_OVER.get(name, (0, 0))
        payments[name] = Payment(payment.stake * base, payment.lost * base, Fraction(over), Fraction(under))
    return replace(rules, payments=payments, misery_stake=rules.misery_stake * base)


def _quarter_points() -> dict[str, Payment]:
    """Success pays the stake and a part for each trick over; failure of a contract of tricks only that part a trick."""
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    parts = {"proposal": quarter, "solo": quarter, "abundance": half, "royal_abundance": half}
    return {
        name: Payment(payment.stake, Fraction(0), parts[name], parts[name]) if name in parts else payment
        for name, payment in flat(_stakes("standard")).items()
    }


ENGLISH = RuleSet(
    name="english",
    title="English rules",
    game=SOLO_WHIST,
    auction=AuctionRules(_ASCENDING),
    payments=flat(_stakes("standard")),
)
RUSSIAN = RuleSet(
    name="russian",
    title="Russian rules",
    game=SOLO_WHIST,
    auction=AuctionRules(_ASCENDING, lone_proposer=LoneProposer.MUST_RAISE, only_over={"royal_abundance": "abundance"}),
    payments=_quarter_points(),
    until_decided=frozenset({"misere", "open_misere", "abundance_declared"}),
)
RULE_SETS: dict[str, RuleSet] = {rules.name: rules for rules in (ENGLISH, RUSSIAN)}
"""The rule sets by name; the first is the default."""


@dataclass(frozen=True)
class Option:
    """One variant: its name, what it changes in words, and the change."""

    name: str
    title: str
    change: Callable[[RuleSet], RuleSet]


def with_contracts(game: Game, changed: Mapping[str, Contract]) -> Game:
    """A game with some of its contracts played otherwise."""
    return replace(game, contracts=tuple(changed.get(contract.name, contract) for contract in game.contracts))


def _auction(**changes: object) -> Callable[[RuleSet], RuleSet]:
    return lambda rules: replace(rules, auction=replace(rules.auction, **changes))  # type: ignore[arg-type]


def _only(*names: str) -> Callable[[RuleSet], RuleSet]:
    """Without the contracts of these names."""
    return lambda rules: replace(
        rules,
        auction=replace(rules.auction, ascending=tuple(name for name in rules.auction.ascending if name not in names)),
    )


def _misere_ranking(rules: RuleSet) -> RuleSet:
    order = [name for name in rules.auction.ascending if name not in ("misere", "open_misere")]
    order.insert(order.index("royal_abundance") + 1, "misere")
    return replace(rules, auction=replace(rules.auction, ascending=(*order, "open_misere")))


def _declared_trumps(rules: RuleSet) -> RuleSet:
    return replace(rules, game=with_contracts(rules.game, {"abundance_declared": ABUNDANCE_DECLARED_IN_TRUMPS}))


def _set(**changes: object) -> Callable[[RuleSet], RuleSet]:
    return lambda rules: replace(rules, **changes)  # type: ignore[arg-type]


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            "high",
            "the higher stakes: 2, 2, 3, 4, 4, 6, 8",
            _set(payments=flat(_stakes("high")), misery_stake=Fraction(2)),
        ),
        Option(
            "quarter-points", "stakes with quarter points for tricks over and under", _set(payments=_quarter_points())
        ),
        Option("base-4", "stakes of 4 units each, and units for tricks over and under", lambda r: _with_base(r, 4)),
        Option("base-5", "stakes of 5 units each, and units for tricks over and under", lambda r: _with_base(r, 5)),
        Option("base-6", "stakes of 6 units each, and units for tricks over and under", lambda r: _with_base(r, 6)),
        Option("one-round", "one round of bidding", _auction(one_round=True)),
        Option("no-proposals", "no proposals", _only("proposal")),
        Option("misere-ranking", "misère above abundance in trumps, open misère highest of all", _misere_ranking),
        Option("declared-trumps", "the bidder names a trump suit for abundance declared", _declared_trumps),
        Option(
            "royal-over-abundance",
            "abundance in trumps only over an abundance",
            _auction(only_over={"royal_abundance": "abundance"}),
        ),
        Option("must-raise", "a proposer left alone must raise", _auction(lone_proposer=LoneProposer.MUST_RAISE)),
        Option(
            "until-decided",
            "misères and abundance declared are played only until their fate is decided",
            _set(until_decided=RUSSIAN.until_decided),
        ),
        Option("second-pack", "trumps turned up from a second pack", _set(trump_source=TrumpSource.SECOND_PACK)),
        Option(
            "rotation",
            "trumps in rotation: hearts, spades, diamonds, clubs",
            _set(trump_source=TrumpSource.ROTATION, rotation=SUITS_IN_ROTATION),
        ),
        Option("redeal-535", "after a thrown-in hand the pack is dealt unshuffled, 5-3-5", _set(redeal=(5, 3, 5))),
        Option("five-players", "five at the table, one sitting out in turn", _set(players=5)),
        Option("misery-last-trick", "when all pass, the winner of the last trick pays", _set(misery=Misery.LAST_TRICK)),
        Option("misery-fewest", "when all pass, the fewest tricks collect", _set(misery=Misery.FEWEST)),
        Option(
            "misery-first-to-five",
            "when all pass, the first to five tricks pays",
            _set(misery=Misery.FIRST_TO_FIVE, misery_stake=Fraction(1)),
        ),
    )
}
"""The options by name, in the order in which they are best added."""


def named(text: str) -> RuleSet:
    """A rule set by its name, with options after it, ``+`` between. Raises RulesError."""
    name, *options = text.split("+")
    if name not in RULE_SETS:
        raise RulesError(
            f"{name!r} is no rule set: expected one of {', '.join(RULE_SETS)}, or a file that ends in .toml"
        )
    return with_options(RULE_SETS[name], options)


def with_options(rules: RuleSet, names: list[str]) -> RuleSet:
    """Rules with options added, in the order given. Raises RulesError for an unknown one."""
    for name in names:
        if name not in OPTIONS:
            raise RulesError(f"{name!r} is no option of the rules: expected one of {', '.join(OPTIONS)}")
        rules = OPTIONS[name].change(rules)
    if not names:
        return rules
    titles = "; ".join(OPTIONS[name].title for name in names)
    return replace(rules, name="+".join([rules.name, *names]), title=f"{rules.title}: {titles}")
