"""The builds of the search: each gives the same answers for the same work, and can be asked for by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from ouverte.search.engine import BUILDS

ROOT = Path(__file__).parent.parent
CHECK = """
from ouverte.search import engine
from tests.endings import random_endings
from tests.signature import FILE, work
from tests.test_search import differences

assert engine.Solver.__module__ == {"baseline": "ouverte.search.baseline"}.get(engine.BUILD, "ouverte.search.v3")
assert work() == int(FILE.read_text("ascii")), "nodes"
assert differences(engine.Solver(16), tuple(random_endings(7, 400))) == [], "answers"
print(engine.BUILD)
"""


def run(build: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | {"OUVERTE_BUILD": build}, capture_output=True, text=True
    )


@pytest.mark.parametrize("build", BUILDS)
def test_each_build_does_the_same_work_for_the_same_answers(build: str) -> None:
    result = run(build, "-c", CHECK)
    assert (result.stdout.strip(), result.stderr) == (build, "")


def test_the_best_build_is_taken_unasked() -> None:
    result = run("", "-c", "from ouverte.search.engine import BUILD; print(BUILD)")
    assert result.stdout.strip() == BUILDS[-1]


def test_a_build_that_is_none_gives_one_line() -> None:
    result = run("fast", "-m", "ouverte_cli", "analyse", "hands/founding-example.pbn")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == f"ouverte: OUVERTE_BUILD is 'fast': expected {' or '.join(BUILDS)}, which run here\n"
