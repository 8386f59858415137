"""Pig in plain Python plays the games of the compiled Pig, and wins with the exact chances."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.catalog import find_game, find_policy
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.games.pig import GAME as COMPILED
from simlab.plain.engine import Deal, Session
from simlab.plain.ledger import Event
from tests.games.pig.exact import hold_at, win_chances

PLAIN = find_game(str(Path(__file__).parent / "plain_pig" / "plain_pig.py"))


def rows(game, names, count, rotation=0, patch=None):
    lineup = [find_policy(name, game.policies, len(names), game) for name in names]
    rules = game.load(patch=patch)
    return game.engine().play(rules.row, lineup, 1914, 0, count, rotation)


@pytest.mark.parametrize(
    ("names", "patch"),
    [
        (["hold", "hold:at=25"], {}),
        (["random", "hold", "random"], {"target": 30}),
        (["hold:noise=0.4", "random", "hold:at=12,noise=0.1", "hold"], {"target": "-20"}),
    ],
)
@pytest.mark.parametrize("rotation", [0, 1])
def test_each_game_ends_as_the_compiled_one(names, patch, rotation) -> None:
    plain, compiled = (rows(game, names, 60, rotation, patch) for game in (PLAIN, COMPILED))
    for name in ("deal", "rotation", "decisions", "finished", "turns"):
        assert (plain[name] == compiled[name]).all(), name
    for name in ("score", "credit", "rank"):
        seated = slice(len(names))
        own, other = (each["seats"][name][:, seated] for each in (plain, compiled))
        assert (own == other).all(), name


def test_a_capped_game_has_no_winner() -> None:
    short = replace(PLAIN, decision_limit=9)
    played = rows(short, ["hold", "random"], 5)
    assert (played["decisions"] == 9).all()
    assert not played["finished"].any()
    assert not played["seats"]["credit"].any()


@pytest.mark.parametrize(
    ("first", "second"),
    [(20, 5), *(pytest.param(*each, marks=pytest.mark.long) for each in ((20, 20), (5, 20)))],
)
def test_the_first_player_wins_with_the_exact_chance(first, second) -> None:
    n_games = 1_000
    played = rows(PLAIN, [f"hold:at={first}", f"hold:at={second}"], n_games)
    exact = win_chances(hold_at(first), hold_at(second))[0][0, 0]
    share = played["seats"]["credit"][:, 0].mean()
    assert abs(share - exact) < 5 * np.sqrt(exact * (1 - exact) / n_games)


def test_what_is_logged_is_counted_by_seat() -> None:
    played = rows(PLAIN, ["hold", "random"], 50)["seats"][:, :2]
    assert (played["banked"] == played["score"]).all()
    assert (played["chosen_roll"] == played["rolled"]).all()
    assert (played["chosen_roll"] + played["chosen_hold"] == played["decided"]).all()
    assert (played["offered"] == 2 * played["decided"]).all()
    assert (played["forced"] == 0).all()


def test_bytes_of_the_table_do_not_grow_with_the_events_so_far() -> None:
    journal: list[Event] = []
    lineup = [PLAIN.policies[-1]] * 2
    table = Deal(Session(PLAIN, PLAIN.load().row, lineup, 1, 0, new(Progress.dtype), journal), 0)
    table.set_up()
    table.game.log("turns")
    before = table.state()
    for _ in range(1000):
        table.game.log("turns")
    after = table.state()
    assert before is not None and after is not None
    assert before != after
    assert len(after) < len(before) + 20
    assert len(journal) == 1001
