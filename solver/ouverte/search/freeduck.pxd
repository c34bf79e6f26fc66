# The free-lead relaxation of a seat that wants few tricks: can the others make D take `need` of those that count, if
# after every trick they choose who leads?
#
# The choice is among the other seats, and D as well when he has just won, so it includes what the rules say; freeing it
# only helps the others, and a no holds in earnest. At no trump. Since it does not matter which of them wins a trick,
# only the gaps that D's cards cut into theirs count. A lower card never harms D here, which leaves few cards worth
# trying: docs/search.md, "A seat that wants few tricks", has the proof and what follows from it.

from libc.stdint cimport int64_t as i64, uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ouverte.search.bits cimport bit, bottom, prefetch, suit_of, top
from ouverte.search.freelead cimport gap_order, safe_suit
from ouverte.search.state cimport RANKS, SEATS, SUITS

cdef enum:
    DUCK_BITS = 15              # of the table when a question begins; it doubles while it fills
    DUCK_BUDGET = 1 << 22       # positions that one question may look at

cdef enum:
    # How D stands in a trick.
    TO_PLAY = 0
    WINNING = 1
    BEATEN = 2                  # or he could not follow: he does not win it


cdef struct DuckEntry:
    u32 key[SUITS]
    u32 generation
    u8 least[2]             # by whether D won last: the others make him take so many, as far as was found out,
    u8 most[2]              # ... and no more


cdef struct FreeDuck:
    u64 hand[SEATS]
    int d                       # the seat that wants few
    int following[SEATS]
    int seats                   # how many play
    u8 scores[RANKS + 1]        # does the trick with so many left, itself included, count?
    u8 scoring[RANKS + 1]       # how many of the last so many tricks do
    u32* keys[SUITS]            # by the suit's remaining cards: its key, 0 where not worked out yet
    DuckEntry* entries
    int bits                    # there is room for 1 << bits entries
    int bits_most
    u32 filled                  # entries that count
    bint stale                  # keys and entries are of another question
    u32 generation              # of the entries that count
    int killer[RANKS + 1]       # by tricks left: the suit whose lead last did it
    i64 budget                  # positions this question may still look at
    u64 states                  # positions searched


cdef inline u32 duck_key(FreeDuck* f, u64 cards, int suit) noexcept nogil:
    """A suit's order by gaps."""
    cdef u32* key = &f.keys[suit][suit_of(cards, suit)]
    if key[0] == 0:
        key[0] = gap_order(f.hand, suit, f.d)
    return key[0]


cdef inline bint duck_begin(FreeDuck* f) noexcept nogil:
    """Forget what was learnt, and be small again; False when memory is short."""
    cdef int i
    f.generation += 1
    f.filled = 0
    if f.entries == NULL or f.bits != DUCK_BITS or f.generation == 0:
        free(f.entries)
        f.entries = <DuckEntry*>calloc(<u64>1 << DUCK_BITS, sizeof(DuckEntry))
        f.bits = DUCK_BITS
        f.generation = 1
    memset(f.keys[0], 0, SUITS * (1 << RANKS) * sizeof(u32))
    for i in range(RANKS + 1):
        f.killer[i] = 0
    f.stale = f.entries == NULL
    return not f.stale


cdef inline bint duck_yields(FreeDuck* f, int leader, int left, int need) noexcept nogil:
    """Whether D may have to take `need` of the counted tricks to come, `leader` leading: a sure no, a doubtful yes."""
    cdef bint outcome
    if f.stale and not duck_begin(f):
        return True
    f.budget = DUCK_BUDGET
    if leader == f.d:
        outcome = duck_own_lead(f, left, need)
    else:
        outcome = duck_lead(f, left, need, False, True)
    f.states += DUCK_BUDGET - max(f.budget, <i64>0)
    return outcome


cdef inline bint duck_lead_yields(FreeDuck* f, int leader, int card, int left, int need) noexcept nogil:
    """The same once another seat has led a card, which is still in its hand."""
    cdef bint outcome
    if f.stale:
        return True
    f.budget = DUCK_BUDGET
    f.hand[leader] ^= bit(card)
    outcome = duck_follow(f, f.following[leader], f.seats - 1, card >> 4, card & 15, TO_PLAY, left, need)
    f.hand[leader] ^= bit(card)
    f.states += DUCK_BUDGET - max(f.budget, <i64>0)
    return outcome


cdef inline void duck_grow(FreeDuck* f) noexcept nogil:
    """Double the table, if there is memory."""
    cdef DuckEntry* old = f.entries
    cdef DuckEntry* fresh = <DuckEntry*>calloc(<u64>2 << f.bits, sizeof(DuckEntry))
    cdef DuckEntry* entry
    cdef u64 i
    if fresh == NULL:
        f.bits_most = f.bits
        return
    f.entries = fresh
    f.bits += 1
    f.filled = 0
    for i in range(<u64>1 << (f.bits - 1)):
        if old[i].generation == f.generation:
            entry = duck_file(f, old[i].key)
            entry[0] = old[i]
    free(old)


