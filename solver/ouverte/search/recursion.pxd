# The recursion: from the lead to a trick, through the cards of the other seats, to the lead to the next.
#
# It is a zero-window alpha-beta over single cards with the partition table of table.pxd. It knows seats, sides, a trump
# suit and obligations, and never the name of a game. docs/search.md explains each part and what it brings.

from libc.stdint cimport uint8_t as u8, uint64_t as u64
from libc.string cimport memcpy, memset

from ouverte.search.bits cimport bit, bottom, count, suit_of, top, top_cards
from ouverte.search.bounds cimport cannot_take_all, takes_surely
from ouverte.search.freelead cimport SAFE_SUIT, FreeLead, free_beaten, free_follow, free_key
from ouverte.search.freesolo cimport FreeSolo, solo_lead_yields, solo_takes
from ouverte.search.gapsolo cimport GapSolo, gap_takes
from ouverte.search.intrick cimport wins_and_takes
from ouverte.search.moves cimport Move, Trick, add_to_trick, follow_moves, lead_moves, sort_moves
from ouverte.search.state cimport SUCCESSES, SUITS, WIN, Search, play, take_back
from ouverte.search.table cimport NO_CARD, UNKNOWN, Key, table_find, table_ready, table_store
from ouverte.search.weights cimport LAST_SUCCESS, TABLE_CARD, weight

cdef enum:
    BOUNDS_FIRST = 5            # tricks left from which bounds are asked before the table
    CHECK_EVERY = 1 << 13       # trick starts between two looks for Ctrl-C: a few milliseconds


cdef inline void position_key(Search* s, int leader, int left, u64 cards, Key* key) noexcept nogil:
    # The lengths in the last suit follow from the number of tricks left, so its bits can say that and who leads.
    key.shape = (s.shape & <u64>0xFFFFFFFFFFFF) | <u64>left << 48 | <u64>leader << 52
    table_ready(&s.table, key.shape)
    key.upper = <u64>s.owners[0][suit_of(cards, 0)] << 32 | s.owners[1][suit_of(cards, 1)]
    key.lower = <u64>s.owners[2][suit_of(cards, 2)] << 32 | s.owners[3][suit_of(cards, 3)]


cdef inline bint last_trick(Search* s, int leader, int need, u64* relevant) noexcept nogil:
    """Every hand holds one card: the winner is known."""
    cdef int card = top(s.hand[leader])
    cdef int best = card
    cdef int winner = leader
    cdef int seat = s.following[leader]
    cdef bint contested = False
    while seat != leader:
        card = top(s.hand[seat])
        if card >> 4 == best >> 4:
            contested = True
            if card > best:
                best = card
                winner = seat
        elif card >> 4 == s.trump:
            contested = False
            best = card
            winner = seat
        seat = s.following[seat]
    relevant[0] = bit(best) if contested else 0
    return s.counted[winner] >= need


cdef inline bint lead(Search* s, int seat, int left, int need, u64* relevant) noexcept nogil:
    """Whether the high side can take `need` more counted tricks of the `left` to come, with `seat` on lead.

    `relevant` receives the cards whose ranks the answer rests on: it holds for every position of the same shape in which
    the cards from the top of each suit down to the lowest relevant one have the same owners.
    """
    cdef u64 cards, ranks
    cdef u64 ignored[SUITS]
    cdef Key key
    cdef u8 hint = NO_CARD
    cdef u8* success
    cdef Move moves[16]
    cdef Trick trick
    cdef int known, i, n
    cdef bint wanted = s.high[seat]
    cdef bint outcome = not wanted
    cdef FreeSolo* f = <FreeSolo*>s.free_solo

    relevant[0] = 0
    if need <= 0:
        return True
    if need > left:
        return False
    if left == 1:
        return last_trick(s, seat, need, relevant)
    s.nodes += 1
    if s.nodes >= s.next_check:
        look_around(s)
    if s.stopped:
        return False

    cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    position_key(s, seat, left, cards, &key)
    # Near the end bounds are cheaper than memory, and what they rest on is less.
    if left <= BOUNDS_FIRST:
        known = judge(s, seat, cards, left, need, relevant)
        if known != UNKNOWN:
            return known
    if s.use_table:
        known = recall(s, &key, cards, need, &hint, relevant)
        if known != UNKNOWN:
            return known
    if left > BOUNDS_FIRST:
        known = judge(s, seat, cards, left, need, relevant)
        if known != UNKNOWN:
            return known
    known = relax(s, seat, cards, left, need, relevant)
    if known != UNKNOWN:
        return known

    n = lead_moves(s, seat, cards, moves)
    success = &s.success[(((s.hand[seat] + seat) * <u64>0x9E3779B97F4A7C15) >> 46) & (SUCCESSES - 1)]
    prefer(s, cards, hint, success[0], moves, n)
    sort_moves(moves, n)
    memset(ignored, 0, sizeof(ignored))
    trick.cards = cards
    trick.left = left
    trick.need = need
    trick.contested = False
    trick.winner = seat
    hint = NO_CARD
    for i in range(n):
        trick.led = moves[i].card >> 4
        trick.best = moves[i].card
        if bit(moves[i].card & 15) & ignored[trick.led]:
            continue
        if s.free_ready and seat != s.free_lead.d and not free_lead_beats(s, seat, moves[i].card):
            relevant[0] |= ducking_ranks(s, cards)
            continue
        play(s, seat, moves[i].card)
        if f != NULL and s.nodes > s.heavy_from and solo_lead_yields(f, s, seat, &trick, &ranks):
            outcome = not wanted
        else:
            outcome = after(s, s.following[seat], s.seats - 1, &trick, &ranks)
        take_back(s, seat, moves[i].card)
        if s.stopped:
            return False
        if outcome == wanted:
            relevant[0] = ranks
            hint = place_of(cards, moves[i].card)
            success[0] = <u8>moves[i].card
            break
        relevant[0] |= ranks
        failed(s, &moves[i], ranks, ignored, relevant)
    if s.use_table:
        remember(s, &key, cards, need if outcome else 0, left if outcome else need - 1, hint, relevant[0])
    return outcome


