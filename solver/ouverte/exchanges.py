"""What a bidder does with his hand before the first lead, worked out exactly: cards laid away, or a card called.

Every choice gives a deal of its own. They are compared with one search, whose table serves them all, and all but the
first are only asked whether they beat the best so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ouverte.cards import Card, Hand, Suit
from ouverte.deals import Deal
from ouverte.errors import ContractError
from ouverte.position import Position
from ouverte.rules.model import Goal, Measure, PlayRules, Preparation
from ouverte.search.engine import Solver
from ouverte.seats import Seat
from ouverte.solving import MOST, load, masks, solve


@dataclass(frozen=True, slots=True)
class Exchange:
    """A choice of the bidder, and the deal as it is then played.

    `laid_away` are the cards he lays away. `called` is the card he calls and `given` the one he gives for it, None
    where the card called was dealt to nobody, or where he calls none.
    """

    deal: Deal
    laid_away: tuple[Card, ...] = ()
    called: Card | None = None
    given: Card | None = None

    def goal(self, goal: Goal, rules: PlayRules) -> Goal:
        """A goal on this deal: the cards laid away count for the side where points are counted."""
        if goal.measure is not Measure.POINTS or not self.laid_away:
            return goal
        return replace(goal, out_of_play=rules.points(self.laid_away))


@dataclass(frozen=True, slots=True)
class Choice:
    """An exchange and the value of the contract after it."""

    exchange: Exchange
    value: int


def chosen(
    preparation: Preparation,
    deal: Deal,
    bidder: Seat,
    widow: Hand,
    *,
    laid_away: Sequence[Card] = (),
    called: Card | None = None,
    given: Card | None = None,
) -> Exchange:
    """The exchange that a bidder made. Raises ContractError where it is not one that he could make."""
    if preparation is Preparation.LAY_AWAY and called is None and given is None:
        return _laid(deal, bidder, widow, laid_away)
    if preparation is Preparation.CALL_CARD and called is not None and not laid_away:
        return _called(deal, bidder, widow, called, given)
    wanted = {
        Preparation.NONE: "none",
        Preparation.LAY_AWAY: f"{len(widow)} cards laid away",
        Preparation.CALL_CARD: "a card called, and one given for it",
    }[preparation]
    raise ContractError(f"the bidder's exchange: expected {wanted}")


def _laid(deal: Deal, bidder: Seat, widow: Hand, laid_away: Sequence[Card]) -> Exchange:
    whole = Hand(deal[bidder].mask | widow.mask)
    for number, card in enumerate(laid_away):
        if card in laid_away[:number]:
            raise ContractError(f"laid away: {card} is twice in it")
        if card not in whole:
            raise ContractError(f"laid away: {card} is neither in the hand of {bidder.word} nor in the widow")
    if len(laid_away) != len(widow):
        raise ContractError(f"laid away: {len(laid_away)} cards: expected {len(widow)}, as many as the widow has")
    kept = Hand(whole.mask & ~Hand.of(laid_away).mask)
    return Exchange(Deal({**deal, bidder: kept}), laid_away=tuple(laid_away))


def _called(deal: Deal, bidder: Seat, widow: Hand, called: Card, given: Card | None) -> Exchange:
    holder = deal.holder(called)
    if holder is bidder:
        raise ContractError(f"called: {bidder.word} holds {called}: expected a card that he does not hold")
    if holder is None:
        if called not in widow:
            raise ContractError(f"called: {called} is in no hand, and not in the widow")
        if given is not None:
            raise ContractError(f"given: {called} is in the widow, and nothing is given for it")
        return Exchange(deal, called=called)
    if given is None or given not in deal[bidder]:
        shown = "nothing" if given is None else f"{given}, which {bidder.word} does not hold,"
        raise ContractError(f"given: {shown} for {called}: expected a card of the hand of {bidder.word}")
    return _swapped(deal, bidder, holder, called, given)


def _swapped(deal: Deal, bidder: Seat, holder: Seat, called: Card, given: Card) -> Exchange:
    swapped = Hand.of((called, given)).mask
    hands = {bidder: Hand(deal[bidder].mask ^ swapped), holder: Hand(deal[holder].mask ^ swapped)}
    return Exchange(Deal({**deal, **hands}), called=called, given=given)


def best_exchanges(
    preparation: Preparation,
    deal: Deal,
    widow: Hand,
    goal: Goal,
    rules: PlayRules,
    *,
    solver: Solver | None = None,
    best: int = 1,
) -> tuple[Choice, ...]:
    """The best choices of the bidder, the side of a goal, and what each is worth; so many of them, the best first.

    Of choices that are worth the same the one found first stands. Raises InputError for what the search cannot take.
    """
    found: list[Choice] = []
    for asking in _asked(preparation, deal, widow, goal, rules, solver or Solver()):
        least = found[-1].value + 1 if len(found) == best else 0
        value = asking.value(least)
        if value >= least:
            found = sorted([*found[: best - 1], Choice(asking.exchange, value)], key=lambda choice: -choice.value)
    return tuple(found)


def can_make(
    preparation: Preparation, deal: Deal, widow: Hand, goal: Goal, rules: PlayRules, *, solver: Solver | None = None
) -> bool:
    """Whether some choice of the bidder takes the target of a goal; errors as `best_exchanges`."""
    target = goal.target or 0
    asked = _asked(preparation, deal, widow, goal, rules, solver or Solver())
    return any(asking.reaches(target) for asking in asked)


def value_after(exchange: Exchange, goal: Goal, rules: PlayRules, solver: Solver) -> int:
    """What the side of a goal takes after an exchange, the cards out of play included."""
    after = exchange.goal(goal, rules)
    return solve(Position.start(exchange.deal, after, rules), after, solver).value


@dataclass(frozen=True)
class _Asking:
    """One exchange, and the search that knows its deal."""

    exchange: Exchange
    goal: Goal
    search: Solver
    hands: list[int]

    def reaches(self, value: int) -> bool:
        """Whether the side takes at least so much, the cards out of play included."""
        need = value - self.goal.out_of_play
        return need <= 0 or self.search.reaches(self.hands, self.goal.leader, (), need)

    def value(self, least: int) -> int:
        """What the side takes, exact from `least` on; less than that where it is less."""
        low = max(least - self.goal.out_of_play, 0)
        if low and not self.reaches(least):
            return least - 1
        return self.goal.out_of_play + self.search.count(
            self.hands, self.goal.leader, low=low, high=MOST, guess=low + 1 if low else MOST // 2
        )


def _asked(
    preparation: Preparation, deal: Deal, widow: Hand, goal: Goal, rules: PlayRules, solver: Solver
) -> Iterator[_Asking]:
    """The choices, each when the search is ready for it."""
    bidder = goal.side.only
    # With all his cards in one hand the search need not be told of every choice.
    whole = {**deal, bidder: Hand(deal[bidder].mask | widow.mask)}
    for exchange in exchanges(preparation, deal, bidder, widow, rules, goal.trump):
        dealt = whole if exchange.laid_away else exchange.deal
        search = load(solver, dealt, rules, goal)
        yield _Asking(exchange, exchange.goal(goal, rules), search, masks(exchange.deal, rules))


def exchanges(
    preparation: Preparation, deal: Deal, bidder: Seat, widow: Hand, rules: PlayRules, trump: Suit | None = None
) -> Iterator[Exchange]:
    """Every choice of the bidder that can matter, in an order that has likely good ones early with these trumps.

    Of cards laid away that are worth the same, with none between them in another hand, the lowest stands for all.
    """
    if preparation is Preparation.LAY_AWAY:
        return _lay_away(deal, bidder, widow, rules, trump)
    if preparation is Preparation.CALL_CARD:
        return _call(deal, bidder, widow, rules, trump)
    return iter([Exchange(deal)])


def _lay_away(deal: Deal, bidder: Seat, widow: Hand, rules: PlayRules, trump: Suit | None) -> Iterator[Exchange]:
    whole = Hand(deal[bidder].mask | widow.mask)
    others = [card for seat in deal if seat is not bidder for card in deal[seat]]
    groups = _alike(whole, others, rules)
    choices = list(_combinations(groups, len(widow)))

    # Points are safe when laid away, but trumps and aces take tricks, and a suit that is gone can be ruffed.
    def promise(laid: tuple[Card, ...]) -> int:
        voids = sum(
            suit is not trump and whole.suit(suit) != () and all(card in laid for card in whole.suit(suit))
            for suit in Suit
        )
        strong = sum(card.letter == rules.rank_order[0] or card.suit is trump for card in laid)
        return rules.points(laid) + 8 * voids - 14 * strong

    choices.sort(key=promise, reverse=True)
    for laid in choices:
        kept = Hand(whole.mask & ~Hand.of(laid).mask)
        yield Exchange(Deal({**deal, bidder: kept}), laid_away=laid)


def _combinations(groups: Sequence[Sequence[Card]], size: int) -> Iterator[tuple[Card, ...]]:
    """So many cards in all, of each group the lowest ones."""
    if size == 0:
        yield ()
        return
    if not groups:
        return
    first, rest = groups[0], groups[1:]
    for some in range(min(size, len(first)) + 1):
        for others in _combinations(rest, size - some):
            yield (*first[len(first) - some :], *others)


def _call(deal: Deal, bidder: Seat, widow: Hand, rules: PlayRules, trump: Suit | None) -> Iterator[Exchange]:
    # Touching cards are not alike here: of two that part, one hand has the higher. High cards, of trumps above all, are
    # likely to be called, and low ones that leave the bidder void to be given.
    def of_use(card: Card) -> int:
        return rules.strength(card) + (3 if card.suit is trump else 0)

    def to_spare(card: Card) -> int:
        alone = len(deal[bidder].suit(card.suit)) == 1
        return rules.strength(card) + 2 * rules.points([card]) + (20 if card.suit is trump else -6 if alone else 0)

    gives = sorted(deal[bidder], key=to_spare)
    calls = [(card, holder) for holder in deal if holder is not bidder for card in deal[holder]]
    for called, holder in sorted(calls, key=lambda call: -of_use(call[0])):
        for given in gives:
            yield _swapped(deal, bidder, holder, called, given)
    if widow:
        # The card is dealt to nobody, whichever it is, and the hands stay as they are.
        yield Exchange(deal, called=next(iter(widow)))


def _alike(hand: Hand, others: Iterable[Card], rules: PlayRules) -> list[list[Card]]:
    """The cards of a hand in groups that are worth the same: touching ones with the same points, highest first."""
    foreign = list(others)
    groups: list[list[Card]] = []
    for card in sorted(hand, key=lambda card: (card.suit, -rules.strength(card))):
        if groups:
            last = groups[-1][-1]
            low, high = rules.strength(card), rules.strength(last)
            if (
                last.suit is card.suit
                and rules.points([last]) == rules.points([card])
                and not any(each.suit is card.suit and low < rules.strength(each) < high for each in foreign)
            ):
                groups[-1].append(card)
                continue
        groups.append([card])
    return groups
