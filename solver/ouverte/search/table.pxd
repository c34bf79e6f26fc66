# The transposition table: what is known of positions at the start of a trick, for one deal, trump and pair of sides.
#
# A position is filed under who leads and how many cards of each suit each hand holds (its shape). Under a shape stands a
# tree of patterns. A pattern says, suit by suit, who owns the cards from the top down to some depth; lower cards are
# "x". It carries bounds on the counted tricks still to come that hold for every position of that shape which matches it
# (M. Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14, 2001, section 4: partition
# search). A child in the tree is a narrower pattern than its parent, so a look-up descends only where it matches.
#
# Owners of a suit are written two bits a card from the top of a 32-bit word; two suits make a 64-bit word.

from libc.stdint cimport int8_t as i8, uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    NO_CARD = 0xFF
    UNKNOWN = -1
    FIRST_SLOTS = 1 << 8


cdef struct Key:
    u64 shape       # lengths, tricks left and leader; never 0
    u64 upper       # owners of spades and hearts
    u64 lower       # owners of diamonds and clubs


cdef struct Pattern:
    u64 upper
    u64 lower
    u64 upper_mask
    u64 lower_mask
    u32 child       # index of the first narrower pattern, 0 for none
    u32 sibling     # index of the next pattern of the same list, 0 for none
    u8 depth[4]     # how many top cards of each suit the pattern fixes
    i8 least        # bounds on the counted tricks still to come
    i8 most
    u8 best         # a good card to lead, as suit << 4 | place from the top, or NO_CARD


cdef struct Bucket:
    u64 shape       # 0 for an empty slot
    u32 root        # first pattern
    u32 used        # looked up with success since the last sweep


cdef struct Table:
    Bucket* buckets
    u64 slots       # a power of two
    u64 slots_most
    u64 filled
    Pattern* patterns
    u32 capacity
    u32 fresh       # patterns from here on have never been used
    u32 spare       # first pattern of the free list
    u32 spares      # length of the free list
    u64 sweeps      # how often the table was full


