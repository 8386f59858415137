"""Mean of seat counts by option and by policy or seat: points by source, actions, gains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis import win_rate
from simlab.analysis.moments import Estimates, Part, means_among
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.usage import find_group, lowest

METHOD = (
    "Mean per seat and finished game; t interval from the sums of blocks, 95 %, each by itself."
)
EVERYONE, ALL = "every seat", "all"
"""Value of `who` for all seats: in games whose seats have no names, and in those with names."""


@question
def means(tables: Tables, group: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean of each column of a seat group, for all seats and by `who`.

    `who` is a policy where several meet, else a seat. `even` is the mean over all seats.
    """
    return answer(line for s in scenarios for line in _means(s, tables, group))


def _means(scenario: Scenario, tables: Tables, group: str) -> Iterator[dict[str, Any]]:
    group_facts = find_group(scenario.facts.seat_groups, group)
    labels = group_facts.columns.values()
    estimates_by_who = _estimates(scenario, tables, group)
    even = next(iter(estimates_by_who.values())).values.tolist()
    for who, estimates in estimates_by_who.items():
        row_keys = [
            {"option": label, "who": who, "even": mean}
            for label, mean in zip(labels, even, strict=True)
        ]
        yield from rows(scenario.keys, estimates.means(low=lowest(scenario, group_facts)), row_keys)


def _estimates(scenario: Scenario, tables: Tables, group: str) -> dict[str, Estimates]:
    columns = list(find_group(scenario.facts.seat_groups, group).columns)
    everyone = np.ones((scenario.rotations, scenario.players), dtype=bool)
    all_of_them = ALL if scenario.facts.seats.names else EVERYONE
    whose = {all_of_them: everyone, **win_rate.seat_masks(scenario, tables)}

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, columns):
            yield [batch[name] for name in columns], list(whose.values())

    return dict(zip(whose, means_among(parts(), len(columns)), strict=True))
