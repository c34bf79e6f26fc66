"""The facts that explain a misère, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill, wrap

from ouverte import Card, Position, Seat
from ouverte.danger import SuitFacts
from ouverte.explain import Explanation, LeadAnswer, NearestMiss
from ouverte.probing import Decision
from ouverte.remarks import Note, Remark

from ouverte_cli.diagram import card_text, cards_text, trick_lines

SUIT_HEADERS = ("Suit", "From the lowest (out)", "By itself")
NOTES_FROM = 38
"""The column where the notes on a trick begin."""
WIDTH = 100
EXCHANGES = 4
"""How many exchanges are spelt out."""


def grouped(cards: Iterable[Card]) -> str:
    """Cards suit by suit: ``♥AKQ ♦T9``."""
    cards = tuple(cards)
    suits = dict.fromkeys(card.suit for card in cards)
    return " ".join(suit.symbol + "".join(card.letter for card in cards if card.suit is suit) for suit in suits)


def suit_rows(explanation: Explanation) -> list[list[str]]:
    """A row a suit: his cards among those that are out, and whether the suit is safe by itself."""
    return [[facts.suit.symbol, _order(facts), _by_itself(facts)] for facts in explanation.suits]


def answer_table(answers: Sequence[LeadAnswer], his_turn: bool) -> tuple[list[str], list[list[str]]]:
    """Headers, and a row for all cards of the seat to play that are met in the same way, or lead to the same."""
    rows: dict[tuple[str, ...], list[Card]] = {}
    for answer in answers:
        reply = "" if his_turn else _reply(answer)
        later = [each for each in answer.decisions if each.before and (his_turn or each.card is not answer.reply)]
        tightest = min(later, key=lambda each: each.tightness, default=None)
        told = f"trick {tightest.trick}: {_choice(tightest)}" if tightest else ""
        rows.setdefault((told,) if his_turn else (reply, told), []).extend(answer.cards)
    headers = ["His card"] if his_turn else ["Card", "He plays"]
    return [*headers, "Later, at the tightest"], [[grouped(cards), *cells] for cells, cards in rows.items()]


def tightest_text(decision: Decision | None) -> str:
    """The choice of a safe bidder that he can most easily get wrong."""
    if decision is None:
        return "Nearest miss: none of these lines sets him a choice that he could get wrong."
    saving, cards = len(decision.saving), len(decision.saving) + len(decision.losing)
    verb = "saves" if saving == 1 else "save"
    where = f"Nearest miss: at trick {decision.trick} of this line"
    return f"{where} {saving} of {cards} cards {verb} him: {_choice(decision)}."


def exchange_text(miss: NearestMiss, tried: int) -> str:
    """Which exchange of one card would beat a safe bidder, where the seat to play has so many cards to try."""
    if not miss.exchanges:
        return "No card of his exchanged for a higher one out in its suit would beat him."
    by_all = all(len(each.beating) == tried for each in miss.exchanges)
    told = []
    for each in miss.exchanges[:EXCHANGES]:
        by = "every card" if len(each.beating) == tried else grouped(each.beating)
        text = f"{each.holder.letter}'s {card_text(each.other)} for his {card_text(each.card)}"
        told.append(text if by_all else f"{text} (by {by})")
    more = len(miss.exchanges) - EXCHANGES
    if more > 0:
        told.append(f"{more} more such exchange{'s' if more > 1 else ''}")
    which = " or ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told)
    places = "" if miss.places == 1 else f", {miss.places} places up and no fewer"
    return f"He would be beaten {'by every card ' if by_all else ''}with {which}{places}."


def paragraph(text: str) -> str:
    """Sentences in lines of a page's width."""
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def annotated_lines(position: Position, line: Sequence[Card], notes: Sequence[Note], bidder: Seat) -> list[str]:
    """A line of play, a trick a line, with what is to be said of its cards beside it."""
    remarks: dict[int, list[str]] = {}
    for note in notes:
        remarks.setdefault(note.trick, []).append(note_text(note, bidder))
    lines = []
    for number, text in enumerate(trick_lines(position, line), len(position.tricks) + 1):
        told = "; ".join(dict.fromkeys(remarks.get(number, [])))
        parts = wrap(told, WIDTH - NOTES_FROM, break_long_words=False, break_on_hyphens=False) or [""]
        lines.append(f"{text:<{NOTES_FROM}}{parts[0]}".rstrip())
        lines += [" " * NOTES_FROM + part for part in parts[1:]]
    return lines


def note_text(note: Note, bidder: Seat) -> str:
    """A remark in a few words."""
    seat, card, cards = note.seat.letter, card_text(note.card), cards_text(note.cards)
    symbol = note.card.suit.symbol
    return {
        Remark.FORCED: f"{card} is forced",
        Remark.ONLY_UNDER: f"only {card} stays under {cards}",
        Remark.NONE_UNDER: f"{seat} has nothing under {cards}",
        Remark.ONLY: f"nothing but {card} {'saves him' if note.seat is bidder else 'does it'}",
        Remark.THROWS_DANGER: f"{seat} throws {card}, a danger",
        Remark.SETTLES: f"{seat} throws {card}, and {symbol} is safe",
        Remark.LEADS_UNDER: f"under {cards}",
        Remark.ENTRY: f"{seat} gets in to lead {cards}",
        Remark.CLEARS: f"{seat} clears {card} from over {cards}",
        Remark.UNBLOCKS: f"{seat} unblocks {card}, keeps {cards}",
        Remark.RUFF: f"{seat} ruffs",
    }[note.remark]


def _order(facts: SuitFacts) -> str:
    """His cards of a suit from the lowest up, those out between them in brackets."""
    if not facts.order:
        return "–"
    runs: list[tuple[bool, str]] = []
    for card, seat in facts.order:
        own = seat is facts.bidder
        if runs and runs[-1][0] == own:
            runs[-1] = own, runs[-1][1] + card.letter
        else:
            runs.append((own, card.letter))
    return " ".join(letters if own else f"({letters})" for own, letters in runs)


def _by_itself(facts: SuitFacts) -> str:
    if not facts.order:
        return "void"
    if facts.at_stake:
        first, *others = facts.at_stake
        also = f"; also {cards_text(others)}" if others else ""
        return f"danger: {_count(facts, first)}{also}"
    if facts.trump:
        return "trumps: he may have to ruff"
    out = {card: len(facts.below(card)) for card in facts.cards}
    if not any(out.values()):
        return "safe: nothing out below"
    tight = max((card for card in facts.cards if out[card]), key=lambda card: out[card] - facts.cards.index(card))
    return f"safe: {_count(facts, tight)}"


def _count(facts: SuitFacts, card: Card) -> str:
    """How many cards are out below one of his, and how many he holds there."""
    below = facts.below(card)
    holders: dict[str, str] = {}
    for other, seat in reversed(below):
        holders[seat.letter] = holders.get(seat.letter, "") + other.letter
    held = ", ".join(f"{seat} {letters}" for seat, letters in sorted(holders.items()))
    return f"{len(below)} out below {card_text(card)} ({held}), and {facts.cards.index(card) or 'none'} of his own"


def _reply(answer: LeadAnswer) -> str:
    if answer.reply is None:
        return ""
    wrong = [each for each in answer.decisions if each.card is answer.reply]
    return card_text(answer.reply) + (f", not {grouped(wrong[0].losing)}" if wrong else "")


def _choice(decision: Decision) -> str:
    return f"{grouped(decision.saving)}, not {grouped(decision.losing)}"
