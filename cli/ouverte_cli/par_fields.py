"""Par as JSON and CSV have it. Amounts are texts, so that they are exact: ``9``, ``-3``, ``9/4``."""

from __future__ import annotations

from typing import Any

from ouverte.auction import Outcome
from ouverte.par import Choice, JudgedAuction, Offer, Offers, Payments, Turn

from ouverte_cli.diagram import trump_code


def offer_fields(offer: Offer) -> dict[str, Any]:
    """A contract in the hands of a side."""
    entry = offer.entry
    return {
        "contract": entry.contract.name,
        "by": str(entry.goal.side),
        "trump": trump_code(entry.goal.trump),
        "value": entry.value,
        "makes": entry.makes,
        "pays": str(offer.pays),
        "payments": payments_fields(offer.payments),
    }


def payments_fields(payments: Payments) -> dict[str, str]:
    """What each seat is paid."""
    return {seat.letter: str(amount) for seat, amount in sorted(payments.items())}


def auction_fields(judged: JudgedAuction, offers: Offers) -> dict[str, Any]:
    """An auction: its end, and every call with what it leads to by par."""
    outcome = judged.outcome
    played = None
    if outcome.contract is not None and outcome.side is not None:
        played = offers.of(outcome.contract, outcome.side).entry
    return {
        "over": judged.auction.to_call is None,
        **_outcome_fields(outcome),
        "trump": None if played is None else trump_code(played.goal.trump),
        "value": None if played is None else played.value,
        "makes": None if played is None else played.makes,
        "payments": payments_fields(judged.payments),
        "calls": [
            _call_fields(turn, makes)
            | {
                "leads_to": _choice_fields(turn.chosen),
                "best": _choice_fields(turn.best),
                "as_good": [_choice_fields(choice) for choice in turn.as_good],
            }
            for turn, makes in zip(judged.turns, judged.makes, strict=True)
        ],
    }


def call_rows(judged: JudgedAuction) -> list[dict[str, object]]:
    """A row a call."""
    return [
        _call_fields(turn, makes)
        | _outcome_fields(turn.chosen.outcome)
        | {"best": turn.best.call, "as_good": [choice.call for choice in turn.as_good]}
        for turn, makes in zip(judged.turns, judged.makes, strict=True)
    ]


def _call_fields(turn: Turn, makes: bool | None) -> dict[str, Any]:
    return {
        "seat": turn.seat.letter,
        "call": turn.call,
        "call_makes": makes,
        "expected": str(turn.expected),
        "cost": str(turn.cost),
    }


def _choice_fields(choice: Choice) -> dict[str, Any]:
    return {"call": choice.call, **_outcome_fields(choice.outcome), "payments": payments_fields(choice.payments)}


def _outcome_fields(outcome: Outcome) -> dict[str, Any]:
    return {"contract": outcome.contract, "by": None if outcome.side is None else str(outcome.side)}
