"""Par in words: contracts and calls, what they pay, the par auction in a sentence, the verdict on one that was held."""

from __future__ import annotations

from fractions import Fraction

from ouverte import Entry, Side
from ouverte.auction import Outcome
from ouverte.par import JudgedAuction, Offers, Payments, Turn
from ouverte.pbn import Board
from ouverte.rules.ruleset import ACCEPTANCE, PASS, RuleSet

from ouverte_cli.diagram import listed, seat_label, trump_text


def amount_text(amount: Fraction) -> str:
    """What is paid, with its sign: ``+9``, ``-2 1/4``, ``0``."""
    whole, rest = divmod(abs(amount), 1)
    digits = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return ("+" if amount > 0 else "-" if amount else "") + digits


def payments_text(payments: Payments) -> str:
    """What each seat is paid: ``N -3, E -3, S -3, W +9``."""
    return ", ".join(f"{seat.letter} {amount_text(amount)}" for seat, amount in sorted(payments.items()))


def call_text(rules: RuleSet, call: str) -> str:
    """A call as it is spoken: ``pass``, ``open misère``."""
    if call in (PASS, ACCEPTANCE):
        return call
    contract = rules.game.contract(call)
    return contract.title.lower() if contract.players == 1 else call


def side_text(board: Board, side: Side) -> str:
    """One seat with its name, or two."""
    return listed([seat_label(board, seat) for seat in side])


def outcome_text(board: Board, rules: RuleSet, outcome: Outcome) -> str:
    """``open misère by N Kirill``, or ``thrown in``."""
    if outcome.contract is None or outcome.side is None:
        return "thrown in"
    return f"{rules.game.contract(outcome.contract).title.lower()} by {side_text(board, outcome.side)}"


def ending_text(board: Board, offers: Offers, outcome: Outcome) -> str:
    """An end of the auction with what is played, whether it makes and what it pays."""
    text = outcome_text(board, offers.rules, outcome)
    if outcome.contract is None or outcome.side is None:
        return f"{text}, and nobody pays"
    entry = offers.of(outcome.contract, outcome.side).entry
    named = entry.contract.trump.bidder_chooses and (entry.makes or entry.value is not None)
    trump = f" in {trump_text(entry.goal.trump)}" if named else ""
    return f"{text}{trump}, {worth_text(entry)}: {payments_text(offers.payments(outcome))}"


def worth_text(entry: Entry) -> str:
    """What comes of a contract: ``makes with 11``, ``fails``, ``safe``, ``beaten``."""
    if entry.goal.objective.value == "none":
        return "safe" if entry.makes else "beaten"
    return ("makes" if entry.makes else "fails") + (f" with {entry.value}" if entry.value is not None else "")


def best_sentence(board: Board, offers: Offers) -> str:
    """For every seat and pair the contract that pays it best."""
    sides = dict.fromkeys(offer.entry.goal.side for offer in offers)
    parts: dict[str, list[str]] = {}
    nothing = []
    for side in sorted(sides, key=len):
        best = offers.best(side)
        who = seat_label(board, side.only) if len(side) == 1 else str(side)
        if best is None:
            nothing.append(who)
            continue
        trump = f" in {trump_text(best.entry.goal.trump)}" if best.entry.contract.trump.bidder_chooses else ""
        what = f"{best.entry.contract.title.lower()}{trump} {amount_text(best.pays)}"
        parts.setdefault(what, []).append(who)
    texts = [f"for {listed(who)} {what}" for what, who in parts.items()]
    return f"Pays best: {'; '.join([*texts, *([f'for {listed(nothing)} nothing'] if nothing else [])])}."


def par_sentence(board: Board, offers: Offers, outcome: Outcome) -> str:
    """The end of the par auction."""
    return f"Par: {ending_text(board, offers, outcome)}."


def as_good_text(rules: RuleSet, board: Board, turn: Turn) -> str:
    """The calls that were as good; in brackets where one leads that pays somebody else otherwise."""
    others = turn.as_good
    if len(others) == len(turn.choices) - 1 > 1 and all(each.payments == turn.chosen.payments for each in others):
        return "any other call"
    return ", ".join(
        call_text(rules, each.call)
        + (f" ({outcome_text(board, rules, each.outcome)})" if each.payments != turn.chosen.payments else "")
        for each in others
    )


def verdict(board: Board, held: JudgedAuction, offers: Offers) -> list[str]:
    """An auction that was held, judged in a few sentences: its end, who overbid, who missed what."""
    end = ending_text(board, offers, held.outcome)
    judged = list(zip(held.turns, held.makes, strict=True))
    faults = [_fault(board, offers.rules, turn, makes) for turn, makes in judged if turn.cost]
    failing = [turn for turn, makes in judged if makes is False and not turn.cost]
    standing = [turn for turn in failing if turn is held.last_bid]
    free = [_caller(board, offers.rules, turn) for turn in failing if turn is not held.last_bid]
    if held.auction.to_call is not None:
        parts = [f"The auction is not over, and par from there is {end}"]
    else:
        parts = [f"The hand was {end}" if held.outcome.thrown_in else f"The auction ended in {end}"]
    parts += faults or ["No call could have been bettered"]
    parts += [_standing(board, offers.rules, turn, held) for turn in standing]
    if free:
        parts.append(f"{listed(free)} could not have been made and cost nothing")
    return [f"{part}." for part in parts]


def _fault(board: Board, rules: RuleSet, turn: Turn, makes: bool | None) -> str:
    """A call that was not the best."""
    who, call, best = seat_label(board, turn.seat), call_text(rules, turn.call), call_text(rules, turn.best.call)
    worth = f"worth {amount_text(turn.expected)}, where {best} was worth {_best(turn)}"
    if makes is False:
        return f"{who} overbid: {call} cannot be made and was {worth}"
    if turn.best.call == PASS:
        return f"{who} had better passed: {call} was {worth}"
    return f"{who} missed {best}: {call} was {worth}"


def _standing(board: Board, rules: RuleSet, turn: Turn, held: JudgedAuction) -> str:
    """A bid that fails and stands, and was as good as any call all the same."""
    if turn.expected > held.payments[turn.seat]:
        return f"{_caller(board, rules, turn)} cannot be made; by par it would have been overcalled"
    return f"{_caller(board, rules, turn)} cannot be made, but no call was worth more"


def _caller(board: Board, rules: RuleSet, turn: Turn) -> str:
    return f"{seat_label(board, turn.seat)}'s {call_text(rules, turn.call)}"


def _best(turn: Turn) -> str:
    return amount_text(turn.best.payments[turn.seat])
