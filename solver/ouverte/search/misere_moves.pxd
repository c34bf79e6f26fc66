# The cards worth trying in a misère search, and what a card does to a trick.

from libc.stdint cimport uint8_t as u8, uint64_t as u64

from ouverte.search.bits cimport bit, bottom, suit_of, top
from ouverte.search.freelead cimport D_DONE, FreeLead, must_ruff
from ouverte.search.misere_state cimport EXACT, Misere, MisereTrick, gap_around, whole_suit


cdef struct Choice:
    u8 card
    u8 low                      # the lowest of the cards that touch it
    short weight


cdef inline void begin_trick(Misere* m, MisereTrick* t, int leader, int card) noexcept nogil:
    """The lead of a defender."""
    t.leader = leader
    t.led = card >> 4
    t.best = card & 15
    t.ruff = -1
    t.winner = leader
    t.card = card
    t.takers = 1 << leader
    t.table = bit(card)


cdef inline void join_trick(Misere* m, MisereTrick* t, int seat, int card) noexcept nogil:
    """A defender's card to a trick that is under way."""
    cdef int suit = card >> 4
    t.table |= bit(card)
    if suit == t.led:
        if t.best != D_DONE:
            t.best = max(t.best, card & 15)
    elif suit == m.free.trump:
        t.ruff = max(t.ruff, card & 15)
    else:
        return
    if t.kind != EXACT and t.winner >= 0 and gap_around(t.own, t.safe, t.card) & bit(card):
        t.takers |= 1 << seat
    elif t.winner < 0 or (card > t.card if suit == t.card >> 4 else suit == m.free.trump):
        t.winner = seat
        t.card = card
        t.takers = 1 << seat


cdef inline void add_choices(
    Misere* m, const MisereTrick* t, int seat, int suit, u64 field, int weight, Choice* choices, int* n
) noexcept nogil:
    """A card for each run of a hand's touching cards in a suit, the highest first; `field` holds the defence's others."""
    cdef u64 own = m.free.hand[seat] & whole_suit(suit)
    cdef u64 gap, between
    cdef int card
    while own:
        card = top(own)
        gap = gap_around(t.own, t.safe, card)
        between = (field & gap) & (bit(card) - 1) if t.kind == EXACT else 0
        # The run ends at the next lower card of another defender, or with the gap.
        if between:
            gap &= ~((bit(top(between)) << 1) - 1)
        choices[n[0]].card = card
        choices[n[0]].low = bottom(own & gap)
        choices[n[0]].weight = weight
        own &= bit(choices[n[0]].low) - 1
        n[0] += 1


cdef inline void sort_choices(Choice* choices, int n) noexcept nogil:
    cdef Choice one
    cdef int i, j
    for i in range(1, n):
        one = choices[i]
        j = i
        while j > 0 and choices[j - 1].weight < one.weight:
            choices[j] = choices[j - 1]
            j -= 1
        choices[j] = one


cdef inline int lead_choices(Misere* m, const MisereTrick* t, Choice* choices) noexcept nogil:
    cdef FreeLead* f = &m.free
    cdef int leader = t.leader
    cdef u64 field = (f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]) & ~f.hand[leader] & ~f.hand[f.d]
    cdef int suit
    cdef int n = 0
    for suit in range(4):
        if suit == f.trump and m.trump_lead_last and f.hand[leader] & ~whole_suit(suit):
            continue
        add_choices(m, t, leader, suit, field, 0 if t.safe & whole_suit(suit) else 10, choices, &n)
    sort_choices(choices, n)
    return n


cdef inline int follow_choices(Misere* m, const MisereTrick* t, int seat, Choice* choices) noexcept nogil:
    cdef FreeLead* f = &m.free
    cdef u64 field = ((f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]) & ~f.hand[seat] & ~f.hand[f.d]) | t.table
    cdef int suit
    cdef int n = 0
    if f.hand[seat] & whole_suit(t.led):
        add_choices(m, t, seat, t.led, field, 0, choices, &n)
    elif f.must_trump and f.trump != 4 and f.hand[seat] & whole_suit(f.trump):
        add_choices(m, t, seat, f.trump, field, 0, choices, &n)
    else:
        for suit in range(4):
            add_choices(m, t, seat, suit, field, 0, choices, &n)
        sort_choices(choices, n)
    return n


cdef inline bint must_beat(const FreeLead* f, int leader, int seat, int led, int card) noexcept nogil:
    """Whether one of the seats still to play cannot help beating a card."""
    cdef u64 own
    while seat != leader:
        own = suit_of(f.hand[seat], led)
        if own:
            if card >> 4 == led and bottom(own) > (card & 15):
                return True
        elif led != f.trump and must_ruff(f, seat):
            if card >> 4 != f.trump or bottom(suit_of(f.hand[seat], f.trump)) > (card & 15):
                return True
        seat = f.following[seat]
    return False
