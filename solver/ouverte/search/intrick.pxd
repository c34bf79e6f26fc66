# A bound asked in the middle of a trick: the side of the seat to play wins the trick for sure, and then cashes.
#
# Without it every card of every seat behind has to be tried, only to find the same bound at each next lead.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport bit, bottom, suit_of, top
from ouverte.search.bounds cimport takes_surely
from ouverte.search.moves cimport Trick
from ouverte.search.state cimport NO_TRUMP, SEATS, SUITS, Search, length, play, shape_bit, take_back


cdef inline int discard(const Search* s, int seat) noexcept nogil:
    """The lowest card of the longest plain suit, -1 for a hand of nothing but trumps."""
    cdef int longest = 0
    cdef int card = -1
    cdef int suit
    for suit in range(SUITS):
        if suit != s.trump and length(s, seat, suit) > longest:
            longest = length(s, seat, suit)
            card = suit << 4 | bottom(suit_of(s.hand[seat], suit))
    return card


cdef inline bint wins_and_takes(Search* s, int seat, int seats, const Trick* t, u64* relevant) noexcept nogil:
    """Whether the side of `seat`, the next of `seats` to play, wins this trick and after it all that it needs.

    One of its hands takes the trick with a card that no enemy behind can beat; its others play low. Which card an enemy
    behind plays is left open: his suit is one shorter, and all his ranks still count against the side.
    """
    cdef bint side = s.counted[seat]
    cdef int enough = (t.need if side else t.left - t.need + 1) - 1
    cdef int enemy_best = -1        # highest card of the led suit among the enemies behind
    cdef bint plain = t.best >> 4 == t.led
    cdef int other = seat
    cdef int place
    cdef u64 own
    for place in range(seats):
        own = suit_of(s.hand[other], t.led)
        if s.counted[other] != side:
            if own:
                enemy_best = max(enemy_best, top(own))
            elif s.trump != NO_TRUMP and length(s, other, s.trump) and t.led != s.trump:
                return False
        other = s.following[other]
    if s.counted[t.winner] == side:
        if plain and (t.best & 15) < enemy_best:
            return False
        return _then(s, seat, seats, t, t.winner, -1, enough, relevant)
    if not plain:
        return False
    enemy_best = max(enemy_best, t.best & 15)
    other = seat
    for place in range(seats):
        if s.counted[other] == side:
            own = suit_of(s.hand[other], t.led)
            if own >> enemy_best:
                own = own >> enemy_best << enemy_best
                if _then(s, seat, seats, t, other, t.led << 4 | top(own), enough, relevant):
                    return True
            elif own == 0 and s.trump != NO_TRUMP and t.led != s.trump and length(s, other, s.trump):
                own = suit_of(s.hand[other], s.trump)
                if _then(s, seat, seats, t, other, s.trump << 4 | bottom(own), enough, relevant):
                    return True
        other = s.following[other]
    return False


cdef inline bint _then(
    Search* s, int seat, int seats, const Trick* t, int winner, int card, int enough, u64* relevant
) noexcept nogil:
    """As `wins_and_takes`, when `winner` takes the trick with `card` (-1: he has played already)."""
    cdef int played[SEATS]
    cdef int best = t.best if card < 0 else card
    cdef int other = seat
    cdef int place, low
    cdef bint takes
    cdef bint contested = t.contested if card < 0 else best >> 4 == t.led
    cdef u64 own
    cdef u64 cards, shape
    relevant[0] = 0
    for place in range(seats):
        low = -1
        own = suit_of(s.hand[other], t.led)
        if other == winner:
            low = card
        elif s.counted[other] == s.counted[winner]:
            if own:
                low = t.led << 4 | bottom(own)
                if low >> 4 == best >> 4:
                    contested = True
                    if low > best:
                        return False
            else:
                low = discard(s, other)
                if low < 0 or (s.must_trump and length(s, other, s.trump)):
                    return False
        elif own and best >> 4 == t.led:
            contested = True
        played[place] = low
        other = s.following[other]
    if enough > 0:
        shape = s.shape
        other = seat
        for place in range(seats):
            if played[place] >= 0:
                play(s, other, played[place])
            elif length(s, other, t.led):
                s.shape -= shape_bit(other, t.led)
            other = s.following[other]
        cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
        takes = takes_surely(s, s.counted[winner], winner, cards, enough, relevant)
        other = seat
        for place in range(seats):
            if played[place] >= 0:
                s.hand[other] |= bit(played[place])
            other = s.following[other]
        s.shape = shape
        if not takes:
            return False
    if contested:
        relevant[0] |= bit(best)
    return True
