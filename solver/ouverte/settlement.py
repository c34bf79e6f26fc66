"""Who pays whom when a hand is over. All amounts are exact fractions of the stake, and always add up to nothing.

A bidder alone is paid by each opponent, or pays each of them. Where two play together each of the other two pays, or is
paid by, one of them. Tricks over and under are paid as the rule set says (`ouverte.rules.ruleset.Payment`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ouverte.errors import ContractError
from ouverte.rules.model import Objective
from ouverte.rules.ruleset import Misery, RuleSet
from ouverte.seats import ALL_SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from seat to seat."""

    payer: Seat
    payee: Seat
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand pays. `made` is None where there was no contract."""

    seats: Side
    transfers: tuple[Transfer, ...]
    made: bool | None = None

    @property
    def payments(self) -> Mapping[Seat, Fraction]:
        """What each seat is paid, less than 0 where it pays; the sum is 0."""
        balance = dict.fromkeys(self.seats, Fraction(0))
        for transfer in self.transfers:
            balance[transfer.payer] -= transfer.amount
            balance[transfer.payee] += transfer.amount
        return balance


def settle(rules: RuleSet, contract: str, side: Side, taken: int, *, seats: Side = ALL_SEATS) -> Settlement:
    """Settle a contract by the tricks its side took.

    Raises ContractError for a contract that these rules do not have, a side that cannot play it, or tricks that cannot
    be.
    """
    played = rules.game.contract(contract)
    payment = rules.payments[contract]
    others = [seat for seat in seats if seat not in side]
    if len(side) != played.players or not all(seat in seats for seat in side):
        needed = "one seat" if played.players == 1 else f"{played.players} seats"
        raise ContractError(f"{contract} is played by {needed} of {seats}, not by {side}")
    if not 0 <= taken <= rules.game.hand_size:
        raise ContractError(f"{taken} tricks: expected from 0 to {rules.game.hand_size}")
    if played.objective is Objective.MOST:
        made = taken >= played.target
        amount = payment.stake + payment.over * (taken - played.target)
        lost = payment.lost + payment.under * (played.target - taken)
    else:
        made = taken <= played.target
        amount, lost = payment.stake, payment.lost
    # Two who play together are each paired with one of the others, in the order of the seats.
    pairs = zip(side, others, strict=True) if len(side) > 1 else ((side.only, seat) for seat in others)
    transfers = (Transfer(loser, winner, amount) if made else Transfer(winner, loser, lost) for winner, loser in pairs)
    return Settlement(seats, tuple(transfer for transfer in transfers if transfer.amount), made)


def settle_misery(rules: RuleSet, winners: Sequence[Seat], *, seats: Side = ALL_SEATS) -> Settlement:
    """Settle a round of misery by who won its tricks, in order.

    Where several have the fewest tricks nobody collects; where nobody is first to five or to four nobody pays. Raises
    ContractError without misery in the rules, or when tricks that matter are not there.
    """
    size = rules.game.hand_size
    if rules.misery is None:
        raise ContractError(f"{rules.title}: there is no misery when all pass")
    if len(winners) > size or not all(seat in seats for seat in winners):
        raise ContractError(f"expected the winners of {size} tricks, all of {seats}")
    counts = {seat: list(winners).count(seat) for seat in seats}
    pays: Seat | None = None
    if rules.misery is Misery.FIRST_TO_FIVE:
        pays = _first_to(5, winners)
        if pays is None and len(winners) == size:
            pays = _first_to(4, winners)
        elif pays is None:
            raise ContractError(f"{len(winners)} tricks, and nobody has five: expected all {size}")
        return Settlement(seats, _all_others(rules, pays, seats, collects=False))
    if len(winners) < size:
        raise ContractError(f"{len(winners)} tricks: expected all {size}")
    if rules.misery is Misery.LAST_TRICK:
        return Settlement(seats, _all_others(rules, winners[-1], seats, collects=False))
    fewest = [seat for seat in seats if counts[seat] == min(counts.values())]
    return Settlement(seats, _all_others(rules, fewest[0] if len(fewest) == 1 else None, seats, collects=True))


def _first_to(tricks: int, winners: Sequence[Seat]) -> Seat | None:
    counts: dict[Seat, int] = {}
    for seat in winners:
        counts[seat] = counts.get(seat, 0) + 1
        if counts[seat] == tricks:
            return seat
    return None


def _all_others(rules: RuleSet, seat: Seat | None, seats: Side, *, collects: bool) -> tuple[Transfer, ...]:
    """One seat collects from each other, or pays each."""
    if seat is None:
        return ()
    pairs = ((other, seat) if collects else (seat, other) for other in seats if other != seat)
    return tuple(Transfer(payer, payee, rules.misery_stake) for payer, payee in pairs)
