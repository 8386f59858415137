"""Sections on games with another result under the changed rules, with commands to replay them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simlab.analysis import changed_games
from simlab.analysis.rule_comparison import Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.game.nouns import singular
from simlab.report.figure_block import PageSection, Story
from simlab.report.page_table import records
from simlab.report.replay_command import replay_command
from simlab.report.section import SectionSeries
from simlab.report.wording import begin_sentence, n_of, share

Line = dict[str, Any]

CLEAREST = "These are the clearest; the commands tell each move by move by both sets of rules."
TITLE = "Games that end otherwise"


def _section(tables: Tables, pair: Comparison) -> PageSection:
    """Return the clearest of the games that end otherwise, and how many there are."""
    changed = records(changed_games.share(tables, pair))[0]
    players_phrase = f" with {n_of(pair.players, 'player')}" if len(comparisons(tables)) > 1 else ""
    difference = "in another band" if pair.unchanged.facts.bands.tiers else _what(tables)
    stories = [_story(tables, pair, row) for row in records(changed_games.clearest(tables, pair))]
    lead = f"Of the same deals {share(changed).full} end {difference} by the changed rules."
    intro = f"{lead} {changed_games.METHOD} {CLEAREST if stories else ''}"
    return PageSection(
        f"{TITLE}{players_phrase}", intro.strip(), stories=stories, players=pair.players
    )


def _what(tables: Tables) -> str:
    if tables.is_cooperative:
        return "with another score"
    return "with other points of a seat" if tables.is_for_points else "with another winner"


def _story(tables: Tables, pair: Comparison, row: Line) -> Story:
    deal = f"game {row['deal']}"
    if pair.unchanged.rotations > 1:
        deal += f", rotation {row['rotation']}"
    tell = _score_text if tables.is_for_points else _winner_text
    commands = [
        replay_command(tables.folder, scenario, row["deal"], row["rotation"])
        for scenario in pair.sides
    ]
    return Story(deal.capitalize(), tell(tables, row), commands)


def _score_text(tables: Tables, row: Line) -> str:
    unit = tables.facts.score.unit
    whose = f"{begin_sentence(row['who'])} has " if "who" in row else ""
    before, after = (
        n_of(row[f"score_{when}"], singular(unit), unit)
        + (f" ({row[when]})" if when in row else "")
        for when in ("before", "after")
    )
    return f"{whose}{before} by the unchanged rules, {after} by the changed ones."


def _winner_text(tables: Tables, row: Line) -> str:
    unit = tables.facts.score.unit
    before, after = (
        f"{row[when]} wins with {n_of(row[f'score_{when}'], singular(unit), unit)} to"
        f" {row[f'other_{when}']:.0f}"
        for when in ("before", "after")
    )
    return f"By the unchanged rules {before} of {row['after']}; by the changed ones {after}."


def _sections(tables: Tables) -> Iterator[PageSection]:
    """Yield a section for each number of players."""
    return (_section(tables, pair) for pair in comparisons(tables))


SECTION = SectionSeries({"houserule": 30}, _sections, in_short=True)
