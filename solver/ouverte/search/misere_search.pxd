# The exact search of a misère: may the defence, leading as the tricks fall, make D take one of the next so many?
#
# The relaxation of freelead.pxd is asked at every trick and for every lead; what it does not settle is searched, with
# the table of misere_table.pxd. Each answer comes with the cards of the defence whose owners it rests on: among the
# cards of one gap between cards of D, only who wins a trick depends on ranks. See docs/search.md, "Misère".

from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64

from ouverte.search.bits cimport bit, bottom, count, suit_of, top
from ouverte.search.freelead cimport (
    D_DONE, SAFE_SUIT, FreeLead, free_beaten, free_follow, free_key, led_limit, ruff_limit
)
from ouverte.search.misere_moves cimport Choice, begin_trick, follow_choices, join_trick, lead_choices
from ouverte.search.misere_state cimport (
    D_PICKS, DEFENCE_PICKS, EXACT, LEADER, Misere, MisereTrick, cards_at, gap_around, places_of, suit_places, whole_suit
)
from ouverte.search.misere_table cimport Bucket, Places, find_bucket, find_pattern, store_pattern

cdef enum:
    MISERE_CHECK_EVERY = 1 << 11    # trick starts between two looks for Ctrl-C
    GAP_SHARE = 16                  # gap games may search so many trick starts for each of the exact search


cdef inline int safe_mask(u64 safe) noexcept nogil:
    """Which suits are safe, a bit each, as the relaxation has it."""
    return (safe & 1) | (safe >> 15 & 2) | (safe >> 30 & 4) | (safe >> 45 & 8)


cdef inline void misere_look_around(Misere* m) noexcept nogil:
    if m.node_limit and m.nodes + m.gap_nodes >= m.node_limit:
        m.stopped = m.limited = True
    elif m.interrupted(m):
        m.stopped = True
    m.next_check = m.nodes + m.gap_nodes + MISERE_CHECK_EVERY
    if m.node_limit:
        m.next_check = min(m.next_check, m.node_limit)


cdef inline bint misere_lead(Misere* m, int leader, int left, int horizon, u64* relevant) noexcept nogil:
    """Whether D can be made to take one of the next `horizon` of `left` tricks, `leader` of the defence leading."""
    cdef u32 key[4]
    cdef u64 safe = 0
    cdef u64 ranks, gap, dead
    cdef int suit, i, n
    cdef int known
    cdef bint beaten = False
    cdef bint done
    cdef Bucket* bucket = NULL
    cdef Places owners, places
    cdef Choice choices[16]
    cdef MisereTrick trick
    cdef FreeLead* f = &m.free
    relevant[0] = 0
    if horizon <= 0 or m.stopped:
        return False
    for suit in range(4):
        key[suit] = free_key(f, suit)
        if key[suit] & SAFE_SUIT:
            safe |= whole_suit(suit)
    if safe == <u64>0x1FFF1FFF1FFF1FFF:
        return False
    f.horizon = horizon
    if m.use_free_lead and not free_beaten(f):
        return False
    if m.use_gap_games and m.nodes >= m.heavy_from:
        # What a gap game says holds whoever owns what within the gaps.
        relevant[0] = LEADER
        m.gap_limit = m.gap_begun + GAP_SHARE * (m.nodes - m.begun)
        m.gap_stopped = False
        if not gap_lead(m, leader, left, horizon, DEFENCE_PICKS) and not m.gap_stopped:
            return False
        if not m.gap_stopped and gap_lead(m, leader, left, horizon, D_PICKS):
            return True
        if m.stopped:
            return False
    m.nodes += 1
    if m.nodes + m.gap_nodes >= m.next_check:
        misere_look_around(m)
        if m.stopped:
            return False
    owners.first = owners.second = 0
    if m.use_table:
        owners.first = suit_places(m, 0) | <u64>suit_places(m, 1) << 32
        owners.second = suit_places(m, 2) | <u64>suit_places(m, 3) << 32
        bucket = find_bucket(&m.table, key, leader | (left - horizon) << 2)
        known = find_pattern(&m.table, bucket, &owners, &places)
        if known >= 0:
            relevant[0] = known_cards(m, &places) | LEADER
            return known
    trick.kind = EXACT
    trick.own = f.hand[f.d]
    trick.safe = safe
    trick.left = left
    trick.horizon = horizon
    trick.leader = leader
    n = lead_choices(m, &trick, choices)
    ranks = dead = 0
    for i in range(n):
        if bit(choices[i].card) & dead:
            continue
        gap = gap_around(trick.own, safe, choices[i].card)
        begin_trick(m, &trick, leader, choices[i].card)
        f.hand[leader] ^= bit(choices[i].card)
        f.horizon = horizon
        if m.use_free_lead and not free_follow(
            f, leader, f.following[leader], trick.led, trick.best, -1, safe_mask(safe)
        ):
            # Safe in the relaxation, as after any lead from this gap.
            f.hand[leader] ^= bit(choices[i].card)
            dead |= gap
            continue
        beaten = misere_follow(m, f.following[leader], &trick, relevant)
        f.hand[leader] ^= bit(choices[i].card)
        if m.stopped:
            return False
        if beaten:
            ranks = relevant[0]
            break
        misere_failed(m, &choices[i], gap, relevant[0], &dead, &ranks)
    ranks = closed_upward(m, trick.own, safe, ranks)
    relevant[0] = ranks | LEADER
    if m.use_table:
        for suit in range(4):
            key[suit] = free_key(f, suit)
        known_places(m, ranks, &places)
        store_pattern(
            &m.table, find_bucket(&m.table, key, leader | (left - horizon) << 2), &owners, &places, beaten
        )
    return beaten


