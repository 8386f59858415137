"""Checks of a game's facts for reports against the columns that its tables have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import simlab.game.facts
from simlab.engine.record import fields_of
from simlab.errors import did_you_mean
from simlab.execution.tables import columns
from simlab.files.error_origin import complaint
from simlab.game.definition import Game, Rules
from simlab.game.facts import (
    EITHER,
    GAMES,
    SEATS,
    TIMELINE,
    Facts,
    columns_named,
    from_json,
    to_json,
)

UNKNOWN_FACT = re.compile(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'")


def facts_problems(game: Game, rules: Rules) -> list[str]:
    """Return problems of `facts`: exceptions, impossible values and unknown columns.

    `legend` and `map` are called as well.
    """
    functions = {"facts": game.facts, "legend": game.legend, "map": game.map}
    problems = [
        f"{game.name}: {name} {raised}"
        for name, function in functions.items()
        if function is not None and (raised := _error_of(function, rules))
    ]
    if _error_of(game.facts, rules):
        return problems
    return [
        *problems,
        *(f"{game.name}: facts: {problem}" for problem in _wrong(game, game.facts(rules))),
    ]


def _error_of(function: Callable[[Rules], Any], rules: Rules) -> str:
    try:
        function(rules)
    except Exception as error:
        return f"{complaint(error)}{_nearest_fact(error)}"
    return ""


def _nearest_fact(error: Exception) -> str:
    """Return the nearest fact to an unknown one: ` Did you mean "column"?`."""
    unknown = UNKNOWN_FACT.search(str(error))
    kind = getattr(simlab.game.facts, unknown[1], None) if unknown else None
    if unknown is None or kind is None:
        return ""
    return did_you_mean(unknown[2], [field.name for field in fields(kind)])


def _wrong(game: Game, facts: Any) -> Iterator[str]:
    if not isinstance(facts, Facts):
        yield f"returns {type(facts).__name__}, not Facts"
        return
    try:
        from_json(to_json(facts))
    except (TypeError, ValueError) as error:
        yield str(error)
        return
    tables = columns_of(game)
    for location, table, column in columns_named(facts):
        if column not in tables[table]:
            close = did_you_mean(column, tables[table])
            yield f'{location}: no column "{column}" in {table}.{close}'


def columns_of(game: Game) -> dict[str, list[str]]:
    """Return the column names of each table of a run."""
    games = [name for name, *_ in columns(game.outcome_row)]
    seats: list[str] = []
    if not game.cooperative:
        seats = [name for name, *_ in columns(fields_of(game.outcome_row)["seats"].dtype)]
    timeline = [] if game.timeline_row is None else [n for n, *_ in columns(game.timeline_row)]
    return {GAMES: games, SEATS: seats, EITHER: [*games, *seats], TIMELINE: timeline}
