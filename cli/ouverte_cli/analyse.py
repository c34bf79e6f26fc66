"""``ouverte analyse``: every contract of a deal, for every seat and pair."""

from __future__ import annotations

from typing import Any

import click
from ouverte import Contract, Entry, Game, Objective, Report, Seat, Side, analyse
from ouverte.par import Offers, Par, pays_tricks
from ouverte.pbn import Board
from ouverte.rules import Measure, Preparation
from ouverte.rules.ruleset import RuleSet

from ouverte_cli.batch import MissingFact, answer_boards, known_dealer, known_leader, new_solver
from ouverte_cli.diagram import hand_diagram, listed, seat_label, title, trump_code, trump_text, widow_text
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.exchange import exchange_fields, exchange_text
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import SEAT, Found, Source, deal_options, memory_option
from ouverte_cli.output import style
from ouverte_cli.par_fields import auction_fields
from ouverte_cli.par_words import par_sentence

EXAMPLES = """\
\b
Examples:
  ouverte analyse hands/founding-example.pbn
  ouverte analyse --format csv hands/random20.pbn
  ouverte analyse --verdicts hands/random20.pbn
  ouverte analyse --dealer N --turn-up H2 --deal \\
    "N:76543.2..KJT9642 .AKQJT9.T9.AQ753 JT982.7543.764.8 AKQ.86.AKQJ8532."
"""


