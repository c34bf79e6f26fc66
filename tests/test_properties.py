"""What must hold of every deal, whoever sits where and whatever the suits are called."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st
from ouverte import Card, Deal, Goal, Hand, Objective, Position, Seat, Side, Solver, Suit, solve, solve_cards

SOLVER = Solver(16)


@dataclass(frozen=True)
class Question:
    deal: Deal
    side: Side
    trump: Suit | None
    leader: Seat
    objective: Objective

    @property
    def goal(self) -> Goal:
        return Goal(self.side, self.trump, self.leader, self.objective)

    @property
    def value(self) -> int:
        return solve(Position.start(self.deal, self.goal), self.goal, SOLVER).value

    def ask(self, *, side: Side | None = None, objective: Objective | None = None) -> int:
        """The value for another side or objective."""
        return Question(
            self.deal, side or self.side, self.trump, self.leader, self.objective if objective is None else objective
        ).value


@st.composite
def questions(draw: st.DrawFn, smallest: int = 5, largest: int = 7) -> Question:
    """An ending of four hands with any side, trump and leader."""
    size = draw(st.integers(smallest, largest))
    ranks = draw(st.integers(size, 13))  # few ranks make the hands fight for each
    cards = [Card(suit, 12 - rank) for suit in Suit for rank in range(ranks)]
    random.Random(draw(st.integers(0, 2**32 - 1))).shuffle(cards)
    deal = Deal({seat: Hand.of(cards[seat * size : (seat + 1) * size]) for seat in Seat})
    side = Side(draw(st.integers(1, 14)))
    trump = draw(st.sampled_from([None, *Suit]))
    return Question(deal, side, trump, draw(st.sampled_from(Seat)), draw(st.sampled_from(Objective)))


@given(questions(), st.permutations(list(Suit)))
def test_the_names_of_the_suits_do_not_matter(question: Question, names: list[Suit]) -> None:
    deal = Deal(
        {seat: Hand.of(Card(names[card.suit], card.rank) for card in hand) for seat, hand in question.deal.items()}
    )
    trump = None if question.trump is None else names[question.trump]
    renamed = Question(deal, question.side, trump, question.leader, question.objective)
    assert renamed.value == question.value


@given(questions(), st.integers(1, 3))
def test_the_names_of_the_seats_do_not_matter(question: Question, turn: int) -> None:
    def turned(seat: Seat) -> Seat:
        return Seat((seat + turn) % 4)

    rotated = Question(
        Deal({turned(seat): hand for seat, hand in question.deal.items()}),
        Side.of(turned(seat) for seat in question.side),
        question.trump,
        turned(question.leader),
        question.objective,
    )
    assert rotated.value == question.value


@given(questions())
def test_each_trick_goes_to_one_side(question: Question) -> None:
    most = question.ask(objective=Objective.MOST)
    # What the others keep a side down to is what they take themselves ...
    assert most + question.ask(side=question.side.others, objective=Objective.MOST) == question.deal.size
    # ... and who takes fewest leaves the others as many as these can be made to take.
    fewest = question.ask(objective=Objective.FEWEST)
    assert fewest + question.ask(side=question.side.others, objective=Objective.FEWEST) == question.deal.size


@given(questions())
def test_none_is_safe_exactly_where_fewest_is_none(question: Question) -> None:
    assert question.ask(objective=Objective.NONE) == min(1, question.ask(objective=Objective.FEWEST))


@given(questions(), st.sampled_from(Seat))
def test_a_partner_takes_no_trick_away(question: Question, partner: Seat) -> None:
    larger = Side(question.side.mask | 1 << partner)
    if len(larger) < 4:
        assert question.ask(side=larger, objective=Objective.MOST) >= question.ask(objective=Objective.MOST)


@given(questions())
def test_the_best_card_has_the_value_of_the_position(question: Question) -> None:
    goal = question.goal
    values = [each.value for each in solve_cards(Position.start(question.deal, goal), goal, SOLVER)]
    wants_many = (question.leader in question.side) == (question.objective is Objective.MOST)
    assert (max if wants_many else min)(values) == question.value


@given(questions(), st.data())
def test_a_play_changes_the_value_one_way_only(question: Question, data: st.DataObject) -> None:
    """Nobody can better the own side's value by a card, or worsen it for the enemy: the value is best play."""
    goal = question.goal
    position = Position.start(question.deal, goal)
    before = question.value
    for _ in range(6):
        seat = position.to_play
        assert seat is not None
        position = position.play(data.draw(st.sampled_from(position.legal_cards())))
        now = solve(position, goal, SOLVER).value
        wants_many = (seat in question.side) == (question.objective is Objective.MOST)
        assert now <= before if wants_many else now >= before
        before = now


@given(questions(smallest=3), st.sampled_from(Suit))
@settings(max_examples=60)
def test_the_trump_suit_does_not_matter_when_nobody_holds_it(question: Question, empty: Suit) -> None:
    """A trump suit of which no card is left is no trump at all."""
    hands = {seat: [card for card in hand if card.suit is not empty] for seat, hand in question.deal.items()}
    size = min(len(cards) for cards in hands.values())
    if size:
        deal = Deal({seat: Hand.of(cards[:size]) for seat, cards in hands.items()})
        in_trumps = Question(deal, question.side, empty, question.leader, question.objective)
        without = Question(deal, question.side, None, question.leader, question.objective)
        assert in_trumps.value == without.value
