# The free-lead relaxation of a misère: may the others, choosing who of them leads to every trick, make D take one?
#
# D is a single seat that must take no trick. Freeing the lead only helps the others, so a D who is safe here is safe in
# earnest; a beaten D may still be safe. Since it does not matter who wins a trick, much of the position falls away, and
# a few hundred positions settle what takes a search of tricks millions. docs/search.md, "Misère", has the argument for
# each reduction:
#
# - D follows suit with his highest card that need not win; he discards the highest card of a suit.
# - A suit is safe when D's i-th lowest card has at most i - 1 lower cards out: D can always duck, only lengths matter. Of
#   trumps this is said only where D has none, since a trump he must ruff with can win.
# - D's cards cut the others' into gaps; within a gap only the number of cards each defender has matters.
# - A suit is led by the last defender in turn who holds it, so that D plays before the others who do.
# - A defender who follows behind D, or in a safe suit, or to a ruffed trick, plays his highest card; one in front of D
#   plays the highest of a gap; a discard is the highest card of a suit, and so is a ruff behind D.

from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc
from libc.string cimport memset

from ouverte.search.bits cimport bit, bottom, count, suit_of, top

cdef enum:
    FREE_START = 1 << 15    # places used at first: for most questions they are enough, and stay in the cache
    SAFE_SUIT = 1 << 28
    ALL = 255               # more tricks than there are
    D_DONE = 16             # in the place of the best rank led: D has played and does not win


cdef struct FreeEntry:
    u32 key[4]
    u8 known        # the generation that wrote it; 0 for an empty place
    u8 beaten       # D takes one of the next so many tricks, or more of them
    u8 safe         # he takes none of the next so many; ALL for none at all


cdef struct FreeLead:
    u64 hand[4]
    int d                       # the seat that must take no trick
    int following[4]
    int trump                   # 0 to 3, or 4 for none
    int horizon                 # so many tricks, the one in play included, are looked at
    bint must_trump             # a seat that cannot follow must trump if it can
    u32* keys[4]                # by the suit's remaining cards: its key, 0 where not worked out yet
    FreeEntry* entries
    u64 room                    # how many there are, a power of two
    u64 used                    # how many of those are used so far, four times as many as they fill
    u64 full                    # the number of positions at which there are to be more
    u8 generation               # of the entries that count
    u64 states                  # positions searched


cdef inline bint free_open(FreeLead* f, u64 room) noexcept:
    """Reserve so many places, a power of two; False when memory is short."""
    f.entries = <FreeEntry*>calloc(room, sizeof(FreeEntry))
    f.room = room
    return f.entries != NULL


cdef inline void free_forget(FreeLead* f) noexcept nogil:
    """Let no entry count that was written before."""
    f.used = min(f.room, <u64>FREE_START)
    f.full = f.states + f.used // 4
    f.generation += 1
    if f.generation == 0:
        memset(f.entries, 0, f.room * sizeof(FreeEntry))
        f.generation = 1


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
    if safe_suit(own, cards & ~own) and (suit != f.trump or own == 0):
        key = SAFE_SUIT
        for seat in range(4):
            key |= <u32>count(suit_of(f.hand[seat], suit)) << (4 * seat)
    else:
        key = gap_order(f.hand, suit, f.d)
    f.keys[suit][cards] = key
    return key


cdef inline bint must_ruff(const FreeLead* f, int seat) noexcept nogil:
    """Whether a seat that cannot follow a plain suit has no choice but to trump."""
    cdef u64 trumps
    if f.trump == 4:
        return False
    trumps = suit_of(f.hand[seat], f.trump)
    return trumps != 0 and (f.must_trump or f.hand[seat] == trumps << (f.trump << 4))


