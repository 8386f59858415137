"""The contract of scenes: each offender is a game whose scene is wrong in one way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simlab.catalog import find_game
from simlab.check.contract import problem_of
from simlab.check.plain_game import problem_of_scene
from simlab.check.scene import check_the_scene
from simlab.execution.stepper import Case
from simlab.game.scene import Hand, Piece, Scene, Seat, Value
from simlab.games.arriala import GAME as ARRIALA
from simlab.plain.positions import positions
from tests.support.compiled_pig import PIG

HOLD = next(policy for policy in PIG.policies if policy.name == "hold")
RANDOM = next(policy for policy in ARRIALA.policies if policy.name == "random")


def problem(scene: Any, game: Any = PIG, policy: Any = HOLD) -> str:
    broken = replace(game, scene=scene)
    return problem_of(Case(broken, broken.load(), (policy,) * 2, n_deals=1), check_the_scene)


def sound(state: Any, rules: Any) -> Scene:
    points = (Value("points", int(state.points["items"][seat])) for seat in range(2))
    return Scene(seats=tuple(Seat(values=(own,)) for own in points), turn=int(state.to_move))


def of_lost_seat(state: Any, rules: Any) -> Scene:
    return Scene(seats=(Seat(),))


def of_lost_piece(state: Any, rules: Any) -> Scene:
    return replace(sound(state, rules), pieces=(Piece(0, 0),))


def of_numpy(state: Any, rules: Any) -> Any:
    return replace(sound(state, rules), values=(Value("turns", np.int64(state.turn_total)),))


def that_plays(state: Any, rules: Any) -> Scene:
    state.turn_total += 1
    return sound(state, rules)


def as_text(state: Any, rules: Any) -> str:
    return "a table"


def that_fails(state: Any, rules: Any) -> Scene:
    raise KeyError("street")


def test_a_sound_scene_passes() -> None:
    assert problem(sound) == ""
    assert problem(None) == ""


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (of_lost_seat, "scene: has 1 seats, not 2"),
        (of_lost_piece, "lies in none of the 0 places"),
        (of_numpy, "int64 is not JSON serializable"),
        (that_plays, "scene changes state.turn_total"),
        (as_text, "returns str, not Scene"),
        (that_fails, "KeyError"),
    ],
)
def test_what_is_wrong_with_a_scene_is_named(scene: Any, words: str) -> None:
    assert words in problem(scene)


def test_a_scene_that_shows_hidden_cards_is_refused() -> None:
    def open_handed(state: Any, rules: Any) -> Scene:
        own = ARRIALA.scene(state, rules) if ARRIALA.scene else Scene(seats=())
        seats = (
            replace(seat, hands=tuple(Hand(hand.name, hand.cards) for hand in seat.hands))
            for seat in own.seats
        )
        return replace(own, seats=tuple(seats))

    assert "what it cannot see" in problem(open_handed, ARRIALA, RANDOM)
    assert problem(ARRIALA.scene, ARRIALA, RANDOM) == ""


def market(scene: Any) -> Any:
    game: Any = find_game("tests/plain/market/market.py")
    with_scene = type("Market", (game.rules_class,), {"scene": scene})
    return replace(game, rules_class=with_scene)


def first_table(game: Any) -> Any:
    rules, (policy, *_) = game.load(), game.policies
    engine = game.engine()
    journal: list[Any] = []
    engine.play(rules.row, (policy,) * 2, 1914, 0, 1, journal=journal)
    return rules, (policy,) * 2


def test_a_scene_of_a_plain_game_is_shown_and_checked() -> None:
    def scene(game: Any) -> Scene:
        values = (Value("deck", len(game.deck)),)
        return Scene(seats=tuple(Seat() for _ in game.coins), values=values)

    game = market(scene)
    rules, lineup = first_table(game)
    names = [f"Player {seat}" for seat in range(1, len(lineup) + 1)]
    shown = [own for own, _, _ in positions(game, rules, lineup, 1914, 0, 0, names)]
    assert [type(own.values[0].value) for own in shown] == [int] * len(shown)
    assert shown[0].values[0].name == "deck"


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (lambda game: Scene(seats=(Seat(),)), "has 1 seats"),
        (
            lambda game: Scene(seats=(Seat(), Seat()), values=(Value("top", str(game.deck)),)),
            "what it cannot see",
        ),
        (lambda game: None, ""),
    ],
)
def test_what_is_wrong_with_a_scene_of_a_plain_game_is_named(scene: Any, words: str) -> None:
    from simlab.engine.loop import Progress
    from simlab.engine.record import new
    from simlab.plain.engine import Deal, Session

    game = market(scene)
    rules, lineup = first_table(game)
    table = Deal(Session(game, rules.row, lineup, 1914, 0, new(Progress.dtype), None), 0)
    next(table.decisions())
    named = problem_of_scene(table.game, 0, 2)
    assert words in named
    assert bool(named) == bool(words)
