from collections.abc import Sequence

DEFAULT_MEMORY: int
"""Megabytes of table a solver may use unless told otherwise."""

def runs_v3() -> bool:
    """Whether this processor is of the level x86-64-v3."""

class Solver:
    """A search with its table, for one deal, trump and pair of sides at a time.

    Cards are numbers ``16 * suit + rank`` (rank 0 the lowest), hands masks of such bits, seats 0 to 3 clockwise.
    One thread uses a solver at a time; a search releases the GIL, so several solvers run side by side.
    """

    def __init__(self, memory: int = ...) -> None:
        """Reserve a table of at most `memory` megabytes; pages are used only as it fills.

        Raises ValueError outside 1 to 65536, MemoryError when the system refuses.
        """

    @property
    def misere(self) -> MisereSolver:
        """A solver for misères that lives with this one, made when first asked for."""

    @property
    def press(self) -> PressSolver:
        """A solver for a seat that others press, with as much memory again, made when first asked for."""

    @property
    def points(self) -> PointSolver:
        """A solver that counts card points, with as much memory again, made when first asked for."""

    @property
    def nodes(self) -> int:
        """Positions at the start of a trick searched since the solver was made, by those it owns too."""

    @property
    def sweeps(self) -> int:
        """How often the table was full and had to forget."""

    def switch(
        self, *, table: bool = ..., bounds: bool = ..., skips: bool = ..., free_lead: bool = ..., eager: bool = ...
    ) -> None:
        """Turn parts of the search off or on, and forget the deal. Answers do not change; the work does.

        `table`: what was learnt of positions; `bounds`: tricks read off a position; `skips`: small cards that fail
        together; `free_lead`: the relaxations that bound a misère and a soloist's tricks. `eager` does from the
        first node what is otherwise kept for searches that have grown large.
        """

    def load(
        self,
        hands: Sequence[int],
        counted: int,
        high: int,
        *,
        trump: int = ...,
        must_trump: bool = ...,
        trump_lead_last: bool = ...,
        until_broken: bool = ...,
    ) -> None:
        """Say what is asked: four hands (0 for an absent seat), whose tricks count, and who wants that count high.

        `counted` and `high` are masks of seats. `trump` is a suit from 0 to 3, or 4 for none. Trumps may be led only
        from a hand of nothing else: always so with `trump_lead_last`, and while all that were dealt are still held with
        `until_broken`. What was learnt is kept when nothing changes and forgotten otherwise. Raises ValueError for
        hands that are no deal.
        """

    def count(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int] = ...,
        *,
        low: int = ...,
        high: int = ...,
        guess: int = ...,
        node_limit: int = ...,
    ) -> int:
        """Counted tricks (points, for a PointSolver) still to come with best play, the one in play included.

        `hands` are the cards still held, `trick` those on the table in order from `leader`. The answer is exact between
        `low` and `high`, and clipped to them. `guess` is where to begin. Raises ValueError for a position that is not
        one of the loaded deal, SearchLimit and SearchStopped, and whatever a signal handler raises.
        """

    def reaches(
        self, hands: Sequence[int], leader: int, trick: Sequence[int], need: int, *, node_limit: int = ...
    ) -> bool:
        """Whether at least `need` counted tricks come; errors as `count`."""

    def stop(self) -> None:
        """Ask a search in another thread, of those it owns too, to give up; it raises SearchStopped there."""

class PointSolver(Solver):
    """A search as that of `Solver`, in card points: what the cards in tricks are worth to the side that wins them."""

    def load(  # type: ignore[override]
        self,
        hands: Sequence[int],
        counted: int,
        high: int,
        *,
        worth: Sequence[int],
        trump: int = ...,
        must_trump: bool = ...,
        trump_lead_last: bool = ...,
        until_broken: bool = ...,
    ) -> None:
        """As `Solver.load`; `worth` is what each rank of the pack is worth, from the lowest up.

        A hand may have up to 15 cards here, of which a position has some. What was learnt is kept for other deals with
        the same sides and rules. Raises ValueError too where the pack has more than 127 points, or where the ranks from
        the lowest that counts to the highest are too many to tell apart.
        """

