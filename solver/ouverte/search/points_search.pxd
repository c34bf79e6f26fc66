# The recursion where card points are counted: the same search as that of recursion.pxd, with another count.
#
# A position is worth what the counted seats still take of the points in play. "At least `need` of them" is proved by the
# points the counted seats capture, and refuted by those the others capture: at least what is then too much to leave
# `need`. Either way more points elsewhere do no harm, so that such a proof rests on the ranks that win and on the cards
# whose points it counts, and holds for every position that agrees in those. The table therefore files, beside what the
# counted seats take at least, not what they take at most but what the others take at least, as a number below 0.
# docs/search.md, "Card points", has the argument.

from libc.stdint cimport uint8_t as u8, uint64_t as u64
from libc.string cimport memset

from ouverte.search.bits cimport bit, bottom, count, suit_of, top, top_cards
from ouverte.search.bounds cimport suit_cash
from ouverte.search.moves cimport Move, Trick, add_to_trick, sort_moves
from ouverte.search.points_moves cimport PointTrick, follow_point_moves, lead_point_moves
from ouverte.search.recursion cimport failed, look_around, place_of, position_key, prefer
from ouverte.search.state cimport (
    NO_TRUMP, SUCCESSES, SUITS, WIN, Points, Search, length, play, take_back, trumps_sealed
)
from ouverte.search.table cimport NO_CARD, UNKNOWN, Key, table_find, table_store


cdef inline int worth_of(const Points* p, u64 cards) noexcept nogil:
    """What a set of cards is worth."""
    return (
        p.total[suit_of(cards, 0)] + p.total[suit_of(cards, 1)]
        + p.total[suit_of(cards, 2)] + p.total[suit_of(cards, 3)]
    )


cdef inline u64 counters_of(const Points* p, u64 cards) noexcept nogil:
    """The cards of a set that are worth something."""
    return cards & (p.counting * <u64>0x0001000100010001)


cdef inline void put(Search* s, const Points* p, PointTrick* on, int seat, int card) noexcept nogil:
    """A seat plays a card to a trick that has been led to."""
    add_to_trick(s, &on.t, seat, card)
    on.points += p.worth[card & 15]
    on.counters |= counters_of(p, bit(card))


cdef inline bint last_points(Search* s, const Points* p, int leader, u64 cards, int need, u64* relevant) noexcept nogil:
    """Every hand holds one card: the winner takes all that is left."""
    cdef PointTrick on
    cdef int seat = s.following[leader]
    cdef bint outcome
    on.t.winner = leader
    on.t.best = top(s.hand[leader])
    on.t.contested = False
    on.points = 0
    on.counters = 0
    while seat != leader:
        add_to_trick(s, &on.t, seat, top(s.hand[seat]))
        seat = s.following[seat]
    outcome = s.counted[on.t.winner]        # need is from 1 to all there is
    relevant[0] = counters_of(p, cards)
    if on.t.contested:
        relevant[0] |= bit(on.t.best)
    return outcome


cdef inline int captured(
    const Search* s, const Points* p, int seat, u64 cards, int suit, int rounds, int tops, u64* relevant
) noexcept nogil:
    """What a seat on lead takes at least by leading so many rounds of a suit from the top, and what that rests on.

    Its own cards led, and the whole suit of a hand that has no more cards of it than that.
    """
    cdef u64 led = top_cards(suit_of(s.hand[seat], suit), rounds)
    cdef u64 theirs
    cdef int points = p.total[led]
    cdef int other = s.following[seat]
    relevant[0] |= (top_cards(suit_of(cards, suit), tops) | (led & p.counting)) << (suit << 4)
    while other != seat:
        theirs = suit_of(s.hand[other], suit)
        if theirs and count(theirs) <= rounds and p.total[theirs]:
            points += p.total[theirs]
            relevant[0] |= (theirs & p.counting) << (suit << 4)
        other = s.following[other]
    return points


