"""Tuning problems: targets in short, costs of changes, files and options."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.errors import InputError
from simlab.experiment.target import Target, targets_of
from simlab.studies.tune.request import level_costs, request_tune, tune_files

PIG = {"policy": ["hold"]}


@pytest.mark.parametrize(
    ("text", "ends", "players"),
    [
        ("score=55±1 @2,3", (54, 56), (2, 3)),
        ("score = 55 +- 1 @ 2, 3", (54, 56), (2, 3)),
        ("seat_gap<=3% @4", (None, 0.03), (4,)),
        ("rounds ≥ 20.5", (20.5, None), (2,)),
    ],
)
def test_a_target_is_read(text: str, ends: tuple[float, float], players: tuple[int, ...]) -> None:
    targets = targets_of([text], [2])
    assert [(target.low, target.high) for target in targets] == [ends] * len(players)
    assert tuple(target.players for target in targets) == players


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("rounds_p95<=12", [Target("within_12_rounds", 0.95, None, 2, False)]),
        ("turns_p5>=7.5", [Target("within_7_turns", None, 0.05, 2, False)]),
        (
            "turns_p50=12±1",
            [
                Target("within_13_turns", 0.5, None, 2, False),
                Target("within_10_turns", None, 0.5, 2, False),
            ],
        ),
    ],
)
def test_a_quantile_of_length_is_aimed_at_by_its_shares(text: str, targets: list[Target]) -> None:
    assert targets_of([text], [2]) == targets


def test_equal_targets_count_once() -> None:
    assert targets_of(["turns<=20", "turns<=20 @2"], [2]) == [Target("turns", None, 20, 2, False)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("score", 'target: "score" is no target such as score=55±1'),
        ("score=55", r'target: "score=55": name a tolerance, as in score=55±1'),
        ("score=55±0", "name a tolerance"),
        ("turns<=20±1", "a tolerance goes with ="),
    ],
)
def test_what_is_no_target_is_named(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        targets_of([text], [2])


def taxis(**tune: object):
    target = {"target": ["score=50±1 @2"]}
    return request_tune("taxis", {"policy": ["greedy"]}, {**target, **tune})


def test_a_change_costs_1_and_more_the_farther_it_goes() -> None:
    request = taxis(vary={"hand_limit": "3..8", "officers": "1..4"}, weight={"officers": 3})
    hand, officers = request.space.factors
    assert level_costs(hand) == pytest.approx([5 / 3, 4 / 3, 0, 4 / 3, 5 / 3, 2])
    assert request.space.cost(request.space.base) == 0
    assert request.space.cost((2, 3)) == pytest.approx(3 * level_costs(officers)[3])


def test_a_patch_costs_as_many_rules_as_it_changes_and_a_step() -> None:
    request = taxis(switches=["no_events"], patches={"both": {"hand_limit": 4, "officers": 3}})
    assert [level_costs(factor) for factor in request.space.factors] == [[0, 2], [0, 3]]


def test_a_cell_of_a_table_is_named_by_column_and_row() -> None:
    space = taxis(vary={"soldiers.red_1.copies": "1..3"}).space
    assert [space.cell_name(cell) for cell in ((0,), (2,))] == [
        "copies of red 1: 1",
        "copies of red 1: 3",
    ]


def test_a_set_of_rules_is_named_by_its_changes() -> None:
    request = taxis(vary={"hand_limit": "4..6"}, switches=["no_events"])
    assert request.space.cell_name((0, 1)) == "hand limit 4, Without events"
    assert request.space.sentences((0, 0)) == [
        "Cards kept at the end of one's turn: 4 instead of 5 [T16]."
    ]


def test_neighbours_undo_a_change_or_move_a_step() -> None:
    space = taxis(vary={"hand_limit": "3..8", "officers": "1..4"}).space
    assert list(space.neighbours((4, 1))) == [(2, 1), (3, 1), (5, 1), (4, 0), (4, 2)]


def test_patches_that_change_what_is_kept_are_left_out() -> None:
    request = taxis(patches=["no_events", "small_hand"], keep=["hand_limit"])
    (factor,) = request.space.factors
    assert [level.label for level in factor.levels] == ["unchanged", "Without events"]
    with pytest.raises(InputError, match=r"vary.hand_limit: all its levels change what must be"):
        taxis(vary={"hand_limit": "3..8"}, keep=["hand_limit"])


@pytest.mark.parametrize(
    ("tune", "problem"),
    [
        ({}, "vary: name at least one rule that may change"),
        ({"vary": {"hand_limt": "3..8"}}, 'vary.hand_limt: .*Did you mean "hand_limit"'),
        ({"vary": {"officers": "1..4"}, "weight": {"officer": 2}}, 'weight: "officer" is not one'),
        ({"vary": {"officers": "1..4"}, "candidates": 1}, "candidates: must be at least 2"),
        ({"target": ["score=50±1 @9"], "vary": {"officers": "1..4"}}, "is for 1 to 5 players"),
    ],
)
def test_what_is_wrong_in_a_problem_is_named(tune: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        taxis(**tune)


def test_a_file_is_changed_by_options(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(
        'game = "pig"\npolicy = "hold"\nplayers = [2, 3]\ngames = 500\n[tune]\n'
        'target = ["turns<=15"]\nvary.target = "40..60"\n'
    )
    written = request_tune(str(file), {}, {})
    assert [target.players for target in written.targets] == [2, 3]
    assert (written.games, written.space.size) == (500, 22)
    changed = request_tune(str(file), {"games": "900"}, {"vary": {"target": "30,40"}})
    assert (changed.games, changed.space.size) == (900, 3)
    assert changed.targets == written.targets


def test_a_key_that_is_unknown_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('game = "pig"\n[tune]\ntargt = ["turns<=15"]\n')
    with pytest.raises(InputError, match=r'short.toml:3: tune.targt: .* Did you mean "target"'):
        request_tune(str(file), {}, {})


def test_a_game_without_targets_means_its_shipped_problem() -> None:
    assert (
        request_tune("pig", {}, {}).targets
        == request_tune(str(tune_files()["pig"]), {}, {}).targets
    )
    with pytest.raises(InputError, match="target: name at least one, as in score=55±1"):
        request_tune(str(Path(__file__).parent.parent / "cli" / "coin"), {}, {})


@pytest.mark.parametrize("name", tune_files())
def test_shipped_problems_are_valid(name: str) -> None:
    request = request_tune(name, {}, {})
    assert request.experiment.question
    assert request.space.size > 1
