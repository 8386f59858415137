"""`simlab train --evaluation`: weights that the games of a policy give, as the game reads them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.analysis.moments import LEVEL
from simlab.api.fit_evaluation import EvaluationResult
from simlab.catalog import find_game
from simlab.engine.record import row_of
from simlab.errors import InputError
from simlab.execution.stepper import Case, Stepper
from simlab.game.evaluation import FILE, read_weights

GAMES = ("taxis", "arriala", "mare_nostrum")


@pytest.fixture(scope="module")
def fit(tmp_path_factory: pytest.TempPathFactory) -> EvaluationResult:
    folder = tmp_path_factory.mktemp("fit")
    result = simlab.train(
        "taxis", evaluation=True, against="greedy", players=3, games=60, out=folder, jobs=1
    )
    assert isinstance(result, EvaluationResult)
    return result


def test_a_fit_has_a_weight_per_term_and_an_error_on_other_games(fit: EvaluationResult) -> None:
    evaluation = find_game("taxis").evaluation
    assert evaluation is not None
    assert tuple(fit.frame["term"]) == evaluation.names
    assert tuple(fit.frame["before"]) == evaluation.weights
    assert (fit.frame["low"] < fit.frame["high"]).all()
    assert (fit.frame["n"] == 48).all()
    assert fit.fit.n_held_out == 12
    assert fit.fit.error < fit.fit.error_before
    assert fit.sentences[0].endswith("48 games of greedy.")
    assert LEVEL == 0.95


def test_the_file_of_a_fit_is_what_a_game_reads(fit: EvaluationResult) -> None:
    evaluation = find_game("taxis").evaluation
    assert evaluation is not None
    weights = read_weights(fit.file.parent, type(evaluation.weights))
    assert np.allclose(weights, fit.frame["estimate"], rtol=0.006)
    assert 'command = "simlab train taxis --players 3 --games 60' in fit.file.read_text()


def test_the_same_command_gives_the_same_weights(fit: EvaluationResult, tmp_path: Path) -> None:
    again = simlab.train(
        "taxis", evaluation=True, against="greedy", players=3, games=60, out=tmp_path, jobs=1
    )
    assert again.frame.equals(fit.frame)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_terms_add_up_to_the_evaluation(name: str) -> None:
    game = find_game(name)
    evaluation = game.evaluation
    assert evaluation is not None and game.evaluate is not None
    lineup = (game.policies[1],) * game.players[1]
    table = Stepper(Case(game, game.load(), lineup), deal=3)
    table.set_up()
    for number, _ in enumerate(table.decisions()):
        if number % 40 == 0:
            rules, state = row_of(table.rules), row_of(table.state)
            seats = range(1 if game.cooperative else len(lineup))
            terms = np.array([evaluation.terms(rules, state, seat) for seat in seats])
            values = terms[:, 0] + terms[:, 1:] @ np.array(evaluation.weights)
            odds = np.exp(values - values.max())
            expected = values if game.cooperative else odds / odds.sum()
            assert np.allclose(expected, table.values()[: len(seats)])


def test_a_game_without_weights_is_refused() -> None:
    with pytest.raises(InputError, match="Pig has no weights to fit"):
        simlab.train("pig", evaluation=True)


def test_weights_of_other_origin_are_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("[weights]\ntoken = 1\n", encoding="utf-8")
    with pytest.raises(InputError, match="was not written by a fit; choose another folder"):
        simlab.train("taxis", evaluation=True, out=tmp_path)
    assert file.read_text() == "[weights]\ntoken = 1\n"


def test_a_fit_takes_neither_traits_nor_generations() -> None:
    with pytest.raises(InputError, match="it takes neither tune nor generations"):
        simlab.train("taxis", evaluation=True, generations=3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[weights]\ntokn = 1\n", 'weights: "tokn" is not one of'),
        ("[weights]\ntoken = true\n", "is no number"),
        ("[weights\n", "broken TOML"),
        ("weights = 3\n", "weights: is missing, or no table"),
    ],
)
def test_broken_weights_name_the_file(tmp_path: Path, text: str, complaint: str) -> None:
    evaluation = find_game("taxis").evaluation
    assert evaluation is not None
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=complaint) as refused:
        read_weights(tmp_path, type(evaluation.weights))
    assert FILE in str(refused.value)


def test_missing_weights_name_the_file(tmp_path: Path) -> None:
    evaluation = find_game("taxis").evaluation
    assert evaluation is not None
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_weights(tmp_path, type(evaluation.weights))
