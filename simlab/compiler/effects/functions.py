"""The functions of a game, each analysed once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import simlab.plain
from simlab.compiler.effects.body import Body
from simlab.compiler.effects.effect import NO_EFFECTS, Effects
from simlab.compiler.effects.known_functions import KnownFunctions
from simlab.compiler.observation import Observation

OF_SIMLAB = Path(simlab.plain.__file__).parent


class Functions(KnownFunctions):
    """The functions of a game, with their bodies."""

    def __init__(
        self, rules_class: Any, parts: Mapping[str, Any], observation: Observation
    ) -> None:
        super().__init__(rules_class, parts, observation)
        self._bodies: dict[tuple[Any, Any], Body] = {}
        self._effects: dict[tuple[Any, Any], Effects] = {}

    def body(self, function: Any, own_class: Any) -> Body:
        """Return the body of a function, which is a method of a class if there is one."""
        key = (function, own_class)
        if key not in self._bodies:
            self._bodies[key] = Body(self, function, own_class)
        return self._bodies[key]

    def effects(self, function: Any, own_class: Any) -> Effects:
        """Return the effects of a function; those of simlab itself have none that are asked for."""
        key = (function, own_class)
        if key not in self._effects:
            self._effects[key] = NO_EFFECTS  # while it calls itself
            file = Path(function.__code__.co_filename)
            if not file.is_relative_to(OF_SIMLAB):
                self._effects[key] = self.body(function, own_class).effects
        return self._effects[key]

    def is_place(self, function: Any, own_class: Any) -> bool:
        """Return whether a function does nothing at its end but return where something stands."""
        return self.body(function, own_class).is_place
