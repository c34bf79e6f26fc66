"""A play judged card by card against one solve of its deal: python -m benchmarks.review"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence

import click
from ouverte import Card, Goal, Position, Solver, best_line, solve
from ouverte.review import review

from benchmarks.common import boards, heading, options, seconds
from benchmarks.soloist import question

Play = tuple[Position, Goal, tuple[Card, ...]]


def random_play(start: Position, generator: random.Random) -> tuple[Card, ...]:
    """Any legal cards to the last."""
    position = start
    while position.to_play is not None:
        position = position.play(generator.choice(position.legal_cards()))
    return position.played


def compared(plays: Sequence[Play], rounds: int) -> str:
    """Reviews and solves of the same deals, each by a solver that knows nothing of the deal yet."""
    solver = Solver()
    totals, ratios = [], list[float]()
    for _ in range(rounds):
        work = [0.0, 0.0, 0.0, 0.0]
        for position, goal, cards in plays:
            solver.switch()  # forgets the deal
            nodes = solver.nodes
            time, found = seconds(solve, position, goal, solver)
            solver.switch()
            between = solver.nodes
            whole, judged = seconds(review, position, goal, cards, solver)
            if judged.before != found.value:
                raise click.ClickException(f"{position.deal}: the review and the value differ")
            ratios.append((solver.nodes - between) / max(between - nodes, 1))
            for i, amount in enumerate((time, whole, between - nodes, solver.nodes - between)):
                work[i] += amount
        totals.append((work[1] / work[0], *work))
    ratio, one, every, one_nodes, every_nodes = (statistics.median(column) for column in zip(*totals, strict=True))
    return (
        f"{1000 * every / len(plays):.1f} ms, one solve {1000 * one / len(plays):.1f} ms, ratio {ratio:.2f}; "
        f"nodes {every_nodes / len(plays):.0f} and {one_nodes / len(plays):.0f}, ratio {every_nodes / one_nodes:.2f}, "
        f"of single deals median {statistics.median(ratios):.2f} and maximum {max(ratios):.2f}"
    )


@click.command()
@options(deals=20)
def main(deals: int, seed: int, rounds: int) -> None:
    """All 52 cards of a play, a soloist with trumps against three: random legal cards, and best play."""
    heading(None, deals=deals, seed=seed, rounds=rounds, threads=1)
    generator = random.Random(seed)
    questions = [question(board, generator) for board in boards(deals, seed)]
    random_plays = [(position, goal, random_play(position, generator)) for position, goal in questions]
    click.echo(f"Review of a random play: {compared(random_plays, rounds)}")
    best = [(position, goal, best_line(position, goal)) for position, goal in questions]
    click.echo(f"Review of best play: {compared(best, rounds)}")


if __name__ == "__main__":
    main()
