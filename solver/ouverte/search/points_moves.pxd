# Which cards are worth trying, and in which order, where the points of the cards are counted.
#
# Cards of one hand that touch are one move only where they are worth the same, so that cards that count stand alone.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport bit, count, suit_of, top
from ouverte.search.moves cimport Move, Trick, add_runs, beats, score_leads
from ouverte.search.state cimport LOSE, NO_TRUMP, SUITS, Points, Search, length, trumps_sealed

cdef enum:
    # The order of trial: what a trick is worth to the side that gets it, against the rank that is spent on it.
    POINT = 8
    WINNING = 60
    SPENT = 2
    GOOD_LEAD = 30
    ACE_WITH_TEN_OUT = 20


cdef struct PointTrick:
    Trick t
    int points      # what the cards on the table are worth
    u64 counters    # those of them that are worth something


cdef inline int add_cards(const Points* p, u64 own, u64 others, int suit, Move* moves, int n) noexcept nogil:
    """Append the moves of one suit of a hand, highest first; returns the new number of moves."""
    n = add_runs(own & p.singly, 0x1FFF, suit, moves, n)
    return add_runs(own & ~p.singly, others & ~p.singly, suit, moves, n)


cdef inline int lead_point_moves(const Search* s, const Points* p, int seat, u64 cards, Move* moves) noexcept nogil:
    """The leads of a seat with their scores."""
    cdef int n = 0
    cdef int suit, first, i, rank, other
    cdef u64 hand = s.hand[seat]
    cdef u64 own, theirs
    cdef bint no_trump_lead = trumps_sealed(s, cards) and length(s, seat, s.trump) != count(hand)
    cdef bint friend_top
    for suit in range(SUITS):
        own = suit_of(hand, suit)
        if own == 0 or (suit == s.trump and no_trump_lead):
            continue
        first = n
        n = add_cards(p, own, suit_of(cards, suit) & ~own, suit, moves, n)
        score_leads(s, seat, suit, cards, &moves[first], n - first)
        theirs = suit_of(cards, suit)
        friend_top = False
        other = s.following[seat]
        while other != seat:
            if s.good[seat][other] and suit_of(s.hand[other], suit) >> top(theirs) & 1:
                friend_top = True
            other = s.following[other]
        for i in range(first, n):
            rank = moves[i].card & 15
            if rank != top(theirs) and not friend_top:
                moves[i].score -= POINT * p.worth[rank]
    return n


cdef inline int follow_point_moves(
    const Search* s, const Points* p, int seat, int after, const PointTrick* on, Move* moves
) noexcept nogil:
    """The plays of a seat to a trick, with their scores; `after` seats are still to play behind it."""
    cdef const Trick* t = &on.t
    cdef int n = 0
    cdef int suit, i, other, rank, worth
    cdef u64 hand = s.hand[seat]
    cdef u64 own = suit_of(hand, t.led)
    cdef u64 theirs
    cdef bint takes, ours
    cdef int friend_best = -1
    cdef int enemy_best = -1
    cdef int standing = (t.best & 15) + (64 if t.best >> 4 == s.trump else 0)
    if own:
        n = add_cards(p, own, suit_of(t.cards, t.led) & ~own, t.led, moves, n)
    else:
        own = 0 if s.trump == NO_TRUMP else suit_of(hand, s.trump)
        if s.must_trump and own:
            n = add_cards(p, own, suit_of(t.cards, s.trump) & ~own, s.trump, moves, n)
        else:
            for suit in range(SUITS):
                own = suit_of(hand, suit)
                if own:
                    n = add_cards(p, own, suit_of(t.cards, suit) & ~own, suit, moves, n)
    if n == 1:
        return 1
    # What can those behind still do? Trump cards count above all others (+ 64).
    other = s.following[seat]
    for i in range(after):
        theirs = suit_of(s.hand[other], t.led)
        rank = -1
        if theirs:
            rank = top(theirs) + (64 if t.led == s.trump else 0)
        elif s.trump != NO_TRUMP:
            theirs = suit_of(s.hand[other], s.trump)
            if theirs:
                rank = 64 + top(theirs)
        if s.good[seat][other]:
            friend_best = max(friend_best, rank)
        else:
            enemy_best = max(enemy_best, rank)
        other = s.following[other]
    for i in range(n):
        suit = moves[i].card >> 4
        rank = (moves[i].card & 15) + (64 if suit == s.trump else 0)
        worth = p.worth[moves[i].card & 15]
        takes = beats(s, t, moves[i].card)
        if s.aim == LOSE:
            ours = not takes and s.good[seat][t.winner]
        elif takes:
            ours = rank > enemy_best or friend_best > enemy_best
        else:
            ours = (s.good[seat][t.winner] and standing > enemy_best) or friend_best > max(enemy_best, standing)
        if ours:
            moves[i].score = WINNING + POINT * (on.points + worth) - SPENT * (moves[i].card & 15)
        else:
            moves[i].score = -POINT * worth - SPENT * (moves[i].card & 15)
        if suit == s.trump and t.led != s.trump:
            moves[i].score -= 10
    return n
