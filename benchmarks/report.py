"""The whole Solo Whist report against the peer's bridge table: python -m benchmarks.report"""

from __future__ import annotations

import click
from ouverte import Report, Seat, Side, Solver, analyse
from ouverte.pbn import Board

from benchmarks.common import Peer, Table, boards, heading, options, paired


@click.command()
@options()
def main(deals: int, seed: int, rounds: int) -> None:
    """Every contract of random deals with its exact tricks, on one thread."""
    compare("Report", deals, seed, rounds, numbers=True)


def compare(what: str, deals: int, seed: int, rounds: int, *, numbers: bool) -> None:
    """Print the time of reports against the peer's."""
    peer, solver = Peer(), Solver()
    heading(peer, deals=deals, seed=seed, rounds=rounds, threads=1)

    def report(board: Board) -> Report:
        assert board.dealer is not None
        return analyse(board.deal, board.dealer, board.turned_up, numbers=numbers, solver=solver)

    click.echo(paired(boards(deals, seed), rounds, peer, report, _agree).line(what))


def _agree(board: Board, report: Report, table: Table) -> bool:
    """Whether the two pairs that face each other take what the peer says: the dealer declares, the eldest leads."""
    dealer = board.dealer
    assert dealer is not None
    assert board.turned_up is not None
    tricks = table[board.turned_up.letter][dealer.letter]
    partners = Side.of((dealer, Seat((dealer + 2) % 4)))
    for side, expected in ((partners, tricks), (partners.others, 13 - tricks)):
        (entry,) = report.of("proposal", side)
        if entry.makes != (expected >= 8) or entry.value not in (None, expected):
            return False
    return True


if __name__ == "__main__":
    main()
