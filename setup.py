"""Builds the compiled search; everything else about the project is in pyproject.toml.

The search is compiled twice from one source: for any processor, and on x86-64 with gcc or clang once more for those of
the level x86-64-v3; `ouverte.search.engine` chooses when it is imported. With OUVERTE_CYTHON_CHECKS=1 in the
environment both are made to check themselves while they run, for the tests.
"""

import os
import platform

from Cython.Build import cythonize
from setuptools import Extension, setup

SEARCH = "solver/ouverte/search"
CHECKS = os.environ.get("OUVERTE_CYTHON_CHECKS") == "1"
OPTIONS = ["-O3"] if os.name == "posix" else []
if CHECKS and os.name == "posix":
    # Cython checks no index of a C array, and the search has no other; gcc and clang do, and end the process at a wrong
    # one, at a shift out of range or at the top card of an empty set.
    OPTIONS += ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]

extensions = [Extension("ouverte.search.baseline", [f"{SEARCH}/baseline.pyx"], extra_compile_args=OPTIONS)]
if os.name == "posix" and platform.machine() in ("x86_64", "AMD64"):
    options = [*OPTIONS, "-march=x86-64-v3"]
    extensions.append(Extension("ouverte.search.v3", [f"{SEARCH}/v3.pyx"], extra_compile_args=options))

extensions = cythonize(
    extensions,
    include_path=["solver"],
    # What an earlier build left behind may have been made with other directives.
    force=True,
    compiler_directives={
        "language_level": 3,
        "boundscheck": CHECKS,
        "initializedcheck": CHECKS,
        "wraparound": False,
        "cdivision": not CHECKS,
    },
)
for extension in extensions:
    # A compiler that does not know the level leaves the baseline. Said here, since cythonize forgets it.
    extension.optional = extension.name == "ouverte.search.v3"

setup(ext_modules=extensions)
