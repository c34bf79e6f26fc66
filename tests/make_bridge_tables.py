"""Writes data/bridge_tables.tsv: random deals and their bridge tables as DDS has them, through endplay.

python -m tests.make_bridge_tables
"""

from __future__ import annotations

import random
from importlib.metadata import version
from pathlib import Path

FILE = Path(__file__).with_name("data") / "bridge_tables.tsv"
SEED = 1929
FULL = 300
PARTIAL = 40


def main() -> None:
    from endplay.dds import calc_dd_table
    from endplay.types import Deal as Cards
    from endplay.types import Denom, Player

    rng = random.Random(SEED)
    strains = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    lines = [
        f"# {FULL} full deals and {PARTIAL} of 5 to 10 cards a hand, seed {SEED}; answers by DDS (endplay "
        f"{version('endplay')})",
        "# deal, then the tricks of N E S W as declarers in spades, hearts, diamonds, clubs, no trump",
    ]
    for number in range(FULL + PARTIAL):
        size = 13 if number < FULL else 5 + number % 6
        pack = [(suit, rank) for suit in range(4) for rank in range(13)]
        rng.shuffle(pack)
        hands = [pack[seat * size : seat * size + size] for seat in range(4)]
        deal = "N:" + " ".join(
            ".".join("".join("23456789TJQKA"[r] for r in range(12, -1, -1) if (s, r) in hand) for s in range(4))
            for hand in hands
        )
        table = calc_dd_table(Cards(deal))
        # Of a partial deal DDS counts the tricks not dealt as the declarer's.
        cells = [
            str(table[strain, player] - (13 - size))
            for strain in strains
            for player in (Player.north, Player.east, Player.south, Player.west)
        ]
        lines.append(f"{deal}\t{' '.join(cells)}")
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
