"""Cards, suits and hands: immutable values, readable outside, bit masks inside.

A set of cards is a 64-bit mask: card ``16 * suit + rank`` has that bit, suits in the order spades, hearts, diamonds,
clubs, rank 0 for the two up to 12 for the ace.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ouverte.errors import CardError

RANKS = "23456789TJQKA"
"""Rank letters, lowest first, in the usual order of a 52-card pack."""


class Suit(enum.IntEnum):
    """A suit, in the order hands are written.

    >>> Suit.parse("♥"), Suit.parse("d").symbol
    (<Suit.HEARTS: 1>, '♦')
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """``S``, ``H``, ``D`` or ``C``."""
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        """``♠``, ``♥``, ``♦`` or ``♣``."""
        return "♠♥♦♣"[self]

    @property
    def word(self) -> str:
        """``spades``, ``hearts``, ``diamonds`` or ``clubs``."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its letter, symbol or name, in either case. Raises CardError."""
        suit = _SUITS.get(text.strip().lower().rstrip("\ufe0f"))
        if suit is None:
            raise CardError(f"{text!r} is no suit: expected one of S H D C")
        return suit


_SUITS = {key: suit for suit in Suit for key in (suit.letter.lower(), suit.symbol, suit.word)} | {
    symbol: suit for suit in Suit for symbol in ("♤♡♢♧"[suit],)
}


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """One card. Cards compare by suit, then by rank in the usual order.

    >>> Card.parse("DT"), Card.parse("♦10") == Card.parse("td")
    (Card('DT'), True)
    """

    suit: Suit
    rank: int

    @property
    def code(self) -> int:
        """``16 * suit + rank``."""
        return self.suit << 4 | self.rank

    @property
    def letter(self) -> str:
        """The rank letter: ``A K Q J T 9 ... 2``."""
        return RANKS[self.rank]

    @classmethod
    def from_code(cls, code: int) -> Card:
        """The card of a code; the inverse of `code`."""
        return _CARDS[code]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: suit and rank in either order, ``T`` or ``10``, letters or suit symbols. Raises CardError."""
        compact = text.strip().replace("\ufe0f", "").upper().replace("10", "T")
        if len(compact) == 2:
            for suit, rank in ((compact[0], compact[1]), (compact[1], compact[0])):
                if suit.lower() in _SUITS and rank in RANKS:
                    return _CARDS[_SUITS[suit.lower()] << 4 | RANKS.index(rank)]
        raise CardError(f"{text!r} is no card: expected a suit and a rank, such as HK or D10")

    def __str__(self) -> str:
        return self.suit.letter + self.letter

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_CARDS = {suit << 4 | rank: Card(suit, rank) for suit in Suit for rank in range(len(RANKS))}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space, commas, semicolons, slashes or bars. Raises CardError.

    >>> parse_cards("DT D7 / dj, ♣K")
    (Card('DT'), Card('D7'), Card('DJ'), Card('CK'))
    """
    for separator in ",;/|":
        text = text.replace(separator, " ")
    return tuple(Card.parse(word) for word in text.split())


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, iterated suit by suit from the highest card down.

    >>> hand = Hand.parse("A54.KQ..T")
    >>> len(hand), Card.parse("HK") in hand, str(hand)
    (6, True, 'A54.KQ..T')
    """

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards. Raises CardError for a card given twice."""
        mask = 0
        for card in cards:
            if mask >> card.code & 1:
                raise CardError(f"{card} is given twice")
            mask |= 1 << card.code
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read ``spades.hearts.diamonds.clubs``, each suit's ranks in any order. Raises CardError."""
        return cls.of(hand_cards(text))

    def suit(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of one suit, highest first."""
        return tuple(card for card in self if card.suit is suit)

    def __iter__(self) -> Iterator[Card]:
        for suit in Suit:
            for rank in reversed(range(len(RANKS))):
                code = suit << 4 | rank
                if self.mask >> code & 1:
                    yield _CARDS[code]

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.code & 1)

    def __str__(self) -> str:
        return ".".join("".join(card.letter for card in self.suit(suit)) for suit in Suit)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


def hand_cards(text: str) -> tuple[Card, ...]:
    """The cards of a written hand in the order written, a card written twice included. Raises CardError."""
    written = text.strip()
    suits = written.upper().replace("10", "T").replace("\ufe0f", "").split(".")
    if len(suits) != len(Suit):
        parts = "1 part" if len(suits) == 1 else f"{len(suits)} parts"
        raise CardError(f"hand {written!r} has {parts}: expected four, as spades.hearts.diamonds.clubs between dots")
    cards = []
    for suit, ranks in zip(Suit, suits, strict=True):
        ranks = ranks.lstrip(suit.symbol + suit.letter)
        for letter in "" if ranks == "-" else ranks:
            if letter not in RANKS:
                raise CardError(f"hand {written!r} has {letter!r} among its {suit.word}: expected A K Q J T 9 ... 2")
            cards.append(_CARDS[suit << 4 | RANKS.index(letter)])
    return tuple(cards)
