"""Page on a skill ladder: wins or scores by skill, and the effect of each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pandas as pd

from simlab.analysis.verdict import Verdict
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, ribbon
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.lineups import ends_sentence, fair_share, margin_of, verdict_in_words
from simlab.report.more_games import NextStep, Undecided, next_steps, times_needed
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.provenance import sentences
from simlab.report.study_page import LineupPage
from simlab.report.wording import (
    THIN,
    FormattedEstimate,
    Row,
    difference,
    join_list,
    n_of,
    number,
    share,
    whole,
)
from simlab.studies.skill.result import (
    GAIN_METHOD,
    SCORE_METHOD,
    SEAT_METHOD,
    SEAT_POINTS_METHOD,
    TIER_METHOD,
    WIN_METHOD,
    Skill,
)

MEANS = "What a table scores, by skill"
STEPS = "What each step of skill is worth"
SKILL = "skill (% of the choices that are its own)"


def steps(skill: Skill, command: str) -> list[NextStep]:
    """Return the undecided steps of skill that more games would decide."""
    numbers = [
        Undecided(
            f"a skill of {step_of(row)}",
            say_step(skill)(row).full,
            times_needed(row, skill.scale.margin, row["fair"]),
        )
        for row in records(skill.steps)
        if row["verdict"] == Verdict.UNDECIDED
    ]
    return next_steps(numbers, skill.n_games, command)


def answer(skill: Skill) -> list[str]:
    """Return whether every step of skill counts, and what skill does to seats or scores."""
    seat_or_score = _seat_sentence(skill) if skill.seats.size else _score_sentence(skill)
    return [_step_sentence(skill), seat_or_score]


def findings(skill: Skill) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    return {"How games end": ends_sentence(skill.ends)}


def study_tables(skill: Skill) -> dict[str, PageTable]:
    """Return the results of equal players, and what each step of skill is worth, by title."""
    curve = (
        {_seat_title(skill): _seat_table(skill)}
        if skill.seats.size
        else {MEANS: _mean_table(skill)}
    )
    return {**curve, STEPS: _step_table(skill)}


def percent(skill: float) -> str:
    """Return a skill in words: `80 %`."""
    return f"{100 * skill:g}{THIN}%"


def step_of(row: Row) -> str:
    """Return a step in words: `100 % among 90 %`."""
    return f"{percent(row['skill'])} among {percent(row['against'])}"


def say_step(skill: Skill) -> Callable[[Row], FormattedEstimate]:
    """Return the formatting of the effect of a step."""
    return share if skill.scale.is_share else difference


def _seat_sentence(skill: Skill) -> str:
    """Return the sentence on the strongest seat at the highest and the lowest skill."""
    best = skill.seats[skill.seats["skill"] == skill.seats["skill"].max()]
    name = best.loc[best["estimate"].idxmax(), "seat"]
    seat_rows = records(skill.seats[skill.seats["seat"] == name])
    if not skill.scale.is_share:
        points = [f"{number(row).full} at a skill of {percent(row['skill'])}" for row in seat_rows]
        ends = join_list([points[0], points[-1]])
        return f"Among equal players, {name} scores {ends}, in {skill.scale.unit} per game."
    wins = [
        f"{share(row).full} at a skill of {percent(row['skill'])}"
        for row in (seat_rows[0], seat_rows[-1])
    ]
    return (
        f"Among equal players, {name} wins {join_list(wins)}; {fair_share(skill.players)} would"
        " be even."
    )


def _score_sentence(skill: Skill) -> str:
    """Say what tables score at both ends."""
    rows = records(skill.means)
    scores = [
        f"{number(row).full} {skill.scale.unit} at a skill of {percent(row['skill'])}"
        for row in (rows[0], rows[-1])
    ]
    return f"Tables of equal players score {join_list(scores)}."


def _step_sentence(skill: Skill) -> str:
    """Say how many steps of skill count, and which counts least or is least sure."""
    rows, margin = records(skill.steps), margin_of(skill.scale)
    n_sure = sum(row["verdict"] == Verdict.MORE for row in rows)
    if n_sure == len(rows):
        least = min(rows, key=lambda row: row["estimate"])
        count = f"Every step of skill counts by more than {margin}. The smallest is"
    else:
        least = min(rows, key=lambda row: row["low"])
        steps, verb = n_of(len(rows), "step"), "counts" if n_sure == 1 else "count"
        count = (
            f"{n_sure or 'None'} of {steps} of skill surely {verb} by more than {margin}. The least"
            " sure is"
        )
    effect = say_step(skill)(least).full
    if skill.scale.is_share:
        return f"{count} {step_of(least)}, which wins {effect}."
    label, unit = skill.scale.label, skill.scale.unit
    return f"{count} {step_of(least)}, which changes the {label} by {effect} {unit}."


def _curve_blocks(skill: Skill) -> Iterator[FigureBlock]:
    if skill.seats.size:
        yield _seat_block(skill)
        return
    yield _score_block(skill)
    if skill.tiers.size:
        yield _tier_block(skill)


def _seat_block(skill: Skill) -> FigureBlock:
    scale, ribbons = skill.scale, _ribbons(skill.seats, "seat")
    if scale.is_share:
        ribbons = ribbons[: 1 if skill.players == 2 else None]
        margin = margin_of(scale)
        line = f" The dashed line is an even share, the stripe around it a margin of {margin}."
        plot = Ribbons(
            ribbons,
            SKILL,
            "share of the wins (%)",
            share,
            scale=100,
            fair=1 / skill.players,
            margin=scale.margin,
        )
    else:
        line = ""
        plot = Ribbons(ribbons, SKILL, f"{scale.label} ({scale.unit})", number)
    return FigureBlock(
        title=_seat_title(skill),
        lead=f"{_sentence_on_seats(skill)}{line}",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=_seat_table(skill),
    )


def _seat_title(skill: Skill) -> str:
    """Return the title of the results by seat."""
    is_share = skill.scale.is_share
    return "Which seat wins, by skill" if is_share else "What each seat scores, by skill"


def _seat_table(skill: Skill) -> PageTable:
    scale = skill.scale
    say, value_head, even, method = (
        (share, "wins", "an even share", SEAT_METHOD)
        if scale.is_share
        else (number, scale.unit, "the mean of all seats", SEAT_POINTS_METHOD)
    )
    rows = [
        [percent(row["skill"]), row["seat"], say(row), verdict_in_words(scale, row["verdict"])]
        for row in records(skill.seats)
    ]
    heads = ["skill", "seat", value_head, f"compared with {even}"]
    return PageTable("seats", heads, rows, method, skill.seats, labels=2)


def _sentence_on_seats(skill: Skill) -> str:
    """Say whose wins are drawn: of two seats only the first, as the other has the rest."""
    first = " Seat 2 has the rest." if skill.players == 2 and skill.scale.is_share else ""
    return f"Tables of equal players.{first}"


def _score_block(skill: Skill) -> FigureBlock:
    scale = skill.scale
    axis = f"{scale.label} ({scale.unit})"
    plot = Ribbons([Ribbon(scale.label, _with_x(skill.means))], SKILL, axis, number)
    return FigureBlock(
        title=MEANS,
        lead="Mean score of tables of equal players.",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=_mean_table(skill),
    )


def _mean_table(skill: Skill) -> PageTable:
    rows: list[list[Cell]] = [
        [percent(row["skill"]), number(row), whole(row["n"])] for row in records(skill.means)
    ]
    heads = ["skill", f"{skill.scale.label}\n{skill.scale.unit}", "deals"]
    return PageTable("means", heads, rows, SCORE_METHOD, skill.means)


def _tier_block(skill: Skill) -> FigureBlock:
    axis = "share of the games (%)"
    named = skill.tiers.assign(tier=skill.tiers["label"] + ", " + skill.tiers["tier"])
    plot = Ribbons(_ribbons(named, "tier"), SKILL, axis, share, scale=100)
    rows = [
        [row["tier"], row["label"], percent(row["skill"]), share(row)]
        for row in records(skill.tiers)
    ]
    heads = ["score", "tier", "skill", "reached"]
    return FigureBlock(
        title="How often each tier is reached, by skill",
        lead="Share of the games of equal players that score as much or more.",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=PageTable("tiers", heads, rows, TIER_METHOD, skill.tiers, labels=3),
    )


def _step_block(skill: Skill) -> FigureBlock:
    scale, rows = skill.scale, records(skill.steps)
    seen = [Dot(row, label=step_of(row)) for row in rows]
    axis = "share of the wins (%)" if scale.is_share else f"difference ({scale.unit})"
    plot = Dots(
        [Group("skill", seen, fair=rows[0]["fair"])],
        axis,
        is_share=scale.is_share,
        is_difference=not scale.is_share,
        margin=scale.margin,
    )
    if scale.is_share:
        lead = "The wins of one player among others that are one step worse."
    elif scale.is_of_seat:
        lead = (
            "How much more one player scores among others that are one step worse than these do"
            " among themselves, on the same deals."
        )
    else:
        lead = "How much more tables score than those that are one step worse, on the same deals."
    return FigureBlock(
        title=STEPS,
        lead=f"{lead} The dashed line is even, the stripe around it a margin of"
        f" {margin_of(scale)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_step_table(skill),
    )


def _step_table(skill: Skill) -> PageTable:
    scale, say = skill.scale, say_step(skill)
    rows: list[list[Cell]] = [
        [step_of(row), say(row), verdict_in_words(scale, row["verdict"])]
        for row in records(skill.steps)
    ]
    heads = ["skill", "wins" if scale.is_share else "difference", "compared with what is even"]
    method = WIN_METHOD if scale.is_share else GAIN_METHOD
    return PageTable("steps", heads, rows, method, skill.steps)


def _ribbons(frame: pd.DataFrame, key: str) -> list[Ribbon]:
    """Return a curve over skill for each value of a column."""
    return [Ribbon(name, _with_x(frame[frame[key] == name])) for name in frame[key].unique()]


def _with_x(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(x=100 * frame["skill"])


PAGE = LineupPage[Skill](
    file="skill.html",
    question=lambda skill, described: f"What does skill do in {described.game['title']}?",
    answer=answer,
    findings=findings,
    dependence=lambda skill: (
        f"Skill is the share of its choices that {skill.policy} makes itself; the others are"
        " drawn by chance. It says nothing of other kinds of skill."
    ),
    tables=study_tables,
    blocks=lambda skill: [*_curve_blocks(skill), _step_block(skill)],
    steps=steps,
    policies=lambda skill, described: {skill.policy: sentences(described)[skill.policy]},
)
