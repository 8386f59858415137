"""Fits the weights of a game's evaluation to positions of games between some policies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import game_to_play
from simlab.engine.build import Engine
from simlab.engine.record import row_of
from simlab.errors import InputError, RunError
from simlab.execution.executor import Executor
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.spec import check_table
from simlab.files.toml import read_toml, toml_bytes
from simlab.files.writing import write_whole
from simlab.game.definition import Game
from simlab.game.evaluation import FILE, WEIGHTS, Evaluation
from simlab.studies.kit.blocks import slices_of
from simlab.studies.train.evaluation_result import EvaluationFit, Positions, fit_and_measure

DEFAULT_GAMES = 400
"""Games of each policy at each size of table."""
SLICE_GAMES = 10
HELD_OUT = 5
"""One game in this number has no part in the fit."""
FITTED = "fitted"
"""The table of the file that says how the weights were made."""
DIGITS = 3
"""Significant digits of a weight in the file."""


class Sample(NamedTuple):
    """A position, as the evaluation sees it."""

    game: int
    terms: np.ndarray[Any, np.dtype[np.float64]]
    """What has no weight, then the terms, for each seat, shape (seats, 1 + terms)."""
    result: tuple[float, ...]
    """Share of the win of each seat, or the final score."""
    group: int = 0
    """Number of its policy and size of table."""


@dataclass(frozen=True, eq=False)
class EvaluationRequest:
    """A game whose weights are fitted, and who plays."""

    experiment: Experiment
    """One scenario for each policy and size of table."""
    evaluation: Evaluation
    folder: Path
    command: str

    @property
    def scenarios(self) -> Sequence[Scenario]:
        """The scenarios, one for each policy and size of table."""
        return self.experiment.scenarios

    @property
    def policies(self) -> list[str]:
        """The policies that play, each in all seats."""
        return list(dict.fromkeys(str(scenario.lineup[0]) for scenario in self.scenarios))

    @property
    def file(self) -> Path:
        """The file that is written."""
        return self.folder / FILE


def request_evaluation(
    options: Mapping[str, Any], against: Sequence[str], folder: Path | None, command: str
) -> EvaluationRequest:
    """Return the fit that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range; the game has no weights.
    """
    set_options = {key: value for key, value in options.items() if value}
    table = check_table(set_options)
    game = game_to_play(table.game, table.policy_file)
    evaluation = evaluation_of(game)
    low, high = game.players
    sizes = {"players": table.players or [*range(low, high + 1)]}
    experiments = [
        resolve(with_full_paths(check_table({**set_options, **sizes, **seated}), Path()), "train")
        for seated in [{"policy": name} for name in against] or [{}]
    ]
    folder = folder or Path("players") / f"{game.name}-evaluation"
    _check_file(folder / FILE)
    n_games = table.games or DEFAULT_GAMES
    scenarios = [
        replace(scenario, n_asked=n_games)
        for experiment in experiments
        for scenario in experiment.scenarios
    ]
    return EvaluationRequest(
        replace(experiments[0], scenarios=tuple(scenarios)),
        evaluation,
        folder,
        command,
    )


def _check_file(file: Path) -> None:
    """Check that no weights are in the way that were not fitted."""
    if file.exists() and FITTED not in read_toml(file.read_text(encoding="utf-8")):
        raise InputError(f"{file} was not written by a fit; choose another folder", "out")


def evaluation_of(game: Game) -> Evaluation:
    """Return the evaluation of a game.

    Raises:
        InputError: the game has none with weights.
    """
    if game.is_plain:
        raise InputError(
            f"{game.title} has no weights to fit: only a game that is written as kernels has an"
            " `evaluation`; tune the traits of a policy instead: --tune POLICY",
            "evaluation",
        )
    if game.evaluation is None:
        raise InputError(
            f"{game.title} has no weights to fit; give the game an `evaluation`, see"
            " simlab.game.evaluation",
            "evaluation",
        )
    return game.evaluation


def fit_to_games(request: EvaluationRequest, executor: Executor) -> EvaluationFit:
    """Play the games, fit the weights, and write them.

    Raises:
        ContractError: a game or a policy broke its contract.
        InputError: all games ended without a position or a result.
        RunError: the file cannot be written.
    """
    samples = [*_samples(request, executor)]
    if not samples:
        raise InputError("no game had an end and a position to learn from", "games")
    positions = positions_of(samples, request.experiment.game)
    # whole games: positions of one game are alike, and half of it would tell the result of the rest
    is_held_out = positions.game % HELD_OUT == 0
    names, before = list(request.evaluation.names), np.array(request.evaluation.weights)
    fit = fit_and_measure(
        positions.of_games(~is_held_out), positions.of_games(is_held_out), names, before
    )
    write(request, fit)
    return fit


def _samples(request: EvaluationRequest, executor: Executor) -> Iterator[Sample]:
    """Yield positions of all scenarios; games are numbered through."""
    before = 0
    for group, scenario in enumerate(request.scenarios):
        slices = slices_of(0, scenario.n_asked, SLICE_GAMES)
        for new_samples in executor.map(samples_of, ((scenario, *bounds) for bounds in slices)):
            yield from (
                sample._replace(game=sample.game + before, group=group) for sample in new_samples
            )
        before += scenario.n_asked


def samples_of(engine: Engine, scenario: Scenario, first: int, count: int) -> list[Sample]:
    """Return positions at the beginnings of turns of some games, some of them by chance."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    return [sample for deal in range(first, first + count) for sample in _of_game(case, deal)]


