"""Random endings in which one seat must take no trick, and the misère search compared with the reference on them.

    python -m tests.misere_endings 50000 20000

compares so many positions between two tricks and so many in the middle of one, every legal card of each among them. The
cards played before are any legal ones, so the bidder has often played badly. Ten thousand take some minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from ouverte.search.engine import NO_TRUMP, MisereSolver

from tests.endings import Ending, code, deal_out, masks
from tests.reference import SEATS, SUITS, USUAL_ORDER, Rules

# Seats that play, cards held at the start of the trick, and how often. What is dealt is larger by up to two tricks.
SHAPES = (("NESW", 2, 6), ("NESW", 3, 8), ("NES", 3, 3), ("NSW", 4, 2), ("EW", 4, 2), ("NE", 5, 1), ("ESW", 4, 1))


def misere_ending(rng: random.Random, *, mid_trick: bool) -> Ending:
    """An ending with a bidder, every second time at no trump."""
    seats, size, _ = rng.choices(SHAPES, [weight for *_, weight in SHAPES])[0]
    before = rng.choice((0, 0, 1, 2))
    hands = deal_out(rng, seats, size + before)
    trump = rng.choice(SUITS) if rng.random() < 0.5 else ""
    rules = Rules(trump, USUAL_ORDER, must_trump=rng.random() < 0.3, trump_lead_last=rng.random() < 0.2)
    bidder = rng.choice(seats)
    others = "".join(seat for seat in seats if seat != bidder)
    first = rng.choice(seats)
    now = Ending(hands, first, (), rules, bidder, others)
    for _ in range(before * len(seats) + (rng.randrange(1, len(seats)) if mid_trick else 0)):
        card = rng.choice(sorted(rules.legal(now.held[now.to_play], now.trick)))
        now = Ending(hands, first, (*now.played, card), rules, bidder, others)
    return now


def misere_endings(seed: int, between: int, within: int) -> Iterator[Ending]:
    """So many endings between two tricks and so many in the middle of one, the same for the same seed."""
    rng = random.Random(seed)
    for number in range(between + within):
        yield misere_ending(rng, mid_trick=number >= between)


def load(solver: MisereSolver, ending: Ending) -> None:
    """Give the search the deal of an ending."""
    rules = ending.rules
    solver.load(
        masks(ending.dealt),
        SEATS.index(ending.counted),
        trump=SUITS.index(rules.trump) if rules.trump else NO_TRUMP,
        must_trump=rules.must_trump,
        trump_lead_last=rules.trump_lead_last,
    )


def verdicts(solver: MisereSolver, ending: Ending) -> dict[str, bool]:
    """For each legal card whether the bidder is beaten after it, tricks he took before left out."""
    found = {}
    for card in ending.card_values:
        after = Ending(ending.dealt, ending.first, (*ending.played, card), ending.rules, ending.counted, ending.high)
        won = after.winners[len(ending.winners) :] == (ending.counted,)
        trick = [code(each) for each in after.trick]
        found[card] = won or solver.beaten(masks(after.held), SEATS.index(after.leader), trick)
    return found


def beaten(solver: MisereSolver, ending: Ending, within: int = 13) -> bool:
    """Whether the bidder is beaten."""
    trick = [code(card) for card in ending.trick]
    return solver.beaten(masks(ending.held), SEATS.index(ending.leader), trick, within=within)


def disagreement(solver: MisereSolver, ending: Ending) -> str:
    """Where the search and the reference differ, in words; empty where they agree."""
    load(solver, ending)
    if beaten(solver, ending) != (ending.value > 0):
        return f"the verdict of {ending}"
    led_by_others = not ending.trick and ending.leader != ending.counted
    if led_by_others and ending.value and solver.safe_whoever_leads(masks(ending.held)):
        return f"the relaxation calls safe {ending}"
    wanted = {card: value > 0 for card, value in ending.card_values.items()}
    found = verdicts(solver, ending)
    return "" if found == wanted else f"cards {found} of {ending}"


def main(between: int, within: int) -> int:
    """Compare, and say how it went; 1 when anything differed."""
    solver = MisereSolver()
    cards = beat = 0
    for ending in misere_endings(1930, between, within):
        wrong = disagreement(solver, ending)
        if wrong:
            print(f"differs: {wrong}")
            return 1
        cards += len(ending.card_values)
        beat += ending.value > 0
    print(f"{between} endings, {within} in the middle of a trick, {cards} cards; beaten {beat}: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
