"""Which contracts make, without the numbers, against the peer's bridge table: python -m benchmarks.makes"""

from __future__ import annotations

import click

from benchmarks.common import options
from benchmarks.report import compare


@click.command()
@options()
def main(deals: int, seed: int, rounds: int) -> None:
    """Whether each contract of random deals makes, on one thread."""
    compare("Verdicts", deals, seed, rounds, numbers=False)


if __name__ == "__main__":
    main()
