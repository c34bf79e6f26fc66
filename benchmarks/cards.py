"""The values of all legal cards against one solve: python -m benchmarks.cards"""

from __future__ import annotations

import random
import statistics

import click
from ouverte import Solver, solve, solve_cards

from benchmarks.common import boards, heading, options, seconds
from benchmarks.soloist import question


@click.command()
@options(deals=60)
def main(deals: int, seed: int, rounds: int) -> None:
    """The first lead, a soloist with trumps against three: its value; then all cards', by a solver begun afresh."""
    heading(None, deals=deals, seed=seed, rounds=rounds, threads=1)
    generator = random.Random(seed)
    questions = [question(board, generator) for board in boards(deals, seed)]
    solver = Solver()
    totals = []
    for _ in range(rounds):
        one_total = all_total = 0.0
        for position, goal in questions:
            solver.switch()  # forgets the deal
            time, found = seconds(solve, position, goal, solver)
            one_total += time
            solver.switch()
            time, cards = seconds(solve_cards, position, goal, solver)
            all_total += time
            best = max if position.to_play in goal.side else min
            if best(card.value for card in cards) != found.value:
                raise click.ClickException(f"{position.deal}: the best card and the value differ")
        totals.append((all_total / one_total, one_total, all_total))
    ratio, one, every = (statistics.median(column) for column in zip(*totals, strict=True))
    click.echo(f"All cards: {1000 * every / deals:.1f} ms, one solve {1000 * one / deals:.1f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
