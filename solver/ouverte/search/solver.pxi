# Exact double-dummy search: how many tricks a side takes when every card is known and all play their best.
#
# Here is the class that Python sees: it takes the question, sets up what the search of recursion.pxd needs, and calls it.
#
# Part of the source of both builds: baseline.pyx and v3.pyx include it, engine.py chooses between them.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from ouverte.search.bits cimport bit, count, suit_of, top
from ouverte.search.freelead cimport FreeLead, free_forget, free_open
from ouverte.search.freesolo cimport SOLO_BITS_LEAST, FreeSolo, SoloEntry
from ouverte.search.gapsolo cimport GAP_BITS_LEAST, GAP_CREDIT, GAP_FROM, GapEntry, GapSolo, gap_begin
from ouverte.search.moves cimport Trick, add_to_trick
from ouverte.search.recursion cimport CHECK_EVERY, after, lead
from ouverte.search.state cimport LOSE, MIXED, NO_TRUMP, RANKS, SEATS, SUITS, WIN, Search, shape_bit
from ouverte.search.table cimport NO_CARD, table_clear, table_close, table_open
from ouverte.search.weights cimport NO_TRUMPS, TRUMPS, TRUMPS_ALONE

from ouverte.search.limits import SearchLimit, SearchStopped

cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <cpuid.h>
    static int ov_runs_v3(void) {
        unsigned a, b, c, d;
        /* Without LZCNT or MOVBE the instructions would mean something else: ask the processor itself. */
        if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c >> 5 & 1)) return 0;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 22 & 1) || !(c >> 29 & 1)) return 0;
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
    }
    #else
    static int ov_runs_v3(void) { return 0; }
    #endif
    """
    int ov_runs_v3()

DEFAULT_MEMORY = 128


def runs_v3():
    return ov_runs_v3() != 0


cdef enum:
    MOST = 127                  # tricks, or points, that can be counted
    FREE_PLACES = 1 << 16       # for positions of the misère's relaxation
    HEAVY = 1 << 19             # a question of more nodes is a heavy one


cdef bint interrupted(Search* s) noexcept with gil:
    """Run Python's signal handlers; True when one raised, with the exception kept in the solver that searches."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        (<Solver>s.solver).error = error
        return True
    return False


