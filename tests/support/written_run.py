"""Run folders written by hand: a few games whose every number is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from simlab.execution.parquet import encode_files
from simlab.experiment.lineup import in_short
from simlab.experiment.run_folder import FORMAT, part_identity, part_name, table_folder
from simlab.files.checksum import seal_json
from tests.support.lineup import lineup_of

Columns = Mapping[str, Any]

KEY = "0123456789abcdef"
SOURCE = 'game = "toy"\n'
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
    strongest: str = ""
    """The strongest player measured with this number of players, if any was."""
    as_strong: Sequence[str] = ()
    """Those that games could not tell apart from it."""
    n_traits: int | None = None
    """Traits of its player that can have other values; None as in runs of earlier versions."""

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
        "key": KEY,
        "source": SOURCE,
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
    (folder / "_resolved.json").write_bytes(seal_json(described))
    (folder / "_experiment.toml").write_text(SOURCE)
    for scenario in scenarios:
        if scenario.n_games:
            _write_tables(folder, scenario, n_scenarios=len(scenarios), parts=parts)
    if is_finished:
        files = {path.relative_to(folder).as_posix(): "" for path in folder.rglob("*.parquet")}
        manifest = {"key": described["key"], "games": 1, "files": files}
        (folder / "_manifest.json").write_bytes(seal_json(manifest, KEY))
    return folder


def _described(scenario: Written, facts: Mapping[str, Any], parts: int) -> dict[str, Any]:
    return {
        "name": scenario.slug,
        "players": len(scenario.policies),
        "policies": list(scenario.policies),
        **({"strongest": scenario.strongest} if scenario.strongest else {}),
        **({"as_strong": list(scenario.as_strong)} if scenario.as_strong else {}),
        "lineup": lineup_of(scenario.policies),
        **({} if scenario.n_traits is None else {"n_traits": scenario.n_traits}),
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


def _write_tables(folder: Path, scenario: Written, *, n_scenarios: int, parts: int) -> None:
    deal, rotation = np.divmod(np.arange(scenario.n_games), scenario.rotations)
    places = {"deal": deal, "rotation": rotation.astype(np.int32)}
    games = {**places, "finished": np.ones(scenario.n_games, dtype=np.int32), **scenario.games}
    players = len(scenario.policies)
    seats = {name: np.repeat(column, players) for name, column in places.items()}
    seat = np.tile(np.arange(players), scenario.n_games)
    turned = (seat + seats["rotation"]) % players
    seats |= {"seat": seat, "policy": np.array(scenario.policies)[turned], **scenario.seats}
    n_blocks = scenario.n_games // scenario.rotations
    tables = {
        "games": _parts_of(games, n_blocks, parts),
        "seats": _parts_of(seats, n_blocks, parts) if scenario.seats else [],
        "timeline": [_table(scenario.timeline)] if scenario.timeline else [],
    }
    for number in range(parts):
        own = {
            name: of_parts[number] for name, of_parts in tables.items() if number < len(of_parts)
        }
        file = part_name(number)
        identity = partial(_identity, scenario.slug, file)
        for table, content in encode_files(own, {}, identity).items():
            place = table_folder(folder, table, scenario.slug, n_scenarios) / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


def _identity(scenario: str, file: str, table: str) -> str:
    return part_identity(KEY, table, scenario, file)


def _parts_of(columns: Columns, n_blocks: int, parts: int) -> list[pa.Table]:
    """Return a table in parts of whole blocks."""
    table = _table(columns)
    per_block = len(table) // n_blocks
    blocks = np.array_split(np.arange(n_blocks), parts)
    return [table.slice(int(own[0]) * per_block, len(own) * per_block) for own in blocks]


def _table(columns: Columns) -> pa.Table:
    return pa.table({name: _array(column) for name, column in columns.items()})


def _array(column: Any) -> pa.Array:
    """Return a column, of whole numbers even where every cell is empty."""
    array = pa.array(column)
    return array.cast(pa.int32()) if pa.types.is_null(array.type) else array
