"""Run folders written by hand: a few games whose every number is known."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simlab.experiment.lineup import in_short
from simlab.experiment.run_folder import FORMAT
from tests.support.lineup import lineup_of

Columns = Mapping[str, Any]

TIERS = [{"tier": 1, "start": 1, "label": "Low"}, {"tier": 2, "start": 3, "label": "High"}]
FACTS = {
    "score": {"column": "score", "label": "score", "unit": "points", "low": 0, "high": 4},
    "bands": {"label": "victory table", "below": "nothing", "tiers": TIERS},
    "ends": {"column": "end_reason", "labels": {"1": "deck empty", "2": "jam"}},
    "groups": [
        {"name": "actions", "title": "Actions", "unit": "per game", "columns": {"draws": "draw"}}
    ],
    "supplies": [
        {
            "name": "left_by_value",
            "title": "Not sent",
            "unit": "taxis",
            "columns": {"sent": {"label": "taxi", "total": 5, "points": 2}},
        }
    ],
    "timeline": {
        "title": "Round by round",
        "columns": {"streets": {"label": "streets", "unit": "streets", "high": 8}},
    },
}


@dataclass(frozen=True)
class Written:
    """One scenario: its line-up and the columns of its tables, without deal and rotation."""

    games: Columns
    policies: Sequence[str] = ("greedy",)
    rotations: int = 1
    name: str = ""
    seats: Columns = field(default_factory=dict)
    timeline: Columns = field(default_factory=dict)
    patch: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the game under these rules as JSON; if empty, those of all scenarios."""

    @property
    def slug(self) -> str:
        words = self.name or "-".join(in_short(self.policies))
        return f"{len(self.policies)}p-{words}"

    @property
    def n_games(self) -> int:
        return len(next(iter(self.games.values())))


def write_run(
    folder: Path,
    scenarios: Sequence[Written],
    *,
    cooperative: bool = True,
    parts: int = 1,
    is_finished: bool = True,
    facts: Mapping[str, Any] | None = None,
    study: Mapping[str, Any] | None = None,
) -> Path:
    """Write a run folder as the execution does, each scenario in a number of parts."""
    facts = (FACTS if cooperative else {}) if facts is None else facts
    described = {
        "name": "by_hand",
        "question": "What comes out?",
        "seed": 1,
        "key": "0123456789abcdef",
        "identity": {
            "format": FORMAT,
            "engine": 1,
            "game": ["toy", 1],
            "seed": 1,
            "scenarios": [{"files": {"rules.toml": "ab12"}} for _ in scenarios],
            "foreign_files": {},
        },
        "game": {
            "found": "toy",
            "name": "toy",
            "title": "Toy <&> Game",
            "version": 1,
            "cooperative": cooperative,
            "policies": {"greedy": "Takes what it can.", "planner": "Thinks first."},
            "parameters": {"hand_limit": ["cards kept", "cards", "T1"]},
        },
        "policy_files": [],
        "scenarios": [_described(scenario, facts, parts) for scenario in scenarios],
        "study": dict(study or {}),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "_resolved.json").write_text(json.dumps(described), encoding="utf-8")
    (folder / "_experiment.toml").write_text('game = "toy"\n', encoding="utf-8")
    for scenario in scenarios:
        if scenario.n_games:
            _write_tables(folder, scenario, several=len(scenarios) > 1, parts=parts)
    if is_finished:
        files = {path.relative_to(folder).as_posix(): "" for path in folder.rglob("*.parquet")}
        manifest = {"key": described["key"], "games": 1, "files": files}
        (folder / "_manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def _described(scenario: Written, facts: Mapping[str, Any], parts: int) -> dict[str, Any]:
    return {
        "name": scenario.slug,
        "players": len(scenario.policies),
        "policies": list(scenario.policies),
        "lineup": lineup_of(scenario.policies),
        "deals": scenario.n_games // scenario.rotations,
        "rotations": scenario.rotations,
        "games": scenario.n_games,
        "parts": parts,
        "patch": dict(scenario.patch),
        "changes": [f"{name}: {value}." for name, value in scenario.patch.items()],
        "rules": {"hand_limit": 5},
        "assumed": ["hand_limit = 5", "cards.csv: 3 of 4 rows"],
        "remarks": [],
        "facts": scenario.facts or facts,
    }


def _write_tables(folder: Path, scenario: Written, *, several: bool, parts: int) -> None:
    deal, rotation = np.divmod(np.arange(scenario.n_games), scenario.rotations)
    places = {"deal": deal, "rotation": rotation.astype(np.int32)}
    games = {**places, "finished": np.ones(scenario.n_games, dtype=np.int32), **scenario.games}
    players = len(scenario.policies)
    seats = {name: np.repeat(column, players) for name, column in places.items()}
    seat = np.tile(np.arange(players), scenario.n_games)
    turned = (seat + seats["rotation"]) % players
    seats |= {"seat": seat, "policy": np.array(scenario.policies)[turned], **scenario.seats}
    place = f"scenario={scenario.slug}" if several else ""
    _write(folder / "games" / place, games, parts, rows=scenario.rotations)
    if scenario.seats:
        _write(folder / "seats" / place, seats, parts, rows=scenario.rotations * players)
    if scenario.timeline:
        _write(folder / "timeline" / place, dict(scenario.timeline), 1, rows=1)


def _write(folder: Path, columns: Mapping[str, Any], parts: int, *, rows: int) -> None:
    """Write a table in parts of whole blocks, each of a number of rows."""
    folder.mkdir(parents=True, exist_ok=True)
    table = pa.table({name: _array(column) for name, column in columns.items()})
    blocks = np.array_split(np.arange(len(table) // rows), parts)
    for number, own in enumerate(blocks):
        part = table.slice(int(own[0]) * rows, len(own) * rows)
        pq.write_table(part, folder / f"part-{number:05d}.parquet")


def _array(column: Any) -> pa.Array:
    """Return a column, of whole numbers even where every cell is empty."""
    array = pa.array(column)
    return array.cast(pa.int32()) if pa.types.is_null(array.type) else array
