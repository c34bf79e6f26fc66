"""Preferans, its play only: three players, 32 cards, ten each and two in the talon; whoever is void must trump.

The bidder's exchange with the talon is not part of it: a deal is one of the hands as they are played.
"""

from ouverte.rules.model import ANY_STRAIN, NO_TRUMP, Contract, Game, Objective, PlayRules

_BIDS = ("six", "seven", "eight", "nine", "ten")

PREFERANS = Game(
    name="preferans",
    title="Preferans",
    seats=3,
    hand_size=10,
    contracts=(
        *(Contract(name, name.capitalize(), 1, ANY_STRAIN, Objective.MOST, 6 + n) for n, name in enumerate(_BIDS)),
        Contract("misere", "Misère", 1, NO_TRUMP, Objective.NONE, 0),
    ),
    play=PlayRules(rank_order="AKQJT987", must_trump=True),
    undealt=2,
    packets=(2, 2, 2, 2, 2),
    undealt_after=1,
)
