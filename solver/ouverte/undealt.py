"""The cards of the pack that nobody was dealt: a widow, a talon, or what is left of a stock."""

from __future__ import annotations

from collections.abc import Iterable

from ouverte.cards import Card, Hand
from ouverte.deals import Deal
from ouverte.errors import DealError
from ouverte.rules import Game


def widow_hand(cards: Iterable[Card], deal: Deal) -> Hand:
    """A widow as it was written. Raises DealError for a card that is in it twice, or in a hand as well."""
    seen = 0
    for card in cards:
        if seen >> card.code & 1:
            raise DealError(f"widow: {card} is twice in it")
        holder = deal.holder(card)
        if holder is not None:
            raise DealError(f"widow: {card} is in the hand of {holder.word} too")
        seen |= 1 << card.code
    return Hand(seen)


def undealt(deal: Deal, game: Game, widow: Hand | None = None) -> Hand | None:
    """The cards out of play: the widow given or, of a whole deal, what the hands leave of the pack; None if not known.

    An ending may have any part of the widow, also none. Raises DealError for a card that is not of the game's pack, and
    for a widow that does not go with a whole deal.
    """
    pack = Hand.of(game.pack)
    held = [(seat.word, hand) for seat, hand in deal.items()]
    for name, hand in [*held, ("widow", widow or Hand())]:
        for card in hand:
            if card not in pack:
                ranks = " ".join(game.play.rank_order)
                raise DealError(f"{name}: {card} is not in the pack of {game.title}: its ranks are {ranks}")
    whole = len(deal) == game.seats and deal.size == game.hand_size
    left = Hand(pack.mask & ~sum(hand.mask for hand in deal.values()))
    if widow is None:
        return left if whole else None
    if len(widow) > game.undealt or (whole and widow != left):
        named = " ".join(str(card) for card in left) if whole else f"at most {game.undealt} cards"
        raise DealError(f"widow: {' '.join(str(card) for card in widow)} is not what is left of the pack: {named}")
    return widow
