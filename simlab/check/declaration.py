"""Checks of a game's declaration: valid numbers, and rules that can be filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simlab.engine.journal import WIDTH
from simlab.engine.loop import MOST_SEATS
from simlab.engine.record import fields_of
from simlab.errors import ComponentError
from simlab.experiment.patch import find_shipped_patches
from simlab.files.error_origin import complaint
from simlab.game.components import Parameter
from simlab.game.definition import EventKind, Game, Rules
from simlab.game.policy import Policy


def declaration_problems(game: Game) -> list[str]:
    """Return the invalid declarations of a game."""
    problems = [*_wrong_numbers(game), *_wrong_players(game), *_wrong_policies(game)]
    return [f"{game.name}: {problem}" for problem in [*problems, *_wrong_events(game)]]


def _wrong_numbers(game: Game) -> Iterator[str]:
    for name in ("version", "longest_menu", "decision_limit"):
        if not _is_whole(getattr(game, name), 1):
            yield f"{name}: must be a whole number of at least 1, not {getattr(game, name)!r}"
    for name in ("horizon", "most_rounds"):
        if not _is_whole(getattr(game, name), 0):
            yield f"{name}: must be a whole number of at least 0, not {getattr(game, name)!r}"
    if not 0 <= game.noise <= 1:
        yield f"noise: must be from 0 to 1, not {game.noise!r}"
    if sorted(source.value for source in game.sources) != [*range(len(game.sources))]:
        yield "sources: must be numbered 0, 1, 2 ..."


def _is_whole(value: Any, low: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= low


def _wrong_players(game: Game) -> Iterator[str]:
    match game.players:
        case (int(low), int(high)) if 1 <= low <= high <= MOST_SEATS:
            pass
        case _:
            yield (
                f"players: must be the fewest and the most players, from 1 to {MOST_SEATS},"
                f" not {game.players!r}"
            )
            return
    if not game.cooperative:
        yield from _seats_without_column(game, high)


def _seats_without_column(game: Game, players: int) -> Iterator[str]:
    fields = fields_of(game.outcome_row)
    if "seats" not in fields:
        yield "outcome_row: has no seats, as outcome_record(seats, seat_record(...)) makes them"
        return
    (seats,) = fields["seats"].shape
    if seats < players:
        yield f"outcome_row: has {seats} seats for up to {players} players"


def _wrong_policies(game: Game) -> Iterator[str]:
    if not game.policies or not all(isinstance(policy, Policy) for policy in game.policies):
        yield f"policies: must be a tuple with at least one policy, not {game.policies!r}"
        return
    names = Counter(policy.name for policy in game.policies)
    for name in (name for name, n in names.items() if n > 1):
        yield f"policies: {name} is there {names[name]} times"


def _wrong_events(game: Game) -> Iterator[str]:
    if not isinstance(game.events, Mapping):
        yield f"events: must be a dictionary of EventKind by number, not {game.events!r}"
        return
    for number, kind in game.events.items():
        if not _is_whole(number, 1) or not isinstance(kind, EventKind):
            yield f"events: {number!r}: must be a number from 1 and an EventKind, not {kind!r}"
        elif len(kind.fields) >= WIDTH:
            yield f"events: {kind.name}: may have {WIDTH - 1} numbers, not {len(kind.fields)}"
    yield from _wrong_headings(game)


def _wrong_headings(game: Game) -> Iterator[str]:
    known_names = {kind.name for kind in game.events.values() if isinstance(kind, EventKind)}
    if isinstance(game.headings, str):
        yield f"headings: must be a tuple of names of events, not {game.headings!r}"
        return
    for name in game.headings:
        if name not in known_names:
            yield f"headings: {name!r} is none of the game's events"
    if game.headings and game.tell is None:
        yield "headings: need a tell, which words them"


def problems_of_filling(game: Game, rules: Rules, data: str | None) -> list[str]:
    """Return problems of filling the rules under shipped patches and at the ends of ranges.

    A refused value is no problem, a refused shipped patch is one.
    """
    folder = None if data is None else Path(data)
    problems = []
    for patch in find_shipped_patches(game, folder):
        try:
            game.load(folder, patch.values)
        except Exception as error:
            problem_text = str(error) if isinstance(error, ComponentError) else complaint(error)
            problems.append(f"{game.name}: patch {patch.name}: {problem_text}")
    for parameter in game.schema.parameters:
        for value in ends_of(parameter, rules):
            if problem := _problem_of_filling(game, folder, parameter.name, value):
                problems.append(f"{game.name}: fill {problem} with {parameter.name}={value}")
                break
    return problems


def ends_of(parameter: Parameter, rules: Rules) -> list[Any]:
    """Return the values at the ends of a parameter's range, or all its choices."""
    if parameter.is_switch:
        return [not rules.components.values[parameter.name]]
    return list(parameter.choices) or [v for v in (parameter.low, parameter.high) if v is not None]


def _problem_of_filling(game: Game, folder: Path | None, name: str, value: Any) -> str:
    try:
        game.load(folder, {name: value})
    except ComponentError:
        return ""
    except Exception as error:
        return complaint(error)
    return ""
