"""A replay printed as a story, and the scenario it is taken from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.text import Text

from simlab.cli.terminal.output import say, say_heading, say_table
from simlab.engine.record import Field
from simlab.errors import InputError, not_one_of
from simlab.execution.store import NOT_AS_IT_WAS, Store
from simlab.execution.tables import columns
from simlab.experiment.request import requested
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import RESOLVED
from simlab.explain.replay import Event, readable
from simlab.paths import is_file
from simlab.translation import chosen_language

SHARED = ("deal", "rotation", "decisions", "finished")
"""Columns that every game has, told elsewhere."""
LAST_GAME = (1 << 62) - 1
"""Numbers of games are 64 bits wide; this leaves room to count on from any of them."""
SEAT = "seat"
"""Unit of columns that hold a seat, which is called by its name."""
NOTHING = "–"
"""What is shown for null, that is, for what does not apply."""


def experiment_of(target: str, options: dict[str, Any], trust: bool) -> Experiment:
    """Return the experiment of a run folder, or of a game or a file with options.

    Raises:
        InputError: options for a run, whose scenarios are settled; or what is wrong with them.
        FolderError: the run was made with another version, or its code or data have changed.
    """
    store = _store(target)
    if not _is_run(target):
        return requested(target, options)
    said = [key for key, value in options.items() if value]
    if said:
        raise InputError(f"{', '.join(said)}: settled by the run; options go with a game's name")
    experiment = store.restored(trust)
    store.check(experiment, NOT_AS_IT_WAS)
    return experiment


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


def in_language(scenario: Scenario, asked: str | None) -> Scenario:
    """Return the scenario with rules that are told in a language, that of the locale by default.

    Raises:
        InputError: there is no such language, or the game's table of words is broken.
    """
    words = scenario.game.words(chosen_language(asked))
    return replace(scenario, rules=replace(scenario.rules, words=words))


def check_game(target: str, scenario: Scenario, game: int) -> None:
    """Make sure that the run, where one is named, has a game of this number.

    Raises:
        InputError: it has fewer, or there is no such number.
    """
    last = scenario.n_deals - 1
    if game > LAST_GAME:
        raise InputError(f"game: must be at most {LAST_GAME}, not {game}")
    if _is_run(target) and game > last:
        raise InputError(
            f"game: must be from 0 to {last} in this run, not {game};"
            " the rotations of a game share its number"
        )


def _is_run(target: str) -> bool:
    return is_file(Path(target) / RESOLVED)


def _store(target: str) -> Store:
    return Store(Path(target).absolute())


def print_story(scenario: Scenario, events: Iterator[Event]) -> None:
    """Print who plays, a sentence per event, and the result."""
    for event in readable(scenario, events):
        match event["event"]:
            case "table":
                print_table(scenario, event)
            case "result":
                print_result(scenario, event)
            case _ if "text" in event:
                say(event["text"])


def print_table(scenario: Scenario, table: Event) -> None:
    """Print which game this is and who sits where."""
    words = scenario.rules.words
    place = words("game {deal}, rotation {rotation}, seed {seed}").format_map(table)
    say(Text(f"{scenario.game.title}: {place}", style="bold"))
    for name, policy in zip(names_of(scenario), table["policies"], strict=True):
        say(words("{name} is {policy}.").format(name=name, policy=policy))
    for key, value in scenario.patch.items():
        say(words("Patch: {key} = {value}").format(key=key, value=value))
    say()


def print_result(scenario: Scenario, result: Event) -> None:
    """Print the row that the game leaves in the tables."""
    ending = "Over" if result["finished"] else "Capped, not finished,"
    say_heading(f"{ending} after {result['decisions']} decisions")
    if not scenario.game.cooperative:
        print_seats(scenario, result["seats"])
    names = names_of(scenario)
    own = [
        (name, _told(result[name], column, names), column)
        for name, column, *_ in columns(scenario.game.outcome_row)
        if name not in SHARED
    ]
    print_rows(["result", ">", "meaning"], own)


def print_seats(scenario: Scenario, seats: list[Event]) -> None:
    """Print the result of each seat, a column for each, the winner's first."""
    record = scenario.game.outcome_row["seats"].base
    ranked = sorted(zip(names_of(scenario), seats, strict=True), key=lambda one: one[1]["rank"])
    rows = [
        (name, *(_spoken(seat[name]) for _, seat in ranked), column)
        for name, column, *_ in columns(record)
    ]
    print_rows(["result of", *(f">{name}" for name, _ in ranked), "meaning"], rows)
    say()


def print_rows(heads: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print columns of a result with their meanings, and how many say nothing about this game."""
    telling = [row for row in rows if set(row[1:-1]) - {NOTHING, "0"}]
    meanings = [row[-1].meaning.replace("null", NOTHING) for row in telling]
    say_table(heads, [(*row[:-1], text) for row, text in zip(telling, meanings, strict=True)])
    silent = len(rows) - len(telling)
    if silent:
        say(f"Not shown, being 0 or {NOTHING}: {silent} more. They are in --json.")


def names_of(scenario: Scenario) -> list[str]:
    """Return what the players at the table are called: as the game names its seats, if it does."""
    game, words = scenario.game, scenario.rules.words
    told = game.metrics(scenario.rules) if game.metrics else {}
    numbered = [words("Player {n}").format(n=n) for n in range(1, scenario.players + 1)]
    named: list[str] = told.get("seats", {}).get("names", numbered)
    return [words(name) for name in named[: scenario.players]]


def _told(value: Any, column: Field, names: list[str]) -> str:
    return names[value] if column.unit == SEAT and value is not None else _spoken(value)


def _spoken(value: Any) -> str:
    return NOTHING if value is None else f"{value:g}" if isinstance(value, float) else str(value)