cdef inline bint gap_lead(Misere* m, int leader, int left, int horizon, int kind) noexcept nogil:
    """The same in a gap game; given up, and False, at its limit."""
    cdef u32 key[4]
    cdef u64 safe = 0
    cdef u64 relevant
    cdef int suit, i, n
    cdef bint beaten = False
    cdef Bucket* bucket
    cdef Choice choices[16]
    cdef MisereTrick trick
    cdef FreeLead* f = &m.free
    if horizon <= 0 or m.stopped or m.gap_stopped:
        return False
    for suit in range(4):
        key[suit] = free_key(f, suit)
        if key[suit] & SAFE_SUIT:
            safe |= whole_suit(suit)
    if safe == <u64>0x1FFF1FFF1FFF1FFF:
        return False
    bucket = find_bucket(&m.table, key, leader | (left - horizon) << 2)
    if bucket.beaten[kind]:
        return bucket.beaten[kind] == 2
    f.horizon = horizon
    if m.use_free_lead and not free_beaten(f):
        bucket.beaten[DEFENCE_PICKS] = bucket.beaten[D_PICKS] = 1
        return False
    if m.gap_nodes >= m.gap_limit:
        m.gap_stopped = True
        return False
    m.gap_nodes += 1
    if m.nodes + m.gap_nodes >= m.next_check:
        misere_look_around(m)
        if m.stopped:
            return False
    trick.kind = kind
    trick.own = f.hand[f.d]
    trick.safe = safe
    trick.left = left
    trick.horizon = horizon
    trick.leader = leader
    n = lead_choices(m, &trick, choices)
    for i in range(n):
        begin_trick(m, &trick, leader, choices[i].card)
        f.hand[leader] ^= bit(choices[i].card)
        f.horizon = horizon
        beaten = not m.use_free_lead or free_follow(
            f, leader, f.following[leader], trick.led, trick.best, -1, safe_mask(safe)
        )
        if beaten:
            beaten = misere_follow(m, f.following[leader], &trick, &relevant)
        f.hand[leader] ^= bit(choices[i].card)
        if m.stopped or m.gap_stopped:
            return False
        if beaten:
            break
    bucket = find_bucket(&m.table, key, leader | (left - horizon) << 2)
    bucket.beaten[kind] = 1 + beaten
    return beaten


