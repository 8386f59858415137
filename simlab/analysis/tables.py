"""Tables of a run folder, finished or not, read part by part.

`_resolved.json` describes the experiment; `games/`, `seats/` and `timeline/` hold one Parquet file
per part. A part counts once its file in `games/` exists, since that is written last. Files are read
in batches, so memory does not grow with the number of games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.columns import KeptColumns
from simlab.analysis.counts import Counts
from simlab.analysis.scenario_counts import FINISHED, PLACES, ScenarioCounts, count_scenario
from simlab.analysis.wins_only import says_wins_only
from simlab.errors import RunError
from simlab.experiment.lineup import display_names, in_short
from simlab.experiment.run_folder import (
    GAMES,
    HASHES,
    RESOLVED,
    identities_of_files,
    part_identity,
    read_manifest,
    read_resolved,
    table_folder,
)
from simlab.files.writing import printable_all
from simlab.game.facts import POINTS, Facts, Lead, from_json, translate_facts
from simlab.game.language import Words

Array = NDArray[Any]

BATCH_GAMES = 50_000
"""Games read at once: enough to make the cost of a call small, few enough for any memory."""
PIECE_GAMES = 20_000
"""Games of which many columns are unpacked at once: bounds the memory of wide questions."""


SWEEP = "sweep"
"""The kind of study whose scenarios are the cells of a sweep."""
MOST_LISTED = 4
"""Policies of a line-up that a name lists; longer line-ups have the scenario's name."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """One line-up under one set of rules, as the run folder describes it."""

    name: str
    entry: str
    """Name without the number of players: the line-up or a given name."""
    described: dict[str, Any]
    changes: Mapping[str, str]
    """Patch keys that not all scenarios of the run share."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Display names of policies whose written form is long."""
    facts: Facts = field(default_factory=Facts)
    """The game's facts about its columns."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.described["players"])

    @property
    def policies(self) -> list[str]:
        """Distinct policies of the line-up, in its order."""
        return list(dict.fromkeys(self.lineup))

    @property
    def lineup(self) -> tuple[str, ...]:
        """The policy at each seat, before any rotation."""
        return tuple(self.display_name(policy) for policy in self.described["policies"])

    def display_name(self, policy: str) -> str:
        """Return the display name of a policy; tables hold its written form."""
        return self.names.get(policy, policy)

    @property
    def strongest(self) -> list[str]:
        """The written forms of the strongest players measured; several if games did not part them.

        None for a game without measured strengths.
        """
        first = self.described.get("strongest")
        return [first, *self.described.get("as_strong", [])] if first else []

    @property
    def exclusion(self) -> tuple[str, Mapping[str, float]] | None:
        """The player that its habits alone keep from having all seats, with the limits by key."""
        described = self.described.get("ruled_out")
        return None if described is None else (described["policy"], described["beyond"])

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return int(self.described["rotations"])

    @property
    def keys(self) -> dict[str, Any]:
        """Key columns of this scenario in every data frame."""
        return {"scenario": self.name, "players": self.players, "entry": self.entry}


class Described(Protocol):
    """Description of a game and of the scenarios in which it was played."""

    @property
    def described(self) -> dict[str, Any]:
        """The resolved experiment: names, rules, policies."""

    @property
    def scenarios(self) -> Sequence[Scenario]:
        """Scenarios with played games, in the order of the experiment."""

    @property
    def spelled_out(self) -> Sequence[Scenario]:
        """Scenarios whose rules are listed."""

    @property
    def game(self) -> dict[str, Any]:
        """Description of the game: name, title, version, policies, parameters."""


class Description:
    """Description of an experiment under one rule set, without the tables of its games."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.described = printable_all(described)
        self.scenarios = scenarios_of(self.described["scenarios"], Words())
        self.spelled_out = self.scenarios[:1]
        self.game: dict[str, Any] = self.described["game"]


