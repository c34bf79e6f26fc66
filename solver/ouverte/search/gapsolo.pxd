# The gap game of a soloist's tricks: does one seat take `need` of them even if the others, whenever several of them have
# played to the gap that wins a trick, say which of them has won it?
#
# D is a side of one seat, and his cards cut the others' into gaps. The choice includes what is so in earnest, hence a
# yes holds; and it makes positions alike that differ only in who owns what within the gaps. It is nearer to the truth
# than the relaxation of freesolo.pxd, where anybody may be given the lead, and dearer: it is for heavy questions.

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free

from ouverte.search.bits cimport bit, bottom, count, suit_of, top, top_cards
from ouverte.search.freesolo cimport SOLO_BUDGET, FreeSolo, gap_key, low_runs, solo_cards, solo_lead, solo_own_lead
from ouverte.search.moves cimport Move, Trick, add_runs, add_to_trick
from ouverte.search.state cimport RANKS, SEATS, SUITS, Search, play, take_back

cdef enum:
    GAP_BITS_LEAST = 16         # of its table
    GAP_FROM = 400_000          # nodes of a question after which gap games are asked,
    GAP_LEFT = 5                # where at least so many tricks are to come
    GAP_CREDIT = 100_000        # positions that may be spent on them, and more with each success
    GAP_LEAST = 500             # positions a gap game must be able to look at


cdef struct GapEntry:
    u32 key[SUITS]
    u32 mark                    # the question, and who leads
    u8 least                    # D takes so many, which rests on so many top cards of each suit
    u8 most                     # ... and no more
    u8 depth[SUITS]


cdef struct GapSolo:
    GapEntry* entries           # made when first needed
    int bits                    # there is room for 1 << bits
    u32 filled
    u32 question                # whose entries count
    u64 positions               # looked at so far
    u64 limit
    bint given_up               # the limit was reached: a no means nothing
    int killer[RANKS + 1]       # by tricks left: the suit whose lead last kept D from his tricks


cdef struct GapTrick:
    Trick trick
    u64 own                     # D's cards when it began
    int played[SEATS]           # by seat, -1 for none


cdef inline void gap_begin(GapSolo* g) noexcept nogil:
    """Forget what was learnt of another question."""
    cdef int i
    g.question = (g.question + 1) & 0x3FFFFFFF
    if g.question == 0:
        # The numbers have gone round: old entries must not seem new.
        free(g.entries)
        g.entries = NULL
        g.question = 1
    g.filled = 0
    for i in range(RANKS + 1):
        g.killer[i] = 0


cdef inline GapEntry* gap_entry(GapSolo* g, const u32* key, int leader, bint* found) noexcept nogil:
    """What is filed about a position, or where it would go."""
    cdef u64 hash_value = (<u64>key[0] << 32 | key[1]) * <u64>0x9E3779B97F4A7C15
    cdef u32 mark = g.question << 2 | leader
    cdef GapEntry* e
    cdef u64 i
    hash_value = (hash_value ^ (hash_value >> 29) ^ (<u64>key[2] << 32 | key[3])) * <u64>0xD6E8FEB86659FD93
    i = ((hash_value >> 20) + <u64>leader * <u64>0x9E3779B9) & ((<u64>1 << g.bits) - 1)
    while True:
        e = &g.entries[i]
        if e.mark >> 2 != g.question:
            found[0] = False
            return e
        if e.mark == mark and e.key[0] == key[0] and e.key[1] == key[1] and e.key[2] == key[2] and e.key[3] == key[3]:
            found[0] = True
            return e
        i = (i + 1) & ((<u64>1 << g.bits) - 1)


cdef inline bint gap_takes(
    GapSolo* g, FreeSolo* f, Search* s, int leader, int left, int need, u64* relevant
) noexcept nogil:
    """Whether the gap game proves that D takes `need` of the `left` tricks to come, with `leader` on lead.

    A success is worth more of them, the earlier the more: they pay in some deals and not in others.
    """
    cdef bint outcome
    relevant[0] = 0
    if left < GAP_LEFT or g.positions + GAP_LEAST > g.limit:
        return False
    if g.entries == NULL:
        g.entries = <GapEntry*>calloc(<u64>1 << g.bits, sizeof(GapEntry))
        if g.entries == NULL:
            g.limit = 0
            return False
    g.given_up = False
    outcome = gap_solo_lead(g, f, s, leader, left, need, relevant) and not g.given_up
    if outcome:
        g.limit += <u64>left * left * left * left * left * left // 100
    else:
        relevant[0] = 0
    return outcome


