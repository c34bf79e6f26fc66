"""The search, compiled for processors of the level x86-64-v3 (AVX2, BMI2, ...)."""

include "questions.pxi"
include "solver.pxi"
include "points.pxi"
include "misere.pxi"
include "press.pxi"
