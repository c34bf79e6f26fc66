"""Seats at the table and sets of them.

Seats are N, E, S, W, clockwise. The old whist letters A, Y, B, Z, also clockwise, are read as N, E, S, W.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ouverte.errors import CardError


class Seat(enum.IntEnum):
    """A seat; `left` is the next one clockwise.

    >>> Seat.parse("w").left, Seat.parse("Y")
    (<Seat.NORTH: 0>, <Seat.EAST: 1>)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """``N``, ``E``, ``S`` or ``W``."""
        return "NESW"[self]

    @property
    def word(self) -> str:
        """``North``, ``East``, ``South`` or ``West``."""
        return self.name.capitalize()

    @property
    def left(self) -> Seat:
        """The next seat clockwise."""
        return Seat((self + 1) % 4)

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat from its letter or name, in either case. Raises CardError."""
        word = text.strip().lower()
        if len(word) == 1:
            for letters in ("nesw", "aybz"):
                if word in letters:
                    return cls(letters.index(word))
        for seat in cls:
            if word == seat.name.lower():
                return seat
        raise CardError(f"{text!r} is no seat: expected one of N E S W (or A Y B Z)")


@dataclass(frozen=True, slots=True)
class Side:
    """A set of seats, iterated and written in the order N E S W.

    >>> str(Side.parse("EN")), Seat.SOUTH in Side.parse("NS"), str(Side.parse("E").others)
    ('NE', True, 'NSW')
    """

    mask: int

    @classmethod
    def of(cls, seats: Iterable[Seat] | Seat) -> Side:
        """The side of these seats, or of this one."""
        mask = 0
        for seat in (seats,) if isinstance(seats, Seat) else seats:
            mask |= 1 << seat
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Side:
        """Read seat letters written together or apart (``NE``, ``E N``, ``N+E``). Raises CardError."""
        if text.strip().upper() in Seat.__members__:
            return cls.of(Seat.parse(text))
        seats = [Seat.parse(letter) for letter in text if letter.isalnum()]
        if not seats or len(set(seats)) != len(seats):
            raise CardError(f"{text!r} is no side: expected different seats, such as E or NS")
        return cls.of(seats)

    @property
    def others(self) -> Side:
        """The seats that are not of this side."""
        return Side(15 & ~self.mask)

    @property
    def only(self) -> Seat:
        """The seat of a side of one. Raises ValueError for a larger side."""
        (seat,) = self
        return seat

    def after(self, seat: Seat) -> Seat:
        """The next seat of this side, clockwise from one that need not be of it."""
        following = seat.left
        while following not in self:
            following = following.left
        return following

    def __iter__(self) -> Iterator[Seat]:
        return (seat for seat in Seat if self.mask >> seat & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, Seat) and bool(self.mask >> seat & 1)

    def __str__(self) -> str:
        return "".join(seat.letter for seat in self)

    def __repr__(self) -> str:
        return f"Side.parse({str(self)!r})"


ALL_SEATS = Side.of(Seat)
"""The side of all four seats."""
