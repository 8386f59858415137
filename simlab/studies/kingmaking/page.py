"""Page on kingmaking and influence: who decides between others, and whose choices matter."""

from __future__ import annotations

import pandas as pd

from simlab.report.figure_block import FigureBlock, PageSection, Story
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import StudyPage
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    begin_sentence,
    in_unit,
    n_of,
    number,
    share,
    whole,
)
from simlab.studies.kingmaking.result import (
    GINI,
    INFLUENCE_METHOD,
    RATE_METHOD,
    Finding,
    Kingmaking,
    Role,
)

MOST_EXAMPLES = 3
"""Games that the page names to look at: those with the largest spread."""
SAMPLE_METHOD = (
    "Free decisions, those with more than one choice, by tenth of the free decisions of a game;"
    " within a tenth they are drawn by chance. Decisions are left as soon as few rollouts show that"
    " the seat can still win or moves nobody, so a few kingmaking decisions are missed, about 6 %"
    " where the seat’s chance is 1 %."
)
RATES, INFLUENCE = "Kingmaking", "Influence"
SERIES = ("its own chance", "another’s chance")
DEPENDENCE = (
    "Chances are those among these policies, which play on to the end of each rollout; each seat"
    " sees what it may see, and what is hidden from it is dealt again. A policy chooses for its own"
    " win, so who makes a king here does so by accident; people may choose whom to help."
)


def answer(study: Kingmaking) -> list[str]:
    """Return how often a game has a kingmaker, and whose choices move most."""
    return [_rate_sentence(study), _influence_sentence(study)]


def findings(study: Kingmaking) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Decisions that matter": _matters_sentence(study),
        "How even": _gini_sentence(study),
        "What was sampled": _sample_sentence(study),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def examples(study: Kingmaking) -> list[Story]:
    """Return the kingmaking decisions with the largest spread, and how to look at them."""
    return [
        Story(f"Game {row['deal']}, decision {row['decision']}", _example_text(row), row_commands)
        for row in records(study.decisions.head(MOST_EXAMPLES))
        for row_commands in [[row["replay"], row["values"]]]
    ]


def role_in_words(row: Row) -> str:
    """Return whose kingmaking decisions a rate counts."""
    phrase_by_role = {
        Role.ALL: "all",
        Role.KINGMAKER: f"{row['seat']} cannot win and decides",
        Role.GAINS: f"{row['seat']} gains",
    }
    return phrase_by_role[row["role"]]


def influence(row: Row) -> FormattedEstimate:
    """Return a spread of chances in percentage points."""
    scaled = {name: 100 * row[name] for name in ("estimate", "low", "high")}
    return in_unit(scaled, PERCENTAGE_POINTS)


def _rate_sentence(study: Kingmaking) -> str:
    if not study.has_kings:
        return (
            "With two players nobody makes a king: who cannot win leaves the win to the other one,"
            " so the rate is 0 by definition."
        )
    rate = records(study.rates)[0]
    if not rate["found"]:
        return (
            f"No kingmaking was found: a game has fewer than {number(rate).high} decisions in which"
            " a player who cannot win decides between others (95 %)."
        )
    return (
        f"A game has {number(rate).full} decisions of players who cannot win that move another’s"
        " chance by at least 20 percentage points."
    )


def _influence_sentence(study: Kingmaking) -> str:
    of_others = study.influence[study.influence["moves"] == SERIES[1]].dropna()
    most, *others = records(of_others.sort_values("estimate", ascending=False))
    sentence = (
        f"A free decision of {most['seat']} moves another’s chance by {influence(most).full} on"
        " average"
    )
    if not others:
        return f"{sentence}."
    return f"{sentence}, one of {others[-1]['seat']} by {influence(others[-1]).full}."


def _matters_sentence(study: Kingmaking) -> str:
    [matters] = records(study.concentration[study.concentration["number"] != GINI])
    return (
        f"At least {share(matters).full} of the free decisions move some player’s chance by 2"
        " percentage points or more; smaller effects do not show in so few rollouts."
    )


def _gini_sentence(study: Kingmaking) -> str:
    [row] = records(study.concentration[study.concentration["number"] == GINI])
    return (
        f"The Gini coefficient of the influence on others is {number(row).full}; it is 0 if all"
        " seats have the same."
    )