cdef inline int led_limit(const FreeLead* f, int leader, int seat, int suit, int best) noexcept nogil:
    """The rank of the suit led below which D, who is `seat`, cannot win: nobody later can play a lower one than it."""
    cdef u64 own
    seat = f.following[seat]
    while seat != leader:
        own = suit_of(f.hand[seat], suit)
        if own:
            best = max(best, bottom(own))
        elif suit != f.trump and must_ruff(f, seat):
            return 16
        seat = f.following[seat]
    return best


cdef inline int ruff_limit(const FreeLead* f, int leader, int seat, int suit, int ruff) noexcept nogil:
    """The same for a trump that D plays to a plain suit; -1 where any trump of his may win."""
    seat = f.following[seat]
    while seat != leader:
        if suit_of(f.hand[seat], suit) == 0 and must_ruff(f, seat):
            ruff = max(ruff, bottom(suit_of(f.hand[seat], f.trump)))
        seat = f.following[seat]
    return ruff


cdef inline bint free_entry_of(const FreeLead* f, const FreeEntry* entry, const u32* key) noexcept nogil:
    """Whether a place holds this position."""
    return (
        entry.known == f.generation and entry.key[0] == key[0] and entry.key[1] == key[1]
        and entry.key[2] == key[2] and entry.key[3] == key[3]
    )