cdef class Solver:
    """A search with its table, for one deal, trump and pair of sides at a time.

    `memory` bounds the table in megabytes. A solver is used by one thread at a time; searches release the GIL, so
    several solvers run side by side. See baseline.pyi for the methods.
    """
    cdef Search s
    cdef FreeSolo solo
    cdef GapSolo gap
    cdef u64 heavy
    cdef u32* owner_tables
    cdef u64 loaded[SEATS]
    cdef bint ready
    cdef bint busy
    cdef object error
    cdef object miseres
    cdef object presses
    cdef object counters
    cdef int hand_most          # cards in a hand as it is loaded
    cdef int memory

    def __cinit__(self, memory=DEFAULT_MEMORY):
        cdef int suit
        if not 1 <= memory <= 65536:
            raise ValueError(f"memory must be from 1 to 65536 megabytes, not {memory}")
        self.memory = memory
        self.hand_most = RANKS
        memset(&self.s, 0, sizeof(Search))
        memset(&self.solo, 0, sizeof(FreeSolo))
        memset(&self.gap, 0, sizeof(GapSolo))
        self.s.gap_solo = <void*>&self.gap
        self.owner_tables = <u32*>malloc(SUITS * (1 << RANKS) * sizeof(u32))
        # Beside the table, 4 MB for a soloist's relaxation, or a quarter of the memory where that is more.
        self.solo.bits_most = SOLO_BITS_LEAST
        while <u64>memory << 20 >= <u64>8 * sizeof(SoloEntry) << self.solo.bits_most:
            self.solo.bits_most += 1
        # And 2 MB, or a quarter, for gap games.
        self.gap.bits = GAP_BITS_LEAST
        while <u64>memory << 20 >= <u64>8 * sizeof(GapEntry) << self.gap.bits:
            self.gap.bits += 1
        if self.owner_tables == NULL or not table_open(&self.s.table, <u64>memory << 20):
            raise MemoryError(f"no memory for a table of {memory} MB")
        for suit in range(SUITS):
            self.s.owners[suit] = self.owner_tables + (suit << RANKS)
        self.s.use_table = self.s.use_bounds = self.s.use_skips = self.s.use_free_lead = True
        self.heavy = HEAVY
        self.s.solver = <void*>self
        self.s.interrupted = interrupted

    def __dealloc__(self):
        table_close(&self.s.table)
        free(self.s.free_lead.entries)
        free(self.s.free_lead.keys[0])
        free(self.solo.entries)
        free(self.solo.keys[0])
        free(self.gap.entries)
        free(self.owner_tables)

    @property
    def misere(self):
        if self.miseres is None:
            self.miseres = MisereSolver(min(self.memory, MISERE_MEMORY))
        return self.miseres

    @property
    def press(self):
        if self.presses is None:
            self.presses = PressSolver(self.memory)
        return self.presses

    @property
    def points(self):
        if self.counters is None:
            self.counters = PointSolver(self.memory)
        return self.counters

    @property
    def nodes(self):
        cdef u64 others = 0 if self.miseres is None else self.miseres.nodes
        others += 0 if self.presses is None else self.presses.nodes
        return self.s.nodes + others + (0 if self.counters is None else self.counters.nodes)

    @property
    def sweeps(self):
        return self.s.table.sweeps

    def switch(self, *, table=True, bounds=True, skips=True, free_lead=True, eager=False):
        self._idle()
        self.s.use_table = table
        self.s.use_bounds = bounds
        self.s.use_skips = skips
        self.s.use_free_lead = free_lead
        self.heavy = 0 if eager else HEAVY
        self.ready = False
        table_clear(&self.s.table)

    def load(
        self, hands, int counted, int high, *, int trump=NO_TRUMP, bint must_trump=False, bint trump_lead_last=False,
        bint until_broken=False
    ):
        cdef u64 given[SEATS]
        cdef int following[SEATS]
        cdef int i, j, n
        cdef bint same_cards
        self._idle()
        n = read_hands(hands, given, following, self.hand_most)
        same_cards = self.ready and memcmp(given, self.loaded, sizeof(given)) == 0
        if not (0 <= counted < 16 and 0 <= high < 16):
            raise ValueError("counted and high must be masks of the seats 0 to 3")
        if not 0 <= trump <= NO_TRUMP:
            raise ValueError("trump must be a suit from 0 to 3, or 4 for none")
        if trump == NO_TRUMP:
            must_trump = trump_lead_last = until_broken = False
        cdef int unbroken = -1
        if until_broken:
            unbroken = 0
            for i in range(SEATS):
                unbroken += count(suit_of(given[i], trump))
        if (
            same_cards and trump == self.s.trump and must_trump == self.s.must_trump
            and trump_lead_last == self.s.trump_lead_last and unbroken == self.s.unbroken and counted == self._mask(self.s.counted)
            and high == self._mask(self.s.high)
        ):
            return
        self.ready = False
        self.s.seats = n
        memcpy(self.s.following, following, sizeof(following))
        self.s.trump = trump
        self.s.must_trump = must_trump
        self.s.trump_lead_last = trump_lead_last
        self.s.unbroken = unbroken
        cdef bint win = True
        cdef bint lose = True
        cdef int takers = 0
        for i in range(SEATS):
            self.s.counted[i] = counted >> i & 1
            self.s.high[i] = high >> i & 1
            if given[i]:
                takers += self.s.counted[i]
                win = win and self.s.counted[i] == self.s.high[i]
                lose = lose and self.s.counted[i] != self.s.high[i]
        self.s.aim = WIN if win else LOSE if lose else MIXED
        self.s.weighing = TRUMPS
        if trump == NO_TRUMP:
            self.s.weighing = NO_TRUMPS
        elif takers == 1 or takers == n - 1:
            self.s.weighing = TRUMPS_ALONE
        for i in range(SEATS):
            for j in range(SEATS):
                self.s.good[i][j] = self.s.counted[j] == self.s.high[i]
        if not same_cards:
            memcpy(self.loaded, given, sizeof(given))
            self._fill_owners()
        self._prepare_free()
        memset(self.s.success, NO_CARD, sizeof(self.s.success))
        self._forget()
        self.ready = True

    cdef void _forget(self):
        table_clear(&self.s.table)

    cdef void _prepare_free(self) except *:
        """Set the relaxations up where they apply."""
        self._prepare_free_lead()
        self._prepare_free_solo()

    cdef _prepare_free_lead(self):
        """Set the misère's relaxation up where it applies: one seat that wants no trick, and no trumps."""
        cdef FreeLead* f = &self.s.free_lead
        cdef int seat
        cdef int d = -1
        cdef int losers = 0
        for seat in range(SEATS):
            if self.loaded[seat] and self.s.counted[seat]:
                losers += 1
                d = seat
        self.s.free_ready = (
            self.s.use_free_lead and self.s.aim == LOSE and self.s.trump == NO_TRUMP and losers == 1
        )
        if not self.s.free_ready:
            return
        if f.entries == NULL:
            self._suit_keys(f.keys)
            if not free_open(f, FREE_PLACES) or f.keys[0] == NULL:
                free(f.entries)
                f.entries = NULL
                raise MemoryError("no memory for the free-lead relaxation")
            f.trump = NO_TRUMP
        f.d = d
        f.horizon = RANKS
        free_forget(f)
        memset(f.keys[0], 0, SUITS * (1 << RANKS) * sizeof(u32))
        for seat in range(SEATS):
            f.following[seat] = self.s.following[seat]

    cdef _prepare_free_solo(self):
        """Set the relaxation of a soloist's tricks up where it applies: one seat against at least two, with trumps."""
        cdef FreeSolo* f = &self.solo
        cdef int seat
        cdef int d = -1
        cdef int counted = 0
        self.s.free_solo = NULL
        for seat in range(SEATS):
            counted += self.loaded[seat] != 0 and self.s.counted[seat]
        if self.s.aim != WIN or self.s.trump == NO_TRUMP or self.s.trump_lead_last or self.s.unbroken >= 0:
            return
        if self.s.seats < 3 or not self.s.use_free_lead:
            return
        if counted != 1 and counted != self.s.seats - 1:
            return
        for seat in range(SEATS):
            if self.loaded[seat] and self.s.counted[seat] == (counted == 1):
                d = seat
        self._suit_keys(f.keys)
        if f.keys[0] == NULL:
            raise MemoryError("no memory for the free-lead relaxation")
        f.d = d
        f.stale = True
        self.s.free_solo = <void*>f
        gap_begin(&self.gap)

    cdef void _suit_keys(self, u32** keys):
        """Room for a key for each set of cards of each suit; `keys[0]` is NULL when memory is short."""
        cdef int suit
        if keys[0] == NULL:
            keys[0] = <u32*>malloc(SUITS * (1 << RANKS) * sizeof(u32))
        for suit in range(1, SUITS):
            keys[suit] = keys[0] + (suit << RANKS)

    cdef int _mask(self, u8* flags):
        return flags[0] | flags[1] << 1 | flags[2] << 2 | flags[3] << 3

    cdef void _fill_owners(self):
        """Who owns the cards of a suit from the top, for every set of them that may remain."""
        cdef u64 suit_cards, lower, mask, highest
        cdef u32 owner
        cdef u32* owners
        cdef int suit, seat
        for suit in range(SUITS):
            suit_cards = 0
            for seat in range(SEATS):
                suit_cards |= suit_of(self.loaded[seat], suit)
            owners = self.s.owners[suit]
            owners[0] = 0
            lower = 0
            while lower != suit_cards:
                # The next card up is the highest of all sets that have it and any of the lower ones.
                highest = (suit_cards ^ lower) & -(suit_cards ^ lower)
                owner = 0
                for seat in range(SEATS):
                    if suit_of(self.loaded[seat], suit) & highest:
                        owner = seat
                if lower + 1 == highest:
                    # No gap so far, as in a whole pack: a loop that a compiler can do several at a time.
                    for mask in range(highest):
                        owners[highest + mask] = owner << 30 | owners[mask] >> 2
                else:
                    mask = 0
                    while True:
                        owners[highest | mask] = owner << 30 | owners[mask] >> 2
                        if mask == lower:
                            break
                        mask = (mask - lower) & lower
                lower |= highest

    cdef _idle(self):
        if self.busy:
            raise RuntimeError("this solver is searching in another thread")

    def stop(self):
        self.s.stopped = True
        if self.miseres is not None:
            self.miseres.stop()
        if self.presses is not None:
            self.presses.stop()
        if self.counters is not None:
            self.counters.stop()

    cdef int _most(self, int left, u64 cards) noexcept:
        """The most that is still to come: `left` tricks, with these cards in them."""
        return left

    cdef bint _ask(self, int leader, int seat, const Trick* t, u64 held, u64* relevant) noexcept nogil:
        """Whether the counted seats can take `t.need` more; `seat` is to play, and `held` are the cards not played."""
        if t.cards == held:
            return lead(&self.s, leader, t.left, t.need, relevant)
        return after(&self.s, seat, seats_left(&self.s, leader, seat), t, relevant)

    cdef int _step(self, int step, int gap) noexcept:
        """How far on to ask next: `step` was the last, 0 for none, -1 once the answers went both ways.

        `gap` is how much is left open.
        """
        return 1

    def reaches(self, hands, int leader, trick, int need, *, u64 node_limit=0):
        return self._count(hands, leader, trick, need - 1, need, need, node_limit) >= need

    def count(self, hands, int leader, trick=(), *, int low=0, int high=MOST, int guess=-1, u64 node_limit=0):
        return self._count(hands, leader, trick, low, high, guess, node_limit)

    cdef int _count(self, hands, int leader, trick, int low, int high, int guess, u64 node_limit) except -2:
        cdef Trick t
        cdef u64 held
        cdef u64 relevant = 0
        cdef int cards[SEATS]
        cdef int i, n, left, seat, need
        cdef int step = 0
        cdef bint outcome
        cdef bint before = False
        cdef bint between = False
        self._idle()
        if not self.ready:
            raise RuntimeError("load a deal first")
        left = read_position(hands, leader, trick, self.loaded, self.s.following, self.s.seats, self.s.hand, cards, &n)
        if left == 0:
            return 0
        self.s.shape = 0
        for seat in range(SEATS):
            for i in range(SUITS):
                self.s.shape += shape_bit(seat, i) * count(suit_of(self.s.hand[seat], i))
        # The cards on the table, as the seats behind will find them.
        held = self.s.hand[0] | self.s.hand[1] | self.s.hand[2] | self.s.hand[3]
        t.cards = held
        t.contested = False
        t.winner = seat = leader
        t.best = t.led = 0
        for i in range(n):
            t.cards |= bit(cards[i])
            if i == 0:
                t.led = cards[0] >> 4
                t.best = cards[0]
            else:
                add_to_trick(&self.s, &t, seat, cards[i])
            seat = self.s.following[seat]
        low = max(low, 0)
        high = min(high, self._most(left, t.cards))
        self.error = None
        self.s.stopped = self.s.limited = False
        self.s.node_limit = self.s.nodes + node_limit if node_limit else 0
        self.s.heavy_from = self.s.nodes + self.heavy
        self.s.gap_from = self.s.nodes + (GAP_FROM if self.heavy else 0)
        self.gap.positions = 0
        self.gap.limit = GAP_CREDIT
        self.s.next_check = self.s.nodes + CHECK_EVERY
        if node_limit:
            self.s.next_check = min(self.s.next_check, self.s.node_limit)
        t.left = left
        # Steps from the guess: each answer moves a bound, and the table serves them all.
        need = guess if guess > low else low + 1
        self.busy = True
        try:
            while low < high:
                t.need = min(max(need, low + 1), high)
                with nogil:
                    outcome = self._ask(leader, seat, &t, held, &relevant)
                if self.s.stopped:
                    break
                if outcome:
                    low = t.need
                else:
                    high = t.need - 1
                between = between or (step and outcome != before)
                before = outcome
                step = self._step(-1 if between else step, high - low)
                need = t.need + step if outcome else t.need - step
        finally:
            self.busy = False
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        if self.s.stopped:
            if self.s.limited:
                raise SearchLimit(f"no answer within {node_limit} nodes")
            raise SearchStopped("the search was stopped")
        return low


cdef inline int seats_left(const Search* s, int leader, int seat) noexcept nogil:
    """How many seats still play to the trick, `seat` being the next of them."""
    cdef int n = 0
    while seat != leader:
        seat = s.following[seat]
        n += 1
    return n
