"""The defence's plan for a misère that is beaten: a card at each of its turns, against every reply of the bidder.

Two facts keep it small. A bidder who holds a higher card in place of a lower one, and is otherwise where he was, is no
better off: what beats him beats him still, with the same cards. So of the cards by which he ducks only the highest
needs a plan, and of the cards of a suit that he may discard only the highest; the plan serves for all the others, and
where a later reply is another card than planned for, the branch for the next lower one serves. And a plan made for one
discard often beats another discard too, if branches are added for what could not happen before; then the two become
one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ouverte.book_nodes import SUIT, Node, Pool, Table, cards_of, lowest, names, suit_mask
from ouverte.search.engine import MisereSolver, SearchLimit

QUICK = 5000
"""Nodes that a question about a shorter win may cost; a win within more tricks does as well."""

Key = tuple[str, int]
"""A kind of reply: ``below`` or ``over`` what he must duck, or ``away`` (a discard); and its suit."""


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """Cards of the defence, and what follows each kind of reply; without branches, the trick is then his."""

    cards: tuple[int, ...]
    branches: dict[Key, _Plan]


class BeatenBook:
    """Makes the book of a position in which the bidder is beaten."""

    def __init__(self, bidder: int, start: Table, solver: MisereSolver, pool: Pool) -> None:
        """The solver must be loaded with the deal; the pool takes the nodes."""
        self._bidder = bidder
        self._start = start
        self._solver = solver
        self._pool = pool
        self._plans: dict[Table, _Plan] = {}
        self._over = _Plan((), {})
        self._used: dict[tuple[_Plan, Key], int] = {}

    def root(self) -> Node:
        """The first node. Raises BookLimit."""
        plan = self._plan(self._start)
        self._replay(plan)
        return self._node(plan, {})

    def _beaten(self, table: Table, within: int = 13, limit: int = 0) -> bool:
        return bool(self._solver.beaten(table.hands, table.leader, table.trick, within=within, node_limit=limit))

    def _taken(self, table: Table) -> bool:
        """Whether the card just played gave the bidder a trick."""
        return not table.trick and table.leader == self._bidder

    def _shortest(self, table: Table, most: int = 13) -> int:
        """Tricks within which the bidder can be made to take one, the shortest number that is quickly found."""
        for within in range(1, most):
            try:
                if self._beaten(table, within, QUICK):
                    return within
            except SearchLimit:
                continue
        return most

    def _plan(self, table: Table) -> _Plan:
        """A plan that beats the bidder, who can be beaten."""
        plan = self._plans.get(table)
        if plan is None:
            plan = self._plans[table] = self._new_plan(table)
        return plan

    def _new_plan(self, start: Table) -> _Plan:
        table, cards = start, []
        within = self._shortest(table)
        while table.turn != self._bidder:
            card = self._choice(table, within)
            cards.append(card)
            table = table.play(card)
            if self._taken(table):
                return _Plan(tuple(cards), {})
            within -= not table.trick
        plan = _Plan(tuple(cards), {})
        replies = self._replies(table)
        if any(kind == "away" for kind, _ in replies):
            self._add_discards(plan, table, replies)
        else:
            for key, card in replies.items():
                plan.branches[key] = self._plan(table.play(card)) if card >= 0 else self._lowest(table, key[1])
        return plan

    def _choice(self, table: Table, within: int) -> int:
        """A card that beats the bidder, within so many tricks where that is quickly seen."""
        cards = list(cards_of(table.legal))
        for most, limit in ((within, QUICK), (13, 0)):
            for card in cards:
                after = table.play(card)
                try:
                    if self._taken(after) or self._beaten(after, most - (not after.trick), limit):
                        return card
                except SearchLimit:
                    continue
        raise AssertionError("no card beats a bidder who can be beaten")

    def _lowest(self, table: Table, suit: int) -> _Plan:
        """What follows a card over all that must be played: everyone else stays low."""
        low = [self._start_of(table.hands[seat], suit) for seat in table.to_follow]
        return _Plan(tuple(low), {}) if low else self._over

    @staticmethod
    def _start_of(hand: int, suit: int) -> int:
        return lowest(hand & SUIT << 16 * suit or hand)

    def _reply(self, table: Table, card: int) -> Key:
        """The kind of a reply."""
        suit = card >> 4
        if table.trick and suit != table.trick[0] >> 4:
            return "away", suit
        return ("below" if card < table.ducked_below(suit) else "over"), suit

    def _replies(self, table: Table) -> dict[Key, int]:
        """The card to plan for, for each kind of reply; -1 for a card that takes the trick, whichever it is."""
        replies: dict[Key, int] = {}
        legal = table.legal
        for suit in range(4):
            if held := legal & SUIT << 16 * suit:
                highest = held.bit_length() - 1
                if table.trick and suit != table.trick[0] >> 4:
                    replies["away", suit] = highest
                    continue
                bar = table.ducked_below(suit)
                if below := held & (1 << max(bar, 0)) - 1:
                    replies["below", suit] = below.bit_length() - 1
                if (self._start.hands[self._bidder] & suit_mask(highest)).bit_length() - 1 > bar:
                    replies["over", suit] = -1
        return replies

    def _add_discards(self, plan: _Plan, table: Table, replies: dict[Key, int]) -> None:
        """Give a plan a branch for every discard, one for several where it serves for all of them."""
        after = {key: table.play(card) for key, card in replies.items()}
        together: list[tuple[_Plan, list[Key]]] = []
        for key in sorted(after, key=lambda key: -self._shortest(after[key])):
            for i, (other, keys) in enumerate(together):
                if (serves := self._serving(other, after[key])) is not None:
                    together[i] = serves, [*keys, key]
                    break
            else:
                together.append((self._plan(after[key]), [key]))
        plan.branches.update({key: branch for branch, keys in together for key in sorted(keys)})

    def _serving(self, plan: _Plan, table: Table) -> _Plan | None:
        """The plan with what it needs to beat the bidder in a second position too; None if it does not."""
        for card in plan.cards:
            table = table.play(card)
            if self._taken(table):
                return plan
        if not plan.branches:
            return None
        branches = dict(plan.branches)
        for key, card in self._replies(table).items():
            if card < 0:
                branches.setdefault(key, self._lowest(table, key[1]))
                continue
            after = table.play(card)
            if not self._beaten(after):
                return None
            branch = self._serving(branches[key], after) if key in branches else self._plan(after)
            if branch is None:
                return None
            branches[key] = branch
        return plan if branches == plan.branches else _Plan(plan.cards, branches)

    def _replay(self, plan: _Plan) -> None:
        """Note the cards with which each branch can be reached, whichever cards the bidder really plays."""
        seen: set[tuple[_Plan, Table]] = set()
        stack = [(plan, self._start)]
        while stack:
            place = plan, table = stack.pop()
            if place in seen:
                continue
            seen.add(place)
            for card in plan.cards:
                table = table.play(card)
                if self._taken(table):
                    break
            else:
                for card in cards_of(table.legal):
                    key = self._reply(table, card)
                    self._used[plan, key] = self._used.get((plan, key), 0) | 1 << card
                    after = table.play(card)
                    if not self._taken(after):
                        stack.append((plan.branches[key], after))

    def _node(self, plan: _Plan, known: dict[_Plan, Node]) -> Node:
        """A plan as a node, with the replies that can come."""
        if plan not in known:
            branches = [
                (self._used[plan, key], self._pool.add(self._node(branch, known)))
                for key, branch in plan.branches.items()
                if (plan, key) in self._used
            ]
            replies: dict[int, int] = {}
            for cards, then in branches:
                replies[then] = replies.get(then, 0) | cards
            play = tuple(name for card in plan.cards for name in names(1 << card))
            known[plan] = Node(play, replies=tuple((names(cards), then) for then, cards in replies.items()))
        return known[plan]
