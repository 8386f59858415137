"""Decisions of both games compared: each menu, each choice and all that is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.check.steps import PLACE, Parting, Step, compiled_steps, parting_of, plain_steps
from simlab.errors import ContractError
from simlab.execution.game_pair import CompiledGameStops, GamePair, Match, PlainGameStops, RuleSet


def compare_decisions(pair: GamePair, rules: RuleSet, match: Match, deal: int) -> Parting:
    """Play a deal of both games, and return the first decision where they differ.

    Both play in the first rotation.

    Raises:
        ContractError: PlainGameStops or CompiledGameStops, if one breaks its contract.
    """
    plain, compiled = pair.games
    places: list[int] = []
    own = _noting_places(plain_steps(plain, rules.plain, match.plain, deal), places)
    others = compiled_steps(
        compiled, rules.compiled, match.compiled, deal, silent=match.silent, places=places
    )
    return parting_of(_stopping(own, PlainGameStops), _stopping(others, CompiledGameStops))


def _noting_places(steps: Iterator[Step], places: list[int]) -> Iterator[Step]:
    """Yield steps, and add the place of each choice to a list."""
    for step in steps:
        place = step.shown.get(PLACE)
        if isinstance(place, int):  # the result has none
            places.append(place)
        yield step


def _stopping(steps: Iterator[Step], stop: type[ContractError]) -> Iterator[Step]:
    """Yield steps.

    Raises:
        ContractError: of the given type, if the game breaks its contract.
    """
    try:
        yield from steps
    except ContractError as error:
        raise stop(str(error)) from error
