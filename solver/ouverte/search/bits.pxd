# Bit tricks on card masks.
#
# A card is the number 16 * suit + rank, rank 0 the lowest; a set of cards is a 64-bit mask with that bit set. One suit
# of a set is therefore a 13-bit mask, and "higher card" within a suit is "higher bit".

from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define OV_COUNT(x) __builtin_popcountll(x)
    #define OV_TOP(x) (63 - __builtin_clzll(x))
    #define OV_BOTTOM(x) __builtin_ctzll(x)
    #define OV_PREFETCH(p) __builtin_prefetch(p)
    #define OV_INLINE __attribute__((always_inline))
    #else
    static int OV_COUNT(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
    static int OV_TOP(unsigned long long x) { int n = 0; while (x >>= 1) n++; return n; }
    static int OV_BOTTOM(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #define OV_PREFETCH(p) ((void)0)
    #define OV_INLINE
    #endif
    """
    int count "OV_COUNT"(u64 mask) nogil      # how many cards
    int top "OV_TOP"(u64 mask) nogil          # the highest bit; the mask must not be empty
    int bottom "OV_BOTTOM"(u64 mask) nogil    # the lowest bit; the mask must not be empty
    void prefetch "OV_PREFETCH"(const void* place) nogil


cdef inline u64 bit(int card) noexcept nogil:
    return <u64>1 << card


cdef inline u64 suit_of(u64 cards, int suit) noexcept nogil:
    """One suit of a set, as a 13-bit mask."""
    return (cards >> (suit << 4)) & 0x1FFF


cdef inline u64 top_cards(u64 suit_mask, int how_many) noexcept nogil:
    """The highest `how_many` bits of a one-suit mask (all of them when it has fewer)."""
    cdef u64 rest = suit_mask
    while how_many > 0 and rest:
        rest ^= <u64>1 << top(rest)
        how_many -= 1
    return suit_mask ^ rest
