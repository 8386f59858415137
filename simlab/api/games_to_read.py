"""Replays of the example games of a run, for its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from simlab.analysis.example_games import ExampleGame, example_games
from simlab.analysis.rule_comparison import comparisons
from simlab.analysis.tables import Scenario, Tables
from simlab.api.observer import Observer
from simlab.api.playing import report_compiling
from simlab.api.replay import experiment_of, in_language, scenario_of
from simlab.errors import SimlabError
from simlab.experiment import resolve
from simlab.experiment.houserule import KIND
from simlab.explain.ending import ending
from simlab.explain.replay import replay
from simlab.explain.transcript import Block, seat_names, transcript
from simlab.report.games_to_read import (
    UNFINISHED,
    UNPLAYABLE,
    GamesToRead,
    GameToRead,
    Turn,
    lead_of,
)
from simlab.report.replay_command import replay_command

NBSP = "\N{NO-BREAK SPACE}"


def games_to_read(run: Path, tables: Tables, language: str, observer: Observer) -> GamesToRead:
    """Return the example games of a run with their transcripts, or why there are none.

    There are none if the run is not finished, or if its games cannot be played again as they were.
    Code that a run folder names is imported only if this machine has played it.
    """
    if not tables.is_finished:
        return GamesToRead(note=UNFINISHED)
    scenario = _scenario_to_read(tables)
    try:
        experiment = experiment_of(str(run), {}, trust=False)
        playable = in_language(scenario_of(experiment, scenario.name), language)
        report_compiling(playable.game, playable.lineup, observer)
        games = list(_replay_examples(run, tables, scenario, playable))
    except SimlabError:
        return GamesToRead(note=UNPLAYABLE)
    return GamesToRead(games, lead_of(tables, scenario))


def _scenario_to_read(tables: Tables) -> Scenario:
    """Return the scenario with the fewest players of the main entry, under changed house rules."""
    if tables.study.get("kind") == KIND:
        return comparisons(tables)[0].changed
    return min(tables.main, key=lambda scenario: scenario.players)


def _replay_examples(
    run: Path, tables: Tables, scenario: Scenario, playable: resolve.Scenario
) -> Iterator[GameToRead]:
    names = seat_names(playable.game, playable.rules, playable.players)
    for example in example_games(tables, scenario):
        table, *events = replay(playable, example.deal, example.rotation)
        policies = map(scenario.display_name, table["policies"])
        yield GameToRead(
            example=example,
            scenario=scenario,
            seats=list(zip(names, policies, strict=True)),
            turns=[_turn(block) for block in transcript(playable, events)],
            ending=" ".join(ending(playable, events[-1])).replace(" : ", f"{NBSP}:{NBSP}"),
            command=_command(run, scenario, example),
        )


def _turn(block: Block) -> Turn:
    lines = [
        ("" if line.decision is None else str(line.decision), line.text) for line in block.lines
    ]
    return Turn(block.heading, lines, block.state)


def _command(run: Path, scenario: Scenario, example: ExampleGame) -> str:
    return replay_command(run, scenario, example.deal, example.rotation)
