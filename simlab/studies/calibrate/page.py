"""Page on a calibration: the noise that real plays look like, and whether they look like any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import ribbon, simulated_range
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.figures.simulated_range import SimulatedRange
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import StudyPage
from simlab.report.wording import (
    Row,
    begin_sentence,
    n_of,
    number,
    share,
    stretch,
    with_unit,
)
from simlab.studies.calibrate.result import CHECK_METHOD, FIT_METHOD, SHARE_METHOD, Calibration

NOISE = "noise (% of the choices that are random)"
MANNER = (
    "All seats have the same policy, {policy}, of which a share of the choices is random. People"
    " make other mistakes than random ones, and of different kinds; a fit only says that results"
    " look alike."
)
EITHER = (
    "Each player has {policy} or {second} for a whole game, and the same share of the choices is"
    " random. Noise and share may be hard to tell apart; then both intervals are wide. A fit only"
    " says that results look alike."
)
SHARE_AXIS = "players who are {second} (%)"


def answer(calibration: Calibration) -> list[str]:
    """Return the noise that the plays look like, and whether they look like any."""
    noise = share(calibration.noise._asdict())
    plays = n_of(calibration.n_plays, "play")
    who = f"{calibration.policy} with {noise.full} of its choices random"
    if calibration.share is not None:
        second_share = share(calibration.share._asdict())
        who = (
            f"players of whom {second_share.full} are {calibration.second_policy} and the others"
            f" {calibration.policy}, with {noise.full} of their choices random"
        )
    fit = f"The {plays} look most like {who}: {calibration.fitted}."
    return [fit, _check_sentence(calibration)]


def _check_sentence(calibration: Calibration) -> str:
    p_value = f"p = {calibration.p_value:.2g}"
    if not calibration.is_rejected:
        return (
            f"They may well be of that skill ({p_value}); but {n_of(calibration.n_plays, 'play')}"
            " cannot show small differences."
        )
    worst = calibration.worst
    value, low, high = (number({**worst, "estimate": worst[name]}) for name in _ENDS)
    if not worst["unit"]:
        value, low, high = (share({**worst, "estimate": worst[name]}) for name in _ENDS)
    unit = f" {worst['unit']}" if worst["unit"] else ""
    where = f" with {n_of(worst['players'], 'player')}" if len(calibration.counts) > 1 else ""
    return (
        f"They do not look like any skill of {_who(calibration)} ({p_value}): the {worst['what']}"
        f"{where} is {value.value}{unit}, in simulated plays of that skill it is {low.value} to"
        f" {high.value}."
    )


_ENDS = ("estimate", "low", "high")


def _who(calibration: Calibration) -> str:
    """Return the policies that were fitted: `planner`, or `planner and greedy`."""
    both = [calibration.policy, *([calibration.second_policy] if calibration.second_policy else [])]
    return " and ".join(both)


def findings(calibration: Calibration) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    if calibration.minutes is None:
        return {}
    minutes = number(calibration.minutes._asdict())
    return {"Minutes": f"A play takes {minutes.full} minutes."}


def check_cells(row: Row) -> tuple[str, str, str, str, str]:
    """Return players, what is compared, and its value in plays and in simulated plays."""
    say = number if row["unit"] else share
    simulated = say({**_plain(row), "estimate": row["expected"]})
    return (
        str(row["players"]),
        row["what"],
        say(row).value,
        simulated.value,
        simulated.range,
    )


def _plain(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in ("low", "high")}


def _curve_block(calibration: Calibration, players: int) -> FigureBlock:
    """Return the simulated mean of the first measure by noise, and where the plays lie."""
    share_phrase = ""
    if calibration.share is not None:
        share_phrase = (
            f", {share(calibration.share._asdict()).value} of them {calibration.second_policy}"
        )
    return _means_block(calibration.curve, players, ("noise", NOISE), share_phrase)


def _mixture_blocks(calibration: Calibration, players: int) -> Iterator[FigureBlock]:
    """Yield the simulated mean of the first measure by share, if there are two policies."""
    if calibration.share is None:
        return
    noise_phrase = f" at a noise of {share(calibration.noise._asdict()).value}"
    axis = "share", SHARE_AXIS.format(second=calibration.second_policy)
    yield _means_block(calibration.share_curve, players, axis, noise_phrase)


def _means_block(
    curve: pd.DataFrame, players: int, scale: tuple[str, str], condition: str
) -> FigureBlock:
    """Return the simulated mean of the first measure on a scale: its name and its axis label."""
    name, axis = scale
    measure = curve[curve["players"] == players]["measure"].iloc[0]
    measure_rows = curve[(curve["players"] == players) & (curve["measure"] == measure)]
    unit, mean = measure_rows["unit"].iloc[0], float(measure_rows["plays"].iloc[0])
    table = measure_rows.assign(
        x=100 * measure_rows[name], low=measure_rows["estimate"], high=measure_rows["estimate"]
    )
    plot = Ribbons([Ribbon(measure, table)], axis, _axis(measure, unit), number, fair=mean)
    rows = [[f"{100 * row[name]:g}", f"{row['estimate']:.4g}"] for row in records(measure_rows)]
    return FigureBlock(
        title=f"{begin_sentence(measure)} by {name}",
        lead=f"Mean of simulated games of {n_of(players, 'player')}{condition}. The dashed line is"
        f" the mean of the plays, {with_unit(float(f'{mean:.4g}'), unit)}.",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=PageTable(
            "curve" if name == "noise" else "share-curve",
            [axis, f"simulated\n{unit}"],
            rows,
            FIT_METHOD,
            curve,
        ),
        players=players,
    )


def _share_blocks(calibration: Calibration, players: int) -> Iterator[FigureBlock]:
    """Yield the distribution of each measure with a number of players."""
    shares = calibration.shares[calibration.shares["players"] == players]
    for number_, (measure, rows) in enumerate(shares.groupby("measure", sort=False), start=1):
        yield _share_block(str(measure), rows, players, number_)


def _share_block(measure: str, rows: pd.DataFrame, players: int, number_: int) -> FigureBlock:
    unit = rows["unit"].iloc[0]
    plot = SimulatedRange(rows, _axis(measure, unit))
    cells: list[list[Cell]] = [
        [
            stretch(row["from"], row["to"] - 1),
            share({**row, "estimate": row["plays"]}).value,
            share(row),
        ]
        for row in records(rows)
    ]
    return FigureBlock(
        title=f"{begin_sentence(measure)}: plays and simulated plays",
        lead=f"Plays with {n_of(players, 'player')} beside simulated sets of as many plays.",
        alt=simulated_range.describe(plot),
        figure=simulated_range.draw(plot),
        table=PageTable(
            f"shares-{players}-{number_}", [unit, "plays", "simulated"], cells, SHARE_METHOD, rows
        ),
        players=players,
    )


def _axis(measure: str, unit: str) -> str:
    return measure if measure == unit else f"{measure} ({unit})"


def _players_section(calibration: Calibration, players: int) -> PageSection:
    return PageSection(
        f"With {n_of(players, 'player')}", blocks=list(_share_blocks(calibration, players))
    )


def _check_section(calibration: Calibration) -> PageSection:
    lead = "Numbers of the plays, and of simulated sets of as many plays at the fitted skill."
    return PageSection("What is alike and what is not", lead, tables=[check_table(calibration)])


def check_table(calibration: Calibration) -> PageTable:
    """Return numbers of the plays beside those of simulated sets of as many plays."""
    rows = [list(check_cells(row)) for row in records(calibration.checks)]
    heads = ["players", "what", "plays", "simulated", "95 %"]
    return PageTable("checks", heads, rows, CHECK_METHOD, calibration.checks, labels=2)


def _counts(calibration: Calibration) -> list[str]:
    plays = [
        f"{n_of(n, 'play')} with {n_of(players, 'player')}"
        for players, n in calibration.counts.items()
    ]
    return [*plays, n_of(calibration.n_games, "simulated game")]


def _most_played(calibration: Calibration) -> int:
    """Return the number of players of most plays."""
    return max(calibration.counts, key=lambda players: calibration.counts[players])


def _blocks(calibration: Calibration) -> Iterator[FigureBlock]:
    most = _most_played(calibration)
    yield _curve_block(calibration, most)
    yield from _mixture_blocks(calibration, most)
    yield from _share_blocks(calibration, most)


def _sections(calibration: Calibration) -> Iterator[PageSection]:
    most = _most_played(calibration)
    yield _check_section(calibration)
    yield from (
        _players_section(calibration, players) for players in calibration.counts if players != most
    )


PAGE = StudyPage[Calibration](
    file="calibrate.html",
    question=lambda calibration, described: (
        f"Which skill do real plays of {described.game['title']} look like?"
    ),
    answer=answer,
    findings=findings,
    dependence=lambda calibration: (EITHER if calibration.second_policy else MANNER).format(
        policy=calibration.policy, second=calibration.second_policy
    ),
    counts=_counts,
    tables=lambda calibration: {
        "Plays, beside simulated sets of as many": check_table(calibration)
    },
    blocks=_blocks,
    sections=_sections,
)
