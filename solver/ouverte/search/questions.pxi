# Reading what Python asks: hands and tricks, checked.

from libc.stdint cimport uint64_t as u64
from libc.string cimport memset

from ouverte.search.bits cimport bit, count
from ouverte.search.state cimport RANKS, SEATS


cdef u64 read_mask(mask) except? 0:
    if not 0 <= mask < 1 << 64:
        raise ValueError("a hand must be a mask of card bits")
    return mask


cdef int read_hands(hands, u64* given, int* following, int most=RANKS) except -1:
    """The hands of a deal, and who plays after whom; returns how many play. Raises ValueError."""
    cdef u64 seen = 0
    cdef int playing[SEATS]
    cdef int i, n = 0
    if len(hands) != SEATS:
        raise ValueError(f"expected {SEATS} hands, not {len(hands)}")
    for i in range(SEATS):
        given[i] = read_mask(hands[i])
        if given[i] & ~<u64>0x1FFF1FFF1FFF1FFF or given[i] & seen or count(given[i]) > most:
            raise ValueError(f"hands must be disjoint sets of at most {most} cards")
        seen |= given[i]
        if given[i]:
            playing[n] = i
            n += 1
    if n < 2:
        raise ValueError("at least two seats must hold cards")
    memset(following, 0, SEATS * sizeof(int))
    for i in range(n):
        following[playing[i]] = playing[(i + 1) % n]
    return n


cdef int read_position(
    hands, int leader, trick, const u64* loaded, const int* following, int seats, u64* held, int* cards, int* played
) except -1:
    """The cards still held and those on the table; returns the tricks to come, the one in play included.

    Raises ValueError for a position that is none of the loaded deal.
    """
    cdef u64 seen = 0
    cdef int i, seat, left
    if len(hands) != SEATS or not 0 <= leader < SEATS or loaded[leader] == 0:
        raise ValueError("expected four hands and a leader that plays")
    played[0] = len(trick)
    if played[0] >= seats:
        raise ValueError("a trick in play has fewer cards than seats")
    for seat in range(SEATS):
        held[seat] = read_mask(hands[seat])
        if held[seat] & ~loaded[seat]:
            raise ValueError("a hand holds a card that the deal did not give it")
        seen |= held[seat]
    seat = leader
    for i in range(played[0]):
        cards[i] = trick[i]
        if not 0 <= cards[i] < 64 or not loaded[seat] & bit(cards[i]) or seen & bit(cards[i]):
            raise ValueError("a card on the table must come from the hand of the seat that played it")
        seat = following[seat]
    # The seat to play holds as many cards as there are tricks, as do those behind it.
    left = count(held[seat])
    seat = leader
    for i in range(seats):
        if count(held[seat]) != left - (i < played[0]):
            raise ValueError("the hands are of unequal length")
        seat = following[seat]
    return left
