"""Page on a handicap: what a seat must get to be even."""

from __future__ import annotations

import math
from collections.abc import Callable

from simlab.analysis.tables import Description
from simlab.analysis.verdict import Verdict
from simlab.game.nouns import singular
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.lineups import fair_share
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.provenance import sentences
from simlab.report.study_page import StudyPage
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    begin_sentence,
    difference,
    join_list,
    n_of,
    share,
    whole,
    with_unit,
)
from simlab.studies.handicap.result import (
    FRESH_METHOD,
    POINTS_FRESH_METHOD,
    POINTS_SEARCH_METHOD,
    SEARCH_METHOD,
    HandicapAnswer,
)

MANNER = (
    "The amounts are given by a rule, so that players who look at points play with them in view."
    " All seats have the same policy, {policy}; players of another strength need another handicap."
)
AT_THE_END = (
    "The amounts are added to the scores at the end{most_wins}; during the game, players do not"
    " reckon with them. All seats have the same policy, {policy}; players of another"
    " strength need another handicap."
)
VERDICTS = {
    Verdict.MORE: "more than even",
    Verdict.LESS: "less than even",
    Verdict.SAME: "even",
    Verdict.UNDECIDED: "not decided",
}


def answer(study: HandicapAnswer) -> list[str]:
    """Return how much makes the seat even, and whether fresh deals confirm it."""
    return [_amount_sentence(study), _fresh_sentence(study)]


def amount_in_words(study: HandicapAnswer, amount: float) -> str:
    """Return an amount with its unit: `3 points`."""
    return with_unit(amount, study.unit)


def amount_with_label(study: HandicapAnswer, amount: float) -> str:
    """Return an amount with its label: `1 point at the start`."""
    label = study.label.replace(study.unit, singular(study.unit)) if amount == 1 else study.label
    return f"{amount:g} {label}"


def range_in_words(study: HandicapAnswer) -> str:
    """Return which amounts around it are surely too little and too much."""
    low, high = study.bracket.too_little, study.bracket.too_much
    ends = [f"{low} is too little"] * (low >= 0) + [f"{high} is too much"] * (high is not None)
    return join_list(ends) or "no amount is ruled out"


def is_beyond(study: HandicapAnswer) -> bool:
    """Return whether even the largest amount is surely too little."""
    return study.bracket.too_little >= study.most


def is_needless(study: HandicapAnswer) -> bool:
    """Return whether even no amount at all is surely too much."""
    return study.bracket.too_much == 0


def _amount_sentence(study: HandicapAnswer) -> str:
    who = join_list(study.getting)
    if is_needless(study):
        return f"{begin_sentence(study.seat)} needs no handicap: {_needless(study)}."
    if is_beyond(study):
        return f"{study.most} {study.label} for {who} are too few for {study.seat} to be even."
    low, high = study.bracket.too_little, study.bracket.too_much
    if low >= 0 and high == low + 1:
        return f"No whole number of {study.label} is even: {low} is too little, {high} too much."
    amount = study.amount if math.isnan(study.estimate) else float(f"{study.estimate:.1f}")
    value = f"{amount_with_label(study, amount)} ({range_in_words(study)})"
    if study.is_first:
        return f"Moving first is worth {value}: {study.seat} is even if {who} {_have(study)} that."
    return f"{begin_sentence(study.seat)} is even with {value}."


def _have(study: HandicapAnswer) -> str:
    return "has" if len(study.getting) == 1 else "have"


def _needless(study: HandicapAnswer) -> str:
    estimate = say_result(study)(records(study.probes)[0]).full
    more = "less" if study.is_first else "more"
    if study.is_share:
        return f"without one it wins {estimate}, {more} than an even {fair_share(study.players)}"
    return f"without one it scores {estimate} {study.played_for} beyond the mean of all seats"


def _fresh_sentence(study: HandicapAnswer) -> str:
    first, *rest = records(study.fresh)
    last = rest[0] if rest else first
    amount = amount_in_words(study, last["amount"])
    say = say_result(study)
    before = f", {say(first).full} without" if rest else ""
    margin = _margin(study)
    decided = {
        Verdict.SAME: f"even within {margin}",
        Verdict.UNDECIDED: f"whether that is even within {margin} is not decided",
        Verdict.MORE: f"more than even by more than {margin}",
        Verdict.LESS: f"less than even by more than {margin}",
    }[last["verdict"]]
    estimate = say(last).full
    if study.is_share:
        even = fair_share(study.players)
        return (
            f"On fresh deals {study.seat} wins {estimate} with {amount}{before}, where {even} is"
            f" even: {decided}."
        )
    return (
        f"On fresh deals {study.seat} scores {estimate} {study.played_for} beyond the mean of all"
        f" seats with {amount}{before}: {decided}."
    )


