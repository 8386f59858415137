"""Weights of an evaluation, fitted to positions of games and their results.

METHODS.md: Weights of an evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from simlab.analysis.moments import LEVEL

Floats = NDArray[np.float64]
RIDGE = 1e-6
"""Share of the largest curvature that is added to all, so that an unseen term has a weight of 0."""
MOST_STEPS, SMALLEST_SLOPE = 100, 1e-7


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions of finished games; those of a game count together as much as those of another."""

    game: NDArray[np.int64]
    """Number of the game of each position, shape (positions,)."""
    fixed: Floats
    """What has no weight, shape (positions, seats); one column in a cooperative game."""
    terms: Floats
    """The terms, shape (positions, seats, terms)."""
    result: Floats
    """Share of the win of each seat, or the final score, shape (positions, seats)."""
    group: NDArray[np.int64]
    """Number of the policy and size of table of each position, shape (positions,)."""
    is_cooperative: bool

    def of_games(self, chosen: NDArray[np.bool_]) -> Positions:
        """Return the positions that are chosen."""
        chosen_columns = (
            self.game[chosen],
            self.fixed[chosen],
            self.terms[chosen],
            self.result[chosen],
        )
        return Positions(*chosen_columns, self.group[chosen], self.is_cooperative)

    def with_constants(self, n_groups: int) -> Positions:
        """Return the positions with further terms: a constant for each seat but the first in each
        group, since one seat wins more than another whatever it has.

        A shared score has none: its level must be foretold by the terms.
        """
        # one score for all seats: a constant would take over what the terms should foretell
        if self.is_cooperative:
            return self
        seats = self.terms.shape[1]
        is_here = self.group[:, None] == np.arange(n_groups)
        constants = np.einsum("pg,st->psgt", is_here, np.eye(seats)[:, 1:])
        further = constants.reshape(len(self.game), seats, -1)
        return replace(self, terms=np.concatenate([self.terms, further], axis=2))

    def with_known(self, weights: Floats) -> Positions:
        """Return the positions with the first terms of these weights, and without these terms."""
        n = len(weights)
        known = self.fixed + self.terms[:, :, :n] @ weights
        return replace(self, fixed=known, terms=self.terms[:, :, n:])

    @property
    def shares(self) -> Floats:
        """What each position counts, all together 1, shape (positions,)."""
        _, game_index, n = np.unique(self.game, return_inverse=True, return_counts=True)
        shares: Floats = 1.0 / n[game_index] / len(n)
        return shares


@dataclass(frozen=True, eq=False)
class EvaluationFit:
    """Fitted weights, and how well they and those in use foretell the results of other games."""

    weights: pd.DataFrame
    """Per term: `term`, `estimate`, `low`, `high`, `before` and `n`, the games."""
    error: float
    """On held-out games: root of the mean squared error in points, or mean logarithmic loss."""
    error_before: float
    """The same with the weights in use."""
    error_of_none: float
    """The same of a constant score, or of chances that depend on the seat alone."""
    n_positions: int
    n_held_out: int
    """Games that had no part in the fit."""


def fit_and_measure(
    positions: Positions, held_out: Positions, names: list[str], before: Floats
) -> EvaluationFit:
    """Fit the weights to positions, and measure them on those of other games.

    Intervals are by the sandwich estimator, with games as its clusters. All errors are with
    constants of the seats, which are fitted with the weights, to those in use, or alone.
    """
    n_groups, n_terms = 1 + int(max(positions.group.max(), held_out.group.max())), len(names)
    training, test = (sample.with_constants(n_groups) for sample in (positions, held_out))
    every = fit_weights(training)
    weights, error = every[:n_terms], errors_of(training, every)[:n_terms]
    half = -ndtri((1 - LEVEL) / 2) * error
    frame = pd.DataFrame(
        {
            "term": names,
            "estimate": weights,
            "low": weights - half,
            "high": weights + half,
            "before": before,
            "n": len(np.unique(positions.game)),
        }
    )
    return EvaluationFit(
        frame,
        loss(test, every),
        loss_of_known(training, test, before),
        loss_of_none(training, test, n_terms),
        len(positions.game),
        len(np.unique(held_out.game)),
    )


def fit_weights(positions: Positions) -> Floats:
    """Return the weights with which the results are foretold best."""
    return least_squares(positions) if positions.is_cooperative else most_likely(positions)


