# The free-lead relaxation of a misère: may the defence, choosing who of it leads to every trick, make D take one?
#
# D is a single seat that must take no trick, without trumps. Freeing the lead only helps the defence, so a D who is safe
# here is safe in earnest; a beaten D may still be safe. Since it does not matter who wins a trick, much of the position
# falls away, and a few hundred positions settle what takes the full search millions. docs/search.md, "Misère", has the
# argument for each reduction:
#
# - D follows suit with his highest card that need not win; he discards the highest card of a suit.
# - A suit is safe when D's i-th lowest card has at most i - 1 lower cards out: D can always duck, only lengths matter.
# - D's cards cut the others' into gaps; within a gap only the number of cards each defender has matters.
# - A suit is led by the last defender in turn who holds it, so that D plays before the others who do.
# - A defender who follows behind D, or in a safe suit, plays his highest card; one in front of D plays the highest of
#   a gap; a discard is the highest card of a suit.

from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from libc.string cimport memset

from ouverte.search.bits cimport bit, bottom, count, suit_of, top

cdef enum:
    FREE_ENTRIES = 1 << 16
    SAFE_SUIT = 1 << 28


cdef struct FreeEntry:
    u32 key[4]
    u8 known        # 0 for an empty place
    u8 beaten


cdef struct FreeLead:
    u64 hand[4]
    int d                       # the seat that must take no trick
    int following[4]
    u32* keys[4]                # by the suit's remaining cards: its key, 0 where not worked out yet
    FreeEntry* entries
    u64 states


cdef inline bint safe_suit(u64 own, u64 others) noexcept nogil:
    """Whether D can duck every round of a suit, however it is led."""
    cdef int i = 0
    cdef int low
    while own:
        low = bottom(own)
        if count(others & ((<u64>1 << low) - 1)) > i:
            return False
        own &= own - 1
        i += 1
    return True


cdef inline u32 gap_order(const u64* hand, int suit, int d) noexcept nogil:
    """The owners of a suit from the top, two bits a card behind a leading 1, sorted within each gap between D's cards."""
    cdef u64 held[4]
    cdef u64 gap
    cdef u64 own = suit_of(hand[d], suit)
    cdef u32 key = 1
    cdef int seat, n
    for seat in range(4):
        held[seat] = suit_of(hand[seat], suit)
    while True:
        # The others' cards above D's highest, then that card of D.
        gap = ~<u64>0 << top(own) if own else ~<u64>0
        for seat in range(4):
            if seat != d:
                n = count(held[seat] & gap)
                held[seat] &= ~gap
                while n:
                    key = key << 2 | <u32>seat
                    n -= 1
        if own == 0:
            return key
        own ^= bit(top(own))
        key = key << 2 | <u32>d


cdef inline u32 free_key(FreeLead* f, int suit) noexcept nogil:
    """What matters of a suit: lengths where it is safe, else its order by gaps."""
    cdef u64 cards = suit_of(f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3], suit)
    cdef u64 own = suit_of(f.hand[f.d], suit)
    cdef u32 key = f.keys[suit][cards]
    cdef int seat
    if key:
        return key
    if safe_suit(own, cards & ~own):
        key = SAFE_SUIT
        for seat in range(4):
            key |= <u32>count(suit_of(f.hand[seat], suit)) << (4 * seat)
    else:
        key = gap_order(f.hand, suit, f.d)
    f.keys[suit][cards] = key
    return key


cdef inline bint free_beaten(FreeLead* f) noexcept nogil:
    """Whether the defence, choosing its leader each time, can make D take a trick. At the start of a trick."""
    cdef u32 key[4]
    cdef u64 hash_value, own, below
    cdef int suit, seat, leader, turn, card
    cdef FreeEntry* entry
    cdef bint beaten = False
    cdef bint safe = True
    for suit in range(4):
        key[suit] = free_key(f, suit)
        if not key[suit] & SAFE_SUIT:
            safe = False
    if safe:
        return False
    hash_value = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    hash_value = (hash_value ^ (hash_value >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    entry = &f.entries[hash_value >> 48]
    if (
        entry.known and entry.key[0] == key[0] and entry.key[1] == key[1]
        and entry.key[2] == key[2] and entry.key[3] == key[3]
    ):
        return entry.beaten
    f.states += 1
    for turn in range(8):
        # Dangerous suits first.
        suit = turn & 3
        if (turn < 4) == ((key[suit] & SAFE_SUIT) != 0):
            continue
        leader = -1
        seat = f.following[f.d]
        while seat != f.d:
            if suit_of(f.hand[seat], suit):
                leader = seat
            seat = f.following[seat]
        if leader < 0:
            continue
        own = suit_of(f.hand[leader], suit)
        while own and not beaten:
            card = top(own)
            f.hand[leader] ^= bit(suit << 4 | card)
            beaten = free_follow(f, leader, f.following[leader], suit, card, key[suit] & SAFE_SUIT != 0)
            f.hand[leader] ^= bit(suit << 4 | card)
            if key[suit] & SAFE_SUIT:
                break
            below = suit_of(f.hand[f.d], suit) & ((<u64>1 << card) - 1)
            own = own & ((<u64>1 << top(below)) - 1) if below else 0
        if beaten:
            break
    entry.key[0] = key[0]
    entry.key[1] = key[1]
    entry.key[2] = key[2]
    entry.key[3] = key[3]
    entry.known = 1
    entry.beaten = beaten
    return beaten


cdef inline bint free_follow(FreeLead* f, int leader, int seat, int suit, int best, bint safe) noexcept nogil:
    """The same in the middle of a trick: `seat` is to play, `best` the highest rank of the suit led so far.

    `best` is 16 once D has played without winning: what follows cannot change that.
    """
    cdef u64 own, below
    cdef int card, other, thr, lowest
    cdef int discard
    if seat == leader:
        return free_beaten(f)
    own = suit_of(f.hand[seat], suit)
    if seat == f.d:
        if own:
            thr = best
            other = f.following[seat]
            while other != leader:
                below = suit_of(f.hand[other], suit)
                if below:
                    thr = max(thr, bottom(below))
                other = f.following[other]
            own &= (<u64>1 << thr) - 1
            if own == 0:
                return True
            card = suit << 4 | top(own)
            return free_after(f, leader, seat, suit, 16, card, safe)
        # D throws the highest card of some suit: beaten only if each choice is.
        for discard in range(4):
            own = suit_of(f.hand[seat], discard)
            if own and not free_after(f, leader, seat, suit, 16, discard << 4 | top(own), safe):
                return False
        return True
    if own:
        if safe or best == 16:
            return free_after(f, leader, seat, suit, best, suit << 4 | top(own), safe)
        # In front of D: the highest card that leaves the top in its gap, or the highest of a higher gap.
        while own:
            card = top(own)
            if free_after(f, leader, seat, suit, max(best, card), suit << 4 | card, safe):
                return True
            below = suit_of(f.hand[f.d], suit) & ((<u64>1 << card) - 1)
            if card < best or below == 0 or top(below) < best:
                return False
            own &= (<u64>1 << top(below)) - 1
        return False
    for discard in range(4):
        own = suit_of(f.hand[seat], discard)
        if own and free_after(f, leader, seat, suit, best, discard << 4 | top(own), safe):
            return True
    return False


cdef inline bint free_after(FreeLead* f, int leader, int seat, int suit, int best, int card, bint safe) noexcept nogil:
    """The same after `seat` has played `card`."""
    cdef bint beaten
    f.hand[seat] ^= bit(card)
    beaten = free_follow(f, leader, f.following[seat], suit, best, safe)
    f.hand[seat] ^= bit(card)
    return beaten
