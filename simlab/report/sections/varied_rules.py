"""Section on the rules that a sweep varies: what each level changes, as in a rulebook."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis.sweep import Factor, sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.page_table import PageTable
from simlab.report.section import Section
from simlab.report.wording import begin_sentence

LEAD = "What each change means. A set of rules has one of these changes or several together."


def _tables(tables: Tables) -> Iterator[PageTable]:
    """Yield the table of all levels that change something, if the run describes them."""
    factors = sweep_effects(tables)[0].factors
    rows = [row for factor in factors for row in _rows(factor)]
    if rows:
        heads = ["rule", "what changes"]
        yield PageTable(
            "varied_rules", heads, rows, "", pd.DataFrame(rows, columns=heads), labels=1
        )


def _rows(factor: Factor) -> Iterator[list[str]]:
    for level, sentences in enumerate(factor.changes):
        if sentences:
            rule = begin_sentence(factor.level_title(level) if factor.is_named else factor.label)
            yield [rule, " ".join(sentence.removeprefix(f"{rule}: ") for sentence in sentences)]


PAGES = {"sweep": 45}
SECTION = Section(PAGES, "The rules that change", _tables, lead=LEAD, in_short=True)
