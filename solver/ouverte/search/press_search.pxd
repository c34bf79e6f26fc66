# The search of a pressed seat: can the others, playing together, make D take `need` of the tricks that count? Or, in a
# race, make him the first to take a certain number?
#
# The relaxation of freeduck.pxd is asked first, then a gap game: the winner leads in it as he should, but where several
# of the others have played to the gap between cards of D that holds the trick, they say who of them has won. That only
# helps them, and all positions with the same number of cards of each seat in each gap are one. What is left is searched
# card by card. See docs/search.md, "A seat that wants few tricks".

from libc.stdint cimport int8_t as i8, uint32_t as u32, uint64_t as u64

from ouverte.search.bits cimport bit, suit_of, top
from ouverte.search.freeduck cimport FreeDuck, duck_key, duck_lead_yields, duck_yields
from ouverte.search.press_state cimport D_FIRST, NOBODY, OTHER_FIRST, Press, PressTrick, gap_at, press_work
from ouverte.search.press_table cimport NO_LEAD, PressEntry, press_file, press_find
from ouverte.search.state cimport SEATS, SUITS

cdef enum:
    PRESS_CHECK_EVERY = 1 << 16 # positions between two looks for Ctrl-C
    DUCK_LEFT = 4               # tricks left from which the relaxation is asked
    UNDECIDED = -1


cdef struct PressChoice:
    int card                    # the highest of cards that are alike
    int weight


cdef inline void press_look_around(Press* m) noexcept nogil:
    """Now and then: stop at Ctrl-C or at the node limit."""
    if m.node_limit and press_work(m) >= m.node_limit:
        m.stopped = m.limited = True
    elif m.interrupted(m):
        m.stopped = True
    m.next_check = press_work(m) + PRESS_CHECK_EVERY
    if m.node_limit:
        m.next_check = min(m.next_check, m.node_limit)


cdef inline u32 suit_order(Press* m, u64 cards, int suit) noexcept nogil:
    """The owners of a suit's cards from the top, two bits a card behind a leading 1."""
    cdef u64 rest = suit_of(cards, suit)
    cdef u32* known = &m.orders[suit][rest]
    cdef u32 order = 1
    cdef int seat
    if known[0] == 0:
        while rest:
            for seat in range(SEATS):
                if suit_of(m.free.hand[seat], suit) >> top(rest) & 1:
                    order = order << 2 | <u32>seat
            rest ^= <u64>1 << top(rest)
        known[0] = order
    return known[0]


cdef inline int race_need(const Press* m) noexcept nogil:
    """How many tricks more D has to take in any race that he loses, as it stands."""
    if m.first == D_FIRST:
        return 0
    return m.limit - m.taken[m.free.d] - (m.first == NOBODY)


cdef inline u32 race_tag(const Press* m, int left, int need) noexcept nogil:
    """How a race stands, as far as it matters."""
    cdef int goal = m.limit - (m.first == NOBODY)
    cdef int seat
    cdef u32 tag = 1 << 3 | m.first << 4 | need << 6
    for seat in range(SEATS):
        # Another seat has time for no more than `left - need` tricks if D is to take his; short of its goal, its tricks
        # so far make no difference.
        if seat != m.free.d and m.taken[seat] + left - need >= goal:
            tag |= <u32>m.taken[seat] << (10 + 4 * seat)
    return tag


cdef inline int decided(const Press* m, int leader, int left, int need) noexcept nogil:
    """The answer where no card need be looked at, or one each; else UNDECIDED."""
    cdef const FreeDuck* f = &m.free
    cdef int seat, card
    if m.limit == 0:
        if need <= 0:
            return True
        if need > f.scoring[left]:
            return False
        if left == 1:
            card = top(f.hand[f.d])
            if leader != f.d and top(f.hand[leader]) >> 4 != card >> 4:
                return False
            return top(suit_of(f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3], card >> 4)) == (card & 15)
        return UNDECIDED
    if left == 0:
        return m.first == D_FIRST
    if need > left:
        return False
    if m.first == D_FIRST:
        for seat in range(SEATS):
            if seat != f.d and m.taken[seat] + left >= m.limit:
                return UNDECIDED
        return True
    return UNDECIDED


