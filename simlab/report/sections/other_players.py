"""Section on other players: the main results with every other policy in all seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import band, score, seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.other_players import (
    dependence,
    other_players,
    outcome,
    seat_of,
    seat_to_watch,
)
from simlab.report.band_colours import band_colours, bands_reached
from simlab.report.blocks.seat_cells import seat_cells
from simlab.report.fair_share import MARGIN_IN_WORDS
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, stack
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.stack import Bar, Stack
from simlab.report.page_table import Cell, PageTable, records, rows_of
from simlab.report.seat_result import AXIS, axis, even_level
from simlab.report.section import Section
from simlab.report.style import HALF, NARROW, WIDE
from simlab.report.wording import n_of, number, share, whole

TITLE = "What other players make of it"
SLUG = "players_compared"
WIN_METHOD = (
    "Each cell as in the tables of its own question, 95 %. The same answer, or another, is said"
    " only where the intervals of both rows are sure of it; no difference between rows has been"
    " tested."
)
SCORE_METHOD = (
    "Mean: Student’s t interval on blocks. Shares: Clopper–Pearson intervals, all of a row"
    " together. All at 95 %; no difference between rows has been tested."
)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on other policies in all seats, if any played."""
    scenario_groups = _lineups(tables)
    if scenario_groups and not tables.is_cooperative:
        yield _win_block(tables, scenario_groups)
    elif scenario_groups and tables.facts.bands.tiers:
        yield _score_block(tables, scenario_groups)


def _lineups(tables: Tables) -> list[list[Scenario]]:
    """Return each main scenario that others have played too, with theirs, in the same order."""
    lineups = sorted(other_players(tables), key=lambda r: tables.entries.index(r.scenario.entry))
    groups = ([main, *(r.scenario for r in lineups if r.main is main)] for main in tables.main)
    return [scenarios for scenarios in groups if len(scenarios) > 1]


def _win_block(tables: Tables, scenario_groups: Sequence[Sequence[Scenario]]) -> FigureBlock:
    groups = [_win_group(tables, scenarios) for scenarios in scenario_groups]
    if tables.is_for_points:
        plot = Dots(groups, axis(tables))
        quantity, stripe = f"{tables.facts.score.unit.capitalize()} per game of", ""
    else:
        plot = Dots(groups, AXIS, is_share=True, margin=win_rate.MARGIN)
        quantity, stripe = "Share of the wins of", f", the stripe a margin of {MARGIN_IN_WORDS}"
    return FigureBlock(
        title=TITLE,
        lead=f"{quantity} {_seat_phrase(tables)}, by who sits in every seat. The dashed line is"
        f" {even_level(tables)}{stripe}. The table has the other answers too.",
        alt=dots.describe(plot),
        figure=dots.draw(plot, WIDE),
        narrow=dots.draw(plot, HALF),
        table=_win_table(
            tables, [scenario for scenarios in scenario_groups for scenario in scenarios]
        ),
    )


def _seat_phrase(tables: Tables) -> str:
    if tables.facts.seats.names:
        return f"the {tables.facts.seats.one} that is the strongest with {tables.main[0].entry}"
    return "the first seat"


def _win_group(tables: Tables, scenarios: Sequence[Scenario]) -> Group:
    """Return the wins of the first or the strongest seat with each line-up."""
    main, name = scenarios[0], n_of(scenarios[0].players, "player")
    who = seat_to_watch(tables, main)["who"]
    wins = [Dot(seat_of(tables, scenario, who), label=scenario.entry) for scenario in scenarios]
    label = f"{who}, {name}" if tables.facts.seats.names else name
    return Group(label, wins, fair=seat_of(tables, main, who)["fair"])


def _win_table(tables: Tables, scenarios: Sequence[Scenario]) -> PageTable:
    outcomes = {
        lineup.scenario.name: str(outcome(tables, lineup)) for lineup in other_players(tables)
    }
    cells = [
        {
            **seat_cells(tables, scenario),
            "answer": outcomes.get(scenario.name, "–"),
            "games": whole(tables.scenario_counts(scenario).n_games),
        }
        for scenario in scenarios
    ]
    results = pd.concat(rows_of(seat_result.by_seat(tables), scenario) for scenario in scenarios)
    frame = results.assign(answer=results["scenario"].map(outcomes).fillna(""))
    return PageTable(SLUG, _heads(cells), _rows(scenarios, cells), WIN_METHOD, frame, labels=2)


def _score_block(tables: Tables, scenario_groups: Sequence[Sequence[Scenario]]) -> FigureBlock:
    scenarios = [scenario for alike in scenario_groups for scenario in alike]
    plot = _score_stack(tables, scenario_groups)
    table = _score_table(tables, scenarios)
    return FigureBlock(
        title=TITLE,
        lead=f"Share of the games that end in each band of the {_victory_table(tables)}, by who"
        f" sits in every seat; at the right the mean score ({tables.facts.score.unit}) with its"
        " interval. The table has the intervals of the shares.",
        alt=stack.describe(plot),
        figure=stack.draw(plot, WIDE),
        narrow=stack.draw(plot, NARROW),
        table=table,
    )


def _victory_table(tables: Tables) -> str:
    return tables.facts.bands.label


def _score_stack(tables: Tables, scenario_groups: Sequence[Sequence[Scenario]]) -> Stack:
    bands, means = band.band(tables), score.mean(tables)
    names = {scenario.name for scenarios in scenario_groups for scenario in scenarios}
    order = bands_reached(bands[bands["scenario"].isin(names)])
    groups = [
        (
            n_of(scenarios[0].players, "player"),
            [_bar(scenario, rows_of(bands, scenario), means, order) for scenario in scenarios],
        )
        for scenarios in scenario_groups
    ]
    return Stack(groups, order, "games (%)", band_colours(bands, order), share, number, 100)


def _bar(scenario: Scenario, bands: pd.DataFrame, means: pd.DataFrame, order: Sequence[str]) -> Bar:
    pieces = {row["label"]: row for row in records(bands)}
    mean = records(rows_of(means, scenario))[0]
    return Bar(scenario.entry, {label: pieces[label] for label in order}, mean)


def _score_table(tables: Tables, scenarios: Sequence[Scenario]) -> PageTable:
    bands, means = band.band(tables), score.mean(tables)
    named = pd.concat([means.assign(label="mean score"), bands])
    frame = named[named["scenario"].isin([scenario.name for scenario in scenarios])]
    cells: list[dict[str, Cell]] = [
        {
            "mean score": number(records(rows_of(means, scenario))[0]),
            **{row["label"]: share(row) for row in records(rows_of(bands, scenario))},
            "games": whole(tables.scenario_counts(scenario).n_games),
        }
        for scenario in scenarios
    ]
    return PageTable(SLUG, _heads(cells), _rows(scenarios, cells), SCORE_METHOD, frame, labels=2)


def _heads(cells: Sequence[dict[str, Cell]]) -> list[str]:
    return ["players", "line-up", *cells[0]]


def _rows(scenarios: Sequence[Scenario], cells: Sequence[dict[str, Cell]]) -> list[list[Cell]]:
    return [
        [str(scenario.players), scenario.entry, *scenario_cells.values()]
        for scenario, scenario_cells in zip(scenarios, cells, strict=True)
    ]


SECTION = Section(
    {"competitive": 40, "points": 40, "cooperative": 20},
    "With other players",
    _blocks,
    applies=lambda tables: bool(other_players(tables)),
    lead=dependence,
)
