"""Short names of line-ups and policies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.game.policy import Policy

PolicyData = Mapping[str, Any]
"""A policy as `describe_policy` describes it."""


def in_short(lineup: Sequence[str]) -> list[str]:
    """Return the policies of a line-up in order, the last one once for all remaining seats.

    Equal neighbours before it are counted: `2 greedy`, `planner`. With the number of seats the
    line-up can be restored.
    """
    *front, (last, _) = [(policy, len(list(seats))) for policy, seats in groupby(lineup)]
    return [*(policy if n == 1 else f"{n} {policy}" for policy, n in front), last]


def describe_policy(policy: Policy) -> dict[str, Any]:
    """Return a policy as JSON: written form, name, base, the traits set, and how long it waits."""
    return {
        "written": str(policy),
        "name": policy.name,
        "base": policy.base,
        "traits": {
            **policy.weights,
            **({"never": " and ".join(policy.never)} if policy.never else {}),
        },
        "waits": policy.waits,
    }


def display_name(policy: PolicyData) -> str:
    """Return the display name of a policy: `search over planner (50 rollouts)`."""
    if not policy["base"]:
        return str(policy["written"])
    name = f"{policy['name']} over {policy['base']}"
    traits = [_spoken(*trait) for trait in policy["traits"].items()]
    return f"{name} ({', '.join(traits)})" if traits else name


def display_names(policies: Iterable[PolicyData]) -> dict[str, str]:
    """Return the display name of each policy by its written form.

    It leaves out the traits if it is unique without them.
    """
    by_form = {policy["written"]: policy for policy in policies}
    whole_names = {form: display_name(policy) for form, policy in by_form.items()}
    brief_names = {
        form: display_name({**policy, "traits": {}}) if policy["base"] else whole_names[form]
        for form, policy in by_form.items()
    }
    n_called = Counter(brief_names.values())
    return {
        form: brief_names[form] if n_called[brief_names[form]] == 1 else whole_names[form]
        for form in whole_names
    }


def _spoken(trait: str, value: float | str) -> str:
    if isinstance(value, str):
        return f"{trait} {value}"
    # two policies must not have one name because a trait was rounded
    number = f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return f"{number} {trait}" if trait == "rollouts" else f"{trait} {number}"
