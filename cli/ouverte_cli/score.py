"""``ouverte score``: who pays whom, board by board, and the running totals of a session."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click
from ouverte.rules.ruleset import RuleSet
from ouverte.scoring import Scored, Totals, player, score

from ouverte_cli.batch import answer_boards
from ouverte_cli.diagram import title
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import Found, Source, deal_options
from ouverte_cli.par_words import amount_text

EXAMPLES = """\
\b
Examples:
  ouverte score hands/session.pbn
  ouverte score --rules russian hands/historic.pbn
  ouverte score --rules english+base-4 --format csv hands/session.pbn
"""


@click.command("score", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@format_option
def command(source: Source, rules: RuleSet, output_format: str) -> int:
    """Settle the boards of a session: who pays whom, and what each player has won or lost so far.

    The contract is that of the Contract and Declarer tags, or of the auction; the tricks are those of a complete play,
    or of the Result tag. A contract of Pass is a hand that was thrown in. Players go by their names, so that they may
    change seats from board to board; a seat without a name goes by its letter. A board that cannot be settled is
    reported and is not in the totals.

    In json amounts are texts, so that they are exact: "9/4".
    """
    totals = Totals(rules)

    def answer(found: Found) -> Answer:
        scored = score(found.board, rules)
        return Settled(found, scored, totals.add(found.board, scored.settlement))

    return answer_boards(source, output_format, answer)


class Settled(Answer):
    """One board, and the totals after it."""

    def __init__(self, found: Found, scored: Scored, totals: Mapping[str, Fraction]) -> None:
        self._found = found
        self._board = found.board
        self._scored = scored
        self._totals = totals

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        scored = self._scored
        return [
            self._head()
            | {
                "payments": {seat.letter: str(each) for seat, each in scored.settlement.payments.items()},
                "transfers": [
                    {"from": each.payer.letter, "to": each.payee.letter, "amount": str(each.amount)}
                    for each in scored.settlement.transfers
                ],
                "totals": {name: str(total) for name, total in self._totals.items()},
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row for each seat."""
        return [
            self._head()
            | {
                "seat": seat.letter,
                "player": player(self._board, seat),
                "payment": str(amount),
                "total": str(self._totals[player(self._board, seat)]),
            }
            for seat, amount in self._scored.settlement.payments.items()
        ]

    def page(self, page: Page) -> str:
        """A sentence, and a table of the players."""
        payments = {player(self._board, seat): each for seat, each in self._scored.settlement.payments.items()}
        rows = [
            [name, amount_text(payments[name]) if name in payments else "sits out", amount_text(total)]
            for name, total in self._totals.items()
        ]
        return page.join(
            [
                page.heading(title(self._board, self._found.label)),
                self._sentence(),
                page.table(["Player", "this board", "so far"], rows),
            ]
        )

    def _head(self) -> dict[str, Any]:
        scored = self._scored
        return {
            "file": self._found.file,
            "board": self._found.label,
            "contract": scored.contract,
            "by": None if scored.side is None else str(scored.side),
            "taken": scored.taken,
            "made": scored.settlement.made,
            "misery": scored.misery,
        }

    def _sentence(self) -> str:
        scored = self._scored
        if scored.side is None or scored.contract is None:
            return "All passed: misery." if scored.misery else "Thrown in: nobody pays."
        who = " and ".join(player(self._board, seat) for seat in scored.side)
        named = self._board.game.contract(scored.contract).title
        tricks = f"{scored.taken} trick{'s' * (scored.taken != 1)}"
        return f"{named} by {who}: {tricks}, {'made' if scored.settlement.made else 'lost'}."
