"""What games say about their columns, against the columns that they have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from simlab.execution.tables import columns
from simlab.game import Game
from tests.support.games import GAMES, WITH_FACTS

Metrics = dict[str, Any]


def facts_of(game: Game) -> Metrics:
    assert game.metrics is not None
    return game.metrics(game.load())


def names_of(dtype: np.dtype[Any] | None) -> set[str]:
    return set() if dtype is None else {name for name, *_ in columns(dtype)}


def of_games(metrics: Metrics) -> Iterator[str]:
    """Yield the columns of `games/` that a game names."""
    for kind in ("groups", "left"):
        for group in metrics.get(kind, []):
            yield from group["columns"]
    if "ends" in metrics:
        yield metrics["ends"]["column"]
    lead = metrics.get("lead", {})
    yield from (lead[name] for name in ("margin", "changes") if name in lead)
    for kind in ("lead", "prizes"):
        yield from metrics.get(kind, {}).get("holders", {})
    yield from metrics.get("sizes", {}).get("games", {})


def of_seats(metrics: Metrics) -> Iterator[str]:
    """Yield the columns of `seats/` that a game names."""
    for group in metrics.get("seat_groups", []):
        yield from group["columns"]
    for kind in metrics.get("cards", {}).get("kinds", []):
        yield from (column for use, column in kind.items() if use != "label")
    for kind in ("tenures", "distances"):
        yield from metrics.get(kind, {}).get("columns", {})


def of_timeline(metrics: Metrics) -> Iterator[str]:
    """Yield the columns of `timeline/` that a game names."""
    about = metrics.get("timeline", {})
    yield from about.get("columns", {})
    yield from about.get("scores", {}).get("columns", [])
    yield from about.get("gains", {}).get("columns", {})
    for own in about.get("seats", {}).values():
        yield from own["columns"]
    yield from metrics.get("tenures", {}).get("rounds", {})
    sizes = metrics.get("sizes", {})
    yield from (sizes[key] for key in ("column", "moved") if key in sizes)


@pytest.mark.parametrize("name", WITH_FACTS)
def test_every_column_that_a_game_names_is_there(name: str) -> None:
    game = GAMES[name]
    metrics = facts_of(game)
    seats = game.outcome_row["seats"].base if not game.cooperative else None
    assert set(of_games(metrics)) <= names_of(game.outcome_row)
    assert set(of_seats(metrics)) <= names_of(seats)
    assert set(of_timeline(metrics)) <= names_of(game.timeline_row)


@pytest.mark.parametrize("name", WITH_FACTS)
def test_what_a_game_says_can_be_kept_as_json(name: str) -> None:
    metrics = facts_of(GAMES[name])
    assert json.loads(json.dumps(metrics)) == metrics


@pytest.mark.parametrize("name", WITH_FACTS)
def test_seats_that_have_names_have_one_each(name: str) -> None:
    game = GAMES[name]
    names = facts_of(game).get("seats", {}).get("names", [])
    assert len(set(names)) == len(names)
    assert len(names) in (0, game.players[1])


@pytest.mark.parametrize("name", WITH_FACTS)
def test_labels_of_a_group_tell_its_columns_apart(name: str) -> None:
    metrics = facts_of(GAMES[name])
    for group in [*metrics.get("groups", []), *metrics.get("seat_groups", [])]:
        assert len(set(group["columns"].values())) == len(group["columns"])
