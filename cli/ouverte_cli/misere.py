"""``ouverte misere``: is a bidder who must take no trick safe against every defence?"""

from __future__ import annotations

from typing import Any

import click
from ouverte import Card, Contract, ContractError, Goal, Objective, Position, Seat, Side
from ouverte.misere import MisereResult, examine_misere

from ouverte_cli.batch import Plays, answer_boards, new_solver
from ouverte_cli.book import BookFile, book_options
from ouverte_cli.diagram import card_text, cards_text, hand_diagram, seat_label, title, trick_lines
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import SEAT, Found, Source, deal_options, memory_option, played_options
from ouverte_cli.output import style
from ouverte_cli.questions import contract_goal

EXAMPLES = """\
\b
Examples:
  ouverte misere hands/founding-example.pbn
  ouverte misere --by N --board "first play" --after 6 hands/founding-example.pbn
  ouverte misere --by S --lead W --deal "N:A.K.. 2.A.. K.Q.. Q.2.."
  ouverte misere --by N --board "first play" --book plan.json hands/founding-example.pbn
"""


@click.command("misere", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@deal_options
@click.option("--by", type=SEAT, metavar="SEAT", show_default="each seat in turn", help="The bidder.")
@click.option(
    "--lead", type=SEAT, metavar="SEAT", show_default="the seat at the dealer's left", help="Who leads first."
)
@played_options
@click.option("--check", is_flag=True, help="Exit with 1 when a bidder asked about is beaten.")
@book_options
@memory_option
@format_option
def command(
    source: Source,
    by: Seat | None,
    lead: Seat | None,
    played: str | None,
    after: int | None,
    check: bool,
    book: BookFile | None,
    memory: int,
    output_format: str,
) -> int:
    """Say whether a misère is safe against every defence or beaten, by which cards and how.

    The bidder must take no trick; there is no trump, whatever suit is turned up. With --played or --after the play goes
    on from there: the cards that beat the bidder are then those of the seat to play, and where that is the bidder
    himself, the cards by which he lets himself be beaten.

    A line shown for a beaten misère ends with the trick the bidder is made to take. In json --by gives an object for
    a single board; without it, or for several boards, there is a list.

    --book writes the whole plan: for a beaten misère a card of the defence at each of its turns, against every reply of
    the bidder; for a safe one his answers to every card. It is text, or JSON where the name of FILE ends in .json; the
    latter can be checked by python -m ouverte.verify FILE.
    """
    plays = Plays(played, after)

    def answer(found: Found) -> Answer:
        board = found.board
        seats = board.deal.seats if by is None else (by,)
        fates = []
        for seat in seats:
            goal = contract_goal(board, _misere(board.game.contracts), Side.of(seat), lead=lead)
            start = Position.start(board.deal, goal, board.game.play)
            start.check(goal)
            position = plays.apply(board, start)
            if book is not None:
                book.ask(position, goal)
            solver = new_solver(memory)
            result = examine_misere(position, goal, solver)
            fates.append(Fate(goal, position, result, solver.nodes))
        return Fates(found, fates)

    code = answer_boards(source, output_format, answer, check=check)
    return code if book is None else max(code, book.write())


def _misere(contracts: tuple[Contract, ...]) -> Contract:
    """The highest contract of a game in which no trick may be taken. Raises ContractError."""
    miseres = [contract for contract in contracts if contract.objective is Objective.NONE and contract.players == 1]
    if not miseres:
        raise ContractError("the game has no misère")
    return miseres[-1]


class Fate:
    """What becomes of one bidder."""

    def __init__(self, goal: Goal, position: Position, result: MisereResult, nodes: int) -> None:
        self.bidder = goal.side.only
        self.position = position
        self.result = result
        self.nodes = nodes

    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        to_play = self.position.to_play
        return {
            "by": self.bidder.letter,
            "leader": self.position.leader.letter,
            "to_play": None if to_play is None else to_play.letter,
            "safe": self.result.safe,
            "beating_leads": _codes(self.result.beating),
            "tried": _codes(each.card for each in self.result.cards),
            "played": _codes(self.position.played),
            "line": _codes(self.result.line),
            "nodes": self.nodes,
        }


class Fates(Answer):
    """The answer for one board: the fate of one bidder or of each."""

    def __init__(self, found: Found, fates: list[Fate]) -> None:
        self._found = found
        self._fates = fates

    @property
    def affirmative(self) -> bool:
        """Whether every bidder asked about is safe."""
        return all(fate.result.safe for fate in self._fates)

    def documents(self) -> list[dict[str, Any]]:
        """One object a bidder."""
        head = {"file": self._found.file, "board": self._found.label, "deal": str(self._found.board.deal)}
        return [head | fate.fields() for fate in self._fates]

    def rows(self) -> list[dict[str, object]]:
        """One row a bidder."""
        head = {"file": self._found.file, "board": self._found.label}
        return [head | fate.fields() for fate in self._fates]

    def page(self, page: Page) -> str:
        """Diagram, a table of the bidders, and what beats each."""
        board = self._found.board
        played = self._fates[0].position.played if self._fates else ()
        rows = [[seat_label(board, fate.bidder), "safe ✓" if fate.result.safe else "beaten"] for fate in self._fates]
        return page.join(
            [
                page.heading(title(board, self._found.label)),
                page.block(hand_diagram(board)),
                f"Played: {cards_text(played)}" if played else "",
                page.table(["Misère by", ""], rows) if len(rows) > 1 else "",
                *(part for fate in self._fates for part in self._explained(page, fate)),
            ]
        )

    def _explained(self, page: Page, fate: Fate) -> list[str]:
        bidder = seat_label(self._found.board, fate.bidder)
        position, result = fate.position, fate.result
        tried = tuple(each.card for each in result.cards)
        if position.won(fate.bidder):
            number = position.winners.index(fate.bidder) + 1
            return [style(f"{bidder} is beaten: trick {number} was already his.", bold=True)]
        if result.safe:
            if position.to_play is None:
                return [style(f"{bidder} took no trick.", bold=True)]
            told = f"{self._choice(fate, result.beating)}Tried: {_grouped(tried)}."
            return [style(f"{bidder} is safe against every defence.", bold=True), told]
        return [
            style(f"{bidder} is beaten.", bold=True),
            self._choice(fate, result.beating),
            page.block([*trick_lines(position, result.line), self._last_trick(fate)]),
        ]

    def _choice(self, fate: Fate, beating: tuple[Card, ...]) -> str:
        """What the seat to play can choose."""
        to_play = fate.position.to_play
        assert to_play is not None
        tried = len(fate.result.cards)
        verb = "play" if fate.position.trick.cards else "lead"
        who = seat_label(self._found.board, to_play)
        if to_play is fate.bidder:
            if not beating:
                return f"{who} is to {verb}; every card of his keeps him safe. "
            if len(beating) == tried:
                return f"{who} is to {verb}; every card of his lets him be beaten ({tried} tried)."
            return f"{who} is to {verb}; he is beaten after {_grouped(beating)}. "
        if not beating:
            return f"{who} is to {verb}; no card beats him. "
        if len(beating) == tried:
            return f"{who} is to {verb}; every card beats him: {_grouped(beating)}."
        return f"{who} is to {verb}; he is beaten by {_grouped(beating)}, not by the other {tried - len(beating)}."

    def _last_trick(self, fate: Fate) -> str:
        position = fate.position.replay(fate.result.line)
        trick = position.tricks[-1]
        seats = [trick.leader]
        while len(seats) < len(trick.cards):
            seats.append(position.deal.next_seat(seats[-1]))
        card = trick.cards[seats.index(fate.bidder)]
        return f"    Trick {len(position.tricks)} is forced on {fate.bidder.word}, with {card_text(card)}."


def _codes(cards: Any) -> list[str]:
    return [str(card) for card in cards]


def _grouped(cards: tuple[Card, ...]) -> str:
    """Cards suit by suit: ``♥AKQ ♦T9``."""
    suits = dict.fromkeys(card.suit for card in cards)
    return " ".join(suit.symbol + "".join(card.letter for card in cards if card.suit is suit) for suit in suits)
