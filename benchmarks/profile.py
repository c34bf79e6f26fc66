"""Where one deal's report spends its work: python -m benchmarks.profile"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import click
from ouverte import Seat, Side, Solver, Suit, analyse
from tabulate import tabulate

from benchmarks.common import boards, heading

FUNCTIONS = 16
"""How many functions are listed."""


class Watched(Solver):
    """A solver that notes what it is asked."""

    def __init__(self) -> None:
        self.rows: list[tuple[object, ...]] = []
        self._asked = ("", "")

    def load(self, hands: Any, counted: int, high: int, *, trump: int = 4, **rules: bool) -> None:
        wants = "" if counted == high else " (wants none)"
        self._asked = (f"{Side(counted)}{wants}", Suit(trump).letter if trump < 4 else "NT")
        super().load(hands, counted, high, trump=trump, **rules)

    def count(self, hands: Any, leader: int, trick: Any = (), **asked: int) -> int:
        start, nodes = perf_counter(), self.nodes
        found = super().count(hands, leader, trick, **asked)
        self._note(leader, f"{asked.get('low', 0)} to {asked.get('high', 13)}", asked.get("guess"), found, start, nodes)
        return found

    def reaches(self, hands: Any, leader: int, trick: Any, need: int, **asked: int) -> bool:
        start, nodes = perf_counter(), self.nodes
        found = super().reaches(hands, leader, trick, need, **asked)
        self._note(leader, f"{need} or more", None, "yes" if found else "no", start, nodes)
        return found

    def _note(self, leader: int, asked: str, guess: int | None, found: object, start: float, nodes: int) -> None:
        time = 1000 * (perf_counter() - start)
        self.rows.append((*self._asked, Seat(leader).letter, asked, guess, found, self.nodes - nodes, f"{time:.1f}"))


@click.command()
@click.option("--board", type=click.IntRange(min=1), default=1, show_default=True, help="Which board of the seed.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which deals.")
@click.option("--verdicts", is_flag=True, help="Only whether each contract makes.")
@click.option("--callgrind", is_flag=True, help="Instructions by function too; needs valgrind, and takes a minute.")
def main(board: int, seed: int, verdicts: bool, callgrind: bool) -> None:
    """Nodes and time of every question that the report on one random deal asks the search."""
    if callgrind and not (shutil.which("valgrind") and shutil.which("callgrind_annotate")):
        raise click.ClickException("valgrind is not installed: --callgrind needs it, from the system's packages")
    heading(None, board=board, seed=seed, threads=1)
    chosen = boards(board, seed)[-1]
    assert chosen.dealer is not None
    click.echo(f"{chosen.deal}, turn-up {chosen.turn_up}")
    solver = Watched()
    analyse(chosen.deal, chosen.dealer, chosen.turned_up, numbers=not verdicts, solver=solver)
    time = sum(float(str(row[-1])) for row in solver.rows)
    rows = [*solver.rows, ("all", "", "", "", None, "", solver.nodes, f"{time:.1f}")]
    click.echo(tabulate(rows, headers=["side", "trump", "leader", "asked", "guess", "found", "nodes", "ms"]))
    if callgrind:
        click.echo(_instructions(["--board", str(board), "--seed", str(seed)] + ["--verdicts"] * verdicts))


def _instructions(arguments: list[str]) -> str:
    """The functions of the search by the instructions they took themselves, as a table."""
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        this = [sys.executable, "-m", "benchmarks.profile", *arguments]
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}"]
        subprocess.run([*tool, *this], check=True, capture_output=True)
        annotate = ["callgrind_annotate", "--auto=no", "--threshold=100", str(counts)]
        text = subprocess.run(annotate, check=True, capture_output=True, text=True).stdout
    # A function that calls itself has a second line with '2 after its name.
    counted: Counter[str] = Counter()
    for number, name in re.findall(r"^\s*([\d,]+) .*?[^\s:]+:([\w.]+)\S* \[\S*/search/", text, re.MULTILINE):
        counted[re.sub(r"^__pyx_\w+?_7ouverte_6search_\d*|\.\w+\.\d+$", "", name)] += int(number.replace(",", ""))
    total = counted.total()
    rows = [(number / 1e6, 100 * number / total, name) for name, number in counted.most_common(FUNCTIONS)]
    headers = [f"million instructions of {total / 1e6:.0f}", "%", "function"]
    return "\n" + tabulate(rows, headers=headers, floatfmt=".1f")


if __name__ == "__main__":
    main()
