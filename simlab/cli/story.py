"""A replay printed as a story, and the scenario it is taken from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.text import Text

from simlab.cli.terminal import say, say_heading, say_table
from simlab.engine.record import Field
from simlab.errors import InputError, not_one_of
from simlab.execution.replay import Event
from simlab.execution.store import Store
from simlab.execution.tables import columns
from simlab.experiment.request import requested
from simlab.experiment.resolve import Experiment, Scenario

SHARED = ("deal", "rotation", "decisions", "finished")
"""Columns that every game has, told elsewhere."""
SEAT = "seat"
"""Unit of columns that hold a seat, which is called by its name."""


def experiment_of(target: str, options: dict[str, Any]) -> Experiment:
    """Return the experiment of a run folder, or of a game or a file with options.

    Raises:
        InputError: options for a run, whose scenarios are settled; or what is wrong with them.
    """
    store = _store(target)
    if not store.is_run():
        return requested(target, options)
    said = [key for key, value in options.items() if value]
    if said:
        raise InputError(f"{', '.join(said)}: settled by the run; options go with a game's name")
    return store.experiment


def scenario_of(experiment: Experiment, name: str | None) -> Scenario:
    """Return the scenario of this name, or the only one.

    Raises:
        InputError: there is no such scenario, or there are several.
    """
    scenarios = {scenario.slug: scenario for scenario in experiment.scenarios}
    if name is None and len(scenarios) > 1:
        raise InputError(f"scenario: name one with --scenario: {', '.join(scenarios)}")
    if name is not None and name not in scenarios:
        raise InputError(f"scenario: {not_one_of(name, list(scenarios))}")
    return scenarios[name] if name else experiment.scenarios[0]


def check_game(target: str, scenario: Scenario, game: int) -> None:
    """Make sure that the run, where one is named, has a game of this number.

    Raises:
        InputError: it has fewer.
    """
    last = scenario.n_deals - 1
    if _store(target).is_run() and game > last:
        raise InputError(
            f"game: must be from 0 to {last} in this run, not {game};"
            " the rotations of a game share its number"
        )


def _store(target: str) -> Store:
    return Store(Path(target).absolute())


def print_story(scenario: Scenario, events: Iterator[Event]) -> None:
    """Print who plays, a sentence per event, and the result."""
    for event in events:
        match event["event"]:
            case "table":
                print_table(scenario, event)
            case "result":
                print_result(scenario, event)
            case _ if "text" in event:
                say(event["text"])


def print_table(scenario: Scenario, table: Event) -> None:
    """Print which game this is and who sits where."""
    place = f"game {table['deal']}, rotation {table['rotation']}, seed {table['seed']}"
    say(Text(f"{scenario.game.title}: {place}", style="bold"))
    for name, policy in zip(names_of(scenario), table["policies"], strict=True):
        say(f"{name} is {policy}.")
    for key, value in scenario.patch.items():
        say(f"Patch: {key} = {value}")
    say()


def print_result(scenario: Scenario, result: Event) -> None:
    """Print the row that the game leaves in the tables."""
    ending = "Over" if result["finished"] else "Capped, not finished,"
    say_heading(f"{ending} after {result['decisions']} decisions")
    if not scenario.game.cooperative:
        print_seats(scenario, result["seats"])
    names = names_of(scenario)
    own = [
        (name, _told(result[name], column, names), column.meaning)
        for name, column, *_ in columns(scenario.game.outcome_row)
        if name not in SHARED
    ]
    say_table(["result", ">", "meaning"], own)


def print_seats(scenario: Scenario, seats: list[Event]) -> None:
    """Print the result of each seat, a column for each."""
    record = scenario.game.outcome_row["seats"].base
    rows = [
        (name, *(_spoken(seat[name]) for seat in seats), column.meaning)
        for name, column, *_ in columns(record)
    ]
    names = names_of(scenario)
    say_table(["result of", *(f">{name}" for name in names), "meaning"], rows)
    say()


def names_of(scenario: Scenario) -> list[str]:
    """Return what the players at the table are called: as the game names its seats, if it does."""
    game = scenario.game
    told = game.metrics(scenario.rules) if game.metrics else {}
    numbered = [f"Player {number}" for number in range(1, scenario.players + 1)]
    named: list[str] = told.get("seats", {}).get("names", numbered)
    return named[: scenario.players]


def _told(value: Any, column: Field, names: list[str]) -> str:
    return names[value] if column.unit == SEAT and value is not None else _spoken(value)


def _spoken(value: Any) -> str:
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
