"""Positions of a played game: before each decision the scene, who decides, and the choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simlab.engine.record import row_of
from simlab.errors import ContractError
from simlab.execution.stepper import Stepper
from simlab.experiment.resolve import Scenario
from simlab.explain.decision import case_of
from simlab.explain.plain_shadow import PlainShadow
from simlab.explain.state_scene import state_scene
from simlab.explain.transcript import seat_names
from simlab.files.error_origin import complaint
from simlab.game.scene import Scene
from simlab.plain import positions as plain_positions


@dataclass(frozen=True)
class Position:
    """A table, the seat that is about to decide, and its choices in words; at the end no seat."""

    scene: Scene
    seat: int | None = None
    options: tuple[str, ...] = ()
    chosen: int = -1
    """Index of the choice that was made."""


def positions_of(
    scenario: Scenario, deal: int, rotation: int, choices: Sequence[int]
) -> Iterator[Position]:
    """Yield the position before each choice of a played game, then the last one."""
    way = _of_plain_game if scenario.game.is_plain else _of_compiled_game
    yield from way(scenario, deal, rotation, choices)


def _of_compiled_game(
    scenario: Scenario, deal: int, rotation: int, choices: Sequence[int]
) -> Iterator[Position]:
    table = Stepper(case_of(scenario, rotation), deal)
    table.set_up()
    game, rules, players, seed = scenario.game, scenario.rules, scenario.players, scenario.seed
    names = seat_names(game, rules, players)
    shadow = (
        None
        if game.plain is None
        else PlainShadow(game.plain, rules, players, seed, deal, rotation)
    )

    def scene() -> Scene:
        if shadow is None:
            return scene_of(table)
        return plain_positions.scene_of(shadow.game, seed, names)

    for choice in choices:
        seat, menu = table.next_seat(), table.offer().tolist()
        options = tuple(table.in_words(option) for option in menu)
        position = menu.index(choice)
        yield Position(scene(), seat, options, position)
        table.apply(choice)
        if shadow is not None:
            shadow.carry_out(position)
    yield Position(scene())


def scene_of(table: Stepper) -> Scene:
    """Return the scene of a table, or else a table of the fields that all seats see.

    Raises:
        ContractError: the game's `scene` fails.
    """
    game = table.game
    if game.scene is None:
        return state_scene(table)
    try:
        return game.scene(row_of(table.state), table.case.rules)
    except Exception as error:  # a game may raise anything
        raise ContractError(f"{game.name}: scene {complaint(error)}") from error


def _of_plain_game(
    scenario: Scenario, deal: int, rotation: int, choices: Sequence[int]
) -> Iterator[Position]:
    table = scenario.game, scenario.rules, scenario.lineup, scenario.seed, deal, rotation
    remaining_choices = iter(choices)
    names = seat_names(scenario.game, scenario.rules, scenario.players)
    for scene, seat, options in plain_positions.positions(*table, names):
        number = -1 if seat is None else next(remaining_choices)
        yield Position(scene, seat, tuple(options), number)
