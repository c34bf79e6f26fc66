# The transposition table: what is known of positions at the start of a trick, for one deal, trump and pair of sides.
#
# A position is filed under who leads and how many cards of each suit each hand holds (its shape). Under a shape stand
# patterns. A pattern says, suit by suit, who owns the cards from the top down to some depth; lower cards are "x". It
# carries bounds on the counted tricks still to come that hold for every position of that shape which matches it (M.
# Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14, 2001, section 4: partition
# search).
#
# The patterns of a shape with the same four depths make a group, and at most one of a group can match a position. So a
# look-up asks each group of the shape once, by a hash of the owners down to its depths, however many patterns it holds.
#
# Owners of a suit are written two bits a card from the top of a 32-bit word; two suits make a 64-bit word.

from libc.stdint cimport int8_t as i8, uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    NO_CARD = 0xFF
    UNKNOWN = -1
    FIRST_SLOTS = 1 << 8        # of the directory of shapes
    FIRST_HEADS = 1 << 8        # of the hash of patterns


cdef struct Key:
    u64 shape       # lengths, tricks left and leader; never 0
    u64 upper       # owners of spades and hearts
    u64 lower       # owners of diamonds and clubs


cdef struct Group:
    u64 upper_mask
    u64 lower_mask
    u32 sibling     # the next group of the shape, 0 for none
    u32 first       # the first pattern of the group
    u8 depth[4]     # how many top cards of each suit its patterns fix


cdef struct Pattern:
    u64 upper
    u64 lower
    u32 group
    u32 sibling     # the next pattern of the group, 0 for none
    u32 chained     # the next pattern with the same hash, 0 for none
    i8 least        # bounds on the counted tricks still to come
    i8 most
    u8 best         # a good card to lead, as suit << 4 | place from the top, or NO_CARD


cdef union Node:
    Group group
    Pattern pattern
    u32 spare       # the next node of the free list, 0 for none


cdef struct Bucket:
    u64 shape       # 0 for an empty slot
    u32 groups      # first group
    u32 used        # looked up with success since the last sweep


cdef struct Table:
    Bucket* buckets
    u64 slots       # a power of two
    u64 slots_most
    u64 filled
    u32* heads      # by hash: the first pattern
    u64 heads_size  # a power of two
    u64 heads_most
    u64 patterns
    Node* nodes
    u32 capacity
    u32 fresh       # nodes from here on have never been used
    u32 spare       # first node of the free list
    u32 spares      # length of the free list
    u64 sweeps      # how often the table was full


