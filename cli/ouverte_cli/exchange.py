"""A bidder's exchange before the first lead: as options, in words, and as JSON has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click
from ouverte import Card, Goal, Hand, Solver
from ouverte.exchanges import Choice, Exchange, best_exchanges, chosen, value_after
from ouverte.pbn import Board
from ouverte.rules import Preparation

from ouverte_cli.diagram import card_text, cards_text
from ouverte_cli.formats import Command
from ouverte_cli.inputs import CARD, CARDS

SHOWN = 5
"""How many of the best exchanges are listed."""


@dataclass(frozen=True)
class ExchangeWords:
    """What the options say of the bidder's exchange."""

    laid_away: tuple[Card, ...]
    called: Card | None
    given: Card | None

    def __post_init__(self) -> None:
        if self.laid_away and (self.called or self.given):
            raise click.UsageError("--lay-away and --call are of different contracts")
        if self.given and not self.called:
            raise click.UsageError("--give goes with --call")

    def choices(self, board: Board, goal: Goal, solver: Solver) -> tuple[Choice, ...]:
        """The exchange asked for, or the best few; none for a contract that begins with none. Raises ContractError."""
        preparation = board.game.contract(goal.contract).preparation if goal.contract else Preparation.NONE
        widow = board.undealt or Hand()
        if self.laid_away or self.called:
            exchange = chosen(
                preparation,
                board.deal,
                goal.side.only,
                widow,
                laid_away=self.laid_away,
                called=self.called,
                given=self.given,
            )
            return (Choice(exchange, value_after(exchange, goal, board.game.play, solver)),)
        recorded = board.exchange
        if recorded is not None and board.declarer == goal.side:
            return (Choice(recorded, value_after(recorded, goal, board.game.play, solver)),)
        if preparation is Preparation.NONE:
            return ()
        return best_exchanges(preparation, board.deal, widow, goal, board.game.play, solver=solver, best=SHOWN)


def exchange_options(command: Command) -> Callable[..., Any]:
    """Give a command --lay-away, --call and --give: together an `exchange`."""

    @click.option(
        "--lay-away",
        "laid_away",
        type=CARDS,
        default="",
        metavar="CARDS",
        help="What the bidder lays away.",
    )
    @click.option("--call", "called", type=CARD, metavar="CARD", help="The card the bidder calls; goes with --give.")
    @click.option("--give", "given", type=CARD, metavar="CARD", help="The card the bidder gives for the one called.")
    @wraps(command)
    def gathered(laid_away: tuple[Card, ...], called: Card | None, given: Card | None, **rest: Any) -> Any:
        return command(exchange=ExchangeWords(laid_away, called, given), **rest)

    return gathered


def after_exchange(board: Board, exchange: Exchange) -> Board:
    """The board as it is played: with the hands after the exchange, and what is then out of play."""
    widow = Hand.of(exchange.laid_away) if exchange.laid_away else board.undealt
    return replace(board, deal=exchange.deal, widow=widow)


def exchange_text(exchange: Exchange) -> str:
    """``lays away ♠T ♦K ♣K``, ``calls ♥A, gives ♣7``."""
    if exchange.called is not None:
        if exchange.given is None:
            return f"calls {card_text(exchange.called)}, which is in the widow"
        return f"calls {card_text(exchange.called)}, gives {card_text(exchange.given)}"
    return f"lays away {cards_text(exchange.laid_away)}" if exchange.laid_away else "none"


def exchange_fields(exchange: Exchange | None) -> dict[str, Any]:
    """The cards laid away, called and given; nulls where there is no such exchange."""
    return {
        "laid_away": None if exchange is None else [str(card) for card in exchange.laid_away] or None,
        "called": None if exchange is None or exchange.called is None else str(exchange.called),
        "given": None if exchange is None or exchange.given is None else str(exchange.given),
    }
