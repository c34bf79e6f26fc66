# Exact double-dummy search: how many tricks a side takes when every card is known and all play their best.
#
# The search is a zero-window alpha-beta over single cards with the partition table of table.pxd. It knows seats, sides, a
# trump suit and obligations, and never the name of a game. docs/search.md explains each part and what it brings.
#
# The source of both builds: baseline.pyx and v3.pyx include it, engine.py chooses between them.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from ouverte.search.bits cimport bit, bottom, count, suit_of, top, top_cards
from ouverte.search.bounds cimport cannot_take_all, takes_surely
from ouverte.search.freelead cimport (
    FREE_ENTRIES, SAFE_SUIT, FreeEntry, FreeLead, free_beaten, free_follow, free_key,
)
from ouverte.search.freesolo cimport SOLO_ENTRIES, FreeSolo, SoloEntry, solo_lead_yields, solo_takes
from ouverte.search.moves cimport Move, Trick, add_to_trick, follow_moves, lead_moves, sort_moves
from ouverte.search.state cimport (
    LOSE, MIXED, NO_TRUMP, RANKS, SEATS, SUCCESSES, SUITS, WIN, Search, play, shape_bit, take_back,
)
from ouverte.search.table cimport (
    NO_CARD, UNKNOWN, Key, table_clear, table_close, table_find, table_open, table_ready, table_store,
)
from ouverte.search.weights cimport LAST_SUCCESS, TABLE_CARD, weight

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
    HEAVY = 1 << 19             # a question of more nodes is a heavy one
    CHECK_EVERY = 1 << 13       # trick starts between two looks for Ctrl-C: a few milliseconds


