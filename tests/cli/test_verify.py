"""`simlab verify` and `simlab check`."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simlab.execution.parquet import encode_file
from simlab.execution.store import Store
from simlab.experiment.run_folder import part_identity

STRANGER = Path(__file__).parent / "stranger.py"
OFFENDERS = Path(__file__).parent / "offenders.py"
RUN = ("run", "pig", "--policy", "hold", "--policy", "random", "--games", "400", "--out", "here")


def change_cell(file: Path, column: str, row: int, value: object) -> None:
    """Write another value into one cell, leaving all else as it was but the checksum."""
    table = pq.ParquetFile(file).read()
    index = table.column_names.index(column)
    cells = table[column].to_pylist()
    cells[row] = value
    changed = table.set_column(index, table.field(column), pa.array(cells, table[column].type))
    key = Store(Path("here")).experiment_in_full()["key"]
    identity = part_identity(key, file.parent.name, "2p-hold-random", file.name)
    file.write_bytes(encode_file(changed, table.schema.metadata, identity))


def test_a_sound_run_is_verified(simlab) -> None:
    simlab(*RUN)
    answer = simlab("verify", "here", "--sample", "50")
    assert answer.code == 0
    assert "no differences" in answer.out and "unfinished" not in answer.out


def test_a_small_sample_is_a_sample_and_a_large_one_the_whole_run(simlab) -> None:
    simlab(*RUN)
    small = simlab("verify", "here", "--sample", "50", "--json").json
    assert 30 <= small["n_games"] <= 50
    whole = simlab("verify", "here", "--json").json
    assert whole["n_games"] == 400
    assert whole["n_cells"] == 400 * (13 + 2 * 17)
    assert whole["is_good"]


@pytest.mark.parametrize(
    ("table", "column", "row", "change", "problem"),
    [
        (
            *("games", "turns", 21, "has changed since the run was finished"),
            "game 60, rotation 1: turns is 9999, played again",
        ),
        (
            *("seats", "score", 43, "damaged: it is not what was written"),
            "game 60, rotation 1, seat 1: score is 9999, played again",
        ),
    ],
)
def test_a_changed_cell_is_named_with_both_values(
    simlab, table, column, row, change, problem
) -> None:
    simlab(*RUN)
    change_cell(Path(f"here/{table}/part-00001.parquet"), column, row, 9999)
    answer = simlab("verify", "here")
    assert answer.code == 1
    changed, different, last = answer.out.splitlines()
    assert changed == f"{table}/part-00001.parquet: {change}"
    assert different.startswith(f"{table}/part-00001.parquet: {problem}")
    assert last.endswith("2 differences.")


def test_a_missing_a_strange_and_a_cut_file_are_named(simlab) -> None:
    simlab(*RUN)
    parts = sorted(Path("here/seats").glob("part-*"))
    parts[1].rename("here/seats/part-00099.parquet")
    parts[2].write_bytes(parts[2].read_bytes()[:-30])
    answer = simlab("verify", "here", "--json")
    assert answer.code == 1
    problems = json.loads(answer.out)["problems"]
    assert "seats/part-00001.parquet: is missing" in problems
    assert "seats/part-00099.parquet: is not part of the run" in problems
    assert any(problem.startswith("seats/part-00002.parquet: damaged") for problem in problems)


def test_what_is_damaged_is_no_page(simlab) -> None:
    simlab(*RUN)
    for name in ("games/part-00001.parquet", "seats/part-00002.parquet", "_manifest.json"):
        file = Path("here", name)
        raw = file.read_bytes()
        file.write_bytes(raw[:100] + bytes([raw[100] ^ 1]) + raw[101:])
        answer = simlab("report", "here", "--assumptions", "0")
        assert answer.code == 2
        (problem,) = answer.problems
        assert f"{name}: damaged: it is not what was written; simlab resume " in problem
        assert simlab("verify", "here", "--sample", "5").code == 1
        assert simlab("resume", "here").code == 0
        assert file.read_bytes() == raw


def test_an_unfinished_run_is_verified_as_far_as_it_goes(simlab) -> None:
    simlab(*RUN)
    Path("here/_manifest.json").unlink()
    Path("here/games/part-00001.parquet").unlink()
    verified = simlab("verify", "here", "--json").json
    assert verified["is_good"] and verified["n_games"] == 300
    assert not verified["is_finished"]
    assert (verified["n_there"], verified["n_planned"]) == (300, 400)
    answer = simlab("verify", "here", "--sample", "50")
    assert answer.code == 0
    last = answer.out.splitlines()[-1]
    assert last.startswith("The run is unfinished: the sample is of the 300 games played so far")
    assert last.endswith(f"go on with: simlab resume {Path('here').absolute()}")


@pytest.mark.long
def test_a_shipped_game_keeps_the_contract(simlab) -> None:
    answer = simlab("check", "pig", "--players", "2,4")
    assert answer.code == 0
    looked_at, verdict = answer.out.splitlines()
    assert looked_at.startswith("14 games, ") and looked_at.endswith(" decisions looked at.")
    assert verdict == "No problems."
    assert "pig, 4 players, hold and random ..." in answer.err


@pytest.mark.long
def test_a_check_of_a_policy_file_tries_its_policies_only(simlab) -> None:
    answer = simlab("check", "pig", "--policy-file", STRANGER, "--players", "2", "--json")
    verified = answer.json
    assert (verified["game"], verified["is_good"], verified["problems"]) == ("pig", True, [])
    assert verified["games"] == 4 and verified["decisions"] > 100
    lines = [line for line in answer.err.splitlines() if line.startswith("pig,")]
    compiled = ["pig, 2 players, careful ...", "pig, 2 players, careful and random ..."]
    plain = [line.replace(" ...", ", in plain Python ...") for line in compiled]
    assert lines == compiled + plain


@pytest.mark.long
def test_a_check_names_every_way_to_break_the_contract(simlab) -> None:
    answer = simlab("check", "pig", "--policy-file", OFFENDERS, "--players", "2", "--json")
    assert answer.code == 1
    problems = "\n".join(answer.json["problems"])
    for complaint in (
        "ValueError('cannot count so far')",
        "cheats at seat 1 returns 77 (hold), which is not on its menu of [0, 281474976710656]"
        " (pig, 2 players, cheats",
        "meddles changes state.points.items[0] from 0 to 1 (pig, 2 players, meddles, seed 1914",
        "sprawls writes beyond the memory it asked for",
        "forgets at seat 1 returns 77 (hold), which is not on its menu of [0, 281474976710656]",
    ):
        assert complaint in problems
