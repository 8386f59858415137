"""Page on a tuning study: the change that meets the targets, its certificate, and the front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.tables import Description
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots, front
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.front import Front, Spot
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import StudyPage
from simlab.report.wording import Row, begin_sentence, group_by_key, n_of, whole
from simlab.studies.tune.answer import (
    METHOD,
    SEARCH_METHOD,
    UNCHANGED,
    answer,
    changes_in_short,
    finalist_to_show,
    findings,
    range_text,
    steps,
    subject,
    target_text,
    targets_text,
    value_of,
)
from simlab.studies.tune.result import Tuned

COST = "cost of the changes"
DISTANCE = "largest distance from a target (tolerances)"
COST_SENTENCE = (
    "A changed rule costs 1, and up to 1 more for how far it is changed, the farthest level of its"
    " range being 1."
)
FAR = 3
"""Sets of rules that miss a target by more than this times the best are not drawn."""
MOST_ROWS = 20
"""Candidates in the table; its CSV file has all."""


def _spots(frame: pd.DataFrame, x: str, y: str) -> list[Spot]:
    return [
        Spot(float(row[x]), float(row[y]), row["changes"] or UNCHANGED) for row in records(frame)
    ]


def _front_block(tuned: Tuned) -> FigureBlock:
    best = [
        Spot(
            float(target_rows["cost"].iloc[0]),
            float(target_rows["distance_searching"].max()),
            changes_in_short(tuned, number),
        )
        for number, target_rows in enumerate(_finalists(tuned))
    ]
    plot = Front(_spots(tuned.candidates, "cost", "distance"), best, COST, DISTANCE)
    return FigureBlock(
        title="From few changes to all targets met",
        lead="Each dot is a set of rules, on the deals of the search; the numbered ones are the"
        f" finalists, 0 the unchanged rules. {COST_SENTENCE}",
        alt=front.describe(plot),
        figure=front.draw(plot),
        table=_finalist_table(tuned),
    )


def _finalists(tuned: Tuned) -> list[pd.DataFrame]:
    """Return the values of each finalist."""
    return [tuned.of_finalist(number) for number in range(tuned.n_finalists)]


def _finalist_table(tuned: Tuned) -> PageTable:
    targets = records(tuned.targets)
    rows: list[list[Cell]] = []
    for number, target_rows in enumerate(_finalists(tuned)):
        values = records(target_rows)
        rows.append(
            [
                str(number),
                changes_in_short(tuned, number),
                f"{values[0]['cost']:.2f}",
                f"{target_rows['distance_searching'].max():.2f}",
                f"{target_rows['distance'].max():.2f}",
                *(f"{row['status']}" for row in values),
            ]
        )
    heads = [
        "finalist",
        "changes",
        "cost",
        "distance\nwhile searching",
        "distance\nfresh deals",
        *(f"{subject(target)}\n{range_text(target)}" for target in targets),
    ]
    return PageTable("finalists", heads, rows, METHOD, tuned.values, labels=2)


def _target_blocks(tuned: Tuned) -> Iterator[FigureBlock]:
    """Yield a figure for all targets with the same metric and range."""
    targets = [{**row, "number": at} for at, row in enumerate(records(tuned.targets))]
    alike = group_by_key((f"{row['metric']} {row['low']} {row['high']}", row) for row in targets)
    for index, targets_alike in enumerate(alike.values()):
        yield _target_block(tuned, targets_alike, index)


def _target_block(tuned: Tuned, targets: list[dict[str, Any]], index: int) -> FigureBlock:
    first = targets[0]
    ends = [end for end in (first["low"], first["high"]) if np.isfinite(end)]
    middle, half = sum(ends) / len(ends), (max(ends) - min(ends)) / 2
    values = {
        target["number"]: records(tuned.values[tuned.values["target"] == target["number"]])
        for target in targets
    }
    groups = [
        Group(
            n_of(target["players"], "player"),
            [Dot(row, label=_label(row)) for row in values[target["number"]]],
            fair=middle,
        )
        for target in targets
    ]
    is_share = not first["unit"]
    unit = "%" if is_share else first["unit"]
    axis = unit if unit == first["label"] else f"{first['label']} ({unit})"
    plot = Dots(groups, axis, is_share=is_share, margin=half)
    rows: list[list[Cell]] = [
        [
            n_of(target["players"], "player"),
            _label(row),
            _search_value(target, row),
            value_of(target, row),
            str(row["status"]),
            whole(row["games"]),
        ]
        for target in targets
        for row in values[target["number"]]
    ]
    heads = ["players", "finalist", "while searching", "fresh deals", "decision", "games"]
    where = "stripe" if half else "dashed line"
    return FigureBlock(
        title=f"{begin_sentence(first['label'])}: {range_text(first)}",
        lead=f"Finalists on fresh deals; the {where} is the target. The difference from the value"
        " while searching is the optimism of the search.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=PageTable(f"target_{index + 1}", heads, rows, METHOD, tuned.values, labels=2),
    )


def _label(row: Row) -> str:
    return f"{row['finalist']}: {row['changes'] or UNCHANGED}"


def _search_value(target: Row, row: Row) -> str:
    value = row["searching"] * (1 if target["unit"] else 100)
    return f"{value:.4g}" if target["unit"] else f"{value:.3g} %"


def _conflict_blocks(tuned: Tuned) -> Iterator[FigureBlock]:
    """Yield the figure of two targets that exclude each other, if the answer is about them."""
    conflict = tuned.conflict
    if conflict is None or tuned.answer is not None:
        return
    names = [target_text(row) for row in records(tuned.targets)]
    x, y = (f"distance_{at + 1}" for at in (conflict.target, conflict.rival))
    is_known = np.isfinite(tuned.candidates[x]) & np.isfinite(tuned.candidates[y])
    known = tuned.candidates.loc[is_known].sort_values([x, y])
    best = known.loc[known[y] < known[y].cummin().shift(fill_value=np.inf)]
    near = known.loc[known[x] <= FAR * max(best[x].max(), 1.0)]
    plot = Front(
        _spots(near, x, y),
        _spots(best, x, y),
        f"distance from {names[conflict.target]} (tolerances)",
        f"distance from {names[conflict.rival]}",
        is_numbered=False,
    )
    rows: list[list[Cell]] = [
        [row["changes"] or UNCHANGED, f"{row[x]:.2f}", f"{row[y]:.2f}"] for row in records(best)
    ]
    heads = [
        "changes",
        *(f"distance from\n{names[at]}" for at in (conflict.target, conflict.rival)),
    ]
    yield FigureBlock(
        title="Two targets that no set of rules tried meets together",
        lead="Each dot is a set of rules, on the deals of the search; no dot reaches both zeros.",
        alt=front.describe(plot),
        figure=front.draw(plot),
        table=PageTable("conflict", heads, rows, SEARCH_METHOD, best),
    )


def _sections(tuned: Tuned) -> Iterator[PageSection]:
    if not tuned.others.empty:
        yield PageSection(
            "With other policies in all seats",
            f"The answer, {changes_in_short(tuned, finalist_to_show(tuned))}, on fresh deals.",
            tables=[_others_table(tuned)],
        )
    yield PageSection(
        "All sets of rules tried",
        "The nearest to all targets first, on the deals of the search; the CSV file has all.",
        tables=[_candidate_table(tuned)],
    )


def _others_table(tuned: Tuned) -> PageTable:
    targets = records(tuned.targets)
    rows: list[list[Cell]] = [
        [
            row["policy"],
            target_text(targets[row["target"]]),
            value_of(targets[row["target"]], row),
            str(row["status"]),
            whole(row["games"]),
        ]
        for row in records(tuned.others)
    ]
    heads = ["policy", "target", "fresh deals", "decision", "games"]
    return PageTable("others", heads, rows, METHOD, tuned.others, labels=2)


def _candidate_table(tuned: Tuned) -> PageTable:
    targets = records(tuned.targets)
    nearest = tuned.candidates.sort_values(["distance", "cost"], kind="stable")
    rows: list[list[Cell]] = [
        [
            row["changes"] or UNCHANGED,
            f"{row['cost']:.2f}",
            f"{row['distance']:.2f}",
            *(
                _search_value(target, {"searching": row[f"target_{at}"]})
                for at, target in enumerate(targets, start=1)
            ),
            whole(row["blocks"]),
        ]
        for row in records(nearest.head(MOST_ROWS))
    ]
    heads = ["changes", "cost", "distance", *map(subject, targets), "deals"]
    return PageTable("candidates", heads, rows, SEARCH_METHOD, tuned.candidates)


def _question(tuned: Tuned, described: Description) -> str:
    which = "this target" if len(tuned.targets) == 1 else "these targets"
    asked = f"What should change in {described.game['title']} to meet {which}"
    return described.described["question"] or f"{asked}: {targets_text(tuned)}?"


def value_table(tuned: Tuned) -> PageTable:
    """Return a row for each finalist and target: the value on fresh deals, and the decision."""
    targets = records(tuned.targets)
    rows: list[list[Cell]] = []
    for row in records(tuned.values):
        target, is_first = targets[row["target"]], row["target"] == 0
        rows.append(
            [
                (row["changes"] or UNCHANGED) if is_first else "",
                f"{row['cost']:.2f}" if is_first else "",
                target_text(target),
                value_of(target, row),
                str(row["status"]),
            ]
        )
    heads = ["changes", "cost", "target", "fresh deals", "decision"]
    return PageTable("values", heads, rows, f"{METHOD} {SEARCH_METHOD}", tuned.values)


PAGE = StudyPage[Tuned](
    file="tune.html",
    question=_question,
    answer=answer,
    findings=findings,
    dependence=lambda tuned: (
        f"Targets: {targets_text(tuned)}. {COST_SENTENCE} All seats: {tuned.policy}."
    ),
    counts=lambda tuned: [
        n_of(tuned.n_games, "game"),
        n_of(tuned.n_tried, "set of rules", "sets of rules"),
        n_of(tuned.n_finalists, "finalist"),
        n_of(len(tuned.targets), "target"),
    ],
    change=lambda tuned: [] if tuned.answer is None else tuned.sentences[tuned.answer],
    tables=lambda tuned: {"Finalists and targets": value_table(tuned)},
    blocks=lambda tuned: [_front_block(tuned), *_conflict_blocks(tuned), *_target_blocks(tuned)],
    sections=_sections,
    steps=steps,
)