cdef inline bint free_beaten(FreeLead* f) noexcept nogil:
    """Whether the defence, choosing its leader each time, can make D take a trick within the horizon.

    At the start of a trick.
    """
    cdef u32 key[4]
    cdef u64 hash_value, own, below
    cdef int suit, seat, leader, turn, card
    cdef FreeEntry* entry
    cdef bint beaten = False
    cdef int safe = 0
    if f.horizon <= 0:
        return False
    for suit in range(4):
        key[suit] = free_key(f, suit)
        if key[suit] & SAFE_SUIT:
            safe |= 1 << suit
    if safe == 15:
        return False
    hash_value = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    hash_value = (hash_value ^ (hash_value >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    hash_value >>= 40
    entry = &f.entries[hash_value & (f.used - 1)]
    if free_entry_of(f, entry, key):
        if entry.beaten <= f.horizon:
            return True
        if entry.safe >= f.horizon:
            return False
    f.states += 1
    if f.states >= f.full and f.used < f.room:
        # A quarter of what is known stays where it will be looked for.
        f.used = min(4 * f.used, f.room)
        f.full = f.states + f.used // 4
    for turn in range(8):
        # Dangerous suits first.
        suit = turn & 3
        if (turn < 4) == (safe >> suit & 1):
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
            beaten = free_follow(f, leader, f.following[leader], suit, card, -1, safe)
            f.hand[leader] ^= bit(suit << 4 | card)
            if safe >> suit & 1:
                break
            below = suit_of(f.hand[f.d], suit) & ((<u64>1 << card) - 1)
            own = own & ((<u64>1 << top(below)) - 1) if below else 0
        if beaten:
            break
    # Meanwhile another position may have taken the place, or there are more of them.
    entry = &f.entries[hash_value & (f.used - 1)]
    if not free_entry_of(f, entry, key):
        entry.key[0] = key[0]
        entry.key[1] = key[1]
        entry.key[2] = key[2]
        entry.key[3] = key[3]
        entry.known = f.generation
        entry.beaten = ALL
        entry.safe = 0
    if beaten:
        entry.beaten = f.horizon
    else:
        entry.safe = ALL if f.horizon >= count(f.hand[f.d]) else f.horizon
    return beaten


cdef inline bint free_follow(
    FreeLead* f, int leader, int seat, int suit, int best, int ruff, int safe
) noexcept nogil:
    """The same in the middle of a trick: `seat` is to play, `best` the highest rank of the suit led so far.

    `best` is D_DONE once D has played without winning: what follows cannot change that. `ruff` is the highest trump
    played to a plain suit, -1 for none; `safe` has a bit for each suit that was safe when the trick
    began.
    """
    cdef u64 own, trumps
    cdef int discard, turn
    cdef bint beaten
    if seat == leader:
        f.horizon -= 1
        beaten = free_beaten(f)
        f.horizon += 1
        return beaten
    own = suit_of(f.hand[seat], suit)
    if seat == f.d:
        return free_d(f, leader, seat, suit, best, ruff, safe)
    if own:
        if safe >> suit & 1 or best == D_DONE or ruff >= 0:
            return free_after(f, leader, seat, suit, best, ruff, suit << 4 | top(own), safe)
        # In front of D: the highest card that leaves the top in its gap, or the highest of a higher gap.
        return free_contend(f, leader, seat, suit, suit, best, best, ruff, safe)
    trumps = suit_of(f.hand[seat], f.trump) if f.trump != 4 else 0
    if trumps and best != D_DONE:
        if free_contend(f, leader, seat, suit, f.trump, ruff, best, ruff, safe):
            return True
        if f.must_trump:
            return False
    for turn in range(8):
        discard = turn & 3
        if (turn >= 4) == (safe >> discard & 1):
            continue
        if trumps and (best != D_DONE if discard == f.trump else f.must_trump):
            continue        # trumps are dealt with above; or are all that may be played
        own = suit_of(f.hand[seat], discard)
        if own and free_after(f, leader, seat, suit, best, ruff, discard << 4 | top(own), safe):
            return True
    return False


cdef inline bint free_contend(
    FreeLead* f, int leader, int seat, int suit, int played, int highest, int best, int ruff, int safe
) noexcept nogil:
    """A defender in front of D plays from the suit `played`, led or trump, of which `highest` is on the table."""
    cdef u64 own = suit_of(f.hand[seat], played)
    cdef u64 below
    cdef int card
    while own:
        card = top(own)
        if free_after(
            f, leader, seat, suit,
            max(best, card) if played == suit else best,
            max(ruff, card) if played != suit else ruff,
            played << 4 | card, safe,
        ):
            return True
        below = suit_of(f.hand[f.d], played) & ((<u64>1 << card) - 1)
        if card < highest or below == 0 or top(below) < highest:
            return False
        own &= (<u64>1 << top(below)) - 1
    return False


cdef inline bint free_d(
    FreeLead* f, int leader, int seat, int suit, int best, int ruff, int safe
) noexcept nogil:
    """The same where D is to play."""
    cdef u64 own = suit_of(f.hand[seat], suit)
    cdef u64 trumps
    cdef int discard, turn, limit
    if own:
        limit = 16 if ruff >= 0 else led_limit(f, leader, seat, suit, best)
        own &= (<u64>1 << limit) - 1
        return own == 0 or free_after(f, leader, seat, suit, D_DONE, ruff, suit << 4 | top(own), safe)
    trumps = suit_of(f.hand[seat], f.trump) if f.trump != 4 else 0
    if trumps == 0 or not f.must_trump:
        # D throws the highest card of some suit: beaten only if each choice is.
        for turn in range(8):
            discard = turn & 3
            if (turn < 4) == (safe >> discard & 1):
                continue
            own = suit_of(f.hand[seat], discard)
            if own and discard != f.trump:
                if not free_after(f, leader, seat, suit, D_DONE, ruff, discard << 4 | top(own), safe):
                    return False
    if trumps:
        limit = ruff_limit(f, leader, seat, suit, ruff)
        trumps &= (<u64>1 << max(limit, 0)) - 1
        return trumps == 0 or free_after(f, leader, seat, suit, D_DONE, ruff, f.trump << 4 | top(trumps), safe)
    return True


cdef inline bint free_after(
    FreeLead* f, int leader, int seat, int suit, int best, int ruff, int card, int safe
) noexcept nogil:
    """The same after `seat` has played `card`."""
    cdef bint beaten
    f.hand[seat] ^= bit(card)
    beaten = free_follow(f, leader, f.following[seat], suit, best, ruff, safe)
    f.hand[seat] ^= bit(card)
    return beaten
