# The free-lead relaxation of a soloist's tricks: does one seat take `need` of them even if the others, after every
# trick, choose who leads?
#
# D is a side of one seat. The choice is among the other seats, and D as well when he has just won, so it includes what
# the rules say; freeing it only helps the others, and a yes holds in earnest. Since it does not matter which of them wins
# a trick, only the gaps that D's cards cut into theirs count. A higher card never harms its holder here, which leaves few
# cards worth trying: docs/search.md, "A soloist's tricks", has the proof and what follows from it.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ouverte.search.bits cimport bit, bottom, count, prefetch, suit_of, top, top_cards
from ouverte.search.bounds cimport hold_tricks
from ouverte.search.freelead cimport gap_order
from ouverte.search.moves cimport Move, Trick, add_runs, add_to_trick
from ouverte.search.state cimport NO_TRUMP, RANKS, SUITS, Search, play, take_back

cdef enum:
    SOLO_BITS = 15              # of the table when a question begins; it doubles while it fills,
    SOLO_BITS_LEAST = 17        # at least to this
    SOLO_BUDGET = 1 << 18       # positions that one question may look at
    SOLO_LEFT = 4               # asked when at least so many tricks are to come,
    SOLO_LEFT_OWN = 3           # or so many with D himself on lead


cdef struct SoloEntry:
    u32 key[SUITS]
    u32 generation
    u8 least[2]             # by whether D won last: he takes so many, which rests on so many top cards of each suit
    u8 most[2]              # ... and no more
    u8 depth[2][SUITS]


cdef struct FreeSolo:
    int d                       # the soloist
    u32* keys[SUITS]            # by the suit's remaining cards: its key, 0 where not worked out yet
    SoloEntry* entries
    int bits                    # there is room for 1 << bits entries
    int bits_most
    u32 filled                  # entries that count
    bint stale                  # keys and entries are of another question
    u32 generation              # of the entries that count
    int killer[RANKS + 1]       # by tricks left: the suit whose lead last kept D from his tricks
    int budget                  # positions this question may still look at


cdef inline u32 gap_key(FreeSolo* f, Search* s, u64 cards, int suit) noexcept nogil:
    """A suit's order by gaps."""
    cdef u32* key = &f.keys[suit][suit_of(cards, suit)]
    if key[0] == 0:
        key[0] = gap_order(s.hand, suit, f.d)
    return key[0]


cdef inline bint solo_takes(FreeSolo* f, Search* s, int leader, int left, int need, u64* relevant) noexcept nogil:
    """Whether the relaxation proves that D takes `need` of the `left` tricks to come, with `leader` on lead."""
    cdef int suit
    cdef bint outcome
    if left < (SOLO_LEFT_OWN if leader == f.d else SOLO_LEFT):
        return False
    if f.stale:
        # Many searches never get here, so this is done now and not at every load.
        if not solo_begin(f):
            return False
        memset(f.keys[0], 0, SUITS * (1 << RANKS) * sizeof(u32))
        for suit in range(RANKS + 1):
            f.killer[suit] = (s.trump + 1) & 3
        f.stale = False
    f.budget = SOLO_BUDGET
    if leader == f.d:
        outcome = solo_own_lead(f, s, left, need, relevant)
    else:
        outcome = solo_lead(f, s, left, need, False, True, relevant)
    # Its positions are work like any other.
    s.nodes += SOLO_BUDGET - max(f.budget, 0)
    if not outcome:
        relevant[0] = 0
    return outcome


cdef inline bint solo_begin(FreeSolo* f) noexcept nogil:
    """Forget what was learnt, and be small again; False when memory is short."""
    f.generation += 1
    f.filled = 0
    if f.entries == NULL or f.bits != SOLO_BITS or f.generation == 0:
        free(f.entries)
        f.entries = <SoloEntry*>calloc(<u64>1 << SOLO_BITS, sizeof(SoloEntry))
        f.bits = SOLO_BITS
        f.generation = 1
    return f.entries != NULL


cdef inline void solo_grow(FreeSolo* f) noexcept nogil:
    """Double the table, if there is memory."""
    cdef SoloEntry* old = f.entries
    cdef SoloEntry* fresh = <SoloEntry*>calloc(<u64>2 << f.bits, sizeof(SoloEntry))
    cdef SoloEntry* entry
    cdef u64 i
    if fresh == NULL:
        f.bits_most = f.bits
        return
    f.entries = fresh
    f.bits += 1
    f.filled = 0
    for i in range(<u64>1 << (f.bits - 1)):
        if old[i].generation == f.generation:
            entry = solo_file(f, old[i].key)
            entry[0] = old[i]
    free(old)


