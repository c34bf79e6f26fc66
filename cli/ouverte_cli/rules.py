"""``ouverte rules``: a rule set as tables, or the rule sets and options there are."""

from __future__ import annotations

from typing import Any

import click
from ouverte.errors import InputError
from ouverte.rules.house import load_rules
from ouverte.rules.model import Contract, Objective
from ouverte.rules.presets import OPTIONS, RULE_SETS
from ouverte.rules.ruleset import RuleSet

from ouverte_cli.errors import EXIT_CODES, Exit, complain
from ouverte_cli.formats import Answer, Page, Writer, format_option

EXAMPLES = """\
\b
Examples:
  ouverte rules
  ouverte rules russian
  ouverte rules english+high+one-round
"""


@click.command("rules", epilog=f"{EXAMPLES}\n{EXIT_CODES}")
@click.argument("name", required=False)
@format_option
def command(name: str | None, output_format: str) -> int:
    """Show a rule set: its contracts and what they pay, how they are bid, and its other rules.

    NAME is a rule set, with options after it, + between; or a file of house rules that ends in .toml. Without NAME the
    rule sets and the options are listed. Every command that takes --rules takes the same names.
    """
    writer = Writer(output_format, single=True)
    if name is None:
        writer.write(Listing())
    else:
        try:
            writer.write(Shown(load_rules(name)))
        except InputError as error:
            complain(str(error))
            return Exit.DATA
    writer.close()
    return Exit.DONE


class Listing(Answer):
    """The rule sets and options there are."""

    def documents(self) -> list[dict[str, Any]]:
        """One object with both lists."""
        return [
            {
                "rule_sets": {rules.name: rules.title for rules in RULE_SETS.values()},
                "options": {option.name: option.title for option in OPTIONS.values()},
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row each."""
        sets: list[dict[str, object]] = [
            {"kind": "rule set", "name": rules.name, "title": rules.title} for rules in RULE_SETS.values()
        ]
        options: list[dict[str, object]] = [
            {"kind": "option", "name": each.name, "title": each.title} for each in OPTIONS.values()
        ]
        return [*sets, *options]

    def page(self, page: Page) -> str:
        """Two tables."""
        return page.join(
            [
                page.table(["Rule set", "what it is"], [[rules.name, rules.title] for rules in RULE_SETS.values()]),
                page.table(["Option", "what it changes"], [[each.name, each.title] for each in OPTIONS.values()]),
            ]
        )


class Shown(Answer):
    """One rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._bid = [rules.game.contract(name) for name in rules.auction.ascending]

    def documents(self) -> list[dict[str, Any]]:
        """One object."""
        rules = self._rules
        return [
            {
                "name": rules.name,
                "title": rules.title,
                "game": rules.game.name,
                "contracts": self.rows(),
                "one_round": rules.auction.one_round,
                "eldest_may_accept": rules.auction.eldest_may_accept,
                "lone_proposer": rules.auction.lone_proposer.value,
                "only_over": dict(rules.auction.only_over),
                "misery": None if rules.misery is None else rules.misery.value,
                "misery_stake": str(rules.misery_stake),
                "trump_source": rules.trump_source.value,
                "rotation": [suit.letter for suit in rules.rotation],
                "redeal": list(rules.redeal),
                "players": rules.players,
                "until_decided": sorted(rules.until_decided),
            }
        ]

    def rows(self) -> list[dict[str, object]]:
        """One row for each contract, in the order in which they are bid."""
        return [
            {
                "contract": contract.name,
                "players": contract.players,
                "trump": _trump(contract),
                "needs": _needs(contract, self._rules),
                "leads": contract.leader.value,
                "stake": str(self._rules.payments[contract.name].stake),
                "lost": str(self._rules.payments[contract.name].lost),
                "over": str(self._rules.payments[contract.name].over),
                "under": str(self._rules.payments[contract.name].under),
            }
            for contract in self._bid
        ]

    def page(self, page: Page) -> str:
        """A table of contracts and the other rules in words."""
        headers = ["Contract", "trump", "needs", "leads", "made", "lost", "a trick over", "a trick short"]
        cells = [
            [
                contract.title,
                row["trump"],
                row["needs"],
                row["leads"],
                *("–" if row[key] == "0" else row[key] for key in ("stake", "lost", "over", "under")),
            ]
            for contract, row in zip(self._bid, self.rows(), strict=True)
        ]
        words = "\n".join(f"- {line}" for line in self._words())
        return page.join([page.heading(self._rules.title), page.table(headers, cells), words])

    def _words(self) -> list[str]:
        rules, auction = self._rules, self._rules.auction
        title = {contract.name: contract.title.lower() for contract in rules.game.contracts}
        lines = ["One round of bidding." if auction.one_round else "Bidding goes on until nobody bids higher."]
        if "proposal" in auction.ascending:
            lines.append(f"A proposer left alone {auction.lone_proposer.value}.")
            may = "may" if auction.eldest_may_accept else "may not"
            lines.append(f"Eldest, having passed, {may} accept a proposal that is the only other bid.")
        else:
            lines.append("There are no proposals.")
        lines += [f"{title[name].capitalize()} only over {title[over]}." for name, over in auction.only_over.items()]
        if rules.misery is None:
            lines.append("When all pass, the hand is thrown in.")
        else:
            lines.append(f"When all pass, misery is played: {rules.misery.value}, for {rules.misery_stake} each.")
        suits = ", ".join(suit.word.lower() for suit in rules.rotation)
        lines.append(f"Trumps: {rules.trump_source.value}{f' of {suits}' if suits else ''}.")
        if rules.redeal:
            lines.append(f"After a thrown-in hand the pack is dealt unshuffled, {'-'.join(map(str, rules.redeal))}.")
        if rules.until_decided:
            names = ", ".join(title[name] for name in auction.ascending if name in rules.until_decided)
            lines.append(f"Played only until decided: {names}.")
        if rules.players > rules.game.seats:
            lines.append(f"{rules.players} at the table; one sits out in turn and neither pays nor is paid.")
        return lines


def _trump(contract: Contract) -> str:
    if contract.trump.turned_up:
        return "turned up"
    return "bidder's choice" if contract.trump.bidder_chooses else "none"


def _needs(contract: Contract, rules: RuleSet) -> str:
    if contract.objective is Objective.NONE:
        return "none"
    return "all" if contract.target == rules.game.hand_size else f"{contract.target}+"
