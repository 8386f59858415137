"""What a page says of a short search over the policy of all seats."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simlab.analysis.tables import Tables
from simlab.experiment.run_folder import OTHER_PLAYERS
from simlab.report.answers.certainty import certainty
from simlab.report.answers.run import warning
from tests.support.written_run import FACTS, KEY, Written, write_run

SEARCH = "search:base=greedy,rollouts=24"
HOUSES = {"seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm"]}}


def won(share_of_elm: float, policy: str = "greedy", name: str = "") -> Written:
    elm = (np.arange(200) < 200 * share_of_elm).astype(float)
    credit = np.stack([1 - elm, elm], axis=1).ravel()
    seats = {"credit": credit, "score": credit.astype(int)}
    return Written({"turns": [9] * 200}, policies=[policy, policy], seats=seats, name=name)


def competitive(folder: Path, share_of_elm: float) -> Tables:
    """Return a run in which Elm wins seven tenths, and with the search another share."""
    more = {"cooperative": False, "facts": HOUSES}
    write_run(folder, [won(0.7)], **more)
    inner = [won(share_of_elm, SEARCH, "short_search"), won(0.7, name="unchanged")]
    write_run(folder / OTHER_PLAYERS, inner, study={"run": KEY, "games": 200}, **more)
    return Tables(folder)


def players(tables: Tables) -> str:
    return dict(certainty(tables))["Players"]


def test_the_page_says_who_searches_and_what_comes_of_it(tmp_path) -> None:
    assert players(competitive(tmp_path, 0.66)).startswith(
        "With a short search over greedy in all seats (24 rollouts a choice, 200 games), Elm wins"
    )
    assert "instead of 70" in players(competitive(tmp_path, 0.66))


def test_a_search_with_which_another_seat_wins_most_is_on_top(tmp_path) -> None:
    sentences = warning(competitive(tmp_path, 0.2))
    assert "Changes with the players: with search over greedy" in sentences
    assert sentences.endswith("The answer is about greedy, not about the game.")
    assert "search" not in warning(competitive(tmp_path, 0.68))


def test_a_mean_comes_with_that_of_the_policy(tmp_path) -> None:
    def scored(score: int, policy: str, name: str = "") -> Written:
        return Written({"score": [score, score + 1] * 50}, policies=[policy], name=name)

    facts = {"score": FACTS["score"]}
    write_run(tmp_path, [scored(2, "greedy")], facts=facts)
    inner = [scored(3, SEARCH, "short_search"), scored(2, "greedy", "unchanged")]
    write_run(tmp_path / OTHER_PLAYERS, inner, study={"run": KEY, "games": 100}, facts=facts)
    assert "the mean is 3.50" in players(Tables(tmp_path))
    assert "instead of 2.50 with 1 player" in players(Tables(tmp_path))
