"""A share of the wins, an end or a mean has one interval on a page, wherever it is printed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.tables import Tables
from simlab.report.page import Report, report_of
from simlab.report.style import style
from tests.report import test_houserule as houserule
from tests.report import test_sweep as sweep
from tests.report.test_page import duel, toy
from tests.support.competitive_game import CONTEST, contest
from tests.support.named_seats_game import HOUSE_FACTS, campaign
from tests.support.written_run import Written, write_run

ESTIMATES = ("estimate", "mean", "unchanged", "changed")
"""Columns with an estimate; the names of its bounds begin with the same word, or are alone."""
TABLES = re.compile(
    r"scenarios|(seats|policies|wins|fairness|length|population)(_\d)?|players_compared|players"
    r"|rules_compared|end|ways|cells|changes|curves|steps"
)
"""Tables of wins, ends and means; others have shares of other things that may be equal."""


def full_report(folder: Path, *scenarios: Written, **more: Any) -> Report:
    tables = Tables(write_run(folder / "run", scenarios, **more))
    with style():
        return report_of(tables, is_full=True)


def toy_report(folder: Path) -> Report:
    return full_report(
        folder, *(toy(300, n, name, n) for name in ("greedy", "planner") for n in (2, 3))
    )


def duel_report(folder: Path) -> Report:
    return full_report(folder, duel(300, 0.6), cooperative=False)


def contest_report(folder: Path) -> Report:
    games = (contest(300, 2), contest(300, 3))
    return full_report(folder, *games, cooperative=False, facts=CONTEST)


def campaign_report(folder: Path) -> Report:
    games = campaign(300, 3, n_capped=21)
    return full_report(folder, games, cooperative=False, facts=HOUSE_FACTS)


def sweep_report(folder: Path) -> Report:
    names = ("unchanged", "hand_limit_4", "events_off")
    games = [
        campaign(300, n_capped=9 + place, name=name, patch={"rules": name} if place else {})
        for place, name in enumerate(names)
    ]
    factors = [{**sweep.FACTORS[0], "levels": ["4", "5"]}, sweep.FACTORS[1]]
    study = sweep.study(*names, margin=None, design="one_at_a_time") | {"factors": factors}
    return full_report(folder, *games, cooperative=False, facts=HOUSE_FACTS, study=study)


def house_rule_report(folder: Path) -> Report:
    games = [
        campaign(300, n_capped=9 + place, name=name, patch={"rules": name} if place else {})
        for place, name in enumerate(("unchanged", "changed"))
    ]
    study = houserule.study((3,))
    return full_report(folder, *games, cooperative=False, facts=HOUSE_FACTS, study=study)


REPORTS = [
    toy_report,
    duel_report,
    contest_report,
    campaign_report,
    sweep_report,
    house_rule_report,
]


def printed(report: Report) -> Iterator[tuple[tuple[str, float], tuple[float, float], str]]:
    """Yield scenario and estimate, interval and table of the shares and means on a page."""
    for table in report.page_tables:
        names = [name for name in ESTIMATES if name in table.frame]
        rows = table.frame.to_dict("records") if TABLES.fullmatch(table.slug) else []
        for row, name in product(rows, names):
            start = "" if name == "estimate" else f"{name}_"
            bounds = tuple(round(row[f"{start}{end}"], 9) for end in ("low", "high"))
            if np.isfinite(row[name]) and row[name] not in (0, 1):
                yield (scenario_of(row, name), round(row[name], 9)), bounds, table.slug


def scenario_of(row: dict[str, Any], name: str) -> str:
    """Return the scenario of an estimate; rows of a comparison name its unchanged side only."""
    scenario = str(row.get("scenario", ""))
    return scenario.replace("unchanged", "changed") if name == "changed" else scenario


@pytest.mark.parametrize("report", REPORTS)
def test_the_same_number_has_the_same_interval_in_all_tables(report, tmp_path) -> None:
    intervals: dict[Any, dict[str, set[Any]]] = defaultdict(lambda: defaultdict(set))
    for number, bounds, slug in printed(report(tmp_path)):
        intervals[number][slug].add(bounds)
    several = {number: own for number, own in intervals.items() if len(own) > 1}
    assert several, "some numbers are printed in several tables"
    # two rows of one table with the same number are about different things
    plain = {
        number: {slug: bounds for slug, bounds in own.items() if len(bounds) == 1}
        for number, own in several.items()
    }
    for number, own in plain.items():
        assert len({min(bounds) for bounds in own.values()}) <= 1, (number, own)
