# What one misère search holds: the hands (with the relaxation of freelead.pxd), the rules of play, table and counters.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64

from ouverte.search.bits cimport bit, bottom, count, suit_of, top
from ouverte.search.freelead cimport FreeLead
from ouverte.search.misere_table cimport MisereTable, Places

cdef enum:
    PLACES_KNOWN = 1 << 31      # in a word of the places of a suit: it has been worked out

cdef extern from *:
    """
    #define OV_LEADER (1ULL << 63)
    """
    u64 LEADER "OV_LEADER"      # among the cards an answer rests on: it rests on who leads, too

cdef enum:
    # Which game is searched. In a gap game only gaps count, and where several of the defence played to the winning gap,
    # the defence, or D, says who of them has won.
    DEFENCE_PICKS = 0
    D_PICKS = 1
    EXACT = 2


cdef struct Misere:
    FreeLead free               # D, the hands, trumps, and the relaxation
    bint trump_lead_last        # trumps may be led only from a hand of nothing else
    u32* places[4]              # by the suit's remaining cards: owners of the defence's, from the bottom, two bits each
    MisereTable table
    u64 gap_nodes               # the same in gap games
    u64 nodes                   # positions at the start of a trick that were searched
    u64 heavy_from              # node count from which gap games are asked
    u64 gap_begun               # the same of gap nodes
    u64 begun                   # node count at which the question began
    u64 gap_limit               # count of gap nodes at which a gap game is given up
    bint gap_stopped            # one is unwinding; its result means nothing
    u64 node_limit              # 0 for none
    u64 next_check              # node count at which to look for an interrupt
    bint stopped                # the search is unwinding; its results mean nothing
    bint limited                # it stopped at the node limit
    void* solver                # the MisereSolver that owns this search
    bint (*interrupted)(Misere*) noexcept nogil     # runs Python's signal handlers; says whether one raised
    # Parts that can be switched off, to prove that none of them changes an answer.
    bint use_table
    bint use_free_lead
    bint use_skips
    bint use_gap_games


cdef struct MisereTrick:
    int kind                    # which game: see above
    int leader
    int led                     # the suit led
    int best                    # highest rank of it before D plays; D_DONE once he has, without winning
    int ruff                    # highest trump played to a plain suit, -1 for none
    int winner                  # who of the defence holds the trick, and with which card; -1 before one of them plays
    int card
    int takers                  # in a gap game the seats that played to his gap, as a mask
    u64 table                   # the defence's cards in the trick
    u64 own                     # D's cards when the trick began
    u64 safe                    # all cards of the suits that were safe then
    int left                    # tricks to come, this one included
    int horizon                 # of which so many are looked at


cdef inline u64 whole_suit(int suit) noexcept nogil:
    return <u64>0x1FFF << (suit << 4)


cdef inline u64 gap_around(u64 own, u64 safe, int card) noexcept nogil:
    """All cards of the gap between cards of D in which a card lies; a safe suit is one gap."""
    cdef u64 whole = whole_suit(card >> 4)
    cdef u64 low = bit(card) - 1
    cdef u64 lower, higher
    if whole & safe:
        return whole
    lower = own & whole & low
    higher = own & whole & ~low
    if lower:
        whole &= ~((bit(top(lower)) << 1) - 1)
    if higher:
        whole &= bit(bottom(higher)) - 1
    return whole


cdef inline u32 suit_places(Misere* m, int suit) noexcept nogil:
    """Who owns the defence's cards of a suit, from the bottom, two bits each."""
    cdef u64 cards = suit_of(m.free.hand[0] | m.free.hand[1] | m.free.hand[2] | m.free.hand[3], suit)
    cdef u32 known = m.places[suit][cards]
    cdef u64 rest
    cdef int seat
    cdef int shift = 0
    if known:
        return known ^ PLACES_KNOWN
    rest = cards & ~suit_of(m.free.hand[m.free.d], suit)
    while rest:
        for seat in range(4):
            if suit_of(m.free.hand[seat], suit) & rest & (~rest + 1):
                known |= <u32>seat << shift
        shift += 2
        rest &= rest - 1
    m.places[suit][cards] = known | PLACES_KNOWN
    return known


cdef inline u32 places_of(u64 defence, u64 cards) noexcept nogil:
    """The places of some of the defence's cards of a suit: two bits set for each."""
    cdef u32 places = 0
    while cards:
        places |= <u32>3 << (2 * count(defence & ((cards & (~cards + 1)) - 1)))
        cards &= cards - 1
    return places


cdef inline u64 cards_at(u64 defence, u32 places) noexcept nogil:
    """The reverse."""
    cdef u64 cards = 0
    while places:
        if places & 1:
            cards |= defence & (~defence + 1)
        defence &= defence - 1
        places >>= 2
    return cards