cdef inline bint table_open(Table* t, u64 limit) noexcept nogil:
    """Reserve a table of at most `limit` bytes; False when memory is short. Pages are touched only as they fill."""
    cdef u64 slots = FIRST_SLOTS
    cdef u64 heads = FIRST_HEADS
    while slots * 2 * sizeof(Bucket) <= limit // 16:
        slots *= 2
    while heads * 2 * sizeof(u32) <= limit // 16:
        heads *= 2
    t.slots_most = slots
    t.heads_most = heads
    t.slots = FIRST_SLOTS
    t.heads_size = FIRST_HEADS
    t.filled = 0
    t.patterns = 0
    t.sweeps = 0
    # What doubles needs the old beside the new for a moment, hence the 1.5.
    t.capacity = <u32>((limit - (slots * sizeof(Bucket) + heads * sizeof(u32)) * 3 // 2) // sizeof(Node))
    t.fresh = 1
    t.spare = 0
    t.spares = 0
    t.buckets = <Bucket*>calloc(t.slots, sizeof(Bucket))
    t.heads = <u32*>calloc(t.heads_size, sizeof(u32))
    t.nodes = <Node*>malloc(t.capacity * sizeof(Node))
    return t.buckets != NULL and t.heads != NULL and t.nodes != NULL


cdef inline void table_close(Table* t) noexcept nogil:
    free(t.buckets)
    free(t.heads)
    free(t.nodes)
    t.buckets = NULL
    t.heads = NULL
    t.nodes = NULL


cdef inline u64 table_slot(const Table* t, u64 shape) noexcept nogil:
    """The slot that holds a shape, or the empty slot where it would go."""
    cdef u64 i = ((shape * <u64>0x9E3779B97F4A7C15) >> 20) & (t.slots - 1)
    while t.buckets[i].shape and t.buckets[i].shape != shape:
        i = (i + 1) & (t.slots - 1)
    return i


cdef inline u64 pattern_hash(const Table* t, u32 group, u64 upper, u64 lower) noexcept nogil:
    cdef u64 h = (upper ^ group) * <u64>0x9E3779B97F4A7C15
    h = (h ^ (h >> 32) ^ lower) * <u64>0xD6E8FEB86659FD93
    return (h >> 32) & (t.heads_size - 1)


cdef inline bint table_resize(Table* t, u64 slots) noexcept nogil:
    """Lay the directory anew with `slots` places, leaving out shapes without patterns; False when memory is short."""
    cdef Bucket* old = t.buckets
    cdef u64 i
    cdef u64 size = t.slots
    cdef Bucket* fresh = <Bucket*>calloc(slots, sizeof(Bucket))
    if fresh == NULL:
        return False
    t.buckets = fresh
    t.slots = slots
    t.filled = 0
    for i in range(size):
        if old[i].shape and old[i].groups:
            fresh[table_slot(t, old[i].shape)] = old[i]
            t.filled += 1
    free(old)
    return True


cdef inline bint table_rehash(Table* t, u64 size) noexcept nogil:
    """Lay the hash of patterns anew, with `size` heads; False when memory is short."""
    cdef u32* fresh = t.heads
    cdef u64 i, h
    cdef u32 g, p
    if size != t.heads_size:
        fresh = <u32*>calloc(size, sizeof(u32))
        if fresh == NULL:
            return False
        free(t.heads)
        t.heads = fresh
        t.heads_size = size
    else:
        memset(fresh, 0, size * sizeof(u32))
    t.patterns = 0
    for i in range(t.slots):
        g = t.buckets[i].groups if t.buckets[i].shape else 0
        while g:
            p = t.nodes[g].group.first
            while p:
                h = pattern_hash(t, g, t.nodes[p].pattern.upper, t.nodes[p].pattern.lower)
                t.nodes[p].pattern.chained = fresh[h]
                fresh[h] = p
                t.patterns += 1
                p = t.nodes[p].pattern.sibling
            g = t.nodes[g].group.sibling
    return True


cdef inline void table_clear(Table* t) noexcept nogil:
    """Forget everything."""
    memset(t.buckets, 0, t.slots * sizeof(Bucket))
    memset(t.heads, 0, t.heads_size * sizeof(u32))
    t.filled = 0
    t.patterns = 0
    t.fresh = 1
    t.spare = 0
    t.spares = 0
    # Back to a small size, so that a later small position does not pay for clearing a large one.
    if t.slots > 16 * FIRST_SLOTS:
        table_resize(t, FIRST_SLOTS)
    if t.heads_size > 16 * FIRST_HEADS:
        table_rehash(t, FIRST_HEADS)


cdef inline int table_find(Table* t, const Key* key, int need, u8* depth, u8* best) noexcept nogil:
    """What is known of "at least `need` counted tricks": 1, 0 or UNKNOWN; the depths relied on; a card worth trying."""
    cdef Bucket* bucket = &t.buckets[table_slot(t, key.shape)]
    cdef u32* link = &bucket.groups
    cdef u64 upper, lower
    cdef u32 g, p
    cdef Group* group
    cdef Pattern* pattern
    best[0] = NO_CARD
    if bucket.shape == 0:
        return UNKNOWN
    while link[0]:
        g = link[0]
        group = &t.nodes[g].group
        upper = key.upper & group.upper_mask
        lower = key.lower & group.lower_mask
        p = t.heads[pattern_hash(t, g, upper, lower)]
        while p:
            pattern = &t.nodes[p].pattern
            if pattern.group == g and pattern.upper == upper and pattern.lower == lower:
                if pattern.best != NO_CARD:
                    best[0] = pattern.best
                if pattern.least >= need or pattern.most < need:
                    depth[0] = group.depth[0]
                    depth[1] = group.depth[1]
                    depth[2] = group.depth[2]
                    depth[3] = group.depth[3]
                    bucket.used = 1
                    if link != &bucket.groups:
                        # A group that decides is likely to do so again.
                        link[0] = group.sibling
                        group.sibling = bucket.groups
                        bucket.groups = g
                    return pattern.least >= need
                break
            p = pattern.chained
        link = &group.sibling
    return UNKNOWN


cdef inline void give_back(Table* t, u32 node) noexcept nogil:
    t.nodes[node].spare = t.spare
    t.spare = node
    t.spares += 1


cdef inline u32 take_node(Table* t) noexcept nogil:
    cdef u32 node = t.spare
    if node:
        t.spare = t.nodes[node].spare
        t.spares -= 1
        return node
    t.fresh += 1
    return t.fresh - 1


cdef inline void table_sweep(Table* t) noexcept nogil:
    """Make room: drop the shapes not used since the last sweep, and all of them if that frees too little."""
    cdef u64 i
    cdef u32 g, p, following
    cdef int turn
    t.sweeps += 1
    for turn in range(2):
        for i in range(t.slots):
            if t.buckets[i].shape == 0:
                continue
            if t.buckets[i].used:
                t.buckets[i].used = 0
                continue
            g = t.buckets[i].groups
            t.buckets[i].groups = 0
            while g:
                p = t.nodes[g].group.first
                while p:
                    following = t.nodes[p].pattern.sibling
                    give_back(t, p)
                    p = following
                following = t.nodes[g].group.sibling
                give_back(t, g)
                g = following
        if t.spares >= t.capacity // 4:
            break
    if not table_resize(t, t.slots):
        table_clear(t)
    table_rehash(t, t.heads_size)


cdef inline u64 depth_mask(int depth) noexcept nogil:
    return <u64>0xFFFFFFFF & ~(<u64>0xFFFFFFFF >> (2 * depth))


cdef inline u32 group_of(Table* t, Bucket* bucket, const u8* depth) noexcept nogil:
    """The group of a shape with these depths, made where there is none."""
    cdef u64 upper_mask = depth_mask(depth[0]) << 32 | depth_mask(depth[1])
    cdef u64 lower_mask = depth_mask(depth[2]) << 32 | depth_mask(depth[3])
    cdef u32 g = bucket.groups
    cdef Group* group
    while g:
        group = &t.nodes[g].group
        if group.upper_mask == upper_mask and group.lower_mask == lower_mask:
            return g
        g = group.sibling
    g = take_node(t)
    group = &t.nodes[g].group
    group.upper_mask = upper_mask
    group.lower_mask = lower_mask
    group.first = 0
    group.depth[0] = depth[0]
    group.depth[1] = depth[1]
    group.depth[2] = depth[2]
    group.depth[3] = depth[3]
    group.sibling = bucket.groups
    bucket.groups = g
    return g


cdef inline void table_store(Table* t, const Key* key, const u8* depth, int least, int most, int best) noexcept nogil:
    """File bounds for every position of this shape that agrees with `key` down to the given depths."""
    cdef Bucket* bucket
    cdef Pattern* pattern
    cdef u64 slot, upper, lower, h
    cdef u32 g, p
    # A group and a pattern may be needed.
    if t.spares < 2 and t.fresh + 2 > t.capacity:
        table_sweep(t)
    if t.filled * 3 >= t.slots * 2:
        if t.slots >= t.slots_most or not table_resize(t, t.slots * 2):
            table_sweep(t)
            if t.filled * 3 >= t.slots * 2:
                table_clear(t)
    if t.patterns > t.heads_size and t.heads_size < t.heads_most:
        table_rehash(t, t.heads_size * 2)
    slot = table_slot(t, key.shape)
    bucket = &t.buckets[slot]
    if bucket.shape == 0:
        bucket.shape = key.shape
        bucket.groups = 0
        t.filled += 1
    bucket.used = 1
    g = group_of(t, bucket, depth)
    upper = key.upper & t.nodes[g].group.upper_mask
    lower = key.lower & t.nodes[g].group.lower_mask
    h = pattern_hash(t, g, upper, lower)
    p = t.heads[h]
    while p:
        pattern = &t.nodes[p].pattern
        if pattern.group == g and pattern.upper == upper and pattern.lower == lower:
            if least > pattern.least:
                pattern.least = <i8>least
            if most < pattern.most:
                pattern.most = <i8>most
            if best != NO_CARD:
                pattern.best = <u8>best
            return
        p = pattern.chained
    p = take_node(t)
    pattern = &t.nodes[p].pattern
    pattern.upper = upper
    pattern.lower = lower
    pattern.group = g
    pattern.sibling = t.nodes[g].group.first
    t.nodes[g].group.first = p
    pattern.chained = t.heads[h]
    t.heads[h] = p
    t.patterns += 1
    pattern.least = <i8>least
    pattern.most = <i8>most
    pattern.best = <u8>best
