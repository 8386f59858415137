"""Policies as a run folder describes them, from their written form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def described(written: str) -> dict[str, Any]:
    """Return a policy of a line-up: `search:base=planner,rollouts=50`."""
    name, _, items = written.partition(":")
    traits = dict(item.split("=") for item in items.split(",") if item)
    base = traits.pop("base", "")
    numbers = {trait: float(value) for trait, value in traits.items()}
    return {"written": written, "name": name, "base": base, "traits": numbers}


def lineup_of(policies: Sequence[str]) -> list[dict[str, Any]]:
    return [described(policy) for policy in policies]
