"""The work the search does on a fixed set of deals: one node count, written in signature.txt.

A change of the search that means to keep its behaviour keeps the number; any other writes the new one:

    python -m tests.signature
"""

from __future__ import annotations

import random
from pathlib import Path

from ouverte import Solver

FILE = Path(__file__).with_name("signature.txt")
DEALS = 40


def work() -> int:
    """Nodes for all deals: sizes from 6 to 11, every trump and none, one seat or two, most and none."""
    solver = Solver(32)
    rng = random.Random(1835)
    for number in range(DEALS):
        size = 6 + number % 6
        cards = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
        rng.shuffle(cards)
        hands = [sum(cards[seat * size : (seat + 1) * size]) for seat in range(4)]
        for counted in (1, 5):
            solver.load(hands, counted, counted, trump=number % 5)
            solver.count(hands, number % 4)
        solver.load(hands, 1, 14)
        solver.count(hands, number % 4, high=1)
        solver.misere.load(hands, number % 4, trump=number % 5)
        solver.misere.beaten(hands, (number + 1) % 4)
    return solver.nodes


if __name__ == "__main__":
    nodes = work()
    FILE.write_text(f"{nodes}\n", encoding="ascii")
    print(nodes)
