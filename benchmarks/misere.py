"""Misères at no trump, the search of their own beside the search for tricks: python -m benchmarks.misere"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import click
from ouverte import SOLO_WHIST, Card, Deal, Hand, Position, SearchLimit, Seat, Solver, Suit, solve, solve_cards
from ouverte.misere import examine_misere
from ouverte.rules import PlayRules
from ouverte.search.engine import MisereSolver
from ouverte.solving import masks

from benchmarks.common import heading, options, seconds

DATA = Path(__file__).parent.parent / "tests" / "data" / "misere.tsv"


def published() -> dict[str, list[tuple[Deal, Seat, Seat, bool | None]]]:
    """Deal, bidder, leader and whether he is beaten, by the name of the set."""
    sets: dict[str, list[tuple[Deal, Seat, Seat, bool | None]]] = {}
    with DATA.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            fate = row["verdict"] == "beaten"
            sets.setdefault(row["set"], []).append(
                (Deal.from_pbn(row["deal"]), Seat.NORTH, Seat.parse(row["leader"]), fate)
            )
    return sets


def worth_bidding(hand: Hand) -> bool:
    """Whether a hand is a candidate: no suit without a five or lower, and no more than two that are not safe alone."""
    risky = 0
    for suit in Suit:
        ranks = sorted(card.rank for card in hand if card.suit is suit)
        if ranks and ranks[0] > 3:
            return False
        risky += any(rank > 2 * place for place, rank in enumerate(ranks))
    return risky <= 2


def fresh(count: int, seed: int) -> Iterator[tuple[Deal, Seat, Seat, bool | None]]:
    """Candidate hands of random deals, any seat leading."""
    rng = random.Random(seed)
    cards = [Card(suit, rank) for suit in Suit for rank in range(13)]
    while True:
        rng.shuffle(cards)
        deal = Deal({seat: Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in Seat})
        for bidder in Seat:
            if worth_bidding(deal[bidder]):
                if not count:
                    return
                count -= 1
                yield deal, bidder, rng.choice(list(Seat)), None


@click.command()
@options(deals=2000)
@click.option(
    "--general/--no-general", default=True, help="The search for tricks as well, up to 2,000,000 nodes a deal."
)
def main(deals: int, seed: int, rounds: int, general: bool) -> None:
    """The published deals by sets, and fresh hands worth bidding; then the verdict on every card over one verdict."""
    heading(None, deals=deals, seed=seed, rounds=rounds, threads=1)
    sets = published() | {"fresh": list(fresh(deals, seed))}
    rules = PlayRules()
    solver, tricks = MisereSolver(), Solver()
    for name, questions in sets.items():
        times, general_times = [], []
        before, open_ones = solver.nodes, 0
        for deal, bidder, leader, fate in questions:
            hands = masks(deal, rules)
            best = float("inf")
            for _ in range(rounds):
                solver.switch()  # forgets the deal
                loading, _ = seconds(solver.load, hands, bidder)
                asking, beaten = seconds(solver.beaten, hands, leader)
                best = min(best, loading + asking)
            times.append(best)
            if fate is not None and beaten != fate:
                raise click.ClickException(f"{deal}: beaten is {beaten}, published as {fate}")
            if general and name != "fresh":
                tricks.switch()
                loading, _ = seconds(tricks.load, hands, 1 << bidder, 15 & ~(1 << bidder))
                try:
                    asking, taken = seconds(tricks.count, hands, leader, high=1, node_limit=2_000_000)
                except SearchLimit:
                    open_ones += 1
                    continue
                general_times.append(loading + asking)
                if bool(taken) != beaten:
                    raise click.ClickException(f"{deal}: the two searches differ")
        click.echo(
            f"{name}, {len(times)} deals: mean {1000 * sum(times) / len(times):.2f} ms, "
            f"max {1000 * max(times):.1f} ms, nodes {(solver.nodes - before) // len(times) // rounds} a deal"
        )
        if general_times:
            click.echo(
                f"  the search for tricks: mean {1000 * sum(general_times) / len(general_times):.1f} ms, "
                f"max {1000 * max(general_times):.0f} ms over {len(general_times)}; {open_ones} given up"
            )
    every_card(sets["random"])


def every_card(questions: list[tuple[Deal, Seat, Seat, bool | None]]) -> None:
    """The verdict on each card of the first lead, and the whole examination, over the verdict alone."""
    one_total = cards_total = all_total = 0.0
    solver = Solver()
    for deal, bidder, leader, _ in questions:
        goal = SOLO_WHIST.contract("misere").goal(bidder, eldest=leader)
        position = Position.start(deal, goal)
        solver.misere.switch()
        one_total += seconds(solve, position, goal, solver)[0]
        solver.misere.switch()
        cards_total += seconds(solve_cards, position, goal, solver)[0]
        solver.misere.switch()
        all_total += seconds(examine_misere, position, goal, solver)[0]
    one, cards, whole = (1000 * total / len(questions) for total in (one_total, cards_total, all_total))
    click.echo(
        f"One verdict {one:.2f} ms; on every card {cards:.2f} ms, ratio {cards / one:.1f}; "
        f"with the earliest trick and a line {whole:.1f} ms"
    )


if __name__ == "__main__":
    main()