cdef inline bint gap_solo_lead(
    GapSolo* g, FreeSolo* f, Search* s, int leader, int left, int need, u64* relevant
) noexcept nogil:
    cdef u32 key[SUITS]
    cdef u64 cards, ranks, own
    cdef bint found
    cdef bint outcome = False
    cdef GapEntry* e
    cdef GapTrick t
    cdef Move moves[16]
    cdef int suit, i, n, turn, first, budget
    cdef int card
    relevant[0] = 0
    if need <= 0:
        return True
    if need > left or g.given_up or s.stopped:
        return False
    cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    for suit in range(SUITS):
        key[suit] = gap_key(f, s, cards, suit)
    e = gap_entry(g, key, leader, &found)
    if found:
        if e.least >= need:
            for suit in range(SUITS):
                relevant[0] |= top_cards(suit_of(cards, suit), e.depth[suit]) << (suit << 4)
            return True
        if e.most < need:
            return False
    if g.positions >= g.limit:
        g.given_up = True
        return False
    budget = min(SOLO_BUDGET, <int>(g.limit - g.positions))
    f.budget = budget
    if leader == f.d:
        outcome = solo_own_lead(f, s, left, need, relevant)
    else:
        outcome = solo_lead(f, s, left, need, False, budget == SOLO_BUDGET, relevant)
    s.nodes += budget - max(f.budget, 0)
    g.positions += budget - max(f.budget, 0)
    if not outcome:
        relevant[0] = 0
        g.positions += 1
        s.nodes += 1
        t.trick.cards = cards
        t.trick.left = left
        t.trick.need = need
        t.trick.winner = leader
        t.trick.contested = False
        t.own = s.hand[f.d]
        for i in range(SEATS):
            t.played[i] = -1
        if leader == f.d:
            for suit in range(SUITS):
                own = suit_of(s.hand[f.d], suit)
                n = add_runs(own, suit_of(cards, suit) & ~own, suit, moves, 0)
                for i in range(n):
                    if not outcome:
                        outcome = gap_card(g, f, s, leader, s.seats, &t, moves[i].card, relevant)
        else:
            outcome = True
            first = g.killer[left]
            for turn in range(SUITS):
                # As in the relaxation.
                suit = first if turn == 0 else (s.trump + turn + (turn > ((first - s.trump - 1) & 3))) & 3
                own = suit_of(s.hand[leader], suit)
                while own and outcome:
                    card = suit << 4 | gap_lowest(own, suit_of(t.own, suit))
                    own &= (<u64>1 << gap_floor(own, suit_of(t.own, suit))) - 1
                    outcome = gap_card(g, f, s, leader, s.seats, &t, card, &ranks)
                    relevant[0] |= ranks
                    own &= ~alike(suit_of(ranks, suit), card & 15)
                    if not outcome:
                        g.killer[left] = suit
        if g.given_up or s.stopped:
            return False
        e = gap_entry(g, key, leader, &found)
    if not found:
        if g.filled > <u32>3 << (g.bits - 2):
            # The table is full: no more gap games for this question.
            g.limit = 0
            return outcome
        g.filled += 1
        for suit in range(SUITS):
            e.key[suit] = key[suit]
        e.mark = g.question << 2 | leader
        e.least = 0
        e.most = RANKS
    if outcome:
        if need > e.least:
            e.least = <u8>need
            for suit in range(SUITS):
                own = suit_of(relevant[0], suit)
                e.depth[suit] = <u8>count(suit_of(cards, suit) >> bottom(own)) if own else 0
    else:
        e.most = min(e.most, <u8>(need - 1))
    return outcome


