# Bounds on what a side must take, read off a position at the start of a trick.
#
# Each returns tricks the side takes whatever the others do, and adds to `relevant` the cards whose ranks that rests on.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport bit, count, suit_of, top
from ouverte.search.state cimport NO_TRUMP, SUITS, Search, length


cdef inline int trump_matching(const Search* s, int seat, u64 cards, int enough, u64* relevant) noexcept nogil:
    """Trumps of one hand that win whoever leads what: those not matched by a higher trump of the other side.

    A trump of the hand loses only to a higher enemy trump in the same trick, and the hand plays one card a trick, so
    enemy trumps that beat cards of the hand are a matching. Stops at `enough`.
    """
    cdef u64 trumps = suit_of(cards, s.trump)
    cdef u64 own = suit_of(s.hand[seat], s.trump)
    cdef u64 enemy = 0
    cdef u64 low
    cdef int other = s.following[seat]
    cdef int kept = 0
    cdef int above = 0
    cdef int rank
    while other != seat:
        if s.counted[other] != s.counted[seat]:
            enemy |= suit_of(s.hand[other], s.trump)
        other = s.following[other]
    while own and kept < enough:
        rank = top(own)
        own ^= <u64>1 << rank
        above += count(enemy >> rank)
        enemy &= (<u64>1 << rank) - 1
        if above:
            above -= 1
        else:
            kept += 1
            low = <u64>1 << rank
    if kept:
        relevant[0] |= (trumps & ~(low - 1)) << (s.trump << 4)
    return kept


cdef inline int cash(const Search* s, int seat, u64 cards, int left, int enough, u64* relevant) noexcept nogil:
    """Tricks a seat on lead takes by playing its top cards of the plain suits, one after another.

    A suit's card wins when it is the highest left and no enemy who could trump is out of the suit. A friend who is out
    of it and holds nothing but trumps must trump and so takes the lead: that trick is the side's, but it is the last.
    """
    cdef int taken = 0
    cdef int suit, other, rounds, run, longest, rank
    cdef int freedom = left     # tricks until a friend may be down to trumps only
    cdef u64 own, theirs, remaining
    cdef bint has_trump
    other = s.following[seat]
    if s.trump != NO_TRUMP:
        while other != seat:
            if s.counted[other] == s.counted[seat]:
                rounds = left - length(s, other, s.trump)
                if s.must_trump and length(s, other, s.trump):
                    rounds = 0
                if length(s, other, s.trump):
                    freedom = min(freedom, rounds)
            other = s.following[other]
    for suit in range(SUITS):
        if suit == s.trump:
            continue
        own = suit_of(s.hand[seat], suit)
        if own == 0:
            continue
        remaining = suit_of(cards, suit)
        theirs = remaining & ~own
        # Length of the run of top cards.
        if theirs:
            run = count(own >> top(theirs))
        else:
            run = count(own)
        if run == 0:
            continue
        longest = 0
        rounds = left
        other = s.following[seat]
        while other != seat:
            longest = max(longest, length(s, other, suit))
            if s.counted[other] != s.counted[seat] and s.trump != NO_TRUMP and length(s, other, s.trump):
                rounds = min(rounds, length(s, other, suit))
            other = s.following[other]
        if run >= longest:
            # The others are out of the suit after that: the small cards are as good.
            run = longest
            rounds = min(rounds, count(own))
        else:
            rounds = min(rounds, run)
        run = min(run, rounds)
        if taken + rounds > enough:
            rounds = enough - taken
            run = min(run, rounds)
        taken += rounds
        # The ranks that matter: as many top cards as were needed to win.
        if run:
            rank = 0
            theirs = own
            while run:
                rank = top(theirs)
                theirs ^= <u64>1 << rank
                run -= 1
            relevant[0] |= (remaining >> rank << rank) << (suit << 4)
        if taken >= enough:
            break
    if taken > freedom + 1:
        taken = freedom + 1
    return taken


cdef inline int sure_tricks(
    const Search* s, bint side, int leader, u64 cards, int left, int enough, u64* relevant
) noexcept nogil:
    """A number of tricks the seats with `counted == side` take against any play, as far as `enough`."""
    cdef int best = 0
    cdef int seat, kept, taken
    cdef u64 ranks, cash_ranks
    taken = 0
    cash_ranks = 0
    if s.counted[leader] == side:
        taken = cash(s, leader, cards, left, enough, &cash_ranks)
        if taken >= enough or s.trump == NO_TRUMP:
            relevant[0] = cash_ranks
            return taken
    if s.trump == NO_TRUMP:
        return 0
    seat = leader
    while True:
        if s.counted[seat] == side and length(s, seat, s.trump):
            ranks = 0
            kept = trump_matching(s, seat, cards, enough, &ranks)
            if kept > best:
                best = kept
                relevant[0] = ranks
            if best >= enough:
                return best
            # The leader cashes first; its own trumps stay in hand meanwhile. (A friend's might be forced out.)
            if seat == leader and kept + taken > best:
                best = kept + taken
                relevant[0] = ranks | cash_ranks
                if best >= enough:
                    return best
        seat = s.following[seat]
        if seat == leader:
            break
    if taken > best:
        best = taken
        relevant[0] = cash_ranks
    return best
