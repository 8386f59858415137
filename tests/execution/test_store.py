"""The run folder as readers meet it."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import simlab
from simlab.errors import RunError
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.experiment.plan import plan
from simlab.experiment.request import request_experiment


@pytest.fixture(scope="module")
def two(tmp_path_factory) -> Store:
    """A run of two scenarios."""
    out = tmp_path_factory.mktemp("two") / "run"
    return simlab.run("pig", players=[2, 3], policy="hold", games=300, out=out)


def test_any_reader_of_parquet_can_read_the_tables(two) -> None:
    frame = pd.read_parquet(two.folder / "games")
    assert len(frame) == 600
    assert list(frame.columns)[:4] == ["deal", "rotation", "decisions", "finished"]


def test_columns_carry_their_meaning_and_unit(two) -> None:
    schema = pq.read_schema(next(two.folder.glob("games/*/part-00000.parquet")))
    assert schema.field("decisions").metadata[b"unit"] == b"decisions"
    assert schema.field("decisions").metadata[b"description"] == b"choices made by all seats"
    text = (two.folder / "COLUMNS.md").read_text()
    assert "| decisions | choices made by all seats | decisions |" in text
    assert "| policy | policy that sat there |" in text


def test_every_column_of_every_table_is_described(two) -> None:
    text = (two.folder / "COLUMNS.md").read_text()
    for table in two.tables():
        section = text.partition(f"## {table}\n")[2].partition("\n## ")[0]
        for column in pq.read_schema(next(two.folder.glob(f"{table}/*/*.parquet"))).names:
            assert f"| {column} |" in section


def test_the_glossary_says_how_tables_join_and_what_an_observation_is(two) -> None:
    text = (two.folder / "COLUMNS.md").read_text()
    assert "`deal` and `rotation` name a game, in all tables" in text
    assert "count a deal in all its rotations as one observation" in text
    assert "Seats are numbered from 0" in text
    games, seats = two.games(), two.seats()
    keys = ["scenario", "deal", "rotation"]
    joined = seats.merge(games, on=keys, validate="many_to_one")
    assert len(joined) == len(seats)
    assert joined.groupby(keys, observed=True)["credit"].sum().isin([0, 1]).all()


def test_one_scenario_and_some_columns_can_be_read_alone(two) -> None:
    seats = two.seats(["deal", "credit"], scenario="3p-hold")
    assert list(seats.columns) == ["deal", "credit"]
    assert len(seats) == 900
    assert seats["credit"].sum() == 300


def test_a_scan_reads_the_same_rows_in_batches(two) -> None:
    scanned = two.scan("seats")
    assert scanned.count_rows() == len(two.seats())
    scores = [batch["score"].to_numpy() for batch in scanned.to_batches(columns=["score"])]
    assert np.concatenate(scores).tolist() == two.seats(["score"])["score"].tolist()
    one = two.experiment_in_full()["scenarios"][0]["name"]
    assert two.scan(scenario=one).count_rows() == len(two.games(scenario=one))
    with pytest.raises(RunError, match="has no events; it has games, seats"):
        two.scan("events")


def test_a_scenario_that_is_not_there_is_an_error_and_not_all_of_them(two) -> None:
    with pytest.raises(RunError, match=r'"3p-hodl" is not one of 2p-hold, 3p-hold. Did you mean'):
        two.games(scenario="3p-hodl")


def test_a_table_that_is_not_kept_is_an_error_that_names_those_that_are(two) -> None:
    with pytest.raises(RunError, match="has no timeline; it has games, seats"):
        two.timeline()


def test_what_does_not_apply_is_null(tmp_path) -> None:
    experiment = request_experiment("pig", {"policy": "random", "games": 100})
    capped = replace(experiment.game, name="short_pig", decision_limit=20)
    scenarios = tuple(replace(s, game=capped) for s in experiment.scenarios)
    run = run_experiment(
        replace(experiment, game=capped, scenarios=scenarios), out=tmp_path / "run"
    )
    games = run.games()
    assert (games["finished"] == 0).all()
    assert games["winner"].isna().all()
    assert str(games["winner"].dtype) == "Int32"


def test_a_start_that_was_killed_at_once_is_begun_again(tmp_path) -> None:
    (tmp_path / "_experiment.toml").write_text("")
    (tmp_path / "__resolved.json.tmp").write_text("{")
    Store(tmp_path).begin(plan(request_experiment("pig", {"policy": "hold", "games": 100})))
    assert Store(tmp_path).is_run()


def test_a_flipped_bit_is_noticed_when_the_table_is_read(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=300, out=tmp_path / "run")
    part = run.folder / "games" / "part-00001.parquet"
    column = pq.read_metadata(part).row_group(0).column(2)
    raw = bytearray(part.read_bytes())
    raw[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
    part.write_bytes(raw)
    with pytest.raises(RunError, match="damaged"):
        run.games()


def test_nothing_half_written_bears_the_final_name(tmp_path, monkeypatch) -> None:
    def write_half(path: Path, content: bytes) -> int:
        if ".parquet" not in path.name:
            return write(path, content)
        write(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    write = Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", write_half)
    with pytest.raises(RunError, match="No space left on device"):
        simlab.run("pig", policy="hold", games=300, out=tmp_path / "run")
    assert not list((tmp_path / "run").rglob("part-*"))
    monkeypatch.undo()
    assert len(simlab.run("pig", policy="hold", games=300, out=tmp_path / "run").games()) == 300
    assert not list((tmp_path / "run").rglob("*.tmp"))


def test_a_folder_without_rights_is_an_error_of_the_run(tmp_path, monkeypatch) -> None:
    def mkdir(self, *args, **options) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", mkdir)
    with pytest.raises(RunError, match="cannot be written: Permission denied; choose another"):
        simlab.run("pig", policy="hold", games=300, out=tmp_path / "run")
