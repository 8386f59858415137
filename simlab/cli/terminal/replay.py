"""Prints a replay in words; finds the experiment and scenario of a replay."""

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
"""Columns of every game that are printed elsewhere."""
LAST_GAME = (1 << 62) - 1
"""Numbers of games have 64 bits; this leaves room to add to any of them without overflow."""
SEAT = "seat"
"""Unit of columns that hold a seat, which is printed by its name."""
NOTHING = "–"
"""Printed for null, a value that does not apply."""


def experiment_of(target: str, options: dict[str, Any], trust: bool) -> Experiment:
    """Return the experiment of a run folder, or of a game or file with options.

    Raises:
        InputError: options with a run, which has its own; or the options are invalid.
        FolderError: the run was made with another version, or its code or data have changed.
    """
    store = _store(target)
    if not _is_run(target):
        return requested(target, options)
    given = [key for key, value in options.items() if value]
    if given:
        raise InputError(
            f"{', '.join(given)}: set by the run; give these options with a game's name"
        )
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
        raise InputError(f"name one with --scenario: {', '.join(scenarios)}", "scenario")
    if name is not None and name not in scenarios:
        raise InputError(not_one_of(name, list(scenarios)), "scenario")
    return scenarios[name] if name else experiment.scenarios[0]


def in_language(scenario: Scenario, language: str | None) -> Scenario:
    """Return the scenario with the vocabulary of a language, by default that of the locale.

    Raises:
        InputError: there is no such language, or the game's translation file is invalid.
    """
    words = scenario.game.words(chosen_language(language))
    return replace(scenario, rules=replace(scenario.rules, words=words))


def check_game(target: str, scenario: Scenario, game: int) -> None:
    """Check that the number of the game is valid, and that the run, if one is named, has it.

    Raises:
        InputError: it is too large.
    """
    last = scenario.n_deals - 1
    if game > LAST_GAME:
        raise InputError(f"must be at most {LAST_GAME}, not {game}", "game")
    if _is_run(target) and game > last:
        raise InputError(
            f"must be from 0 to {last} in this run, not {game};"
            " the rotations of a game share its number",
            "game",
        )


def _is_run(target: str) -> bool:
    return is_file(Path(target) / RESOLVED)


def _store(target: str) -> Store:
    return Store(Path(target).absolute())


def print_replay(scenario: Scenario, events: Iterator[Event]) -> None:
    """Print the seats, a sentence per event, and the result."""
    for event in readable(scenario, events):
        match event["event"]:
            case "table":
                print_table(scenario, event)
            case "result":
                print_result(scenario, event)
            case _ if "text" in event:
                say(event["text"])


def print_table(scenario: Scenario, table: Event) -> None:
    """Print the game, and the policy of each seat."""
    words = scenario.rules.words
    place = words("game {deal}, rotation {rotation}, seed {seed}").format_map(table)
    say(Text(f"{scenario.game.title}: {place}", style="bold"))
    for name, policy in zip(names_of(scenario), table["policies"], strict=True):
        say(words("{name} is {policy}.").format(name=name, policy=policy))
    for key, value in scenario.patch.items():
        say(words("Patch: {key} = {value}").format(key=key, value=value))
    say()


def print_result(scenario: Scenario, result: Event) -> None:
    """Print the row of the game in the tables of a run."""
    ending = "Over" if result["finished"] else "Capped, not finished,"
    say_heading(f"{ending} after {result['decisions']} decisions")
    if not scenario.game.cooperative:
        print_seats(scenario, result["seats"])
    names = names_of(scenario)
    own = [
        (name, _cell(result[name], column, names), column)
        for name, column, *_ in columns(scenario.game.outcome_row)
        if name not in SHARED
    ]
    print_rows(["result", ">", "meaning"], own)


def print_seats(scenario: Scenario, seats: list[Event]) -> None:
    """Print the result of each seat, a column per seat, the winner first."""
    record = scenario.game.outcome_row["seats"].base
    ranked = sorted(zip(names_of(scenario), seats, strict=True), key=lambda one: one[1]["rank"])
    rows = [
        (name, *(_number(seat[name]) for _, seat in ranked), column)
        for name, column, *_ in columns(record)
    ]
    print_rows(["result of", *(f">{name}" for name, _ in ranked), "meaning"], rows)
    say()


def print_rows(heads: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print the fields of a result with their meanings, without those that are zero or null."""
    shown = [row for row in rows if set(row[1:-1]) - {NOTHING, "0"}]
    meanings = [row[-1].meaning.replace("null", NOTHING) for row in shown]
    say_table(heads, [(*row[:-1], text) for row, text in zip(shown, meanings, strict=True)])
    n_left_out = len(rows) - len(shown)
    if n_left_out:
        say(f"{n_left_out} more are 0 or {NOTHING}; --json has them.")


def names_of(scenario: Scenario) -> list[str]:
    """Return the names of the seats: those of the game if it has any, else `Player 1` and so on."""
    game, words = scenario.game, scenario.rules.words
    if named := game.facts(scenario.rules).seats.names:
        return [words(name) for name in named[: scenario.players]]
    return [words("Player {n}").format(n=n) for n in range(1, scenario.players + 1)]


def _cell(value: Any, column: Field, names: list[str]) -> str:
    return names[value] if column.unit == SEAT and value is not None else _number(value)


def _number(value: Any) -> str:
    return NOTHING if value is None else f"{value:g}" if isinstance(value, float) else str(value)
