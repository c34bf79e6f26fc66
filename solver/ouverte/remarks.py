"""Remarks on the cards of a line in which a misère is played: each true by a definition that can be checked."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ouverte.cards import Card
from ouverte.danger import suit_facts
from ouverte.position import Position
from ouverte.probing import MiserePlay
from ouverte.seats import Seat


class Remark(enum.Enum):
    """What can be said of a card; `Note.cards` are those it is said of besides."""

    FORCED = "forced"
    """The bidder has no other legal card, though more than this one in hand."""
    ONLY_UNDER = "only_under"
    """The bidder's only card under the one that holds the trick (`cards`), of two or more he could follow with."""
    NONE_UNDER = "none_under"
    """The bidder follows suit, and has none under the card that holds the trick (`cards`)."""
    ONLY = "only"
    """With any other card, save those that touch it, the other side has its way (`cards`: those it has). Not said
    beside the three above."""
    THROWS_DANGER = "throws_danger"
    """The bidder discards from a suit that is not safe by itself (`cards`: what is at stake there afterwards)."""
    SETTLES = "settles"
    """The same, where the suit is safe by itself or void afterwards."""
    LEADS_UNDER = "leads_under"
    """A defender's lead below cards of the bidder's that are at stake (`cards`)."""
    ENTRY = "entry"
    """A card that wins the trick for a defender who did not lead to it, and who then leads under cards at stake
    (`cards`: his lead)."""
    CLEARS = "clears"
    """A defender's discard from above cards that are at stake (`cards`), where it would have stood in the way."""
    UNBLOCKS = "unblocks"
    """A defender follows with his highest card of a suit, and keeps some below cards at stake (`cards`: those kept)."""
    RUFF = "ruff"
    """A trump on another suit."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the card at `index` of a line, which `seat` plays to the trick of that number."""

    index: int
    trick: int
    seat: Seat
    card: Card
    remark: Remark
    cards: tuple[Card, ...] = ()


def annotate(position: Position, line: Sequence[Card], play: MiserePlay) -> tuple[Note, ...]:
    """Remarks on a legal line from a position of the deal that `play` has, in the order of the line.

    The search is asked where a card may have been the only one.
    """
    bidder = Seat(play.bidder)
    notes = []
    played: dict[Seat, int] = {}
    for index, card in enumerate(line):
        seat, number, leader = position.to_play, len(position.tricks) + 1, position.trick.leader
        assert seat is not None
        if not position.trick.cards:
            played = {}
        played[seat] = index
        remarks = _of_bidder(position, bidder, card) if seat is bidder else _of_defender(position, bidder, card)
        if not {each for each, _ in remarks} & {Remark.FORCED, Remark.ONLY_UNDER, Remark.NONE_UNDER}:
            remarks += _only(position, seat is bidder, card, play)
        notes += [Note(index, number, seat, card, *each) for each in remarks]
        position = position.play(card)
        if len(position.tricks) == number and index + 1 < len(line):
            winner, lead = position.winners[-1], line[index + 1]
            if winner not in (leader, bidder) and winner in played and _at_stake_above(position, bidder, lead):
                at = played[winner]
                notes.append(Note(at, number, winner, line[at], Remark.ENTRY, (lead,)))
    return tuple(sorted(notes, key=lambda note: note.index))


def _of_bidder(position: Position, bidder: Seat, card: Card) -> list[tuple[Remark, tuple[Card, ...]]]:
    legal = position.legal_cards()
    forced = [(Remark.FORCED, tuple[Card, ...]())] if len(legal) == 1 < len(position.hand(bidder)) else []
    if position.holder is None:
        return forced
    best, led = position.holder[1], position.trick.cards[0].suit
    if card.suit is led:
        if best.suit is not led:
            return forced  # ruffed: any of his cards stays under
        under = _below(position, legal, best)
        if not under:
            return [(Remark.NONE_UNDER, (best,))]
        return [(Remark.ONLY_UNDER, (best,))] if len(legal) > 1 and under == (card,) else forced
    if card.suit is position.trump:
        return [(Remark.RUFF, ()), *forced]
    if suit_facts(position, bidder, card.suit).safe:
        return forced
    after = suit_facts(position.play(card), bidder, card.suit)
    return [(Remark.SETTLES if after.safe else Remark.THROWS_DANGER, after.at_stake), *forced]


def _of_defender(position: Position, bidder: Seat, card: Card) -> list[tuple[Remark, tuple[Card, ...]]]:
    seat = position.to_play
    assert seat is not None
    if not position.trick.cards:
        above = _at_stake_above(position, bidder, card)
        return [(Remark.LEADS_UNDER, above)] if above else []
    facts = suit_facts(position, bidder, card.suit)
    if card.suit is not position.trick.cards[0].suit:
        if card.suit is position.trump:
            return [(Remark.RUFF, ())]
        below = _below(position, facts.at_stake, card)
        return [(Remark.CLEARS, below)] if below else []
    if not facts.at_stake:
        return []
    same = position.hand(seat).suit(card.suit)
    kept = _below(position, same, facts.at_stake[-1])
    if len(_below(position, same, card)) < len(same) - 1 or not kept or card in kept:
        return []
    return [(Remark.UNBLOCKS, kept)]


def _only(position: Position, bidders: bool, card: Card, play: MiserePlay) -> list[tuple[Remark, tuple[Card, ...]]]:
    """That a card and those touching it are the only ones by which the seat to play has its way, where that is so."""
    table = play.table(position)
    groups = play.groups(table)
    if table.taken or len(groups) == 1:
        return []
    has_its_way = [play.beaten(play.play(table, group[0])) != bidders for group in groups]
    if sum(has_its_way) != 1 or card not in play.cards(groups[has_its_way.index(True)]):
        return []
    others = [code for group, good in zip(groups, has_its_way, strict=True) if not good for code in group]
    return [(Remark.ONLY, play.cards(others))]


def _at_stake_above(position: Position, bidder: Seat, card: Card) -> tuple[Card, ...]:
    """The bidder's cards at stake in a card's suit that are higher than it."""
    strength = position.rules.strength
    at_stake = suit_facts(position, bidder, card.suit).at_stake
    return tuple(each for each in at_stake if strength(each) > strength(card))


def _below(position: Position, cards: Iterable[Card], card: Card) -> tuple[Card, ...]:
    """Those of some cards of one suit that are lower than a card of it."""
    strength = position.rules.strength
    return tuple(each for each in cards if strength(each) < strength(card))
