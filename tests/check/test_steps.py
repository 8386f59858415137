"""Where two games go apart is said by decision, with what was chosen before."""

from __future__ import annotations

from pathlib import Path

from simlab.catalog import find_game
from simlab.check.steps import Parting, Step, find_difference, plain_steps, steps_in_kernels

PIG = Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"


def test_equal_games_do_not_part() -> None:
    plain, compiled = find_game(str(PIG)), find_game("pig")
    lineups = [(game.policies[1],) * 2 for game in (plain, compiled)]
    own = list(plain_steps(plain, plain.load(), lineups[0], 3, redeal=True))
    others = steps_in_kernels(compiled, compiled.load(), lineups[1], 3, redeal=True)
    for left, right in zip(own, others, strict=True):
        seen = ("the seat that decides", "the number of its choices")
        assert [left.compared.get(name) for name in seen] == [
            right.compared.get(name) for name in seen
        ]
    assert len(own) > 10
    assert own[0].choice == "seat 0 chooses roll"
    assert find_difference(iter(own), iter(own)) == Parting(len(own) - 1, "")


def test_a_parting_names_the_choice_before_it() -> None:
    first = Step({"coins": 1}, "seat 1 chooses buy")
    own, others = [first, Step({"coins": 2})], [first, Step({"coins": 3})]
    assert find_difference(iter(own), iter(others))[:2] == (
        1,
        "decision 1, after seat 1 chooses buy: coins is 2 in the plain game and 3 in the compiled"
        " one",
    )


def test_a_game_that_goes_on_parts_where_the_other_ends() -> None:
    step = Step({"coins": 1}, "seat 0 chooses buy")
    assert find_difference(iter([step, step]), iter([step])).decision == 1
