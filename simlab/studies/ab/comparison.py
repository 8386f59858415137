"""Comparison of two rule sets, or of two versions of a game: one line-up plays the same deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.luck import less_luck
from simlab.analysis.metric import Metric
from simlab.analysis.value_range import NO_VALUE, ValueRange, has_shown_range
from simlab.catalog import file_in, find_game
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.patch import find_patches
from simlab.experiment.request import game_of, request_experiment
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.rollout_request import add_rollouts
from simlab.experiment.spec import several
from simlab.files.imports import with_imports
from simlab.game.components import Schema, Table
from simlab.game.components.change import Change, changes
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Comparison:
    """A scenario under the unchanged rules, and the same under a patch or in another version."""

    base: Scenario
    patched: Scenario
    data: Path | None = None
    """Data folder of the patched rules, if it is not the game's own."""
    against: Path | None = None
    """Data folder of the unchanged rules, likewise."""
    patches: tuple[str, ...] = ()
    """Titles of the patches, else their names."""

    @property
    def is_of_folders(self) -> bool:
        """Whether the two sets of rules come from different data folders."""
        return self.data != self.against

    @property
    def is_of_games(self) -> bool:
        """Whether two games are compared, such as two versions of one."""
        return self.base.game is not self.patched.game

    @property
    def changes(self) -> list[Change]:
        """The changes of components that both sides have."""
        base_schema, patched_schema = self.base.game.schema, self.patched.game.schema
        schema = (
            base_schema if base_schema is patched_schema else _common(base_schema, patched_schema)
        )
        return changes(self.base.rules.components, self.patched.rules.components, schema)

    @property
    def games_per_block(self) -> int:
        """Games in a block, both sides counted."""
        return 2 * self.base.n_rotations

    def play(self, executor: Executor, first: int, count: int) -> tuple[Games, Games]:
        """Play some deals under both rule sets."""
        base, patched = (play_blocks(executor, side, first, count) for side in self.sides)
        return base, patched

    def add_rollouts(self, metric: str | None) -> Comparison:
        """Return the comparison with the rollouts that a metric needs, if it needs any.

        Raises:
            InputError: the game cannot have the metric.
        """
        base, patched = (add_rollouts(side, [metric]) for side in self.sides)
        return replace(self, base=base, patched=patched)

    def metrics(self, base: Games, patched: Games) -> list[Metric]:
        """Return the metrics of the game, from some games of both sides.

        Of two games, these are the metrics that both have, as the unchanged one defines them.
        """
        base_metrics = metrics_at(self.base, base)
        if not self.is_of_games:
            return base_metrics
        # a version of a game may have a column more or less
        patched_names = {metric.name for metric in metrics_at(self.patched, patched)}
        return [metric for metric in base_metrics if metric.name in patched_names]

    @property
    def sides(self) -> tuple[Scenario, Scenario]:
        """Both scenarios."""
        return self.base, self.patched


@dataclass(frozen=True, eq=False)
class Values:
    """Values of a metric by block, one for each side."""

    base: Array
    patched: Array
    n_blocks: int
    """Blocks played; blocks without a value on one side have no values."""
    n_same: int
    """Paired games (deal and rotation) with the same value on both sides."""
    n_paired_games: int
    """Paired games played."""
    seen: ValueRange
    """Smallest and largest value in a single game of either side."""
    base_luck: Array
    """Luck by block, in the unit of the metric; empty if it was not measured."""
    patched_luck: Array
    is_less_luck: bool = False
    """Whether the values are adjusted for luck."""

    @property
    def effects(self) -> Array:
        """Effect of the patch by block."""
        return np.asarray(self.patched - self.base)

    @property
    def n_unknown(self) -> int:
        """Blocks in which the metric applies to no game of one side."""
        return self.n_blocks - len(self.base)

    @property
    def n_games(self) -> int:
        """Games played, both sides counted."""
        return 2 * self.n_paired_games

    @property
    def less_luck(self) -> Values:
        """The same values less what the luck of both sides explains, if that was measured."""
        if not len(self.base_luck) or not has_shown_range(self.effects):
            return self
        # each side by the luck of both, as they play the same deals
        luck = np.stack([self.base_luck, self.patched_luck], axis=1)
        base, patched = (less_luck(side, luck) for side in (self.base, self.patched))
        is_adjusted = base is not self.base or patched is not self.patched
        return replace(self, base=base, patched=patched, is_less_luck=is_adjusted)

    def __add__(self, other: Values) -> Values:
        """Return these blocks followed by the others."""
        return Values(
            np.append(self.base, other.base),
            np.append(self.patched, other.patched),
            self.n_blocks + other.n_blocks,
            self.n_same + other.n_same,
            self.n_paired_games + other.n_paired_games,
            self.seen | other.seen,
            np.append(self.base_luck, other.base_luck),
            np.append(self.patched_luck, other.patched_luck),
        )


EMPTY = np.empty(0)
NOTHING = Values(EMPTY, EMPTY, 0, 0, 0, NO_VALUE, EMPTY, EMPTY)