cdef inline void misere_failed(
    Misere* m, const Choice* choice, u64 gap, u64 ranks, u64* dead, u64* relevant
) noexcept nogil:
    """A card failed, resting on `ranks`: which cards of the hand fail with it, and what the failure of all rests on."""
    cdef u64 hit = ranks & gap
    if not m.use_skips:
        relevant[0] |= ranks | bit(choice.low)
    elif hit == 0:
        dead[0] |= gap
    elif bottom(hit) > choice.card:
        dead[0] |= gap & (bit(bottom(hit)) - 1)
    else:
        ranks |= bit(choice.low)
    relevant[0] |= ranks


cdef inline u64 closed_upward(Misere* m, u64 own, u64 safe, u64 ranks) noexcept nogil:
    """With each card those of the defence above it in its gap: only so do places mean the same in other positions."""
    cdef FreeLead* f = &m.free
    cdef u64 defence = (f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]) & ~f.hand[f.d]
    cdef u64 closed = 0
    cdef u64 gap
    while ranks:
        gap = gap_around(own, safe, bottom(ranks))
        closed |= defence & gap & ~(bit(bottom(ranks)) - 1)
        ranks &= ~gap
    return closed


cdef inline u64 known_cards(Misere* m, const Places* places) noexcept nogil:
    cdef FreeLead* f = &m.free
    cdef u64 defence = (f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]) & ~f.hand[f.d]
    return (
        cards_at(suit_of(defence, 0), <u32>places.first)
        | cards_at(suit_of(defence, 1), places.first >> 32) << 16
        | cards_at(suit_of(defence, 2), <u32>places.second) << 32
        | cards_at(suit_of(defence, 3), places.second >> 32) << 48
    )


cdef inline void known_places(Misere* m, u64 cards, Places* places) noexcept nogil:
    cdef FreeLead* f = &m.free
    cdef u64 defence = (f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]) & ~f.hand[f.d]
    places.first = (
        places_of(suit_of(defence, 0), suit_of(cards, 0)) | <u64>places_of(suit_of(defence, 1), suit_of(cards, 1)) << 32
    )
    places.second = (
        places_of(suit_of(defence, 2), suit_of(cards, 2)) | <u64>places_of(suit_of(defence, 3), suit_of(cards, 3)) << 32
    )


cdef inline bint misere_follow(Misere* m, int seat, MisereTrick* t, u64* relevant) noexcept nogil:
    """The same in the middle of a trick: `seat` is to play."""
    cdef FreeLead* f = &m.free
    cdef Choice choices[16]
    cdef MisereTrick after
    cdef u64 ranks = 0
    cdef u64 dead = 0
    cdef bint beaten
    cdef int i, n
    if seat == t.leader:
        return misere_finish(m, t, relevant)
    if seat == f.d:
        return misere_d(m, t, relevant)
    n = follow_choices(m, t, seat, choices)
    for i in range(n):
        if bit(choices[i].card) & dead:
            continue
        after = t[0]
        f.hand[seat] ^= bit(choices[i].card)
        join_trick(m, &after, seat, choices[i].card)
        beaten = misere_follow(m, f.following[seat], &after, relevant)
        f.hand[seat] ^= bit(choices[i].card)
        if beaten or m.stopped:
            return beaten
        if t.kind == EXACT:
            misere_failed(m, &choices[i], gap_around(t.own, t.safe, choices[i].card), relevant[0], &dead, &ranks)
    relevant[0] = ranks
    return False


