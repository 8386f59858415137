"""Blocks are the same games, however they are divided among calls."""

from __future__ import annotations

import pytest

from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.studies.kit import blocks
from simlab.studies.kit.blocks import deals_per_call, play_blocks

SEARCH = "search:base=hold,rollouts=8"


@pytest.mark.parametrize("policies", [["hold", "random"], [SEARCH, "hold"]])
def test_the_division_into_calls_changes_no_game(monkeypatch, policies: list[str]) -> None:
    (scenario,) = request_experiment("pig", {"policy": policies}).scenarios
    whole = play_blocks(Threads(1), scenario, 3, 12)
    monkeypatch.setattr(blocks, "deals_per_call", lambda _: 5)
    divided = play_blocks(Threads(2), scenario, 3, 12)
    assert whole.games.equals(divided.games)
    assert whole.seats is not None
    assert whole.seats.equals(divided.seats)


def test_games_with_a_search_are_shared_among_cores_one_by_one() -> None:
    by_policy = {
        policy: deals_per_call(request_experiment("pig", {"policy": [policy, "hold"]}).scenarios[0])
        for policy in (SEARCH, "hold:at=25")
    }
    assert by_policy == {SEARCH: 1, "hold:at=25": 250}
