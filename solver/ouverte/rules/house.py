"""House rules: a club's own, in a small TOML file, or a rule set by name.

A file says which rule set it starts from, which options it adds, and what it pays:

    title = "Tuesday club"
    base = "english"
    options = ["one-round", "misery-fewest"]
    misery_stake = 2

    [payments.solo]
    stake = 2
    lost = 3
    over = "1/2"

    [auction]
    eldest_may_accept = false

Amounts are whole numbers or fractions in quotes; what is not given is as in the base.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ouverte.errors import RulesError
from ouverte.rules.presets import named, with_options
from ouverte.rules.ruleset import LoneProposer, Payment, RuleSet

RULES_LIMIT = 64 * 1024
"""The longest file of house rules read, in bytes."""
_KEYS = ("title", "base", "options", "misery_stake", "payments", "auction")
_AUCTION = ("ascending", "one_round", "eldest_may_accept", "lone_proposer", "only_over")


def load_rules(text: str) -> RuleSet:
    """The rules that a name with options, or the path of a file that ends in ``.toml``, stands for.

    Raises RulesError, naming the file, the key and what was expected.
    """
    if not text.endswith(".toml"):
        return named(text)
    path = Path(text)
    try:
        with path.open("rb") as file:
            data = file.read(RULES_LIMIT + 1)
        if len(data) > RULES_LIMIT:
            raise RulesError(f"{text}: more than {RULES_LIMIT // 1024} KB of rules")
        document = tomllib.loads(data.decode())
    except OSError as error:
        raise RulesError(f"{text}: cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError(f"{text}: no TOML: {error}") from None
    try:
        return _house_rules(path.stem, document)
    except RulesError as error:
        raise RulesError(f"{text}: {error}") from None


def _house_rules(name: str, document: Mapping[str, Any]) -> RuleSet:
    _known("", document, _KEYS)
    options = document.get("options", [])
    if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
        raise RulesError(f"options is {_short(options)}: expected a list of names in quotes")
    rules = with_options(named(_text("base", document.get("base", "english"))), options)
    rules = replace(rules, name=name, title=_text("title", document.get("title", name)))
    if "misery_stake" in document:
        rules = replace(rules, misery_stake=_amount("misery_stake", document["misery_stake"]))
    payments = dict(rules.payments)
    for contract, given in _table("payments", document.get("payments", {})).items():
        if contract not in payments:
            raise RulesError(f"payments.{contract}: no such contract: expected one of {', '.join(payments)}")
        where = f"payments.{contract}"
        _known(where, _table(where, given), tuple(field.name for field in fields(Payment)))
        changes = {key: _amount(f"{where}.{key}", value) for key, value in given.items()}
        if "stake" in changes and "lost" not in changes and payments[contract].lost == payments[contract].stake:
            changes["lost"] = changes["stake"]
        payments[contract] = replace(payments[contract], **changes)
    auction = _table("auction", document.get("auction", {}))
    return _with_auction(replace(rules, payments=payments), auction)


def _with_auction(rules: RuleSet, given: Mapping[str, Any]) -> RuleSet:
    _known("auction", given, _AUCTION)
    changes: dict[str, Any] = {}
    for key in ("one_round", "eldest_may_accept"):
        if key in given:
            if not isinstance(given[key], bool):
                raise RulesError(f"auction.{key} is {_short(given[key])}: expected true or false")
            changes[key] = given[key]
    if "lone_proposer" in given:
        try:
            changes["lone_proposer"] = LoneProposer(given["lone_proposer"])
        except ValueError:
            allowed = " or ".join(f'"{each.value}"' for each in LoneProposer)
            raise RulesError(f"auction.lone_proposer is {_short(given['lone_proposer'])}: expected {allowed}") from None
    if "ascending" in given:
        order = given["ascending"]
        if not isinstance(order, list) or not order or not all(isinstance(name, str) for name in order):
            raise RulesError(
                f"auction.ascending is {_short(order)}: expected a list of contracts in quotes, lowest first"
            )
        for name in order:
            _contract("auction.ascending", name, rules)
        if len(set(order)) != len(order):
            raise RulesError("auction.ascending: a contract comes twice")
        if "proposal" in order[1:]:
            raise RulesError("auction.ascending: a proposal is the lowest bid: expected it first")
        changes["ascending"] = tuple(order)
    if "only_over" in given:
        table = _table("auction.only_over", given["only_over"])
        for name, over in table.items():
            _contract("auction.only_over", name, rules)
            _contract(f"auction.only_over.{name}", over, rules)
        changes["only_over"] = dict(table)
    return replace(rules, auction=replace(rules.auction, **changes))


def _contract(where: str, name: object, rules: RuleSet) -> None:
    if name not in rules.payments:
        raise RulesError(f"{where}: {_short(name)} is no contract: expected one of {', '.join(rules.payments)}")


def _known(where: str, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise RulesError(
                f"{where + '.' if where else ''}{key} is no key of the rules: expected one of {', '.join(keys)}"
            )


def _table(where: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RulesError(f"{where} is {_short(value)}: expected a table, as in [{where}]")
    return value


def _text(where: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RulesError(f"{where} is {_short(value)}: expected a text in quotes")
    return value


def _amount(where: str, value: object) -> Fraction:
    """A payment, not less than nothing. Floats are refused: they are not exact."""
    amount = Fraction(-1)
    if isinstance(value, int) and not isinstance(value, bool):
        amount = Fraction(value)
    elif isinstance(value, str) and len(value) <= 20:
        try:
            amount = Fraction(value)
        except (ValueError, ZeroDivisionError):
            amount = Fraction(-1)
    if not 0 <= amount <= 1_000_000:
        raise RulesError(f'{where} is {_short(value)}: expected a whole number, or a fraction such as "1/4"')
    return amount


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