cdef inline int surely(Search* s, const Points* p, bint side, int leader, u64 cards, u64* relevant) noexcept nogil:
    """Points that the seats with `counted == side` take against any play, as far as this can tell."""
    cdef int points = 0
    cdef int seat = leader
    cdef int other, suit, rounds, tops, theirs, run, longest, enemy_longest
    cdef u64 held, others
    cdef u64 enemy = 0
    cdef bint plain = s.trump == NO_TRUMP
    cdef bint drawn = plain
    cdef bint drawing = False
    cdef bint friend_trumps = False
    relevant[0] = 0
    if not plain:
        # Trumps above every trump of the enemy win whoever leads.
        while True:
            if s.counted[seat] != side:
                enemy |= suit_of(s.hand[seat], s.trump)
            elif seat != leader and length(s, seat, s.trump):
                friend_trumps = True
            seat = s.following[seat]
            if seat == leader:
                break
        held = suit_of(cards, s.trump) & ~enemy & p.counting
        if enemy:
            held = held >> top(enemy) << top(enemy)
        else:
            drawn = True
    else:
        held = 0
    if s.counted[leader] != side:
        if held:
            points = p.total[held]
            relevant[0] = above_lowest(suit_of(cards, s.trump), held) << (s.trump << 4)
        return points
    if friend_trumps and not s.must_trump:
        # A friend down to trumps might have to ruff: only what needs no cashing is counted.
        if held:
            points = p.total[held]
            relevant[0] = above_lowest(suit_of(cards, s.trump), held) << (s.trump << 4)
        return points
    if not plain and not drawn and not trumps_sealed(s, cards):
        # Can the leader draw the enemy trumps with trumps that nobody beats?
        others = suit_of(cards, s.trump) & ~suit_of(s.hand[leader], s.trump)
        run = count(suit_of(s.hand[leader], s.trump) >> top(others)) if others else 0
        enemy_longest = longest = 0
        other = s.following[leader]
        while other != leader:
            if s.counted[other] != side:
                enemy_longest = max(enemy_longest, length(s, other, s.trump))
            longest = max(longest, length(s, other, s.trump))
            other = s.following[other]
        if run >= enemy_longest:
            drawing = drawn = True
            rounds = length(s, leader, s.trump) if run >= longest else run
            points = captured(s, p, leader, cards, s.trump, rounds, min(run, longest), relevant)
            if rounds >= longest:
                friend_trumps = False
    for suit in range(SUITS):
        if suit == s.trump:
            continue
        held_in(s, leader, cards, suit, drawn, &rounds, &tops)
        if friend_trumps:
            # A friend who has run out of the suit has to trump it, and may not be able to lead on.
            other = s.following[leader]
            while other != leader:
                if s.counted[other] == side and length(s, other, s.trump):
                    rounds = min(rounds, length(s, other, suit))
                other = s.following[other]
            tops = min(tops, rounds)
        if rounds:
            points += captured(s, p, leader, cards, suit, rounds, tops, relevant)
    if not drawing and held:
        points += p.total[held]
        relevant[0] |= above_lowest(suit_of(cards, s.trump), held) << (s.trump << 4)
    return points


cdef inline void held_in(
    const Search* s, int seat, u64 cards, int suit, bint drawn, int* rounds, int* tops
) noexcept nogil:
    """How many rounds of a suit a seat on lead takes, and how many of them by its top cards."""
    cdef u64 own = suit_of(s.hand[seat], suit)
    rounds[0] = suit_cash(s, seat, suit, own, suit_of(cards, suit) & ~own, 0, drawn, tops)


cdef inline u64 above_lowest(u64 in_suit, u64 held) noexcept nogil:
    """The cards of a suit from the top down to the lowest of `held`."""
    return in_suit >> bottom(held) << bottom(held)


cdef inline int judge_points(
    Search* s, const Points* p, int seat, u64 cards, int total, int need, u64* relevant
) noexcept nogil:
    """What bounds say of "at least `need`" without a search."""
    if s.use_bounds and s.aim == WIN:
        if surely(s, p, True, seat, cards, relevant) >= need:
            return True
        if surely(s, p, False, seat, cards, relevant) > total - need:
            return False
        relevant[0] = 0
    return UNKNOWN


