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
# Memory is slow and most questions end in "no such pattern": the groups of a shape therefore lie side by side, each
# carries a small filter of the hashes in it, which answers most of those without going anywhere else, and what the hash
# holds for each pattern includes half of its hash value.
#
# Owners of a suit are written two bits a card from the top of a 32-bit word; two suits make a 64-bit word.

from libc.stdint cimport int8_t as i8, uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from ouverte.search.bits cimport count, prefetch

cdef enum:
    NO_CARD = 0xFF
    UNKNOWN = -1
    FIRST_SLOTS = 1 << 8        # of the directory of shapes
    FIRST_PLACES = 1 << 9       # of the hash of patterns
    ASKED = 16                  # groups whose places are fetched from memory together
    SPANS = 17                  # sizes of arrays of groups: 1, 2, 4, ... nodes


cdef struct Key:
    u64 shape       # lengths, tricks left and leader; never 0
    u64 upper       # owners of spades and hearts
    u64 lower       # owners of diamonds and clubs


cdef struct Group:
    u64 upper_mask  # how many top cards of each suit its patterns fix
    u64 lower_mask
    u64 filter      # a bit for each hash of a pattern in it
    u32 serial      # what its patterns know it by
    u32 first       # its first pattern


cdef struct Pattern:
    u64 upper
    u64 lower
    u32 serial      # of the group
    u32 sibling     # the next pattern of the group, 0 for none
    i8 least        # bounds on the counted tricks still to come
    i8 most
    u8 best         # a good card to lead, as suit << 4 | place from the top, or NO_CARD


cdef union Node:
    Group group
    Pattern pattern
    u32 spare       # the next span of the same size that is free, 0 for none


cdef struct Bucket:
    u64 shape       # 0 for an empty slot
    u32 groups      # the first of its groups, which lie side by side
    u16 held        # how many they are
    u8 span         # there is room for 1 << span
    u8 used         # looked up with success since the last sweep


cdef struct Table:
    Bucket* buckets
    u64 slots       # a power of two
    u64 slots_most
    u64 filled
    u64* places     # by hash, the next free one where that is taken: half of the hash value and the pattern, 0 for none
    u64 places_size # a power of two; at most three quarters are taken
    u64 places_most
    u64 patterns
    Node* nodes
    u32 capacity
    u32 fresh       # nodes from here on have never been used
    u32 serial      # of the last group made
    u32 spare[SPANS]    # free spans, by size
    u64 spares      # nodes in them
    u64 sweeps      # how often the table was full


