"""One seat with a trump suit against three: mean and tail, python -m benchmarks.soloist"""

from __future__ import annotations

import random
import statistics

import click
from ouverte import Goal, Objective, Position, Seat, Side, Solver, Suit, solve
from ouverte.pbn import Board

from benchmarks.common import boards, heading, seconds


def question(board: Board, generator: random.Random) -> tuple[Position, Goal]:
    """A soloist's tricks in a deal: a seat and a trump suit drawn at random, the eldest hand leading."""
    assert board.dealer is not None
    seat, trump = Seat(generator.randrange(4)), Suit(generator.randrange(4))
    goal = Goal(Side.of(seat), trump, board.dealer.left, Objective.MOST)
    return Position.start(board.deal, goal), goal


@click.command()
@click.option("--solves", type=click.IntRange(min=2), default=1000, show_default=True, help="How many random solves.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which deals and soloists.")
def main(solves: int, seed: int) -> None:
    """One soloist's exact tricks in a random trump suit, each in a deal of its own, on one thread."""
    heading(None, solves=solves, seed=seed, threads=1)
    solver, generator = Solver(), random.Random(seed)
    times = []
    for board in boards(solves, seed):
        position, goal = question(board, generator)
        time, _ = seconds(solve, position, goal, solver)
        assert goal.trump is not None
        times.append((1000 * time, f"board {board.name}, {goal.side} in {goal.trump.word}"))
    sizes = sorted(time for time, _ in times)
    mean, largest = statistics.mean(sizes), sizes[-1]
    high = sizes[-(-99 * solves // 100) - 1]
    click.echo(
        f"One against three: mean {mean:.1f} ms, median {statistics.median(sizes):.1f} ms, 99th percentile {high:.1f} "
        f"ms, maximum {largest:.1f} ms; over the mean {high / mean:.1f} and {largest / mean:.1f}; "
        f"{solver.nodes / solves:.0f} nodes a solve; slowest: {max(times)[1]}"
    )


if __name__ == "__main__":
    main()
