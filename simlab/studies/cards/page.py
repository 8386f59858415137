"""Page on the worth of cards: effect of an intervention, beside the association with results."""

from __future__ import annotations

import math
from collections.abc import Callable

from simlab.analysis.verdict import Verdict
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.lineups import (
    ends_sentence,
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
)
from simlab.studies.cards.result import (
    ASSOCIATION,
    ASSOCIATION_METHOD,
    SCORE_METHOD,
    WIN_METHOD,
    CardWorths,
)

WORTHS = "Worth of each card"
SERIES = ("effect", "association")
MOST_NAMED = 6
"""Cards that a sentence lists at most."""
REPLACED = (
    "The same deals are played with the card replaced, for all players. A card is worth what it is"
    " worth to {policy}, which knows what replaces it."
)
FORBIDDEN = (
    "One player may never use the card, which is a blank for it; the others may. That player plays"
    " as {policy} and does not plan around the blank, so the card may be worth less to others."
)
WORDS = {
    Verdict.MORE: "worth more",
    Verdict.LESS: "worth less than nothing",
    Verdict.SAME: "worth nothing",
    Verdict.UNDECIDED: "not decided",
}


def steps(study: CardWorths, command: str) -> list[NextStep]:
    """Return the cards of which more games would decide what they are worth."""
    numbers = [
        Undecided(
            f"the worth of {row['card']}",
            say_worth(study)(row).full,
            times_needed(row, study.scale.margin),
        )
        for row in records(study.worths)
        if row["verdict"] == Verdict.UNDECIDED
    ]
    return next_steps(numbers, study.n_games, command)


def answer(study: CardWorths) -> list[str]:
    """Return the most valuable cards, and how the effects differ from the associations."""
    return [_first_sentence(study), _association_sentence(study)]


def findings(study: CardWorths) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Worth nothing": _worthless_sentence(study),
        "Left out": _sentence_on_stops(study),
        "How games end": ends_sentence(study.ends),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def say_worth(study: CardWorths) -> Callable[[Row], FormattedEstimate]:
    """Return how to write what a card is worth."""
    return difference_of_shares if study.scale.is_share else difference


def association_of(row: Row) -> Row | None:
    """Return the association of a card as an estimate; None where its use is not counted."""
    ends = dict(zip(("estimate", "low", "high"), (row[name] for name in ASSOCIATION), strict=True))
    return None if math.isnan(ends["estimate"]) else ends


def has_associations(study: CardWorths) -> bool:
    """Return whether the use of a card is counted; that of rows of a plain game is not."""
    return any(association_of(row) is not None for row in records(study.worths))


def unit_of(study: CardWorths) -> str:
    """Return the unit of a worth."""
    return PERCENTAGE_POINTS if study.scale.is_share else study.scale.unit


def _worth_in_words(study: CardWorths, row: Row) -> str:
    """Return a worth with its interval and unit."""
    value = say_worth(study)(row).full
    return value if study.scale.is_share else f"{value} {study.scale.unit}"


def _first_sentence(study: CardWorths) -> str:
    best, *other_rows = records(study.worths)
    is_sure = all(best["low"] > row["high"] for row in other_rows)
    card = begin_sentence(best["card"])
    subject = f"{card} is worth most" if is_sure else f"{card} looks worth most, which is not sure"
    without = f"replaced by {best['by']}, it costs" if best["by"] else "a player without it loses"
    loss = _worth_in_words(study, best).replace("+", "")
    return f"{subject}: {without} {loss}."


