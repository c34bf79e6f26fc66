# Which cards are worth trying, and in which order.
#
# Cards of one hand that touch (no card of another seat that is still in play stands between) are one move: its highest
# card is played, and its lowest is remembered, since a failure of the move speaks for the whole run.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport bit, bottom, count, suit_of, top
from ouverte.search.state cimport LOSE, NO_TRUMP, SUITS, Search, length, trumps_sealed
from ouverte.search.weights cimport *


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


cdef inline void add_to_trick(const Search* s, Trick* t, int seat, int card) noexcept nogil:
    """A seat plays a card to a trick that has been led to."""
    if card >> 4 == t.best >> 4:
        t.contested = True
        if card > t.best:
            t.best = card
            t.winner = seat
    elif card >> 4 == s.trump:
        t.contested = False
        t.best = card
        t.winner = seat


cdef inline bint beats(const Search* s, const Trick* t, int card) noexcept nogil:
    """Whether a card takes over the trick."""
    if card >> 4 == t.best >> 4:
        return card > t.best
    return card >> 4 == s.trump


cdef inline void score_leads(const Search* s, int seat, int suit, u64 cards, Move* moves, int n) noexcept nogil:
    """Score the leads of one suit: what the suit is worth leading, then which card of it."""
    cdef bint plain = s.trump == NO_TRUMP
    cdef u64 remaining = suit_of(cards, suit)
    cdef int highest = top(remaining)
    cdef u64 rest = remaining ^ (<u64>1 << highest)
    cdef int next_rank = top(rest) if rest else -1
    cdef int own_length = length(s, seat, suit)
    cdef int best_seat = seat               # who has the top card, and how many seats on he sits
    cdef int best_place = 0
    cdef int next_seat = seat               # who has the next card
    cdef int friend_length = 0
    cdef int enemy_length = 0
    cdef int enemy_trumps = 0
    cdef bint enemy_ruffs = False
    cdef bint friend_ruffs = False
    cdef int enemy_choices = 0
    cdef int next_place = 0
    cdef int base, step, rank, theirs, i
    cdef int place = 0
    cdef int other = s.following[seat]
    while other != seat:
        place += 1
        theirs = length(s, other, suit)
        if suit_of(s.hand[other], suit) >> highest & 1:
            best_seat = other
            best_place = place
        if next_rank >= 0 and suit_of(s.hand[other], suit) >> next_rank & 1:
            next_seat = other
            next_place = place
        if s.good[seat][other]:
            friend_length = max(friend_length, theirs)
            friend_ruffs = friend_ruffs or can_ruff(s, other, suit)
        else:
            enemy_length = max(enemy_length, theirs)
            enemy_choices += theirs if theirs else count(s.hand[seat])
            enemy_ruffs = enemy_ruffs or can_ruff(s, other, suit)
            if not plain:
                enemy_trumps += length(s, other, s.trump)
        other = s.following[other]
    if s.aim == LOSE:
        # Every seat would rather not win: low cards first, of suits that those one wants to win have to.
        base = 40 + (10 if s.good[seat][best_seat] else 0)
        for i in range(n):
            moves[i].score = base - 3 * (moves[i].card & 15)
        return

    base = (
        weight(OWN_LENGTH, s.weighing) * own_length
        + weight(FRIEND_LENGTH, s.weighing) * friend_length
        + weight(ENEMY_LENGTH, s.weighing) * enemy_length
        + weight(ENEMY_CHOICES, s.weighing) * enemy_choices
    )
    if enemy_ruffs:
        base += weight(ENEMY_RUFFS, s.weighing)
    if friend_ruffs:
        base += weight(FRIEND_RUFFS, s.weighing)
    elif friend_length == 0:
        base += weight(FRIEND_OUT, s.weighing)
    if enemy_length == 0:
        base += weight(ENEMY_OUT, s.weighing)
    if suit == s.trump:
        base += weight(TRUMP_LEAD, s.weighing)
        if enemy_trumps == 0:
            base += weight(TRUMP_LEAD_ENEMY_OUT, s.weighing)
        if best_seat == seat:
            base += weight(TRUMP_LEAD_OWN_TOP, s.weighing)
    if own_length == 1:
        base += weight(SINGLETON, s.weighing)
        if not plain and suit != s.trump and length(s, seat, s.trump):
            base += weight(SINGLETON_WITH_TRUMPS, s.weighing)

    if s.good[seat][best_seat] and next_place == s.seats - 1 and not s.good[seat][next_seat]:
        base += weight(ENEMY_NEXT_PLAYS_LAST, s.weighing)
    if best_seat == seat:
        base += weight(UNDER_OWN_TOP, s.weighing)
        step = weight(UNDER_OWN_TOP_STEP, s.weighing)
    elif s.good[seat][best_seat]:
        base += weight(FRIEND_TOP, s.weighing)
        step = weight(FRIEND_TOP_STEP, s.weighing)
        if s.good[seat][next_seat]:
            base += weight(FRIEND_TOP_FRIEND_NEXT, s.weighing)
    else:
        base += weight(ENEMY_TOP, s.weighing)
        step = weight(ENEMY_TOP_STEP, s.weighing)
        if best_place == 1:
            base += weight(ENEMY_TOP_PLAYS_NEXT, s.weighing)
        if best_place == s.seats - 1:
            base += weight(ENEMY_TOP_PLAYS_LAST, s.weighing)
        if s.good[seat][next_seat]:
            base += weight(ENEMY_TOP_FRIEND_NEXT, s.weighing)
            if next_rank >= 0 and side_has_top(s, seat, suit, rest ^ (<u64>1 << next_rank)):
                base += weight(FRIEND_NEXT_TWO, s.weighing)
    for i in range(n):
        rank = moves[i].card & 15
        moves[i].score = base - step * (count(remaining >> rank) - 1)
        if rank == highest:
            moves[i].score += weight(OWN_TOP, s.weighing) - weight(UNDER_OWN_TOP, s.weighing)
            if s.good[seat][next_seat]:
                moves[i].score += weight(OWN_TOP_FRIEND_NEXT, s.weighing)
        elif rank == next_rank and best_seat != seat:
            moves[i].score += weight(
                FRIEND_TOP_IS_NEXT if s.good[seat][best_seat] else ENEMY_TOP_IS_NEXT, s.weighing
            )
        if moves[i].card != moves[i].low:
            moves[i].score += weight(RUN, s.weighing)


