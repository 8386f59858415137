"""`simlab.train` with `evaluation`: the weights of a game's evaluation, fitted to games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.api.arguments import AnyCluster
from simlab.api.observer import Observer
from simlab.api.playing import open_executor, report_remarks
from simlab.api.result import Content, TableResult
from simlab.api.study_result import plain
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import join_list, n_of, number, whole
from simlab.studies.train.evaluation_fit import EvaluationRequest, fit_to_games
from simlab.studies.train.evaluation_result import EvaluationFit

METHOD = (
    "Weighted least squares or, where somebody wins, a conditional logit; intervals by the sandwich"
    " estimator with games as clusters, 95 %."
)


@dataclass(frozen=True, eq=False, repr=False)
class EvaluationResult(TableResult):
    """Weights of an evaluation, fitted to games.

    The main frame, `weights`, has the weight of each term with its interval, and the one in use.
    """

    request: EvaluationRequest
    fit: EvaluationFit

    @property
    def file(self) -> Path:
        """The file of the weights."""
        return self.request.file

    @property
    def sentences(self) -> list[str]:
        """How well the weights foretell results, and how they are put to use."""
        fit, game = self.fit, self.request.experiment.game
        n_games = int(fit.weights["n"].iloc[0])
        foretold, unit = ("final score", " points") if game.cooperative else ("winner", "")
        measure = "an error" if game.cooperative else "a logarithmic loss"
        known = "mean score" if game.cooperative else "seat"
        return [
            f"Fitted to {n_of(fit.n_positions, 'position')} of {whole(n_games)} games of"
            f" {join_list(self.request.policies)}.",
            f"On {n_of(fit.n_held_out, 'other game')} the {foretold} is foretold with {measure} of"
            f" {fit.error:.3f}{unit}; with the weights in use {fit.error_before:.3f}, with the"
            f" {known} alone {fit.error_of_none:.3f}.",
            f"{self.file} has the weights. They are used once it lies in the data folder of the"
            " game; then the version of the game should rise, since searches play differently.",
        ]

    @property
    def tables(self) -> dict[str, PageTable]:
        """The weight of each term, and the one in use."""
        rows: list[list[Cell]] = [
            [row["term"].replace("_", " "), number(row), f"{row['before']:g}"]
            for row in records(self.fit.weights)
        ]
        heads = ["term", "weight", "in use"]
        table = PageTable("weights", heads, rows, METHOD, self.fit.weights)
        return {"Weight of each term": table}

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The weight of each term."""
        return {"weights": self.fit.weights}

    def to_dict(self) -> Content:
        """Return the weights and the errors as JSON."""
        fit, request = self.fit, self.request
        return {
            "game": request.experiment.game.name,
            "policies": request.policies,
            "file": str(self.file),
            "positions": fit.n_positions,
            "held_out_games": fit.n_held_out,
            "error": fit.error,
            "error_before": fit.error_before,
            "error_of_none": fit.error_of_none,
            "weights": plain(fit.weights),
        }


def fit_evaluation(
    request: EvaluationRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> EvaluationResult:
    """Play the games that a request asks for and fit the weights."""
    report_remarks(request.scenarios, observer)
    with (
        Store(request.folder).lock(),
        open_executor(jobs, cluster, observer) as executor,
    ):
        prepare(executor, request.scenarios, observer)
        return EvaluationResult(request, fit_to_games(request, executor))
