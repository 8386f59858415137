"""Content of an explained decision: the value of each choice, as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simlab.api.replay import names_of
from simlab.explain.choice_value import choice_value, gain
from simlab.explain.decision import PlayedGame
from simlab.explain.search_values import SearchAt, SearchValues, policy_choices, search_values
from simlab.game.policy import Policy

Content = dict[str, Any]

PLAYED, SEARCH = "played", "search"
MOST_SENTENCES = 8
"""Sentences about what happened before."""


def content_of(
    past: PlayedGame, decision: int, searches: Sequence[SearchAt], policies: Iterable[Policy]
) -> Content:
    """Search at a decision; return it and its choices, the best first, as JSON.

    Raises:
        InputError: the game has no such decision.
    """
    here = past.decision_at(decision)
    values = search_values(here, searches[here.seat])
    return {
        **place_of(past),
        "decision": decision,
        "decisions": len(past.decisions),
        "seat": here.seat,
        "name": names_of(past.scenario)[here.seat],
        "policy": str(here.policy),
        "base": str(values.search_at.base),
        "uncertainty": values.search_at.uncertainty,
        "rollouts": int(values.rollouts.sum()),
        "before": past.sentences_before(decision)[-MOST_SENTENCES:],
        "options": options_of(values, policy_choices(here, policies)),
    }


def place_of(past: PlayedGame) -> Content:
    """Return the keys that identify the game."""
    scenario = past.scenario
    return {
        "game": scenario.game.name,
        "players": scenario.players,
        "seed": scenario.seed,
        "deal": past.deal,
        "rotation": past.rotation,
    }


def options_of(values: SearchValues, answers: Mapping[str, int]) -> list[Content]:
    """Return the choices of a decision by falling gain, then by falling number of rollouts."""
    table = values.decision.table
    answer_of = {PLAYED: values.decision.played, **answers, SEARCH: values.answer}
    options = [
        {
            "choice": choice,
            "words": table.in_words(choice),
            "worth": choice_value(values, index),
            "gain": interval_content(gain(values, index)),
            "rollouts": int(values.rollouts[index]),
            "chosen_by": [name for name, answer in answer_of.items() if answer == choice],
        }
        for index, choice in enumerate(values.choices)
    ]
    return sorted(options, key=lambda option: (-option["gain"]["estimate"], -option["rollouts"]))


def interval_content(interval: Any) -> Content:
    """Return an interval as JSON; infinite bounds are null."""
    return {
        name: bound if math.isfinite(bound) else None
        # an interval goes on with its number of blocks
        for name, bound in zip(("estimate", "low", "high"), interval, strict=False)
    }