cdef inline int recall(
    Search* s, const Key* key, u64 cards, int need, u8* hint, u64* relevant
) noexcept nogil:
    """What the table knows of "at least `need`"; `hint` receives a lead worth trying."""
    cdef u8 depth[SUITS]
    cdef int suit
    cdef int known = table_find(&s.table, key, need, need, depth, hint)
    if known != UNKNOWN:
        for suit in range(SUITS):
            relevant[0] |= top_cards(suit_of(cards, suit), depth[suit]) << (suit << 4)
    return known


cdef inline void remember(
    Search* s, const Key* key, u64 cards, int least, int most, u8 hint, u64 relevant
) noexcept nogil:
    """File bounds in the table, for all positions that agree in the cards down to the lowest relevant ones."""
    cdef u8 depth[SUITS]
    cdef u64 in_suit
    cdef int suit
    for suit in range(SUITS):
        in_suit = suit_of(relevant, suit)
        depth[suit] = <u8>count(suit_of(cards, suit) >> bottom(in_suit)) if in_suit else 0
    table_store(&s.table, key, depth, least, most, hint)


cdef inline int judge(Search* s, int seat, u64 cards, int left, int need, u64* relevant) noexcept nogil:
    """What bounds say of "at least `need`" without a search."""
    if s.use_bounds and s.aim == WIN:
        if takes_surely(s, True, seat, cards, need, relevant):
            return True
        if takes_surely(s, False, seat, cards, left - need + 1, relevant):
            return False
        if need == (left if s.counted[seat] else 1) and cannot_take_all(s, seat, cards, left, relevant):
            return not s.counted[seat]
    return UNKNOWN


cdef inline int relax(Search* s, int seat, u64 cards, int left, int need, u64* relevant) noexcept nogil:
    """What the relaxations say of "at least `need`"."""
    cdef FreeSolo* f = <FreeSolo*>s.free_solo
    cdef int wanted
    if f != NULL:
        wanted = need if s.counted[f.d] else left - need + 1
        if solo_takes(f, s, seat, left, wanted, relevant):
            return s.counted[f.d]
        if s.nodes >= s.gap_from and gap_takes(<GapSolo*>s.gap_solo, f, s, seat, left, wanted, relevant):
            return s.counted[f.d]
    if s.free_ready and seat != s.free_lead.d:
        memcpy(s.free_lead.hand, s.hand, sizeof(s.hand))
        if not free_beaten(&s.free_lead):
            relevant[0] = ducking_ranks(s, cards)
            return False
    return UNKNOWN


cdef inline u64 ducking_ranks(Search* s, u64 cards) noexcept nogil:
    """What a safe free-lead relaxation rests on: in each suit that D holds, the cards down to his lowest."""
    cdef u64 ranks = 0
    cdef u64 own
    cdef int suit
    for suit in range(SUITS):
        own = suit_of(s.hand[s.free_lead.d], suit)
        if own:
            ranks |= (suit_of(cards, suit) >> bottom(own) << bottom(own)) << (suit << 4)
    return ranks


cdef inline bint free_lead_beats(Search* s, int seat, int card) noexcept nogil:
    """Whether the relaxation lets this lead beat D; where it does not, the lead need not be searched."""
    cdef FreeLead* f = &s.free_lead
    cdef int suit
    cdef int safe = 0
    cdef bint beaten
    memcpy(f.hand, s.hand, sizeof(s.hand))
    for suit in range(SUITS):
        safe |= ((free_key(f, suit) & SAFE_SUIT) != 0) << suit
    f.hand[seat] ^= bit(card)
    beaten = free_follow(f, seat, s.following[seat], card >> 4, card & 15, -1, safe)
    return beaten


