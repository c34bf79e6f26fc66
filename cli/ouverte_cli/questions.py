"""From options to a goal: which side, trump and leader a question about a board means."""

from __future__ import annotations

from dataclasses import dataclass, replace

import click
from ouverte import Contract, ContractError, Goal, Objective, Seat, Side, Suit
from ouverte.pbn import Board
from ouverte.rules import Measure

from ouverte_cli.batch import MissingFact
from ouverte_cli.diagram import seat_label, side_label, trump_text, unit_text
from ouverte_cli.inputs import Trump

BOOK = 6
"""Tricks a contract of bridge does not count in its level."""


@dataclass(frozen=True)
class Question:
    """What the options of ``solve`` or ``review`` say: a contract and who plays it, or a side and what it wants."""

    contract: str | None
    by: Side | None
    side: Side | None
    trump: Trump | None
    lead: Seat | None
    objective: str | None
    target: int | None

    def check(self, *, tags: bool = False) -> None:
        """Raises UsageError for options that do not go together; where `tags` may say the rest, some may be missing."""
        asked = (self.contract is not None) + (self.side is not None)
        if asked == 2 or (asked == 0 and not tags):
            raise click.UsageError("ask for --contract with --by, or for a --side")
        if (self.contract is None) != (self.by is None) and (not tags or self.side is not None):
            raise click.UsageError("--contract and --by go together")
        if self.side is not None and len(self.side) == len(Seat):
            raise click.UsageError("--side must leave out a seat to play against")
        if self.side is None and (self.objective is not None or self.target is not None):
            raise click.UsageError("--objective and --target go with --side: a contract has its own")
        if self.objective == "none" and self.target is not None:
            raise click.UsageError("--objective none has no --target: no trick at all is asked for")

    def with_tags(self, board: Board) -> Question:
        """The question with what the board's tags say of the contract played wherever the options say nothing.

        Raises MissingFact where neither says enough, and ContractError or CardError for tags that say nothing sensible.
        """
        if self.side is not None:
            known = self.trump is not None or not board.contract
            return self if known else replace(self, trump=Trump(board.play_trump))
        by = self.by if self.by is not None else board.declarer
        if self.contract is None and not board.contract:
            raise MissingFact("the contract is not known: expected a Contract tag, --contract or --side")
        if by is None:
            raise MissingFact("who played the contract is not known: expected a Declarer tag or the option --by")
        if self.contract is not None:
            return replace(self, by=by)
        if board.bridge_contract is not None:
            return self._bridge(by, *board.bridge_contract)
        name, suit = board.contract_and_suit
        trump = self.trump if self.trump is not None or suit is None else Trump(suit)
        return replace(self, contract=name, by=by, trump=trump)

    def _bridge(self, by: Side, level: int, suit: Suit | None) -> Question:
        """A contract of bridge: the declarer and the partner against the others, the seat at the left leading."""
        if len(by) != 1:
            raise ContractError(f"a contract of bridge has one declarer, not {by}")
        declarer = by.only
        return replace(
            self,
            by=None,
            side=Side.of((declarer, declarer.left.left)),
            trump=self.trump if self.trump is not None else Trump(suit),
            lead=self.lead if self.lead is not None else declarer.left,
            target=BOOK + level,
        )

    def goal(self, board: Board) -> Goal:
        """The goal on a board. Raises MissingFact, and UsageError for a contract that cannot be played as asked."""
        try:
            return self.tagged_goal(board)
        except ContractError as error:
            raise click.UsageError(str(error)) from None

    def tagged_goal(self, board: Board) -> Goal:
        """The goal on a board that itself names the contract: where that cannot be played, ContractError says so."""
        if self.side is not None:
            return self._free_goal(board, self.side)
        assert self.contract is not None
        assert self.by is not None
        return contract_goal(board, board.game.contract(self.contract), self.by, trump=self.trump, lead=self.lead)

    def _free_goal(self, board: Board, side: Side) -> Goal:
        if self.trump is not None:
            trump = self.trump.suit
        elif board.turned_up is not None:
            trump = board.turned_up
        else:
            raise MissingFact("the trump suit is not known: expected --trump, with a suit or NT")
        leader = self.lead if self.lead is not None else eldest(board)
        objective = Objective(self.objective or "most")
        return Goal(side, trump, leader, objective, 0 if objective is Objective.NONE else self.target)


def question_text(board: Board, goal: Goal) -> str:
    """A question in words: what is played, by whom, the trump suit, who leads, what is wanted."""
    named = board.game.contract(goal.contract).title if goal.contract else f"{goal.objective.value.capitalize()} tricks"
    return (
        f"{named} by {side_label(board, goal.side)}, {trump_text(goal.trump)}, "
        f"{seat_label(board, goal.leader)} leads{_wanted(goal)}."
    )


def _wanted(goal: Goal) -> str:
    if goal.objective is Objective.NONE:
        return f", no {unit_text(goal.measure, 1)} wanted"
    if goal.target is None:
        return ""
    unit = "" if goal.measure is Measure.TRICKS else f" {unit_text(goal.measure, goal.target)}"
    return f", {goal.target}{unit} or {'more' if goal.objective is Objective.MOST else 'fewer'} wanted"


def eldest(board: Board) -> Seat:
    """The seat at the dealer's left that holds cards. Raises MissingFact."""
    if board.dealer is None:
        raise MissingFact("who leads is not known: expected a Dealer tag, --dealer or --lead")
    return board.deal.next_seat(board.dealer)


def contract_goal(
    board: Board, contract: Contract, by: Side, *, trump: Trump | None = None, lead: Seat | None = None
) -> Goal:
    """A contract on a board, with what the options say of trump suit and leader. Raises ContractError, MissingFact."""
    # A leader that is given stands whatever the contract says, so that any seat will do for the eldest hand then.
    first = lead if lead is not None else eldest(board)
    suit = trump.suit if trump is not None else None
    if contract.trump.turned_up:
        turned_up = board.turned_up if trump is None else suit
        if trump is not None and suit is None:
            raise ContractError(f"{contract.name} is played with the turned-up suit, not with no trump")
        if turned_up is None:
            raise MissingFact("the turned-up suit is not known: expected a TurnUp tag, or --turn-up or --trump")
        goal = contract.goal(by, eldest=first, turned_up=turned_up, seats=board.deal.seats)
    else:
        if contract.trump.bidder_chooses and trump is None:
            raise ContractError(f"{contract.name} needs a trump suit: the bidder names it")
        goal = _bidders_goal(board, contract, by, first, suit)
    return goal if lead is None else replace(goal, leader=lead)


def _bidders_goal(board: Board, contract: Contract, by: Side, first: Seat, suit: Suit | None) -> Goal:
    """A contract in no trump or in a suit the bidder names, which a variant of the game may allow him."""
    if suit is not None:
        for each in (contract, *board.game.with_variants(tuple(board.game.variants))):
            if each.name == contract.name and suit in each.trump.choice:
                return _with_widow(board, each, by, first, suit)
    # Where no suit can be named, one that is given is only what was turned up, and means nothing here.
    return _with_widow(board, contract, by, first, None)


def _with_widow(board: Board, contract: Contract, by: Side, first: Seat, suit: Suit | None) -> Goal:
    """A contract that may count the cards out of play. Raises MissingFact where it does and they are not known."""
    counted = contract.out_of_play_counts
    if counted and board.undealt is None:
        raise MissingFact('the widow is not known: expected a Widow tag, or --widow (--widow "none" for no card)')
    points = board.out_of_play if counted else 0
    return contract.goal(by, eldest=first, trump=suit, seats=board.deal.seats, out_of_play=points)
