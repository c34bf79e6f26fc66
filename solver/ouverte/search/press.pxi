# Exact search of a seat on which the others press tricks, as Python sees it.
#
# Part of the source of both builds, like solver.pxi.

from ouverte.search.freeduck cimport DuckEntry, FreeDuck, duck_begin, duck_yields
from ouverte.search.press_search cimport (
    PRESS_CHECK_EVERY, press_begin, press_follow, press_join, press_lead, race_need
)
from ouverte.search.press_state cimport D_FIRST, NOBODY, OTHER_FIRST, Press, PressTrick, press_work
from ouverte.search.press_table cimport PressEntry, press_clear

cdef enum:
    EVERY_TRICK = (1 << RANKS) - 1
    LEAST_ROOM = 12             # bits of the smallest tables


cdef bint press_interrupted(Press* m) noexcept with gil:
    """Run Python's signal handlers; True when one raised, with the exception kept in the solver that searches."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        (<PressSolver>m.solver).error = error
        return True
    return False


cdef class PressSolver:
    """A search for one deal and one seat, at no trump. See baseline.pyi for the methods."""
    cdef Press m
    cdef u32* suit_tables
    cdef u64 loaded[SEATS]
    cdef int scoring
    cdef bint ready
    cdef bint busy
    cdef object error

    def __cinit__(self, int memory=DEFAULT_MEMORY):
        cdef int suit
        if not 1 <= memory <= 65536:
            raise ValueError(f"memory must be from 1 to 65536 megabytes, not {memory}")
        memset(&self.m, 0, sizeof(Press))
        self.suit_tables = <u32*>malloc(2 * SUITS * (1 << RANKS) * sizeof(u32))
        if self.suit_tables == NULL:
            raise MemoryError("no memory for the tables of the search")
        for suit in range(SUITS):
            self.m.free.keys[suit] = self.suit_tables + (suit << RANKS)
            self.m.orders[suit] = self.suit_tables + (SUITS + suit << RANKS)
        # Half of the memory for positions, a quarter for those of the relaxation, and a quarter to move into.
        self.m.table.bits_most = self.m.free.bits_most = LEAST_ROOM
        while <u64>memory << 20 >= <u64>4 * sizeof(PressEntry) << self.m.table.bits_most:
            self.m.table.bits_most += 1
        while <u64>memory << 20 >= <u64>8 * sizeof(DuckEntry) << self.m.free.bits_most:
            self.m.free.bits_most += 1
        self.m.use_table = self.m.use_free_lead = self.m.use_gap_games = True
        self.m.solver = <void*>self
        self.m.interrupted = press_interrupted

    def __dealloc__(self):
        free(self.m.free.entries)
        free(self.m.table.entries)
        free(self.suit_tables)

    @property
    def nodes(self):
        return self.m.nodes

    @property
    def relaxed(self):
        return self.m.free.states

    def switch(self, *, table=True, free_lead=True, gap_games=True):
        self._idle()
        self.m.use_table = table
        self.m.use_free_lead = free_lead
        self.m.use_gap_games = gap_games
        self.ready = False

    cdef _idle(self):
        if self.busy:
            raise RuntimeError("this solver is searching in another thread")

    def stop(self):
        self.m.stopped = True

    def load(self, hands, int seat, *, int scoring=EVERY_TRICK, int first_to=0):
        cdef u64 given[SEATS]
        cdef int following[SEATS]
        cdef int seats, i
        cdef FreeDuck* f = &self.m.free
        self._idle()
        seats = read_hands(hands, given, following)
        if not 0 <= seat < SEATS or given[seat] == 0:
            raise ValueError("the seat asked about must hold cards")
        if not 0 < scoring <= EVERY_TRICK:
            raise ValueError("scoring must be a mask of the tricks 1 to 13, counted from the last")
        if not 0 <= first_to <= RANKS or first_to == 1 or (first_to and scoring != EVERY_TRICK):
            raise ValueError("a race is to 2 tricks or more, up to 13, and all tricks count in it")
        if (
            self.ready and memcmp(given, self.loaded, sizeof(given)) == 0 and seat == f.d
            and scoring == self.scoring and first_to == self.m.limit
        ):
            return
        self.ready = False
        memcpy(self.loaded, given, sizeof(given))
        memcpy(f.following, following, sizeof(following))
        f.seats = seats
        f.d = seat
        f.scoring[0] = f.scores[0] = 0
        for i in range(1, RANKS + 1):
            f.scores[i] = scoring >> (i - 1) & 1
            f.scoring[i] = f.scoring[i - 1] + f.scores[i]
        self.scoring = scoring
        self.m.limit = first_to
        memset(self.suit_tables, 0, 2 * SUITS * (1 << RANKS) * sizeof(u32))
        memset(self.m.killer, NO_CARD, sizeof(self.m.killer))
        if not duck_begin(f) or not press_clear(&self.m.table):
            raise MemoryError("no memory for the tables of the search")
        self.ready = True

    def count(self, hands, int leader, trick=(), *, int high=RANKS, u64 node_limit=0):
        cdef PressTrick t
        cdef int to_play
        if self.ready and self.m.limit:
            raise ValueError("in a race tricks are not counted: ask whether it is lost")
        to_play = self._begin(&t, hands, leader, trick, node_limit)
        high = min(high, self.m.free.scoring[t.left])
        while high > 0:
            if to_play == leader and self.m.use_free_lead:
                # What the relaxation alone says is cheap.
                if not duck_yields(&self.m.free, leader, t.left, high):
                    high -= 1
                    continue
            t.need = high
            if self._search(&t, to_play, node_limit):
                break
            high -= 1
        return high

    def loses_race(self, hands, int leader, trick=(), *, winners=(), u64 node_limit=0):
        cdef PressTrick t
        cdef int to_play, winner
        to_play = self._begin(&t, hands, leader, trick, node_limit)
        if self.m.limit == 0:
            raise ValueError("no race was loaded")
        memset(self.m.taken, 0, sizeof(self.m.taken))
        self.m.first = NOBODY
        for winner in winners:
            if not 0 <= winner < SEATS or self.loaded[winner] == 0:
                raise ValueError("a trick must have been won by a seat that plays")
            self.m.taken[winner] += 1
            if self.m.taken[winner] == self.m.limit:
                return winner == self.m.free.d
            if self.m.first == NOBODY and self.m.taken[winner] == self.m.limit - 1:
                self.m.first = D_FIRST if winner == self.m.free.d else OTHER_FIRST
        t.need = race_need(&self.m)
        return bool(self._search(&t, to_play, node_limit))

    cdef int _begin(self, PressTrick* t, hands, int leader, trick, u64 node_limit) except -1:
        """Take a position; returns the seat to play."""
        cdef FreeDuck* f = &self.m.free
        cdef int cards[SEATS]
        cdef int n, i, left
        cdef int seat = leader
        self._idle()
        if not self.ready:
            raise RuntimeError("load a deal first")
        left = read_position(hands, leader, trick, self.loaded, f.following, f.seats, f.hand, cards, &n)
        press_begin(&self.m, t, leader, left, 0, True)
        for i in range(n):
            if seat == f.d:
                t.own |= bit(cards[i])
            press_join(&self.m, t, seat, cards[i])
            seat = f.following[seat]
        self.error = None
        self.m.stopped = self.m.limited = False
        self.m.node_limit = press_work(&self.m) + node_limit if node_limit else 0
        self.m.next_check = press_work(&self.m) + PRESS_CHECK_EVERY
        if node_limit:
            self.m.next_check = min(self.m.next_check, self.m.node_limit)
        return seat

    cdef int _search(self, const PressTrick* t, int to_play, u64 node_limit) except -1:
        cdef FreeDuck* f = &self.m.free
        cdef bint outcome
        cdef int seats = 0
        cdef int seat = to_play
        while t.card >= 0 and seat != t.leader:
            seats += 1
            seat = f.following[seat]
        self.busy = True
        try:
            with nogil:
                if t.card < 0:
                    outcome = press_lead(&self.m, t.leader, t.left, t.need, True)
                else:
                    outcome = press_follow(&self.m, to_play, seats, t)
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