def _association_sentence(study: CardWorths) -> str:
    """Say how many cards are worth more than the margin, and which association misleads most.

    An association misleads if its interval and that of the effect have nothing in common.
    """
    rows = records(study.worths)
    n_more = sum(row["verdict"] == Verdict.MORE for row in rows)
    cards = n_of(len(rows), "card")
    count = f"{n_more or 'None'} of {cards} {'is' if n_more < 2 else 'are'} surely worth more than"
    sentence = f"{count} {margin_of(study.scale)}"
    pairs = [(row, linked) for row in rows if (linked := association_of(row)) is not None]
    if not pairs:
        return f"{sentence}."
    pairs = [
        (row, linked)
        for row, linked in pairs
        if linked["low"] > row["high"] or linked["high"] < row["low"]
    ]
    if not pairs:
        return f"{sentence}; no association is shown to mislead."
    row, association = max(pairs, key=lambda pair: abs(pair[1]["estimate"] - pair[0]["estimate"]))
    say = say_worth(study)
    return (
        f"{sentence}; the association misleads most for {row['card']}:"
        f" {say(association).full}, where the effect is {say(row).full}."
    )


def _worthless_sentence(study: CardWorths) -> str:
    names = [row["card"] for row in records(study.worths) if row["verdict"] == Verdict.SAME]
    rest = len(names) - MOST_NAMED
    named = [*names[:MOST_NAMED], f"{rest} more"] if rest > 0 else names
    verb = "is" if len(names) == 1 else "are"
    return (
        f"{join_list(named)} {verb} worth nothing within {margin_of(study.scale)}." if names else ""
    )


def _sentence_on_stops(study: CardWorths) -> str:
    """Say without which cards the game cannot be played, and why, for the first of each reason."""
    by_reason: dict[str, list[str]] = {}
    for card, reason in study.stops.items():
        by_reason.setdefault(reason, []).append(card)
    return " ".join(
        f"Without {join_list(cards, 'or')}, the game stops: {reason.rstrip('.')}."
        for reason, cards in by_reason.items()
    )


def _worth_block(study: CardWorths) -> FigureBlock:
    scale, rows = study.scale, records(study.worths)
    associations = [association_of(row) for row in rows]
    is_linked = has_associations(study)
    groups = [
        Group(
            row["card"],
            [Dot(row), *([] if association is None else [Dot(association, series=1)])],
            fair=0.0,
        )
        for row, association in zip(rows, associations, strict=True)
    ]
    plot = Dots(
        groups,
        f"worth ({unit_of(study)})",
        series=SERIES if is_linked else ("",),
        is_share=scale.is_share,
        is_difference=True,
        margin=scale.margin,
    )
    wins = "wins" if scale.is_share else "the score"
    association_phrase = (
        f", and the association of its use with {wins}, which is no effect" if is_linked else ""
    )
    return FigureBlock(
        title=WORTHS,
        lead=f"The effect of the card{association_phrase}. The stripe is a margin of"
        f" {margin_of(scale)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=worth_table(study),
    )


def worth_table(study: CardWorths) -> PageTable:
    """Return the effect of each card, and the association of its use with results."""
    scale, rows, say = study.scale, records(study.worths), say_worth(study)
    associations = [association_of(row) for row in rows]
    is_linked, is_replaced = has_associations(study), any(row["by"] for row in rows)
    cells: list[list[Cell]] = [
        [
            row["card"],
            *([row["by"]] if is_replaced else []),
            say(row),
            WORDS[row["verdict"]],
            *(["–" if association is None else say(association)] if is_linked else []),
        ]
        for row, association in zip(rows, associations, strict=True)
    ]
    heads = [
        "card",
        *(["replaced by"] if is_replaced else []),
        "effect",
        f"within {margin_of(scale)}",
        *(["association"] if is_linked else []),
    ]
    method = WIN_METHOD if scale.is_share else SCORE_METHOD
    return PageTable(
        "worths",
        heads,
        cells,
        f"{method} {ASSOCIATION_METHOD}" if is_linked else method,
        study.worths,
        labels=2 if is_replaced else 1,
    )


PAGE = LineupPage[CardWorths](
    file="cards.html",
    question=lambda study, described: f"What is a card worth in {described.game['title']}?",
    answer=answer,
    findings=findings,
    dependence=lambda study: (FORBIDDEN if study.scale.is_share else REPLACED).format(
        policy=study.policy
    ),
    tables=lambda study: {WORTHS: worth_table(study)},
    blocks=lambda study: [_worth_block(study)],
    steps=steps,
)
