"""Table of all scenarios of a cooperative game: mean, median, bands, ends, capped games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from simlab.analysis import band, end_reason, score
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.luck import as_played, luck_sentences
from simlab.report.blocks.results_table import Part, results_table
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import Row, number, share, stretch, whole

METHOD = (
    "Mean: Student’s t interval on blocks. Median: order-statistic interval. Shares:"
    " Clopper–Pearson"
    " intervals, bands and ends of a scenario each together, the capped among the ends. All"
    " at 95 %, each scenario by itself. Mean, median and best are those of finished games."
)


def score_results(tables: Tables) -> PageTable:
    """Return the table of all scenarios."""
    method = " ".join([METHOD, *luck_sentences(tables)])
    return results_table(tables, _results(tables), partial(_count_cells, tables), method)


def _results(tables: Tables) -> Iterator[Part]:
    yield score.mean(tables).assign(quantity="mean"), number
    yield as_played(score.mean(tables)).assign(quantity="mean\nas played"), number
    yield score.median(tables).assign(quantity="median"), number
    bands = band.band(tables)
    if bands.size:
        bands = bands[bands["label"] != band.CAPPED]
        yield bands.assign(quantity=[_name_of(row) for row in records(bands)]), share
    ends = end_reason.end(tables)
    if ends.size:
        yield ends[ends["end"] != band.CAPPED].assign(quantity=ends["end"]), share
    yield end_reason.cap_rate(tables).assign(quantity=band.CAPPED), share


def _name_of(row: Row) -> str:
    """Return a band over its scores, on two lines."""
    return f"{row['label']}\n{stretch(row['from'], row['to'])}"


def _count_cells(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    best = score.best(tables, scenario)
    games = tables.scenario_counts(scenario).n_games
    return {"best": "–" if best is None else str(best), "games": whole(games)}
