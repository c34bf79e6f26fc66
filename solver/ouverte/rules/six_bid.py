"""Six-Bid Solo: three players, 36 cards, a widow of three, ace and ten high; tricks are counted in card points.

The ace is worth 11, the ten 10, the king 4, the queen 3 and the jack 2, 120 in all. What the contracts pay is in
`ouverte.rules.six_bid_sets`.
"""

from ouverte.cards import Suit
from ouverte.rules.model import (
    ANY_SUIT,
    NO_TRUMP,
    Contract,
    Game,
    Leader,
    Measure,
    Objective,
    PlayRules,
    Preparation,
    only,
)

ALL_POINTS = 120
TEN_HIGH = PlayRules(rank_order="ATKQJ9876", must_trump=True, card_points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2})
"""How cards are played in the games of this family."""


def for_points(
    name: str,
    title: str,
    *suits: Suit,
    target: int,
    preparation: Preparation = Preparation.NONE,
    target_in: dict[Suit, int] | None = None,
) -> Contract:
    """A contract of one seat against the others for card points, those out of play counted in."""
    return Contract(
        name,
        title,
        1,
        only(*suits) if suits else ANY_SUIT,
        Objective.MOST,
        target,
        measure=Measure.POINTS,
        out_of_play_counts=True,
        preparation=preparation,
        target_in=target_in or {},
    )


# "More than 60": a tie of 60 all pays nothing either way.
SOLO = for_points("solo", "Solo", Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, target=61)
HEART_SOLO = for_points("heart_solo", "Heart solo", Suit.HEARTS, target=61)
MISERE = Contract("misere", "Misère", 1, NO_TRUMP, Objective.NONE, 0)
GUARANTEE = for_points("guarantee", "Guarantee solo", target=80, target_in={Suit.HEARTS: 74})
SPREAD_MISERE = Contract(
    "spread_misere", "Spread misère", 1, NO_TRUMP, Objective.NONE, 0, leader=Leader.LEFT_OF_BIDDER, faced=True
)
CALL_SOLO = for_points("call_solo", "Call solo", target=ALL_POINTS, preparation=Preparation.CALL_CARD)

SIX_BID = Game(
    name="six-bid",
    title="Six-Bid Solo",
    seats=3,
    hand_size=11,
    contracts=(SOLO, HEART_SOLO, MISERE, GUARANTEE, SPREAD_MISERE, CALL_SOLO),
    play=TEN_HIGH,
    undealt=3,
    packets=(4, 3, 4),
    undealt_after=2,
)
