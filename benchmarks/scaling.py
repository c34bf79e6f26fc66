"""What a second processor core brings: python -m benchmarks.scaling"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import click
from ouverte import Deal, Solver, double_dummy_table

from benchmarks.common import Peer, boards, heading, options, seconds
from benchmarks.worker import Worker

Work = Callable[[Sequence[Deal]], None]


@click.command()
@options(deals=40)
def main(deals: int, seed: int, rounds: int) -> None:
    """Bridge tables of random deals: one thread, two threads each with a solver, two processes; the peer likewise."""
    heading(Peer(), deals=deals, seed=seed, rounds=rounds)
    dealt = [board.deal for board in boards(deals, seed)]
    halves = [dealt[::2], dealt[1::2]]
    ways: dict[str, tuple[Work, list[list[Deal]]]] = {
        "ours, one thread": (_ours, [dealt]),
        "ours, two threads": (_ours_threads, [dealt]),
        "ours, two processes": (_ours, halves),
        "the peer, one thread": (partial(_peers, 1), [dealt]),
        "the peer, two threads": (partial(_peers, 2), [dealt]),
        "the peer, two processes": (partial(_peers, 1), halves),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (work, parts) in ways.items():
            times[name].append(_time(work, parts))
    for name, taken in times.items():
        base = times["ours, one thread" if name.startswith("ours") else "the peer, one thread"]
        gain = statistics.median(one / this for one, this in zip(base, taken, strict=True))
        click.echo(f"{name}: {1000 * statistics.median(taken) / deals:.1f} ms a deal, gain {gain:.2f}")


def _time(work: Work, parts: list[list[Deal]]) -> float:
    """Seconds for all parts at once, each in a process that is ready before the clock starts."""
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker()) for _ in parts]

        def run(sizes: Sequence[int | None]) -> None:
            for worker, part, size in zip(workers, parts, sizes, strict=True):
                worker.ask(work, part[:size])
            for worker in workers:
                worker.result()

        run([1] * len(parts))
        return seconds(run, [None] * len(parts))[0]


def _ours(dealt: Sequence[Deal]) -> None:
    solver = Solver()
    for deal in dealt:
        double_dummy_table(deal, solver)


def _ours_threads(dealt: Sequence[Deal]) -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_ours, [dealt[::2], dealt[1::2]]))


def _peers(threads: int, dealt: Sequence[Deal]) -> None:
    peer = Peer(threads)
    for deal in dealt:
        peer.solve(peer.deal(deal))


if __name__ == "__main__":
    main()
