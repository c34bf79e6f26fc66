# Which cards are worth trying, and in which order.
#
# Cards of one hand that touch (no card of another seat that is still in play stands between) are one move: its highest
# card is played, and its lowest is remembered, since a failure of the move speaks for the whole run.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport bit, bottom, count, suit_of, top
from ouverte.search.state cimport LOSE, NO_TRUMP, SUITS, WIN, Search, length


cdef struct Move:
    int card        # the highest of the run
    int low         # the lowest of the run
    int score


cdef struct Trick:
    u64 cards       # all cards that were unplayed when the trick began
    int left        # tricks left, this one included
    int need        # counted tricks the high side still needs, this one included
    int led         # suit led
    int winner      # seat that holds the trick so far
    int best        # its card
    bint contested  # another card of that card's suit was played


cdef inline int add_runs(u64 own, u64 others, int suit, Move* moves, int n) noexcept nogil:
    """Append the runs of one suit of a hand, highest first; returns the new number of moves."""
    cdef int high, end
    cdef u64 between
    while own:
        high = top(own)
        between = others & (((<u64>1) << high) - 1)
        moves[n].card = suit << 4 | high
        end = top(between) if between else -1
        # Own cards above the next foreign card belong to this run.
        moves[n].low = suit << 4 | bottom(own >> (end + 1) << (end + 1))
        own &= ((<u64>1) << (end + 1)) - 1
        n += 1
    return n


cdef inline void sort_moves(Move* moves, int n) noexcept nogil:
    """Best score first; stable."""
    cdef int i, j
    cdef Move m
    for i in range(1, n):
        m = moves[i]
        j = i
        while j > 0 and moves[j - 1].score < m.score:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = m


cdef inline bint beats(const Search* s, const Trick* t, int card) noexcept nogil:
    """Whether a card takes over the trick."""
    if card >> 4 == t.best >> 4:
        return card > t.best
    return card >> 4 == s.trump


cdef inline int lead_score(const Search* s, int seat, int suit, u64 cards, int card, int low) noexcept nogil:
    """How promising a lead is; see docs/search.md, "Ordering"."""
    cdef u64 remaining = suit_of(cards, suit)
    cdef int own_length = length(s, seat, suit)
    cdef int rank = card & 15
    cdef int best_seat = -1
    cdef int other = s.following[seat]
    cdef int score = 0
    cdef u64 highest = <u64>1 << top(remaining)
    cdef bint enemy_ruffs = False
    cdef bint friend_ruffs = False
    cdef int friend_length = 0
    cdef int enemy_length = 0
    while other != seat:
        if suit_of(s.hand[other], suit) & highest:
            best_seat = other
        if s.good[seat][other]:
            friend_length = max(friend_length, length(s, other, suit))
        else:
            enemy_length = max(enemy_length, length(s, other, suit))
        if s.trump != NO_TRUMP and suit != s.trump and length(s, other, suit) == 0 and length(s, other, s.trump):
            if s.good[seat][other]:
                friend_ruffs = True
            else:
                enemy_ruffs = True
        other = s.following[other]
    if s.aim == LOSE:
        # Every seat would rather not win: lead low, from suits where the seats one wants to win must.
        score = 40 - 3 * rank
        if best_seat >= 0 and s.good[seat][best_seat]:
            score += 10
        return score
    if best_seat < 0:
        # This hand has the top card of the suit.
        if enemy_ruffs:
            score = -20
        elif rank == top(remaining):
            score = 60 + (10 if suit == s.trump else 0)
        else:
            score = 5 + own_length
    elif s.good[seat][best_seat]:
        score = 40 - rank if not enemy_ruffs else -20
        if rank > (low & 15):
            score += 4
    else:
        score = own_length - rank
        if rank > (low & 15) and rank >= 8:
            score += 14
        if enemy_ruffs:
            score -= 10
    if friend_ruffs and not enemy_ruffs:
        score = max(score, 30 - rank)
    return score


