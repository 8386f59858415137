"""Gate file: what must hold of the metrics of a game, with the scenario of each statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.catalog import name_of
from simlab.errors import ExperimentError, InputError, did_you_mean
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.game_length import bounds_on_means
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.rollout_request import add_rollouts
from simlab.experiment.spec import (
    GateTable,
    StatementTable,
    check_table,
    quote_value,
    validate_file,
)
from simlab.files.paths import experiments_folder, is_file

SEAT_GAP = "seat_gap"
"""The largest difference between the shares of the wins of two seats."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement about a metric at one table."""

    scenario: Scenario
    metric: str
    at_least: float | None
    at_most: float | None
    margin: float | None
    place: tuple[str, ...]
    """File and number of the statement, for messages."""
    witnesses: tuple[Scenario, ...] = ()
    """The strongest players at the same table, if other ones have all seats."""


@dataclass(frozen=True, eq=False)
class Gate:
    """All statements of a gate file."""

    file: Path
    statements: tuple[Statement, ...]
    games: int | None
    """Most games of each table, if the file names a number."""

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios of the statements, each once."""
        return list(dict.fromkeys(statement.scenario for statement in self.statements))

    @property
    def witnesses(self) -> list[Scenario]:
        """The scenarios in which strongest players play, each once."""
        return list(
            dict.fromkeys(
                witness for statement in self.statements for witness in statement.witnesses
            )
        )


def gate_experiment(gate: Gate) -> Experiment:
    """Return an experiment with the scenarios of a gate, each once."""
    first = gate.scenarios[0]
    files = dict.fromkeys(file for scenario in gate.scenarios for file in scenario.policy_files)
    return Experiment(
        name=f"gate-{first.game.name}",
        question="",
        game=first.game,
        game_reference=name_of(first.game),
        seed=first.seed,
        scenarios=tuple(gate.scenarios),
        source="",
        policy_files=tuple(files),
        data=first.data,
        study={
            "kind": "gate",
            "statements": [_describe_statement(statement) for statement in gate.statements],
        },
    )


def _describe_statement(statement: Statement) -> dict[str, Any]:
    return {
        "metric": statement.metric,
        "players": statement.scenario.players,
        "at_least": statement.at_least,
        "at_most": statement.at_most,
        "margin": statement.margin,
    }


def gate_file(name: str) -> Path:
    """Return a gate file by its path, or a shipped one by the name of its game.

    Raises:
        InputError: there is no such file.
    """
    shipped = gates_folder() / f"{name}.toml"
    if is_file(Path(name)):
        if Path(name).suffix == ".py":
            raise InputError(
                f"{name} is a game; a gate is a TOML file with what must hold of it:"
                f' game = "{name}", then for each statement [[must]] with metric and at_most or'
                " at_least"
            )
        return Path(name)
    if is_file(shipped):
        return shipped
    if Path(name).suffix:
        raise InputError(f"{name}: no such file")
    names = sorted(file.stem for file in gates_folder().glob("*.toml"))
    raise InputError(
        f"{quote_value(name)} is no gate file; gates are shipped for {', '.join(names)}."
        f"{did_you_mean(name, names)}"
    )


def gates_folder() -> Path:
    """Return the folder of the shipped gate files."""
    return experiments_folder() / "gates"


def read_gate(file: Path, metric_files: Sequence[str] = ()) -> Gate:
    """Return the gate of a file, with further files of metrics.

    Raises:
        ExperimentError: every problem found, with file, line and key.
    """
    table = validate_file(GateTable, file)
    further_files = [str(Path(metric_file).resolve()) for metric_file in metric_files]
    table = table.model_copy(update={"metric_file": [*table.metric_file, *further_files]})
    return Gate(file, tuple(_statements(table, file)), table.games)


def _statements(table: GateTable, file: Path) -> Iterator[Statement]:
    """Yield the statements; those about equal tables share a scenario."""
    scenarios: dict[str, Scenario] = {}
    for number, must in enumerate(table.must, start=1):
        location = (str(file), f"must.{number}")
        try:
            stated_scenario = _scenario(table, must, must.policy or table.policy, file.parent)
            players = _witnesses(stated_scenario) if _is_witnessed(table, must) else []
            played = [
                stated_scenario,
                *(_scenario(table, must, [player], file.parent) for player in players),
            ]
        except InputError as error:
            raise ExperimentError(error.problems, *location) from error
        scenario, *witnesses = (
            scenarios.setdefault(
                repr(
                    (str(resolved.lineup), resolved.rules.row.tobytes(), resolved.rollout_metrics)
                ),
                resolved,
            )
            for resolved in played
        )
        for metric, at_least, at_most in bounds_on_means(must.metric, must.at_least, must.at_most):
            yield Statement(
                scenario, metric, at_least, at_most, must.margin, location, tuple(witnesses)
            )


def _is_witnessed(table: GateTable, must: StatementTable) -> bool:
    """Say whether the strongest players play, too, which a statement or its file may forbid."""
    return table.witness if must.witness is None else must.witness


def _witnesses(scenario: Scenario) -> list[str]:
    """Return the strongest players measured, if one other policy has all seats.

    What different policies do at one table is about them alone.
    """
    seated = {str(policy) for policy in scenario.lineup}
    strongest = scenario.game.strongest_players(scenario.players)
    return [player for player in strongest if len(seated) == 1 and player not in seated]


def _scenario(
    table: GateTable, must: StatementTable, policy: list[str] | None, folder: Path
) -> Scenario:
    """Return the table that a statement is about, played by some policies."""
    keys = {
        "game": table.game,
        "seed": table.seed,
        "data": table.data,
        "policy_file": table.policy_file,
        "metric_file": table.metric_file,
        "players": [must.players],
        "policy": policy,
        "patch": [*(table.patch or []), *(must.patch or [])],
    }
    options = {key: value for key, value in keys.items() if value not in (None, [])}
    experiment = resolve(with_full_paths(check_table(options), folder), "gate")
    return add_rollouts(experiment.scenarios[0], [must.metric])
