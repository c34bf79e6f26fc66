"""Solo Whist: four players, 52 cards, ace high; contracts in ascending order.

Stakes are what each opponent pays (in proposal and acceptance, what each loser pays one winner): ``standard`` and
``high`` are the two schedules of the English rules.
"""

from ouverte.rules.model import (
    ANY_SUIT,
    NO_TRUMP,
    TURNED_UP,
    Contract,
    Game,
    Leader,
    Objective,
)


def _stakes(standard: int, high: int) -> dict[str, int]:
    return {"standard": standard, "high": high}


PROPOSAL = Contract("proposal", "Proposal and acceptance", 2, TURNED_UP, Objective.MOST, 8, stakes=_stakes(1, 2))
SOLO = Contract("solo", "Solo", 1, TURNED_UP, Objective.MOST, 5, stakes=_stakes(1, 2))
MISERE = Contract("misere", "Misère", 1, NO_TRUMP, Objective.NONE, 0, stakes=_stakes(2, 3))
ABUNDANCE = Contract("abundance", "Abundance", 1, ANY_SUIT, Objective.MOST, 9, stakes=_stakes(3, 4))
ROYAL_ABUNDANCE = Contract(
    "royal_abundance", "Abundance in trumps", 1, TURNED_UP, Objective.MOST, 9, stakes=_stakes(3, 4)
)
OPEN_MISERE = Contract("open_misere", "Open misère", 1, NO_TRUMP, Objective.NONE, 0, stakes=_stakes(4, 6), faced=True)
ABUNDANCE_DECLARED = Contract(
    "abundance_declared",
    "Abundance declared",
    1,
    NO_TRUMP,
    Objective.MOST,
    13,
    leader=Leader.BIDDER,
    stakes=_stakes(6, 8),
)
ABUNDANCE_DECLARED_IN_TRUMPS = Contract(
    "abundance_declared",
    "Abundance declared",
    1,
    ANY_SUIT,
    Objective.MOST,
    13,
    leader=Leader.BIDDER,
    stakes=_stakes(6, 8),
)

SOLO_WHIST = Game(
    name="solo-whist",
    title="Solo Whist",
    seats=4,
    hand_size=13,
    contracts=(PROPOSAL, SOLO, MISERE, ABUNDANCE, ROYAL_ABUNDANCE, OPEN_MISERE, ABUNDANCE_DECLARED),
    packets=(3, 3, 3, 3, 1),
    variants={"declared-trumps": (ABUNDANCE_DECLARED_IN_TRUMPS,)},
)
