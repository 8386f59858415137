"""Page on restricted play: what each kind of choice is worth, the most valuable first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simlab.analysis.verdict import Verdict
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.lineups import (
    ends_sentence,
    fair_share,
    margin_of,
)
from simlab.report.more_games import NextStep, Undecided, next_steps, times_needed
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import LineupPage
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    begin_sentence,
    difference,
    difference_of_shares,
    join_list,
    n_of,
    number,
    share,
)
from simlab.studies.restrict.result import (
    COUNT_METHOD,
    COUNTS,
    SCORE_METHOD,
    WIN_METHOD,
    Restriction,
    Worth,
)

MOST_NAMED = 6
"""Kinds that a sentence lists at most."""
MANNER = (
    "A player under a restriction plays as {policy} does, and chooses again where the choice is"
    " forbidden. It does not plan around the restriction; a player who does loses less. Where only"
    " forbidden choices are offered, one of them is made and counted."
)
WITHOUT_EFFECT = (Worth.UNUSED, Worth.FORCED)
"""Kinds whose restriction changes no game; only the table has them."""
AS_ANOTHER = {
    Verdict.MORE: "worse",
    Verdict.SAME: "as good",
    Verdict.LESS: "better",
    Verdict.UNDECIDED: "not decided",
}
HEADS = {
    "chosen": "chosen\nwithout restriction",
    "forced": "not avoidable",
    "replaced": "choices replaced",
}


def steps(study: Restriction, command: str) -> list[NextStep]:
    """Return the restrictions of which more games would decide what they cost."""
    numbers = [
        Undecided(
            f"a player {under(row['restriction'])}",
            say_worth(study)(row).full,
            times_needed(row, study.scale.margin),
        )
        for row in records(study.worths)
        if row["worth"] == Worth.UNDECIDED
    ]
    return next_steps(numbers, study.n_games, command)


def answer(study: Restriction) -> list[str]:
    """Return which kinds of choices are mandatory or most valuable, and which are useless."""
    return [_first_sentence(study), _useless_sentence(study)]


def findings(study: Restriction) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Better without": _better_sentence(study),
        "As other players": _other_sentence(study),
        "Choices replaced": _sentence_on_replacements(study),
        "How games end": ends_sentence(study.ends),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def restriction_label(restriction: str) -> str:
    """Return a restriction as a label: `end turn`, `as greedy`."""
    return restriction.replace("_", " ")


def under(restriction: str) -> str:
    """Return a restriction as what a player does: `without “end turn”`, `as greedy`."""
    return (
        restriction
        if restriction.startswith("as ")
        else f"without “{restriction_label(restriction)}”"
    )


def say_worth(study: Restriction) -> Callable[[Row], FormattedEstimate]:
    """Return how to write what a restriction costs."""
    return difference_of_shares if study.scale.is_share else difference


def say_kept(study: Restriction, row: Row) -> FormattedEstimate:
    """Return what a player under a restriction wins or scores."""
    ends = {"estimate": row["with"], "low": row["with_low"], "high": row["with_high"]}
    return share(ends) if study.scale.is_share else number(ends)


def unit_of(study: Restriction) -> str:
    """Return the unit of what a restriction costs."""
    return PERCENTAGE_POINTS if study.scale.is_share else study.scale.unit


def in_words(row: Row) -> str:
    """Return what a kind of choice is worth, or how good it is to play as another policy."""
    return str(row["worth"]) if is_of_kind(row) else AS_ANOTHER[row["verdict"]]


def is_of_kind(row: Row) -> bool:
    """Return whether a restriction is of a kind of choice, not to play as another policy."""
    return not row["restriction"].startswith("as ")


def _rows(study: Restriction, worth: Worth) -> list[dict[str, Any]]:
    return [row for row in records(study.worths) if row["worth"] == worth and is_of_kind(row)]


def _better_sentence(study: Restriction) -> str:
    names = _list_names([under(row["restriction"]) for row in _rows(study, Worth.HARMFUL)])
    return f"A player does better {names}." if names else ""


def _other_sentence(study: Restriction) -> str:
    """Say what a player loses that plays as other policies do."""
    policy_rows = [row for row in records(study.worths) if not is_of_kind(row)]
    costs = [f"{say_worth(study)(row).full} playing {row['restriction']}" for row in policy_rows]
    return f"A player loses {join_list(costs)}." if costs else ""


def _list_names(names: Sequence[str]) -> str:
    """Return some names as a list, the rest as a number."""
    rest = len(names) - MOST_NAMED
    return join_list([*names[:MOST_NAMED], f"{rest} more"] if rest > 0 else list(names))


def _sentence_on_result(study: Restriction, row: Row) -> str:
    """Say what a player under a restriction wins or scores."""
    outcome = say_kept(study, row).full
    if study.scale.is_share:
        return f"a player {under(row['restriction'])} wins {outcome}, where"
    if study.scale.is_of_seat:
        unit = study.scale.unit
        return f"a player {under(row['restriction'])} scores {outcome} {unit} per game, where"
    return f"{_who(study)} {under(row['restriction'])} score {outcome} {study.scale.unit}, where"


def _who(study: Restriction) -> str:
    return "tables" if study.seats == study.players else "tables with one player"


def _usual(study: Restriction) -> str:
    if study.scale.is_share:
        return f"{fair_share(study.players)} is even"
    level = number(study.level._asdict()).estimate
    if study.scale.is_of_seat:
        return f"players with all choices score {level}"
    return f"they score {level} with all choices"


def _first_sentence(study: Restriction) -> str:
    best = next(filter(is_of_kind, records(study.worths)), records(study.worths)[0])
    sentence = f"{_sentence_on_result(study, best)} {_usual(study)}"
    useful = _rows(study, Worth.USEFUL)
    mandatory = _rows(study, Worth.MANDATORY)
    if mandatory:
        names = _list_names([f"“{restriction_label(row['restriction'])}”" for row in mandatory])
        return f"{names} {'is' if len(mandatory) == 1 else 'are'} mandatory: {sentence}."
    if best["worth"] == Worth.USEFUL:
        none = "" if study.scale.is_of_seat else "Nothing is mandatory. "
        return f"{none}Most is lost {under(best['restriction'])}: {sentence}."
    if useful:  # the kind with the largest estimate is not decided
        kept = f"{_sentence_on_result(study, useful[0])} {_usual(study)}"
        undecided = f"It is not decided whether a player loses more {under(best['restriction'])}."
        return f"“{restriction_label(useful[0]['restriction'])}” is useful: {kept}. {undecided}"
    return f"Nothing is surely worth more than {margin_of(study.scale)}: at the most, {sentence}."


def _useless_sentence(study: Restriction) -> str:
    n_open = len(_rows(study, Worth.UNDECIDED))
    clauses = [
        _of_each(study, Worth.USELESS, f"useless within {margin_of(study.scale)}")
        or f"no kind of choice is surely useless within {margin_of(study.scale)}",
        _of_each(study, Worth.UNUSED, "never chosen"),
        _of_each(study, Worth.FORCED, "not avoidable"),
        f"{n_of(n_open, 'restriction is', 'restrictions are')} not decided" if n_open else "",
    ]
    return f"{begin_sentence('; '.join(filter(None, clauses)))}."


def _of_each(study: Restriction, worth: Worth, worth_phrase: str) -> str:
    """Say which kinds of choices are worth this; empty if none is."""
    rows = _rows(study, worth)
    names = _list_names([f"“{restriction_label(row['restriction'])}”" for row in rows])
    return f"{names} {'is' if len(rows) == 1 else 'are'} {worth_phrase}" if rows else ""


def _sentence_on_replacements(study: Restriction) -> str:
    """Say where the policy most often chose what was forbidden."""
    if "replaced" not in study.counts:
        return ""
    most = max(records(study.counts), key=lambda row: row["replaced"])
    return (
        f"{study.policy} chose what was forbidden most often {under(most['restriction'])},"
        f" {_count(most, 'replaced').full} times per game and player."
    )


def _worth_block(study: Restriction) -> FigureBlock:
    scale, rows = study.scale, records(study.worths)
    drawn_rows = [row for row in rows if row["worth"] not in WITHOUT_EFFECT] or rows
    plot = Dots(
        [
            Group(
                "",
                [Dot(row, label=restriction_label(row["restriction"])) for row in drawn_rows],
                fair=0.0,
            )
        ],
        f"lost without it ({unit_of(study)})",
        is_share=scale.is_share,
        is_difference=True,
        margin=scale.margin,
    )
    return FigureBlock(
        title="What a player loses without each kind of choice",
        lead=f"{_seats_in_words(study)} The dashed line is no loss, the stripe around it a margin"
        f" of {margin_of(scale)}.{_mandatory(study)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=worth_table(study),
    )


def worth_table(study: Restriction) -> PageTable:
    """Return what each restriction costs, and what a player under it wins or scores."""
    scale, say = study.scale, say_worth(study)
    cells: list[list[Cell]] = [
        [restriction_label(row["restriction"]), say(row), say_kept(study, row), in_words(row)]
        for row in records(study.worths)
    ]
    value_head = "wins" if scale.is_share else f"{scale.label}\n{scale.unit}"
    heads = ["kind of choice", "lost without it", value_head, "worth"]
    method = WIN_METHOD if scale.is_share else SCORE_METHOD
    return PageTable("worths", heads, cells, method, study.worths)


def _mandatory(study: Restriction) -> str:
    """Say which kinds are mandatory, where what a player keeps has parts."""
    if study.scale.is_of_seat:
        return ""
    return " A kind is mandatory if a player without it keeps less than half."


def _seats_in_words(study: Restriction) -> str:
    """Say who is under the restriction."""
    if study.scale.is_share:
        return f"One player under the restriction among players of {study.policy}."
    if study.seats == study.players:
        return "All players under the restriction, on the deals of players without one."
    return "One player under the restriction, on the deals of players without one."


def _count_section(study: Restriction) -> list[PageSection]:
    frame = study.counts
    if frame.empty:
        return []
    names = [name for name in COUNTS if name in frame]
    rows: list[list[Cell]] = [
        [restriction_label(row["restriction"]), *(_count(row, name) for name in names)]
        for row in records(frame)
    ]
    heads = ["kind of choice", *(HEADS[name] for name in names)]
    table = PageTable("counts", heads, rows, COUNT_METHOD, frame)
    lead = (
        "How often the kind is chosen by a player without a restriction; and with it, how often"
        " only forbidden choices were offered, and how often another choice was made in place of a"
        " forbidden one. Per game and player."
    )
    return [PageSection("How often it matters", lead, tables=[table])]


def _count(row: Row, name: str) -> FormattedEstimate:
    return number({"estimate": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})


PAGE = LineupPage[Restriction](
    file="restrict.html",
    question=lambda study, described: (
        f"What is each kind of choice worth in {described.game['title']}?"
    ),
    answer=answer,
    findings=findings,
    dependence=lambda study: MANNER.format(policy=study.policy),
    tables=lambda study: {"What a player loses without each kind of choice": worth_table(study)},
    blocks=lambda study: [_worth_block(study)],
    sections=_count_section,
    steps=steps,
)