def _sample_sentence(study: Kingmaking) -> str:
    searched = (
        f"{n_of(study.n_looked_at, 'free decision')}, some of each tenth of a game, were searched"
        " for kingmaking, and "
        if study.has_kings
        else ""
    )
    return (
        f"Of {n_of(study.n_games, 'game')}, {searched}the influence of"
        f" {n_of(study.n_measured, 'free decision')} was measured, not all decisions; with the"
        f" rollouts this took as much play as {whole(study.n_game_lengths)} games."
    )


def _example_text(row: Row) -> str:
    spread = influence(row)
    return (
        f"{begin_sentence(row['seat'])} could not win under any of"
        f" {n_of(row['n_choices'], 'choice')} (below"
        f" {100 * row['bound']:.2g} %). The choice moved the chance of {row['moved']} by"
        f" {spread.full}; the one that was made helped {row['gains']}."
    )


def study_tables(study: Kingmaking) -> dict[str, PageTable]:
    """Return the tables of rates, if three or more play, and of influence, by title."""
    rates = {RATES: _rate_table(study)} if study.has_kings else {}
    return {**rates, INFLUENCE: _influence_table(study)}


def _rate_table(study: Kingmaking) -> PageTable:
    cells: list[list[Cell]] = [
        [role_in_words(row), number(row), whole(row["found"])] for row in records(study.rates)
    ]
    heads = ["who", "per game", "found"]
    return PageTable("rates", heads, cells, RATE_METHOD, study.rates)


def _influence_table(study: Kingmaking) -> PageTable:
    cells: list[list[Cell]] = [
        [row["seat"], row["moves"], influence(row), whole(row["n"])]
        for row in records(study.influence.dropna())
    ]
    heads = ["seat", "moves", "by", "decisions"]
    return PageTable("influence", heads, cells, INFLUENCE_METHOD, study.influence, labels=2)


def _rate_block(study: Kingmaking) -> FigureBlock:
    plot = Dots(
        [Group(role_in_words(row), [Dot(row)]) for row in records(study.rates)],
        "kingmaking decisions per game",
        from_zero=True,
    )
    return FigureBlock(
        title=RATES,
        lead="Decisions per game in which a player who cannot win decides between others: all, by"
        " who decides, and by who gains from what was chosen. A turn may have several of them.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_rate_table(study),
    )


def _influence_block(study: Kingmaking) -> FigureBlock:
    rows = records(study.influence.dropna())
    groups = [
        Group(seat, [Dot(row, SERIES.index(row["moves"])) for row in rows if row["seat"] == seat])
        for seat in study.seats
    ]
    plot = Dots(
        [group for group in groups if group.dots],
        f"mean spread over the choices ({PERCENTAGE_POINTS})",
        series=SERIES,
        is_share=True,
        from_zero=True,
    )
    return FigureBlock(
        title=INFLUENCE,
        lead="How far a free decision of each seat moves chances to win, on average: from its"
        " worst choice to its best.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_influence_table(study),
    )


def _example_section(study: Kingmaking) -> list[PageSection]:
    stories = examples(study)
    lead = "The largest spreads among the kingmaking decisions that were found."
    return [PageSection("Games to look at", lead, stories=stories)] if stories else []


def _sample_section(study: Kingmaking) -> PageSection:
    """Return the section on the decisions that were looked at."""
    findings = [finding.name.lower() for finding in Finding] if study.has_kings else []
    heads = ["tenth", *(["searched"] if study.has_kings else [])]
    heads += [*(finding.value for finding in Finding if study.has_kings), "influence"]
    columns = ["tenth", *(["looked_at"] if study.has_kings else []), *findings, "influence"]
    cells = [[whole(row[column]) for column in columns] for row in records(study.sample)]
    frame: pd.DataFrame = study.sample[columns]
    return PageSection(
        "What was sampled",
        _sample_sentence(study),
        tables=[PageTable("sample", heads, cells, SAMPLE_METHOD, frame)],
    )


PAGE = StudyPage[Kingmaking](
    file="kingmaking.html",
    question=lambda study, described: f"Who makes the king in {described.game['title']}?",
    answer=answer,
    findings=findings,
    dependence=lambda study: DEPENDENCE,
    counts=lambda study: [
        n_of(study.n_games, "game"),
        n_of(study.players, "player"),
        f"{n_of(study.n_looked_at + study.n_measured, 'decision')} with rollouts",
    ],
    tables=study_tables,
    blocks=lambda study: [
        *([_rate_block(study)] if study.has_kings else []),
        _influence_block(study),
    ],
    sections=lambda study: [*_example_section(study), _sample_section(study)],
)