cdef inline bint press_lead(Press* m, int leader, int left, int need, bint exact) noexcept nogil:
    """Whether the others can do it, `leader` leading to the next trick; where not `exact`, in the gap game."""
    cdef FreeDuck* f = &m.free
    cdef u32 key[SUITS]
    cdef u32 tag
    cdef u64 cards
    cdef int suit, i, n, asked, limit, killer
    cdef int best = NO_LEAD
    cdef bint outcome
    cdef PressEntry* entry
    cdef PressChoice choices[16]
    cdef PressTrick t
    i = decided(m, leader, left, need)
    if i != UNDECIDED:
        return i
    if m.stopped:
        return False
    # The answers to a race are filed as those to one trick or none.
    asked = 1 if m.limit else need
    tag = leader | exact << 2 | (race_tag(m, left, need) if m.limit else 0)
    cards = f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]
    for suit in range(SUITS):
        key[suit] = suit_order(m, cards, suit) if exact else duck_key(f, cards, suit)
    if m.use_table:
        entry = press_find(&m.table, key, tag)
        if entry != NULL:
            if entry.least >= asked:
                return True
            if entry.most < asked:
                return False
            best = entry.best
    if exact and m.use_gap_games:
        if not press_lead(m, leader, left, need, False):
            return False
        if best == NO_LEAD:
            best = gap_lead(m, leader, cards, tag)
    elif m.limit and need and m.use_gap_games:
        # Can D be made to take so many at all, whatever the others take?
        limit = m.limit
        m.limit = 0
        outcome = press_lead(m, leader, left, need, False)
        m.limit = limit
        if not outcome:
            return False
    elif m.use_free_lead and need and left >= DUCK_LEFT and not duck_yields(f, leader, left, need):
        if m.use_table and not m.stopped:
            press_file(&m.table, key, tag, asked, False, NO_LEAD)
        return False
    m.nodes += 1
    if press_work(m) >= m.next_check:
        press_look_around(m)
    if m.stopped:
        return False
    press_begin(m, &t, leader, left, need, exact)
    n = 0
    for suit in range(SUITS):
        n = press_cards(m, &t, leader, suit, choices, n)
    killer = m.killer[exact][left][leader]
    for i in range(n):
        # Low cards first, whoever leads.
        choices[i].weight = -(choices[i].card & 15)
        if choices[i].card == best:
            choices[i].weight += 100
        elif choices[i].card == killer:
            choices[i].weight += 40
        elif choices[i].card >> 4 == killer >> 4:
            choices[i].weight += 20
    press_sort(choices, n)
    outcome = leader == f.d
    for i in range(n):
        if m.use_free_lead and need and leader != f.d and left >= DUCK_LEFT:
            if not duck_lead_yields(f, leader, choices[i].card, left, need):
                continue
        outcome = press_play(m, leader, f.seats - 1, &t, choices[i].card)
        if m.stopped:
            return False
        if outcome != (leader == f.d):
            best = choices[i].card
            m.killer[exact][left][leader] = <i8>best
            break
    if m.use_table:
        press_file(&m.table, key, tag, asked, outcome, best)
    return outcome


cdef inline int gap_lead(Press* m, int leader, u64 cards, u32 tag) noexcept nogil:
    """The lead that did it in the gap game."""
    cdef u32 key[SUITS]
    cdef int suit
    cdef PressEntry* entry
    for suit in range(SUITS):
        key[suit] = duck_key(&m.free, cards, suit)
    entry = press_find(&m.table, key, tag & ~<u32>4)
    return NO_LEAD if entry == NULL else entry.best


cdef inline void press_begin(Press* m, PressTrick* t, int leader, int left, int need, bint exact) noexcept nogil:
    """A trick before its lead."""
    t.exact = exact
    t.leader = leader
    t.led = t.card = -1
    t.winner = leader
    t.takers = 0
    t.own = m.free.hand[m.free.d]
    t.table = 0
    t.d_played = False
    t.left = left
    t.need = need


cdef inline void press_join(const Press* m, PressTrick* t, int seat, int card) noexcept nogil:
    """A seat's card to a trick."""
    if seat == m.free.d:
        t.d_played = True
    else:
        t.table |= bit(card)
    if t.card < 0:
        t.led = card >> 4
    elif card >> 4 != t.led:
        return
    elif not t.exact and seat != m.free.d and t.winner != m.free.d and gap_at(t.own, t.card) & bit(card):
        t.takers |= 1 << seat
        return
    elif card < t.card:
        return
    t.card = card
    t.winner = seat
    t.takers = 1 << seat


