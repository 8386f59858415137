"""Prints games, interval widths, time and size of a planned run."""

from __future__ import annotations

from typing import Any

from simlab.api.plan import RunPlan
from simlab.cli.terminal.output import say, say_named_rows

Content = dict[str, Any]

FOOTER = "±: half-width of the 95 % interval (Student’s t on blocks). Times are for {jobs} cores."


def print_result(result: RunPlan) -> None:
    """Print one row per scenario, and the totals if there are several."""
    content = result.to_dict()
    rows = [_row(entry) for entry in content["scenarios"]]
    if len(rows) > 1:
        rows.append(_row({"name": "total", "number": "", "half_width": None, **content}))
    say_named_rows(["!scenario", ">games", "metric", ">±", ">minutes", ">MB"], rows)
    say(FOOTER.format(jobs=content["jobs"]))


def _row(entry: Content) -> list[str]:
    return [
        entry["name"],
        f"{entry['games']:,}",
        entry["number"],
        _width(entry),
        _amount(entry["minutes"]),
        _amount(entry["megabytes"]),
    ]


def _amount(value: float) -> str:
    return f"{value:,.1f}" if value > 0.05 else "<0.1"


def _width(entry: Content) -> str:
    """Return the half-width with two digits; that of wins in percent."""
    if entry["half_width"] is None:
        return ""
    if entry["number"].startswith("wins"):
        return f"{100 * entry['half_width']:.2g} %"
    return f"{entry['half_width']:.2g}"