class Tables:
    """The tables of one run; columns are read when a question needs them."""

    def __init__(self, folder: Path, words: Words | None = None) -> None:
        """Open a run folder; `words` translate the labels of the game's facts.

        Raises:
            RunError: the folder is no run, has no played games, or is damaged.
        """
        self.folder = folder
        # files of others may hold control characters that change a terminal
        self.described = printable_all(read_resolved(folder))
        self.manifest = read_manifest(folder, self.described)
        try:
            self.asked = scenarios_of(self.described["scenarios"], words or Words())
        except ValueError as error:
            raise RunError(f"{folder / RESOLVED}: damaged: facts: {error}") from None
        self.answers: dict[tuple[Any, ...], pd.DataFrame] = {}
        """Cache of answers; see `question.question`."""
        self._counts_by_scenario: dict[str, ScenarioCounts] = {}
        self._columns = KeptColumns()
        if not self._played:
            raise RunError(f"{folder}: no game has been played yet")

    @cached_property
    def _played(self) -> list[Scenario]:
        return [scenario for scenario in self.asked if self._files(scenario, GAMES)]

    @cached_property
    def scenarios(self) -> list[Scenario]:
        """Scenarios with played games, in the order of the experiment.

        Where scores only say who has won, nobody leads before the end, and no fact is about that.
        """
        if self._played[0].facts.lead.by or self.has_points:
            return self._played
        return [
            replace(scenario, facts=replace(scenario.facts, lead=Lead()))
            for scenario in self._played
        ]

    @cached_property
    def has_points(self) -> bool:
        """Whether scores say more than who has won; true, too, as long as no game has ended."""
        if self.is_cooperative:
            return True
        n_finished = 0
        for scenario in self._played:
            if "score" not in self.columns(scenario, "seats"):
                continue
            for seats in self.finished_seats(scenario, ["score", "credit"]):
                is_finished = ~np.isnan(seats["credit"])
                n_finished += int(is_finished.sum())
                # nearly always the first games differ, and no others are read
                if not says_wins_only(seats["score"][is_finished], seats["credit"][is_finished]):
                    return True
        return n_finished == 0

    @property
    def main(self) -> tuple[Scenario, ...]:
        """Scenarios of the last entry, among those without rule changes if there are any."""
        plain = [scenario for scenario in self.scenarios if not scenario.changes]
        candidates = plain or self.scenarios
        return tuple(scenario for scenario in candidates if scenario.entry == candidates[-1].entry)

    @property
    def is_sweep(self) -> bool:
        """Whether the scenarios are the cells of a sweep."""
        return bool(self.study.get("kind") == SWEEP)

    @property
    def spelled_out(self) -> Sequence[Scenario]:
        """Scenarios whose rules are listed: all but the cells of a sweep, which are too many.

        Of a sweep they are those with unchanged rules.
        """
        return self.main if self.is_sweep else self.scenarios

    @property
    def facts(self) -> Facts:
        """The game's facts about its columns under the main rules."""
        return self.main[0].facts

    @property
    def variants(self) -> list[Scenario]:
        """Scenarios in which a main line-up plays under other rules."""
        lineups = {scenario.lineup for scenario in self.main}
        other_scenarios = (scenario for scenario in self.scenarios if scenario not in self.main)
        return [s for s in other_scenarios if s.changes and s.lineup in lineups]

    @property
    def compared(self) -> tuple[Scenario, ...]:
        """Main scenarios and their variants."""
        return (*self.main, *self.variants)

    @property
    def entries(self) -> list[str]:
        """Entries of the experiment, the main one first, then from last to first."""
        other_entries = (scenario.entry for scenario in reversed(self.scenarios))
        return list(dict.fromkeys([self.main[0].entry, *other_entries]))

    @property
    def game(self) -> dict[str, Any]:
        """Description of the game: name, title, version, policies, parameters."""
        return dict(self.described["game"])

    @property
    def study(self) -> dict[str, Any]:
        """Purpose of the comparison of scenarios; empty if there is none."""
        return dict(self.described.get("study", {}))

    @property
    def experiment(self) -> str:
        """The experiment as its author wrote it: TOML text."""
        return str(self.described["source"])

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one result."""
        return bool(self.game["cooperative"])

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.is_cooperative or self.facts.aim == POINTS

    @property
    def measures_luck(self) -> bool:
        """Whether the tables have a column `luck`: of seats in competitive games, else of games."""
        return bool(self.described.get("less_luck", False))

    @property
    def is_finished(self) -> bool:
        """Whether the whole experiment has been played."""
        return self.manifest is not None

    def scenario_counts(self, scenario: Scenario) -> ScenarioCounts:
        """Return the counts of a scenario's games; they are read once."""
        if scenario.name not in self._counts_by_scenario:
            batches = self.batches(scenario, "games", self._count_columns(scenario))
            self._counts_by_scenario[scenario.name] = count_scenario(batches, scenario.rotations)
        return self._counts_by_scenario[scenario.name]

    def games(self, scenario: Scenario, column: str) -> Counts:
        """Return the histogram of a column over finished games."""
        return self.scenario_counts(scenario).games[column]

    def blocks(self, scenario: Scenario, column: str) -> Counts:
        """Return the histogram of the block means of a column over finished games."""
        return self.scenario_counts(scenario).blocks[column]

    def has(self, scenario: Scenario, column: str) -> bool:
        """Return whether the games of a scenario have a column."""
        return column in self.scenario_counts(scenario).games

    def seats(self, scenario: Scenario, column: str) -> Iterator[Array]:
        """Yield a column of `seats/`, shape (blocks, rotations, seats)."""
        for batch in self.batches(scenario, "seats", [column]):
            values = batch.column(column).to_numpy()
            yield values.reshape(-1, scenario.rotations, scenario.players)

    def finished_seats(
        self, scenario: Scenario, columns: Sequence[str], of_games: Sequence[str] = ()
    ) -> Iterator[dict[str, Array]]:
        """Yield columns of `seats/` by name, nan in capped games, each as `seats` does.

        Columns `of_games` come along with shape (blocks, rotations, 1). Each dictionary holds a
        batch of blocks, so memory does not grow with the number of games.
        """
        games = self._tables_of(scenario, "games", [FINISHED, *of_games])
        seats = self._tables_of(scenario, "seats", columns)
        per_block, step = scenario.rotations, max(PIECE_GAMES // scenario.rotations, 1)
        # part by part: both tables have the same parts, with the same deals
        for of_game, of_seat in zip(games, seats, strict=True):
            for first in range(0, len(of_game) // per_block, step):
                yield _columns_of_games(
                    scenario, of_game, of_seat, first * per_block, step * per_block
                )

    def seating(self, scenario: Scenario) -> Array:
        """Return the policy at each seat in each game of a block, shape (rotations, seats)."""
        first = next(self._tables_of(scenario, "seats", ["policy"])).column("policy")
        n_rows = scenario.rotations * scenario.players
        written = first.slice(0, n_rows).to_pylist()
        policies = np.array([scenario.display_name(policy) for policy in written])
        return policies.reshape(scenario.rotations, scenario.players)

    def batches(self, scenario: Scenario, table: str, columns: Sequence[str]) -> Iterator[pa.Table]:
        """Yield columns of a table of a scenario in order of deal, in batches of whole parts.

        Raises:
            RunError: a file is damaged or missing.
        """
        rows_per_game = scenario.players if table == "seats" else 1
        pending: list[pa.Table] = []
        for part_table in self._tables_of(scenario, table, columns):
            pending.append(part_table)
            # parts are small in short runs, and each call costs the same
            if sum(map(len, pending)) >= BATCH_GAMES * rows_per_game:
                yield pa.concat_tables(pending)
                pending = []
        if pending:
            yield pa.concat_tables(pending)

    def columns(self, scenario: Scenario, table: str) -> list[str]:
        """Return the names of the columns of a table."""
        return list(self._schema(scenario, table).names)

    def meaning(self, column: str) -> tuple[str, str]:
        """Return description and unit of a column of `games/`."""
        metadata = self._schema(self.scenarios[0], GAMES).field(column).metadata or {}
        return metadata.get(b"description", b"").decode(), metadata.get(b"unit", b"").decode()

    def _tables_of(
        self, scenario: Scenario, table: str, columns: Sequence[str]
    ) -> Iterator[pa.Table]:
        return (
            self._columns.read(path, columns, identity)
            for path, identity in self._files(scenario, table).items()
        )

    def _schema(self, scenario: Scenario, table: str) -> pa.Schema:
        path, identity = next(iter(self._files(scenario, table).items()))
        return self._columns.schema(path, identity)

    def _count_columns(self, scenario: Scenario) -> list[str]:
        """Return the integer columns that describe what happened in a game."""
        schema = self._schema(scenario, GAMES)
        # histograms of whole numbers stay small, whatever the number of games
        whole = [field.name for field in schema if pa.types.is_integer(field.type)]
        return [FINISHED, *(name for name in whole if name not in PLACES)]

    def _files(self, scenario: Scenario, table: str) -> dict[Path, str]:
        """Return the files of a table with their identities; not every part has a timeline."""
        if self.manifest is None and table != GAMES:
            return self._files_so_far(scenario, table)
        return identities_of_files(
            self.folder, table, self.described, scenario.described, self.manifest
        )

    def _files_so_far(self, scenario: Scenario, table: str) -> dict[Path, str]:
        """Return the files of a table of an unfinished run.

        A part counts once its file of games exists, which is written last and names the others.
        """
        name, n_scenarios = scenario.name, len(self.described["scenarios"])
        folder = table_folder(self.folder, table, name, n_scenarios)
        return {
            folder / games.name: part_identity(self.described["key"], table, name, games.name)
            for games, identity in self._files(scenario, GAMES).items()
            if table in json.loads(self._columns.schema(games, identity).metadata[HASHES])
        }


def scenarios_of(described: list[dict[str, Any]], words: Words) -> list[Scenario]:
    """Return the scenarios with their entries: the line-up, or the given name if rules differ.

    Repeated and long line-ups have the given name too. `words` translate the labels of facts.

    Raises:
        ValueError: facts are damaged.
    """
    patches = [set(scenario["patch"].items()) for scenario in described]
    shared = set.intersection(*patches) if patches else set()
    changes = [
        {key: value for key, value in scenario["patch"].items() if (key, value) not in shared}
        for scenario in described
    ]
    names = display_names(policy for scenario in described for policy in scenario["lineup"])
    lineups = [
        ", ".join(in_short([names[policy] for policy in scenario["policies"]]))
        for scenario in described
    ]
    plain = zip(described, lineups, changes, strict=True)
    seen = Counter((s["players"], lineup) for s, lineup, changed in plain if not changed)
    is_repeated = max(seen.values(), default=0) > 1
    given_names = [scenario["name"].partition("-")[2] for scenario in described]
    entries = [
        name if is_repeated or changed or lineup.count(", ") >= MOST_LISTED else lineup
        for name, lineup, changed in zip(given_names, lineups, changes, strict=True)
    ]
    return [
        Scenario(s["name"], entry, s, changed, names, translate_facts(from_json(s["facts"]), words))
        for s, entry, changed in zip(described, entries, changes, strict=True)
    ]


def _columns_of_games(
    scenario: Scenario, games: pa.Table, seats: pa.Table, first: int, count: int
) -> dict[str, Array]:
    """Return the columns of some games and of their seats, nan where a game was capped."""
    games, players = games.slice(first, count), scenario.players
    seats = seats.slice(first * players, count * players)
    by_game = {name: _by_block(games, name, scenario.rotations, 1) for name in games.column_names}
    is_capped = by_game.pop(FINISHED) == 0
    return by_game | {
        name: np.where(is_capped, np.nan, _by_block(seats, name, scenario.rotations, players))
        for name in seats.column_names
    }


def _by_block(table: pa.Table, column: str, rotations: int, n_values: int) -> Array:
    values: Array = table.column(column).to_numpy()
    return values.reshape(-1, rotations, n_values)
