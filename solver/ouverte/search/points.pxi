# Exact search for card points, as Python sees it: the same questions as for tricks, with another count.
#
# Part of the source of both builds, like solver.pxi.

from ouverte.search.points_search cimport PointTrick, after_points, counters_of, lead_points, worth_of
from ouverte.search.state cimport Points

cdef enum:
    LOADED_MOST = 15            # cards in a hand as it is loaded: its lengths are filed in four bits each
    OWNER_BITS = 32             # to file the owners of a suit: four for a rank by itself, two for each below


cdef class PointSolver(Solver):
    """A search for one deal, trump and pair of sides at a time, in card points. See baseline.pyi for the methods."""
    cdef Points pack
    cdef tuple worth
    cdef bint keep

    def load(
        self, hands, int counted, int high, *, worth, int trump=NO_TRUMP, bint must_trump=False,
        bint trump_lead_last=False, bint until_broken=False
    ):
        cdef int most = 0
        worth = tuple(worth)
        if not 0 < len(worth) <= RANKS or not all(0 <= each <= MOST for each in worth) or not any(worth):
            raise ValueError(f"expected what up to {RANKS} ranks are worth, from the lowest up, not all of it 0")
        if SUITS * sum(worth) > MOST:
            raise ValueError(f"a pack of more than {MOST} points is too much to count")
        lowest = next(rank for rank in range(len(worth)) if worth[rank])
        if 4 * (len(worth) - lowest) + 2 * lowest > OWNER_BITS:
            raise ValueError("too many ranks from the lowest one that counts to the highest")
        self.hand_most = LOADED_MOST
        # What positions are worth is the same in another deal, with these sides and rules.
        self.keep = (
            self.ready and worth == self.worth and counted == self._mask(self.s.counted)
            and high == self._mask(self.s.high) and trump == self.s.trump and must_trump == self.s.must_trump
            and not trump_lead_last and not until_broken and not self.s.trump_lead_last and self.s.unbroken < 0
        )
        if worth != self.worth:
            self._idle()
            self.ready = False
            self.worth = worth
            self._fill_points(lowest)
        Solver.load(
            self, hands, counted, high, trump=trump, must_trump=must_trump, trump_lead_last=trump_lead_last,
            until_broken=until_broken
        )
        self.s.points = &self.pack

    cdef void _fill_points(self, int lowest):
        """What each set of cards of a suit is worth."""
        cdef Points* p = &self.pack
        cdef int mask, rank
        memset(p, 0, sizeof(Points))
        p.highest = len(self.worth) - 1
        p.single_ranks = p.highest - lowest + 1
        for rank in range(p.highest + 1):
            p.worth[rank] = self.worth[rank]
            if p.worth[rank]:
                p.counting |= bit(rank)
            if rank >= lowest:
                p.singly |= bit(rank)
        for mask in range(1, 1 << (p.highest + 1)):
            rank = top(mask)
            p.total[mask] = p.total[mask ^ (1 << rank)] + p.worth[rank]

    cdef void _forget(self):
        if not self.keep:
            table_clear(&self.s.table)

    cdef void _fill_owners(self):
        """Who owns the cards of a suit from the top: the ranks filed singly in four bits, 0 for a card that is gone."""
        cdef const Points* p = &self.pack
        cdef u64 suit_cards, mask
        cdef u32 owner, place
        cdef int suit, seat, rank
        cdef int holder[RANKS]
        for suit in range(SUITS):
            suit_cards = 0
            for seat in range(SEATS):
                suit_cards |= suit_of(self.loaded[seat], suit)
                for rank in range(RANKS):
                    if suit_of(self.loaded[seat], suit) >> rank & 1:
                        holder[rank] = seat
            mask = suit_cards
            while True:
                owner = 0
                place = OWNER_BITS
                for rank in range(p.highest, -1, -1):
                    if p.singly >> rank & 1:
                        place -= 4
                        if mask >> rank & 1:
                            owner |= <u32>(holder[rank] + 1) << place
                    elif mask >> rank & 1:
                        place -= 2
                        owner |= <u32>holder[rank] << place
                self.s.owners[suit][mask] = owner
                if mask == 0:
                    break
                mask = (mask - 1) & suit_cards

    cdef void _prepare_free(self) except *:
        """The relaxations are about tricks."""
        self.s.free_ready = False
        self.s.free_solo = NULL

    cdef int _most(self, int left, u64 cards) noexcept:
        return worth_of(&self.pack, cards)

    cdef bint _ask(self, int leader, int seat, const Trick* t, u64 held, u64* relevant) noexcept nogil:
        cdef PointTrick on
        cdef u64 table = t.cards ^ held
        if table == 0:
            return lead_points(&self.s, leader, t.left, t.need, relevant)
        on.t = t[0]
        on.points = worth_of(&self.pack, table)
        on.counters = counters_of(&self.pack, table)
        return after_points(&self.s, seat, seats_left(&self.s, leader, seat), &on, relevant)

    cdef int _step(self, int step, int gap) noexcept:
        # From a guess outwards, twice as far each time; once the value is between two answers, the middle.
        if step < 0 or gap <= 1:
            return max(1, (gap + 1) // 2) if gap else 1
        return 4 if step == 0 else 2 * step
