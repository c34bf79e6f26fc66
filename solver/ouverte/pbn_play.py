"""The Play section of a PBN board: a row a trick, a column a seat, turned into cards in order of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from ouverte.cards import Card, Suit
from ouverte.deals import Deal
from ouverte.errors import CardError, PlayError
from ouverte.position import Position
from ouverte.rules import PlayRules
from ouverte.seats import Seat

END_MARKS = ("*", "+")
"""Words that end a Play section: the play was claimed or conceded, or is not finished."""


@dataclass(frozen=True, slots=True)
class PlaySection:
    """A Play section as written: the seat of the first column, who leads to the first trick, and the words below it.

    Each row has a column for each seat that holds cards, clockwise from `first` whoever leads; ``-`` stands for a card
    that was not played. It may as well have a column of nothing but ``-`` for a seat without cards. `line` is where the
    section begins in its file.
    """

    first: Seat
    words: tuple[str, ...]
    line: int = 0

    @classmethod
    def of(cls, position: Position) -> PlaySection:
        """The section that records the cards played to reach a position; the inverse of `cards`."""
        columns = _columns(position.deal, position.leader)
        words: list[str] = []
        for trick in (*position.tricks, position.trick):
            by_seat = dict(zip(_columns(position.deal, trick.leader), trick.cards, strict=False))
            if by_seat:
                words += [str(by_seat.get(seat, "-")) for seat in columns]
        return cls(position.leader, tuple(words) if position.to_play is None else (*words, "*"))

    def rows(self, deal: Deal) -> Iterator[tuple[str, ...]]:
        """The words a trick at a time; an end mark stands alone in its row."""
        row: list[str] = []
        width = len(self._seats(deal))
        for word in self.words:
            if word in END_MARKS:
                break
            row.append(word)
            if len(row) == width:
                yield tuple(row)
                row = []
        if row:
            yield tuple(row)
        if len(self.words) and self.words[-1] in END_MARKS:
            yield (self.words[-1],)

    def cards(self, deal: Deal, trump: Suit | None, rules: PlayRules | None = None) -> tuple[Card, ...]:
        """The cards in order of play, up to the first that is not given.

        Raises PlayError for a card that is none or cannot be played, and for a card given after one that is not.
        """
        position = Position(deal, self.first, trump, rules)
        columns = self._seats(deal)
        ended = False
        for number, row in enumerate(self.rows(deal), 1):
            if row[0] in END_MARKS:
                break
            given = {seat: word for seat, word in zip(columns, row, strict=False) if word != "-"}
            for seat in _columns(deal, position.trick.leader):
                word = given.get(seat)
                if word is None:
                    ended = True
                elif ended:
                    raise PlayError(f"trick {number}: {word} by {seat.word} follows a card that is not given")
                else:
                    position = position.play(_card(word, number))
        return position.played

    def _seats(self, deal: Deal) -> tuple[Seat, ...]:
        """The seats of the columns: all four where each that holds no cards has a column of its own."""
        everyone = tuple(Seat((self.first + turn) % len(Seat)) for turn in range(len(Seat)))
        words = list(takewhile(lambda word: word not in END_MARKS, self.words))
        absent = [turn for turn, seat in enumerate(everyone) if seat not in deal]
        if len(words) >= len(everyone) and all(set(words[turn :: len(everyone)]) == {"-"} for turn in absent):
            return everyone
        return _columns(deal, self.first)


def _columns(deal: Deal, first: Seat) -> tuple[Seat, ...]:
    """The seats that hold cards, clockwise from `first`."""
    order = (Seat((first + turn) % len(Seat)) for turn in range(len(Seat)))
    return tuple(seat for seat in order if seat in deal)


def _card(word: str, number: int) -> Card:
    try:
        return Card.parse(word)
    except CardError as error:
        raise PlayError(f"trick {number}: {error}") from None
