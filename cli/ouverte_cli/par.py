"""``ouverte par``: what should have been bid, with all cards open, and what an auction that was held was worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from ouverte import AuctionError, ContractError, analyse
from ouverte.auction import Auction
from ouverte.par import Offer, Offers, Par, pays_tricks
from ouverte.pbn import Board
from ouverte.pbn_auction import AuctionSection, call_words
from ouverte.rules.ruleset import RuleSet

from ouverte_cli.batch import MissingFact, answer_boards, known_dealer, new_solver
from ouverte_cli.diagram import hand_diagram, seat_label, title
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import Found, Source, deal_options, memory_option
from ouverte_cli.misere_words import paragraph
from ouverte_cli.output import style
from ouverte_cli.par_fields import auction_fields, call_rows, offer_fields
from ouverte_cli.par_words import (
    amount_text,
    as_good_text,
    best_sentence,
    call_text,
    outcome_text,
    par_sentence,
    verdict,
)

EXAMPLES = """\
\b
Examples:
  ouverte par hands/founding-example.pbn
  ouverte par --rules russian --board "first play" hands/founding-example.pbn
  ouverte par --auction "solo pass abundance AP" --board "first play" hands/founding-example.pbn
  ouverte par --format csv hands/random20.pbn
"""


@click.command("par", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@click.option(
    "--auction", metavar="CALLS", help='The auction held, in place of the file\'s, eldest first: "solo misere AP".'
)
@click.option("--check", is_flag=True, help="Exit with 1 when a call of the auction held could have been bettered.")
@memory_option
@format_option
def command(source: Source, rules: RuleSet, auction: str | None, check: bool, memory: int, output_format: str) -> int:
    """Say what each contract pays, what would be bid by four who know every card, and what was bid badly.

    Payments are those of the table's rules for what each contract makes with best play by all. In the par auction each
    seat takes the call that pays it most, all others calling by the same rule after it; between calls that pay it the
    same, the lowest. The calls that were as good are shown, with where they lead if somebody is paid otherwise. A hand
    that is thrown in counts as nothing, and so does one in which all pass, misery or not.

    An auction that was held, from the file's Auction section or from --auction, is judged call by call: what the caller
    could expect after it by par, and after the best call. The dealer and the turned-up suit must be known, and hands
    be whole. In json a single board gives an object, several boards a list; csv has a row for each call.
    """

    def answer(found: Found) -> Answer:
        board = found.board
        dealer = known_dealer(board)
        if board.turned_up is None and any(contract.trump.turned_up for contract in rules.game.contracts):
            raise MissingFact("the turned-up suit is not known: expected a TurnUp tag, or --turn-up or --trump")
        if board.deal.size != rules.game.hand_size:
            raise ContractError(
                f"an auction is held over {rules.game.hand_size} cards a hand: the deal has {board.deal.size}"
            )
        held = _held(board, rules, auction)
        solver = new_solver(memory)
        report = analyse(
            board.deal, dealer, board.turned_up, game=rules.game, numbers=pays_tricks(rules), solver=solver
        )
        return ParAnswer(found, Par(Offers(rules, report), dealer), held, solver.nodes)

    return answer_boards(source, output_format, answer, check=check)


def _held(board: Board, rules: RuleSet, auction: str | None) -> Auction | None:
    """The auction that was held, None where none is known. Raises AuctionError."""
    if auction is None:
        return board.called(rules)
    dealer = known_dealer(board)
    try:
        return AuctionSection(dealer.left, call_words(auction)).auction(rules, dealer)
    except AuctionError as error:
        raise AuctionError(f"--auction: {error}") from None


class ParAnswer(Answer):
    """What is to be said of the bidding on one board."""

    def __init__(self, found: Found, par: Par, held: Auction | None, nodes: int) -> None:
        self._found = found
        self._par = par
        self._held = None if held is None else par.judge(held)
        self._nodes = nodes

    @property
    def affirmative(self) -> bool:
        """Whether there was no auction, or no call of it could have been bettered."""
        return self._held is None or not self._held.errors

    def documents(self) -> list[dict[str, Any]]:
        """One object a board."""
        board, offers = self._found.board, self._par.offers
        sides = sorted(dict.fromkeys(offer.entry.goal.side for offer in offers), key=len)
        best = {str(side): offers.best(side) for side in sides}
        return [
            {
                "file": self._found.file,
                "board": self._found.label,
                "deal": str(board.deal),
                "dealer": known_dealer(board).letter,
                "turn_up": None if board.turn_up is None else str(board.turn_up),
                "trump": None if board.turned_up is None else board.turned_up.letter,
                "names": {seat.letter: name for seat, name in board.names.items()},
                "rules": offers.rules.name,
                "contracts": [offer_fields(offer) for offer in offers],
                "best": {side: None if offer is None else offer_fields(offer) for side, offer in best.items()},
                "par": auction_fields(self._par.auction, offers),
                "auction": None
                if self._held is None
                else auction_fields(self._held, offers) | {"verdict": " ".join(verdict(board, self._held, offers))},
                "nodes": self._nodes,
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row for each call, of the par auction and then of the one that was held."""
        head = {"file": self._found.file, "board": self._found.label}
        judged = {"par": self._par.auction} | ({} if self._held is None else {"held": self._held})
        return [
            head | {"auction": which, "number": number} | row
            for which, each in judged.items()
            for number, row in enumerate(call_rows(each), 1)
        ]

    def page(self, page: Page) -> str:
        """Diagram, what every contract pays, the par auction, and the verdict on the one that was held."""
        board, par = self._found.board, self._par
        leads = f"{seat_label(board, par.auction.auction.eldest)} is eldest"
        return page.join(
            [
                page.heading(f"{title(board, self._found.label)}, {leads}"),
                page.block(hand_diagram(board)),
                f"{par.offers.rules.title}. What each contract pays its bidder, or each of the two:",
                *payment_tables(page, board, par.offers),
                paragraph(best_sentence(board, par.offers)),
                style(par_sentence(board, par.offers, par.auction.outcome), bold=True),
                self._calls(page),
                *self._held_parts(page),
                _misery_note(par.offers.rules),
            ]
        )

    def _calls(self, page: Page) -> str:
        """The par auction, a row a call."""
        board, rules = self._found.board, self._par.offers.rules
        rows = [
            [
                seat_label(board, turn.seat),
                call_text(rules, turn.call),
                amount_text(turn.expected),
                as_good_text(rules, board, turn),
            ]
            for turn in self._par.auction.turns
        ]
        return page.table(["Par auction", "calls", "gets", "as good"], rows)

    def _held_parts(self, page: Page) -> list[str]:
        """The auction that was held, a row a call, and the verdict."""
        if self._held is None:
            return []
        board, offers, held = self._found.board, self._par.offers, self._held
        rows = [
            [
                seat_label(board, turn.seat),
                call_text(offers.rules, turn.call) + "?" * bool(turn.cost),
                {None: "", True: "makes", False: "fails"}[makes],
                outcome_text(board, offers.rules, turn.chosen.outcome),
                amount_text(turn.expected),
                f"{call_text(offers.rules, turn.best.call)} {amount_text(turn.best.payments[turn.seat])}"
                if turn.cost
                else "",
            ]
            for turn, makes in zip(held.turns, held.makes, strict=True)
        ]
        headers = ["Auction held", "called", "contract", "by par from there", "gets", "better"]
        sentences = (paragraph(sentence) for sentence in verdict(board, held, offers))
        return [page.table(headers, rows), style("\n".join(sentences), bold=True)]


