"""The search does the same work at every run, and the work that was recorded."""

from __future__ import annotations

from tests.signature import FILE, work


def test_the_node_count_is_the_recorded_one() -> None:
    recorded = int(FILE.read_text(encoding="ascii"))
    assert work() == recorded, "the search works differently: if that is meant, run python -m tests.signature"


def test_the_same_search_twice_gives_the_same_count() -> None:
    assert work() == work()
