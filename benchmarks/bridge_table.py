"""The bridge table, ours against the peer's: python -m benchmarks.bridge_table"""

from __future__ import annotations

import click
from ouverte import Solver, double_dummy_table

from benchmarks.common import Peer, boards, heading, options, paired


@click.command()
@options()
def main(deals: int, seed: int, rounds: int) -> None:
    """Five strains and four declarers of random deals, on one thread."""
    peer, solver = Peer(), Solver()
    heading(peer, deals=deals, seed=seed, rounds=rounds, threads=1)
    times = paired(
        boards(deals, seed),
        rounds,
        peer,
        lambda board: double_dummy_table(board.deal, solver),
        lambda _, ours, peers: ours == peers,
    )
    click.echo(times.line("Bridge table"))


if __name__ == "__main__":
    main()
