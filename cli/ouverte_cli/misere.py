"""``ouverte misere``: is a bidder who must take no trick safe against every defence?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import click
from ouverte import Card, Contract, ContractError, Goal, Objective, Position, Seat, Side, Solver
from ouverte.explain import Explanation, explain
from ouverte.misere import MisereResult, examine_misere, most_forced

from ouverte_cli.batch import Plays, answer_boards, new_solver
from ouverte_cli.book import BookFile, book_options
from ouverte_cli.diagram import card_text, cards_text, hand_diagram, seat_label, title
from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.formats import Answer, Page, format_option
from ouverte_cli.inputs import SEAT, Found, Source, deal_options, memory_option, played_options
from ouverte_cli.misere_fields import DETAILS, codes, explanation_fields, lead_groups
from ouverte_cli.misere_words import (
    SUIT_HEADERS,
    annotated_lines,
    answer_table,
    exchange_text,
    grouped,
    paragraph,
    suit_rows,
    tightest_text,
)
from ouverte_cli.output import style
from ouverte_cli.questions import contract_goal

__all__ = ["DETAILS", "command"]

EXAMPLES = """\
\b
Examples:
  ouverte misere --by N hands/open-misere.pbn
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
@click.option(
    "--tricks",
    is_flag=True,
    help="Also how many tricks the bidder can be made to take; a full deal takes seconds, or up to minutes.",
)
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
    tricks: bool,
    check: bool,
    book: BookFile | None,
    memory: int,
    output_format: str,
) -> int:
    """Say whether a misère is safe against every defence or beaten, by which cards, how and why.

    The bidder must take no trick; there is no trump, whatever suit is turned up. With --played or --after the play goes
    on from there: the cards that beat the bidder are then those of the seat to play, and where that is the bidder
    himself, the cards by which he lets himself be beaten.

    The bidder's suits are shown first: safe by themselves, or a danger. A line shown for a beaten misère ends with the
    trick the bidder is made to take, as early as the defence can force it against a bidder who delays. For a safe one
    follow how he meets every card, and what comes closest to beating him.

    In json --by gives an object for a single board; without it, or for several boards, there is a list.

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
            most = _most(position, goal, result, solver) if tricks else None
            fates.append(Fate(goal, position, result, most, solver))
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

    def __init__(self, goal: Goal, position: Position, result: MisereResult, most: int | None, solver: Solver) -> None:
        self.bidder = goal.side.only
        self.position = position
        self.result = result
        self.most = most
        self.nodes = solver.nodes
        self._goal = goal
        self._solver = solver

    @cached_property
    def why(self) -> Explanation:
        """The reasons, looked for when a format asks for them: rows have no room for them."""
        return explain(self.position, self._goal, self.result, self._solver.misere)

    def verdict(self) -> dict[str, Any]:
        """What can stand in a row: the verdict, the cards and the line."""
        to_play = self.position.to_play
        return {
            "by": self.bidder.letter,
            "leader": self.position.leader.letter,
            "to_play": None if to_play is None else to_play.letter,
            "safe": self.result.safe,
            "earliest": self.result.earliest,
            "tricks": self.most,
            "beating_leads": codes(self.result.beating),
            "tried": codes(each.card for each in self.result.cards),
            "played": codes(self.position.played),
            "line": codes(self.result.line),
            "nodes": self.nodes,
        }

    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        leads = lead_groups(self.position.touching_cards(), self.result.cards)
        return self.verdict() | {"leads": leads} | explanation_fields(self.why)


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
        return [head | fate.verdict() for fate in self._fates]

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
        position, result, why = fate.position, fate.result, fate.why
        most = "" if fate.most is None else f" He can be made to take {_tricks(fate.most)}."
        if position.won(fate.bidder):
            return [style(f"{bidder} is beaten: trick {result.earliest} was already his.", bold=True) + most]
        if position.to_play is None:
            return [style(f"{bidder} took no trick.", bold=True)]
        suits = page.table(SUIT_HEADERS, suit_rows(why))
        if result.safe:
            return [style(f"{bidder} is safe against every defence.", bold=True), suits, *self._safe(page, fate)]
        how = f"He falls at trick {result.earliest} at the earliest.{most}"
        return [
            style(f"{bidder} is beaten.", bold=True) + f" {how}",
            suits,
            self._choice(fate, result.beating),
            page.block([*annotated_lines(position, result.line, why.notes, fate.bidder), self._last_trick(fate)]),
        ]

    def _safe(self, page: Page, fate: Fate) -> list[str]:
        """The answers of a safe bidder, and what comes closest to beating him."""
        position, why = fate.position, fate.why
        miss = why.nearest_miss
        assert miss is not None
        parts = [
            self._choice(fate, fate.result.beating),
            page.table(*answer_table(why.answers, position.to_play is fate.bidder)),
            paragraph(f"{tightest_text(miss.decision)} {exchange_text(miss, len(fate.result.cards))}"),
            page.block(annotated_lines(position, why.line, why.notes, fate.bidder)) if why.line else "",
        ]
        if why.settled is not None:
            parts.append(f"From trick {why.settled} on all his suits are safe by themselves.")
        return parts

    def _choice(self, fate: Fate, beating: tuple[Card, ...]) -> str:
        """What the seat to play can choose."""
        to_play = fate.position.to_play
        assert to_play is not None
        tried = len(fate.result.cards)
        verb = "play" if fate.position.trick.cards else "lead"
        who = seat_label(self._found.board, to_play)
        if to_play is fate.bidder:
            if not beating:
                return f"{who} is to {verb}; every card of his keeps him safe."
            if len(beating) == tried:
                return f"{who} is to {verb}; every card of his lets him be beaten ({tried} tried)."
            return f"{who} is to {verb}; he is beaten after {grouped(beating)}."
        if not beating:
            return f"{who} is to {verb}; no card beats him ({tried} tried)."
        if len(beating) == tried:
            return f"{who} is to {verb}; every card beats him: {grouped(beating)}."
        home = tuple(each.card for each in fate.result.cards if not each.value)
        return (
            f"{who} is to {verb}; {len(beating)} of {tried} cards {'beats' if len(beating) == 1 else 'beat'} him: "
            f"{grouped(beating)}. {grouped(home)} {'lets' if len(home) == 1 else 'let'} him home."
        )

    def _last_trick(self, fate: Fate) -> str:
        position = fate.position.replay(fate.result.line)
        trick = position.tricks[-1]
        seats = [trick.leader]
        while len(seats) < len(trick.cards):
            seats.append(position.deal.next_seat(seats[-1]))
        card = trick.cards[seats.index(fate.bidder)]
        return f"    Trick {len(position.tricks)} is forced on {fate.bidder.word}, with {card_text(card)}."


def _most(position: Position, goal: Goal, result: MisereResult, solver: Solver) -> int:
    return 0 if result.safe else most_forced(position, goal, solver)


def _tricks(number: int) -> str:
    return "1 trick" if number == 1 else f"{number} tricks"