cdef inline DuckEntry* duck_places(FreeDuck* f, const u32* key) noexcept nogil:
    """The two places, side by side, where a position may be filed."""
    cdef u64 hash_value = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    hash_value = (hash_value ^ (hash_value >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    return &f.entries[(hash_value >> (64 - f.bits)) & ~<u64>1]


cdef inline bint duck_entry_is(const DuckEntry* entry, u32 generation, const u32* key) noexcept nogil:
    return (
        entry.generation == generation and entry.key[0] == key[0] and entry.key[1] == key[1]
        and entry.key[2] == key[2] and entry.key[3] == key[3]
    )


cdef inline DuckEntry* duck_entry(FreeDuck* f, DuckEntry* places, const u32* key) noexcept nogil:
    """What is filed about a position, or NULL."""
    if duck_entry_is(places, f.generation, key):
        return places
    if duck_entry_is(places + 1, f.generation, key):
        return places + 1
    return NULL


cdef inline DuckEntry* duck_file(FreeDuck* f, const u32* key) noexcept nogil:
    """A place for a position that is not filed yet; of two others there the older one goes."""
    cdef DuckEntry* places
    if f.filled > <u32>1 << (f.bits - 1) and f.bits < f.bits_most:
        duck_grow(f)
    places = duck_places(f, key)
    if places[0].generation == f.generation:
        f.filled += places[1].generation != f.generation
        places[1] = places[0]
    else:
        f.filled += 1
    return places


cdef inline bint duck_last(FreeDuck* f, bint won) noexcept nogil:
    """One card each: whether D can be made to take the trick."""
    cdef int card = top(f.hand[f.d])
    cdef u64 others = suit_of(
        f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3], card >> 4
    ) ^ (<u64>1 << (card & 15))
    if others == 0:
        return won
    return top(others) < (card & 15)


cdef inline bint duck_safe(FreeDuck* f, u64 cards) noexcept nogil:
    """Whether D, not on lead, can duck every round of every suit."""
    cdef int suit
    cdef u64 own
    for suit in range(SUITS):
        own = suit_of(f.hand[f.d], suit)
        if own and not safe_suit(own, suit_of(cards, suit) & ~own):
            return False
    return True


cdef inline bint duck_lead(FreeDuck* f, int left, int need, bint won, bint root) noexcept nogil:
    """Whether D can be made to take `need` of the tricks to come; `won`: he won the last, and may have to lead."""
    cdef u32 key[SUITS]
    cdef u64 cards, own, above, below
    cdef DuckEntry* places
    cdef DuckEntry* entry
    cdef int suit, seat, leader, first, turn, card
    cdef bint outcome = False
    if need <= 0:
        return True
    if need > f.scoring[left]:
        return False
    if left == 1:
        return duck_last(f, won)
    cards = f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]
    for suit in range(SUITS):
        key[suit] = duck_key(f, cards, suit)
    places = duck_places(f, key)
    prefetch(places)
    if not won and duck_safe(f, cards):
        return False
    f.budget -= 1
    if f.budget < 0:
        return True
    entry = duck_entry(f, places, key)
    if entry != NULL:
        # With D among those who may lead he takes no fewer than without.
        if entry.most[won] < need or entry.most[1] < need:
            return False
        if entry.least[won] >= need or entry.least[0] >= need:
            return True
    first = f.killer[left]
    for turn in range(SUITS):
        suit = (first + turn) & 3
        leader = -1
        seat = f.following[f.d]
        while seat != f.d:
            if suit_of(f.hand[seat], suit):
                leader = seat
            seat = f.following[seat]
        if leader < 0:
            continue
        own = suit_of(f.hand[leader], suit)
        while own:
            # The highest card of the lowest gap first.
            above = suit_of(f.hand[f.d], suit) >> bottom(own) << bottom(own)
            below = own & ((<u64>1 << bottom(above)) - 1) if above else own
            own ^= below
            card = top(below)
            f.hand[leader] ^= bit(suit << 4 | card)
            outcome = duck_follow(f, f.following[leader], f.seats - 1, suit, card, TO_PLAY, left, need)
            f.hand[leader] ^= bit(suit << 4 | card)
            if outcome:
                break
        if outcome:
            f.killer[left] = suit
            break
    if won and not outcome:
        outcome = duck_own_lead(f, left, need)
    if f.budget < 0:
        # Not known; where the question began, that is remembered as a yes, so that it is not asked in vain again.
        if not root:
            return True
        outcome = True
    # What was asked meanwhile may have moved it.
    entry = duck_entry(f, duck_places(f, key), key)
    if entry == NULL:
        entry = duck_file(f, key)
        entry.generation = f.generation
        for suit in range(SUITS):
            entry.key[suit] = key[suit]
        entry.least[0] = entry.least[1] = 0
        entry.most[0] = entry.most[1] = RANKS
    if outcome:
        entry.least[won] = max(entry.least[won], <u8>need)
    else:
        entry.most[won] = min(entry.most[won], <u8>(need - 1))
    return outcome


