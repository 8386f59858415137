"""Result of `simlab tune`: candidates, finalists, what fresh deals say, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval
from simlab.experiment.design import Cell
from simlab.studies.gate.request import SEAT_GAP
from simlab.studies.tune.certificate import Judged
from simlab.studies.tune.request import RuleSpace, TuneRequest
from simlab.studies.tune.result import (
    LUCK,
    Goals,
    Status,
    Sums,
    Tuned,
    conflict,
    distance_range,
    distances,
)
from simlab.studies.tune.target import Measured, Tables, goals_of

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A set of rules with what its games have shown so far."""

    cell: Cell
    cost: float
    tables: Tables
    n_blocks: int
    sums: Sums


@dataclass(frozen=True, eq=False)
class Look:
    """How far a tuning study has come."""

    stage: str
    """What is being played, in words."""
    n_games: int
    measured: tuple[Measured, ...]
    candidates: tuple[Candidate, ...]
    n_impossible: int = 0
    """Sets of rules that exclude each other."""
    finalists: tuple[Candidate, ...] = ()
    certificate: Mapping[tuple[int, int], Judged] | None = None
    """By number of finalist and target."""
    answer: int | None = None
    """Number of the finalist that is recommended."""
    others: Mapping[tuple[str, int], Judged] | None = None
    """What the answer does with other policies, by policy and number of target."""

    @property
    def goals(self) -> Goals:
        """The ranges of all components."""
        return goals_of(self.measured)


def answer_of(look: Look) -> int | None:
    """Return the finalist to recommend: the cheapest that is certified, else the nearest possible.

    None if each finalist surely misses a target.
    """
    assert look.certificate is not None
    judged = [
        [look.certificate[number, at] for at in range(len(look.measured))]
        for number in range(len(look.finalists))
    ]
    for number, judgements in enumerate(judged):
        if all(judgement.status == Status.CERTIFIED for judgement in judgements):
            return number
    possible = [
        number
        for number, judgements in enumerate(judged)
        if all(judgement.status != Status.MISSED for judgement in judgements)
    ]
    return min(possible, key=lambda number: _distance(look, judged[number]), default=None)


def _distance(look: Look, judged: Sequence[Judged]) -> float:
    """Return the largest distance from a target on fresh deals, in tolerances."""
    return max(
        _away(judgement, target_measures).estimate
        for judgement, target_measures in zip(judged, look.measured, strict=True)
    )


def _away(judged: Judged, measured: Measured) -> Interval[float]:
    target = measured.target
    return distance_range(judged.value, target.low, target.high, measured.scale)


def result_of(request: TuneRequest, look: Look) -> Tuned:
    """Return the result of a tuning study."""
    assert look.certificate is not None
    goals, space = look.goals, request.space
    misses = np.array([distances(candidate.sums, goals) for candidate in look.candidates])
    cautious = np.array([distances(candidate.sums, goals, LUCK) for candidate in look.candidates])
    policies = dict.fromkeys(str(policy) for policy in request.experiment.scenarios[0].lineup)
    tuned = Tuned(
        targets=pd.DataFrame([_target_row(target_measures) for target_measures in look.measured]),
        candidates=_candidates(look, space, misses, cautious),
        values=pd.DataFrame(
            [
                {
                    "finalist": number,
                    "changes": space.cell_name(finalist.cell),
                    "cost": finalist.cost,
                    "target": at,
                    "searching": _means(finalist.sums, look.measured)[at],
                    "distance_searching": float(distances(finalist.sums, goals)[at]),
                    **_verdict_row(look.certificate[number, at], target_measures),
                }
                for number, finalist in enumerate(look.finalists)
                for at, target_measures in enumerate(look.measured)
            ]
        ),
        others=pd.DataFrame(
            [
                {"policy": name, "target": at, **_verdict_row(judgement, look.measured[at])}
                for (name, at), judgement in (look.others or {}).items()
            ]
        ),
        sentences=tuple(tuple(space.sentences(finalist.cell)) for finalist in look.finalists),
        answer=look.answer,
        conflict=conflict(cautious),
        policy=", ".join(policies),
        n_space=space.size,
        n_impossible=look.n_impossible,
        n_games=look.n_games,
        most_games=request.games,
        strongest=_strongest(request) if len(policies) == 1 else {},
    )
    return replace(tuned, values=_withdraw_contradicted(tuned))


def _strongest(request: TuneRequest) -> dict[int, list[str]]:
    """Return the strongest players measured, by number of players.

    Where several policies meet, the answer is about them alone.
    """
    return {
        players: scenario.game.strongest_players(players)
        for players, scenario in request.scenarios.items()
    }


def _withdraw_contradicted(tuned: Tuned) -> pd.DataFrame:
    """Return the values of finalists; those of the answer depend on who plays if contradicted."""
    contradicted = [at for at in range(len(tuned.targets)) if len(tuned.contradictions(at))]
    is_contradicted = (
        (tuned.values["finalist"] == tuned.answer)
        & (tuned.values["status"] == Status.CERTIFIED)
        & tuned.values["target"].isin(contradicted)
    )
    return tuned.values.assign(status=tuned.values["status"].mask(is_contradicted, Status.DEPENDS))


def _target_row(measured: Measured) -> dict[str, Any]:
    target = measured.target
    return {
        "metric": target.metric,
        "label": measured.label,
        "unit": measured.unit,
        "players": target.players,
        "low": -np.inf if target.low is None else target.low,
        "high": np.inf if target.high is None else target.high,
        "tolerance": measured.scale,
    }


def _verdict_row(judged: Judged, measured: Measured) -> dict[str, Any]:
    away = _away(judged, measured)
    return {
        **judged.value._asdict(),
        "status": judged.status,
        "distance": away.estimate,
        "distance_low": away.low,
        "distance_high": away.high,
        "games": judged.n_games,
    }


def _candidates(look: Look, space: RuleSpace, misses: Array, cautious: Array) -> pd.DataFrame:
    chosen = {finalist.cell for finalist in look.finalists}
    rows = [
        {
            "changes": space.cell_name(candidate.cell),
            "cost": candidate.cost,
            "distance": distances_missed.max(),
            "blocks": candidate.n_blocks,
            "is_finalist": candidate.cell in chosen,
            **{
                f"target_{n}": x
                for n, x in enumerate(_means(candidate.sums, look.measured), start=1)
            },
            **{f"distance_{n}": x for n, x in enumerate(careful, start=1)},
        }
        for candidate, distances_missed, careful in zip(
            look.candidates, misses, cautious, strict=True
        )
    ]
    return pd.DataFrame(rows)


def _means(sums: Sums, measured: Sequence[Measured]) -> list[float]:
    """Return the mean of each target; that of a gap is the largest difference of two seats."""
    parts = np.split(
        sums.means, np.cumsum([target_measures.n_components for target_measures in measured])[:-1]
    )
    return [
        float(abs(components).max() if target_measures.target.metric == SEAT_GAP else components[0])
        for target_measures, components in zip(measured, parts, strict=True)
    ]