cdef inline int lead_moves(const Search* s, int seat, u64 cards, Move* moves) noexcept nogil:
    """The leads of a seat, best first."""
    cdef int n = 0
    cdef int suit, first
    cdef u64 hand = s.hand[seat]
    cdef u64 own
    cdef bint no_trump_lead = s.trump_lead_last and length(s, seat, s.trump) != count(hand)
    for suit in range(SUITS):
        own = suit_of(hand, suit)
        if own == 0 or (suit == s.trump and no_trump_lead):
            continue
        first = n
        n = add_runs(own, suit_of(cards, suit) & ~own, suit, moves, n)
        while first < n:
            moves[first].score = lead_score(s, seat, suit, cards, moves[first].card, moves[first].low)
            first += 1
    return n


cdef inline int follow_moves(const Search* s, int seat, int after, const Trick* t, Move* moves) noexcept nogil:
    """The plays of a seat with `after` seats still to play behind it."""
    cdef int n = 0
    cdef int suit, i, other, rank, score
    cdef u64 hand = s.hand[seat]
    cdef u64 own = suit_of(hand, t.led)
    cdef u64 theirs
    cdef bint following = own != 0
    cdef bint pleased = s.good[seat][t.winner]      # by how the trick stands
    cdef bint takes, safe
    cdef int friend_best = -1       # highest card of a friend, and of an enemy, still to come that beats the trick so far
    cdef int enemy_best = -1
    if following:
        n = add_runs(own, suit_of(t.cards, t.led) & ~own, t.led, moves, n)
        if n == 1:
            return 1
    else:
        own = 0 if s.trump == NO_TRUMP else suit_of(hand, s.trump)
        if s.must_trump and own:
            n = add_runs(own, suit_of(t.cards, s.trump) & ~own, s.trump, moves, n)
        else:
            for suit in range(SUITS):
                own = suit_of(hand, suit)
                if own:
                    n = add_runs(own, suit_of(t.cards, suit) & ~own, suit, moves, n)
        if n == 1:
            return 1
    # What can those behind still do? Trump cards count above all others (+ 64).
    other = s.following[seat]
    for i in range(after):
        theirs = suit_of(s.hand[other], t.led)
        rank = -1
        if theirs:
            if t.best >> 4 == t.led or t.led == s.trump:
                rank = top(theirs) + (64 if t.led == s.trump else 0)
        elif s.trump != NO_TRUMP and t.led != s.trump:
            theirs = suit_of(s.hand[other], s.trump)
            if theirs:
                rank = 64 + top(theirs)
        if s.good[seat][other]:
            friend_best = max(friend_best, rank)
        else:
            enemy_best = max(enemy_best, rank)
        other = s.following[other]
    cdef int standing = (t.best & 15) + (64 if t.best >> 4 == s.trump else 0)
    for i in range(n):
        suit = moves[i].card >> 4
        rank = (moves[i].card & 15) + (64 if suit == s.trump else 0)
        takes = beats(s, t, moves[i].card)
        score = -(moves[i].card & 15)
        if s.aim == LOSE:
            # Get rid of high cards where they do not win, and duck under what must win.
            if s.good[seat][t.winner]:
                score = (0 if takes else 40) + (moves[i].card & 15)
            else:
                score = (20 if takes else 0) + (moves[i].card & 15)
            moves[i].score = score
            continue
        if takes:
            safe = rank > enemy_best
            if pleased and standing > enemy_best:
                score -= 30                         # overtaking a friend who would win anyway
            elif safe:
                score += 60 if friend_best <= enemy_best else 20
            elif friend_best > enemy_best:
                score -= 10
            else:
                score += 10 if after == 1 else 4
        else:
            if pleased and standing > enemy_best:
                score += 40
            elif friend_best > enemy_best and friend_best > standing:
                score += 30
        if not following:
            if suit == s.trump:
                score -= 4
            else:
                score += length(s, seat, suit)
        moves[i].score = score
    return n
