# What the misère search remembers: under a position's bucket, patterns of owners with a verdict.
#
# A bucket is all that the free-lead relaxation sees of a position, and who leads: lengths in safe suits, the order by
# gaps in others. Beyond it an answer rests on who owns certain cards of the defence. These are told by their place in
# the suit among the defence's cards, counted from the bottom; a mask says which places matter, a pattern who owns them.
# Two positions of one bucket that agree in the places of some mask share its verdict. Each mask of a bucket costs one
# look into a hash of patterns, and a filter of what it holds spares most of those.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    # Of a megabyte. So many bits tell a bucket or a mask, one more a pattern, two more a place of the relaxation.
    LEAST_BITS = 12
    BUCKET_PROBES = 16
    PATTERN_PROBES = 4
    GENERATION = 8              # in a bucket's tag and a pattern's note, bits from here up say when it was written
    NO_MASK = 0xFFFFFFFF


cdef struct Places:
    u64 first                   # spades in the low half, hearts in the high half; two bits a card, from the bottom
    u64 second                  # diamonds, clubs


cdef struct Bucket:
    u32 key[4]
    u32 tag
    u32 masks                   # the first of its masks
    u8 beaten[2]                # what the gap games said (see misere_state.pxd): 0 nothing yet, else 1 + verdict


cdef struct Mask:
    Places places
    u64 filter
    u32 next


cdef struct Pattern:
    Places owners
    u32 mask
    u32 note                    # generation, and whether D is beaten


cdef struct MisereTable:
    Bucket* buckets
    Mask* masks
    Pattern* patterns
    int bits
    u32 generation
    u32 masks_used
    u64 sweeps


cdef inline bint misere_table_open(MisereTable* t, int memory) noexcept:
    """Reserve the room within so many megabytes; False when memory is short. Pages are touched as they fill."""
    t.bits = LEAST_BITS
    while memory > 1:
        t.bits += 1
        memory >>= 1
    t.buckets = <Bucket*>calloc(<size_t>1 << t.bits, sizeof(Bucket))
    t.masks = <Mask*>malloc(sizeof(Mask) << t.bits)
    t.patterns = <Pattern*>calloc(<size_t>2 << t.bits, sizeof(Pattern))
    t.generation = 1
    t.masks_used = 0
    t.sweeps = 0
    return t.buckets != NULL and t.masks != NULL and t.patterns != NULL


cdef inline void misere_table_close(MisereTable* t) noexcept:
    free(t.buckets)
    free(t.masks)
    free(t.patterns)


cdef inline void misere_table_clear(MisereTable* t) noexcept nogil:
    """Forget everything: what an earlier generation wrote counts as empty."""
    t.masks_used = 0
    t.generation += 1
    if t.generation >> (32 - GENERATION):
        t.generation = 1
        memset(t.buckets, 0, sizeof(Bucket) << t.bits)
        memset(t.patterns, 0, sizeof(Pattern) << (t.bits + 1))


cdef inline u64 mixed(u64 a, u64 b) noexcept nogil:
    """A hash of two words, good in its high bits."""
    a = (a ^ (b >> 29) ^ (b << 35)) * <u64>0x9E3779B97F4A7C15
    a = (a ^ (a >> 32) ^ b) * <u64>0xD6E8FEB86659FD93
    return (a ^ (a >> 29)) * <u64>0x9E3779B97F4A7C15


cdef inline Bucket* find_bucket(MisereTable* t, const u32* key, u32 position) noexcept nogil:
    """The bucket of a position, made where it is new; `position` tells leader and tricks, below 1 << GENERATION."""
    cdef u64 place = mixed(<u64>key[0] << 32 | key[1], (<u64>key[2] << 32 | key[3]) + position)
    cdef u32 tag = t.generation << GENERATION | position
    cdef Bucket* bucket
    cdef int i
    place >>= 64 - t.bits
    for i in range(BUCKET_PROBES):
        bucket = &t.buckets[(place + i) & ((1 << t.bits) - 1)]
        if bucket.tag >> GENERATION != t.generation:
            break
        if (
            bucket.tag == tag and bucket.key[0] == key[0] and bucket.key[1] == key[1]
            and bucket.key[2] == key[2] and bucket.key[3] == key[3]
        ):
            return bucket
    else:
        # Full around here: begin again.
        t.sweeps += 1
        misere_table_clear(t)
        return find_bucket(t, key, position)
    bucket.key[0] = key[0]
    bucket.key[1] = key[1]
    bucket.key[2] = key[2]
    bucket.key[3] = key[3]
    bucket.tag = tag
    bucket.masks = NO_MASK
    bucket.beaten[0] = bucket.beaten[1] = 0
    return bucket


cdef inline u64 pattern_hash(u32 mask, u64 first, u64 second) noexcept nogil:
    return mixed(first + <u64>mask * <u64>0xC2B2AE3D27D4EB4F, second)


cdef inline int find_pattern(MisereTable* t, const Bucket* bucket, const Places* owners, Places* places) noexcept nogil:
    """1 where D is beaten, 0 where he is safe, -1 where nothing is known; `places` receives those that matter."""
    cdef u32 i = bucket.masks
    cdef Mask* mask
    cdef Pattern* pattern
    cdef u64 first, second, place
    cdef int probe
    while i != NO_MASK:
        mask = &t.masks[i]
        first = owners.first & mask.places.first
        second = owners.second & mask.places.second
        place = pattern_hash(i, first, second)
        if mask.filter >> (place & 63) & 1:
            for probe in range(PATTERN_PROBES):
                pattern = &t.patterns[((place >> (63 - t.bits)) + probe) & ((2 << t.bits) - 1)]
                if pattern.note >> GENERATION != t.generation:
                    break
                if pattern.mask == i and pattern.owners.first == first and pattern.owners.second == second:
                    places[0] = mask.places
                    return pattern.note & 1
        i = mask.next
    return -1


cdef inline void store_pattern(
    MisereTable* t, Bucket* bucket, const Places* owners, const Places* places, bint beaten
) noexcept nogil:
    cdef u32 i = bucket.masks
    cdef Mask* mask
    cdef Pattern* pattern
    cdef u64 first, second, place
    cdef int probe
    while i != NO_MASK:
        mask = &t.masks[i]
        if mask.places.first == places.first and mask.places.second == places.second:
            break
        i = mask.next
    if i == NO_MASK:
        if t.masks_used >> t.bits:
            # Full: what is known of this position is lost with the rest, which harms nothing.
            t.sweeps += 1
            misere_table_clear(t)
            return
        i = t.masks_used
        t.masks_used += 1
        mask = &t.masks[i]
        mask.places = places[0]
        mask.filter = 0
        mask.next = bucket.masks
        bucket.masks = i
    first = owners.first & places.first
    second = owners.second & places.second
    place = pattern_hash(i, first, second)
    mask.filter |= <u64>1 << (place & 63)
    for probe in range(PATTERN_PROBES):
        pattern = &t.patterns[((place >> (63 - t.bits)) + probe) & ((2 << t.bits) - 1)]
        if pattern.note >> GENERATION != t.generation:
            break
    else:
        pattern = &t.patterns[(place >> (63 - t.bits)) & ((2 << t.bits) - 1)]
    pattern.owners.first = first
    pattern.owners.second = second
    pattern.mask = i
    pattern.note = t.generation << GENERATION | beaten
