"""What all tests share: Hypothesis is as random as its seed, and has all the time it needs."""

from __future__ import annotations

import hypothesis
import pytest

from tests.endings import Ending, known_endings

hypothesis.settings.register_profile(
    "ouverte", derandomize=True, deadline=None, database=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("ouverte")


@pytest.fixture(scope="session")
def endings() -> tuple[Ending, ...]:
    """Random endings of every kind, each with what the reference says of it."""
    return known_endings()
