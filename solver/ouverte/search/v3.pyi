from ouverte.search.baseline import DEFAULT_MEMORY as DEFAULT_MEMORY
from ouverte.search.baseline import MisereSolver as MisereSolver
from ouverte.search.baseline import PointSolver as PointSolver
from ouverte.search.baseline import PressSolver as PressSolver
from ouverte.search.baseline import Solver as Solver
from ouverte.search.baseline import runs_v3 as runs_v3