@click.command("analyse", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@click.option("--declared-trumps", is_flag=True, help="Also abundance declared in a trump suit of the bidder's choice.")
@click.option("--lead", type=SEAT, metavar="SEAT", show_default="eldest", help="Who leads.")
@click.option("--verdicts", is_flag=True, help="Only whether each contract makes, not the tricks: many times faster.")
@memory_option
@format_option
def command(
    source: Source,
    declared_trumps: bool,
    lead: Seat | None,
    rules: RuleSet,
    verdicts: bool,
    memory: int,
    output_format: str,
) -> int:
    """Say which contracts each seat, and each pair, could make with best play by all.

    Deals are read from FILES, from standard input (-) or from --deal; the dealer and the turned-up suit must be known.
    The options --dealer, --turn-up and --trump take the place of what a file says.

    The table has contracts down and seats across: tricks taken, and a tick where that makes the contract. For an
    abundance the best trump suit is shown. With --verdicts the numbers are left out (null in json). In games for card
    points they are points, the widow included where it counts; the contracts that begin with an exchange show the best
    one: the cards to lay away, or the card to call and the card to give for it.

    The last line is par: how the auction would end, under the rules of --rules, if all four bid knowing every card;
    ouverte par says more of it. It is left out for hands that are not whole, and with --verdicts where payments go by
    the trick. In json a single board gives an object, several boards a list; jsonl has an object a line for each board.
    """

    def answer(found: Found) -> Answer:
        board = found.board
        leader = known_leader(board, lead)
        if board.game.counts_undealt and board.undealt is None:
            raise MissingFact('the widow is not known: expected a Widow tag, or --widow (--widow "none" for no card)')
        if board.turned_up is None and any(contract.trump.turned_up for contract in board.game.contracts):
            raise MissingFact("the turned-up suit is not known: expected a TurnUp tag, or --turn-up or --trump")
        variants = ("declared-trumps",) if declared_trumps else ()
        solver = new_solver(memory)
        report = analyse(
            board.deal,
            board.dealer,
            board.turned_up,
            game=rules.game if rules.game.name == board.game.name else board.game,
            variants=variants,
            numbers=not verdicts,
            widow=board.widow,
            leader=leader,
            solver=solver,
        )
        par = None if lead is not None else _par(board, report, rules)
        return Analysis(found, report, par, solver.nodes)

    return answer_boards(source, output_format, answer)


def _par(board: Board, report: Report, rules: RuleSet) -> Par | None:
    """Par, None for a game that has other rules, for an ending, and where verdicts alone do not say what is paid."""
    if report.game.name != rules.game.name or board.deal.size != rules.game.hand_size:
        return None
    if pays_tricks(rules) and any(entry.value is None for entry in report.entries):
        return None
    return Par(Offers(rules, report), known_dealer(board))


class Analysis(Answer):
    """The report on one board."""

    def __init__(self, found: Found, report: Report, par: Par | None, nodes: int) -> None:
        self._found = found
        self._board = found.board
        self._report = report
        self._par = par
        self._nodes = nodes

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        board = self._board
        return [
            {
                "file": self._found.file,
                "board": self._found.label,
                "deal": str(board.deal),
                "dealer": None if board.dealer is None else board.dealer.letter,
                "turn_up": None if board.turn_up is None else str(board.turn_up),
                "trump": None if board.turned_up is None else board.turned_up.letter,
                "game": board.game.name,
                **self._widow_fields(),
                "names": {seat.letter: name for seat, name in board.names.items()},
                "contracts": [_fields(entry, self._report.game) for entry in self._report.entries],
                "par": self._par_fields(),
                "nodes": self._nodes,
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row for each contract and side."""
        head = {"file": self._found.file, "board": self._found.label}
        return [head | _fields(entry, self._report.game) for entry in self._report.entries]

    def page(self, page: Page) -> str:
        """Diagram, table of seats, table of pairs, what can be made, and par."""
        contracts = {contract.name: contract for contract in (entry.contract for entry in self._report.entries)}
        sizes = sorted({contract.players for contract in contracts.values()})
        leads = f"{seat_label(self._board, self._report.eldest)} leads"
        return page.join(
            [
                page.heading(f"{title(self._board, self._found.label)}, {leads}"),
                page.block(hand_diagram(self._board)),
                widow_text(self._board),
                *(self._table(page, [each for each in contracts.values() if each.players == size]) for size in sizes),
                self._exchanges(page),
                self._sentence(list(contracts.values())),
                "" if self._par is None else par_sentence(self._board, self._par.offers, self._par.auction.outcome),
            ]
        )

    def _widow_fields(self) -> dict[str, Any]:
        if not self._board.game.counts_undealt:
            return {}
        return {"widow": [str(card) for card in self._board.undealt or ()]}

    def _exchanges(self, page: Page) -> str:
        """The best exchange for each seat, in the contracts that begin with one."""
        rows = []
        contracts = {entry.contract.name: entry.contract for entry in self._report.entries if entry.exchange}
        for contract in contracts.values():
            for side in dict.fromkeys(entry.goal.side for entry in self._report.of(contract.name)):
                best = self._report.best(contract.name, side)
                if best.exchange is not None:
                    rows.append([contract.title, seat_label(self._board, side.only), exchange_text(best.exchange)])
        return page.table(["Contract", "by", "best exchange"], rows) if rows else ""

    def _par_fields(self) -> dict[str, Any] | None:
        if self._par is None:
            return None
        offers = self._par.offers
        return {"rules": offers.rules.name} | auction_fields(self._par.auction, offers)

    def _table(self, page: Page, contracts: list[Contract]) -> str:
        sides = [entry.goal.side for entry in self._report.of(contracts[0].name)]
        sides = list(dict.fromkeys(sides))
        alone = contracts[0].players == 1
        headers = [seat_label(self._board, side.only) if alone else str(side) for side in sides]
        rows = [
            [contract.title, _needs(contract, self._board.game), *(self._cell(contract, side) for side in sides)]
            for contract in contracts
        ]
        return page.table(["Contract", "needs", *headers], rows)

    def _cell(self, contract: Contract, side: Side) -> str:
        entry = self._report.best(contract.name, side)
        if contract.objective is Objective.NONE:
            return _good("safe ✓") if entry.makes else "beaten"
        if entry.value is None and not entry.makes:
            return "–"
        choice = len(self._report.of(contract.name, side)) > 1
        trump = f" {entry.goal.trump.symbol if entry.goal.trump is not None else 'NT'}" if choice else ""
        value = "makes" if entry.value is None else entry.value
        return _good(f"{value}{trump} ✓") if entry.makes else f"{value}{trump}"

    def _sentence(self, contracts: list[Contract]) -> str:
        """What makes, in ascending order of contracts."""
        made = []
        for contract in contracts:
            sides = dict.fromkeys(entry.goal.side for entry in self._report.of(contract.name) if entry.makes)
            if sides:
                made.append(f"{contract.title.lower()} by {listed([self._maker(contract, side) for side in sides])}")
        return f"Can be made: {'; '.join(made)}." if made else "No contract can be made."

    def _maker(self, contract: Contract, side: Side) -> str:
        entry = self._report.best(contract.name, side)
        chosen = contract.trump.bidder_chooses or len(self._report.of(contract.name, side)) > 1
        who = seat_label(self._board, side.only) if len(side) == 1 else str(side)
        return who + (f" in {trump_text(entry.goal.trump)}" if chosen else "")


def _fields(entry: Entry, game: Game) -> dict[str, Any]:
    """An entry as JSON has it; the exchange is there in games that have one."""
    goal = entry.goal
    exchanged = any(contract.preparation is not Preparation.NONE for contract in game.contracts)
    return {
        "contract": entry.contract.name,
        "by": str(goal.side),
        "trump": trump_code(goal.trump),
        "leader": goal.leader.letter,
        "value": entry.value,
        "target": goal.target,
        "makes": entry.makes,
        **(exchange_fields(entry.exchange) if exchanged else {}),
    }


def _needs(contract: Contract, game: Game) -> str:
    if contract.objective is Objective.NONE:
        return "none"
    most = game.hand_size if contract.measure is Measure.TRICKS else game.play.points(game.pack)
    if contract.target == most:
        return "all"
    if contract.target_in:
        targets = ", ".join(f"{trump.symbol} {target}+" for trump, target in contract.target_in.items())
        return f"{contract.target}+ ({targets})"
    return f"{contract.target}+" if contract.objective is Objective.MOST else f"at most {contract.target}"


def _good(text: str) -> str:
    return style(text, fg="green")
