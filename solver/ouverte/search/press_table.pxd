# What the search of a pressed seat remembers: under a position, bounds on the tricks that D can be made to take.
#
# A position is told by four words, one for each suit, and a tag: who leads, and how a race stands.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free

cdef enum:
    PRESS_BITS = 12             # of the table when a question begins; it doubles while it fills
    NO_LEAD = 255


cdef struct PressEntry:
    u32 key[4]
    u32 tag
    u32 generation              # that wrote it
    u8 least                    # D can be made to take so many,
    u8 most                     # ... and no more
    u8 best                     # the lead that last did what its seat wanted, or NO_LEAD


cdef struct PressTable:
    PressEntry* entries
    int bits                    # there is room for 1 << bits entries
    int bits_most
    u64 filled                  # entries that count
    u32 generation              # of the entries that count


cdef inline bint press_clear(PressTable* t) noexcept nogil:
    """Forget everything, and be small again; False when memory is short."""
    t.generation += 1
    t.filled = 0
    if t.entries == NULL or t.bits != PRESS_BITS or t.generation == 0:
        free(t.entries)
        t.entries = <PressEntry*>calloc(<u64>1 << PRESS_BITS, sizeof(PressEntry))
        t.bits = PRESS_BITS
        t.generation = 1
    return t.entries != NULL


cdef inline PressEntry* press_places(PressTable* t, const u32* key, u32 tag) noexcept nogil:
    """The two places, side by side, where a position may be filed."""
    cdef u64 place = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    place = (place ^ (place >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    place = (place ^ (place >> 32) ^ tag) * <u64>0x9E3779B97F4A7C15
    return &t.entries[(place >> (64 - t.bits)) & ~<u64>1]


cdef inline bint press_is(const PressTable* t, const PressEntry* entry, const u32* key, u32 tag) noexcept nogil:
    return (
        entry.generation == t.generation and entry.tag == tag and entry.key[0] == key[0] and entry.key[1] == key[1]
        and entry.key[2] == key[2] and entry.key[3] == key[3]
    )


cdef inline PressEntry* press_find(PressTable* t, const u32* key, u32 tag) noexcept nogil:
    """What is filed about a position, or NULL."""
    cdef PressEntry* places = press_places(t, key, tag)
    if press_is(t, places, key, tag):
        return places
    if press_is(t, places + 1, key, tag):
        return places + 1
    return NULL


cdef inline void press_grow(PressTable* t) noexcept nogil:
    """Double the table, if there is memory."""
    cdef PressEntry* old = t.entries
    cdef PressEntry* fresh = <PressEntry*>calloc(<u64>2 << t.bits, sizeof(PressEntry))
    cdef PressEntry* place
    cdef u64 i
    if fresh == NULL:
        t.bits_most = t.bits
        return
    t.entries = fresh
    t.bits += 1
    t.filled = 0
    for i in range(<u64>1 << (t.bits - 1)):
        if old[i].generation == t.generation:
            place = press_room(t, old[i].key, old[i].tag)
            place[0] = old[i]
    free(old)


cdef inline PressEntry* press_room(PressTable* t, const u32* key, u32 tag) noexcept nogil:
    """A place for a position that is not filed yet; of two others there the older one goes."""
    cdef PressEntry* places
    if t.filled > <u64>1 << (t.bits - 1) and t.bits < t.bits_most:
        press_grow(t)
    places = press_places(t, key, tag)
    if places[0].generation == t.generation:
        t.filled += places[1].generation != t.generation
        places[1] = places[0]
    else:
        t.filled += 1
    return places


cdef inline void press_file(PressTable* t, const u32* key, u32 tag, int need, bint outcome, int best) noexcept nogil:
    """File the answer to "can D be made to take `need`", and the lead that gave it."""
    cdef PressEntry* entry = press_find(t, key, tag)
    cdef int i
    if entry == NULL:
        entry = press_room(t, key, tag)
        for i in range(4):
            entry.key[i] = key[i]
        entry.tag = tag
        entry.generation = t.generation
        entry.least = 0
        entry.most = 255
        entry.best = NO_LEAD
    if outcome:
        entry.least = max(entry.least, <u8>need)
    else:
        entry.most = min(entry.most, <u8>(need - 1))
    if best != NO_LEAD:
        entry.best = <u8>best