def _of_game(case: Case, deal: int) -> list[Sample]:
    """Return the sampled positions of a game; none if it does not end."""
    evaluation, seats = evaluation_of(case.game), range(len(case.lineup))
    table, term_rows, before = Stepper(case, deal), [], -1
    table.set_up()
    for seat, _ in table.decisions():
        # a seat may decide several times in its turn; a player alone has a turn each time
        if (seat != before or len(seats) == 1) and table.is_sampled():
            evaluated_seats = [seat] if case.game.cooperative else seats
            rules, state = row_of(table.rules), row_of(table.state)
            term_rows.append(
                np.array(
                    [
                        evaluation.terms(rules, state, evaluated_seat)
                        for evaluated_seat in evaluated_seats
                    ]
                )
            )
        before = seat
    row = table.outcome()
    if not row["finished"]:
        return []
    seats_in_row = [] if case.game.cooperative else row["seats"]
    result = [float(seat["credit"]) for seat in seats_in_row] or [float(row["score"])]
    return [Sample(deal, terms, tuple(result)) for terms in term_rows]


def positions_of(samples: Sequence[Sample], game: Game) -> Positions:
    """Return samples as arrays; seats that are not at the table have no chance."""
    most = max(len(sample.result) for sample in samples)
    n_terms = samples[0].terms.shape[1] - 1
    positions = Positions(
        np.array([sample.game for sample in samples]),
        np.full((len(samples), most), -np.inf),  # no odds for a seat that is not there
        np.zeros((len(samples), most, n_terms)),
        np.zeros((len(samples), most)),
        np.array([sample.group for sample in samples]),
        game.cooperative,
    )
    for number, sample in enumerate(samples):
        seats = len(sample.result)
        positions.fixed[number, :seats] = sample.terms[:, 0]
        positions.terms[number, :seats] = sample.terms[:, 1:]
        positions.result[number, :seats] = sample.result
    return positions


def write(request: EvaluationRequest, fit: EvaluationFit) -> None:
    """Write the weights, and how they were made.

    Raises:
        RunError: they cannot be written.
    """
    weights = dict(zip(fit.weights["term"], fit.weights["estimate"], strict=True))
    table = {
        WEIGHTS: {name: float(f"{value:.{DIGITS}g}") for name, value in weights.items()},
        FITTED: {
            "command": request.command,
            "version": request.experiment.game.version,
            "games": int(fit.weights["n"].iloc[0]),
            "error_on_held_out_games": round(fit.error, 4),
        },
    }
    try:
        request.folder.mkdir(parents=True, exist_ok=True)
        write_whole(request.file, toml_bytes(table))
    except OSError as error:
        reason = error.strerror or error
        raise RunError(f"{request.file}: cannot be written: {reason}") from error
