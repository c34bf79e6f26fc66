"""The games ouverte knows, as data."""

from ouverte.rules.model import Contract, Game, Goal, Leader, Measure, Objective, PlayRules, TrumpLead, TrumpRule
from ouverte.rules.solo_whist import SOLO_WHIST

GAMES: dict[str, Game] = {game.name: game for game in (SOLO_WHIST,)}
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
    "TrumpLead",
    "TrumpRule",
]
