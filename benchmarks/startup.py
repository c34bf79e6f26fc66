"""What it takes to begin, and the smallest question: python -m benchmarks.startup"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile

import click
from ouverte import Goal, Objective, Position, Seat, Side, Solver, Suit, solve

from benchmarks.common import boards, heading, options, seconds

TRICKS_PLAYED = 8


@click.command()
@options(deals=200, rounds=15)
def main(deals: int, seed: int, rounds: int) -> None:
    """The import beyond Python's own start, and a soloist's five-card ending by a solver in use, on one thread."""
    heading(None, endings=deals, seed=seed, rounds=rounds, threads=1)
    with tempfile.TemporaryDirectory() as folder:
        # Compiled modules are kept, whatever the environment says, and not in the project's folders.
        environment = os.environ | {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        _start("import ouverte", environment)
        extra = [_start("import ouverte", environment) - _start("pass", environment) for _ in range(rounds)]
    click.echo(f"Import: {1000 * statistics.median(extra):.0f} ms more than Python itself")

    generator, solver = random.Random(seed), Solver()
    times = []
    for board in boards(deals, seed):
        side, trump = Side.of(Seat(generator.randrange(4))), Suit(generator.randrange(4))
        goal = Goal(side, trump, Seat(generator.randrange(4)), Objective.MOST)
        position = Position.start(board.deal, goal)
        for _ in range(4 * TRICKS_PLAYED):
            position = position.play(generator.choice(position.legal_cards()))
        times.append(seconds(solve, position, goal, solver)[0])
    click.echo(
        f"Five-card ending: mean {1000 * statistics.mean(times):.3f} ms, median "
        f"{1000 * statistics.median(times):.3f} ms, maximum {1000 * max(times):.3f} ms"
    )


def _start(code: str, environment: dict[str, str]) -> float:
    return seconds(subprocess.run, [sys.executable, "-c", code], check=True, env=environment)[0]


if __name__ == "__main__":
    main()
