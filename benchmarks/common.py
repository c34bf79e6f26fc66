"""What the benchmarks share: seeded deals, the peer, paired rounds and the first lines of what is printed."""

from __future__ import annotations

import ctypes
import importlib
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

import click
from ouverte import Deal, __version__
from ouverte.dealing import random_boards
from ouverte.pbn import Board
from ouverte.search import engine

T = TypeVar("T")
P = ParamSpec("P")
Command = TypeVar("Command", bound=Callable[..., Any])
Table = dict[str, dict[str, int]]


def boards(count: int, seed: int) -> list[Board]:
    """The first boards of a seed, with dealer and turn-up."""
    return list(islice(random_boards(seed), count))


def seconds(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> tuple[float, T]:
    """How long a call takes, and what it returns."""
    start = perf_counter()
    result = function(*arguments, **named)
    return perf_counter() - start, result


class Peer:
    """DDS, through endplay, on as many threads as it is told to use."""

    def __init__(self, threads: int = 1) -> None:
        """Raises ClickException when endplay is not installed."""
        try:
            # Imported by name, so that the types can be checked where it is not installed.
            self._dds, self._raw, self._types = (
                importlib.import_module(f"endplay.{name}") for name in ("dds", "_dds", "types")
            )
        except ImportError:
            raise click.ClickException("endplay, the peer, is not installed: pip install '.[bench]'") from None
        self._raw.SetMaxThreads(threads)
        denominations, players = self._types.Denom, self._types.Player
        self._strains = {
            "S": denominations.spades,
            "H": denominations.hearts,
            "D": denominations.diamonds,
            "C": denominations.clubs,
            "NT": denominations.nt,
        }
        self._seats = {"N": players.north, "E": players.east, "S": players.south, "W": players.west}

    def __str__(self) -> str:
        # Room for all of its DDSInfo, which endplay declares shorter than DDS writes it; it begins with the version.
        info = ctypes.create_string_buffer(8192)
        self._raw._dll.GetDDSInfo(info)
        return f"DDS {'.'.join(map(str, (ctypes.c_int * 3).from_buffer(info)))} in endplay {version('endplay')}"

    def deal(self, deal: Deal) -> Any:
        """A deal as the peer takes it."""
        return self._types.Deal(deal.to_pbn())

    def solve(self, deal: Any) -> Any:
        """The bridge table of such a deal, as the peer gives it."""
        return self._dds.calc_dd_table(deal)

    def table(self, found: Any) -> Table:
        """What `solve` gave, as `ouverte.double_dummy_table` writes it."""
        return {
            strain: {seat: found[denomination, player] for seat, player in self._seats.items()}
            for strain, denomination in self._strains.items()
        }


@dataclass
class Rounds:
    """Total seconds of ours and the peer's, round by round."""

    deals: int
    ours: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)

    def line(self, what: str) -> str:
        """Medians of the rounds: milliseconds a deal, and ours over the peer's with its range."""
        ratios = [ours / peer for ours, peer in zip(self.ours, self.peer, strict=True)]
        ours, peer = (1000 * statistics.median(total) / self.deals for total in (self.ours, self.peer))
        return (
            f"{what}: ours {ours:.1f} ms a deal, the peer's table {peer:.1f} ms, "
            f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def paired(
    dealt: Sequence[Board],
    rounds: int,
    peer: Peer,
    question: Callable[[Board], T],
    agree: Callable[[Board, T, Table], bool],
) -> Rounds:
    """Ours and the peer's bridge table in turn, deal by deal; every other round the peer goes first.

    Raises ClickException for a deal on which the two do not agree.
    """
    cards = [peer.deal(board.deal) for board in dealt]
    peer.solve(cards[-1])  # it sets up its memory when first asked
    times = Rounds(len(dealt))
    for number in range(rounds):
        ours = theirs = 0.0
        for board, deal in zip(dealt, cards, strict=True):
            if number % 2:
                peer_time, table = seconds(peer.solve, deal)
                time, answer = seconds(question, board)
            else:
                time, answer = seconds(question, board)
                peer_time, table = seconds(peer.solve, deal)
            ours += time
            theirs += peer_time
            if not agree(board, answer, peer.table(table)):
                raise click.ClickException(f"board {board.name}, {board.deal}: ours and the peer's answers differ")
        times.ours.append(ours)
        times.peer.append(theirs)
    return times


def heading(peer: Peer | None, **numbers: int) -> None:
    """Print versions, and what was run on: deals, seed and the like."""
    names = [f"ouverte {__version__} ({engine.BUILD})"] + [str(peer)] * (peer is not None)
    click.echo(", ".join([*names, f"Python {platform.python_version()} on {platform.machine()}"]))
    click.echo(", ".join(f"{name} {number}" for name, number in numbers.items()))


def options(*, deals: int = 100, rounds: int | None = 3) -> Callable[[Command], Command]:
    """The options `--deals`, `--seed` and, where there are rounds, `--rounds`."""
    some = click.IntRange(min=1)
    chosen = [
        click.option("--deals", type=some, default=deals, show_default=True, help="How many random deals."),
        click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which deals."),
    ]
    if rounds is not None:
        chosen.append(click.option("--rounds", type=some, default=rounds, show_default=True, help="How often."))

    def add(command: Command) -> Command:
        for option in reversed(chosen):
            command = option(command)
        return command

    return add