def _margin(study: HandicapAnswer) -> str:
    if not study.is_share:
        return with_unit(study.margin, study.played_for)
    size = 100 * study.margin
    return f"{size:g} {PERCENTAGE_POINTS.removesuffix('s') if size == 1 else PERCENTAGE_POINTS}"


def say_result(study: HandicapAnswer) -> Callable[[Row], FormattedEstimate]:
    """Return how to write the result of the seat."""
    return share if study.is_share else difference


def result_head(study: HandicapAnswer) -> str:
    """Return the head of a column with results: `wins`, `points beyond the mean`."""
    return "wins" if study.is_share else f"{study.played_for} beyond the mean"


def heading(study: HandicapAnswer) -> str:
    """Return the heading of the amounts that were tried."""
    quantity = "Wins" if study.is_share else study.played_for.capitalize()
    return f"{quantity} of {study.seat}, by {study.label}"


def _probe_block(study: HandicapAnswer) -> FigureBlock:
    rows = records(study.probes)
    even = "an even share" if study.is_share else "the mean of all seats"
    seen = [Dot(row, label=amount_in_words(study, row["amount"])) for row in rows]
    plot = Dots(
        [Group("", seen, fair=study.fair)],
        "share of the wins (%)" if study.is_share else result_head(study),
        is_share=study.is_share,
        is_difference=not study.is_share,
        margin=study.margin,
    )
    return FigureBlock(
        title=heading(study),
        lead=f"Amounts for {join_list(study.getting)}, tried on the same deals until each is surely"
        f" too little or too much, or the games are spent. The dashed line is {even}, the stripe"
        f" around it a margin of {_margin(study)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=probe_table(study),
    )


def probe_table(study: HandicapAnswer) -> PageTable:
    """Return the result of the seat with each amount that was tried."""
    say = say_result(study)
    cells: list[list[Cell]] = [
        [amount_in_words(study, row["amount"]), say(row), row["decision"], whole(row["n"])]
        for row in records(study.probes)
    ]
    heads = ["amount", result_head(study), "for even", "deals"]
    method = SEARCH_METHOD if study.is_share else POINTS_SEARCH_METHOD
    return PageTable("amounts", heads, cells, method, study.probes)


def _fresh_section(study: HandicapAnswer) -> PageSection:
    lead = "The amount that was found, and none, on deals that had no part in finding it."
    return PageSection("On fresh deals", lead, tables=[fresh_table(study)])


def fresh_table(study: HandicapAnswer) -> PageTable:
    """Return the result of the seat with the amount that was found, on fresh deals."""
    rows: list[list[Cell]] = [
        [
            amount_in_words(study, row["amount"]),
            say_result(study)(row),
            VERDICTS[row["verdict"]],
        ]
        for row in records(study.fresh)
    ]
    heads = ["amount", result_head(study), f"within {_margin(study)}"]
    method = FRESH_METHOD if study.is_share else POINTS_FRESH_METHOD
    return PageTable("fresh", heads, rows, method, study.fresh)


def _question(study: HandicapAnswer, described: Description) -> str:
    title = described.game["title"]
    if study.is_first:
        return f"What is moving first worth in {title}?"
    return f"What must {study.seat} get to be even in {title}?"


PAGE = StudyPage[HandicapAnswer](
    file="handicap.html",
    question=_question,
    answer=answer,
    dependence=lambda study: (MANNER if study.is_rule else AT_THE_END).format(
        policy=study.policy, most_wins=", and who has most wins" * study.is_share
    ),
    counts=lambda study: [
        n_of(study.n_games, "game"),
        n_of(len(study.probes), "amount"),
        n_of(study.players, "player"),
    ],
    tables=lambda study: {
        heading(study): probe_table(study),
        "On fresh deals": fresh_table(study),
    },
    blocks=lambda study: [_probe_block(study)],
    sections=lambda study: [_fresh_section(study)],
    policies=lambda study, described: sentences(described),
)