class MisereSolver:
    """A search for one deal and one seat, the bidder, that must take no trick; the others play together against it.

    Cards, hands and seats as for `Solver`, and the same of threads.
    """

    def __init__(self, memory: int = ...) -> None:
        """Reserve a table of at most `memory` megabytes, up to 32; pages are used only as it fills.

        Raises ValueError outside 1 to 32, MemoryError when the system refuses.
        """

    @property
    def nodes(self) -> int:
        """Positions at the start of a trick searched since the solver was made, those in gap games included."""

    @property
    def gap_nodes(self) -> int:
        """Those in gap games alone."""

    @property
    def relaxed(self) -> int:
        """Positions of the free-lead relaxation searched since the solver was made."""

    @property
    def sweeps(self) -> int:
        """How often a table was full and all was forgotten."""

    def switch(
        self, *, table: bool = ..., free_lead: bool = ..., gap_games: bool = ..., skips: bool = ..., heavy: int = ...
    ) -> None:
        """Turn parts of the search off or on, and forget the deal. Answers do not change; the work does.

        `table`: what was learnt of positions; `free_lead`: the relaxation that frees the lead; `gap_games`: the games
        in which only gaps count, asked once a question has searched `heavy` trick starts; `skips`: cards that fail
        together.
        """

    def load(
        self,
        hands: Sequence[int],
        bidder: int,
        *,
        trump: int = ...,
        must_trump: bool = ...,
        trump_lead_last: bool = ...,
    ) -> None:
        """Say what is asked: four hands (0 for an absent seat) and the bidder; the rest as in `Solver.load`."""

    def beaten(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int] = ...,
        *,
        within: int = ...,
        node_limit: int = ...,
    ) -> bool:
        """Whether the bidder can be made to take one of the next `within` tricks, the one in play included.

        `hands`, `leader` and `trick` as in `Solver.count`, and the same errors. Tricks already complete do not count.
        """

    def safe_whoever_leads(self, hands: Sequence[int]) -> bool:
        """Whether the bidder is safe even if the others choose the leader of each trick: a sure yes, a doubtful no.

        For a position between two tricks in which he is not on lead himself; errors as `beaten`.
        """

    def stop(self) -> None:
        """Ask a search in another thread to give up; it raises SearchStopped there."""

class PressSolver:
    """A search for one deal and one seat on which all others together press tricks, at no trump.

    Cards, hands and seats as for `Solver`, and the same of threads.
    """

    def __init__(self, memory: int = ...) -> None:
        """Use tables of at most `memory` megabytes; they are small at first and grow.

        Raises ValueError outside 1 to 65536, MemoryError when the system refuses.
        """

    @property
    def nodes(self) -> int:
        """Positions at the start of a trick searched since the solver was made, those in gap games included."""

    @property
    def relaxed(self) -> int:
        """Positions of the free-lead relaxation searched since the solver was made."""

    def switch(self, *, table: bool = ..., free_lead: bool = ..., gap_games: bool = ...) -> None:
        """Turn parts of the search off or on, and forget the deal. Answers do not change; the work does.

        `table`: what was learnt of positions; `free_lead`: the relaxation that frees the lead; `gap_games`: the game in
        which the others say who of them has won a gap.
        """

    def load(self, hands: Sequence[int], seat: int, *, scoring: int = ..., first_to: int = ...) -> None:
        """Say what is asked: four hands (0 for an absent seat), the seat, and what is pressed on it.

        That is either the tricks that count, as a mask in which bit 0 stands for the last trick, bit 1 for the one
        before and so on, all of them unless told otherwise; or a race, lost by the first seat to take `first_to`
        tricks, or one fewer where nobody takes as many. What was learnt is kept when nothing changes and forgotten
        otherwise. Raises ValueError for hands that are no deal and for what cannot be asked.
        """

    def count(
        self, hands: Sequence[int], leader: int, trick: Sequence[int] = ..., *, high: int = ..., node_limit: int = ...
    ) -> int:
        """The most counted tricks the seat can be made to take from here on, the trick in play included.

        `hands`, `leader` and `trick` as in `Solver.count`, and the same errors; no more than `high` are asked about.
        `node_limit` is one of positions searched, those of the relaxation included.
        """

    def loses_race(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int] = ...,
        *,
        winners: Sequence[int] = ...,
        node_limit: int = ...,
    ) -> bool:
        """Whether the seat can be made to lose the race; `winners` took the tricks already complete, in order.

        Everything else as in `count`.
        """

    def stop(self) -> None:
        """Ask a search in another thread to give up; it raises SearchStopped there."""
