"""Replay of a game, event by event, as data and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.journal import CAPACITY, DECISION, events, new_journal
from simlab.engine.record import NOT_APPLICABLE, fields_of
from simlab.error_origin import complaint
from simlab.errors import ContractError, InputError
from simlab.execution.compilation import prepared_engine
from simlab.execution.tables import columns
from simlab.execution.watchdog import Stillness, in_background, place
from simlab.experiment.resolve import Scenario
from simlab.game import EventKind, Game, Rules

Event = dict[str, Any]

DECIDED = EventKind("decision", ("seat", "decision", "choice"))


def replay(scenario: Scenario, deal: int, rotation: int = 0) -> Iterator[Event]:
    """Play one game again; yield the table, then every event, then the result.

    Each event of the game has a sentence under `text`; events before an error are yielded too.

    Raises:
        InputError: there is no such game or rotation.
        ContractError: a policy broke its contract or does not return.
    """
    _check(scenario, deal, rotation)
    yield _table(scenario, deal, rotation)
    journal = new_journal(listening=True)
    try:
        row = _played(scenario, deal, rotation, journal)
    except BaseException:
        yield from _told(scenario, journal)
        raise
    yield from _told(scenario, journal)
    yield {"event": "result", **_result(row, scenario.game, scenario.players)}


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


def _played(
    scenario: Scenario, deal: int, rotation: int, journal: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Play the game in a thread, since a policy may never return; return its OUTCOME row."""
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    engine = prepared_engine(scenario.game, lineup)
    stillness = Stillness()

    def work() -> npt.NDArray[Any]:
        return engine.play(rules, lineup, seed, deal, 1, rotation, journal, stillness.progress)

    def tick() -> None:
        if stillness.is_stuck():
            raise ContractError(f"{stillness.what(lineup)}, {place(stillness, seed)}")

    return in_background(work, tick)


def _told(scenario: Scenario, journal: npt.NDArray[Any]) -> Iterator[Event]:
    """Yield all events so far."""
    for numbers in events(journal).tolist():
        yield named_event(numbers, scenario.game, scenario.rules)
    n_omitted = int(journal["used"][0]) - CAPACITY
    if n_omitted > 0:
        yield {
            "event": "untold",
            "events": n_omitted,
            "text": f"{n_omitted} more events are not shown.",
        }


def named_event(numbers: list[int], game: Game, rules: Rules) -> Event:
    """Return one event by name, with its sentence if the game has one.

    Raises:
        ContractError: the game has no such event, or its `tell` fails.
    """
    if numbers[0] == DECISION:
        return _with_fields(DECIDED, numbers)
    if numbers[0] not in game.events:
        raise ContractError(f"{game.name}: event {numbers[0]} is not among the game's events")
    event = _with_fields(game.events[numbers[0]], numbers)
    if game.tell is None:
        return event
    try:
        return {**event, "text": game.tell(event, rules)}
    except Exception as error:
        raise ContractError(f"{game.name}: tell {complaint(error)} at {event}") from error


def _with_fields(kind: EventKind, numbers: list[int]) -> Event:
    return {"event": kind.name, **dict(zip(kind.fields, numbers[1:], strict=False))}


def readable(scenario: Scenario, events: Iterable[Event]) -> Iterator[Event]:
    """Yield a replay for readers: without decisions, with events folded by the game.

    Events before an error are yielded too.
    """
    kinds = {kind.name for kind in scenario.game.events.values()}
    happened: list[Event] = []
    try:
        for event in events:
            if event["event"] in kinds:
                happened.append(event)
            elif event["event"] != DECIDED.name:
                yield from _folded(scenario, happened)
                happened = []
                yield event
    except BaseException:
        yield from _folded(scenario, happened)
        raise


def _folded(scenario: Scenario, happened: list[Event]) -> Iterator[Event]:
    """Yield folded events of the game, each with a sentence."""
    game, rules = scenario.game, scenario.rules
    if game.fold is None or game.tell is None:
        yield from happened
        return
    for event in game.fold(happened):
        yield {**event, "text": game.tell(event, rules)}


def _result(rows: npt.NDArray[Any], game: Game, players: int) -> Event:
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
