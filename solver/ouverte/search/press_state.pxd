# What a search of a pressed seat holds: the hands (with the relaxation of freeduck.pxd), question, tables, counters.
#
# D is the pressed seat; the others play together. They press tricks on him: as many as they can of those that count or,
# in a race, so many that he is the first to have taken a certain number.

from libc.stdint cimport int8_t as i8, uint32_t as u32, uint64_t as u64

from ouverte.search.bits cimport bit, bottom, top
from ouverte.search.freeduck cimport FreeDuck
from ouverte.search.press_table cimport PressTable

cdef enum:
    # Who was the first, in a race, to be one trick short of it.
    NOBODY = 0
    D_FIRST = 1
    OTHER_FIRST = 2


cdef struct Press:
    FreeDuck free
    PressTable table
    u32* orders[4]              # by the suit's remaining cards: their owners from the top, 0 where not worked out yet
    int limit                   # of a race: the first to take so many tricks loses it; 0 where tricks are counted
    int taken[4]                # in a race: the tricks of each seat,
    int first                   # and who was first one short of the limit: see above
    i8 killer[2][14][4]         # by game, tricks left and leader: the lead that last did what its seat wanted, or -1
    u64 nodes                   # positions at the start of a trick that were searched, those in gap games included
    u64 node_limit              # 0 for none; positions of the relaxation count too
    u64 next_check              # node count at which to look for an interrupt
    bint stopped                # the search is unwinding; its results mean nothing
    bint limited                # it stopped at the node limit
    void* solver                # the PressSolver that owns this search
    bint (*interrupted)(Press*) noexcept nogil     # runs Python's signal handlers; says whether one raised
    # Parts that can be switched off, to prove that none of them changes an answer.
    bint use_table
    bint use_free_lead
    bint use_gap_games


cdef struct PressTrick:
    bint exact                  # not a gap game (see press_search.pxd)
    int leader
    int led                     # the suit led
    int card                    # the highest of it so far, -1 before the lead
    int winner                  # who played it
    int takers                  # in a gap game the others who played to the gap that holds the trick, as a mask
    u64 own                     # D's cards when the trick began
    u64 table                   # the others' cards in the trick
    bint d_played
    int left                    # tricks to come, this one included
    int need                    # tricks that D is to be made to take, this one included


cdef inline u64 gap_at(u64 own, int card) noexcept nogil:
    """All cards of the gap between cards of D in which a card lies."""
    cdef u64 cards = <u64>0x1FFF << (card >> 4 << 4)
    cdef u64 low = bit(card) - 1
    cdef u64 lower = own & cards & low
    cdef u64 higher = own & cards & ~low
    if lower:
        cards &= ~((bit(top(lower)) << 1) - 1)
    if higher:
        cards &= bit(bottom(higher)) - 1
    return cards


cdef inline u64 press_work(const Press* m) noexcept nogil:
    """What the node limit is measured against."""
    return m.nodes + m.free.states
