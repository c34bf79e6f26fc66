"""The Auction section of a PBN board: calls as words, a column a seat, turned into a checked auction."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ouverte.auction import Auction
from ouverte.errors import AuctionError
from ouverte.rules.ruleset import ACCEPTANCE, PASS, RuleSet
from ouverte.seats import Seat

END_MARKS = ("*", "+")
"""Words that end an Auction section: no more is known of it, or it is not finished."""
ALL_PASS = "ap"
"""The word for passes to the end of the auction."""
NO_CALL = "-"
"""What stands in the column of a seat that has no call in this round, because it is out."""
_ALIASES = {
    "accept": ACCEPTANCE,
    "accepts": ACCEPTANCE,
    "cop": ACCEPTANCE,
    "p": PASS,
    "passes": PASS,
    "prop": "proposal",
    "propose": "proposal",
    "proposes": "proposal",
}
_NOTE = re.compile(r"=\d+=|[!?]+$")
_MARKS = "$^!?"
"""What the notes and the marks of irregularity begin with that may stand between the calls."""


def call_words(text: str) -> tuple[str, ...]:
    """The words of an auction, each as rules name it: in any case, with accents or hyphens, notes left out.

    ``Misère`` is ``misere``, ``open-misere`` is ``open_misere``, ``prop`` and ``cop`` are ``proposal`` and
    ``acceptance``. What is no word is kept as it is written.
    """
    words = (_NOTE.sub("", word) for word in text.replace(",", " ").split() if word[0] not in _MARKS)
    return tuple(canonical(word) for word in words if word)


def canonical(word: str) -> str:
    """A call, or the name of a contract, as rules name it."""
    if not word[0].isalpha():
        return word
    letters = unicodedata.normalize("NFKD", word.casefold().replace("-", "_"))
    name = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _ALIASES.get(name, name)


@dataclass(frozen=True, slots=True)
class AuctionSection:
    """An Auction section as written: the seat of the first column, who calls first, and the words below it.

    The words are read as `call_words` gives them. Where ``-`` stands among them, each word belongs to the seat of its
    column, and a pass of a seat that is out says nothing; without any they are the calls of those still in, in turn.
    ``AP`` stands for passes to the end, and passes after the end are passed over. `line` is where the section begins.
    """

    first: Seat
    words: tuple[str, ...]
    line: int = 0

    @classmethod
    def of(cls, auction: Auction) -> AuctionSection:
        """The section that records an auction; the inverse of `auction`."""
        words: list[str] = []
        seat = auction.eldest
        for caller, name in auction.record:
            while seat is not caller:
                words.append(NO_CALL)
                seat = seat.left
            words.append(name)
            seat = seat.left
        return cls(auction.eldest, tuple(words) if auction.to_call is None else (*words, "*"))

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The words, four to a row."""
        for at in range(0, len(self.words), len(Seat)):
            yield self.words[at : at + len(Seat)]

    def auction(self, rules: RuleSet, dealer: Seat | None = None) -> Auction:
        """The calls, checked. Without a `dealer` it is the seat at the right of the first column.

        Raises AuctionError for a call that is illegal, and for a first column that is not eldest's.
        """
        if dealer is None:
            dealer = next(seat for seat in Seat if seat.left is self.first)
        auction = Auction(rules, dealer)
        if auction.eldest is not self.first:
            raise AuctionError(
                f"the auction begins with {self.first.word}: expected eldest, {auction.eldest.word}, "
                f"at the left of the dealer, {dealer.word}"
            )
        for seat, word in self._placed():
            if word in END_MARKS:
                break
            if word == ALL_PASS:
                auction = passed_out(auction)
            elif word != PASS or not (auction.to_call is None or _says_nothing(auction, seat)):
                auction = auction.call(word, by=seat)
        return auction

    def _placed(self) -> Iterator[tuple[Seat | None, str]]:
        """The words, each with the seat of its column where columns are kept; those that stand for no call left out."""
        seat = self.first
        columns = NO_CALL in self.words
        for word in self.words:
            if word != NO_CALL:
                yield seat if columns else None, word
            seat = seat.left


def _says_nothing(auction: Auction, seat: Seat | None) -> bool:
    """Whether a pass in a seat's column is none: the seat is out and not asked again."""
    return seat is not None and seat is not auction.to_call and seat in auction.out


def passed_out(auction: Auction) -> Auction:
    """The auction after passes to its end. Raises AuctionError where a seat may not pass."""
    while auction.to_call is not None:
        auction = auction.call(PASS)
    return auction
