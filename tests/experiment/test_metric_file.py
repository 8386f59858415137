"""Files with a metric of one's own: what is read, what is refused, and what keys a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.errors import InputError
from simlab.experiment.metric_file import read_metric_files
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import restore
from simlab.studies.gate.request import read_gate
from simlab.studies.tune.request import request_tune

LEAD = 'name = "lead"\nunit = "points"\nexpression = "score_1 - score_2"\n'


@pytest.fixture
def lead(tmp_path: Path) -> str:
    (tmp_path / "lead.toml").write_text(LEAD)
    return str(tmp_path / "lead.toml")


def test_a_metric_is_called_by_its_name_unless_it_has_a_label(tmp_path: Path) -> None:
    file = tmp_path / "share.toml"
    file.write_text('name = "long_game"\nexpression = "turns > 30"\nmargin = 0.05')
    [formula] = read_metric_files([str(file)])
    assert (formula.label, formula.unit, formula.margin) == ("long game", "", 0.05)


@pytest.mark.parametrize(
    ("toml_text", "problem"),
    [
        (LEAD.replace("points", ""), 'name its unit, as in unit = "points"'),
        (LEAD.replace("score_1 -", "score_1 >"), "a share of games has no unit"),
        (LEAD.replace("lead", "my lead"), "mine.toml:1: name"),
        (LEAD + "margin = 0", "mine.toml:4: margin"),
        (LEAD + 'expresion = "1"', "expresion"),
        ('name = "lead"\nunit = "x"', "expression"),
        (LEAD.replace("score_1 -", "score_1 -)"), "mine.toml:3: expression: .* is no expression"),
        (LEAD.replace("score_1 -", "score_1 ** "), r"\"score_1 \*\* score_2\" is not allowed"),
        (LEAD.replace("score_1 - score_2", "__import__('os')"), "is not allowed; numbers, names"),
        (LEAD.replace("score_1 - score_2", "score_1.real"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "[s for s in score]"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "(lambda: 1)()"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "abs(1, 2)"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "1e999"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "'a'"), "is not allowed"),
        (LEAD.replace("score_1 - score_2", "1" + "+1" * 300), "at most 500 are allowed"),
        (LEAD.replace("score_1 - score_2", "(" * 240 + "1" + ")" * 240), "is no expression"),
    ],
)
def test_what_cannot_be_a_metric_is_named(tmp_path: Path, toml_text: str, problem: str) -> None:
    (tmp_path / "mine.toml").write_text(toml_text)
    with pytest.raises(InputError, match=problem):
        read_metric_files([str(tmp_path / "mine.toml")])


def test_two_metrics_have_two_names(tmp_path: Path, lead: str) -> None:
    (tmp_path / "again.toml").write_text(LEAD)
    with pytest.raises(InputError, match=r"again.toml: name: \"lead\" is the name in .*lead.toml"):
        read_metric_files([lead, str(tmp_path / "again.toml")])


def test_the_key_of_a_run_has_the_expression_and_not_the_place_of_its_file(
    tmp_path: Path, lead: str
) -> None:
    def key() -> str:
        return request_experiment("pig", {"policy": "hold", "metric_file": [lead]}).key()

    before = key()
    assert before != request_experiment("pig", {"policy": "hold"}).key()
    Path(lead).write_text(LEAD.replace(" - ", " + "))
    assert key() != before
    other = tmp_path / "other"
    other.mkdir()
    Path(lead).write_text(LEAD)
    moved = Path(lead).rename(other / "lead.toml")
    assert (
        request_experiment("pig", {"policy": "hold", "metric_file": [str(moved)]}).key() == before
    )


def test_a_run_is_restored_without_the_file(lead: str) -> None:
    experiment = request_experiment("pig", {"policy": "hold", "metric_file": [lead]})
    Path(lead).unlink()
    restored = restore(experiment.describe_experiment())
    assert restored.key() == experiment.key()
    assert restored.scenarios[0].formulas[0].expression == "score_1 - score_2"


def test_gates_and_tuning_problems_name_metric_files(tmp_path: Path, lead: str) -> None:
    gate = tmp_path / "balance.toml"
    must = '[[must]]\nmetric = "lead"\nplayers = 2\nat_most = 20\n'
    gate.write_text(f'game = "pig"\npolicy = "hold"\nmetric_file = "lead.toml"\n{must}')
    assert read_gate(gate).statements[0].scenario.formulas[0].name == "lead"
    gate.write_text(f'game = "pig"\npolicy = "hold"\n{must}')
    assert read_gate(gate, [lead]).statements[0].scenario.formulas[0].name == "lead"
    problem = {"target": ["lead=5±2"], "vary": {"target": "50,100"}}
    request = request_tune("pig", {"policy": ["hold"], "metric_file": [lead]}, problem)
    assert request.experiment.scenarios[0].formulas[0].name == "lead"
