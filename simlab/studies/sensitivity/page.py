"""Page on a sensitivity study: which rules, policies and assumptions cause the variation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simlab.analysis.tables import Description
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.head import Head
from simlab.report.lineups import DISCLAIMERS
from simlab.report.page import Report, publish
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.provenance import sentences_by_name, study_provenance
from simlab.report.rulebook import assumption_notes
from simlab.report.style import style
from simlab.report.wording import n_of, share
from simlab.studies.sensitivity.answer import answer, findings, first_share, total_share
from simlab.studies.sensitivity.result import METHOD, Sensitivity

PAGE = "sensitivity.html"
SERIES = ("alone", "with all its interactions")
RANGE = (
    "Each level of a range counts the same. Another range gives other shares: a rule that hardly"
    " varies can hardly matter."
)


def write_sensitivity(
    sensitivity: Sensitivity, described: dict[str, Any], command: str, folder: Path
) -> Path:
    """Write `sensitivity.html`, `figures/` and `tables/` of a study; return the page's path.

    Raises:
        RunError: they cannot be written.
    """
    with style():
        return publish(report_of(sensitivity, Description(described), command), folder, PAGE)


def report_of(sensitivity: Sensitivity, described: Description, command: str) -> Report:
    """Return the report on a sensitivity study."""
    return Report(
        tables=described,
        head=_head(sensitivity, described),
        main=[_effect_block(sensitivity)],
        sections=list(_sections(sensitivity)),
        origin=study_provenance(
            described, command, sensitivity.n_games, sentences_by_name(described)
        ),
        disclaimers=DISCLAIMERS,
    )


def _head(sensitivity: Sensitivity, described: Description) -> Head:
    title, players = described.game["title"], n_of(sensitivity.players, "player")
    kind = "all within the ranges" if sensitivity.n_cells == sensitivity.n_space else "a sample"
    return Head(
        question=f"Which rules of {title} decide the {sensitivity.label} with {players}?",
        answer=answer(sensitivity),
        findings=list(findings(sensitivity).items()),
        dependence=RANGE,
        basis=[
            n_of(sensitivity.n_games, "game"),
            f"{n_of(sensitivity.n_cells, 'set of rules', 'sets of rules')}, {kind}",
            n_of(len(sensitivity.effects), "factor"),
            n_of(len(assumption_notes(described)), "assumption"),
        ],
    )


def _effect_block(sensitivity: Sensitivity) -> FigureBlock:
    rows = records(sensitivity.effects)
    groups = [
        Group(row["factor"], [Dot(first_share(row), 0), Dot(total_share(row), 1)]) for row in rows
    ]
    plot = Dots(
        groups,
        f"share of the variation in {sensitivity.label} (%)",
        SERIES,
        is_share=True,
        from_zero=True,
    )
    return FigureBlock(
        title="What causes the variation",
        lead="The share of each factor, the largest first. What lies between both marks is due to"
        " interactions with other factors.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=effect_table(sensitivity),
    )


def effect_table(sensitivity: Sensitivity) -> PageTable:
    """Return the share of each factor, alone and with its interactions."""
    cells: list[list[Cell]] = [
        [
            row["factor"],
            row["kind"],
            str(row["levels"]),
            share(first_share(row)),
            share(total_share(row)),
        ]
        for row in records(sensitivity.effects)
    ]
    heads = ["factor", "kind", "levels", *SERIES]
    return PageTable("effects", heads, cells, METHOD, sensitivity.effects, labels=2)


def _sections(sensitivity: Sensitivity) -> Iterator[PageSection]:
    if len(sensitivity.pairs):
        yield PageSection(
            "Interactions of two factors",
            "What both cause together beyond what each causes alone.",
            tables=[_pair_table(sensitivity)],
        )


def _pair_table(sensitivity: Sensitivity) -> PageTable:
    rows: list[list[Cell]] = [
        [row["one"], row["other"], share(row)] for row in records(sensitivity.pairs)
    ]
    return PageTable(
        "pairs", ["factor", "with", "share"], rows, METHOD, sensitivity.pairs, labels=2
    )
