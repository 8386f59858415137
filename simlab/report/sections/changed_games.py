"""Games that end otherwise by the changed rules, each with the commands that tell it both ways."""

from __future__ import annotations

import shlex
from typing import Any

from simlab.analysis import changed_games
from simlab.analysis.rule_comparison import Comparison, comparisons
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import Section, Story
from simlab.report.page_table import records
from simlab.report.scenario import score_unit
from simlab.report.wording import n_of, share

Line = dict[str, Any]

CLEAREST = "These are the clearest; the commands tell each move by move by both sets of rules."
TITLE = "Games that end otherwise"


def flip_section(tables: Tables, pair: Comparison) -> Section:
    """Return the clearest of the games that end otherwise, and how many there are."""
    found = records(changed_games.share(tables, pair))[0]
    several = f" with {n_of(pair.players, 'player')}" if len(comparisons(tables)) > 1 else ""
    what = "in another band" if "bands" in pair.unchanged.metrics else _what(tables)
    stories = [_story(tables, pair, row) for row in records(changed_games.clearest(tables, pair))]
    lead = f"Of the same deals {share(found).full} end {what} by the changed rules."
    text = f"{lead} {changed_games.METHOD} {CLEAREST if stories else ''}"
    return Section(f"{TITLE}{several}", text.strip(), stories=stories)


def _what(tables: Tables) -> str:
    return "with another score" if tables.is_cooperative else "with another winner"


def _story(tables: Tables, pair: Comparison, row: Line) -> Story:
    place = f"game {row['deal']}"
    if pair.unchanged.rotations > 1:
        place += f", rotation {row['rotation']}"
    tell = _score_text if tables.is_cooperative else _winner_text
    commands = [_command(tables, scenario, row) for scenario in pair.sides]
    return Story(place.capitalize(), tell(tables, row), commands)


def _command(tables: Tables, scenario: Scenario, row: Line) -> str:
    folder = shlex.quote(str(tables.folder))
    rotation = f" --rotation {row['rotation']}" if scenario.rotations > 1 else ""
    return f"simlab replay {folder} --scenario {scenario.name} --game {row['deal']}{rotation}"


def _score_text(tables: Tables, row: Line) -> str:
    before, after = (
        f"{row[f'score_{when}']:.0f} {score_unit(tables)}"
        + (f" ({row[when]})" if when in row else "")
        for when in ("before", "after")
    )
    return f"{before} by the unchanged rules, {after} by the changed ones."


def _winner_text(tables: Tables, row: Line) -> str:
    before, after = (
        f"{row[when]} wins with {row[f'score_{when}']:.0f} {score_unit(tables)} to"
        f" {row[f'other_{when}']:.0f}"
        for when in ("before", "after")
    )
    return f"By the unchanged rules {before} of {row['after']}; by the changed ones {after}."
