"""Page on tension: when games are decided, comebacks, and what a lead is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis.chance_tension import METHOD as CHANCE_METHOD
from simlab.analysis.intervals import Interval
from simlab.analysis.tension import (
    COMEBACK_METHOD,
    DECIDED_METHOD,
    HALF_TIME,
    LEADER_METHOD,
    MEASURE_METHOD,
    SHUFFLES,
    Tension,
)
from simlab.analysis.verdict import Verdict
from simlab.game.nouns import singular
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots, ribbon
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.lineups import ends_sentence
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import LineupPage
from simlab.report.wording import (
    THIN,
    FormattedEstimate,
    Row,
    difference_of_shares,
    in_unit,
    n_of,
    share,
    whole,
)
from simlab.studies.tension.net_chances import (
    AS_SAID,
    CORRECTED,
    MARGIN,
    RELIABILITY_METHOD,
    calibration,
    farthest,
)
from simlab.studies.tension.net_chances import METHOD as NET_METHOD

DECIDED_HEADS = ["part of the game", "games"]
AS_PLAYED, IN_OTHER_ORDER = "as played", "same points in other order"
MANNER = (
    "All seats play as {policy}; people and other policies may take more risks when they are"
    " behind. The lead is that in {unit} at the end of each turn."
)


def answer(study: Tension) -> list[str]:
    """Return when games are decided, how often a seat comes back, and what a lead is worth."""
    sentences = [_first_sentence(study), _leader_sentence(study)]
    return [sentence for sentence in sentences if sentence]


def findings(study: Tension) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    named = {row["name"]: row for row in records(study.measures)}
    sentences = {
        "Last turn": f"{share(study.last_turn._asdict()).full} of the games are decided only with"
        " their last turn and what is paid at the end.",
        "Lead changes": f"The lead changes {in_unit(named['lead_changes'], 'times').full} a game;"
        f" in {share(named['no_lead_change']).full} of the games it never does."
        if "lead_changes" in named
        else "",
        "Comebacks": f"{share(named['comebacks']).full} of the wins go to a seat that was behind at"
        " half-time."
        if "comebacks" in named
        else "",
        "Drama": _drama_sentence(study, named),
        "After a fixed turn": _sentence_on_fixed_turn(study),
        "By winning chances": _chance_sentence(study),
        "Who says the chances": _reliability_sentence(study),
        "How games end": ends_sentence(study.ends),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def tables_of(study: Tension) -> dict[str, PageTable]:
    """Return the tables that the terminal shows, by title."""
    tables = {
        "Chance to win by distance to the leader": _comeback_table(study),
        "What a lead is worth: wins of who leads alone": _leader_table(study),
        "Metrics of tension, means over all games": _measure_table(study),
    }
    if len(study.chances):
        tables["By winning chances"] = _chance_table(study)
    if len(study.reliability):
        tables["How often seats win that have such a chance"] = _reliability_table(study)
    return tables


def say_measure(row: Row) -> FormattedEstimate:
    """Write the mean of a metric with its unit."""
    return in_unit(row, row["unit"]) if row["unit"] else share(row)


def groups_of(study: Tension, moment: str) -> pd.DataFrame:
    """Return the rows of comebacks at a moment, without seats that are not behind."""
    rows = study.comebacks
    return rows[(rows["moment"] == moment) & (rows["first"] > 0)]


def distance(row: Row, unit: str) -> str:
    """Return a group of distances: `6–8 points`."""
    first, last = row["first"], row["last"]
    if first == last:
        return n_of(first, singular(unit), unit)
    return f"{whole(first)}–{whole(last)} {unit}"


def _first_sentence(study: Tension) -> str:
    median = _median_in_words(study.median)
    sentence = (
        f"{study.title} with {n_of(study.players, 'player')}: in half of the games the later winner"
        f" leads for good after {median} of the game"
    )
    usual = _usual_group(groups_of(study, HALF_TIME))
    if usual is None:
        return f"{sentence}; nobody is behind at half-time."
    return (
        f"{sentence}; a seat {distance(usual, study.unit)} behind at half-time wins"
        f" {share(usual).full}."
    )


def _median_in_words(median: Interval[float]) -> str:
    """Return the part of the game within which half of the games are decided.

    Where all games have the same few turns, its bounds are equal, and its decimals say nothing.
    """
    if median.low == median.high:
        return f"{100 * median.estimate:.0f}{THIN}%"
    return share(median._asdict()).full


def _usual_group(rows: pd.DataFrame) -> dict[str, Any] | None:
    """Return the group of the median distance of the seats that are behind, if any is."""
    if rows.empty:
        return None
    place = int((rows["n"].cumsum() >= rows["n"].sum() / 2).to_numpy().argmax())
    return records(rows)[place]


def _leader_sentence(study: Tension) -> str:
    row = next((row for row in records(study.leaders) if row["percent"] == 50), None)
    if row is None:
        return ""
    chances = share(row).full
    change = _part(row, "difference_")
    sentence = f"Who leads at half-time wins {chances}"
    shuffled = share(_part(row, "shuffled_")).full
    other = f"if the same points came in another order, it would be {shuffled}"
    if change["low"] > 0:
        return f"{sentence}; {other}, so a lead lasts longer than its points alone explain."
    if change["high"] < 0:
        return f"{sentence}; {other}, so a lead is caught up more often than its points explain."
    return f"{sentence}; {other}, which is no significant difference: nobody is seen to run away."


def _drama_sentence(study: Tension, named: dict[str, dict[str, Any]]) -> str:
    if "drama" not in named:
        return ""
    return (
        f"Drama is {in_unit(named['drama'], named['drama']['unit']).full}: the root of how far the"
        f" later winner is behind, over the turns at which it is, 0 in games in which it never is."
    )


def _chance_sentence(study: Tension) -> str:
    if study.chances.empty:
        return ""
    named = {row["name"]: row for row in records(study.chances)}
    volatility = {end: 100 * named["volatility"][end] for end in ("estimate", "low", "high")}
    return (
        f"A game is {share(named['uncertainty']).full} as uncertain as one in which all seats have"
        f" the same chance until the end. A turn changes a chance by"
        f" {in_unit(volatility, 'percentage points').full}; who leads at half-time has a chance of"
        f" {share(named['leader_50_by_chances']).full}."
    )


def _reliability_sentence(study: Tension) -> str:
    """Say whether the chances that a net says are right, and what follows if they are not."""
    if study.reliability.empty:
        return ""
    said, corrected = (_reliability_of(study, line) for line in (AS_SAID, CORRECTED))
    of_games = f"{whole(int(study.chances['n'].max()))} games"
    source = f"The net of {study.chances_by} says the chances, corrected by {of_games}."
    within = f"within {100 * MARGIN:.0f} percentage points"
    before = {
        Verdict.SAME: "they would be so without the correction, too",
        Verdict.UNDECIDED: "whether they would be so without the correction is not decided",
    }.get(calibration(said), f"without the correction they are not: {_groups_fault(said)}")
    after = {
        Verdict.SAME: f"In {of_games} more they are calibrated {within}; {before}.",
        Verdict.UNDECIDED: f"Whether they are calibrated {within} is not decided; take more games"
        f" with --chances to know.",
    }
    fault = (
        f"They are not calibrated even so: {_groups_fault(corrected)}; do not rely on the numbers"
        " by winning chances, and take those of rollouts: --chances-by rollouts."
    )
    return f"{source} {after.get(calibration(corrected), fault)}"


def _groups_fault(rows: pd.DataFrame) -> str:
    """Say where chances are surest to be off."""
    row = farthest(rows)
    return f"seats with a chance of {100 * row['x']:.0f}{THIN}% win {share(row).full}"


def _reliability_of(study: Tension, line: str) -> pd.DataFrame:
    return study.reliability[study.reliability["chances"] == line]


def _sentence_on_fixed_turn(study: Tension) -> str:
    """Say what a seat wins that is as far behind after a fixed turn."""
    usual = _usual_group(groups_of(study, f"turn {study.turn}"))
    if usual is None:
        return ""
    return (
        f"Of games that go on after turn {study.turn}, a seat {distance(usual, study.unit)} behind"
        f" then wins {share(usual).full}; at half-time it is known only in hindsight that half of"
        " the game is over."
    )


def _part(row: Row, name: str) -> dict[str, Any]:
    return {end: row[f"{name}{end}"] for end in ("estimate", "low", "high")}


def _decision_block(study: Tension) -> FigureBlock:
    plot = Ribbons(
        [Ribbon("decided", study.decided)],
        "part of the game (% of the turns)",
        "games decided (%)",
        share,
        scale=100,
    )
    rows: list[list[Cell]] = [[f"{row['x']}{THIN}%", share(row)] for row in records(study.decided)]
    return FigureBlock(
        title="When games are decided",
        lead="Share of the games in which the later winner leads alone for good from this part of"
        " the game on.",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=PageTable("decided", DECIDED_HEADS, rows, DECIDED_METHOD, study.decided),
    )


def _comeback_blocks(study: Tension) -> Iterator[FigureBlock]:
    moments = list(dict.fromkeys(study.comebacks["moment"]))
    frames = [groups_of(study, moment) for moment in moments]
    ribbons = [
        Ribbon(
            moment if moment == HALF_TIME else f"after {moment}",
            frame.assign(x=(frame["first"] + frame["last"]) / 2),
        )
        for moment, frame in zip(moments, frames, strict=True)
        if len(frame)
    ]
    if not ribbons:
        return
    plot = Ribbons(
        ribbons,
        f"{study.unit} behind the leader",
        "chance to win (%)",
        share,
        scale=100,
        fair=1 / study.players,
    )
    yield FigureBlock(
        title="Comebacks",
        lead="How often a seat wins that is so far behind; the dashed line is an even share.",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=_comeback_table(study),
    )


def _leader_blocks(study: Tension) -> Iterator[FigureBlock]:
    rows = records(study.leaders)
    if not rows:
        return
    groups = [
        Group(
            f"after {row['percent']} %",
            [Dot(row), Dot(_part(row, "shuffled_"), series=1)],
            fair=1 / study.players,
        )
        for row in rows
    ]
    plot = Dots(groups, "share of the wins (%)", series=(AS_PLAYED, IN_OTHER_ORDER), is_share=True)
    yield FigureBlock(
        title="What a lead is worth",
        lead="Share of the wins of the seat that leads alone after so much of the game, and what it"
        " would be if the same points came in another order. If the first is higher, early"
        " points decide more than late ones; if it is lower, late ones do.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_leader_table(study),
    )


def _comeback_table(study: Tension) -> PageTable:
    rows: list[list[Cell]] = [
        [
            row["moment"],
            distance(row, study.unit) if row["first"] else "none",
            share(row),
            whole(row["n"]),
        ]
        for row in records(study.comebacks)
    ]
    heads = ["moment", "behind", "chance to win", "seats"]
    return PageTable("comebacks", heads, rows, COMEBACK_METHOD, study.comebacks, labels=2)


def _leader_table(study: Tension) -> PageTable:
    rows: list[list[Cell]] = [
        [
            f"{row['percent']}{THIN}%",
            share(row),
            share(_part(row, "shuffled_")),
            difference_of_shares(_part(row, "difference_")),
            f"{100 * row['with_leader']:.0f}{THIN}%",
        ]
        for row in records(study.leaders)
    ]
    heads = ["turns", AS_PLAYED, "other order", "difference", "games with a leader"]
    return PageTable("leaders", heads, rows, LEADER_METHOD.format(n=SHUFFLES), study.leaders)


def _measure_table(study: Tension) -> PageTable:
    rows = [[row["label"], row["name"], say_measure(row)] for row in records(study.measures)]
    heads = ["what", "metric", "mean"]
    return PageTable("measures", heads, rows, MEASURE_METHOD, study.measures, labels=2)


def _chance_table(study: Tension) -> PageTable:
    rows: list[list[Cell]] = [[row["label"], say_measure(row)] for row in records(study.chances)]
    n_games = whole(int(study.chances["n"].max()))
    method = (
        CHANCE_METHOD
        if study.reliability.empty
        else NET_METHOD.format(player=study.chances_by, n=n_games)
    )
    return PageTable("chances", ["by winning chances", "mean"], rows, method, study.chances)


def _chance_sections(study: Tension) -> Iterator[PageSection]:
    """Yield what is measured by winning chances, and whether those that a net says are right."""
    if study.chances.empty:
        return
    shares = [row for row in records(study.chances) if not row["unit"]]
    plot = Dots([Group(row["label"], [Dot(row)]) for row in shares], "mean (%)", is_share=True)
    block = FigureBlock(
        title="How open the game is",
        lead="Uncertainty is 100 % where all seats have the same chance, and 0 % where it is known"
        " who wins.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_chance_table(study),
    )
    yield PageSection("Winning chances", _chance_sentence(study), blocks=[block])
    if study.reliability.empty:
        return
    lines = [
        Ribbon(line, rows.assign(x=100 * rows["x"]))
        for line in (CORRECTED, AS_SAID)
        for rows in [_reliability_of(study, line)]
    ]
    reliability = Ribbons(
        lines,
        "chance that is said (%)",
        "share of the wins (%)",
        share,
        scale=100,
        has_diagonal=True,
    )
    block = FigureBlock(
        title="How often seats win that have such a chance",
        lead="Chances at the start of a turn. On the dashed line seats win as often as is said.",
        alt=ribbon.describe(reliability),
        figure=ribbon.draw(reliability),
        table=_reliability_table(study),
    )
    yield PageSection("Are the chances right?", _reliability_sentence(study), blocks=[block])


def _reliability_table(study: Tension) -> PageTable:
    rows: list[list[Cell]] = [
        [
            row["chances"],
            f"{100 * row['x']:.1f}{THIN}%",
            share(row),
            row["verdict"],
        ]
        for row in records(study.reliability)
    ]
    heads = ["chances", "said", "wins", f"against ± {100 * MARGIN:.0f} points"]
    return PageTable("reliability", heads, rows, RELIABILITY_METHOD, study.reliability, labels=2)


def _sections(study: Tension) -> Iterator[PageSection]:
    yield PageSection("Metrics", "Means over all games.", tables=[_measure_table(study)])
    yield from _chance_sections(study)


PAGE = LineupPage[Tension](
    file="tension.html",
    question=lambda study, described: f"How exciting is {described.game['title']}?",
    answer=answer,
    findings=findings,
    dependence=lambda study: MANNER.format(policy=study.policy, unit=study.unit),
    tables=tables_of,
    blocks=lambda study: [
        _decision_block(study),
        *_comeback_blocks(study),
        *_leader_blocks(study),
    ],
    sections=_sections,
)
