"""Deals and plays as people read them: the hands around a table, names, cards with suit symbols, tricks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ouverte import Card, Position, Seat, Side, Suit
from ouverte.pbn import Board
from ouverte.rules import Measure

from ouverte_cli.output import shown

ROOM = 18
"""Columns between the west hand and the east hand at the least."""


def seat_label(board: Board, seat: Seat) -> str:
    """The seat's letter and the player's name where it is known."""
    return f"{seat.letter} {shown(board.names[seat])}" if seat in board.names else seat.letter


def side_label(board: Board, side: Side) -> str:
    """One seat with its name, or several joined by ``+``."""
    return " + ".join(seat_label(board, seat) for seat in side)


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def card_text(card: Card) -> str:
    """A card as ``♥K``."""
    return card.suit.symbol + card.letter


def cards_text(cards: Iterable[Card]) -> str:
    """Cards with a space between."""
    return " ".join(card_text(card) for card in cards)


def trump_text(trump: Suit | None) -> str:
    """``hearts`` or ``no trump``."""
    return "no trump" if trump is None else trump.word


def trump_code(trump: Suit | None) -> str:
    """``H`` or ``NT``, as in JSON."""
    return "NT" if trump is None else trump.letter


def unit_text(measure: Measure, number: int) -> str:
    """``trick``, ``tricks``, ``point`` or ``points``."""
    return measure.value.removesuffix("s") if number == 1 else measure.value


def title(board: Board, label: str | None) -> str:
    """What is known of a board, in one line."""
    parts = [f"Board {shown(label)}" if label else "Deal"]
    if board.dealer is not None:
        parts.append(f"dealer {seat_label(board, board.dealer)}")
    if board.turn_up is not None:
        parts.append(f"turn-up {card_text(board.turn_up)}")
    elif board.trump is not None:
        parts.append(f"turned up {trump_text(board.trump)}")
    return ", ".join(parts)


def hand_diagram(board: Board) -> list[str]:
    """The hands in their places around the table, north on top."""
    blocks = {seat: _hand_lines(board, seat) for seat in Seat}
    west = max(len(line) for line in blocks[Seat.WEST])
    middle = max(len(line) for seat in (Seat.NORTH, Seat.SOUTH) for line in blocks[seat])
    left = " " * (west + 2)
    lines = [left + line for line in blocks[Seat.NORTH]]
    gap = max(ROOM, middle + 2)
    for west_line, east_line in zip(blocks[Seat.WEST], blocks[Seat.EAST], strict=True):
        lines.append(west_line.ljust(west + 2 + gap) + east_line)
    lines += [left + line for line in blocks[Seat.SOUTH]]
    return [line.rstrip() for line in lines]


def widow_text(board: Board) -> str:
    """The cards that nobody was dealt, in a game in which they matter; nothing where they are not known."""
    if not board.game.counts_undealt or not board.undealt:
        return ""
    return f"Widow: {cards_text(board.undealt)}"


def _ranks(cards: Iterable[Card], order: str) -> str:
    return "".join(sorted((card.letter for card in cards), key=order.find))


def trick_lines(position: Position, line: Iterable[Card]) -> list[str]:
    """A line of play from a position in words, a trick a line: who leads what, the cards that follow, who wins."""
    lines: list[str] = []
    for card in line:
        trick, number = position.trick, len(position.tricks) + 1
        if not trick.cards:
            lines.append(f"{number:>2}. {trick.leader.letter} leads {card_text(card)};")
        elif not lines:
            lines.append(f"{number:>2}. {trick.leader.letter} led {cards_text(trick.cards)}; now {card_text(card)}")
        else:
            lines[-1] += f" {card_text(card)}"
        position = position.play(card)
        if len(position.tricks) == number:
            lines[-1] += f"; {position.winners[-1].letter} wins"
    return lines


def _hand_lines(board: Board, seat: Seat) -> list[str]:
    name = seat_label(board, seat) + (" (dealer)" if seat is board.dealer else "")
    if seat not in board.deal:
        return [f"{name}: no hand", *[""] * len(Suit)]
    hand = board.deal[seat]
    order = board.game.play.rank_order
    suits = ((_ranks(hand.suit(suit), order) or "–", suit) for suit in Suit)
    return [name, *(f"{suit.symbol} {ranks}" for ranks, suit in suits)]
