"""Next steps of a run: its undecided numbers, and the commands that decide them."""

from __future__ import annotations

from collections.abc import Iterator

from simlab import shell
from simlab.analysis import rule_comparison, seat_result, sweep, win_rate
from simlab.analysis.rule_comparison import comparisons, headline_effect
from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report.answers import certificate, effect, metric_change
from simlab.report.answers.named_rules import nearest
from simlab.report.answers.unended import first_steps, is_unplayable
from simlab.report.more_games import NextStep, Undecided, next_steps, times_needed
from simlab.report.page_table import records, rows_of
from simlab.report.scenario import scenarios_with_rivals
from simlab.report.seat_result import in_cell
from simlab.report.wording import n_of


def steps(tables: Tables, command: str) -> list[NextStep]:
    """Return what to play next; nothing if all is decided or the run is not finished.

    `command` plays the experiment of the run.
    """
    if not tables.is_finished:
        return []
    if not tables.study and is_unplayable(tables):
        return first_steps(tables)
    if "until" in tables.described:  # it has as many games as its own question needs
        return []
    of_kind = {"sweep": _of_sweep, "houserule": _of_houserule}
    numbers = of_kind.get(str(tables.study.get("kind")), _of_run)(tables)
    games = int(tables.main[0].described["games"])
    return [*_certificates(tables, command), *next_steps(numbers, games, command)]


def _of_run(tables: Tables) -> Iterator[Undecided]:
    """Yield the seats of which it is not decided whether they win, or score, as all do."""
    if tables.is_cooperative or is_unplayable(tables):
        return
    for scenario in scenarios_with_rivals(tables.main):
        for row in records(rows_of(seat_result.by_seat(tables), scenario)):
            if row["verdict"] == Verdict.UNDECIDED:
                quantity = seat_result.quantity(tables)
                label = f"{quantity} of {row['who']} with {n_of(scenario.players, 'player')}"
                margin = row.get("margin", win_rate.MARGIN)
                yield Undecided(
                    label, in_cell(tables)(row).full, times_needed(row, margin, row["fair"])
                )


def _of_sweep(tables: Tables) -> Iterator[Undecided]:
    """Yield the undecided changes of the sets of rules."""
    for effects in sweep_effects(tables):
        for row in effect.rows_of(sweep.cells(tables), effects):
            if row["verdict"] == Verdict.UNDECIDED:
                label = (
                    f"{effects.metric.label} with {n_of(effects.players, 'player')}: {row['title']}"
                )
                value = effect.change_of(effects.metric, row).full
                yield Undecided(label, value, times_needed(row, effects.margin))


def _certificates(tables: Tables, command: str) -> Iterator[NextStep]:
    """Yield how to play the rules nearest to the target of a sweep again, on other deals."""
    is_sweep = tables.study.get("kind") == "sweep"
    if not is_sweep or "metric_target" not in tables.study or certificate.is_one(tables):
        return
    for effects, target, row in nearest(tables):
        if not row["is_base"]:
            value = effect.value_of(effects.metric, row)
            yield NextStep(
                f"“{row['title']}” with {n_of(effects.players, 'player')}, nearest to {target}",
                f"Now {value.value} ({value.range}) on the deals by which it was picked; others"
                " show how near it is.",
                f"{command} --players {effects.players} --certify {shell.quote(row['cell'])}",
            )


def _of_houserule(tables: Tables) -> Iterator[Undecided]:
    """Yield the undecided headline metrics, or other undecided ones if these are all decided."""
    pairs = comparisons(tables)
    main = [(pair, headline_effect(tables, pair)) for pair in pairs]
    all_effects = [
        (pair, row) for pair in pairs for row in records(rule_comparison.effects(tables, pair))
    ]
    undecided = [
        [(pair, row) for pair, row in rows if row["verdict"] == Verdict.UNDECIDED]
        for rows in (main, all_effects)
    ]
    for pair, row in undecided[0] or undecided[1]:
        label = f"{row['label']} with {n_of(pair.players, 'player')}"
        times = times_needed(row, row["margin"])
        yield Undecided(label, metric_change.change_of(row).full, times)
