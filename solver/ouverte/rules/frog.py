"""Games around frog: Progressive (Denver) Solo, American Frog and Straight Solo, with the cards of Six-Bid Solo.

In frog, hearts are trumps, and the bidder takes the widow into his hand and lays three cards away.
"""

from dataclasses import replace

from ouverte.cards import Suit
from ouverte.rules.model import Game, Preparation
from ouverte.rules.six_bid import HEART_SOLO, SIX_BID, SOLO, for_points

HALF_OF_ALL = 60

FROG = for_points("frog", "Frog", Suit.HEARTS, target=HALF_OF_ALL, preparation=Preparation.LAY_AWAY)

PROGRESSIVE = replace(
    SIX_BID,
    name="progressive",
    title="Progressive Solo",
    contracts=(
        FROG,
        for_points("spade_solo", "Spade solo", Suit.SPADES, target=HALF_OF_ALL),
        for_points("club_solo", "Club solo", Suit.CLUBS, target=HALF_OF_ALL),
        for_points("diamond_solo", "Diamond solo", Suit.DIAMONDS, target=HALF_OF_ALL),
        for_points("heart_solo", "Heart solo", Suit.HEARTS, target=HALF_OF_ALL),
    ),
)
AMERICAN_FROG = replace(
    SIX_BID,
    name="frog",
    title="American Frog",
    contracts=(
        FROG,
        for_points("chico", "Chico", Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, target=HALF_OF_ALL),
        for_points("grand", "Grand", Suit.HEARTS, target=HALF_OF_ALL),
    ),
)
STRAIGHT: Game = replace(SIX_BID, name="straight", title="Straight Solo", contracts=(SOLO, HEART_SOLO))
