"""Strength of all policies of a game as a page in Markdown, from a ladder per number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.analysis.crosstable import SHARE_METHOD
from simlab.analysis.habit import HABITS, NEVER_CHOSEN, OPTIONS_MEANING, Habit
from simlab.analysis.lineups import (
    MEAN_METHOD,
    POLICY_POINTS_METHOD,
    SEAT_METHOD,
    SEAT_POINTS_METHOD,
    STRENGTH_METHOD,
)
from simlab.errors import InputError
from simlab.files.markdown import code, escape_markdown
from simlab.files.paths import obstacle
from simlab.game.strengths import (
    FEWEST_GAMES_PER_SECOND,
    Measured,
    contenders,
    default_of,
    find_ruled_out,
)
from simlab.report.answers.alike_games import noise_sentence
from simlab.report.answers.habits import (
    BEYOND,
    METHOD,
    exclusion_sentence,
    habit_estimate,
    habit_lead,
    limit_in_words,
    unseen_habits,
)
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.wording import Row, join_list, n_of, number, share, whole
from simlab.studies.ladder.answer import among_strongest_others
from simlab.studies.ladder.result import Ladder

SPEED = (
    "Games per second on one core with the policy in all seats. The strongest that plays"
    f" {FEWEST_GAMES_PER_SECOND:g} or more is the default player: it plays where no policy is"
    " named."
)
SPEED_METHOD = "Seconds of the processor, rounded to one digit."
DEFAULT = ", the default"

Ladders = Mapping[int, Ladder]
"""A ladder for each number of players."""
Habits = Mapping[int, pd.DataFrame]
"""Habits of all policies, see `simlab.analysis.habit`, for each number of players."""
Columns = Mapping[int, Mapping[str, str]]
"""Cells of a table: for each number of players, a text for each row."""
NOT_THERE = "–"
HEADING = ": how strong the policies are"
"""End of the first line, by which a page is known."""

STRENGTH = (
    "What one seat of a policy would win among seats of the strongest other policy, by strengths"
    " that explain all games of a round robin best. A policy whose whole interval is below an even"
    " share is surely not the strongest."
)


def strength_page(
    game: Mapping[str, Any], ladders: Ladders, measured: Measured, habits: Habits, command: str
) -> str:
    """Return the page; `game` is a game as `_resolved.json` describes it."""
    return "\n".join(_lines(game, ladders, measured, habits, command)) + "\n"


def check_page_file(file: Path | None) -> None:
    """Check that a page can be written and would replace no other file.

    Raises:
        InputError: it would, or its folder cannot be written.
    """
    if file is None:
        return
    if file.exists() and not (file.is_file() and _is_page(file)):
        raise InputError(f"{file} is there and no such page; choose another name", "out")
    reason = obstacle(str(file.parent))
    if reason:
        raise InputError(f"{file} cannot be written: {reason}; choose another folder", "out")


def _is_page(file: Path) -> bool:
    return file.read_bytes().partition(b"\n")[0].endswith(HEADING.encode())


def _lines(
    game: Mapping[str, Any], ladders: Ladders, measured: Measured, habits: Habits, command: str
) -> Iterator[str]:
    ladder, *_ = ladders.values()
    yield f"# {escape_markdown(game['title'])}{HEADING}"
    yield f"\nMade by {code(command)}, with version {game['version']} of the game."
    yield from _of_shares(ladders) if ladder.scale.is_share else _of_scores(ladders)
    yield from habit_lines(habits)
    speed = " ".join([SPEED, *_ties(measured), *_exclusions(measured)])
    yield from _section("Speed", speed, "policy", _speeds(measured), SPEED_METHOD)
    yield from _section("Games", "", "", _games(ladders), "")


def habit_lines(habits: Habits) -> Iterator[str]:
    """Yield the section on the habits of all policies: a table for each that any of them has."""
    every = pd.concat(habits.values())
    yield f"\n## Habits\n\n{habit_lead(every[every['habit'] != NEVER_CHOSEN])}"
    for habit in HABITS:
        rows = every[every["habit"] == habit.name]
        if (rows["estimate"] > habit.least).any():
            limits = rows["limit"].dropna().unique()
            limit = "".join(f" The limit is {limit_in_words(own, habit.unit)}." for own in limits)
            title, meaning = habit.name.capitalize(), habit.meaning + limit
            yield from _section(
                title, meaning, "policy", _habit_cells(habits, habit), "", level="###"
            )
    if (every["habit"] == NEVER_CHOSEN).any():
        title = NEVER_CHOSEN.capitalize()
        yield from _section(title, OPTIONS_MEANING, "policy", _options(habits), "", level="###")
    yield from (f"\n{sentence}" for sentence in unseen_habits(every))
    yield f"\n{METHOD}"


def _habit_cells(habits: Habits, habit: Habit) -> Columns:
    """Return the estimates of a habit."""
    return {
        players: {
            row["policy"]: f"{habit_estimate(row).full}{BEYOND if row['is_beyond'] else ''}"
            for row in records(frame)
            if row["habit"] == habit.name
        }
        for players, frame in habits.items()
    }


def _options(habits: Habits) -> Columns:
    """Return the options that each policy never chooses."""
    return {
        players: {
            str(policy): ", ".join(rows.loc[rows["habit"] == NEVER_CHOSEN, "option"]) or "none"
            for policy, rows in frame.groupby("policy", sort=False)
        }
        for players, frame in habits.items()
    }


def _of_shares(ladders: Ladders) -> Iterator[str]:
    ladder, *_ = ladders.values()
    yield from (f"\n{sentence}" for sentence in _noise_sentences(ladders))
    seats = _cells(ladders, "seats", "seat", share)
    decided = f"Pairings that the games decided, at a margin of {margin_of(ladder.scale)}."
    yield from _section("Policies", STRENGTH, "policy", _strengths(ladders), STRENGTH_METHOD)
    yield from _section("Seats", "", "seat", seats, SEAT_METHOD)
    yield from _section("Decided", decided, "", _pairing_counts(ladders), SHARE_METHOD)


def _noise_sentences(ladders: Ladders) -> Iterator[str]:
    """Say at which tables all policies were measured with a small noise, and why."""
    for players, ladder in ladders.items():
        if sentence := noise_sentence(ladder.variety):
            yield f"With {n_of(players, 'player')}: {sentence}"


def _of_scores(ladders: Ladders) -> Iterator[str]:
    ladder, *_ = ladders.values()
    yield from (f"\n{sentence}" for sentence in _noise_sentences(ladders))
    whose, method = (
        ("one seat of a policy, over all line-ups in which it met others", POLICY_POINTS_METHOD)
        if ladder.scale.is_of_seat
        else ("a table of one policy", MEAN_METHOD)
    )
    lead = f"Mean {ladder.scale.label} of {whose}, in {ladder.scale.unit}."
    scores = _cells(ladders, "means", "lineup", number)
    yield from _section("Policies", lead, "policy", scores, method)
    if ladder.scale.is_of_seat:
        seats = _cells(ladders, "seats", "seat", number)
        yield from _section("Seats", "", "seat", seats, SEAT_POINTS_METHOD)


def _section(
    title: str, lead: str, head: str, columns: Columns, method: str, level: str = "##"
) -> Iterator[str]:
    """Yield a heading, a sentence, a table with a column for each number of players, the method."""
    yield f"\n{level} {title}\n"
    yield from [f"{escape_markdown(lead)}\n"] if lead else []
    heads = [head, *(n_of(players, "player") for players in columns)]
    yield _row(heads)
    yield _row(["---"] * len(heads))
    for name in dict.fromkeys(name for cells in columns.values() for name in cells):
        cells = (column.get(name, NOT_THERE) for column in columns.values())
        yield _row(list(map(escape_markdown, [name, *cells])))
    yield from [f"\n{method}"] if method else []


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _strengths(ladders: Ladders) -> Columns:
    return {
        players: {
            row["policy"]: share(among_strongest_others(ladder, row)).full
            for row in records(ladder.strengths)
        }
        for players, ladder in ladders.items()
    }


def _cells(ladders: Ladders, table: str, key: str, say: Callable[[Row], Any]) -> Columns:
    """Return the estimates of a table of each ladder."""
    frames: dict[int, pd.DataFrame] = {n: getattr(ladder, table) for n, ladder in ladders.items()}
    return {
        players: {row[key]: say(row).full for row in records(frame)}
        for players, frame in frames.items()
    }


def _pairing_counts(ladders: Ladders) -> Columns:
    return {
        players: {"pairings": f"{ladder.n_pairings - len(ladder.undecided)} of {ladder.n_pairings}"}
        for players, ladder in ladders.items()
    }


def _speeds(measured: Measured) -> Columns:
    """Return the speed of each policy, with the default player marked."""
    return {
        players: {
            policy.policy: f"{whole(policy.games_per_second)}{DEFAULT if policy is default else ''}"
            for default in [default_of(policies)]
            for policy in policies
        }
        for players, policies in measured.items()
    }


def _exclusions(measured: Measured) -> Iterator[str]:
    """Say which players their habits keep from being the default, and how to ask for them."""
    for players, policies in measured.items():
        ruled_out, default = find_ruled_out(policies), default_of(policies)
        if ruled_out is not None and default is not None:
            sentence = exclusion_sentence(ruled_out.policy, ruled_out.beyond, default.policy)
            yield f"With {n_of(players, 'player')}: {sentence}"


def _ties(measured: Measured) -> Iterator[str]:
    """Say at which tables games did not tell which policy is the strongest, and what follows."""
    tied = {players: contenders(policies) for players, policies in measured.items()}
    names = {players: [policy.policy for policy in tie] for players, tie in tied.items()}
    phrases = [
        f"{join_list(tied_names)} with {n_of(players, 'player')}"
        for players, tied_names in names.items()
        if len(tied_names) > 1
    ]
    if phrases:
        yield (
            f"These games do not tell which is the strongest of {'; of '.join(phrases)}: the"
            " default is a choice among them, and the first two count as the strongest where an"
            " answer must hold with the strongest player."
        )


def _games(ladders: Ladders) -> Columns:
    return {
        players: {
            "games": f"{ladder.n_games:,}",
            "of them capped": f"{int(ladder.lineups['capped'].sum()):,}",
        }
        for players, ladder in ladders.items()
    }