def values_of(metric: Metric, base: Games, patched: Games) -> Values:
    """Return the values of a metric on both sides of the same blocks."""
    ours, theirs = metric.of(base), metric.of(patched)
    # a value that is unknown on one side makes the sum unknown
    is_known = ~np.isnan(ours + theirs)
    by_game = np.stack([metric.by_game(base), metric.by_game(patched)])
    is_same = by_game[0] == by_game[1]
    return Values(
        ours[is_known],
        theirs[is_known],
        base.n_blocks,
        int(is_same.sum()),
        is_same.size,
        NO_VALUE.with_values(by_game[~np.isnan(by_game)]),
        metric.luck(base),
        metric.luck(patched),
    )


def request_comparison(
    game: str, options: Mapping[str, Any], against: str | None = None
) -> Comparison:
    """Return the comparison that a command requests.

    If `against` is the path of a game, it is compared as it is with the game. Else the base has the
    data folder `against` if given, or it has the folder of `options` if there is a patch, and that
    of the game if there is none.

    Raises:
        InputError: all that is unknown, impossible or out of range; equal rules.
    """
    if against is not None and is_code_of_game(against):
        return _comparison_of_games(game, against, options)
    patched = _at_one_table(request_experiment(game, options))
    base = request_experiment(
        game, {**options, "patch": None, "data": folder_of_base(options, against)}
    )
    patch_names: list[str] = several(options.get("patch")) or []
    patches = find_patches(patch_names, patched.game, patched.data)
    titles = tuple(patch.title.rstrip(".") or patch.name for patch in patches)
    comparison = Comparison(
        base.scenarios[0], patched.scenarios[0], patched.data, base.data, titles
    )
    if not comparison.changes:
        raise InputError(_nothing_to_compare(comparison))
    return comparison


def _at_one_table(experiment: Experiment) -> Experiment:
    """Return an experiment of one scenario.

    Raises:
        InputError: there are several.
    """
    if len(experiment.scenarios) > 1:
        raise InputError("two sets of rules are compared at one table; name one number", "players")
    return experiment


def is_code_of_game(against: str) -> bool:
    """Return whether a path is that of a game: a Python file, or a folder with one of its name."""
    path = Path(against)
    return path.suffix == ".py" or (path.is_dir() and file_in(path) is not None)


def _comparison_of_games(game: str, against: str, options: Mapping[str, Any]) -> Comparison:
    """Return the comparison of a game with another, such as an earlier version of it.

    Unless policies are named, a policy of the file plays both: a player that was learnt for one of
    them would not tell what the change does, but how well that one is learnt.

    Raises:
        InputError: they differ in more than a comparison of wins or scores allows, or in nothing.
    """
    as_written = None if options.get("policy") else find_game(game_of(game))
    changed = _at_one_table(request_experiment(game, options, as_written))
    options = {**options, "players": [changed.scenarios[0].players]}
    if as_written is None:
        base = request_experiment(against, options)
    else:
        of_base = find_game(against)
        names = [policy.name for policy in changed.scenarios[0].lineup]
        is_shared = {policy.name for policy in of_base.policies} >= set(names)
        policies = list(map(str, changed.scenarios[0].lineup)) if is_shared else None
        base = request_experiment(against, {**options, "policy": policies}, of_base)
    base_game, patched_game = base.game, changed.game
    if base_game.cooperative != patched_game.cooperative:
        raise InputError(
            f"in one of {base_game.title} and {patched_game.title} all share one score", "against"
        )
    if base_game.is_plain != patched_game.is_plain:
        raise InputError("one of the two games is compiled, and one in plain Python", "against")
    for home in (base_game.written_home, patched_game.written_home):
        for file in with_imports({home.resolve()}):
            same_named = home.resolve().parent / file.name
            if same_named != file and same_named.is_file():
                raise InputError(
                    f"{same_named} and {file} have one name, so that both games would import the"
                    " same; rename one of them",
                    "against",
                )
    if _content(base) == _content(changed):
        raise InputError("both games are the same", "against")
    return Comparison(base.scenarios[0], changed.scenarios[0])


def _content(experiment: Experiment) -> list[object]:
    """Return what is in the files of a game and in those that it imports, and its components."""
    files = with_imports({experiment.game.written_home.resolve()})
    components = experiment.scenarios[0].rules.components
    # by their content alone, as two versions have other paths
    return [sorted(file.read_bytes() for file in files), components.values, components.tables]


def _common(base: Schema, patched: Schema) -> Schema:
    """Return the rule values and the tables that two games declare alike."""
    columns = {table.name: _names(table) for table in patched.tables}
    names = {parameter.name for parameter in patched.parameters}
    return Schema(
        tuple(parameter for parameter in base.parameters if parameter.name in names),
        tuple(table for table in base.tables if columns.get(table.name) == _names(table)),
    )


def _names(table: Table) -> list[str]:
    return [table.key, *(column.name for column in table.columns)]


def folder_of_base(options: Mapping[str, Any], against: str | None) -> str | None:
    """Return the data folder of the unchanged rules, or None for that of the game."""
    data: str | None = options.get("data")
    return data if against is None and options.get("patch") else against


def _nothing_to_compare(comparison: Comparison) -> str:
    if comparison.is_of_folders:
        return "data: both folders hold the same rules"
    return (
        "patch: no rule changes; name one with --patch KEY=VALUE, FILE or NAME, or another data"
        " folder with --data"
    )
