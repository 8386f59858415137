"""Prints the result of a run: a summary, a sweep or a house rule, as text or JSON."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from simlab.analysis.tables import Tables
from simlab.cli.terminal.output import from_here, say_json, say_line
from simlab.cli.terminal.summary import print_summary, summary
from simlab.cli.terminal.sweep import print_sweep, sweeps
from simlab.execution.store import Store
from simlab.experiment.houserule import KIND


def print_result(store: Store, seconds: float, as_json: bool) -> None:
    """Print the result of a run and its path, as text or JSON.

    The page of a sweep or a house rule is written too.
    """
    tables = Tables(store.folder)
    if tables.study.get("kind") == KIND:
        from simlab.cli.terminal.houserule import (
            print_houserule,  # imports all figures
        )

        print_houserule(store.folder, as_json)
        return
    scenarios = summary(store)
    if as_json:
        head = {"run": str(store.folder), "key": store.manifest()["key"]}
        games = sum(scenario["games"] for scenario in scenarios)
        content = _sweep_content(tables) if tables.is_sweep else {"scenarios": scenarios}
        say_json({**head, "games": games, "seconds": round(seconds, 3), **content})
    elif tables.is_sweep:
        print_sweep(tables)
        say_line(f"Run: {store.folder}")
        say_line(f"Open {_page_of(tables)} in a browser.")
    else:
        print_summary(scenarios)
        say_line(f"Run: {store.folder}")
        say_line(f"For a page: simlab report {shlex.quote(str(from_here(store.folder)))}")


def _sweep_content(tables: Tables) -> dict[str, Any]:
    return {"report": str(_page_of(tables)), "sweeps": sweeps(tables)}


def _page_of(tables: Tables) -> Path:
    """Write the page of a run."""
    from simlab.report.page import write  # imports all figures

    return write(tables.folder)
