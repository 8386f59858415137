"""Contract check of scenes: pieces in places, counts, JSON, and nothing that a seat cannot see."""

from __future__ import annotations

import json
from typing import Any

from simlab.engine.record import exact_copy, row_of
from simlab.engine.record_difference import changes
from simlab.errors import ContractError
from simlab.execution.stepper import Stepper
from simlab.game.scene import Scene, as_data, problems_of, scene_for_seat

CHECKED_IN_A_ROW = 25
"""Positions after which the distance to the next one doubles: a check makes two scenes."""


def check_the_scene(table: Stepper) -> None:
    """A scene is possible, changes nothing, and shows a seat nothing that is hidden from it."""
    if table.game.scene is None:
        return
    n_checked, step = 0, 1
    for number, (seat, _) in enumerate(table.decisions()):
        if number % step == 0:
            check_position(table, seat)
            n_checked += 1
            step *= 2 if n_checked % CHECKED_IN_A_ROW == 0 else 1
    check_position(table, 0)


def check_position(table: Stepper, seat: int) -> None:
    """Check the scene of one position, and that a seat sees the same after a redeal.

    Raises:
        ContractError: what is wrong with it.
    """
    scene = scene_of(table)
    if problem := scene_problem(scene, table.players):
        raise ContractError(f"scene: {problem}")
    redealt_table = table.independent_copy()
    redealt_table.hide(seat, table.deal)
    if scene_for_seat(scene_of(redealt_table), seat) != scene_for_seat(scene, seat):
        raise ContractError(
            f"scene shows seat {seat} what it cannot see, and does not mark it as secret"
        )


def scene_of(table: Stepper) -> Any:
    """Return the scene of a table.

    Raises:
        ContractError: drawing it changes the table.
    """
    before = exact_copy(table.state)
    scene = table.game.scene(row_of(table.state), table.case.rules) if table.game.scene else None
    table.check_rules("scene")
    if written := changes(before[0], table.state[0], "state"):
        raise ContractError(f"scene changes {written}")
    return scene


def scene_problem(scene: Any, players: int) -> str:
    """Return the first problem of a scene, or an empty text."""
    if not isinstance(scene, Scene):
        return f"returns {type(scene).__name__}, not Scene"
    if len(scene.seats) != players:
        return f"has {len(scene.seats)} seats, not {players}"
    problem = next(problems_of(scene), "")
    if problem:
        return problem
    try:
        json.dumps(as_data(scene))
    except TypeError as error:
        return str(error)
    return ""
