"""Rule sets by name, options, and house rules in files."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from ouverte.errors import RulesError
from ouverte.rules import house
from ouverte.rules.house import load_rules
from ouverte.rules.presets import OPTIONS, RULE_SETS, named
from ouverte.rules.ruleset import LoneProposer, Misery, TrumpSource

CLUB = """\
title = "Tuesday club"
base = "english"
options = ["one-round", "misery-fewest"]
misery_stake = 2
[payments.solo]
stake = 2
lost = 3
over = "1/2"
[payments.misere]
stake = 5
[auction]
eldest_may_accept = false
lone_proposer = "must raise"
ascending = ["proposal", "solo", "abundance", "misere"]
only_over = {misere = "abundance"}
"""


def write(folder: Path, text: str) -> str:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, CLUB))
    assert (rules.name, rules.title, rules.misery, rules.misery_stake) == ("club", "Tuesday club", Misery.FEWEST, 2)
    solo, misere = rules.payments["solo"], rules.payments["misere"]
    assert (solo.stake, solo.lost, solo.over, solo.under) == (2, 3, Fraction(1, 2), 0)
    assert (misere.stake, misere.lost) == (5, 5)
    assert rules.payments["abundance"] == named("english").payments["abundance"]
    auction = rules.auction
    assert auction.ascending == ("proposal", "solo", "abundance", "misere")
    assert auction.one_round
    assert not auction.eldest_may_accept
    assert auction.lone_proposer is LoneProposer.MUST_RAISE
    assert auction.only_over == {"misere": "abundance"}


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, ""))
    assert (rules.payments, rules.auction) == (named("english").payments, named("english").auction)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tite = 1", "tite is no key of the rules: expected one of title"),
        ("base = 'frog'", "'frog' is no rule set: expected one of english"),
        ("base = 5", "base is 5: expected a text"),
        ("options = 'high'", "options is 'high': expected a list"),
        ("options = ['hi']", "'hi' is no option"),
        ("misery_stake = 0.25", "misery_stake is 0.25: expected a whole number, or a fraction"),
        ("misery_stake = '1/0'", "misery_stake is '1/0'"),
        ("misery_stake = -1", "misery_stake is -1"),
        ("misery_stake = true", "misery_stake is True"),
        ("[payments.grand]\nstake = 1", "payments.grand: no such contract"),
        ("[payments.solo]\nstakes = 1", "payments.solo.stakes is no key"),
        ("[payments]\nsolo = 1", "payments.solo is 1: expected a table"),
        ("[auction]\none_round = 1", "auction.one_round is 1: expected true or false"),
        ("[auction]\nlone_proposer = 'x'", 'expected "may raise" or "must raise"'),
        ("[auction]\nascending = ['solo', 'solo']", "a contract comes twice"),
        ("[auction]\nascending = ['solo', 'proposal']", "expected it first"),
        ("[auction]\nascending = ['solos']", "'solos' is no contract"),
        ("[auction]\nonly_over = {solo = 'x'}", "'x' is no contract"),
        ("[auction", "no TOML"),
        ("a = " + "[" * 60_000, "no TOML"),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RulesError) as error:
        load_rules(path)
    assert str(error.value).startswith(f"{path}: ")
    assert said in str(error.value)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(str(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(RulesError, match="no TOML"):
        load_rules(str(tmp_path / "latin.toml"))
    monkeypatch.setattr(house, "RULES_LIMIT", 1024)
    with pytest.raises(RulesError, match="more than 1 KB"):
        load_rules(write(tmp_path, "#" * 2000))


def test_options() -> None:
    for base in RULE_SETS:
        for name in OPTIONS:
            rules = named(f"{base}+{name}")
            assert rules.name == f"{base}+{name}"
            assert set(rules.auction.ascending) <= set(rules.payments)
    assert named("english+no-proposals").auction.ascending[0] == "solo"
    order = named("english+misere-ranking").auction.ascending
    assert order[-1] == "open_misere"
    assert order.index("misere") == order.index("royal_abundance") + 1
    assert named("english+rotation").trump_source is TrumpSource.ROTATION
    assert [suit.letter for suit in named("english+rotation").rotation] == ["H", "S", "D", "C"]
    assert named("english+declared-trumps").game.contract("abundance_declared").trump.bidder_chooses
    assert named("english+redeal-535").redeal == (5, 3, 5)
    for wrong in ("", "English", "english+", "english+high+x"):
        with pytest.raises(RulesError):
            named(wrong)
