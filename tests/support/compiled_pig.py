"""Pig as kernels, and its choices as numbers: the smallest game for tests of the engine."""

from __future__ import annotations

from simlab.catalog import find_game

PIG = find_game("pig")
HOLD, ROLL = (PIG.kinds[kind].start for kind in ("hold", "roll"))
