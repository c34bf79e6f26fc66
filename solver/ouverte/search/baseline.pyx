"""The search, compiled for any processor of its kind."""

include "solver.pxi"
