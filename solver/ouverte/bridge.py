"""The double-dummy table of bridge: what each declarer takes in each strain, with the two pairs facing each other."""

from __future__ import annotations

from ouverte.cards import Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError
from ouverte.guess import likely_tricks
from ouverte.rules.model import PlayRules
from ouverte.search.engine import NO_TRUMP, Solver
from ouverte.seats import ALL_SEATS, Seat, Side
from ouverte.solving import masks

STRAINS = ("S", "H", "D", "C", "NT")

_NORTH_SOUTH = Side.of((Seat.NORTH, Seat.SOUTH))
_LEADERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
"""Partners in turn: what one of them takes on lead is the best guess for the other."""


def double_dummy_table(deal: Deal, solver: Solver | None = None) -> dict[str, dict[str, int]]:
    """Tricks by strain (S H D C NT) and declarer (N E S W), the seat at the declarer's left leading.

    North and South play against East and West; hands of one to thirteen cards. All leaders of a strain are asked of one
    table. Raises ContractError unless there are four hands.

    >>> table = double_dummy_table(Deal.from_pbn("N:A... K... Q... J..."))
    >>> table["S"], table["H"]["N"]
    ({'N': 1, 'E': 0, 'S': 1, 'W': 0}, 1)
    """
    if deal.seats != ALL_SEATS:
        raise ContractError(f"a bridge table needs four hands: the deal has {len(deal)}")
    solver = solver or Solver()
    hands = masks(deal, PlayRules())
    table: dict[str, dict[str, int]] = {}
    off = 0.0  # how much the guesses for this deal have been off, in all
    for number, strain in enumerate(STRAINS):
        trump = None if number == NO_TRUMP else Suit(number)
        solver.load(hands, _NORTH_SOUTH.mask, _NORTH_SOUTH.mask, trump=number)
        likely = likely_tricks(hands, _NORTH_SOUTH, trump)
        guess = round(likely + off / max(number, 1))
        taken: dict[Seat, int] = {}
        for leader in _LEADERS:
            guess = taken[leader] = solver.count(hands, leader, guess=guess)
        off += taken[Seat.NORTH] - likely
        table[strain] = {
            declarer.letter: (taken[declarer.left] if declarer in _NORTH_SOUTH else deal.size - taken[declarer.left])
            for declarer in Seat
        }
    return table
