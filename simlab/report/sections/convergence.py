"""Section on whether enough games were played: convergence of the headline metric."""

from __future__ import annotations

from simlab.report.blocks.convergence import convergence_blocks
from simlab.report.section import Section

SECTION = Section({"competitive": 150, "points": 150}, "Enough games?", convergence_blocks)