cdef inline SoloEntry* solo_places(FreeSolo* f, const u32* key) noexcept nogil:
    """The two places, side by side, where a position may be filed."""
    cdef u64 hash_value = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    hash_value = (hash_value ^ (hash_value >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    return &f.entries[(hash_value >> (64 - f.bits)) & ~<u64>1]


cdef inline SoloEntry* solo_entry(FreeSolo* f, SoloEntry* places, const u32* key) noexcept nogil:
    """What is filed about a position, or NULL."""
    if solo_entry_is(places, f.generation, key):
        return places
    if solo_entry_is(places + 1, f.generation, key):
        return places + 1
    return NULL


cdef inline SoloEntry* solo_file(FreeSolo* f, const u32* key) noexcept nogil:
    """A place for a position that is not filed yet; of two others there the older one goes."""
    cdef SoloEntry* places
    if f.filled > <u32>1 << (f.bits - 1) and f.bits < f.bits_most:
        solo_grow(f)
    places = solo_places(f, key)
    if places[0].generation == f.generation:
        f.filled += places[1].generation != f.generation
        places[1] = places[0]
    else:
        f.filled += 1
    return places


cdef inline bint solo_lead_yields(FreeSolo* f, Search* s, int leader, const Trick* t, u64* relevant) noexcept nogil:
    """Whether the relaxation proves that this lead of another seat leaves D his tricks.

    It costs more than it saves but in the heaviest searches.
    """
    cdef Trick trick
    cdef bint outcome
    if leader == f.d or f.stale or t.left < SOLO_LEFT:
        return False
    trick = t[0]
    if not s.counted[f.d]:
        trick.need = t.left - t.need + 1
    f.budget = SOLO_BUDGET
    outcome = solo_follow(f, s, s.following[leader], s.seats - 1, &trick, False, relevant)
    s.nodes += SOLO_BUDGET - max(f.budget, 0)
    return outcome


cdef inline bint solo_own_lead(FreeSolo* f, Search* s, int left, int need, u64* relevant) noexcept nogil:
    """Whether D, who leads, takes `need` of the `left` tricks to come."""
    cdef u64 cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    cdef u64 own
    cdef Move moves[16]
    cdef Trick trick
    cdef int suit, i, n
    cdef bint outcome
    relevant[0] = 0
    trick.cards = cards
    trick.left = left
    trick.need = need
    trick.winner = f.d
    trick.contested = False
    for suit in range(SUITS):
        own = suit_of(s.hand[f.d], suit)
        n = add_runs(own, suit_of(cards, suit) & ~own, suit, moves, 0)
        for i in range(n):
            trick.led = suit
            trick.best = moves[i].card
            play(s, f.d, moves[i].card)
            outcome = solo_follow(f, s, s.following[f.d], s.seats - 1, &trick, True, relevant)
            take_back(s, f.d, moves[i].card)
            if outcome:
                return True
    return False


cdef inline bint solo_lead(
    FreeSolo* f, Search* s, int left, int need, bint won, bint root, u64* relevant
) noexcept nogil:
    """Whether D takes `need` of the `left` tricks to come; `won` says that he won the last, and may be made to lead."""
    cdef u32 key[SUITS]
    cdef u64 cards, ranks, own, below
    cdef SoloEntry* places
    cdef SoloEntry* entry
    cdef Trick trick
    cdef int suit, seat, leader, lowest, first, i, turn
    cdef bint outcome = True
    relevant[0] = 0
    if need <= 0:
        return True
    if need > left:
        return False
    cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    for suit in range(SUITS):
        key[suit] = gap_key(f, s, cards, suit)
    places = solo_places(f, key)
    prefetch(places)
    ranks = 0
    if s.shape >> ((s.trump * 4 + f.d) * 4) & 15 and hold_tricks(s, f.d, cards, need, &ranks) >= need:
        relevant[0] = ranks
        return True
    f.budget -= 1
    if f.budget < 0:
        return False
    entry = solo_entry(f, places, key)
    if entry != NULL:
        # With D among those who may lead he takes no more than without.
        if entry.most[won] < need or entry.most[0] < need:
            return False
        if entry.least[won] >= need or entry.least[1] >= need:
            i = won if entry.least[won] >= need else 1
            for suit in range(SUITS):
                relevant[0] |= top_cards(suit_of(cards, suit), entry.depth[i][suit]) << (suit << 4)
            return True

    trick.cards = cards
    trick.left = left
    trick.need = need
    first = f.killer[left]
    for turn in range(SUITS):
        # First the suit that did it last at this stage, trumps last: the others seldom gain by them.
        suit = first if turn == 0 else (s.trump + turn + (turn > ((first - s.trump - 1) & 3))) & 3
        leader = -1
        seat = s.following[f.d]
        while seat != f.d:
            if suit_of(s.hand[seat], suit):
                leader = seat
            seat = s.following[seat]
        if leader < 0:
            continue
        own = suit_of(s.hand[leader], suit)
        while own:
            below = suit_of(s.hand[f.d], suit) & ((<u64>1 << top(own)) - 1)
            lowest = top(below) + 1 if below else 0
            i = suit << 4 | bottom(own >> lowest << lowest)
            own &= (<u64>1 << lowest) - 1
            trick.led = suit
            trick.best = i
            trick.winner = leader
            trick.contested = False
            play(s, leader, i)
            outcome = solo_follow(f, s, s.following[leader], s.seats - 1, &trick, False, &ranks)
            take_back(s, leader, i)
            relevant[0] |= ranks
            if not outcome:
                break
        if not outcome:
            f.killer[left] = suit
            break
    if outcome and won:
        outcome = solo_own_lead(f, s, left, need, &ranks)
        relevant[0] |= ranks
    if f.budget < 0:
        # Not known; where the question began, that is remembered as a no, so that it is not asked in vain again.
        if not root:
            return False
        outcome = False
    # What was asked meanwhile may have moved it.
    entry = solo_entry(f, solo_places(f, key), key)
    if entry == NULL:
        entry = solo_file(f, key)
        entry.generation = f.generation
        for suit in range(SUITS):
            entry.key[suit] = key[suit]
        entry.least[0] = entry.least[1] = 0
        entry.most[0] = entry.most[1] = RANKS
    if not outcome:
        entry.most[won] = min(entry.most[won], <u8>(need - 1))
    elif need > entry.least[won]:
        entry.least[won] = <u8>need
        for suit in range(SUITS):
            own = suit_of(relevant[0], suit)
            entry.depth[won][suit] = <u8>count(suit_of(cards, suit) >> bottom(own)) if own else 0
    return outcome


cdef inline bint solo_entry_is(const SoloEntry* entry, u32 generation, const u32* key) noexcept nogil:
    return (
        entry.generation == generation and entry.key[0] == key[0] and entry.key[1] == key[1]
        and entry.key[2] == key[2] and entry.key[3] == key[3]
    )


cdef inline bint solo_follow(
    FreeSolo* f, Search* s, int seat, int seats, const Trick* t, bint d_played, u64* relevant
) noexcept nogil:
    """The same in the middle of a trick: `seat` plays, the first of `seats` that still have to."""
    cdef int cards[16]
    cdef Trick trick
    cdef u64 ranks
    cdef int i, n
    cdef bint outcome
    if seats == 0:
        outcome = solo_lead(f, s, t.left - 1, t.need - (t.winner == f.d), t.winner == f.d, False, relevant)
        if t.contested and t.winner == f.d:
            relevant[0] |= bit(t.best)
        return outcome
    n = solo_cards(f, s, seat, t, d_played, cards)
    relevant[0] = 0
    for i in range(n):
        trick = t[0]
        add_to_trick(s, &trick, seat, cards[i])
        play(s, seat, cards[i])
        outcome = solo_follow(f, s, s.following[seat], seats - 1, &trick, d_played or seat == f.d, &ranks)
        take_back(s, seat, cards[i])
        if f.budget < 0:
            return False
        if outcome == (seat == f.d):
            relevant[0] = ranks
            return outcome
        relevant[0] |= ranks
    return seat != f.d


cdef inline int solo_cards(FreeSolo* f, Search* s, int seat, const Trick* t, bint d_played, int* cards) noexcept nogil:
    """The cards worth trying: those that may decide the trick, then the lowest of each suit."""
    cdef int n = 0
    cdef int suit = t.led
    cdef int first, last, lowest
    cdef u64 own = suit_of(s.hand[seat], t.led)
    cdef u64 winning, below
    cdef bint following = own != 0
    if not following and s.trump != NO_TRUMP:
        suit = s.trump
        own = suit_of(s.hand[seat], suit)
    # Which of them beat the trick so far?
    winning = 0
    if suit == t.best >> 4:
        winning = own >> (t.best & 15) << (t.best & 15)
    elif suit == s.trump:
        winning = own
    if seat == f.d:
        # The cheapest first; touching cards are alike.
        n = low_runs(winning, suit_of(t.cards, suit) & ~own, suit, cards, n)
    elif not d_played:
        # One card of each gap of D's cards.
        while winning:
            below = suit_of(s.hand[f.d], suit) & ((<u64>1 << top(winning)) - 1)
            lowest = top(below) + 1 if below else 0
            cards[n] = suit << 4 | bottom(winning >> lowest << lowest)
            winning &= (<u64>1 << lowest) - 1
            n += 1
    elif winning and t.winner == f.d:
        cards[n] = suit << 4 | bottom(winning)
        n += 1
    first = 0
    last = SUITS
    if following:
        first = t.led
        last = t.led + 1
    elif s.must_trump and own:
        first = s.trump
        last = s.trump + 1
    for suit in range(first, last):
        own = suit_of(s.hand[seat], suit)
        if own and (n == 0 or not tried(cards, n, suit << 4 | bottom(own))):
            cards[n] = suit << 4 | bottom(own)
            n += 1
    return n


cdef inline bint tried(const int* cards, int n, int card) noexcept nogil:
    cdef int i
    for i in range(n):
        if cards[i] == card:
            return True
    return False


cdef inline int low_runs(u64 own, u64 others, int suit, int* cards, int n) noexcept nogil:
    """Append the lowest card of each run of a suit, lowest run first."""
    cdef int low
    cdef u64 above
    while own:
        low = bottom(own)
        cards[n] = suit << 4 | low
        n += 1
        above = others >> low << low
        # Own cards below the next foreign one belong to this run.
        own = own >> bottom(above) << bottom(above) if above else 0
    return n
