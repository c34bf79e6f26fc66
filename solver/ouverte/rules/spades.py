"""Two-handed Spades: 52 cards, thirteen each by drawing, spades always trumps.

A spade may not be led from a hand that has anything else; with ``BROKEN_SPADES`` only until one was played.
"""

from dataclasses import replace

from ouverte.cards import Suit
from ouverte.rules.model import Contract, Game, Objective, PlayRules, TrumpLead, only

TRICKS = 13
_SPADES = only(Suit.SPADES)

NIL = Contract("nil", "Nil", 1, _SPADES, Objective.NONE, 0)
BIDS = tuple(
    Contract(f"bid_{tricks}", f"Bid of {tricks}", 1, _SPADES, Objective.MOST, tricks) for tricks in range(1, TRICKS + 1)
)

TWO_HANDED_SPADES = Game(
    name="spades-two-handed",
    title="Two-handed Spades",
    seats=2,
    hand_size=TRICKS,
    contracts=(NIL, *BIDS),
    play=PlayRules(trump_lead=TrumpLead.LAST),
    undealt=26,
)
BROKEN_SPADES = replace(TWO_HANDED_SPADES, play=PlayRules(trump_lead=TrumpLead.BROKEN))
"""The common variant: spades may be led once broken."""
