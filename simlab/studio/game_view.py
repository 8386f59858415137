"""View of one game for the page: the data of the viewer that `simlab replay --html` writes."""

from __future__ import annotations

from typing import Any

from simlab.experiment.resolve import Scenario
from simlab.explain.replay import replay
from simlab.explain.viewer_data import viewer_data

Content = dict[str, Any]


def game_view(scenario: Scenario, deal: int, rotation: int) -> Content:
    """Play a game again and return its steps, with scenes, sentences and choices.

    Raises:
        InputError: there is no such game or rotation.
        ContractError: a policy broke its contract or does not return.
    """
    return viewer_data(scenario, list(replay(scenario, deal, rotation)))
