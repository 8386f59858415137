"""Page on a ladder: strength of policies, cross table of pairings, wins by seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simlab.analysis.crosstable import SCORE_METHOD, SHARE_METHOD
from simlab.analysis.lineups import (
    MEAN_METHOD,
    POLICY_POINTS_METHOD,
    SEAT_METHOD,
    SEAT_POINTS_METHOD,
    STRENGTH_METHOD,
)
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.matrix import Cell, Matrix, Panel
from simlab.report.lineups import (
    fair_share,
    margin_of,
    verdict_in_words,
)
from simlab.report.more_games import NextStep, Undecided, next_steps, times_needed
from simlab.report.page_table import PageTable, records
from simlab.report.provenance import sentences
from simlab.report.study_page import LineupPage
from simlab.report.style import HALF, WIDE
from simlab.report.wording import number, share, whole
from simlab.studies.ladder import answer as answers
from simlab.studies.ladder.result import FOCUS, GAUNTLET, ROUND_ROBIN, Ladder

STRENGTHS = "Strength, and wins of one seat among the strongest other"
CROSSTABLE = "crosstable"
LONG = 20
"""Letters of a label beyond which a picture needs the whole width of the page."""
STEPS = (2.5, 10)
"""Distances from an even result, in margins, at which the tint of a cell becomes deeper."""


def steps(ladder: Ladder, command: str) -> list[NextStep]:
    """Return the undecided pairings that more games would decide."""
    fair = 1 / ladder.players if ladder.scale.is_share else 0.0
    say_row = answers.say_of(ladder)
    numbers = [
        Undecided(
            f"{row['policy']} against {row['against']}",
            say_row(row).full,
            times_needed(row, ladder.scale.margin, fair),
        )
        for row in records(ladder.undecided)
    ]
    return next_steps(numbers, ladder.n_games, command)


def _manner(ladder: Ladder) -> str:
    """Say who met whom, and how often."""
    first, is_share = ladder.policies[0], ladder.scale.is_share
    who = {
        ROUND_ROBIN: "every two policies meet",
        GAUNTLET: f"{first} meets each of the others",
        FOCUS: f"one seat of {first} joins tables of the others",
    }[ladder.form]
    if ladder.scale.is_of_seat:
        how = (
            "one seat of the one among seats of the other, in all rotations, compared with a seat"
            " of the other among its equals on the same deals"
        )
    elif not is_share:
        how = "on the same deals, whose scores are compared"
    elif ladder.players > 2 and ladder.form != FOCUS:
        how = "one seat of the one among seats of the other and the reverse, in all rotations"
    else:
        how = "in all rotations"
    name = ladder.form.replace("_", " ").capitalize()
    return (
        f"{name}: {who}, {how}. All pairings begin with the same deals; after that, the games went"
        " to those that were not decided, and what is said allows for it."
    )


def _main_blocks(ladder: Ladder) -> list[FigureBlock]:
    """Return what answers the question, wide pictures last."""
    main = _cross_block(ladder) if ladder.form == ROUND_ROBIN else _pairing_block(ladder)
    if ladder.scale.is_share:
        blocks = [_strength_block(ladder), main, _seat_block(ladder)]
    else:
        seats = [_seat_block(ladder)] if ladder.scale.is_of_seat else []
        blocks = [_mean_block(ladder), main, *seats]
    return sorted(blocks, key=lambda block: block.narrow is not None)


def _sections(ladder: Ladder) -> Iterator[PageSection]:
    if ladder.form == ROUND_ROBIN:
        yield PageSection("All pairings", tables=[_pairing_table(ladder)])


def _strength_block(ladder: Ladder) -> FigureBlock:
    """Return the figure block on what each policy would win among the strongest other."""
    fair = 1 / ladder.players
    groups = [
        Group(row["policy"], [Dot(answers.among_strongest_others(ladder, row))], fair)
        for row in records(ladder.strengths)
    ]
    plot = Dots(groups, "share of the wins among the strongest other (%)", is_share=True)
    return FigureBlock(
        title="How strong each policy is",
        lead="What one seat of it would win among seats of the strongest other policy, by the"
        " strengths that make all results likeliest. The dashed line is even: a policy whose whole"
        " interval is below it is surely not the strongest.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_strength_table(ladder),
    )


def _strength_table(ladder: Ladder) -> PageTable:
    rows = [
        [row["policy"], number(row), share(answers.among_strongest_others(ladder, row))]
        for row in records(ladder.strengths)
    ]
    heads = ["policy", "strength", "wins among the\nstrongest other"]
    return PageTable("strengths", heads, rows, STRENGTH_METHOD, ladder.strengths)


def _mean_block(ladder: Ladder) -> FigureBlock:
    scale = ladder.scale
    plot = Dots(
        [Group(row["lineup"], [Dot(row)]) for row in records(ladder.means)],
        f"{scale.label} ({scale.unit})",
    )
    quantity_sentence = (
        "Mean score of one seat of it, over all line-ups in which it met others."
        if scale.is_of_seat
        else "Mean score of the table."
    )
    return FigureBlock(
        title=f"What each {'policy' if scale.is_of_seat else 'line-up'} scores",
        lead=f"{quantity_sentence} Deals are shared, so differences are known better than this:"
        " compare by the other picture.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_mean_table(ladder),
    )


def _mean_table(ladder: Ladder) -> PageTable:
    scale = ladder.scale
    who, method = ("policy", POLICY_POINTS_METHOD) if scale.is_of_seat else ("line-up", MEAN_METHOD)
    rows = [[row["lineup"], number(row), whole(row["n"])] for row in records(ladder.means)]
    heads = [who, f"{scale.label}\n{scale.unit}", "deals"]
    return PageTable("means", heads, rows, method, ladder.means)


def _cross_block(ladder: Ladder) -> FigureBlock:
    """Return the figure block of a round robin: everybody against everybody."""
    scale, say = ladder.scale, answers.say_of(ladder)
    cells = {
        (row["policy"], row["against"]): Cell(row, row["fair"])
        for row in records(ladder.crosstable)
    }
    steps = STEPS[0] * scale.margin, STEPS[1] * scale.margin
    panel = Panel("against", ladder.policies, cells)
    plot = Matrix(ladder.policies, [panel], say, steps)
    return FigureBlock(
        title="Who gains among whom" if scale.is_of_seat else "Who beats whom",
        lead=f"{_meaning(ladder)} Orange is more and purple less, where the whole interval is; the"
        " deeper the further off.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_cross_table(ladder),
    )


def _meaning(ladder: Ladder) -> str:
    """Return the meaning of a cell of the cross table."""
    if ladder.scale.is_share:
        even = fair_share(ladder.players)
        seat = "one seat of the row’s policy against the column’s"
        return f"Share of the wins of {seat}; {even} is even."
    unit = ladder.scale.unit
    if ladder.scale.is_of_seat:
        return (
            f"How many more {unit} per game one seat of the row’s policy scores among seats of the"
            " column’s than a seat of these does, on the same deals."
        )
    return f"By how many {unit} the row’s policy scores more than the column’s, on the same deals."


def _cross_table(ladder: Ladder) -> PageTable:
    say = answers.say_of(ladder)
    cells = {(row["policy"], row["against"]): say(row) for row in records(ladder.crosstable)}
    rows = [
        [policy, *(cells.get((policy, rival), "") for rival in ladder.policies)]
        for policy in ladder.policies
    ]
    return PageTable(
        CROSSTABLE, ["policy", *ladder.policies], rows, _method(ladder), ladder.crosstable
    )


def _method(ladder: Ladder) -> str:
    return SHARE_METHOD if ladder.scale.is_share else SCORE_METHOD


def _pairing_block(ladder: Ladder) -> FigureBlock:
    """Return the figure block on the pairings of each policy."""
    scale, pairings = ladder.scale, records(ladder.pairings)
    axis = "share of the wins per seat (%)" if scale.is_share else f"difference ({scale.unit})"
    plot = Dots(
        [_group_of(ladder, policy) for policy in dict.fromkeys(row["policy"] for row in pairings)],
        axis,
        is_share=scale.is_share,
        is_difference=not scale.is_share,
        margin=scale.margin,
    )
    is_wide = max(len(row["against"]) for row in pairings) > LONG
    return FigureBlock(
        title=f"How {ladder.policies[0]} fares",
        lead=f"The dashed line is even, the stripe around it a margin of {margin_of(scale)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot, WIDE if is_wide else HALF),
        narrow=dots.draw(plot, HALF) if is_wide else None,
        table=_pairing_table(ladder),
    )


def _group_of(ladder: Ladder, policy: str) -> Group:
    """Return the pairings of a policy, the best first."""
    pairings = [row for row in records(ladder.pairings) if row["policy"] == policy]
    pairings.sort(key=lambda row: row["estimate"], reverse=True)
    joint = "among" if ladder.form == FOCUS else "against"
    dots = [Dot(row, label=row["against"]) for row in pairings]
    return Group(f"{policy} {joint}", dots, fair=pairings[0]["fair"])


def _pairing_table(ladder: Ladder) -> PageTable:
    scale, say = ladder.scale, answers.say_of(ladder)
    rows = [
        [
            row["policy"],
            row["against"],
            say(row),
            verdict_in_words(scale, row["verdict"]),
            whole(row["n"]),
        ]
        for row in records(ladder.pairings)
    ]
    value_head = "wins" if ladder.scale.is_share else "difference"
    heads = ["policy", "against", value_head, "compared with what is even", "deals"]
    return PageTable("pairings", heads, rows, _method(ladder), ladder.pairings, labels=2)


def _seat_block(ladder: Ladder) -> FigureBlock:
    scale = ladder.scale
    seats = records(ladder.seats)
    group = Group(
        f"{ladder.players} players",
        [Dot(row, label=row["seat"]) for row in seats],
        fair=1 / ladder.players if scale.is_share else seats[0]["fair"],
    )
    say, even, axis = (
        (share, "an even share", "share of the wins (%)")
        if scale.is_share
        else (number, "the mean of all seats", f"{scale.label} ({scale.unit})")
    )
    plot = Dots([group], axis, is_share=scale.is_share, margin=scale.margin)
    rows = [[row["seat"], say(row), verdict_in_words(scale, row["verdict"])] for row in seats]
    return FigureBlock(
        title="Which seat wins" if scale.is_share else "What each seat scores",
        lead=f"Over all line-ups, each with the same weight. The dashed line is {even}, the stripe"
        f" around it a margin of {margin_of(scale)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=PageTable(
            "seats",
            ["seat", "wins" if scale.is_share else scale.unit, f"compared with {even}"],
            rows,
            SEAT_METHOD if scale.is_share else SEAT_POINTS_METHOD,
            ladder.seats,
        ),
    )


def study_tables(ladder: Ladder) -> dict[str, PageTable]:
    """Return the strengths or the scores, and the cross table or the pairings, by title."""
    scale = ladder.scale
    tables: dict[str, PageTable] = {}
    if ladder.strengths.size:
        heads = ["policy", "strength", "wins"]
        tables[STRENGTHS] = replace(_strength_table(ladder), heads=heads)
    if ladder.means.size:
        tables[f"{scale.label.capitalize()} ({scale.unit})"] = _mean_table(ladder)
    if ladder.form == ROUND_ROBIN:
        tables["Each row’s policy against each column’s"] = _cross_table(ladder)
    else:
        tables[f"Pairings; the margin is {margin_of(scale)}"] = _pairing_table(ladder)
    return tables


PAGE = LineupPage[Ladder](
    file="ladder.html",
    question=lambda ladder, described: f"Who plays {described.game['title']} best?",
    answer=answers.answer,
    findings=answers.findings,
    dependence=_manner,
    tables=study_tables,
    blocks=_main_blocks,
    sections=_sections,
    steps=steps,
    policies=lambda ladder, described: sentences(described),
)
