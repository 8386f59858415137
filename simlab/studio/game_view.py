"""View of one game for the page: its transcript, step by step.

`game_view` is the only function that knows how a game is shown; the page draws what `kind` names.
"""

from __future__ import annotations

from typing import Any

from simlab.experiment.resolve import Scenario
from simlab.explain.ending import ending
from simlab.explain.replay import replay
from simlab.explain.transcript import Block, seat_names, transcript

Content = dict[str, Any]


def game_view(scenario: Scenario, deal: int, rotation: int) -> Content:
    """Play a game again and return its turns or rounds, the state after each, and its end.

    Raises:
        InputError: there is no such game or rotation.
        ContractError: a policy broke its contract or does not return.
    """
    events = list(replay(scenario, deal, rotation))
    return {
        "kind": "transcript",
        "seats": [
            {"name": name, "policy": policy}
            for name, policy in zip(
                seat_names(scenario.game, scenario.rules, scenario.players),
                events[0]["policies"],
                strict=True,
            )
        ],
        "steps": [step_of(block) for block in transcript(scenario, events)],
        "ending": ending(scenario, events[-1]),
    }


def step_of(block: Block) -> Content:
    """Return a turn or a round: heading, sentences, and the public state after it."""
    return {
        "heading": block.heading,
        "lines": [line.text for line in block.lines],
        "state": block.state,
    }
