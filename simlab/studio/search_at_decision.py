"""Search at a decision of a watched game: what each choice is worth, as the page shows it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simlab.api.choice_values import PLAYED, options_of
from simlab.errors import InputError
from simlab.execution.executor import Executor, prepare
from simlab.execution.run_observer import RunObserver
from simlab.explain.decision import replay_game
from simlab.explain.search_values import policies_at, search_values, searches_at
from simlab.report.wording import difference, difference_of_shares
from simlab.studio.game_to_watch import LAST_DEAL
from simlab.studio.question import ComparedRules

Content = dict[str, Any]

ROLLOUTS = 500
"""Rollouts of a decision: a second or two with a planner at the table."""


def values_at(rules: ComparedRules, request: Mapping[str, Any], executor: Executor) -> Content:
    """Return the choices of a decision, the best first, with their gains over the policy's own.

    `request` has the side (0 for the unchanged rules), the deal, the rotation and the decision.

    Raises:
        InputError: there is no such decision, or the game or its policy cannot be searched.
        ContractError: a policy broke its contract or does not return.
    """
    side, deal, rotation, decision = (
        _whole(request, name) for name in ("side", "deal", "rotation", "decision")
    )
    scenario = rules.comparison.patched if side else rules.comparison.base
    searches = searches_at(scenario, rotation, policies_at(scenario), None, ROLLOUTS)
    lineups = [(search_at.search,) * scenario.players for search_at in searches]
    prepare(executor, [replace(scenario, lineup=lineup) for lineup in lineups], RunObserver())
    decision_point = replay_game(scenario, deal, rotation).decision_at(decision)
    values = search_values(decision_point, searches[decision_point.seat])
    options = [
        {
            "words": option["words"],
            "gain": gain_in_words(option["gain"], values.is_cooperative),
            "is_played": PLAYED in option["chosen_by"],
        }
        for option in options_of(values, {})
    ]
    return {"options": options, "rollouts": int(values.rollouts.sum())}


def gain_in_words(gain: Mapping[str, float | None], is_cooperative: bool) -> str:
    """Return a gain with its interval, if it has one."""
    in_words = difference if is_cooperative else difference_of_shares
    if gain["low"] is None or gain["low"] == gain["high"]:
        return in_words({**gain, "low": -math.inf, "high": math.inf}).value
    return in_words(gain).full


def _whole(request: Mapping[str, Any], name: str) -> int:
    value = request.get(name)
    if type(value) is not int or not 0 <= value <= LAST_DEAL:
        raise InputError(f"must be a whole number from 0 to {LAST_DEAL}", name)
    return value