cdef bint interrupted(Search* s) noexcept with gil:
    """Run Python's signal handlers; True when one raised, with the exception kept in the solver that searches."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        (<Solver>s.solver).error = error
        return True
    return False


cdef inline void position_key(Search* s, int leader, int left, u64 cards, Key* key) noexcept nogil:
    # The lengths in the last suit follow from the number of tricks left, so its bits can say that and who leads.
    key.shape = (s.shape & <u64>0xFFFFFFFFFFFF) | <u64>left << 48 | <u64>leader << 52
    table_ready(&s.table, key.shape)
    key.upper = <u64>s.owners[0][suit_of(cards, 0)] << 32 | s.owners[1][suit_of(cards, 1)]
    key.lower = <u64>s.owners[2][suit_of(cards, 2)] << 32 | s.owners[3][suit_of(cards, 3)]


cdef bint last_trick(Search* s, int leader, int need, u64* relevant) noexcept nogil:
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


cdef bint lead(Search* s, int seat, int left, int need, u64* relevant) noexcept nogil:
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
    if s.use_table:
        known = recall(s, &key, cards, need, &hint, relevant)
        if known != UNKNOWN:
            return known
    known = judge(s, seat, cards, left, need, relevant)
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
    cdef int known = table_find(&s.table, key, need, depth, hint)
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
    """What bounds and relaxations say of "at least `need`" without a search."""
    cdef FreeSolo* f = <FreeSolo*>s.free_solo
    if s.use_bounds and s.aim == WIN:
        if takes_surely(s, True, seat, cards, need, relevant):
            return True
        if takes_surely(s, False, seat, cards, left - need + 1, relevant):
            return False
        if need == (left if s.counted[seat] else 1) and cannot_take_all(s, seat, cards, left, relevant):
            return not s.counted[seat]
    if f != NULL:
        if solo_takes(f, s, seat, left, need if s.counted[f.d] else left - need + 1, relevant):
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
    cdef bint safe
    cdef bint beaten
    memcpy(f.hand, s.hand, sizeof(s.hand))
    safe = (free_key(f, card >> 4) & SAFE_SUIT) != 0
    f.hand[seat] ^= bit(card)
    beaten = free_follow(f, seat, s.following[seat], card >> 4, card & 15, safe)
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
    cdef bint plain = s.trump == NO_TRUMP
    cdef u64 upper
    cdef int i, rank
    for i in range(n):
        if moves[i].low <= success <= moves[i].card:
            moves[i].score += weight(LAST_SUCCESS, plain)
    if hint == NO_CARD:
        return
    upper = top_cards(suit_of(cards, hint >> 4), (hint & 15) + 1)
    rank = bottom(upper) if upper else 0
    for i in range(n):
        # The same place in the suit; where another seat owns it now, the next lower card, or the suit's lowest.
        if moves[i].card >> 4 == hint >> 4:
            if (moves[i].low & 15) <= rank or i + 1 == n or moves[i + 1].card >> 4 != hint >> 4:
                moves[i].score += weight(TABLE_CARD, plain)
                return


cdef void look_around(Search* s) noexcept nogil:
    """Now and then: stop at Ctrl-C or at the node limit."""
    if s.node_limit and s.nodes >= s.node_limit:
        s.limited = True
        s.stopped = True
        return
    if interrupted(s):
        s.stopped = True
    s.next_check = s.nodes + CHECK_EVERY
    if s.node_limit and s.next_check > s.node_limit:
        s.next_check = s.node_limit


cdef bint after(Search* s, int seat, int seats, const Trick* t, u64* relevant) noexcept nogil:
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
    cdef int i, card
    cdef int n = follow_moves(s, seat, seats - 1, t, moves)
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


cdef class Solver:
    """A search with its table, for one deal, trump and pair of sides at a time.

    `memory` bounds the table in megabytes. A solver is used by one thread at a time; searches release the GIL, so
    several solvers run side by side. See baseline.pyi for the methods.
    """
    cdef Search s
    cdef FreeSolo solo
    cdef u64 heavy
    cdef u32* owner_tables
    cdef u64 loaded[SEATS]
    cdef bint ready
    cdef bint busy
    cdef object error

    def __cinit__(self, memory=DEFAULT_MEMORY):
        cdef int suit
        if not 1 <= memory <= 65536:
            raise ValueError(f"memory must be from 1 to 65536 megabytes, not {memory}")
        memset(&self.s, 0, sizeof(Search))
        memset(&self.solo, 0, sizeof(FreeSolo))
        self.owner_tables = <u32*>malloc(SUITS * (1 << RANKS) * sizeof(u32))
        if self.owner_tables == NULL or not table_open(&self.s.table, <u64>memory << 20):
            raise MemoryError(f"no memory for a table of {memory} MB")
        for suit in range(SUITS):
            self.s.owners[suit] = self.owner_tables + (suit << RANKS)
        self.s.use_table = self.s.use_bounds = self.s.use_skips = self.s.use_free_lead = True
        self.heavy = HEAVY
        self.s.solver = <void*>self

    def __dealloc__(self):
        table_close(&self.s.table)
        free(self.s.free_lead.entries)
        free(self.s.free_lead.keys[0])
        free(self.solo.entries)
        free(self.solo.keys[0])
        free(self.owner_tables)

    @property
    def nodes(self):
        return self.s.nodes

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
        self, hands, int counted, int high, *, int trump=NO_TRUMP, bint must_trump=False, bint trump_lead_last=False
    ):
        cdef u64 seen = 0
        cdef u64 mask
        cdef u64 given[SEATS]
        cdef int playing[SEATS]
        cdef int i, j, n = 0
        cdef bint same_cards = self.ready
        self._idle()
        if len(hands) != SEATS:
            raise ValueError(f"expected {SEATS} hands, not {len(hands)}")
        for i in range(SEATS):
            mask = _mask64(hands[i])
            if mask & ~<u64>0x1FFF1FFF1FFF1FFF or mask & seen or count(mask) > RANKS:
                raise ValueError("hands must be disjoint sets of at most 13 cards")
            seen |= mask
            given[i] = mask
            same_cards = same_cards and self.loaded[i] == mask
            if mask:
                playing[n] = i
                n += 1
        if not (0 <= counted < 16 and 0 <= high < 16):
            raise ValueError("counted and high must be masks of the seats 0 to 3")
        if n < 2:
            raise ValueError("at least two seats must hold cards")
        if not 0 <= trump <= NO_TRUMP:
            raise ValueError("trump must be a suit from 0 to 3, or 4 for none")
        if trump == NO_TRUMP:
            must_trump = trump_lead_last = False
        if (
            same_cards and trump == self.s.trump and must_trump == self.s.must_trump
            and trump_lead_last == self.s.trump_lead_last and counted == self._mask(self.s.counted)
            and high == self._mask(self.s.high)
        ):
            return
        self.ready = False
        self.s.seats = n
        for i in range(n):
            self.s.following[playing[i]] = playing[(i + 1) % n]
        self.s.trump = trump
        self.s.must_trump = must_trump
        self.s.trump_lead_last = trump_lead_last
        cdef bint win = True
        cdef bint lose = True
        for i in range(SEATS):
            self.s.counted[i] = counted >> i & 1
            self.s.high[i] = high >> i & 1
            if given[i]:
                win = win and self.s.counted[i] == self.s.high[i]
                lose = lose and self.s.counted[i] != self.s.high[i]
        self.s.aim = WIN if win else LOSE if lose else MIXED
        for i in range(SEATS):
            for j in range(SEATS):
                self.s.good[i][j] = self.s.counted[j] == self.s.high[i]
        if not same_cards:
            for i in range(SEATS):
                self.loaded[i] = given[i]
            self._fill_owners()
        self._prepare_free_lead()
        self._prepare_free_solo()
        memset(self.s.success, NO_CARD, sizeof(self.s.success))
        table_clear(&self.s.table)
        self.ready = True

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
            f.entries = <FreeEntry*>calloc(FREE_ENTRIES, sizeof(FreeEntry))
            self._suit_keys(f.keys)
            if f.entries == NULL or f.keys[0] == NULL:
                free(f.entries)
                f.entries = NULL
                raise MemoryError("no memory for the free-lead relaxation")
            f.d = d
        elif f.d != d:
            memset(f.entries, 0, FREE_ENTRIES * sizeof(FreeEntry))
            f.d = d
        # The keys are those of this deal's cards; the entries hold for any deal.
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
        if self.s.aim != WIN or self.s.trump == NO_TRUMP or self.s.trump_lead_last:
            return
        if self.s.seats < 3 or not self.s.use_free_lead:
            return
        if counted != 1 and counted != self.s.seats - 1:
            return
        for seat in range(SEATS):
            if self.loaded[seat] and self.s.counted[seat] == (counted == 1):
                d = seat
        if f.entries == NULL:
            f.entries = <SoloEntry*>calloc(SOLO_ENTRIES, sizeof(SoloEntry))
            self._suit_keys(f.keys)
            if f.entries == NULL or f.keys[0] == NULL:
                free(f.entries)
                f.entries = NULL
                raise MemoryError("no memory for the free-lead relaxation")
        f.d = d
        f.stale = True
        self.s.free_solo = <void*>f

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
        cdef u64 suit_cards, mask, highest
        cdef u32 owner
        cdef int suit, seat
        for suit in range(SUITS):
            suit_cards = 0
            for seat in range(SEATS):
                suit_cards |= suit_of(self.loaded[seat], suit)
            self.s.owners[suit][0] = 0
            mask = 0
            while mask != suit_cards:
                mask = (mask - suit_cards) & suit_cards      # the next subset
                highest = <u64>1 << top(mask)
                owner = 0
                for seat in range(SEATS):
                    if suit_of(self.loaded[seat], suit) & highest:
                        owner = seat
                self.s.owners[suit][mask] = owner << 30 | self.s.owners[suit][mask ^ highest] >> 2

    cdef _idle(self):
        if self.busy:
            raise RuntimeError("this solver is searching in another thread")

    def stop(self):
        self.s.stopped = True

    def reaches(self, hands, int leader, trick, int need, *, u64 node_limit=0):
        return self._count(hands, leader, trick, need - 1, need, need, node_limit) >= need

    def count(self, hands, int leader, trick=(), *, int low=0, int high=RANKS, int guess=-1, u64 node_limit=0):
        return self._count(hands, leader, trick, low, high, guess, node_limit)

    cdef int _count(self, hands, int leader, trick, int low, int high, int guess, u64 node_limit) except -2:
        cdef Trick t
        cdef u64 held = 0
        cdef u64 relevant = 0
        cdef u64 mask
        cdef int i, card, left, seat, need
        cdef bint outcome
        self._idle()
        if not self.ready:
            raise RuntimeError("load a deal first")
        if len(hands) != SEATS or not 0 <= leader < SEATS or self.loaded[leader] == 0:
            raise ValueError("expected four hands and a leader that plays")
        if len(trick) >= self.s.seats:
            raise ValueError("a trick in play has fewer cards than seats")
        self.s.shape = 0
        for seat in range(SEATS):
            mask = _mask64(hands[seat])
            if mask & ~self.loaded[seat]:
                raise ValueError("a hand holds a card that the deal did not give it")
            self.s.hand[seat] = mask
            held |= mask
            for i in range(SUITS):
                self.s.shape += shape_bit(seat, i) * count(suit_of(mask, i))
        # The cards on the table, as the seats behind will find them.
        t.cards = held
        t.contested = False
        t.winner = seat = leader
        t.best = t.led = 0
        for i in range(len(trick)):
            card = trick[i]
            if not 0 <= card < 64 or not self.loaded[seat] & bit(card) or held & bit(card):
                raise ValueError("a card on the table must come from the hand of the seat that played it")
            t.cards |= bit(card)
            if i == 0:
                t.led = card >> 4
                t.best = card
            else:
                add_to_trick(&self.s, &t, seat, card)
            seat = self.s.following[seat]
        left = count(self.s.hand[seat])
        i = 0
        cdef int other = leader
        while i < self.s.seats:
            if count(self.s.hand[other]) != left - (i < len(trick)):
                raise ValueError("the hands are of unequal length")
            other = self.s.following[other]
            i += 1
        if left == 0:
            return 0
        low = max(low, 0)
        high = min(high, left)
        self.error = None
        self.s.stopped = self.s.limited = False
        self.s.node_limit = self.s.nodes + node_limit if node_limit else 0
        self.s.heavy_from = self.s.nodes + self.heavy
        self.s.next_check = self.s.nodes + CHECK_EVERY
        if node_limit:
            self.s.next_check = min(self.s.next_check, self.s.node_limit)
        t.left = left
        # Steps of one from the guess: each answer moves a bound, and the table serves them all.
        need = guess if guess > low else low + 1
        self.busy = True
        try:
            while low < high:
                need = min(max(need, low + 1), high)
                with nogil:
                    if t.cards == held:
                        outcome = lead(&self.s, leader, left, need, &relevant)
                    else:
                        t.need = need
                        outcome = after(&self.s, seat, seats_left(&self.s, leader, seat), &t, &relevant)
                if self.s.stopped:
                    break
                if outcome:
                    low = need
                    need += 1
                else:
                    high = need - 1
                    need -= 1
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


cdef u64 _mask64(mask) except? 0:
    if not 0 <= mask < 1 << 64:
        raise ValueError("a hand must be a mask of card bits")
    return mask


cdef inline int seats_left(const Search* s, int leader, int seat) noexcept nogil:
    """How many seats still play to the trick, `seat` being the next of them."""
    cdef int n = 0
    while seat != leader:
        seat = s.following[seat]
        n += 1
    return n
