"""`simlab new --example` begins with a known game, which runs at once under its new name."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.catalog import find_game
from simlab.check.plain_game import check_lineup, line_ups
from simlab.scaffold.example_game import example_game, mechanisms

MECHANISMS = mechanisms()
SOME = ("race", "cooperative_defence", "pig")
"""All others are long."""


def game_in(folder) -> Any:
    return find_game(str(folder))


def title_of(name):
    return example_game(name).definition.title


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.long] * (each not in SOME)) for each in MECHANISMS],
)
def test_a_game_that_starts_from_an_example_runs_under_its_own_name(name, simlab, tmp_path) -> None:
    answer = simlab("new", "my_game", "--example", name)
    assert answer.code == 0
    game = game_in(tmp_path / "my_game")
    assert (game.name, game.title, game.rules_class.__name__) == ("my_game", "My game", "MyGame")
    for file in (tmp_path / "my_game").rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        assert f"{name}.py" not in text, file
        assert f"games.{name}" not in text, file
        assert f'"{title_of(name)}"' not in text, file
    scenario, *_ = line_ups(game, game.load(), game.policies[-1:], game.players[:1], [], 1)
    assert check_lineup(scenario, 1).problems == []
    assert simlab("run", "my_game/my_game.toml", "--games", "10", "--out", "run").code == 0


@pytest.mark.long
@pytest.mark.parametrize("name", MECHANISMS)
def test_all_commands_take_a_game_that_starts_from_an_example(name, simlab) -> None:
    check, *_ = simlab("new", "my_game", "--example", name).out.splitlines()[-3:]
    game = check.split()[-1]
    assert simlab("check", game).out.splitlines()[-1] == "No problems."
    assert simlab("run", "my_game/my_game.toml", "--games", "30", "--out", "run").code == 0
    assert simlab("report", "run").code == 0
    assert "My game: game 1" in simlab("replay", game, "--game", "1").out


def test_the_help_names_each_example_and_its_game(simlab) -> None:
    words = " ".join(simlab("new", "--help").out.split())
    for name in MECHANISMS:
        title = title_of(name).partition(" in small")[0].partition(" with ")[0]
        assert f"{name} ({title})" in words


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--example", "drafing"), 'Did you mean "drafting"?'),
        (("--example", "race", "--from", "cards.csv"), "leave out --from"),
    ],
)
def test_an_example_that_cannot_be_taken_is_an_error(options, problem, simlab, tmp_path) -> None:
    answer = simlab("new", "my_game", *options)
    assert answer.code == 2
    assert answer.problems[0].startswith("--example: ")
    assert problem in answer.problems[0]
    assert not (tmp_path / "my_game").exists()


def test_a_name_of_something_in_the_example_becomes_another_class(simlab, tmp_path) -> None:
    simlab("new", "card", "--example", "trick_taking")
    assert game_in(tmp_path / "card").rules_class.__name__ == "CardGame"
    assert simlab("run", "card/card.toml", "--games", "10").code == 0
