"""A gate rarely decides a statement wrongly, and stops each as soon as it is decided."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.group_sequential import Design, LikelihoodRatio
from simlab.analysis.value_range import ENOUGH_BLOCKS, NO_VALUE
from simlab.errors import ExperimentError, InputError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.game.strengths import WITNESS_GAMES
from simlab.studies.gate.request import SEAT_GAP, Gate, Statement, read_gate
from simlab.studies.gate.result import Decision, GateAnswer
from simlab.studies.gate.study import ERROR, Judged, decision_on_mean, play, result_of
from tests.games.pig.exact import hold_at, win_chances

N_RUNS = [12, pytest.param(600, marks=pytest.mark.long)]
NO_MARGIN = 1e-9


def first_wins() -> float:
    """Return the exact share of the wins of the seat that begins, among hold."""
    begins, _ = win_chances(hold_at(20), hold_at(20))
    return float(begins[0, 0])


def statement(metric: str, seed: int = 1, **bounds: float) -> Statement:
    (scenario,) = request_experiment("pig", {"policy": "hold"}).scenarios
    at_least, at_most = bounds.get("at_least"), bounds.get("at_most")
    own = replace(scenario, seed=seed)
    return Statement(own, metric, at_least, at_most, bounds.get("margin"), ("file", "must.1"))


def judged(most_games: int, *statements: Statement) -> list[Judged]:
    gate = Gate(Path("balance.toml"), statements, None)
    *_, last = play(gate, most_games, Threads(1))
    return last


def is_rare(n_wrong: int, n_runs: int) -> bool:
    """Say whether as few runs went wrong as ERROR allows, within 5 standard errors."""
    return n_wrong <= ERROR * n_runs + 5 * np.sqrt(ERROR * (1 - ERROR) * n_runs)


@pytest.mark.parametrize("n_runs", N_RUNS)
def test_a_true_statement_at_its_bound_rarely_fails(n_runs: int) -> None:
    share = first_wins()
    bounds = {
        "wins_of_seat_1": {"at_most": share, "margin": NO_MARGIN},
        SEAT_GAP: {"at_most": 2 * share - 1, "margin": NO_MARGIN},
    }
    for metric, own in bounds.items():
        runs = [judged(3_000, statement(metric, seed, **own))[0] for seed in range(n_runs)]
        assert is_rare(sum(run.decision == Decision.FAILS for run in runs), n_runs)


@pytest.mark.parametrize("n_runs", N_RUNS)
def test_a_statement_missed_by_its_margin_rarely_holds(n_runs: int) -> None:
    share = first_wins()
    bounds = {
        "wins_of_seat_1": {"at_least": share + 0.05, "margin": 0.05},
        SEAT_GAP: {"at_most": 2 * share - 1.05, "margin": 0.05},
    }
    for metric, own in bounds.items():
        runs = [judged(3_000, statement(metric, seed, **own))[0] for seed in range(n_runs)]
        assert is_rare(sum(run.decision == Decision.HOLDS for run in runs), n_runs)


def test_clear_statements_are_decided_with_few_games() -> None:
    share = first_wins()
    fair, high, far = judged(
        50_000,
        statement("wins_of_seat_1", at_least=share - 0.2, at_most=share + 0.2, margin=0.05),
        statement("turns", at_most=5.0, margin=1.0),
        statement(SEAT_GAP, at_most=0.5, margin=0.05),
    )
    assert [each.decision for each in (fair, high, far)] == ["holds", "fails", "holds"]
    assert all(each.n_games < 2_000 for each in (fair, high, far))
    assert high.value.low > 5.0


def test_a_statement_near_its_bound_stays_undecided_when_the_games_are_spent() -> None:
    (one,) = judged(400, statement("wins_of_seat_1", at_most=first_wins(), margin=NO_MARGIN))
    assert (one.decision, one.n_games) == (Decision.UNDECIDED, 400)


@pytest.mark.parametrize(
    ("bounds", "decision"),
    [
        ({"at_most": 6}, Decision.HOLDS),
        ({"at_least": 6}, Decision.HOLDS),
        ({"at_least": 6, "at_most": 6}, Decision.HOLDS),
        ({"at_most": 5}, Decision.FAILS),
        ({"at_least": 7}, Decision.FAILS),
    ],
)
def test_a_value_that_is_the_same_in_all_games_is_compared_as_it_is(bounds, decision) -> None:
    design = Design((20, ENOUGH_BLOCKS), ERROR)
    for n_blocks, expected in ((20, Decision.UNDECIDED), (ENOUGH_BLOCKS, decision)):
        near = NO_VALUE.with_values(np.asarray(list(bounds.values()), dtype=float))
        ratio = LikelihoodRatio.in_seen_range(np.full(n_blocks, 6.0), near)
        assert decision_on_mean(statement("turns", **bounds), ratio, 0.0, design) == expected


def test_statements_about_one_table_share_its_games(tmp_path) -> None:
    file = tmp_path / "balance.toml"
    must = '[[must]]\nmetric = "turns"\nplayers = {}\nat_most = 90\n'
    file.write_text(f'game = "pig"\n{must.format(2)}{must.format(3)}{must.format(2)}')
    gate = read_gate(file)
    assert [len(each.lineup) for each in gate.scenarios] == [2, 3]
    assert gate.statements[0].scenario is gate.statements[2].scenario


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('metric = "turns"\nplayers = 2', r"balance.toml:2: must.1: states nothing; name at_most"),
        (
            'metric = "turns"\nplayers = 2\nat_most = 1\nat_least = 2',
            r"balance.toml:2: must.1: at_least 2 is above at_most 1",
        ),
        ('metric = "turns"\nat_most = 1', r"balance.toml:2: must.1: players is missing"),
        ('metric = "turns"\nplayers = 99\nat_most = 1', r"must.1: players: Pig is for 2 to 4"),
        (
            'metric = "turns"\nplayers = 2\nat_mots = 1',
            r'balance.toml:5: must.1.at_mots: no such key.* Did you mean "at_most"',
        ),
    ],
)
def test_what_is_wrong_in_a_gate_file_is_named(tmp_path, text: str, problem: str) -> None:
    file = tmp_path / "balance.toml"
    file.write_text(f'game = "pig"\n[[must]]\n{text}\n')
    with pytest.raises(ExperimentError, match=problem):
        read_gate(file)


@pytest.mark.parametrize(
    ("metric", "bounds", "problem"),
    [
        ("turn", {"at_most": 3.0}, r'must.1: metric: "turn" is not one of .*Did you mean "turns"'),
        (SEAT_GAP, {"at_least": 0.1}, r"must.1: metric: seat_gap has at_most and no other bound"),
        ("capped", {"at_most": 0.1, "margin": 3.0}, r"must.1: margin: 3 is more than all"),
    ],
)
def test_what_does_not_fit_the_game_is_named(
    metric: str, bounds: dict[str, float], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        judged(100, statement(metric, **bounds))


MUST = '[[must]]\nmetric = "turns"\nplayers = 2\nat_most = 30\nmargin = 1\n'
OF_OTHERS = [
    ("random", "", ["optimal"]),
    ("hold", "", ["optimal"]),
    ("optimal", "", []),
    ("", "", []),
    ("random", "witness = false\n", []),
]


@pytest.mark.parametrize(("policy", "forbids", "witnesses"), OF_OTHERS)
@pytest.mark.parametrize("is_of_file", [True, False])
def test_the_strongest_player_plays_statements_about_others_unless_forbidden(
    tmp_path, policy: str, forbids: str, witnesses: list[str], is_of_file: bool
) -> None:
    named = f'policy = "{policy}"\n' * bool(policy)
    of_file, of_statement = (named + forbids, "") if is_of_file else ("", named + forbids)
    file = tmp_path / "balance.toml"
    file.write_text(f'game = "pig"\n{of_file}{MUST}{of_statement}')
    [only] = read_gate(file).statements
    assert [str(own.lineup[0]) for own in only.witnesses] == witnesses


def test_what_different_policies_do_at_one_table_has_no_witness(tmp_path) -> None:
    file = tmp_path / "balance.toml"
    file.write_text(f'game = "pig"\npolicy = ["hold", "random"]\n{MUST}')
    assert read_gate(file).witnesses == []


def witnessed(tmp_path: Path, policy: str, bounds: str, most_games: int = 20_000) -> GateAnswer:
    """Return the answer to one statement about the turns of Pig."""
    file = tmp_path / "balance.toml"
    must = f'[[must]]\nmetric = "turns"\nplayers = 2\nmargin = 1\n{bounds}\n'
    file.write_text(f'game = "pig"\npolicy = "{policy}"\n{must}')
    *_, last = play(read_gate(file), most_games, Threads(1))
    return result_of("Pig", last)


@pytest.mark.parametrize(
    ("policy", "bounds", "lineup", "decision"),
    [
        ("random", "at_most = 30", Decision.FAILS, Decision.DEPENDS),
        ("random", "at_least = 40", Decision.HOLDS, Decision.DEPENDS),
        ("random", "at_least = 10", Decision.HOLDS, Decision.HOLDS),
        ("hold", "at_most = 10", Decision.FAILS, Decision.FAILS),
    ],
)
def test_a_statement_that_the_strongest_player_contradicts_depends_on_who_plays(
    tmp_path, policy: str, bounds: str, lineup: Decision, decision: Decision
) -> None:
    answer = witnessed(tmp_path, policy, bounds)
    [only] = answer.statements
    assert (only.lineup_decision, only.decision) == (lineup, decision)
    assert answer.holds == (decision == Decision.HOLDS)
    [witness] = only.witnesses
    assert (witness.policy, only.strongest) == ("optimal", ("optimal",))
    assert witness.n_games <= WITNESS_GAMES
    assert answer.n_games == only.n_games + witness.n_games


def test_an_undecided_statement_is_not_played_by_the_strongest_player(tmp_path) -> None:
    [only] = witnessed(tmp_path, "hold", "at_most = 19", most_games=50).statements
    assert only.decision == Decision.UNDECIDED
    assert only.witnesses == ()
