"""Fair share of the wins: margin, verdicts in words, tint of cells around it."""

from __future__ import annotations

from simlab.analysis import win_rate
from simlab.analysis.verdict import Verdict
from simlab.report.wording import PERCENTAGE_POINTS, THIN

MARGIN_IN_WORDS = f"{round(100 * win_rate.MARGIN)} {PERCENTAGE_POINTS}"

COMPARED = {
    Verdict.MORE: f"better by more than {MARGIN_IN_WORDS}",
    Verdict.LESS: f"worse by more than {MARGIN_IN_WORDS}",
    Verdict.SAME: f"even within {MARGIN_IN_WORDS}",
    Verdict.UNDECIDED: "not decided yet",
}


STEPS = (0.03, 0.1)
"""Distances from the fair share at which the tint of a cell becomes deeper."""


TINTED = (
    "Orange is more than a fair share and purple less, where the whole interval is; the deeper the"
    f" further off, from {round(100 * STEPS[0])} and from {round(100 * STEPS[1])}"
    f" {PERCENTAGE_POINTS}."
)


def fair_share(fair: float) -> str:
    """Return in words the share that every seat would win in a fair game."""
    return f"{100 * fair:.3g}{THIN}%"
