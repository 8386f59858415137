"""Checks of a game's facts for reports against the columns that its tables have."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from simlab.engine.record import fields_of
from simlab.error_origin import complaint
from simlab.errors import did_you_mean, not_one_of
from simlab.execution.tables import columns
from simlab.game import Game, Rules

Facts = Mapping[str, Any]
Named = Iterator[tuple[str, str]]

GAMES, SEATS, EITHER, TIMELINE = "games", "seats", "games or seats", "timeline"


def facts_problems(game: Game, rules: Rules) -> list[str]:
    """Return problems of `metrics`: exceptions, unknown keys and unknown columns.

    `legend` and `map` are called as well.
    """
    problems = [
        f"{game.name}: {name} {raised}"
        for name, function in (("legend", game.legend), ("map", game.map))
        if function is not None and (raised := _raised(function, rules))
    ]
    if game.metrics is None:
        return problems
    if raised := _raised(game.metrics, rules):
        return [*problems, f"{game.name}: metrics {raised}"]
    facts = game.metrics(rules)
    return [*problems, *(f"{game.name}: metrics: {text}" for text in _wrong(game, facts))]


def _raised(function: Callable[[Rules], Any], rules: Rules) -> str:
    try:
        function(rules)
    except Exception as error:
        return complaint(error)
    return ""


def _wrong(game: Game, facts_by_key: Any) -> Iterator[str]:
    if not isinstance(facts_by_key, Mapping):
        yield f"returns {type(facts_by_key).__name__}, not a dictionary"
        return
    try:
        json.dumps(facts_by_key)
    except (TypeError, ValueError) as error:
        yield f"cannot be written as JSON: {error}"
        return
    tables = columns_of(game)
    for key, facts in facts_by_key.items():
        if key not in NAMED:
            yield not_one_of(key, list(NAMED))
            continue
        try:
            for table, column in NAMED[key](facts):
                if column not in tables[table]:
                    yield (
                        f'{key}: no column "{column}" in {table}.'
                        f"{did_you_mean(column, tables[table])}"
                    )
        except (KeyError, TypeError, AttributeError) as error:
            yield f"{key}: is not built as expected: {error!r}; CONTRIBUTING.md has its keys"


def columns_of(game: Game) -> dict[str, list[str]]:
    """Return the column names of each table of a run."""
    games = [name for name, *_ in columns(game.outcome_row)]
    seats: list[str] = []
    if not game.cooperative:
        seats = [name for name, *_ in columns(fields_of(game.outcome_row)["seats"].dtype)]
    timeline = [] if game.timeline_row is None else [n for n, *_ in columns(game.timeline_row)]
    return {GAMES: games, SEATS: seats, EITHER: [*games, *seats], TIMELINE: timeline}


def _in(table: str, names: Iterable[str]) -> Named:
    yield from ((table, name) for name in names)


def _present(table: str, facts: Facts, *keys: str) -> Named:
    yield from ((table, facts[key]) for key in keys if facts.get(key))


def _without_columns(facts: Facts, *keys: str) -> Named:
    """Check required keys of facts without columns."""
    dict(facts)
    for key in keys:
        facts[key]
    yield from ()


def _groups(table: str) -> Callable[[list[Facts]], Named]:
    return lambda groups: (pair for group in groups for pair in _in(table, group["columns"]))


def _cards(facts: Facts) -> Named:
    for kind in facts["kinds"]:
        yield from _present(EITHER, kind, "drawn", "played", "when")


def _lead(facts: Facts) -> Named:
    yield from _present(GAMES, facts, "margin", "changes")
    yield from _in(GAMES, facts.get("holders", ()))


def _tenures(facts: Facts) -> Named:
    yield from _in(SEATS, facts["columns"])
    yield from _in(TIMELINE, facts.get("rounds", ()))


def _sizes(facts: Facts) -> Named:
    yield from _present(TIMELINE, facts, "column", "moved")
    yield from _in(GAMES, facts.get("games", ()))


def _timeline(facts: Facts) -> Named:
    several = [facts.get("scores"), facts.get("gains"), *facts.get("seats", {}).values()]
    for group in (facts, *filter(None, several)):
        yield from _in(TIMELINE, group.get("columns", ()))


NAMED: dict[str, Callable[[Any], Iterable[tuple[str, str]]]] = {
    "score": lambda facts: _present(EITHER, facts, "column"),
    "seats": lambda facts: _without_columns(facts, "one", "many"),
    "bands": lambda facts: _without_columns(facts, "tiers"),
    "ends": lambda facts: _present(GAMES, facts, "column"),
    "groups": _groups(GAMES),
    "left": _groups(GAMES),
    "seat_groups": _groups(SEATS),
    "most": lambda facts: _without_columns(facts),
    "cards": _cards,
    "lead": _lead,
    "prizes": lambda facts: _in(GAMES, facts["holders"]),
    "tenures": _tenures,
    "distances": lambda facts: _in(SEATS, facts["columns"]),
    "sizes": _sizes,
    "timeline": _timeline,
}
"""Columns that each key of the facts names, with their table."""
