"""Games of two and three seats: whole deals, question by question: python -m benchmarks.games"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import click
from ouverte import GAMES, Contract, Deal, Game, Hand, Position, Seat, Solver, analyse, solve
from ouverte.dealing import shuffle
from ouverte.rules import Preparation

from benchmarks.common import heading, options, seconds

PREFERANS_KNOWN = {"tricks": 1.4, "misère": 3.3}
"""Milliseconds a deal of three by ten cards, as stated for the best solver of preferans known."""


def dealt(game: Game, count: int, seed: int) -> list[Deal]:
    """Random whole deals."""
    generator = random.Random(seed)
    deals = []
    for _ in range(count):
        pack = list(game.pack)
        shuffle(pack, generator)
        hands = (pack[seat * game.hand_size : (seat + 1) * game.hand_size] for seat in range(game.seats))
        deals.append(Deal({seat: Hand.of(hand) for seat, hand in zip(Seat, hands, strict=False)}))
    return deals


def line(what: str, times: list[float], known: float | None = None) -> None:
    """One figure: milliseconds a question."""
    times = sorted(1000 * time for time in times)
    beside = f"; known: {known} ms" if known else ""
    median = statistics.median(times)
    click.echo(f"{what}: mean {statistics.mean(times):.2f} ms, median {median:.2f}, max {times[-1]:.1f}{beside}")


def questions(name: str, deals: int, seed: int, wanted: Callable[[Contract], bool]) -> list[float]:
    """What one question of a kind takes: a random seat, and a random contract of the kind with a random trump."""
    game = GAMES[name]
    generator = random.Random(seed)
    times = []
    for deal in dealt(game, deals, seed):
        contract = generator.choice([each for each in game.contracts if wanted(each)])
        seats = tuple(deal.seats)
        goal = contract.goal(
            generator.choice(seats),
            eldest=generator.choice(seats),
            trump=generator.choice(contract.trump.trumps(None)),
            seats=deal.seats,
        )
        solver = Solver()
        _ = (solver.misere, solver.points)
        time, _result = seconds(solve, Position.start(deal, goal, game.play), goal, solver)
        times.append(time)
    return times


def reports(name: str, deals: int, seed: int) -> list[float]:
    """What the whole report on a deal takes."""
    game = GAMES[name]
    return [seconds(analyse, deal, Seat.WEST, None, game=game)[0] for deal in dealt(game, deals, seed)]


@click.command()
@options(deals=100)
def main(deals: int, seed: int, rounds: int) -> None:
    """Each question with an empty table; the reports with everything the game has, exchanges included."""
    heading(None, deals=deals, seed=seed, rounds=rounds, threads=1)

    def kept(counted: str) -> Callable[[Contract], bool]:
        return lambda each: (
            each.preparation is Preparation.NONE and (each.objective.value == "none") == (counted == "none")
        )

    line("Six-Bid, 3 x 11 cards, points of a seat", questions("six-bid", deals, seed, kept("points")))
    line("Six-Bid, misère", questions("six-bid", deals, seed, kept("none")))
    line("Two-handed Spades, 13 cards, tricks", questions("spades-two-handed", deals, seed, kept("tricks")))
    line("Two-handed Spades, nil", questions("spades-two-handed", deals, seed, kept("none")))
    tricks, misere = (
        questions("preferans", deals, seed, kept("tricks")),
        questions("preferans", deals, seed, kept("none")),
    )
    line("Preferans, 3 x 10 cards, tricks", tricks, PREFERANS_KNOWN["tricks"])
    line("Preferans, misère", misere, PREFERANS_KNOWN["misère"])
    few = max(1, deals // 5)
    for name in ("six-bid", "progressive", "frog", "preferans", "spades-two-handed"):
        line(f"Report on {GAMES[name].title} ({few} deals)", reports(name, few, seed))


if __name__ == "__main__":
    main()