cdef inline int press_cards(
    Press* m, const PressTrick* t, int seat, int suit, PressChoice* choices, int n
) noexcept nogil:
    """Append the highest of each run of a hand's cards of a suit that are alike, highest first.

    D's are alike when they touch; another's too, or in a gap game when they lie in the same gap.
    """
    cdef u64 own = suit_of(m.free.hand[seat], suit)
    cdef u64 field = t.own
    cdef u64 below
    cdef int card
    if t.exact or seat == m.free.d:
        field |= m.free.hand[0] | m.free.hand[1] | m.free.hand[2] | m.free.hand[3] | t.table
        field &= ~m.free.hand[seat]
    field = suit_of(field, suit)
    while own:
        card = top(own)
        choices[n].card = suit << 4 | card
        n += 1
        below = field & ((<u64>1 << card) - 1)
        own = own & ((<u64>1 << top(below)) - 1) if below else 0
    return n


cdef inline void press_sort(PressChoice* choices, int n) noexcept nogil:
    """Greatest weight first; stable."""
    cdef PressChoice one
    cdef int i, j
    for i in range(1, n):
        one = choices[i]
        j = i
        while j > 0 and choices[j - 1].weight < one.weight:
            choices[j] = choices[j - 1]
            j -= 1
        choices[j] = one


cdef inline bint press_play(Press* m, int seat, int seats, const PressTrick* t, int card) noexcept nogil:
    """The same after `seat` has played a card; `seats` more are to play to the trick."""
    cdef PressTrick after = t[0]
    cdef bint outcome
    press_join(m, &after, seat, card)
    m.free.hand[seat] ^= bit(card)
    if seats:
        outcome = press_follow(m, m.free.following[seat], seats, &after)
    else:
        outcome = press_finish(m, &after)
    m.free.hand[seat] ^= bit(card)
    return outcome


cdef inline bint press_follow(Press* m, int seat, int seats, const PressTrick* t) noexcept nogil:
    """The same in the middle of a trick: `seat` is to play, the first of `seats`."""
    cdef FreeDuck* f = &m.free
    cdef PressChoice choices[16]
    cdef int i, suit
    cdef bint outcome = seat == f.d
    cdef int n = press_cards(m, t, seat, t.led, choices, 0)
    if n == 0:
        for suit in range(SUITS):
            n = press_cards(m, t, seat, suit, choices, n)
    for i in range(n):
        # The highest card that does not take the trick. Behind D, when it is not his, the highest of all.
        choices[i].weight = choices[i].card & 15
        if choices[i].card >> 4 == t.led and choices[i].card > t.card:
            if seat == f.d or t.winner == f.d or not t.d_played:
                choices[i].weight -= 50
    press_sort(choices, n)
    for i in range(n):
        outcome = press_play(m, seat, seats - 1, t, choices[i].card)
        if m.stopped:
            return False
        if outcome != (seat == f.d):
            return outcome
    return outcome


cdef inline bint press_finish(Press* m, const PressTrick* t) noexcept nogil:
    """The trick is complete."""
    cdef int seat
    if t.exact or t.winner == m.free.d:
        return press_taken(m, t, t.winner)
    for seat in range(SEATS):
        if t.takers >> seat & 1 and press_taken(m, t, seat):
            return True
    return False


cdef inline bint press_taken(Press* m, const PressTrick* t, int winner) noexcept nogil:
    """The same with this seat as its winner, who leads to the next."""
    cdef int first = m.first
    cdef bint outcome
    if m.limit == 0:
        return press_lead(
            m, winner, t.left - 1, t.need - (m.free.scores[t.left] if winner == m.free.d else 0), t.exact
        )
    m.taken[winner] += 1
    if m.taken[winner] == m.limit:
        outcome = winner == m.free.d
    else:
        if first == NOBODY and m.taken[winner] == m.limit - 1:
            m.first = D_FIRST if winner == m.free.d else OTHER_FIRST
        outcome = press_lead(m, winner, t.left - 1, race_need(m), t.exact)
    m.taken[winner] -= 1
    m.first = first
    return outcome
