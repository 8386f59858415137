"""Data of a game for the viewer: steps with sentences, choices and changes of the scene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.experiment.resolve import Scenario
from simlab.explain.chance_track import ChanceTrack
from simlab.explain.decision import policies_at_seats
from simlab.explain.ending import ending
from simlab.explain.positions import Position, positions_of
from simlab.explain.replay import Event
from simlab.explain.transcript import headings, seat_names, sentences
from simlab.game.definition import DECIDED, Game, Rules
from simlab.game.scene import as_data

Data = dict[str, Any]
Change = tuple[list[str | int], Any]
"""Path of a value in a scene, and its new value."""


def viewer_data(
    scenario: Scenario, events: Sequence[Event], track: ChanceTrack | None = None
) -> Data:
    """Return a replayed game as JSON: table, texts, chapters, steps, and winning chances if any.

    `events` are those of `replay`, from the table to the result. Step 0 is the setup; each other
    step is a decision with what it made happen. The scene of a step is given by what changes since
    the step before. Choices are numbers of `texts`.
    """
    game, rules = scenario.game, scenario.rules
    table, *happened, result = events
    groups = list(_by_decision(happened))
    choices = [decision["choice"] for decision, _ in groups[1:]]
    deal, rotation = table["deal"], table["rotation"]
    positions = list(positions_of(scenario, deal, rotation, choices))
    names = seat_names(game, rules, scenario.players)
    # choices in words, each once: the same ones are on the menu again and again
    text_numbers: dict[str, int] = {}
    return {
        "title": game.title,
        "place": rules.words("game {deal}, rotation {rotation}, seed {seed}").format_map(table),
        "language": rules.words.language,
        "seats": [
            {"name": name, "mark": mark, "policy": str(policy)}
            for name, mark, policy in zip(
                names, _marks(names), policies_at_seats(scenario, rotation), strict=True
            )
        ],
        "patch": [f"{key} = {value}" for key, value in scenario.patch.items()],
        "ending": ending(scenario, result),
        "steps": list(
            _steps(
                positions,
                [decision_events for _, decision_events in groups],
                text_numbers,
                game,
                rules,
            )
        ),
        "chapters": _chapters(game, rules, names, happened, positions),
        "texts": list(text_numbers),
        **({} if track is None else {"chances": track.as_data()}),
    }


def _by_decision(happened: Sequence[Event]) -> Iterator[tuple[Event, list[Event]]]:
    """Yield each decision with the events until the next one; first the setup, with no decision."""
    decision: Event = {}
    decision_events: list[Event] = []
    for event in happened:
        if event["event"] == DECIDED.name:
            yield decision, decision_events
            decision, decision_events = event, []
        else:
            decision_events.append(event)
    yield decision, decision_events


def _marks(names: Sequence[str]) -> list[str]:
    """Return a letter for each seat, or its number where two names begin alike."""
    letters = [name[:1] for name in names]
    is_unique = len(set(letters)) == len(letters)
    return letters if is_unique else [str(seat + 1) for seat in range(len(names))]


def _steps(
    positions: Sequence[Position],
    happened: Sequence[Sequence[Event]],
    text_numbers: dict[str, int],
    game: Game,
    rules: Rules,
) -> Iterator[Data]:
    """Yield the steps, each with its events folded; `text_numbers` collects choices in words."""
    before: Data = {}
    for number, (position, events) in enumerate(zip(positions, happened, strict=True)):
        scene = as_data(position.scene)
        step: Data = {
            "says": list(sentences(game, rules, events)),
            "scene": [[path, value] for path, value in changes(before, scene)],
        }
        if number:
            decided = positions[number - 1]
            option_numbers = [
                text_numbers.setdefault(option, len(text_numbers)) for option in decided.options
            ]
            step |= {
                "seat": decided.seat,
                "chosen": option_numbers[decided.chosen],
                "options": option_numbers,
            }
        before = scene
        yield step


def changes(before: Any, after: Any) -> Iterator[Change]:
    """Yield what differs between two scenes as data: the path and the new value."""
    if before == after:
        return
    pairs = _pairs(before, after)
    if pairs is None:
        yield [], after
        return
    for key, old_part, new_part in pairs:
        for path, value in changes(old_part, new_part):
            yield [key, *path], value


def _pairs(before: Any, after: Any) -> list[tuple[str | int, Any, Any]] | None:
    """Return the parts of two values that have the same parts, else None."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return [(key, before[key], after[key]) for key in before]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [(i, *pair) for i, pair in enumerate(zip(before, after, strict=True))]
    return None


def _chapters(
    game: Game,
    rules: Rules,
    names: Sequence[str],
    happened: Sequence[Event],
    positions: Sequence[Position],
) -> list[tuple[int, str]]:
    """Return the steps that begin a turn or a round, with their headings."""
    is_headed = bool(game.headings and game.tell)
    begun = list(
        _headings(game, rules, len(names), happened)
        if is_headed
        else _turns(rules, names, positions)
    )
    first = 0, rules.words("Setup")
    return begun if begun and begun[0][0] == 0 else [first, *begun]


def _headings(
    game: Game, rules: Rules, players: int, happened: Sequence[Event]
) -> Iterator[tuple[int, str]]:
    """Yield the headings of a transcript without the setup; alike rounds have one."""
    steps = [
        number
        for number, (_, decision_events) in enumerate(_by_decision(happened))
        for _ in decision_events
    ]
    for heading, position in headings(game, rules, players, happened):
        if heading != rules.words("Setup"):
            yield steps[position], heading


def _turns(
    rules: Rules, names: Sequence[str], positions: Sequence[Position]
) -> Iterator[tuple[int, str]]:
    """Yield the steps by which another seat than before decides."""
    before, n_turns = None, 0
    for number, position in enumerate(positions, 1):
        if position.seat is not None and position.seat != before:
            n_turns += 1
            yield (
                number,
                rules.words("Turn {n}, {name}").format(n=n_turns, name=names[position.seat]),
            )
        before = position.seat