cdef inline bint gap_card(
    GapSolo* g, FreeSolo* f, Search* s, int seat, int seats, const GapTrick* t, int card, u64* relevant
) noexcept nogil:
    """One card of one seat, with `seats` seats that had to play before it."""
    cdef GapTrick after = t[0]
    cdef bint outcome
    if seats == s.seats:
        after.trick.led = card >> 4
        after.trick.best = card
        after.trick.winner = seat
    else:
        add_to_trick(s, &after.trick, seat, card)
    after.played[seat] = card
    play(s, seat, card)
    outcome = gap_follow(g, f, s, s.following[seat], seats - 1, &after, relevant)
    take_back(s, seat, card)
    return outcome


cdef inline bint gap_follow(
    GapSolo* g, FreeSolo* f, Search* s, int seat, int seats, const GapTrick* t, u64* relevant
) noexcept nogil:
    """The same in the middle of a trick: `seat` plays, the first of `seats` that still have to."""
    cdef int cards[16]
    cdef int i, n, suit, first, last, card
    cdef u64 own, ranks
    relevant[0] = 0
    if g.given_up or s.stopped:
        return False
    if seats == 0:
        return gap_finish(g, f, s, t, relevant)
    if seat == f.d:
        n = solo_cards(f, s, seat, &t.trick, False, cards)
        for i in range(n):
            if gap_card(g, f, s, seat, seats, t, cards[i], relevant):
                return True
        return False
    first = 0
    last = SUITS
    if suit_of(s.hand[seat], t.trick.led):
        first = t.trick.led
        last = first + 1
    elif s.must_trump and suit_of(s.hand[seat], s.trump):
        first = s.trump
        last = first + 1
    for suit in range(first, last):
        own = suit_of(s.hand[seat], suit)
        while own:
            card = suit << 4 | gap_lowest(own, suit_of(t.own, suit))
            own &= (<u64>1 << gap_floor(own, suit_of(t.own, suit))) - 1
            if not gap_card(g, f, s, seat, seats, t, card, &ranks):
                return False
            relevant[0] |= ranks
            own &= ~alike(suit_of(ranks, suit), card & 15)
    return True


cdef inline int gap_floor(u64 own, u64 soloists) noexcept nogil:
    """The lowest rank of the gap between the soloist's cards of a suit in which the highest of these lies."""
    cdef u64 below = soloists & ((<u64>1 << top(own)) - 1)
    return top(below) + 1 if below else 0


cdef inline int gap_lowest(u64 own, u64 soloists) noexcept nogil:
    """The lowest of these cards in that gap: its cards in one hand are alike."""
    cdef int floor = gap_floor(own, soloists)
    return bottom(own >> floor << floor)


cdef inline u64 alike(u64 ranks, int rank) noexcept nogil:
    """The cards of a suit that fail as one of this rank did, resting on `ranks`: those below the lowest, if it is."""
    cdef u64 below = (ranks & (~ranks + 1)) - 1
    return below if below >> rank & 1 else 0


cdef inline bint gap_finish(GapSolo* g, FreeSolo* f, Search* s, const GapTrick* t, u64* relevant) noexcept nogil:
    """The trick is complete: D has won it, or the others choose among those who played to the gap that won."""
    cdef int left = t.trick.left - 1
    cdef int seat, lowest
    cdef int suit = t.trick.best >> 4
    cdef u64 ranks
    cdef bint others = False
    if t.trick.winner == f.d:
        if not gap_solo_lead(g, f, s, f.d, left, t.trick.need - 1, relevant):
            return False
        if t.trick.contested:
            relevant[0] |= bit(t.trick.best)
        return True
    lowest = suit << 4 | gap_floor(<u64>1 << (t.trick.best & 15), suit_of(t.own, suit))
    relevant[0] = 0
    for seat in range(SEATS):
        if seat == f.d or not lowest <= t.played[seat] <= t.trick.best:
            others |= t.played[seat] >> 4 == suit
            continue
        if not gap_solo_lead(g, f, s, seat, left, t.trick.need, &ranks):
            return False
        relevant[0] |= ranks
    if others:
        # A card of the suit lies below the gap, and has to: it rests on the card of D between, where gaps end.
        relevant[0] |= bit(lowest - 1)
    return True
