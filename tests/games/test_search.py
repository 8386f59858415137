"""A search finds what a script misses."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.catalog import find_game, find_policy
from simlab.check.contract import problems_of
from simlab.engine.build import Engine
from simlab.execution.stepper import Case
from simlab.game import Game
from simlab.game.policy import Policy
from tests.support.games import GAMES, SEARCHED, quick_policy, seated


def lineup(game: Game, *texts: str) -> list[Policy]:
    return [find_policy(text, game.policies, len(texts), game) for text in texts]


def wins(game_name: str, one: str, other: str, n_deals: int) -> float:
    """Return the share of the win of one policy against another, over both seats."""
    game = find_game(game_name)
    players, rules, engine = lineup(game, one, other), game.load().row, Engine(game)
    rows = [engine.play(rules, players, 1914, 0, n_deals, seat) for seat in (0, 1)]
    return float(np.mean([row["seats"]["credit"][:, seat] for seat, row in enumerate(rows)]))


@pytest.mark.long
def test_search_beats_a_timid_player_of_pig() -> None:
    assert wins("pig", "search:base=hold,at=5,rollouts=200", "hold:at=5", 400) > 0.6


def test_search_does_not_play_worse_than_the_best_player_of_pig() -> None:
    assert wins("pig", "search:base=optimal,rollouts=100", "optimal", 200) > 0.4


@pytest.mark.long
def test_a_search_that_evaluates_positions_of_pig_plays_better() -> None:
    # the chances are exact, and only the rival's next turn is played as its timid base would
    assert wins("pig", "search:base=hold,at=10,turns=1,rollouts=400,doubt=1", "hold", 1000) > 0.46
    assert wins("pig", "search:base=hold,at=10,rollouts=400,doubt=1", "hold", 1000) < 0.45


@pytest.mark.long
def test_search_scores_more_than_greedy_taxis() -> None:
    game = find_game("taxis")
    texts = "greedy", "search:base=greedy,rollouts=200"
    scores = [
        Engine(game).play(game.load().row, lineup(game, *[text] * 3), 1914, 0, 30)["score"]
        for text in texts
    ]
    gain = scores[1] - scores[0]
    assert gain.mean() > 3 * gain.std() / np.sqrt(gain.size)


@pytest.mark.long
def test_search_beats_greedy_in_arriala() -> None:
    assert wins("arriala", "search:base=greedy,rollouts=40", "greedy", 20) > 0.6


@pytest.mark.parametrize("name", SEARCHED)
def test_search_keeps_the_contract(name: str) -> None:
    game = GAMES[name]
    base = quick_policy(game).name
    others = seated([quick_policy(game)], max(2, game.players[0]) - 1)
    players = lineup(game, f"search:base={base},rollouts=8", *others)
    assert problems_of(Case(game, game.load(), tuple(players), n_deals=1)) == []
