"""For how long something is held, of games in which it is known who held it when."""

from __future__ import annotations

import numpy as np

from simlab.analysis import timeline, title_share
from simlab.analysis.intervals import simultaneous_shares
from simlab.analysis.tables import Tables
from tests.support.coverage import assert_coverage, covers
from tests.support.simulated_games import Played, interval_of
from tests.support.written_run import Written, write_run

FACTS = {
    "seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm", "Ash"]},
    "titles": {"title": "Crowns", "many": "crowns", "columns": {"held_crown": "crown"}},
}


def tables_with_titles(tmp_path, written: Written) -> Tables:
    return Tables(write_run(tmp_path / "run", [written], cooperative=False, facts=FACTS))


def test_every_game_counts_alike_whatever_its_length(tmp_path) -> None:
    seats = {"credit": [1.0, 0.0] * 3, "held_crown": [1, 3, 10, 0, 9, 9]}
    tables = tables_with_titles(
        tmp_path, Written({"finished": [1, 1, 0]}, ["greedy"] * 2, seats=seats)
    )
    shares = title_share.title_share(tables, tables.main).set_index("who")
    assert shares["estimate"].to_dict() == {"Oak": (1 / 4 + 1) / 2, "Elm": (3 / 4 + 0) / 2}
    assert (shares["even"] == 1 / 2).all()
    assert ((shares["low"] < shares["estimate"]) & (shares["estimate"] < shares["high"])).all()


def test_games_in_which_nobody_ever_held_it_tell_nothing(tmp_path) -> None:
    seats = {"credit": [1.0, 0.0] * 2, "held_crown": [2, 2, 0, 0]}
    tables = tables_with_titles(
        tmp_path, Written({"finished": [1, 1]}, ["greedy"] * 2, seats=seats)
    )
    assert title_share.title_share(tables, tables.main)["estimate"].tolist() == [0.5, 0.5]


def test_holders_are_reported_of_the_games_that_still_go_on(tmp_path) -> None:
    rounds = {
        "deal": [0, 0, 1, 2],
        "rotation": [0] * 4,
        "rounds": [1, 2, 1, 1],
        "crown": [0, 1, 0, None],
    }
    seats = {"credit": [1.0, 0.0] * 3}
    tables = tables_with_titles(
        tmp_path, Written({"finished": [1] * 3}, ["greedy"] * 2, seats=seats, timeline=rounds)
    )
    rows = timeline.holders(tables, ("crown",), tables.main)
    shares = rows.set_index(["round", "who"])["estimate"].to_dict()
    assert shares == {
        (1, "Oak"): 2 / 3,
        (1, "Elm"): 0,
        (1, "nobody"): 1 / 3,
        (2, "Oak"): 0,
        (2, "Elm"): 1,
        (2, "nobody"): 0,
    }
    assert rows["games"].tolist() == [3] * 3 + [1] * 3
    assert rows["high"][0] == simultaneous_shares([2, 0, 1]).high[0]


def test_parts_of_all_seats_are_covered_together(effort: int) -> None:
    rng, hits = np.random.default_rng(1), []
    for _ in range(400 * effort):
        luck = rng.dirichlet([4, 2, 1], 80)
        held = np.array(
            [
                rng.multinomial(rounds, own)
                for rounds, own in zip(rng.integers(2, 9, 80), luck, strict=True)
            ]
        )
        played = Played(FACTS, {"credit": np.ones((80, 3)), "held_crown": held})
        interval = interval_of(title_share.title_share(played, (played.scenario,)))
        hits.append(covers(interval, np.array([4, 2, 1]) / 7).all())
    assert_coverage(hits, 0.94, at_most=0.985)
