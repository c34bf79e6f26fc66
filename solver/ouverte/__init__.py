"""Double-dummy solver and hand analyser for the Solo Whist family of trick-taking games."""

from ouverte.analysis import Entry, Report, analyse, turned_up_suit
from ouverte.bridge import double_dummy_table
from ouverte.cards import Card, Hand, Suit, parse_cards
from ouverte.deals import Deal
from ouverte.errors import AuctionError, CardError, ContractError, DealError, InputError, PlayError
from ouverte.position import Position, Trick
from ouverte.rules import GAMES, SOLO_WHIST, Contract, Game, Goal, Objective, PlayRules
from ouverte.search.engine import SearchLimit, SearchStopped, Solver
from ouverte.seats import Seat, Side
from ouverte.solving import CardResult, Examiner, Result, best_line, solve, solve_cards
from ouverte.version import __version__

__all__ = [
    "GAMES",
    "SOLO_WHIST",
    "AuctionError",
    "Card",
    "CardError",
    "CardResult",
    "Contract",
    "ContractError",
    "Deal",
    "DealError",
    "Entry",
    "Examiner",
    "Game",
    "Goal",
    "Hand",
    "InputError",
    "Objective",
    "PlayError",
    "PlayRules",
    "Position",
    "Report",
    "Result",
    "SearchLimit",
    "SearchStopped",
    "Seat",
    "Side",
    "Solver",
    "Suit",
    "Trick",
    "__version__",
    "analyse",
    "best_line",
    "double_dummy_table",
    "parse_cards",
    "solve",
    "solve_cards",
    "turned_up_suit",
]
