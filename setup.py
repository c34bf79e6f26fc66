"""Builds the compiled search; everything else about the project is in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

SEARCH = "solver/ouverte/search"

extensions = [
    Extension(
        "ouverte.search.engine",
        [f"{SEARCH}/engine.pyx"],
        extra_compile_args=["-O3"] if os.name == "posix" else [],
    ),
]

setup(
    ext_modules=cythonize(
        extensions,
        include_path=["solver"],
        compiler_directives={"language_level": 3},
    ),
)
