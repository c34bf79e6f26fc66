"""Why a misère is safe or beaten, in facts counted or searched; the words are left to whoever shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ouverte.cards import Card, Suit
from ouverte.danger import SuitFacts, suit_facts
from ouverte.misere import MisereResult
from ouverte.position import Position
from ouverte.probing import Decision, MiserePlay
from ouverte.remarks import Note, annotate
from ouverte.rules.model import Goal
from ouverte.search.engine import MisereSolver
from ouverte.seats import Seat


@dataclass(frozen=True, slots=True)
class LeadAnswer:
    """How a safe bidder meets a card of the seat to play.

    `cards` are touching cards of that seat, worth the same. `line` begins with the lowest of them and goes on against
    a probing defence (see `MiserePlay.probing_line`). `reply` is the bidder's first card in it, None where there is
    none before all his suits are safe by themselves; `decisions` are his choices in it that he could get wrong.
    """

    cards: tuple[Card, ...]
    line: tuple[Card, ...]
    reply: Card | None
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card of a safe bidder's and a higher one of `holder`'s that would be his ruin in its place.

    `beating` are the cards of the seat to play that would then beat him; where it is his turn, all of his own.
    """

    card: Card
    other: Card
    holder: Seat
    beating: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NearestMiss:
    """What comes closest to beating a safe bidder.

    `decision` is the choice in the probing lines where the fewest cards save him; of those the one where the most cards
    do not, and then the first; None where he cannot go wrong in any. `exchanges` are the smallest changes for the worse
    of his hand that would beat him: one card for the one `places` places higher among the cards that the others hold
    of its suit, for the least number of places that does it. There are none, and 0 places, where no one card would.
    """

    decision: Decision | None
    places: int
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a misère is safe or beaten.

    `suits` are the four suits of the bidder's hand. `line` is what `notes` remark on: for a beaten bidder the line of
    the result; for a safe one the probing line of the nearest miss, empty where he cannot go wrong in any.

    The rest is for a safe bidder. `settled` is the trick after that line, if from there on all his suits are safe by
    themselves and the others lead. `answers` are how he meets each card of the seat to play, or goes on after each of
    his own that keeps him safe. `nearest_miss` is None for a beaten bidder, and when all is played.
    """

    suits: tuple[SuitFacts, ...]
    line: tuple[Card, ...]
    notes: tuple[Note, ...]
    settled: int | None = None
    answers: tuple[LeadAnswer, ...] = ()
    nearest_miss: NearestMiss | None = None


def explain(position: Position, goal: Goal, result: MisereResult, solver: MisereSolver | None = None) -> Explanation:
    """Why a misère is safe or beaten from a position on, given what `examine_misere` found there.

    A `solver` given is used in place of a new one, and holds another deal afterwards.
    """
    bidder = goal.side.only
    suits = tuple(suit_facts(position, bidder, suit) for suit in Suit)
    play = MiserePlay(position, goal, solver or MisereSolver())
    if not result.safe or position.to_play is None:
        return Explanation(suits, result.line, annotate(position, result.line, play))
    answers = tuple(_answers(position, bidder, play))
    # The first of the tightest choices, and the line it is in.
    choices = [(decision, answer.line) for answer in answers for decision in answer.decisions]
    decision, line = min(choices, key=lambda each: each[0].tightness, default=(None, ()))
    notes = annotate(position, line, play)
    end = position.replay(line)
    settled = end.to_play is not None and play.settled(play.table(end))
    return Explanation(
        suits,
        line,
        notes,
        len(end.tricks) + 1 if settled else None,
        answers,
        NearestMiss(decision, *_exchanges(position, bidder, play)),
    )


def _answers(position: Position, bidder: Seat, play: MiserePlay) -> Iterable[LeadAnswer]:
    """The answer to each group of cards of the seat to play that leaves the bidder safe."""
    table = play.table(position)
    for group in play.groups(table):
        if play.beaten(play.play(table, group[0])):
            continue
        line = play.probing_line(table, group[-1])
        replies = (card for card in line.cards[1:] if position.deal.holder(card) is bidder)
        yield LeadAnswer(play.cards(group), line.cards, next(replies, None), line.decisions)


def _exchanges(position: Position, bidder: Seat, play: MiserePlay) -> tuple[int, tuple[Exchange, ...]]:
    """The exchanges that beat a bidder, over the fewest places, and how many these are."""
    table = play.table(position)
    strength = position.rules.strength
    others = [(card, seat) for seat in position.deal if seat is not bidder for card in position.hand(seat)]
    higher = {
        card: sorted(
            (each for each in others if each[0].suit is card.suit and strength(each[0]) > strength(card)),
            key=lambda each: strength(each[0]),
        )
        for card in position.hand(bidder)
    }
    for places in range(1, max(map(len, higher.values()), default=0) + 1):
        found = []
        for card, above in higher.items():
            if len(above) >= places:
                other, holder = above[places - 1]
                beating = play.beating_with(table, card, other, holder)
                if beating:
                    found.append(Exchange(card, other, holder, beating))
        if found:
            return places, tuple(found)
    return 0, ()
