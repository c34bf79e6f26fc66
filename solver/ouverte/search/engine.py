"""The compiled search, in the build that suits this processor.

The same source is compiled twice: for any processor and, on systems that have them, for those of the level x86-64-v3.
The environment variable OUVERTE_BUILD (`baseline` or `x86-64-v3`) takes the choice.
"""

import os
from importlib.util import find_spec
from typing import Final

from ouverte.search import baseline
from ouverte.search.limits import SearchLimit, SearchStopped

BASELINE: Final = "baseline"
V3: Final = "x86-64-v3"

NO_TRUMP: Final = 4
"""How the search writes the absence of a trump suit."""

__all__ = [
    "BUILD",
    "BUILDS",
    "DEFAULT_MEMORY",
    "NO_TRUMP",
    "MisereSolver",
    "PointSolver",
    "PressSolver",
    "SearchLimit",
    "SearchStopped",
    "Solver",
]

BUILDS: Final = (BASELINE, V3) if baseline.runs_v3() and find_spec("ouverte.search.v3") is not None else (BASELINE,)
"""The builds that run here."""


def _chosen(wish: str | None) -> str:
    if not wish:
        return BUILDS[-1]
    if wish not in BUILDS:
        expected = " or ".join(BUILDS)
        raise ImportError(f"OUVERTE_BUILD is {wish!r}: expected {expected}, which run here", name="OUVERTE_BUILD")
    return wish


BUILD: Final = _chosen(os.environ.get("OUVERTE_BUILD"))
"""The build in use."""

if BUILD == V3:
    from ouverte.search.v3 import DEFAULT_MEMORY, MisereSolver, PointSolver, PressSolver, Solver
else:
    from ouverte.search.baseline import DEFAULT_MEMORY, MisereSolver, PointSolver, PressSolver, Solver
