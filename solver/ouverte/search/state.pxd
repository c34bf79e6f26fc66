# What one search holds: the question asked (seats, sides, trump, obligations), the cards still held, tables and counters.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64

from ouverte.search.bits cimport bit, count, suit_of
from ouverte.search.freelead cimport FreeLead
from ouverte.search.table cimport Table

cdef enum:
    SUITS = 4
    SEATS = 4
    RANKS = 13
    NO_TRUMP = 4
    SUCCESSES = 1 << 16         # leads remembered by hand

cdef enum Aim:
    MIXED = 0       # the seats whose tricks count are neither the side that wants them nor its opponents
    WIN = 1         # each side wants to win tricks itself
    LOSE = -1       # each side wants the other to win tricks


cdef struct Points:
    u8 worth[RANKS]             # of a card, by its rank
    u8 total[1 << RANKS]        # of a set of cards of one suit
    u64 counting                # the ranks that are worth something
    u64 singly                  # the ranks from the lowest of these up: each is filed by itself
    int single_ranks            # how many they are
    int highest                 # rank of the pack


cdef struct Search:
    u64 hand[SEATS]             # cards still held, see bits.pxd
    u64 shape                   # how many cards of each suit each seat holds, 4 bits each: see shape_bit
    int seats                   # how many seats play
    int following[SEATS]        # the next playing seat, clockwise
    int trump                   # 0 to 3, or NO_TRUMP
    bint must_trump             # a seat that cannot follow must trump if it can
    bint trump_lead_last        # trumps may be led only from a hand of nothing else
    int unbroken                # ... or while there are as many as this, none having been played; -1 if that is no rule
    u8 counted[SEATS]           # does a trick won by this seat count?
    u8 high[SEATS]              # does this seat want the count high?
    u8 good[SEATS][SEATS]       # good[a][b]: does a trick won by b please a?
    Aim aim
    int weighing                # which weights order its cards: see weights.pxd
    u32* owners[SUITS]          # by remaining cards of the suit: owners from the top, 2 bits each, in a 32-bit word
    Table table
    FreeLead free_lead
    bint free_ready             # the question is a misère that the free-lead relaxation bounds
    u8 success[SUCCESSES]       # by a hash of the hand on lead: the card that last did what its seat wanted
    u64 nodes                   # positions at the start of a trick that were searched
    u64 node_limit              # 0 for none
    u64 gap_from                # node count from which gap games are asked
    u64 heavy_from              # node count from which this question counts as a heavy one
    u64 next_check              # node count at which to look for an interrupt
    bint stopped                # the search is unwinding; its results mean nothing
    bint limited                # it stopped at the node limit
    void* solver                # the Solver that owns this search
    bint (*interrupted)(Search*) noexcept nogil     # runs Python's signal handlers; says whether one raised
    # Parts that can be switched off, to prove that none of them changes an answer.
    bint use_table
    bint use_bounds
    bint use_skips
    bint use_free_lead
    void* free_solo             # the relaxation for a soloist's tricks, NULL where it does not apply: see freesolo.pxd
    void* gap_solo              # and the gap game: see gapsolo.pxd
    Points* points              # what cards are worth, where points are counted: see points_search.pxd


cdef inline bint trumps_sealed(const Search* s, u64 cards) noexcept nogil:
    """Whether trumps may be led only from a hand of nothing else, `cards` being those that are still held."""
    return s.trump_lead_last or (s.unbroken >= 0 and count(suit_of(cards, s.trump)) == s.unbroken)


cdef inline u64 shape_bit(int seat, int suit) noexcept nogil:
    """One card of this seat's length in this suit."""
    return <u64>1 << (((suit << 2) + seat) << 2)


cdef inline int length(const Search* s, int seat, int suit) noexcept nogil:
    """How many cards of a suit a seat holds."""
    return (s.shape >> (((suit << 2) + seat) << 2)) & 15


cdef inline void play(Search* s, int seat, int card) noexcept nogil:
    s.hand[seat] ^= bit(card)
    s.shape -= shape_bit(seat, card >> 4)


cdef inline void take_back(Search* s, int seat, int card) noexcept nogil:
    s.hand[seat] ^= bit(card)
    s.shape += shape_bit(seat, card >> 4)