cdef inline bint table_open(Table* t, u64 limit) noexcept nogil:
    """Reserve a table of at most `limit` bytes; False when memory is short. Pages are touched only as they fill."""
    cdef u64 slots = FIRST_SLOTS
    cdef u64 places = FIRST_PLACES
    while slots * 2 * sizeof(Bucket) <= limit // 16:
        slots *= 2
    while places * 2 * sizeof(u64) <= limit // 6:
        places *= 2
    memset(t, 0, sizeof(Table))
    t.slots_most = slots
    t.places_most = places
    t.slots = FIRST_SLOTS
    t.places_size = FIRST_PLACES
    # What doubles needs the old beside the new for a moment, hence the 1.5.
    t.capacity = <u32>((limit - (slots * sizeof(Bucket) + places * sizeof(u64)) * 3 // 2) // sizeof(Node))
    t.fresh = 1
    t.buckets = <Bucket*>calloc(t.slots, sizeof(Bucket))
    t.places = <u64*>calloc(t.places_size, sizeof(u64))
    t.nodes = <Node*>malloc(t.capacity * sizeof(Node))
    return t.buckets != NULL and t.places != NULL and t.nodes != NULL


cdef inline void table_close(Table* t) noexcept nogil:
    free(t.buckets)
    free(t.places)
    free(t.nodes)
    t.buckets = NULL
    t.places = NULL
    t.nodes = NULL


cdef inline u64 table_home(const Table* t, u64 shape) noexcept nogil:
    """The slot from which a shape is looked for."""
    return ((shape * <u64>0x9E3779B97F4A7C15) >> 20) & (t.slots - 1)


cdef inline u64 table_slot(const Table* t, u64 shape) noexcept nogil:
    """The slot that holds a shape, or the empty slot where it would go."""
    cdef u64 i = table_home(t, shape)
    while t.buckets[i].shape and t.buckets[i].shape != shape:
        i = (i + 1) & (t.slots - 1)
    return i


cdef inline void table_ready(const Table* t, u64 shape) noexcept nogil:
    """A look-up for this shape will follow: have its place fetched from memory meanwhile."""
    prefetch(&t.buckets[table_home(t, shape)])


cdef inline u64 pattern_hash(u32 serial, u64 upper, u64 lower) noexcept nogil:
    cdef u64 h = (upper ^ serial) * <u64>0x9E3779B97F4A7C15
    return (h ^ (h >> 32) ^ lower) * <u64>0xD6E8FEB86659FD93


cdef inline u64 filter_bit(u64 pattern_hash) noexcept nogil:
    return <u64>1 << (pattern_hash >> 58)


cdef inline u64 place_of_hash(const Table* t, u64 pattern_hash) noexcept nogil:
    """The place from which a pattern is looked for."""
    return (pattern_hash >> 26) & (t.places_size - 1)


cdef inline u32 known_pattern(const Table* t, u64 pattern_hash, u32 serial, u64 upper, u64 lower) noexcept nogil:
    """A pattern, 0 for none."""
    cdef u64 i = place_of_hash(t, pattern_hash)
    cdef const Pattern* pattern
    while t.places[i]:
        if (t.places[i] ^ pattern_hash) >> 32 == 0:
            pattern = &t.nodes[<u32>t.places[i]].pattern
            if pattern.serial == serial and pattern.upper == upper and pattern.lower == lower:
                return <u32>t.places[i]
        i = (i + 1) & (t.places_size - 1)
    return 0


cdef inline void place_pattern(Table* t, u32 p) noexcept nogil:
    """Enter a pattern that is not there into the hash."""
    cdef const Pattern* pattern = &t.nodes[p].pattern
    cdef u64 h = pattern_hash(pattern.serial, pattern.upper, pattern.lower)
    cdef u64 i = place_of_hash(t, h)
    while t.places[i]:
        i = (i + 1) & (t.places_size - 1)
    t.places[i] = h >> 32 << 32 | p
    t.patterns += 1


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
        if old[i].shape and old[i].held:
            fresh[table_slot(t, old[i].shape)] = old[i]
            t.filled += 1
    free(old)
    return True


cdef inline bint table_rehash(Table* t, u64 size) noexcept nogil:
    """Lay the hash of patterns anew, with `size` places; False when memory is short."""
    cdef u64* fresh = t.places
    cdef u64 i
    cdef u32 g, p
    if size != t.places_size:
        fresh = <u64*>calloc(size, sizeof(u64))
        if fresh == NULL:
            return False
        free(t.places)
        t.places = fresh
        t.places_size = size
    else:
        memset(fresh, 0, size * sizeof(u64))
    t.patterns = 0
    for i in range(t.slots):
        for g in range(t.buckets[i].groups, t.buckets[i].groups + t.buckets[i].held):
            p = t.nodes[g].group.first
            while p:
                place_pattern(t, p)
                p = t.nodes[p].pattern.sibling
    return True


cdef inline void table_clear(Table* t) noexcept nogil:
    """Forget everything."""
    memset(t.buckets, 0, t.slots * sizeof(Bucket))
    memset(t.places, 0, t.places_size * sizeof(u64))
    memset(t.spare, 0, sizeof(t.spare))
    t.filled = 0
    t.patterns = 0
    t.fresh = 1
    t.serial = 0
    t.spares = 0
    # Back to a small size, so that a later small position does not pay for clearing a large one.
    if t.slots > 16 * FIRST_SLOTS:
        table_resize(t, FIRST_SLOTS)
    if t.places_size > 16 * FIRST_PLACES:
        table_rehash(t, FIRST_PLACES)


cdef inline void depths_of(u64 upper_mask, u64 lower_mask, u8* depth) noexcept nogil:
    depth[0] = <u8>(count(upper_mask >> 32) >> 1)
    depth[1] = <u8>(count(<u32>upper_mask) >> 1)
    depth[2] = <u8>(count(lower_mask >> 32) >> 1)
    depth[3] = <u8>(count(<u32>lower_mask) >> 1)


cdef inline int table_find(Table* t, const Key* key, int need, int fails, u8* depth, u8* best) noexcept nogil:
    """What is known of "at least `need`": 1, 0 or UNKNOWN; the depths relied on; a card worth trying.

    An upper bound below `fails`, counted as it is filed, answers no.
    """
    cdef Bucket* bucket = &t.buckets[table_slot(t, key.shape)]
    cdef u64 hashes[ASKED]
    cdef u16 asked[ASKED]
    cdef u64 upper, lower, h
    cdef u32 p
    cdef int i, j, n
    cdef int begin = 0
    cdef Group* groups
    cdef Group known
    cdef Pattern* pattern
    best[0] = NO_CARD
    if bucket.shape == 0:
        return UNKNOWN
    groups = &t.nodes[bucket.groups].group
    while begin < bucket.held:
        n = 0
        while begin < bucket.held and n < ASKED:
            h = pattern_hash(
                groups[begin].serial, key.upper & groups[begin].upper_mask, key.lower & groups[begin].lower_mask
            )
            if groups[begin].filter & filter_bit(h):
                prefetch(&t.places[place_of_hash(t, h)])
                hashes[n] = h
                asked[n] = <u16>begin
                n += 1
            begin += 1
        for j in range(n):
            i = asked[j]
            upper = key.upper & groups[i].upper_mask
            lower = key.lower & groups[i].lower_mask
            p = known_pattern(t, hashes[j], groups[i].serial, upper, lower)
            if p == 0:
                continue
            pattern = &t.nodes[p].pattern
            if pattern.best != NO_CARD:
                best[0] = pattern.best
            if pattern.least >= need or pattern.most < fails:
                depths_of(groups[i].upper_mask, groups[i].lower_mask, depth)
                bucket.used = 1
                if i:
                    # A group that decides is likely to do so again.
                    known = groups[i]
                    groups[i] = groups[0]
                    groups[0] = known
                return pattern.least >= need
    return UNKNOWN


cdef inline void give_back(Table* t, u32 node, int span) noexcept nogil:
    t.nodes[node].spare = t.spare[span]
    t.spare[span] = node
    t.spares += 1 << span


cdef inline u32 take_nodes(Table* t, int span) noexcept nogil:
    """Room for 1 << span nodes side by side; 0 when there is none."""
    cdef u32 node = t.spare[span]
    cdef int larger
    if node:
        t.spare[span] = t.nodes[node].spare
        t.spares -= 1 << span
        return node
    if t.fresh + (1 << span) <= t.capacity:
        node = t.fresh
        t.fresh += 1 << span
        return node
    for larger in range(span + 1, SPANS):
        node = t.spare[larger]
        if node:
            t.spare[larger] = t.nodes[node].spare
            t.spares -= 1 << larger
            # Keep the front, give the halves behind it back.
            while larger > span:
                larger -= 1
                give_back(t, node + (1 << larger), larger)
            return node
    return 0


cdef inline void table_sweep(Table* t) noexcept nogil:
    """Make room: drop the shapes not used since the last sweep, and all of them if that frees too little."""
    cdef u64 i
    cdef u32 g, p, following
    cdef Bucket* bucket
    cdef int turn
    t.sweeps += 1
    for turn in range(2):
        for i in range(t.slots):
            bucket = &t.buckets[i]
            if bucket.used:
                bucket.used = 0
                continue
            if bucket.held == 0:
                continue
            for g in range(bucket.groups, bucket.groups + bucket.held):
                p = t.nodes[g].group.first
                while p:
                    following = t.nodes[p].pattern.sibling
                    give_back(t, p, 0)
                    p = following
            give_back(t, bucket.groups, bucket.span)
            bucket.held = 0
        if t.spares >= t.capacity // 4:
            break
    if not table_resize(t, t.slots):
        table_clear(t)
    table_rehash(t, t.places_size)


cdef inline u64 depth_mask(int depth) noexcept nogil:
    return <u64>0xFFFFFFFF & ~(<u64>0xFFFFFFFF >> (2 * depth))


cdef inline Group* group_of(Table* t, Bucket* bucket, const u8* depth) noexcept nogil:
    """The group of a shape with these depths, made where there is none; NULL when the table is full."""
    cdef u64 upper_mask = depth_mask(depth[0]) << 32 | depth_mask(depth[1])
    cdef u64 lower_mask = depth_mask(depth[2]) << 32 | depth_mask(depth[3])
    cdef Group* groups = &t.nodes[bucket.groups].group
    cdef u32 room
    cdef int i
    for i in range(bucket.held):
        if groups[i].upper_mask == upper_mask and groups[i].lower_mask == lower_mask:
            return &groups[i]
    if bucket.held == 0:
        room = take_nodes(t, 0)
        if room == 0:
            return NULL
        bucket.groups = room
        bucket.span = 0
    elif bucket.held == 1 << bucket.span:
        if bucket.span + 1 == SPANS:
            return NULL
        room = take_nodes(t, bucket.span + 1)
        if room == 0:
            return NULL
        memcpy(&t.nodes[room], groups, bucket.held * sizeof(Node))
        give_back(t, bucket.groups, bucket.span)
        bucket.groups = room
        bucket.span += 1
    groups = &t.nodes[bucket.groups + bucket.held].group
    bucket.held += 1
    t.serial += 1
    groups.upper_mask = upper_mask
    groups.lower_mask = lower_mask
    groups.filter = 0
    groups.serial = t.serial
    groups.first = 0
    return groups


cdef inline bint table_add(Table* t, const Key* key, const u8* depth, int least, int most, int best) noexcept nogil:
    """As `table_store`; False when the table is full."""
    cdef Bucket* bucket
    cdef Group* group
    cdef Pattern* pattern
    cdef u64 upper, lower, h
    cdef u32 p
    if t.filled * 3 >= t.slots * 2:
        if t.slots >= t.slots_most or not table_resize(t, t.slots * 2):
            return False
    if t.patterns >= t.places_size // 4 * 3:
        if t.places_size >= t.places_most or not table_rehash(t, t.places_size * 2):
            return False
    bucket = &t.buckets[table_slot(t, key.shape)]
    if bucket.shape == 0:
        bucket.shape = key.shape
        bucket.held = 0
        t.filled += 1
    bucket.used = 1
    group = group_of(t, bucket, depth)
    if group == NULL:
        return False
    upper = key.upper & group.upper_mask
    lower = key.lower & group.lower_mask
    h = pattern_hash(group.serial, upper, lower)
    p = known_pattern(t, h, group.serial, upper, lower)
    if p:
        pattern = &t.nodes[p].pattern
        if least > pattern.least:
            pattern.least = <i8>least
        if most < pattern.most:
            pattern.most = <i8>most
        if best != NO_CARD:
            pattern.best = <u8>best
        return True
    p = take_nodes(t, 0)
    if p == 0:
        return False
    pattern = &t.nodes[p].pattern
    pattern.upper = upper
    pattern.lower = lower
    pattern.serial = group.serial
    pattern.sibling = group.first
    group.first = p
    group.filter |= filter_bit(h)
    place_pattern(t, p)
    pattern.least = <i8>least
    pattern.most = <i8>most
    pattern.best = <u8>best
    return True


cdef inline void table_store(Table* t, const Key* key, const u8* depth, int least, int most, int best) noexcept nogil:
    """File bounds for every position of this shape that agrees with `key` down to the given depths."""
    if not table_add(t, key, depth, least, most, best):
        table_sweep(t)
        if not table_add(t, key, depth, least, most, best):
            table_clear(t)
            table_add(t, key, depth, least, most, best)