def least_squares(positions: Positions) -> Floats:
    """Return the weights by which the final score is foretold with the least squared error."""
    gradient, curvature = slopes(positions, np.zeros(positions.terms.shape[2]))
    weights: Floats = np.linalg.solve(_add_ridge(curvature), gradient.sum(axis=0))
    return weights


def most_likely(positions: Positions) -> Floats:
    """Return the weights of a conditional logit for which the wins are likeliest (Newton)."""
    weights = np.zeros(positions.terms.shape[2])
    for _ in range(MOST_STEPS):
        gradient, curvature = slopes(positions, weights)
        slope = gradient.sum(axis=0)
        # the constant of a seat that never wins would go on for ever, at a slope of almost nothing
        if np.abs(slope).max() < SMALLEST_SLOPE:
            break
        # whole Newton steps: the likelihood of a conditional logit is concave
        weights = weights + np.linalg.solve(_add_ridge(curvature), slope)
    return weights


def slopes(positions: Positions, weights: Floats) -> tuple[Floats, Floats]:
    """Return gradient of each position and curvature of what is made as large as possible.

    That is the logarithmic likelihood, or half the squared error with the opposite sign.
    """
    shares, terms = positions.shares, positions.terms
    gaps = positions.result - predict_results(positions, weights)
    gradient = shares[:, None] * np.einsum("ps,pst->pt", gaps, terms)
    if positions.is_cooperative:
        return gradient, np.einsum("p,pst,psu->tu", shares, terms, terms)
    chances = predict_results(positions, weights)
    means = np.einsum("ps,pst->pt", chances, terms)
    squares = np.einsum("p,ps,pst,psu->tu", shares, chances, terms, terms, optimize=True)
    return gradient, squares - np.einsum("p,pt,pu->tu", shares, means, means)


def predict_results(positions: Positions, weights: Floats) -> Floats:
    """Return the expected result of each seat, shape (positions, seats)."""
    values: Floats = positions.fixed + positions.terms @ weights
    if positions.is_cooperative:
        return values
    # less the largest, which changes no share and keeps exp() from overflowing
    odds = np.exp(values - values.max(axis=1, keepdims=True))
    chances: Floats = odds / odds.sum(axis=1, keepdims=True)
    return chances


def errors_of(positions: Positions, weights: Floats) -> Floats:
    """Return the standard error of each weight; positions of a game are not independent."""
    gradient, curvature = slopes(positions, weights)
    _, game_index = np.unique(positions.game, return_inverse=True)
    by_game = np.zeros((game_index.max() + 1, len(weights)))
    np.add.at(by_game, game_index, gradient)
    inverse = np.linalg.inv(_add_ridge(curvature))
    errors: Floats = np.sqrt(np.diag(inverse @ (by_game.T @ by_game) @ inverse))
    return errors


def loss(positions: Positions, weights: Floats) -> float:
    """Return the error with which results are foretold: see `EvaluationFit.error`."""
    foretold = predict_results(positions, weights)
    if positions.is_cooperative:
        squares = ((positions.result - foretold) ** 2).sum(axis=1)
        return float(np.sqrt(positions.shares @ squares))
    # a chance that rounds to 0 would make the loss infinite
    likely = np.log(np.maximum(foretold, np.finfo(float).tiny))
    return float(-positions.shares @ (positions.result * likely).sum(axis=1))


def loss_of_known(positions: Positions, test: Positions, weights: Floats) -> float:
    """Return the error on others with given weights; constants of seats are fitted to them."""
    known, held_out = positions.with_known(weights), test.with_known(weights)
    return loss(held_out, np.zeros(0) if known.is_cooperative else most_likely(known))


def loss_of_none(positions: Positions, test: Positions, n_terms: int) -> float:
    """Return the error of one who knows the mean score, or how often each seat wins."""
    if positions.is_cooperative:
        mean = positions.shares @ positions.result[:, 0]
        return float(np.sqrt(test.shares @ (test.result[:, 0] - mean) ** 2))
    return loss_of_known(positions, test, np.zeros(n_terms))


def _add_ridge(curvature: Floats) -> Floats:
    # a term that never occurs has no curvature, and the matrix no inverse
    ridged: Floats = curvature + RIDGE * np.diag(curvature).max() * np.eye(len(curvature))
    return ridged
