"""The contract that every game and every policy keeps, a stranger's too, checked by playing.

`stepper` plays decision by decision, `checks` says what must hold on the way, and `plain` compares
compiled code with plain Python.
"""

from simlab.contract.checks import CHECKS, Findings, cases, findings_of, problem_of, problems_of
from simlab.contract.stepper import Case, Table

__all__ = [
    "CHECKS",
    "Case",
    "Findings",
    "Table",
    "cases",
    "findings_of",
    "problem_of",
    "problems_of",
]
