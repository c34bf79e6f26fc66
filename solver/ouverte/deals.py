"""A deal: the hands of two, three or four seats, all of one length, no card twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ouverte.cards import Card, Hand, hand_cards
from ouverte.errors import CardError, DealError
from ouverte.seats import Seat, Side

PACK = sum(0x1FFF << 16 * suit for suit in range(4))
"""All 52 cards as a mask."""


class Deal(Mapping[Seat, Hand]):
    """The hands by seat. Immutable; equal deals compare and hash alike.

    Hands may be shorter than thirteen cards (an ending); an absent seat is not a key.

    >>> deal = Deal.from_pbn("N:A.K.. 2.A.. K.Q.. Q.2..")
    >>> str(deal[Seat.SOUTH]), deal.size, str(deal)
    ('K.Q..', 2, 'N:A.K.. 2.A.. K.Q.. Q.2..')
    """

    __slots__ = ("_hands", "_seats")

    def __init__(self, hands: Mapping[Seat, Hand]) -> None:
        """A deal of these hands. Raises DealError, naming every fault."""
        self._hands = tuple(hands.get(seat) for seat in Seat)
        faults = _faults({seat: hands[seat] for seat in Seat if seat in hands})
        if faults:
            raise DealError("; ".join(faults))
        self._seats = Side.of(hands)

    @classmethod
    def from_pbn(cls, text: str) -> Deal:
        """Read ``F:hand hand hand hand``: first seat, then hands clockwise, ``-`` for an absent one.

        A hand is ``spades.hearts.diamonds.clubs``. Ten is ``T`` or ``10``; lower case and suit symbols before a suit
        are accepted; seats are N E S W or A Y B Z. Raises DealError with every fault found.
        """
        first, colon, rest = text.strip().partition(":")
        if not colon:
            raise DealError(f"deal {_short(text)} names no first seat: expected it to begin with N:, E:, S: or W:")
        try:
            seat = Seat.parse(first)
        except CardError as error:
            raise DealError(f"first seat of the deal: {error}") from None
        words = rest.split()
        if len(words) != len(Seat):
            raise DealError(f"deal {_short(text)} has {len(words)} hands: expected four, with - for an absent one")
        hands: dict[Seat, tuple[Card, ...]] = {}
        faults: list[str] = []
        for word in words:
            if word not in ("-", "..."):
                try:
                    hands[seat] = hand_cards(word)
                except CardError as error:
                    faults.append(f"{seat.letter}: {error}")
            seat = seat.left
        # A card twice in one hand is still to be seen here: as a Hand it would be gone.
        faults = faults or _faults({seat: hands[seat] for seat in Seat if seat in hands})
        if faults:
            raise DealError("; ".join(faults))
        return cls({seat: Hand.of(cards) for seat, cards in hands.items()})

    def to_pbn(self, first: Seat = Seat.NORTH) -> str:
        """The deal as text, beginning with the hand of `first`; the inverse of `from_pbn`."""
        order = [Seat((first + turn) % 4) for turn in range(4)]
        return f"{first.letter}:" + " ".join(str(self[seat]) if seat in self else "-" for seat in order)

    @property
    def seats(self) -> Side:
        """The seats that hold cards."""
        return self._seats

    @property
    def size(self) -> int:
        """How many cards each hand holds."""
        return len(next(iter(self.values())))

    @property
    def full(self) -> bool:
        """Whether four hands hold the whole pack of 52."""
        return len(self) == 4 and self.size == 13

    def holder(self, card: Card) -> Seat | None:
        """The seat that was dealt a card, or None."""
        return next((seat for seat, hand in self.items() if card in hand), None)

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat clockwise that holds a hand."""
        return self._seats.after(seat)

    def __getitem__(self, seat: Seat) -> Hand:
        hand = self._hands[seat]
        if hand is None:
            raise KeyError(seat)
        return hand

    def __iter__(self) -> Iterator[Seat]:
        return (seat for seat in Seat if self._hands[seat] is not None)

    def __len__(self) -> int:
        return len(self._seats)

    def __hash__(self) -> int:
        return hash(self._hands)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self._hands == other._hands

    def __str__(self) -> str:
        return self.to_pbn()

    def __repr__(self) -> str:
        return f"Deal.from_pbn({str(self)!r})"


def _faults(hands: Mapping[Seat, Collection[Card]]) -> list[str]:
    """What is wrong with the hands, each fault in words."""
    if len(hands) < 2:
        return ["a deal needs at least two hands"]
    faults = []
    holders: dict[Card, list[Seat]] = {}
    for seat, hand in hands.items():
        for card in hand:
            holders.setdefault(card, []).append(seat)
    for card, seats in holders.items():
        if len(seats) > 1:
            where = (
                f"in {seats[0].letter}" if len(set(seats)) == 1 else " and ".join(f"in {seat.letter}" for seat in seats)
            )
            faults.append(f"{card} is twice: {where}")
    lengths = {seat: len(hand) for seat, hand in hands.items()}
    usual, times = Counter(lengths.values()).most_common(1)[0]
    if max(lengths.values()) == 0:
        faults.append("the hands hold no cards")
    if max(lengths.values()) > 13:
        usual = 13
    odd = [seat for seat in hands if lengths[seat] != usual]
    if odd and (times * 2 > len(hands) or usual == 13):
        for seat in odd:
            held = f"{lengths[seat]} card{'s' * (lengths[seat] != 1)}"
            faults.append(f"{seat.letter} has {held}, expected {usual}")
    elif odd:
        written = ", ".join(f"{seat.letter} {length}" for seat, length in lengths.items())
        faults.append(f"the hands are of unequal length ({written}): expected as many cards in each")
    if faults and len(hands) == 4 and max(lengths.values()) >= 13:
        missing = Hand(PACK & ~Hand.of(holders.keys()).mask)
        if missing:
            named = " ".join(str(card) for card in missing)
            faults.append(f"missing: {named}")
    return faults


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else text[:57] + "...")
