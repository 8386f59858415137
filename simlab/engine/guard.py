"""Guard: detects, after a call of the engine, forbidden writes by a policy or a game."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from simlab.engine.record import are_equal, exact_copy

Rows = npt.NDArray[Any]


class Guard:
    """The rules to play by, which are a copy, and the scratch space from before a call."""

    def __init__(self, rules: Rows, scratch: Rows) -> None:
        self.given_rules, self.rules = rules, exact_copy(rules)
        self.scratch = scratch
        self.weights_before = self._weights()

    def changes(self) -> list[str]:
        """Return the names of the parts that were written to."""
        is_changed = {
            "the rules": not are_equal(self.rules, self.given_rules),
            "the weights of the policies": self._weights() != self.weights_before,
            "memory that no policy asked for": self._is_memory_exceeded(),
        }
        return [name for name in is_changed if is_changed[name]]

    def _weights(self) -> bytes:
        names = ("traits", "noise_share", "n_memory")
        return b"".join(self.scratch[name].tobytes() for name in names)

    def _is_memory_exceeded(self) -> bool:
        memory, sizes = self.scratch["memory"][0], self.scratch["n_memory"][0]
        return any(memory[seat, n:].any() for seat, n in enumerate(sizes))
