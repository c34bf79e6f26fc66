# Exact search of a misère, as Python sees it: may a seat that must take no trick be made to take one?
#
# Part of the source of both builds, like solver.pxi.

from ouverte.search.freelead cimport D_DONE, free_beaten, free_follow, safe_suit
from ouverte.search.misere_moves cimport must_beat
from ouverte.search.misere_search cimport MISERE_CHECK_EVERY, misere_d_leads, misere_follow, misere_lead, safe_mask
from ouverte.search.misere_state cimport EXACT, Misere, MisereTrick, whole_suit
from ouverte.search.misere_table cimport misere_table_clear, misere_table_close, misere_table_open


cdef enum:
    MISERE_MEMORY = 32
    HEAVY_MISERE = 1 << 8      # a question of more trick starts is a heavy one


cdef bint misere_interrupted(Misere* m) noexcept with gil:
    """Run Python's signal handlers; True when one raised, with the exception kept in the solver that searches."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        (<MisereSolver>m.solver).error = error
        return True
    return False


cdef class MisereSolver:
    """A search for one deal and one seat that must take no trick. See baseline.pyi for the methods."""
    cdef Misere m
    cdef u32* suit_tables
    cdef u64 loaded[SEATS]
    cdef int seats
    cdef u64 heavy
    cdef bint ready
    cdef bint busy
    cdef object error

    def __cinit__(self, int memory=MISERE_MEMORY):
        cdef int suit
        if not 1 <= memory <= MISERE_MEMORY:
            raise ValueError(f"memory must be from 1 to {MISERE_MEMORY} megabytes, not {memory}")
        memset(&self.m, 0, sizeof(Misere))
        self.suit_tables = <u32*>malloc(2 * SUITS * (1 << RANKS) * sizeof(u32))
        if self.suit_tables == NULL or not misere_table_open(&self.m.table, memory) or not free_open(
            &self.m.free, <u64>4 << self.m.table.bits
        ):
            raise MemoryError("no memory for the tables of the misère search")
        for suit in range(SUITS):
            self.m.free.keys[suit] = self.suit_tables + (suit << RANKS)
            self.m.places[suit] = self.suit_tables + (SUITS + suit << RANKS)
        self.m.use_table = self.m.use_free_lead = self.m.use_skips = self.m.use_gap_games = True
        self.heavy = HEAVY_MISERE
        self.m.solver = <void*>self
        self.m.interrupted = misere_interrupted

    def __dealloc__(self):
        misere_table_close(&self.m.table)
        free(self.m.free.entries)
        free(self.suit_tables)

    @property
    def nodes(self):
        return self.m.nodes + self.m.gap_nodes

    @property
    def gap_nodes(self):
        return self.m.gap_nodes

    @property
    def relaxed(self):
        return self.m.free.states

    @property
    def sweeps(self):
        return self.m.table.sweeps

    def switch(self, *, table=True, free_lead=True, gap_games=True, skips=True, heavy=HEAVY_MISERE):
        self._idle()
        self.m.use_table = table
        self.m.use_free_lead = free_lead
        self.m.use_gap_games = gap_games
        self.m.use_skips = skips
        self.heavy = heavy
        self.ready = False

    cdef _idle(self):
        if self.busy:
            raise RuntimeError("this solver is searching in another thread")

    def stop(self):
        self.m.stopped = True

    def load(self, hands, int bidder, *, int trump=NO_TRUMP, bint must_trump=False, bint trump_lead_last=False):
        cdef u64 given[SEATS]
        cdef int following[SEATS]
        cdef int seats, i
        cdef FreeLead* f = &self.m.free
        self._idle()
        seats = read_hands(hands, given, following)
        if not 0 <= bidder < SEATS or given[bidder] == 0:
            raise ValueError("the bidder must be a seat that holds cards")
        if not 0 <= trump <= NO_TRUMP:
            raise ValueError("trump must be a suit from 0 to 3, or 4 for none")
        if trump == NO_TRUMP:
            must_trump = trump_lead_last = False
        if (
            self.ready and memcmp(given, self.loaded, sizeof(given)) == 0 and bidder == f.d and trump == f.trump
            and must_trump == f.must_trump and trump_lead_last == self.m.trump_lead_last
        ):
            return
        self.ready = False
        self.seats = seats
        memcpy(self.loaded, given, sizeof(given))
        memcpy(f.following, following, sizeof(following))
        f.d = bidder
        f.trump = trump
        f.must_trump = must_trump
        self.m.trump_lead_last = trump_lead_last
        memset(self.suit_tables, 0, 2 * SUITS * (1 << RANKS) * sizeof(u32))
        free_forget(f)
        misere_table_clear(&self.m.table)
        self.ready = True

    def beaten(self, hands, int leader, trick=(), *, int within=RANKS, u64 node_limit=0):
        cdef FreeLead* f = &self.m.free
        cdef MisereTrick t
        cdef u64 relevant
        cdef bint outcome
        cdef int to_play
        self._idle()
        if not self.ready:
            raise RuntimeError("load a deal first")
        to_play = self._begin(&t, hands, leader, trick, within)
        if t.left == 0 or t.horizon <= 0:
            return False
        self.error = None
        self.m.stopped = self.m.limited = False
        self.m.node_limit = self.m.nodes + self.m.gap_nodes + node_limit if node_limit else 0
        self.m.next_check = self.m.nodes + self.m.gap_nodes + MISERE_CHECK_EVERY
        if node_limit:
            self.m.next_check = min(self.m.next_check, self.m.node_limit)
        self.m.begun = self.m.nodes
        self.m.gap_begun = self.m.gap_nodes
        self.m.heavy_from = self.m.nodes + self.heavy
        self.busy = True
        try:
            with nogil:
                if to_play < 0:
                    outcome = True
                elif t.led < 0:
                    if leader == f.d:
                        outcome = misere_d_leads(&self.m, &t)
                    else:
                        outcome = misere_lead(&self.m, leader, t.left, t.horizon, &relevant)
                else:
                    f.horizon = t.horizon
                    outcome = not self.m.use_free_lead or free_follow(
                        f, leader, to_play, t.led, t.best, t.ruff, safe_mask(t.safe)
                    )
                    if outcome:
                        outcome = misere_follow(&self.m, to_play, &t, &relevant)
        finally:
            self.busy = False
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        if self.m.stopped:
            if self.m.limited:
                raise SearchLimit(f"no answer within {node_limit} nodes")
            raise SearchStopped("the search was stopped")
        return outcome

    def safe_whoever_leads(self, hands):
        cdef int cards[SEATS]
        cdef int n
        cdef FreeLead* f = &self.m.free
        self._idle()
        if not self.ready:
            raise RuntimeError("load a deal first")
        f.horizon = RANKS
        return read_position(
            hands, f.d, (), self.loaded, f.following, self.seats, f.hand, cards, &n
        ) == 0 or not free_beaten(f)

    cdef int _begin(self, MisereTrick* t, hands, int leader, trick, int within) except -2:
        """Take a position; the seat to play, or -1 where D has the trick in play and need not be relieved of it."""
        cdef FreeLead* f = &self.m.free
        cdef u64 table = 0
        cdef int cards[SEATS]
        cdef int n, i, seat, card
        cdef int d_card = -1
        cdef int best = -1
        cdef int best_seat = leader
        t.left = read_position(hands, leader, trick, self.loaded, f.following, self.seats, f.hand, cards, &n)
        t.horizon = min(within, t.left)
        t.leader = leader
        t.own = f.hand[f.d]
        t.best = t.ruff = t.winner = t.card = t.led = -1
        t.table = t.safe = 0
        t.kind = EXACT
        t.takers = 0
        seat = leader
        for i in range(n):
            card = cards[i]
            if i == 0:
                t.led = card >> 4
            table |= bit(card)
            if best < 0 or (card > best if card >> 4 == best >> 4 else card >> 4 == f.trump):
                best = card
                best_seat = seat
            if seat == f.d:
                d_card = card
                t.own |= bit(card)
            else:
                t.table |= bit(card)
                if card >> 4 == t.led:
                    t.best = max(t.best, card & 15)
                elif card >> 4 == f.trump:
                    t.ruff = max(t.ruff, card & 15)
                if card >> 4 == t.led or card >> 4 == f.trump:
                    if t.card < 0 or (card > t.card if card >> 4 == t.card >> 4 else card >> 4 == f.trump):
                        t.card = card
                        t.winner = seat
            seat = f.following[seat]
        if n == 0:
            return leader
        # A suit counts as safe only as it was when the trick began, and not where D himself has played of it.
        if d_card < 0:
            table |= f.hand[0] | f.hand[1] | f.hand[2] | f.hand[3]
            if safe_suit(suit_of(f.hand[f.d], t.led), suit_of(table & ~f.hand[f.d], t.led)):
                if t.led != f.trump or suit_of(f.hand[f.d], t.led) == 0:
                    t.safe = whole_suit(t.led)
            return seat
        t.best = D_DONE
        if best_seat == f.d and not must_beat(f, leader, seat, t.led, d_card):
            return -1
        return seat
