"""Says which habits a policy has that a person would call silly, beyond their limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pandas as pd

from simlab.analysis.habit import BY_KEY, BY_NAME, NEVER_CHOSEN, SHARE
from simlab.report.page_table import records
from simlab.report.wording import (
    THIN,
    FormattedEstimate,
    Row,
    join_list,
    n_of,
    number,
    share,
    whole,
)

BEYOND = " ▲"
"""Marks an estimate whose whole interval is beyond the limit."""
METHOD = (
    "Intervals of 95 %, each by itself, with games as units: shares of turns and of wins are ratios"
    " of sums over games, with score intervals; games with the same move have Wilson’s, means t"
    " intervals, options exact ones."
)


def habit_lead(frame: pd.DataFrame) -> str:
    """Return what the tables of habits are about, and from how many games."""
    few, many = int(frame["n_games"].min()), int(frame["n_games"].max())
    games = n_of(many, "game") if few == many else f"{whole(few)} to {n_of(many, 'game')}"
    return (
        f"What a person at the table would call silly. Each policy has played {games} in all seats."
        f"{BEYOND} marks intervals that lie beyond the limit. A strong player may have such a"
        " habit; its games then say little of how people play."
    )


def unseen_habits(frame: pd.DataFrame) -> Iterator[str]:
    """Say which habits no policy has shown, and how frequent they may be all the same."""
    groups = {str(name): rows for name, rows in frame.groupby("habit", sort=False)}
    unseen = [
        f"{name} (at most {100 * groups[name]['high'].max():.0f}{THIN}% by its interval)"
        for name in groups
        if name in BY_NAME
        and BY_NAME[name].unit == SHARE
        and not (groups[name]["estimate"] > BY_NAME[name].least).any()
    ]
    if unseen:
        yield f"In none of these games: {join_list(unseen)}."
    if NEVER_CHOSEN not in groups:
        yield "Each policy chooses each option that is often on the menu."


def habit_estimate(row: Row) -> FormattedEstimate:
    """Return the estimate of a habit, as a share or a number."""
    return share(row) if row["unit"] == SHARE else number(row)


def limit_in_words(limit: float, unit: str = SHARE) -> str:
    """Return a limit of a habit with this unit."""
    return f"{100 * limit:g}{THIN}%" if unit == SHARE else f"{limit:g}"


def exclusion_sentence(policy: str, beyond: Mapping[str, float], default: str) -> str:
    """Say why a stronger player is not the default one, and how to ask for it.

    `beyond` has the limit of each habit, by its key, whose whole interval is beyond it.
    """
    habits = [
        BY_KEY[key].verb.format(value=f"more than {limit_in_words(limit, BY_KEY[key].unit)}")
        for key, limit in beyond.items()
    ]
    return (
        f"{policy} is stronger than {default}, but {join_list(habits)}, which {default} does not:"
        f" so {default} plays where no policy is named, and --policy {policy} asks for the other."
    )


def habit_remarks(frame: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence on each habit of a policy beyond its limit, and one on unused options."""
    beyond = frame[frame["is_beyond"]]
    for row in records(beyond[beyond["habit"] != NEVER_CHOSEN]):
        habit = BY_NAME[row["habit"]]
        yield (
            f"{_who(row)} {habit.verb.format(value=habit_estimate(row).full)}, more than"
            f" {limit_in_words(row['limit'], row['unit'])}."
        )
    options = records(beyond[beyond["habit"] == NEVER_CHOSEN])
    if options:
        names = join_list([row["option"] for row in options])
        fewest = min(int(row["n_games"]) for row in options)
        offered = f"{', each' if len(options) > 1 else ','} offered in {n_of(fewest, 'game')}"
        yield f"{_who(options[0])} never chooses {names}{offered}{' or more' * (len(options) > 1)}."


def _who(row: Row) -> str:
    return f"{row['policy']}, the default player with {n_of(row['players'], 'player')},"