cdef inline void failed(Search* s, const Move* move, u64 ranks, u64* ignored, u64* relevant) noexcept nogil:
    """A move failed, resting on `ranks`: what else fails with it, and what the failure of its whole run rests on."""
    cdef int suit = move.card >> 4
    cdef u64 in_suit = suit_of(ranks, suit)
    cdef u64 below
    if in_suit & ((<u64>2 << (move.card & 15)) - 1):
        # The rank of the card mattered. Lower cards of the run were not tried: they fail alike only while they touch it.
        relevant[0] |= bit(move.low)
    elif s.use_skips:
        # The card was one of the small ones, and all small cards of a suit in one hand are alike.
        below = (in_suit & (~in_suit + 1)) - 1      # all ones where no rank of the suit mattered
        ignored[suit] |= below


cdef inline u8 place_of(u64 cards, int card) noexcept nogil:
    """A card as suit and place from the top among the remaining cards."""
    return <u8>((card >> 4) << 4 | (count(suit_of(cards, card >> 4) >> (card & 15)) - 1))


cdef inline void prefer(Search* s, u64 cards, u8 hint, u8 success, Move* moves, int n) noexcept nogil:
    """Raise the lead that the table remembers, and the one that last did it for the same hand."""
    cdef u64 upper
    cdef int i, rank
    for i in range(n):
        if moves[i].low <= success <= moves[i].card:
            moves[i].score += weight(LAST_SUCCESS, s.weighing)
    if hint == NO_CARD:
        return
    upper = top_cards(suit_of(cards, hint >> 4), (hint & 15) + 1)
    rank = bottom(upper) if upper else 0
    for i in range(n):
        # The same place in the suit; where another seat owns it now, the next lower card, or the suit's lowest.
        if moves[i].card >> 4 == hint >> 4:
            if (moves[i].low & 15) <= rank or i + 1 == n or moves[i + 1].card >> 4 != hint >> 4:
                moves[i].score += weight(TABLE_CARD, s.weighing)
                return


cdef inline void look_around(Search* s) noexcept nogil:
    """Now and then: stop at Ctrl-C or at the node limit."""
    if s.node_limit and s.nodes >= s.node_limit:
        s.limited = True
        s.stopped = True
        return
    if s.interrupted(s):
        s.stopped = True
    s.next_check = s.nodes + CHECK_EVERY
    if s.node_limit and s.next_check > s.node_limit:
        s.next_check = s.node_limit


cdef inline bint after(Search* s, int seat, int seats, const Trick* t, u64* relevant) noexcept nogil:
    """As `lead`, in the middle of a trick: `seat` is to play, one of `seats` seats that still have to."""
    if seats == 1:
        return follow(s, seat, 1, t, relevant)
    if seats == 2:
        return follow(s, seat, 2, t, relevant)
    if seats == 3:
        return follow(s, seat, 3, t, relevant)
    return finish(s, t, relevant)


cdef inline bint finish(Search* s, const Trick* t, u64* relevant) noexcept nogil:
    """The trick is complete: its winner leads to the next."""
    cdef bint outcome = lead(s, t.winner, t.left - 1, t.need - s.counted[t.winner], relevant)
    if t.contested:
        relevant[0] |= bit(t.best)
    return outcome


cdef inline bint follow(Search* s, int seat, const int seats, const Trick* t, u64* relevant) noexcept nogil:
    """One seat plays to a trick; compiled once for each place in the trick."""
    cdef Move moves[16]
    cdef Trick trick
    cdef u64 ignored[4]
    cdef u64 ranks
    cdef bint wanted = s.high[seat]
    cdef bint outcome = not wanted
    cdef int i, card, n
    if seats + 1 == s.seats and s.use_bounds and s.aim == WIN and wins_and_takes(s, seat, seats, t, relevant):
        return wanted
    n = follow_moves(s, seat, seats - 1, t, moves)
    relevant[0] = 0
    if n > 1:
        sort_moves(moves, n)
        memset(ignored, 0, sizeof(ignored))
    for i in range(n):
        card = moves[i].card
        if i and bit(card & 15) & ignored[card >> 4]:
            continue
        trick = t[0]
        add_to_trick(s, &trick, seat, card)
        play(s, seat, card)
        if seats == 1:
            outcome = finish(s, &trick, &ranks)
        else:
            outcome = after(s, s.following[seat], seats - 1, &trick, &ranks)
        take_back(s, seat, card)
        if s.stopped:
            return False
        if outcome == wanted:
            relevant[0] = ranks
            return outcome
        relevant[0] |= ranks
        failed(s, &moves[i], ranks, ignored, relevant)
    return outcome
