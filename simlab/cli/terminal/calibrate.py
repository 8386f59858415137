"""Prints the skill that real plays look like."""

from __future__ import annotations

from simlab.analysis.calibration import CHECK_METHOD, FIT_METHOD
from simlab.api.calibrate import CalibrationResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.pages.calibrate import answer, check_cells


def print_result(result: CalibrationResult, *, explain: bool) -> None:
    """Print the answer, the plays beside simulated ones, and how the fit is used."""
    calibration = result.calibration
    for sentence in answer(calibration):
        say(sentence)
    rows: list[list[Cell]] = [list(check_cells(row)) for row in records(calibration.checks)]
    say_heading("Plays, beside simulated sets of as many")
    say_table([">players", "what", ">plays", ">simulated", ">95 %"], rows)
    say_notes([FIT_METHOD, CHECK_METHOD], explain=explain)
