"""Page on a sensitivity study: which rules, policies and assumptions cause the variation."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import StudyPage
from simlab.report.wording import n_of, share
from simlab.studies.sensitivity.answer import answer, findings, first_share, total_share
from simlab.studies.sensitivity.result import METHOD, Sensitivity

EFFECTS = "What causes the variation"
SERIES = ("alone", "with all its interactions")
RANGE = (
    "Each level of a range counts the same. Another range gives other shares: a rule that hardly"
    " varies can hardly matter."
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
        title=EFFECTS,
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


def _counts(sensitivity: Sensitivity) -> list[str]:
    kind = "all within the ranges" if sensitivity.n_cells == sensitivity.n_space else "a sample"
    return [
        n_of(sensitivity.n_games, "game"),
        f"{n_of(sensitivity.n_cells, 'set of rules', 'sets of rules')}, {kind}",
        n_of(len(sensitivity.effects), "factor"),
    ]


PAGE = StudyPage[Sensitivity](
    file="sensitivity.html",
    question=lambda sensitivity, described: (
        f"Which rules of {described.game['title']} decide the {sensitivity.label} with"
        f" {n_of(sensitivity.players, 'player')}?"
    ),
    answer=answer,
    findings=findings,
    dependence=lambda sensitivity: RANGE,
    counts=_counts,
    tables=lambda sensitivity: (
        {EFFECTS: effect_table(sensitivity)} if sensitivity.is_measurable else {}
    ),
    blocks=lambda sensitivity: [_effect_block(sensitivity)],
    sections=_sections,
)