cdef inline bint table_open(Table* t, u64 limit) noexcept nogil:
    """Reserve a table of at most `limit` bytes; False when memory is short. Pages are touched only as they fill."""
    cdef u64 slots = FIRST_SLOTS
    while slots * 2 * sizeof(Bucket) <= limit // 12:
        slots *= 2
    t.slots_most = slots
    t.slots = FIRST_SLOTS
    t.filled = 0
    t.sweeps = 0
    # A directory that doubles needs the old one beside the new for a moment, hence the 1.5.
    t.capacity = <u32>((limit - slots * sizeof(Bucket) * 3 // 2) // sizeof(Pattern))
    t.fresh = 1
    t.spare = 0
    t.spares = 0
    t.buckets = <Bucket*>calloc(t.slots, sizeof(Bucket))
    t.patterns = <Pattern*>malloc(t.capacity * sizeof(Pattern))
    return t.buckets != NULL and t.patterns != NULL


cdef inline void table_close(Table* t) noexcept nogil:
    free(t.buckets)
    free(t.patterns)
    t.buckets = NULL
    t.patterns = NULL


cdef inline bint table_resize(Table* t, u64 slots) noexcept nogil:
    """Lay the directory anew with `slots` places, leaving out shapes that have no pattern; False when memory is short."""
    cdef Bucket* old = t.buckets
    cdef u64 i, j, count = t.slots
    cdef Bucket* fresh = <Bucket*>calloc(slots, sizeof(Bucket))
    if fresh == NULL:
        return False
    t.buckets = fresh
    t.slots = slots
    t.filled = 0
    for i in range(count):
        if old[i].shape and old[i].root:
            j = table_slot(t, old[i].shape)
            fresh[j] = old[i]
            t.filled += 1
    free(old)
    return True


cdef inline void table_clear(Table* t) noexcept nogil:
    """Forget everything."""
    if t.slots > 16 * FIRST_SLOTS:
        t.filled = 0
        memset(t.buckets, 0, t.slots * sizeof(Bucket))
        # Back to a small directory, so that a later small position does not pay for clearing a large one.
        table_resize(t, FIRST_SLOTS)
    else:
        memset(t.buckets, 0, t.slots * sizeof(Bucket))
    t.filled = 0
    t.fresh = 1
    t.spare = 0
    t.spares = 0


cdef inline u64 table_slot(Table* t, u64 shape) noexcept nogil:
    """The slot that holds a shape, or the empty slot where it would go."""
    cdef u64 i = ((shape * <u64>0x9E3779B97F4A7C15) >> 20) & (t.slots - 1)
    while t.buckets[i].shape and t.buckets[i].shape != shape:
        i = (i + 1) & (t.slots - 1)
    return i


cdef inline bint matches(const Pattern* p, u64 upper, u64 lower) noexcept nogil:
    return (((p.upper ^ upper) & p.upper_mask) | ((p.lower ^ lower) & p.lower_mask)) == 0


cdef inline bint narrower(const Pattern* a, const Pattern* b) noexcept nogil:
    """Whether everything that matches `a` matches `b`."""
    return (b.upper_mask & ~a.upper_mask) == 0 and (b.lower_mask & ~a.lower_mask) == 0 and matches(b, a.upper, a.lower)


cdef inline int table_search(Table* t, u32* first, const Key* key, int need, u8* depth, u8* best) noexcept nogil:
    """Walk the patterns that match; 1 or 0 where one decides "at least `need`", UNKNOWN where none does.

    A pattern that decides moves to the front of its list: it is likely to be asked for again soon.
    """
    cdef u32* stack[64]
    cdef int height = 0
    cdef u32* head = first      # the link to the list in hand, and to the pattern in hand
    cdef u32* link = first
    cdef u32 i
    cdef Pattern* p
    while True:
        while link[0] == 0:
            if height == 0:
                return UNKNOWN
            height -= 1
            head = stack[height]
            link = head
        i = link[0]
        p = &t.patterns[i]
        if matches(p, key.upper, key.lower):
            if p.best != NO_CARD:
                best[0] = p.best
            if p.least >= need or p.most < need:
                depth[0] = p.depth[0]
                depth[1] = p.depth[1]
                depth[2] = p.depth[2]
                depth[3] = p.depth[3]
                if link != head:
                    link[0] = p.sibling
                    p.sibling = head[0]
                    head[0] = i
                return p.least >= need
            if p.child and height < 64:
                stack[height] = &p.child
                height += 1
        link = &p.sibling


cdef inline int table_find(Table* t, const Key* key, int need, u8* depth, u8* best) noexcept nogil:
    """What is known of "at least `need` counted tricks": 1, 0 or UNKNOWN; the depths relied on; a card worth trying."""
    cdef u64 i = table_slot(t, key.shape)
    cdef int found
    best[0] = NO_CARD
    if t.buckets[i].shape == 0:
        return UNKNOWN
    found = table_search(t, &t.buckets[i].root, key, need, depth, best)
    if found != UNKNOWN:
        t.buckets[i].used = 1
    return found


cdef inline void pattern_free(Table* t, u32 i) noexcept nogil:
    """Give a list of patterns, with all below it, back to the free list."""
    cdef u32 following, last
    while i:
        following = t.patterns[i].sibling
        if t.patterns[i].child:
            # Hang the children in front of what is still to be freed: no recursion.
            last = t.patterns[i].child
            while t.patterns[last].sibling:
                last = t.patterns[last].sibling
            t.patterns[last].sibling = following
            following = t.patterns[i].child
        t.patterns[i].sibling = t.spare
        t.spare = i
        t.spares += 1
        i = following


cdef inline void table_sweep(Table* t) noexcept nogil:
    """Make room: drop the shapes not used since the last sweep, and all of them if that frees too little."""
    cdef u64 i
    cdef int turn
    t.sweeps += 1
    for turn in range(2):
        for i in range(t.slots):
            if t.buckets[i].shape and t.buckets[i].root:
                if t.buckets[i].used:
                    t.buckets[i].used = 0
                else:
                    pattern_free(t, t.buckets[i].root)
                    t.buckets[i].root = 0
        if t.spares >= t.capacity // 4:
            break
    if not table_resize(t, t.slots):
        table_clear(t)


cdef inline void table_insert(Table* t, u32* head, u32 fresh) noexcept nogil:
    """Put pattern number `fresh` where it belongs in the tree that starts at `head`, merging with what it equals."""
    cdef Pattern* q = &t.patterns[fresh]
    cdef Pattern* p
    cdef u32* link = head
    cdef u32 i
    while link[0]:
        p = &t.patterns[link[0]]
        if narrower(q, p):
            if p.least > q.least:
                q.least = p.least
            if p.most < q.most:
                q.most = p.most
            if narrower(p, q):
                p.least = q.least
                p.most = q.most
                if q.best != NO_CARD:
                    p.best = q.best
                pattern_free(t, fresh)
                return
            if p.least == q.least and p.most == q.most:
                if p.best == NO_CARD:
                    p.best = q.best
                pattern_free(t, fresh)
                return
            head = &p.child
            link = head
        else:
            link = &p.sibling
    # No pattern of this list holds it: it takes its place here, and takes in those that are narrower.
    link = head
    while link[0]:
        i = link[0]
        p = &t.patterns[i]
        if narrower(p, q):
            link[0] = p.sibling
            p.sibling = q.child
            q.child = i
        else:
            link = &p.sibling
    q.sibling = head[0]
    head[0] = fresh


cdef inline u64 depth_mask(int depth) noexcept nogil:
    return <u64>0xFFFFFFFF & ~(<u64>0xFFFFFFFF >> (2 * depth))


cdef inline void table_store(Table* t, const Key* key, const u8* depth, int least, int most, int best) noexcept nogil:
    """File bounds for every position of this shape that agrees with `key` down to the given depths."""
    cdef u64 slot
    cdef u32 i
    cdef Pattern* p
    if t.spare == 0 and t.fresh >= t.capacity:
        table_sweep(t)
    if t.filled * 3 >= t.slots * 2:
        if t.slots >= t.slots_most or not table_resize(t, t.slots * 2):
            table_sweep(t)
            if t.filled * 3 >= t.slots * 2:
                table_clear(t)
    slot = table_slot(t, key.shape)
    if t.buckets[slot].shape == 0:
        t.buckets[slot].shape = key.shape
        t.buckets[slot].root = 0
        t.filled += 1
    t.buckets[slot].used = 1
    if t.spare:
        i = t.spare
        t.spare = t.patterns[i].sibling
        t.spares -= 1
    else:
        i = t.fresh
        t.fresh += 1
    p = &t.patterns[i]
    p.upper_mask = depth_mask(depth[0]) << 32 | depth_mask(depth[1])
    p.lower_mask = depth_mask(depth[2]) << 32 | depth_mask(depth[3])
    p.upper = key.upper & p.upper_mask
    p.lower = key.lower & p.lower_mask
    p.child = 0
    p.sibling = 0
    p.depth[0] = depth[0]
    p.depth[1] = depth[1]
    p.depth[2] = depth[2]
    p.depth[3] = depth[3]
    p.least = <i8>least
    p.most = <i8>most
    p.best = <u8>best
    table_insert(t, &t.buckets[slot].root, i)