cdef inline bint duck_own_lead(FreeDuck* f, int left, int need) noexcept nogil:
    """The same with D on lead."""
    cdef int cards[32]
    cdef int suit, i
    cdef int n = 0
    cdef bint outcome
    if need <= 0:
        return True
    if need > f.scoring[left]:
        return False
    for suit in range(SUITS):
        n = duck_own_cards(f, suit, -1, f.following[f.d], f.seats - 1, cards, n)
    for i in range(n):
        f.hand[f.d] ^= bit(cards[i])
        outcome = duck_follow(
            f, f.following[f.d], f.seats - 1, cards[i] >> 4, cards[i] & 15, WINNING, left, need
        )
        f.hand[f.d] ^= bit(cards[i])
        if not outcome:
            return False
    return True


cdef inline int duck_own_cards(
    FreeDuck* f, int suit, int best, int seat, int seats, int* cards, int n
) noexcept nogil:
    """Append D's cards of a suit led that are worth trying: the highest that cannot win, then the highest of each gap.

    `best` is the highest rank on the table, `seat` the first of the `seats` that play behind him.
    """
    cdef u64 own = suit_of(f.hand[f.d], suit)
    cdef u64 behind = 0
    cdef u64 theirs, below, upper
    cdef int limit = best
    cdef int card
    while seats > 0:
        theirs = suit_of(f.hand[seat], suit)
        if theirs:
            limit = max(limit, bottom(theirs))
            behind |= theirs
        seat = f.following[seat]
        seats -= 1
    if limit >= 0:
        upper = own >> limit << limit
        below = own ^ upper
        if below:
            cards[n] = suit << 4 | top(below)
            n += 1
    else:
        upper = own
    while upper:
        card = top(upper)
        cards[n] = suit << 4 | card
        n += 1
        # Those that no card of a later seat parts from it win and lose the same tricks.
        below = behind & ((<u64>1 << card) - 1)
        upper = upper & ((<u64>1 << top(below)) - 1) if below else 0
    return n


cdef inline bint duck_follow(
    FreeDuck* f, int seat, int seats, int suit, int best, int stand, int left, int need
) noexcept nogil:
    """The same in the middle of a trick: `seat` plays, the first of `seats` that still have to.

    `best` is the highest rank of the suit led so far; where D holds the trick it is his.
    """
    cdef int cards[32]
    cdef int ranks[32]
    cdef int stands[32]
    cdef int i, other
    cdef int n = 0
    cdef u64 own, upper, below
    cdef bint outcome
    if seats == 0:
        if stand == WINNING:
            return duck_lead(f, left - 1, need - f.scores[left], True, False)
        return duck_lead(f, left - 1, need, False, False)
    own = suit_of(f.hand[seat], suit)
    if own == 0:
        for other in range(SUITS):
            own = suit_of(f.hand[seat], other)
            if own:
                cards[n] = other << 4 | top(own)
                ranks[n] = best
                stands[n] = BEATEN if seat == f.d else stand
                n += 1
    elif seat == f.d:
        n = duck_own_cards(f, suit, best, f.following[seat], seats - 1, cards, 0)
        for i in range(n):
            ranks[i] = max(best, cards[i] & 15)
            stands[i] = WINNING if (cards[i] & 15) > best else BEATEN
    elif stand == BEATEN:
        cards[0] = suit << 4 | top(own)
        ranks[0] = best
        stands[0] = BEATEN
        n = 1
    elif stand == WINNING:
        below = own & ((<u64>1 << best) - 1)
        if below:
            cards[n] = suit << 4 | top(below)
            ranks[n] = best
            stands[n] = WINNING
            n += 1
        if top(own) > best:
            cards[n] = suit << 4 | top(own)
            ranks[n] = best
            stands[n] = BEATEN
            n += 1
    else:
        # In front of D: one card for each gap that can hold the trick.
        upper = suit_of(f.hand[f.d], suit) >> best << best
        below = own & ((<u64>1 << bottom(upper)) - 1) if upper else own
        if below:
            cards[n] = suit << 4 | top(below)
            ranks[n] = max(best, top(below))
            stands[n] = TO_PLAY
            n += 1
            own ^= below
        while own:
            cards[n] = suit << 4 | top(own)
            ranks[n] = top(own)
            stands[n] = TO_PLAY
            n += 1
            below = suit_of(f.hand[f.d], suit) & ((<u64>1 << top(own)) - 1)
            own = own & ((<u64>1 << top(below)) - 1) if below else 0
    outcome = seat == f.d
    for i in range(n):
        f.hand[seat] ^= bit(cards[i])
        outcome = duck_follow(f, f.following[seat], seats - 1, suit, ranks[i], stands[i], left, need)
        f.hand[seat] ^= bit(cards[i])
        if f.budget < 0:
            return True
        if outcome != (seat == f.d):
            return outcome
    return outcome
