"""The games ouverte knows, as data."""

from ouverte.rules.frog import AMERICAN_FROG, PROGRESSIVE, STRAIGHT
from ouverte.rules.model import (
    Contract,
    Game,
    Goal,
    Leader,
    Measure,
    Objective,
    PlayRules,
    Preparation,
    TrumpLead,
    TrumpRule,
)
from ouverte.rules.preferans import PREFERANS
from ouverte.rules.six_bid import SIX_BID
from ouverte.rules.solo_whist import SOLO_WHIST
from ouverte.rules.spades import TWO_HANDED_SPADES

GAMES: dict[str, Game] = {
    game.name: game
    for game in (SOLO_WHIST, SIX_BID, AMERICAN_FROG, PROGRESSIVE, STRAIGHT, TWO_HANDED_SPADES, PREFERANS)
}
"""Every game by name."""

__all__ = [
    "GAMES",
    "SOLO_WHIST",
    "Contract",
    "Game",
    "Goal",
    "Leader",
    "Measure",
    "Objective",
    "PlayRules",
    "Preparation",
    "TrumpLead",
    "TrumpRule",
]
