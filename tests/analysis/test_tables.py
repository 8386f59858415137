"""A run folder as questions meet it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis import score, spread
from simlab.analysis import tables as tables_module
from simlab.analysis.tables import Tables
from simlab.errors import FolderError, RunError
from simlab.experiment.run_folder import FORMAT
from simlab.files.checksum import seal_json
from tests.support.written_run import Written, write_run


def run_of(tmp_path: Path, *scenarios: Written, **more: Any) -> Tables:
    return Tables(write_run(tmp_path / "run", scenarios, **more))


def test_one_scenario_lies_in_the_folder_itself_and_several_in_their_own(tmp_path) -> None:
    one = run_of(tmp_path / "one", Written({"score": [1, 2]}))
    two = run_of(
        tmp_path / "two",
        Written({"score": [1, 2]}),
        Written({"score": [4]}, policies=["greedy", "greedy"]),
    )
    assert [one.scenario_counts(s).n_games for s in one.scenarios] == [2]
    assert [two.scenario_counts(s).n_games for s in two.scenarios] == [2, 1]


def test_the_entry_listed_last_is_the_main_one(tmp_path) -> None:
    tables = run_of(
        tmp_path,
        Written({"score": [1]}, policies=["greedy"]),
        Written({"score": [1]}, policies=["greedy"] * 2),
        Written({"score": [1]}, policies=["planner"]),
        Written({"score": [1]}, policies=["planner"] * 2),
    )
    assert tables.entries == ["planner", "greedy"]
    assert [scenario.name for scenario in tables.main] == ["1p-planner", "2p-planner"]


@pytest.mark.parametrize(
    ("scores", "by", "has_points", "has_lead"),
    [
        ([1, 0, 0, 1, 7, 7], "", False, False),
        ([1, 0, 0, 1, 7, 7], "cities", False, True),
        ([2, 0, 0, 1, 7, 7], "", True, True),
    ],
)
def test_nobody_leads_where_scores_only_say_who_has_won(
    tmp_path, scores, by, has_points, has_lead
) -> None:
    # of the third game, which was capped, they say nothing
    seats = {"policy": ["greedy"] * 6, "credit": [1.0, 0, 0, 1.0, 0, 0], "score": scores}
    games = {"finished": [1, 1, 0], "margin": [1, 1, None]}
    facts = {"lead": {"margin": "margin", "by": by}}
    written = Written(games, policies=["greedy"] * 2, seats=seats)
    tables = run_of(tmp_path, written, cooperative=False, facts=facts)
    assert tables.has_points is has_points
    assert bool(tables.facts.lead.margin) is has_lead


def test_an_entry_tells_how_many_of_a_policy_sit_before_another(tmp_path) -> None:
    tables = run_of(
        tmp_path,
        Written({"score": [1]}, policies=["greedy", "greedy", "planner"]),
        Written({"score": [1]}, policies=["greedy", "planner", "planner"]),
        Written({"score": [1]}, policies=["greedy", "planner"]),
    )
    assert tables.entries == ["greedy, planner", "2 greedy, planner"]
    assert [scenario.players for scenario in tables.main] == [3, 2]


def test_scenarios_with_the_same_line_up_are_distinguished_by_their_names(tmp_path) -> None:
    tables = run_of(
        tmp_path, Written({"score": [1]}, name="early"), Written({"score": [1]}, name="late")
    )
    assert tables.entries == ["late", "early"]


def test_a_line_up_too_long_to_list_goes_by_its_name(tmp_path) -> None:
    many = Written({"score": [1]}, policies=["a", "b", "c", "d", "e"], name="all")
    few = Written({"score": [1]}, policies=["a", "b", "c", "d"], name="some")
    tables = Tables(write_run(tmp_path / "run", [many, few]))
    assert [scenario.entry for scenario in tables.scenarios] == ["all", "a, b, c, d"]


def test_a_policy_with_a_base_goes_by_a_short_name_and_is_found_by_it(tmp_path) -> None:
    search = "search:base=greedy,rollouts=50"
    mixed = Written(
        {"score": [1, 2]},
        policies=[search, "greedy"],
        rotations=2,
        seats={"credit": [1.0, 0.0, 0.0, 1.0]},
    )
    tables = run_of(tmp_path, mixed)
    (scenario,) = tables.scenarios
    assert scenario.entry == "search over greedy, greedy"
    assert tables.seating(scenario).tolist() == [
        ["search over greedy", "greedy"],
        ["greedy", "search over greedy"],
    ]
    assert scenario.described["policies"][0] == search


def test_other_rules_are_variants_of_the_main_entry_wherever_they_stand(tmp_path) -> None:
    tables = run_of(
        tmp_path,
        Written({"score": [1]}, name="harsh", patch={"hand_limit": "2", "events": "False"}),
        Written({"score": [1]}, policies=["planner"], patch={"events": "False"}),
        Written({"score": [1]}, patch={"events": "False"}),
        Written({"score": [1]}, name="mild", patch={"hand_limit": "9", "events": "False"}),
    )
    assert tables.entries == ["greedy", "mild", "planner", "harsh"]
    assert [scenario.name for scenario in tables.main] == ["1p-greedy"]
    assert [dict(s.changes) for s in tables.variants] == [{"hand_limit": "2"}, {"hand_limit": "9"}]


def test_where_every_scenario_has_rules_of_its_own_the_last_is_the_main_one(tmp_path) -> None:
    tables = run_of(
        tmp_path,
        Written({"score": [1]}, name="harsh", patch={"hand_limit": "2"}),
        Written({"score": [1]}, name="mild", patch={"hand_limit": "9"}),
    )
    assert [scenario.entry for scenario in tables.main] == ["mild"]
    assert [scenario.entry for scenario in tables.variants] == ["harsh"]


def test_counts_are_the_same_for_any_parts_and_batches(tmp_path, monkeypatch) -> None:
    games = {"score": [0, 1, 1, 2, 3, 3, 3, 4, 0, 1]}
    whole = run_of(tmp_path / "whole", Written(games))
    monkeypatch.setattr(tables_module, "BATCH_GAMES", 4)
    parted = run_of(tmp_path / "parted", Written(games), parts=5)
    ours, theirs = (t.games(t.scenarios[0], "score") for t in (whole, parted))
    assert ours.values.tolist() == theirs.values.tolist()
    assert ours.counts.tolist() == theirs.counts.tolist()


def test_capped_games_are_counted_apart(tmp_path) -> None:
    tables = run_of(tmp_path, Written({"score": [4, 9, 4], "finished": [1, 0, 1]}))
    totals = tables.scenario_counts(tables.scenarios[0])
    assert (totals.n_games, totals.n_capped) == (3, 1)
    assert tables.games(tables.scenarios[0], "score").values.tolist() == [4]


def test_empty_cells_do_not_count(tmp_path) -> None:
    tables = run_of(tmp_path, Written({"score": [1, 2, 3], "end_reason": [1, None, 2]}))
    assert tables.games(tables.scenarios[0], "end_reason").n == 2


def test_the_games_of_a_block_enter_as_their_mean(tmp_path) -> None:
    written = Written({"score": [1, 3, 4, 4]}, policies=["greedy", "planner"], rotations=2)
    tables = run_of(tmp_path, written)
    scenario = tables.scenarios[0]
    assert tables.blocks(scenario, "score").values.tolist() == [2, 4]
    assert tables.games(scenario, "score").values.tolist() == [1, 3, 4]
    assert tables.scenario_counts(scenario).n_blocks == 2


def test_a_block_mean_leaves_out_capped_games_and_blocks_of_nothing_else(tmp_path) -> None:
    written = Written(
        {"score": [1, 3, 4, 8, 2, 2], "finished": [1, 1, 1, 0, 0, 0]},
        policies=["greedy", "planner"],
        rotations=2,
    )
    tables = run_of(tmp_path, written)
    assert tables.blocks(tables.scenarios[0], "score").values.tolist() == [2, 4]


def test_text_columns_are_left_to_other_readers(tmp_path) -> None:
    tables = run_of(tmp_path, Written({"score": [1, 2], "mood": ["good", "bad"]}))
    assert not tables.has(tables.scenarios[0], "mood")


def test_seats_come_block_by_block_with_who_sat_where(tmp_path) -> None:
    written = Written(
        {"score": [0, 0]},
        policies=["greedy", "planner"],
        rotations=2,
        seats={"credit": [1.0, 0.0, 0.5, 0.5]},
    )
    tables = run_of(tmp_path, written, cooperative=False)
    (block,) = tables.seats(tables.scenarios[0], "credit")
    assert block.tolist() == [[[1.0, 0.0], [0.5, 0.5]]]
    assert tables.seating(tables.scenarios[0]).tolist() == [
        ["greedy", "planner"],
        ["planner", "greedy"],
    ]


def test_what_seats_did_in_capped_games_is_not_known(tmp_path) -> None:
    written = Written(
        {"score": [0, 0], "finished": [1, 0]},
        policies=["greedy"] * 2,
        seats={"credit": [1.0, 0.0, 0.5, 0.5], "points": [3, 4, 5, 6]},
    )
    tables = run_of(tmp_path, written, cooperative=False)
    (batch,) = tables.finished_seats(tables.scenarios[0], ["credit", "points"])
    assert batch["points"][0].tolist() == [[3, 4]]
    assert all(np.isnan(column[1]).all() for column in batch.values())


def test_seats_come_with_their_games_in_pieces_of_whole_blocks(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tables_module, "PIECE_GAMES", 5)
    written = Written(
        {"score": [0] * 14, "hill": [*range(13), None]},
        policies=["greedy", "planner"],
        rotations=2,
        seats={"credit": [1.0] * 28},
    )
    tables = run_of(tmp_path, written, cooperative=False, parts=2)
    pieces = list(tables.finished_seats(tables.scenarios[0], ["credit"], ["hill"]))
    assert [len(piece["credit"]) for piece in pieces] == [2, 2, 2, 1]
    hill = np.concatenate([piece["hill"].ravel() for piece in pieces])
    np.testing.assert_array_equal(hill, [*range(13), np.nan])


def test_an_unfinished_run_is_read_as_far_as_it_goes(tmp_path) -> None:
    tables = run_of(
        tmp_path,
        Written({"score": [1, 2]}),
        Written({"score": []}, policies=["planner"]),
        is_finished=False,
    )
    assert not tables.is_finished
    assert [scenario.name for scenario in tables.scenarios] == ["1p-greedy"]
    assert len(score.mean(tables)) == 1


def test_a_part_whose_games_are_not_written_yet_does_not_count(tmp_path) -> None:
    written = Written({"score": [0] * 4}, policies=["greedy"] * 2, seats={"credit": [1.0, 0.0] * 4})
    folder = write_run(tmp_path / "run", [written], cooperative=False, parts=2, is_finished=False)
    (folder / "games" / "part-00001.parquet").unlink()
    tables = Tables(folder)
    assert sum(len(block) for block in tables.seats(tables.scenarios[0], "credit")) == 2


def test_a_question_is_asked_once(tmp_path) -> None:
    tables = run_of(tmp_path, Written({"score": [1, 2], "rounds": [7, 9]}))
    assert score.mean(tables) is score.mean(tables)
    scores, rounds = (spread.mean(tables, column, tables.main) for column in ("score", "rounds"))
    assert (scores["estimate"].tolist(), rounds["estimate"].tolist()) == ([1.5], [8])


def test_what_is_no_run_says_so(tmp_path) -> None:
    with pytest.raises(RunError, match=r"no run folder \(_resolved.json is missing\)"):
        Tables(tmp_path)


def test_a_run_without_games_says_so(tmp_path) -> None:
    folder = write_run(tmp_path / "run", [Written({"score": []})], is_finished=False)
    with pytest.raises(RunError, match="no game has been played yet"):
        Tables(folder)


def test_damage_is_named(tmp_path) -> None:
    folder = write_run(tmp_path / "run", [Written({"score": [1]})])
    part = folder / "games" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-9])
    with pytest.raises(RunError, match=r"part-00000\.parquet: damaged"):
        score.mean(Tables(folder))
    part.unlink()
    with pytest.raises(RunError, match=r"part-00000\.parquet: is missing; simlab resume plays"):
        score.mean(Tables(folder))
    (folder / "_resolved.json").write_text("{", encoding="utf-8")
    with pytest.raises(RunError, match=r"_resolved\.json: damaged"):
        Tables(folder)


def redescribed(folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Return a run folder after a change of the description of its first scenario."""
    file = folder / "_resolved.json"
    described = json.loads(file.read_text(encoding="utf-8"))
    del described["checksum"]
    change(described["scenarios"][0])
    file.write_bytes(seal_json(described))
    return folder


def test_damaged_facts_are_named_with_their_place(tmp_path) -> None:
    folder = write_run(tmp_path / "run", [Written({"score": [1]})])
    redescribed(folder, lambda scenario: scenario["facts"]["score"].update(low="few"))
    with pytest.raises(RunError, match=r"_resolved\.json: damaged: facts: score\.low: .* 'few'"):
        Tables(folder)


def test_a_run_of_an_earlier_simlab_says_what_to_do(tmp_path) -> None:
    folder = write_run(tmp_path / "run", [Written({"score": [1]})])
    file = folder / "_resolved.json"
    described = json.loads(file.read_text(encoding="utf-8"))
    del described["checksum"]  # format 2 had none
    described["identity"]["format"] = FORMAT - 1
    file.write_text(json.dumps(described))
    sentence = rf"run: made with format {FORMAT - 1}, .* play it again with another --out"
    with pytest.raises(FolderError, match=sentence):
        Tables(folder)
