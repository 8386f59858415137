"""How far figures of an answer follow traits of the player, who could as well have other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from simlab.analysis.assumption import TRAIT, variation_tables
from simlab.analysis.tables import Tables
from simlab.report.answers.assumptions import (
    effect_size,
    effects,
    in_its_unit,
    is_sure,
    length_effects,
    other_winners,
    reach,
    scale_of,
    unit_of,
)
from simlab.report.answers.favoured_seat import Line
from simlab.report.wording import join_list, n_of, number, share

LEAST_PART = 0.1
"""A trait that moves the length of the game by a smaller part is not named."""


def traits_sentence(tables: Tables) -> str:
    """Say which figures of the answer follow traits of the player, or why none was varied.

    It is empty where the seats do not compete, and for runs of earlier versions, which do not say
    what traits there are.
    """
    if tables.is_cooperative or all(main.players == 1 for main in tables.main):
        return ""
    varied = variation_tables(tables)
    study = varied.study if varied else {}
    if study.get("traits"):
        return " ".join(_follow_sentences(tables))
    counts = [main.described["n_traits"] for main in tables.main if "n_traits" in main.described]
    if not counts:
        return ""
    n_traits, policies = max(counts), tables.main[0].policies
    if not n_traits:
        if len(set(policies)) > 1:
            return "Several policies play; their traits were not varied."
        return f"{policies[0]} has no traits that could have other values."
    traits = n_of(n_traits, "trait")
    if study.get("screening", {}).get("is_left_out"):
        return (
            f"The player’s {traits} could have other values, too; these were not played, to save"
            f" time: --assumptions {study['games']} plays them."
        )
    return f"Not measured: the player’s {traits} could have other values, which were not played."


def length_sentence(tables: Tables) -> str:
    """Say by which trait of the player the length of the game moves most; empty if by none."""
    rows = [
        row
        for row in [*length_effects(tables), *effects(tables)]
        if _is_length(row) and _is_of_trait(row) and is_sure(row)
    ]
    rows = [row for row in rows if effect_size(row) >= LEAST_PART * row["unchanged"]]
    if not rows:
        return ""
    row = max(rows, key=effect_size)
    after, before = _values(row)
    return (
        f"The length of the game follows the player’s {_trait_in_words(row)}: {row['level']}, games"
        f" take {after} {row['unit']} on average instead of {before}{_by(row)}."
    )


def _follow_sentences(tables: Tables) -> Iterator[str]:
    """Yield which traits were varied, and which figures follow one."""
    yield choice_of_traits(tables)
    rows = [row for row in effects(tables) if _is_of_trait(row)]
    if winners := other_winners(tables, rows):
        yield winners
    of_headline = [row for row in rows if not _is_length(row)]
    sure = [row for row in of_headline if is_sure(row)]
    if sure:
        yield _headline_sentence(max(sure, key=effect_size))
    elif of_headline and not winners:
        yield _unsure_sentence(of_headline)
    if length := length_sentence(tables):
        yield length


def choice_of_traits(tables: Tables) -> str:
    """Say which traits of the player were varied, and how they were chosen; empty without any."""
    varied = variation_tables(tables)
    if varied is None or not varied.study.get("traits"):
        return ""
    names = join_list([f"“{trait['name']}”" for trait in varied.study["traits"]])
    screening = varied.study["screening"]
    if screening["n_trials"]:
        return (
            f"Of the player’s {screening['n_traits']} traits, those that matter most in"
            f" {n_of(screening['n_trials'], 'trial game')} were halved and doubled, too: {names}."
        )
    if len(varied.study["traits"]) > 1:
        return f"The player’s traits {names} were halved and doubled, too."
    return f"The player’s trait {names} was halved and doubled, too."


def _headline_sentence(row: Line) -> str:
    after, before = _values(row)
    unit = f" {row['unit']}" if row["unit"] else ""
    return (
        f"The player’s {_trait_in_words(row)} moves the {row['metric']} most: {row['level']},"
        f" {after}{unit} instead of {before}{_by(row)}."
    )


def _unsure_sentence(rows: Sequence[Line]) -> str:
    """Say that no trait moves the headline metric beyond doubt, and how far one may move it."""
    most = max(rows, key=reach)
    metrics = join_list(list(dict.fromkeys(row["metric"] for row in rows)), "or")
    return (
        f"No such change moves the {metrics} beyond doubt, and none by more than"
        f" {scale_of(most) * reach(most):.2g} {unit_of(most)}."
    )


def _values(row: Line) -> tuple[str, str]:
    """Return the metric with the other value of a trait, and with the unchanged one."""
    ends = ("estimate", "low", "high")
    after = {end: row["unchanged"] + row[end] for end in ends}
    if not row["unit"]:
        after = {end: min(max(value, 0.0), 1.0) for end, value in after.items()}
    # as many digits for both
    before = {end: after[end] + row["unchanged"] - after["estimate"] for end in ends}
    write = partial(number, digits=0) if row["unit"] else share
    return write(after).value, write(before).value


def _by(row: Line) -> str:
    return f" with {n_of(row['players'], 'player')}, {in_its_unit(row).full}"


def _trait_in_words(row: Line) -> str:
    return f"“{row['names']}” ({row['assumption']})"


def _is_length(row: Line) -> bool:
    """Return whether an effect is one on a clock, which is its own unit."""
    return bool(row["metric"] == row["unit"])


def _is_of_trait(row: Line) -> bool:
    return bool(row["kind"] == TRAIT)