cdef inline int recall_points(
    Search* s, const Points* p, const Key* key, u64 cards, int total, int need, u8* hint, u64* relevant
) noexcept nogil:
    """What the table knows of "at least `need`"; `hint` receives a lead worth trying."""
    cdef u8 depth[SUITS]
    cdef u64 in_suit
    cdef int suit, singly
    cdef int known = table_find(&s.table, key, need, need - total, depth, hint)
    if known != UNKNOWN:
        for suit in range(SUITS):
            in_suit = suit_of(cards, suit)
            singly = 2 * p.single_ranks
            # Two places for each rank that is filed by itself, one for each card below.
            if depth[suit] > singly:
                in_suit = (in_suit & p.singly) | top_cards(in_suit & ~p.singly, depth[suit] - singly)
            else:
                in_suit &= p.singly & ~((<u64>1 << (p.highest + 1 - depth[suit] // 2)) - 1)
            relevant[0] |= in_suit << (suit << 4)
    return known


cdef inline void remember_points(
    Search* s, const Points* p, const Key* key, u64 cards, int least, int most, u8 hint, u64 relevant
) noexcept nogil:
    """File bounds in the table, for all positions that agree in the cards down to the lowest relevant ones."""
    cdef u8 depth[SUITS]
    cdef u64 in_suit
    cdef int suit, lowest
    for suit in range(SUITS):
        in_suit = suit_of(relevant, suit)
        depth[suit] = 0
        if in_suit:
            lowest = bottom(in_suit)
            if p.singly >> lowest & 1:
                depth[suit] = <u8>(2 * (p.highest - lowest + 1))
            else:
                depth[suit] = <u8>(2 * p.single_ranks + count((suit_of(cards, suit) & ~p.singly) >> lowest))
    table_store(&s.table, key, depth, least, most, hint)


cdef inline bint lead_points(Search* s, int seat, int left, int need, u64* relevant) noexcept nogil:
    """Whether the counted seats can take `need` more points in the `left` tricks to come, with `seat` on lead.

    `relevant` receives the cards whose ranks or points the answer rests on; see `lead` in recursion.pxd.
    """
    cdef const Points* p = s.points
    cdef u64 cards, ranks
    cdef u64 ignored[SUITS]
    cdef Key key
    cdef u8 hint = NO_CARD
    cdef u8* success
    cdef Move moves[16]
    cdef PointTrick on
    cdef int known, total, i, n
    cdef bint wanted = s.high[seat]
    cdef bint outcome = not wanted

    relevant[0] = 0
    if need <= 0:
        return True
    cards = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    total = worth_of(p, cards)
    if need > total:
        return False
    if left == 1:
        return last_points(s, p, seat, cards, need, relevant)
    s.nodes += 1
    if s.nodes >= s.next_check:
        look_around(s)
    if s.stopped:
        return False

    position_key(s, seat, left, cards, &key)
    known = judge_points(s, p, seat, cards, total, need, relevant)
    if known != UNKNOWN:
        return known
    if s.use_table:
        known = recall_points(s, p, &key, cards, total, need, &hint, relevant)
        if known != UNKNOWN:
            return known

    n = lead_point_moves(s, p, seat, cards, moves)
    success = &s.success[(((s.hand[seat] + seat) * <u64>0x9E3779B97F4A7C15) >> 46) & (SUCCESSES - 1)]
    prefer(s, cards, hint, success[0], moves, n)
    sort_moves(moves, n)
    memset(ignored, 0, sizeof(ignored))
    on.t.cards = cards
    on.t.left = left
    on.t.need = need
    on.t.contested = False
    on.t.winner = seat
    hint = NO_CARD
    for i in range(n):
        on.t.led = moves[i].card >> 4
        on.t.best = moves[i].card
        if bit(moves[i].card & 15) & ignored[on.t.led]:
            continue
        on.points = p.worth[moves[i].card & 15]
        on.counters = counters_of(p, bit(moves[i].card))
        play(s, seat, moves[i].card)
        outcome = after_points(s, s.following[seat], s.seats - 1, &on, &ranks)
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
        remember_points(
            s, p, &key, cards, need if outcome else 0, 0 if outcome else need - 1 - total, hint, relevant[0]
        )
    return outcome


cdef inline bint after_points(Search* s, int seat, int seats, const PointTrick* on, u64* relevant) noexcept nogil:
    """As `lead_points`, in the middle of a trick: `seat` is to play, one of `seats` seats that still have to."""
    if seats == 1:
        return follow_points(s, seat, 1, on, relevant)
    if seats == 2:
        return follow_points(s, seat, 2, on, relevant)
    if seats == 3:
        return follow_points(s, seat, 3, on, relevant)
    return finish_points(s, on, relevant)


cdef inline bint finish_points(Search* s, const PointTrick* on, u64* relevant) noexcept nogil:
    """The trick is complete: its winner takes the points in it and leads to the next."""
    cdef const Trick* t = &on.t
    cdef bint counts = s.counted[t.winner]
    cdef bint outcome = lead_points(s, t.winner, t.left - 1, t.need - (on.points if counts else 0), relevant)
    if t.contested:
        relevant[0] |= bit(t.best)
    if outcome == counts:
        # The side that has the better of it counts these points.
        relevant[0] |= on.counters
    return outcome


cdef inline bint follow_points(Search* s, int seat, const int seats, const PointTrick* on, u64* relevant) noexcept nogil:
    """One seat plays to a trick; compiled once for each place in the trick."""
    cdef const Points* p = s.points
    cdef Move moves[16]
    cdef PointTrick then
    cdef u64 ignored[4]
    cdef u64 ranks
    cdef bint wanted = s.high[seat]
    cdef bint outcome = not wanted
    cdef int i, card
    cdef int n = follow_point_moves(s, p, seat, seats - 1, on, moves)
    relevant[0] = 0
    if n > 1:
        sort_moves(moves, n)
        memset(ignored, 0, sizeof(ignored))
    for i in range(n):
        card = moves[i].card
        if i and bit(card & 15) & ignored[card >> 4]:
            continue
        then = on[0]
        put(s, p, &then, seat, card)
        play(s, seat, card)
        if seats == 1:
            outcome = finish_points(s, &then, &ranks)
        else:
            outcome = after_points(s, s.following[seat], seats - 1, &then, &ranks)
        take_back(s, seat, card)
        if s.stopped:
            return False
        if outcome == wanted:
            relevant[0] = ranks
            return outcome
        relevant[0] |= ranks
        failed(s, &moves[i], ranks, ignored, relevant)
    return outcome
