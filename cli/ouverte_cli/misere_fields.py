"""The facts that explain a misère, as JSON has them, and what the reference says of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ouverte import Card, CardResult
from ouverte.danger import SuitFacts
from ouverte.explain import Explanation, LeadAnswer, NearestMiss
from ouverte.probing import Decision
from ouverte.remarks import Note

DETAILS = """\
What is explained can be counted, or was searched:

- A suit is *safe by itself* when none of the bidder's cards in it has more cards out below it than he holds below it
  himself: he can then always follow under the best card, unless he has to lead the suit. Otherwise it is a *danger*,
  and the cards that break the count are *at stake*. Out are the cards the other seats hold, and those they have played
  to the trick in play as long as he has yet to play to it. The table has his cards from the lowest up to the highest,
  with those out between them in brackets.
- A beaten misère falls *at the earliest* in the trick that best play by both sides gives: the others hurry, the bidder
  delays. The line shown is such a line.
- A safe misère is tried by a *probing line* for each card that may be played now (one for cards that touch). Up to the
  bidder's turn in each trick the others play the cards that leave him the fewest saving ones, where he can go wrong at
  all, and of those the cards that leave the most losing ones; they look no further than that turn. After it they play
  their highest card, and discard from his danger suits first. He plays the highest card that keeps him safe. The line
  ends where all his suits are safe by themselves.
- The *nearest miss* is the choice in these lines where the fewest cards save him; of such, the one where the most lose;
  of such, the first. Beside it stands the smallest change for the worse that would beat him: one of his cards exchanged
  for a higher one that another seat holds in its suit, over as few of the cards out as can be.

In json an object has these fields besides `by`, `leader`, `to_play` and `safe`. In csv there are only those that are
one value or a list of cards.

| field | meaning |
|---|---|
| `earliest` | The trick, counted from the deal's first, in which a beaten bidder falls; null for a safe one. |
| `tricks` | With --tricks, how many tricks he can be made to take in all; else null. |
| `beating_leads`, `tried` | The cards that may be played now: those after which he is beaten, and all. |
| `leads` | The same in groups of touching cards: `beating` and `safe`, each a list of lists. |
| `played`, `line` | The cards played so far; a line of best play, to the trick he takes or to the last card. |
| `suits` | For each suit `suit`, `cards` and `at_stake` (his, from the lowest up), `out` (the cards out below his \
highest, each a `card` and its `seat`), `trump` and `safe`. |
| `noted_line` | The line the notes are on: `line` of a beaten bidder, the probing line of a safe one's nearest miss. |
| `notes` | For each remark the `index` of the card in `noted_line`, `trick`, `seat`, `card`, `note` and `cards`. |
| `settled` | The trick after `noted_line` from which on all his suits are safe by themselves, or null. |
| `answers` | For each group of cards that leaves him safe `cards`, `reply` (his first card after it), the probing \
`line` and the `decisions` in it that he could get wrong: `trick`, `before` (the cards of the line up to it), \
`saving`, `losing` and the `card` he plays. |
| `nearest_miss` | `decision`, as above, or null; `places`, and `exchanges` over so many places: `card`, `other`, \
`holder` and the `beating` cards. Null for a beaten bidder. |
| `nodes` | The positions searched for the verdict, the cards and the line. |

| note | meaning | `cards` |
|---|---|---|
| `forced` | The bidder has no other legal card, though more than this one in hand. | none |
| `only_under` | His only card under the one that holds the trick, of two or more he could follow with. | that one |
| `none_under` | He follows suit and has no card under the one that holds the trick. | that one |
| `only` | With any card that does not touch it the other side wins; said where no note above is. | those it has |
| `throws_danger` | He discards from a danger suit. | what is at stake there afterwards |
| `settles` | The same, where the suit is safe by itself or void afterwards. | none |
| `leads_under` | Another seat leads below cards at stake. | these |
| `entry` | A seat that did not lead wins the trick, and then leads below cards at stake. | that lead |
| `clears` | Another seat discards from above cards at stake, where the card stood in the way. | these |
| `unblocks` | Another seat follows with its highest card of a suit and keeps some below cards at stake. | those kept |
| `ruff` | A trump on another suit. | none |
"""


def codes(cards: Iterable[Card]) -> list[str]:
    """Cards as JSON has them."""
    return [str(card) for card in cards]


def lead_groups(groups: Sequence[tuple[Card, ...]], cards: Sequence[CardResult]) -> dict[str, list[list[str]]]:
    """Groups of touching cards by what they do."""
    beating = {each.card for each in cards if each.value}
    return {
        "beating": [codes(group) for group in groups if group[0] in beating],
        "safe": [codes(group) for group in groups if group[0] not in beating],
    }


def explanation_fields(why: Explanation) -> dict[str, Any]:
    """All of an explanation."""
    return {
        "suits": [_suit(facts) for facts in why.suits],
        "noted_line": codes(why.line),
        "notes": [_note(note) for note in why.notes],
        "settled": why.settled,
        "answers": [_answer(answer) for answer in why.answers],
        "nearest_miss": None if why.nearest_miss is None else _nearest_miss(why.nearest_miss),
    }


def _suit(facts: SuitFacts) -> dict[str, Any]:
    out = [(card, seat) for card, seat in facts.order if seat is not facts.bidder]
    return {
        "suit": facts.suit.letter,
        "cards": codes(facts.cards),
        "at_stake": codes(facts.at_stake),
        "out": [{"card": str(card), "seat": seat.letter} for card, seat in out],
        "trump": facts.trump,
        "safe": facts.safe,
    }


def _note(note: Note) -> dict[str, Any]:
    return {
        "index": note.index,
        "trick": note.trick,
        "seat": note.seat.letter,
        "card": str(note.card),
        "note": note.remark.value,
        "cards": codes(note.cards),
    }


def _answer(answer: LeadAnswer) -> dict[str, Any]:
    return {
        "cards": codes(answer.cards),
        "reply": None if answer.reply is None else str(answer.reply),
        "line": codes(answer.line),
        "decisions": [_decision(decision) for decision in answer.decisions],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "trick": decision.trick,
        "before": codes(decision.before),
        "saving": codes(decision.saving),
        "losing": codes(decision.losing),
        "card": str(decision.card),
    }


def _nearest_miss(miss: NearestMiss) -> dict[str, Any]:
    return {
        "decision": None if miss.decision is None else _decision(miss.decision),
        "places": miss.places,
        "exchanges": [
            {
                "card": str(each.card),
                "other": str(each.other),
                "holder": each.holder.letter,
                "beating": codes(each.beating),
            }
            for each in miss.exchanges
        ],
    }
