"""Decisions of both games compared: each menu, each choice and all that is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.check.steps import PLACE, Parting, Step, find_difference, plain_steps, steps_in_kernels
from simlab.errors import ContractError
from simlab.execution.game_pair import CompiledGameStops, GamePair, Match, PlainGameStops, RuleSet


def compare_decisions(pair: GamePair, rules: RuleSet, match: Match, deal: int) -> Parting:
    """Play a deal of both games, and return the first decision where they differ.

    Both play in the first rotation.

    Raises:
        ContractError: PlainGameStops or CompiledGameStops, if one breaks its contract.
    """
    plain, compiled = pair.games
    menu_indices: list[int] = []
    steps_of_plain = _note_places(plain_steps(plain, rules.plain, match.plain, deal), menu_indices)
    steps_of_compiled = steps_in_kernels(
        compiled,
        rules.compiled,
        match.compiled,
        deal,
        silent=match.silent,
        menu_indices=menu_indices,
    )
    return find_difference(
        _stop_on_error(steps_of_plain, PlainGameStops),
        _stop_on_error(steps_of_compiled, CompiledGameStops),
    )


def _note_places(steps: Iterator[Step], menu_indices: list[int]) -> Iterator[Step]:
    """Yield steps, and add the place of each choice to a list."""
    for step in steps:
        menu_index = step.compared.get(PLACE)
        if isinstance(menu_index, int):  # the result has none
            menu_indices.append(menu_index)
        yield step


def _stop_on_error(steps: Iterator[Step], stop: type[ContractError]) -> Iterator[Step]:
    """Yield steps.

    Raises:
        ContractError: of the given type, if the game breaks its contract.
    """
    try:
        yield from steps
    except ContractError as error:
        raise stop(str(error)) from error
