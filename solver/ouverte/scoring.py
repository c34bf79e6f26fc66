"""What the boards of a session paid: each settled from what its file says, with running totals by player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ouverte.errors import ContractError, RulesError
from ouverte.pbn import Board
from ouverte.position import Position
from ouverte.rules.model import Objective
from ouverte.rules.ruleset import PASS, RuleSet
from ouverte.seats import Seat, Side
from ouverte.settlement import Settlement, settle, settle_misery


@dataclass(frozen=True, slots=True)
class Scored:
    """A board that is settled. `contract` and `side` are None for a hand that was thrown in or played as misery.

    `taken` is the tricks of the side, None without one; where the play ended because all was decided, those by then.
    """

    settlement: Settlement
    contract: str | None = None
    side: Side | None = None
    taken: int | None = None
    misery: bool = False


def score(board: Board, rules: RuleSet) -> Scored:
    """Settle a board by its Contract, Declarer and Result, or a complete play; without a Contract tag, by its auction.

    A contract of `Pass` is a hand that was thrown in, or misery where the rules have it and the hand was played. Raises
    ContractError or PlayError where something is missing, or where two things do not agree.
    """
    contract, side = _contract(board, rules)
    if contract is None:
        if rules.misery is None:
            return Scored(Settlement(board.deal.seats, ()))
        if board.play is None:
            raise ContractError("all passed, and these rules have misery: expected a Play section to settle it by")
        played = Position(board.deal, board.play.first, None, rules.game.play)
        winners = played.replay(board.play.cards(board.deal, None, rules.game.play)).winners
        return Scored(settle_misery(rules, winners, seats=board.deal.seats), misery=True)
    if side is None:
        raise ContractError(f"who plays {contract} is not known: expected a Declarer tag")
    taken = _taken(board, rules, contract, side)
    return Scored(settle(rules, contract, side, taken, seats=board.deal.seats), contract, side, taken)


def _contract(board: Board, rules: RuleSet) -> tuple[str | None, Side | None]:
    """The contract and who plays it, as the tags say, or else the auction; None for a hand that all passed."""
    if board.contract.lower() == PASS:
        return None, None
    if board.contract:
        if board.bridge_contract is not None:
            raise ContractError(f"contract {board.contract} is one of bridge: expected one of {rules.game.title}")
        return rules.game.contract(board.contract_and_suit[0]).name, board.declarer
    auction = board.called(rules)
    if auction is None:
        raise ContractError("the contract is not known: expected a Contract tag, such as solo or Pass, or an auction")
    if auction.outcome is None:
        raise ContractError("the auction is not finished: expected a Contract tag, or passes to the end")
    return auction.outcome.contract, auction.outcome.side


def _taken(board: Board, rules: RuleSet, contract: str, side: Side) -> int:
    """The tricks of the side: from the play where it is complete or has decided everything, or else the Result."""
    position = None
    if board.play is not None and board.play.words:
        position = Position(board.deal, board.play.first, board.play_trump, rules.game.play).replay(board.played)
        if position.to_play is None and board.result not in (None, position.won(side)):
            won = position.won(side)
            raise ContractError(
                f"the result is {board.result}, but in the play {side} takes {won}: expected them alike"
            )
    if board.result is not None:
        return board.result
    if position is not None and (position.to_play is None or _decided(position, rules, contract, side)):
        return position.won(side)
    raise ContractError(f"what {side} took is not known: expected a Result tag, or the play to its end")


def _decided(position: Position, rules: RuleSet, contract: str, side: Side) -> bool:
    """Whether the play of a contract may end here under the rules, its fate being decided."""
    if contract not in rules.until_decided:
        return False
    played = rules.game.contract(contract)
    if played.objective is Objective.MOST:
        lost = len(position.tricks) - position.won(side)
        return lost > position.deal.size - played.target
    return position.won(side) > played.target


class Totals:
    """Running totals of a session, by player; a seat without a name is called by its letter."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._totals: dict[str, Fraction] = {}

    def add(self, board: Board, settlement: Settlement) -> Mapping[str, Fraction]:
        """Add a board. Returns the totals after it. Raises RulesError for more players than sit at the table."""
        players = {seat: player(board, seat) for seat in settlement.seats}
        if len(set(players.values())) < len(players):
            raise RulesError("two seats have players of one name: expected different names")
        known = {*self._totals, *players.values()}
        if len(known) > self._rules.players:
            new = next(name for name in players.values() if name not in self._totals)
            hint = ", or the option five-players" if self._rules.players == 4 else ""
            raise RulesError(f"{new!r} is one player too many: expected {self._rules.players} at the table{hint}")
        for seat, amount in settlement.payments.items():
            self._totals[players[seat]] = self._totals.get(players[seat], Fraction(0)) + amount
        return dict(self._totals)


def player(board: Board, seat: Seat) -> str:
    """Who sits there, or the seat's letter."""
    return board.names.get(seat) or seat.letter
