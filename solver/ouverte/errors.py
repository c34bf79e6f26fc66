"""The errors a user's input can cause. Each says in one line what is wrong, where, and what was expected."""


class InputError(ValueError):
    """Something given from outside is not what it should be."""


class CardError(InputError):
    """A text that is no card, suit, seat or hand."""


class DealError(InputError):
    """Hands that are no deal: a card twice, a card missing, hands of unequal length."""


class PlayError(InputError):
    """A card that cannot be played: a revoke, out of turn, not held."""


class ContractError(InputError):
    """A contract that these seats cannot undertake as asked: no such trump, no dealer named, too many seats."""


class RulesError(InputError):
    """A rule set, an option or a file of house rules that is not what it should be."""


class AuctionError(InputError):
    """A call that breaks a rule of the auction, or an auction that does not fit what else is said of the hand."""
