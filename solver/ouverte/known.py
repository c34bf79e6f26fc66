"""What the answers found so far say of the other sides of a deal: bounds on what each side takes."""

from __future__ import annotations

from ouverte.seats import Side


class Known:
    """Bounds on the tricks of every side of a deal, for one trump suit and one leader, when all want tricks.

    Two facts join them: what a side does not take its opponents do, and a side takes at least as much as any part of it
    alone (the others could play as they like and still be no worse opponents than they were).

    >>> known = Known(Side.parse("NESW"), 13)
    >>> known.at_least(Side.parse("E"), 5)
    >>> known.at_most(Side.parse("NE"), 7)
    >>> [(known.low(side), known.high(side)) for side in map(Side.parse, ("E", "NE", "SW"))]
    [(5, 7), (5, 7), (6, 8)]
    """

    def __init__(self, seats: Side, tricks: int) -> None:
        self._seats = seats.mask
        self._tricks = tricks
        self._low = {mask: 0 for mask in range(self._seats + 1) if mask & ~self._seats == 0}
        self._low[self._seats] = tricks

    def low(self, side: Side) -> int:
        """The least a side can take."""
        return self._low[side.mask]

    def high(self, side: Side) -> int:
        """The most a side can take."""
        return self._tricks - self._low[self._seats & ~side.mask]

    def at_least(self, side: Side, tricks: int) -> None:
        """It has been found that a side takes at least so many."""
        for mask, low in self._low.items():
            if side.mask & ~mask == 0 and low < tricks:
                self._low[mask] = tricks

    def at_most(self, side: Side, tricks: int) -> None:
        """It has been found that a side takes at most so many."""
        self.at_least(Side(self._seats & ~side.mask), self._tricks - tricks)
