"""What has not happened in some dozen games is hardly ever taken for impossible.

The mean of a metric of unknown range comes from events of 0.5 to 5 % of the games, and lies beyond
what is stated or asked by a whole margin.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.verdict import Verdict
from simlab.cli.terminal.ab import sentence_without_interval
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.studies.ab.comparison import Comparison, request_comparison
from simlab.studies.ab.study import Look, compare, request_ab
from simlab.studies.gate.answer import answer
from simlab.studies.gate.request import Gate, Statement
from simlab.studies.gate.result import Decision
from simlab.studies.gate.study import ERROR, Judged, play, result_of
from simlab.studies.tune.certificate import certify_targets
from simlab.studies.tune.request import request_tune
from simlab.studies.tune.result import Status
from tests.support.rare_events import MOST_DEALS, RareEvents

SIZE = 20.0
SIMULATED = pytest.mark.parametrize(
    ("rate", "n_runs"),
    [
        (0.005, 10),
        (0.02, 10),
        *(
            pytest.param(rate, 400, marks=pytest.mark.long)
            for rate in (0.005, 0.01, 0.02, 0.03, 0.05)
        ),
    ],
)


def is_rare(n_wrong: int, n_runs: int) -> bool:
    """Say whether as few runs went wrong as ERROR allows, within 5 standard errors."""
    return n_wrong <= ERROR * n_runs + 5 * np.sqrt(ERROR * (1 - ERROR) * n_runs)


def table(seed: int) -> Scenario:
    (scenario,) = request_experiment("pig", {"policy": "hold"}).scenarios
    return replace(scenario, seed=seed)


def events(rate: float) -> RareEvents:
    return RareEvents(SIZE, lambda _: rate)


def last_of(seed: int, rate: float, at_most: float, most_games: int = MOST_DEALS) -> Judged:
    statement = Statement(table(seed), "hours", None, at_most, at_most, ("file", "must.1"))
    *_, last = play(Gate(Path("balance.toml"), (statement,), None), most_games, events(rate))
    return last[0]


@SIMULATED
def test_a_gate_hardly_ever_holds_because_nothing_has_happened(rate: float, n_runs: int) -> None:
    at_most = rate * SIZE / 2
    decisions = [last_of(seed, rate, at_most).decision for seed in range(n_runs)]
    assert is_rare(decisions.count(Decision.HOLDS), n_runs)
    assert decisions.count(Decision.UNDECIDED) < n_runs / 2


@SIMULATED
def test_a_target_is_hardly_ever_certified_because_nothing_has_happened(
    rate: float, n_runs: int
) -> None:
    asked = request_tune(
        "pig",
        {"policy": ["hold"], "games": str(MOST_DEALS)},
        {"target": [f"hours<={rate * SIZE / 2:g}"], "vary": {"target": "80,90"}},
    )
    n_certified = 0
    for seed in range(n_runs):
        *_, (judged, _) = certify_targets(events(rate), {0: {2: table(seed)}}, asked)
        n_certified += judged[0, 0].status == Status.CERTIFIED
    assert is_rare(n_certified, n_runs)


def last_look(seed: int, rate: float, margin: float | None, most_games: int = 16_000) -> Look:
    options = {"policy": ["hold"], "patch": ["target=50"], "seed": seed, "games": most_games}
    comparison = request_comparison("pig", options)
    executor = rising(comparison, rate)
    *_, last = compare(request_ab(comparison, executor, "hours", margin), executor)
    return last


def rising(comparison: Comparison, rate: float) -> RareEvents:
    """Return events of which every third needs the changed rules."""
    return RareEvents(SIZE, lambda scenario: rate if scenario is comparison.base else 1.5 * rate)


@SIMULATED
def test_rules_are_hardly_ever_called_the_same_because_nothing_has_happened(
    rate: float, n_runs: int
) -> None:
    margin = rate * SIZE / 4
    verdicts = [last_look(seed, rate, margin).verdict for seed in range(n_runs)]
    assert is_rare(sum(each in (Verdict.SAME, Verdict.LESS) for each in verdicts), n_runs)
    assert verdicts.count(Verdict.UNDECIDED) < 0.9 * n_runs


def test_a_metric_that_never_varies_is_decided_after_many_games_and_not_before() -> None:
    few, many = last_of(1, 0.0, 0.1, most_games=400), last_of(1, 0.0, 0.1)
    assert (few.decision, many.decision) == (Decision.UNDECIDED, Decision.HOLDS)
    assert (few.value.low, few.value.high) == (-np.inf, np.inf)
    assert 1_500 <= many.n_games < 2_500
    sentences = answer(result_of("Pig", [few]))
    assert sentences[1].startswith("Hours with 2 players has no interval yet: its range is not")
    assert len(answer(result_of("Pig", [many]))) == 1
    looks = [last_look(1, 0.0, 0.1, most_games) for most_games in (800, 16_000)]
    assert [look.verdict for look in looks] == [Verdict.UNDECIDED, Verdict.SAME]
    assert [len(sentence_without_interval("hours", look)) for look in looks] == [1, 0]
