"""The examples in the docstrings of the library."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import ouverte
import pytest

MODULES = sorted(module.name for module in pkgutil.walk_packages(ouverte.__path__, "ouverte."))
NAMES = ("auction", "bridge", "cards", "deals", "guess", "known", "position", "review", "seats")
WITH_EXAMPLES = {f"ouverte.{name}" for name in NAMES}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
    assert found.attempted > 0 or name not in WITH_EXAMPLES


def test_every_module_is_looked_at() -> None:
    assert set(MODULES) > WITH_EXAMPLES