def _misery_note(rules: RuleSet) -> str:
    if rules.misery is None:
        return ""
    return "When all pass misery is played. What it would bring cannot be foreseen, and it counts as nothing here."


def payment_tables(page: Page, board: Board, offers: Offers) -> Iterator[str]:
    """What contracts pay: contracts down; seats, and in a second table pairs, across."""
    for players in sorted({offer.entry.contract.players for offer in offers}):
        of_size = [offer for offer in offers if offer.entry.contract.players == players]
        sides = list(dict.fromkeys(offer.entry.goal.side for offer in of_size))
        contracts = dict.fromkeys(offer.entry.contract.name for offer in of_size)
        headers = [seat_label(board, side.only) if players == 1 else str(side) for side in sides]
        rows = [
            [
                offers.rules.game.contract(name).title,
                *(_cell(offers.of(name, side)) for side in sides),
            ]
            for name in contracts
        ]
        yield page.table(["Contract", *headers], rows)


def _cell(offer: Offer) -> str:
    """What a contract pays, with the bidder's suit and a tick where it makes."""
    entry = offer.entry
    # Where only the verdict is known, no suit is better than the others for a contract that fails in all of them.
    named = entry.contract.trump.bidder_chooses and (entry.makes or entry.value is not None)
    suit = f" {entry.goal.trump.symbol}" if named and entry.goal.trump is not None else ""
    text = f"{amount_text(offer.pays)}{suit}"
    return style(f"{text} ✓", fg="green") if entry.makes else text
