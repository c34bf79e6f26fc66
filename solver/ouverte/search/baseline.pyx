"""The search, compiled for any processor of its kind."""

include "questions.pxi"
include "solver.pxi"
include "points.pxi"
include "misere.pxi"
include "press.pxi"