cdef inline bint side_has_top(const Search* s, int seat, int suit, u64 rest) noexcept nogil:
    """Whether the highest of some cards of a suit is held by a seat whose tricks please `seat`."""
    cdef int other = seat
    if rest == 0:
        return False
    while True:
        if s.good[seat][other] and suit_of(s.hand[other], suit) >> top(rest) & 1:
            return True
        other = s.following[other]
        if other == seat:
            return False


cdef inline bint can_ruff(const Search* s, int seat, int suit) noexcept nogil:
    return (
        s.trump != NO_TRUMP and suit != s.trump and length(s, seat, suit) == 0 and length(s, seat, s.trump) > 0
    )


cdef inline int lead_moves(const Search* s, int seat, u64 cards, Move* moves) noexcept nogil:
    """The leads of a seat with their scores."""
    cdef int n = 0
    cdef int suit, first
    cdef u64 hand = s.hand[seat]
    cdef u64 own
    cdef bint no_trump_lead = trumps_sealed(s, cards) and length(s, seat, s.trump) != count(hand)
    for suit in range(SUITS):
        own = suit_of(hand, suit)
        if own == 0 or (suit == s.trump and no_trump_lead):
            continue
        first = n
        n = add_runs(own, suit_of(cards, suit) & ~own, suit, moves, n)
        score_leads(s, seat, suit, cards, &moves[first], n - first)
    return n


cdef inline int follow_moves(const Search* s, int seat, int after, const Trick* t, Move* moves) noexcept nogil:
    """The plays of a seat to a trick, with their scores; `after` seats are still to play behind it."""
    cdef int n = 0
    cdef int suit, i, other, rank, score
    cdef u64 hand = s.hand[seat]
    cdef u64 own = suit_of(hand, t.led)
    cdef u64 theirs
    cdef bint following = own != 0
    cdef bint pleased = s.good[seat][t.winner]      # by how the trick stands
    cdef bint takes
    cdef int held
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
        takes = beats(s, t, moves[i].card)
        if s.aim == LOSE:
            # Get rid of high cards where they do not win, and duck under what must win.
            moves[i].score = (moves[i].card & 15) + ((0 if takes else 40) if pleased else (20 if takes else 0))
            continue
        rank = (moves[i].card & 15) + (64 if suit == s.trump else 0)
        score = -weight(RANK_STEP, s.weighing) * (moves[i].card & 15)
        if takes:
            if after == 2:
                score += weight(WINS_SECOND, s.weighing)
            if moves[i].card != moves[i].low:
                score += weight(WINS_FROM_RUN, s.weighing)
        if pleased and standing > enemy_best:
            score += weight(OVERTAKES_FRIEND if takes else LEAVES_TO_FRIEND, s.weighing)
        elif takes:
            if rank > enemy_best:
                score += weight(WINS if friend_best <= enemy_best else WINS_FRIEND_COULD, s.weighing)
            elif friend_best > enemy_best:
                score += weight(FORCES_FRIEND_COULD, s.weighing)
            else:
                score += weight(FORCES_LAST if after == 1 else FORCES, s.weighing)
        elif friend_best > enemy_best and friend_best > standing:
            score += weight(LEAVES_TO_FRIEND_BEHIND, s.weighing)
        if not following:
            if suit == s.trump:
                score += weight(RUFF, s.weighing)
            else:
                held = length(s, seat, suit)
                score += weight(DISCARD_LENGTH, s.weighing) * held
                if held == 1:
                    score += weight(DISCARD_LAST, s.weighing)
                elif held == 2:
                    score += weight(DISCARD_GUARD, s.weighing)
                    if count(suit_of(t.cards, suit) >> top(suit_of(hand, suit))) == 2:
                        score += weight(DISCARD_GUARD_OF_NEXT, s.weighing)
                if top(suit_of(t.cards, suit)) == (moves[i].card & 15):
                    score += weight(DISCARD_TOP, s.weighing)
        moves[i].score = score
    return n
