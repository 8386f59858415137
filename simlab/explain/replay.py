"""Replay of a game, event by event, as data and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import timeline_row
from simlab.engine.record import NOT_APPLICABLE, fields_of
from simlab.errors import ContractError, InputError
from simlab.execution.compilation import prepare_engine
from simlab.execution.tables import columns
from simlab.execution.watchdog import Stillness, decision_in_words, in_background
from simlab.experiment.resolve import Scenario
from simlab.files.error_origin import complaint
from simlab.game.definition import DECIDED, OMITTED, Game, Rules

Event = dict[str, Any]


def replay(scenario: Scenario, deal: int, rotation: int = 0) -> Iterator[Event]:
    """Play one game again; yield the table, then every event, then the result.

    Each event of the game has a sentence under `text`; events before an error are yielded too.

    Raises:
        InputError: there is no such game or rotation.
        ContractError: a policy broke its contract or does not return.
    """
    _check(scenario, deal, rotation)
    yield _table(scenario, deal, rotation)
    journal, timeline = scenario.game.new_journal(), np.zeros(*_timeline_of(scenario.game))
    try:
        row = _play_in_thread(scenario, deal, rotation, journal, timeline)
    # a replay is also how to find out why a game breaks, so it tells what came before
    except BaseException:
        yield from _events_so_far(scenario, journal)
        raise
    yield from _events_so_far(scenario, journal)
    result = result_of(row, scenario.game, scenario.players)
    yield {"event": "result", **result, **_lead(scenario, result, timeline)}


def _check(scenario: Scenario, deal: int, rotation: int) -> None:
    if deal < 0:
        raise InputError(f"must be at least 0, not {deal}", "game")
    if not 0 <= rotation < scenario.players:
        raise InputError(f"must be from 0 to {scenario.players - 1}, not {rotation}", "rotation")


def _table(scenario: Scenario, deal: int, rotation: int) -> Event:
    """Return the line-up, the rules and the legend."""
    game, rules = scenario.game, scenario.rules
    policies = [str(policy) for policy in scenario.lineup]
    return {
        "event": "table",
        "game": game.name,
        "players": scenario.players,
        "policies": policies[rotation:] + policies[:rotation],
        "seed": scenario.seed,
        "deal": deal,
        "rotation": rotation,
        "rules": rules.components.values,
        "legend": game.legend(rules) if game.legend else {},
    }


def _play_in_thread(
    scenario: Scenario,
    deal: int,
    rotation: int,
    journal: Any,
    timeline: npt.NDArray[Any],
) -> npt.NDArray[Any]:
    """Play the game in a thread, since a policy may never return; return its OUTCOME row."""
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    engine = prepare_engine(scenario.game, lineup)
    stillness = Stillness()

    def work() -> npt.NDArray[Any]:
        progress = stillness.progress
        return engine.play(rules, lineup, seed, deal, 1, rotation, journal, progress, timeline)

    def tick() -> None:
        if stillness.is_stuck():
            raise ContractError(
                f"{stillness.sentence(lineup)}, {decision_in_words(stillness, seed)}"
            )

    return in_background(work, tick)


def _events_so_far(scenario: Scenario, journal: Any) -> Iterator[Event]:
    """Yield all events so far."""
    for event in scenario.game.events_in(journal, scenario.rules):
        yield with_sentence(event, scenario.game, scenario.rules)


def named_event(numbers: list[int], game: Game, rules: Rules) -> Event:
    """Return one event by name, with its sentence if the game has one.

    Raises:
        ContractError: the game has no such event, or its `tell` fails.
    """
    return with_sentence(game.named_event(numbers, rules), game, rules)


def with_sentence(event: Event, game: Game, rules: Rules) -> Event:
    """Return an event of a game with its sentence; a decision has none.

    Raises:
        ContractError: the game's `tell` fails.
    """
    if game.tell is None or event["event"] in (DECIDED.name, OMITTED):
        return event
    try:
        return {**event, "text": game.tell(event, rules)}
    except Exception as error:
        raise ContractError(f"{game.name}: tell {complaint(error)} at {event}") from error


def result_of(rows: npt.NDArray[Any], game: Game, players: int) -> Event:
    """Return an OUTCOME row as a mapping; None where a value does not apply, seats as a list."""
    result = _cells(rows[0], game.outcome_row)
    if not game.cooperative:
        seat_row = fields_of(game.outcome_row)["seats"].dtype
        result["seats"] = [_cells(seat, seat_row) for seat in rows[0]["seats"][:players]]
    return result


def _cells(row: Any, dtype: np.dtype[Any]) -> Event:
    cells = {
        name: row[source].item() if i is None else row[source][i].item()
        for name, _, source, i in columns(dtype)
    }
    return {name: None if cell == NOT_APPLICABLE else cell for name, cell in cells.items()}


def _timeline_of(game: Game) -> tuple[int, np.dtype[Any]]:
    """Return how many rows a timeline has at most, and their type."""
    return game.most_rounds, timeline_row(game)


def _lead(scenario: Scenario, result: Event, timeline: npt.NDArray[Any]) -> Event:
    """Return since which round the winner has led alone, if the timeline has the points."""
    scores = scenario.game.facts_under(scenario.rules).timeline.scores
    if scores is None or scenario.game.cooperative or not result["finished"]:
        return {}
    rounds = timeline[timeline["rounds"] > 0]
    final = [seat["score"] for seat in result["seats"]]
    n_rounds = result.get("rounds", len(rounds))
    if len(rounds) < n_rounds - 1:  # the timeline keeps the first rounds only
        return {}
    by_round = [*_points(rounds, scores.columns, scenario.players)[: n_rounds - 1], final]
    leaders = [_sole_leader(points) for points in by_round]
    if leaders[-1] is None:
        return {"led_since": None}
    n_last = next((i for i, seat in enumerate(reversed(leaders)) if seat != leaders[-1]), None)
    return {"led_since": 1 if n_last is None else len(leaders) - n_last + 1}


def _points(
    rounds: npt.NDArray[Any], wanted_columns: Sequence[str], players: int
) -> list[list[int]]:
    """Return the points of each seat after each round."""
    sources = {name: (source, i) for name, _, source, i in columns(rounds.dtype)}
    cells = [sources[name] for name in wanted_columns[:players]]
    return [
        [int(row[source] if i is None else row[source][i]) for source, i in cells] for row in rounds
    ]


def _sole_leader(points: Sequence[int]) -> int | None:
    """Return the seat with more points than every other, if there is one."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None
