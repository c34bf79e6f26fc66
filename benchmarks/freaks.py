"""Deals that are hard beyond all measure: python -m benchmarks.freaks"""

from __future__ import annotations

import click
from ouverte import Deal, double_dummy_table

from benchmarks.common import Peer, Table, heading, seconds
from benchmarks.worker import Worker, peak_memory

DEALS = {
    "three suits each": "N:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74",
    "two suits each, in a ring": "N:AQT8642.KJ9753.. .AQT8642.KJ9753. ..AQT8642.KJ9753 KJ9753...AQT8642",
    "two suits each, shared by opponents": "N:AJ9753.KQT8642.. KQT8642.AJ9753.. ..AJ9753.KQT8642 ..KQT8642.AJ9753",
}


@click.command()
@click.option("--peer", "with_peer", is_flag=True, help="Ask the peer too, which takes minutes.")
@click.option("--timeout", type=click.IntRange(min=1), default=300, show_default=True, help="Seconds for each table.")
def main(with_peer: bool, timeout: int) -> None:
    """Time and peak memory of a whole bridge table, each in a process of its own with one thread."""
    heading(Peer() if with_peer else None, deals=len(DEALS), threads=1)
    for name, text in DEALS.items():
        answers = []
        for who, table in (("ours", _ours), ("the peer", _peers))[: 1 + with_peer]:
            with Worker() as worker:
                worker.ask(table, text)
                try:
                    time, memory, answer = worker.result(timeout)
                except TimeoutError:
                    click.echo(f"{name}: {who} not done after {timeout} s")
                    continue
            answers.append(answer)
            click.echo(f"{name}: {who} {time:.2f} s, {memory:.0f} MB")
        if len(answers) == 2 and answers[0] != answers[1]:
            raise click.ClickException(f"{text}: ours and the peer's answers differ")


def _ours(text: str) -> tuple[float, float, Table]:
    deal = Deal.from_pbn(text)
    time, table = seconds(double_dummy_table, deal)
    return time, peak_memory(), table


def _peers(text: str) -> tuple[float, float, Table]:
    peer = Peer()
    deal = peer.deal(Deal.from_pbn(text))
    time, found = seconds(peer.solve, deal)
    return time, peak_memory(), peer.table(found)


if __name__ == "__main__":
    main()
