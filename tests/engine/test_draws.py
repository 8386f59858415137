"""Games whose streams are each taken from a deal of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.catalog import find_game
from simlab.engine.build import Engine
from simlab.game.policy import Policy
from tests.support.lottery_game import GAME as LOTTERY
from tests.support.walk_game import GAME as WALK

SEED, FIRST, COUNT = 1914, 3, 8
SHORT = {"target": 20}
"""Pig to 100 takes a minute to solve in plain Python."""


def play(game: Any, engine: Engine, draws: npt.NDArray[np.int64] | None, *names: str) -> Any:
    policies = [policy_of(game, name) for name in names]
    patch = SHORT if game.name == "pig" else {}
    return engine.play(game.load(patch=patch).row, policies, SEED, FIRST, COUNT, draws=draws)


def policy_of(game: Any, name: str) -> Policy:
    return next(policy for policy in game.policies if policy.name == name)


def draws_of(game: Any, **shifts: int) -> npt.NDArray[np.int64]:
    """Return the deals of the streams of each game, some of them shifted."""
    names = [*game.source_names, "seat 1", "seat 2"]
    draws = np.repeat(np.arange(FIRST, FIRST + COUNT)[:, None], len(names), axis=1)
    for name, shift in shifts.items():
        draws[:, names.index(name.replace("_", " "))] += shift
    return draws


def test_draws_of_the_own_deal_change_nothing() -> None:
    for game, names in ((WALK, ("slow", "moody")), (LOTTERY, ("random", "leaper"))):
        engine = game.engine()
        same = play(game, engine, draws_of(game), *names)
        assert np.array_equal(same, play(game, engine, None, *names))


def test_the_plain_game_and_its_kernels_play_the_same_draws() -> None:
    game = find_game("pig")
    assert game.plain is not None
    rng = np.random.default_rng(1)
    draws = rng.integers(1000, size=(COUNT, len(game.source_names) + 2))
    assert game.plain.source_names == game.source_names == ["dice"]
    rows = [
        play(definition, definition.engine(), draws, "hold", "random")
        for definition in (game, game.plain)
    ]
    for column in ("deal", "decisions", "finished"):
        assert np.array_equal(rows[0][column], rows[1][column])
    for column in ("score", "credit"):
        assert np.array_equal(rows[0]["seats"][column], rows[1]["seats"][column])


def test_one_source_is_redrawn_and_the_others_are_kept() -> None:
    engine = LOTTERY.engine()
    later = play(LOTTERY, engine, draws_of(LOTTERY, die=9, coin=9), "still", "leaper")
    assert not np.array_equal(later["seats"]["score"], base_scores())
    for shifts in ({"die": 9}, {"coin": 9}):
        rows = play(LOTTERY, engine, draws_of(LOTTERY, **shifts), "still", "leaper")
        changes = rows["seats"]["score"] - base_scores()
        assert changes.any()
        assert ((changes % 3 == 0) | (changes == 0)).all() == ("coin" in shifts)


def base_scores() -> npt.NDArray[Any]:
    scores: npt.NDArray[Any] = play(LOTTERY, LOTTERY.engine(), None, "still", "leaper")["seats"][
        "score"
    ].astype(int)
    return scores


def test_the_noise_of_one_seat_is_redrawn_and_that_of_the_other_is_kept() -> None:
    engine = LOTTERY.engine()
    base = play(LOTTERY, engine, None, "random", "random")["seats"]["score"].astype(int)
    rows = play(LOTTERY, engine, draws_of(LOTTERY, seat_2=9), "random", "random")
    changes = rows["seats"]["score"] - base
    assert not changes[:, 0].any()
    assert changes[:, 1].any()