cdef inline bint misere_finish(Misere* m, const MisereTrick* t, u64* relevant) noexcept nogil:
    """The trick is complete, and D has not won it."""
    cdef bint beaten = False
    cdef int seat
    relevant[0] = 0
    if t.left == 1:
        return False
    if t.kind != EXACT:
        for seat in range(4):
            if t.takers >> seat & 1:
                beaten = gap_lead(m, seat, t.left - 1, t.horizon - 1, t.kind)
                if beaten == (t.kind == DEFENCE_PICKS):
                    return beaten
        return beaten
    beaten = misere_lead(m, t.winner, t.left - 1, t.horizon - 1, relevant)
    if relevant[0] & LEADER:
        relevant[0] ^= LEADER
        # The winner's rank mattered if another card of the defence was in its gap.
        if count(t.table & gap_around(t.own, t.safe, t.card)) > 1:
            relevant[0] |= bit(t.card)
    return beaten


cdef inline bint misere_d(Misere* m, MisereTrick* t, u64* relevant) noexcept nogil:
    """D is to play to a trick: his highest card that cannot win, or the highest of a suit where he cannot follow."""
    cdef FreeLead* f = &m.free
    cdef int d = f.d
    cdef u64 own = suit_of(f.hand[d], t.led)
    cdef u64 trumps
    cdef int cards[4]
    cdef int n = 0
    cdef int suit, i
    cdef u64 ranks = 0
    cdef bint beaten = True
    relevant[0] = 0
    if own:
        own &= (<u64>1 << (16 if t.ruff >= 0 else led_limit(f, t.leader, d, t.led, t.best))) - 1
        if own == 0:
            return True
        cards[0] = t.led << 4 | top(own)
        n = 1
    else:
        trumps = suit_of(f.hand[d], f.trump) if f.trump != 4 else 0
        if trumps == 0 or not f.must_trump:
            for suit in range(4):
                own = suit_of(f.hand[d], suit)
                if own and suit != f.trump:
                    cards[n] = suit << 4 | top(own)
                    n += 1
        if trumps:
            trumps &= (<u64>1 << max(0, ruff_limit(f, t.leader, d, t.led, t.ruff))) - 1
            if trumps:
                cards[n] = f.trump << 4 | top(trumps)
                n += 1
        if m.use_free_lead:
            f.horizon = t.horizon
            for i in range(n):
                f.hand[d] ^= bit(cards[i])
                beaten = free_follow(
                    f, t.leader, f.following[d], t.led, D_DONE, t.ruff, safe_mask(t.safe)
                )
                f.hand[d] ^= bit(cards[i])
                if not beaten:
                    return False
    t.best = D_DONE
    beaten = True
    for i in range(n):
        f.hand[d] ^= bit(cards[i])
        beaten = misere_follow(m, f.following[d], t, relevant)
        f.hand[d] ^= bit(cards[i])
        if not beaten or m.stopped:
            return beaten
        ranks |= relevant[0]
    relevant[0] = ranks
    return beaten


cdef inline bint misere_d_leads(Misere* m, MisereTrick* t) noexcept nogil:
    """D is on lead, which he is at no other point than the beginning of a question."""
    cdef FreeLead* f = &m.free
    cdef int d = f.d
    cdef int suit, card
    cdef u64 own
    cdef u64 relevant
    cdef bint beaten
    for suit in range(4):
        if suit == f.trump and m.trump_lead_last and f.hand[d] & ~whole_suit(suit):
            continue
        own = suit_of(f.hand[d], suit) & ((<u64>1 << max(0, led_limit(f, d, d, suit, -1))) - 1)
        if own == 0:
            continue
        card = top(own)
        t.kind = EXACT
        t.own = f.hand[d]
        t.safe = 0
        t.leader = d
        t.led = suit
        t.best = D_DONE
        t.ruff = t.winner = t.card = -1
        t.takers = 0
        t.table = 0
        f.hand[d] ^= bit(suit << 4 | card)
        f.horizon = t.horizon
        beaten = m.use_free_lead == 0 or free_follow(f, d, f.following[d], suit, D_DONE, -1, 0)
        if beaten:
            beaten = misere_follow(m, f.following[d], t, &relevant)
        f.hand[d] ^= bit(suit << 4 | card)
        if not beaten or m.stopped:
            return beaten
    return True
