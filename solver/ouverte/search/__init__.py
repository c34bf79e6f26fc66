"""The compiled search. It knows seats, sides, trumps and obligations, never a game."""
