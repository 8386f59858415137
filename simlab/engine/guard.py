"""Guard: detects, after a call of the engine, forbidden writes by a policy or a game."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

Rows = npt.NDArray[Any]


class Guard:
    """Copies of the rules and the scratch space from before a call."""

    def __init__(self, rules: Rows, scratch: Rows) -> None:
        self.rules = rules
        self.scratch = scratch
        self.before = self._fixed()

    def changes(self) -> list[str]:
        """Return the names of the parts that were written to."""
        after = self._fixed()
        changed = [name for name in after if after[name] != self.before[name]]
        return changed + ["memory that no policy asked for"] * self._is_memory_exceeded()

    def _fixed(self) -> dict[str, bytes]:
        fixed_names = ("traits", "noise_share", "n_memory")
        return {
            "the rules": self.rules.tobytes(),
            "the weights of the policies": b"".join(
                self.scratch[name].tobytes() for name in fixed_names
            ),
        }

    def _is_memory_exceeded(self) -> bool:
        memory, sizes = self.scratch["memory"][0], self.scratch["n_memory"][0]
        return any(memory[seat, n:].any() for seat, n in enumerate(sizes))
