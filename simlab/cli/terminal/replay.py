"""Prints a replay in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from simlab.api.replay import ending, names_of
from simlab.cli.terminal.output import say, say_heading, say_table
from simlab.engine.record import Field
from simlab.execution.tables import columns
from simlab.experiment.resolve import Scenario
from simlab.explain.replay import Event, readable

SHARED = ("deal", "rotation", "decisions", "finished")
"""Columns of every game that are printed elsewhere."""
SEAT = "seat"
"""Unit of columns that hold a seat, which is printed by its name."""
NOTHING = "–"
"""Printed for null, a value that does not apply."""


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
    say_heading(ending(result))
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


def _cell(value: Any, column: Field, names: list[str]) -> str:
    return names[value] if column.unit == SEAT and value is not None else _number(value)


def _number(value: Any) -> str:
    return NOTHING if value is None else f"{value:g}" if isinstance(value, float) else str(value)
