"""simlab train, as typed."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from simlab.game.player_file import read_description
from simlab.players.trained import SENTENCE
from tests.support.read_page import one_line, read_page

pytestmark = pytest.mark.compiled

FEW = ("train", "pig", "--games", "250", "--generations", "2")


def test_a_player_is_trained_and_plays_in_every_command(simlab, tmp_path) -> None:
    answer = simlab(*FEW)
    assert answer.code == 0
    assert answer.out.startswith("The player in one seat and optimal in the other seat: it wins ")
    *_, how_to_play, page = answer.out.splitlines()
    assert how_to_play.endswith("--policy players/pig-2p")
    assert page == "Open players/pig-2p/train.html in a browser."
    for words in (
        ("run", "pig", "--policy", "@pig-2p", "--policy", "hold", "--games", "20"),
        ("ladder", "pig", "--policy", "players/pig-2p", "--policy", "hold", "--games", "200"),
        ("skill", "pig", "--policy", "players/pig-2p", "--noise", "0,0.5", "--games", "200"),
        ("replay", "pig", "--policy", "players/pig-2p:noise=0.1", "--game", "3"),
    ):
        assert simlab(*words).code == 0


def test_the_page_shows_the_learning_curve_and_the_command_that_makes_it_again(
    simlab, tmp_path
) -> None:
    simlab(*FEW)
    folder = tmp_path / "players" / "pig-2p"
    page = one_line((folder / "train.html").read_text())
    assert "How well does a player learn Pig?" in page
    assert "simlab train pig --games 250 --generations 2" in page
    assert "against optimal on the same 62 deals" in page
    assert f"<dt>the player</dt><dd>{html.escape(SENTENCE)} (net " in page
    curve = (folder / "tables" / "curve.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in curve] == ["generation", "1", "2"]
    assert "On these it also plays against the best generations before, six at most." in page
    heads, *rows = next(
        table for table in read_page(folder / "train.html").tables if table[0][0] == "generation"
    )
    assert "against the best before" in heads[-1]
    assert rows[0][-1] == "–"
    assert rows[1][-1] != "–"
    assert "Exploitability" not in page, "it was not trained against anybody"


def test_what_a_response_wins_bounds_how_far_its_opponent_can_be_beaten(simlab, tmp_path) -> None:
    weak = ("train", "pig", "--tune", "hold", "--games", "400", "--generations", "1")
    answer = simlab(*weak, "--against", "hold:at=3")
    assert "hold:at=3 can be beaten: one seat that is trained against it alone wins" in one_line(
        answer.out
    )
    page = one_line((tmp_path / "players" / "pig-hold-against-2p" / "train.html").read_text())
    assert "Exploitability" in page
    assert "Tuned traits" in page
    assert "It has learnt from games against hold:at=3 alone." in page


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("pig", "--base", "hold"), "base: players of Pig try each choice, not plans for a turn"),
        (("arriala", "--base", "greedy"), "base: greedy does not propose plans for strategist"),
        (("arriala", "--base", "planer"), 'base: "planer" is not one of random, greedy, '),
        (
            ("arriala", "--base", "planner", "--tune", "planner"),
            "base: is for players that learn",
        ),
        (("pig", "--threshold", "0.1"), "threshold: players of Pig try each choice, not plans"),
        (("arriala", "--threshold", "-1"), "threshold: -1 is not from 0 to 4"),
        (
            ("arriala", "--threshold", "0", "--evaluation"),
            "threshold: is for players that learn",
        ),
    ],
)
def test_a_base_must_propose_plans_and_a_threshold_be_in_range(
    simlab, words: tuple[str, ...], problem: str
) -> None:
    answer = simlab("train", *words)
    assert answer.code == 2
    assert problem in one_line(answer.err)


@pytest.mark.long
def test_a_player_of_plans_has_the_traits_of_its_base(simlab, tmp_path) -> None:
    base = ("--base", "builder:patience=40", "--threshold", "0")
    few = ("--games", "25", "--generations", "1")
    assert simlab("train", "arriala", *base, *few).code == 0
    made = read_description(tmp_path / "players" / "arriala-2p")
    assert made["traits"]["section"] == 0.9
    assert made["traits"]["patience"] == 40
    assert made["traits"]["threshold"] == 0
    assert made["training"]["command"] == (
        "simlab train arriala --games 25 --base builder:patience=40 --threshold 0 --generations 1"
    )
    assert simlab("run", "arriala", "--policy", "@arriala-2p", "--games", "2").code == 0


@pytest.mark.long
def test_a_player_keeps_the_contract(simlab) -> None:
    simlab(*FEW)
    assert simlab("check", "pig", "--policy-file", "players/pig-2p", "--deals", "1").code == 0


def test_the_result_is_there_for_programs(simlab) -> None:
    answer = simlab(*FEW, "--out", "mine", "--json").json
    assert answer["player"] == "mine"
    assert answer["reference"] == "optimal"
    assert [row["generation"] for row in answer["curve"]] == [1, 2]
    first, second = answer["curve"]
    assert first["among_best"] is None
    assert 0 < second["among_best_low"] < second["among_best"] < second["among_best_high"] < 1
    assert 0 < answer["result"]["low"] < answer["result"]["estimate"] < 0.6


def test_another_training_does_not_replace_a_player(simlab) -> None:
    simlab(*FEW)
    again = simlab(*FEW, "--seed", "3")
    assert again.code == 2
    assert again.problems == [
        "out: players/pig-2p holds the training of: simlab train pig --games 250; choose another"
        " folder with --out"
    ]


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    assert simlab("train", "pig", "--against", "hodl").problems == [
        'policy: "hodl" is not one of random, hold, optimal, search. Did you mean "hold"?'
    ]
    assert simlab("train", "pig", "--players", "2,3").problems == [
        "players: all tables are of one size here; name one number"
    ]
    assert simlab("train", "pig", "--generations", "0").code == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--at-most", "idel=15%"), 'at_most: "idel" is not one of idle, unspent, repeats, '),
        (("--at-most", "idle"), 'at_most: "idle" is no limit such as unspent=15%'),
        (("--evaluation", "--at-most", "idle=1%"), "at_most: is for players; it does not go with"),
        (
            ("--tune", "hold", "--by-seat", "--at-most", "idle=1%"),
            "at_most: is of a policy that has all seats; it does not go with by_seat",
        ),
    ],
)
def test_mistakes_in_limits_of_habits_are_answered(
    simlab, words: tuple[str, ...], problem: str
) -> None:
    answer = simlab("train", "pig", *words)
    assert answer.code == 2
    assert problem in one_line(answer.err)


def test_limits_of_habits_are_part_of_the_command_and_of_the_answer(simlab) -> None:
    limits = ("--at-most", "idle=20%", "--at-most", "undone=5%")
    answer = simlab(*FEW, *limits, "--json").json
    assert answer["findings"]["Habits"].startswith("The player ")
    assert {row["habit"] for row in answer["habits"]} == {"turns without effect", "moves undone"}
    table = read_page(Path("players/pig-2p/train.html")).tables
    heads = next(rows[0] for rows in table if "turns without effect" in rows[0][1])
    assert "at most 20" in heads[1] and "at most 5" in heads[2]
    page = one_line(Path("players/pig-2p/train.html").read_text(encoding="utf-8"))
    assert "simlab train pig --games 250 --at-most idle=20% --at-most undone=5%" in page


def test_traits_are_tuned_to_a_policy_that_can_be_played(simlab) -> None:
    few = ("train", "pig", "--tune", "hold", "--against", "hold", "--games", "40")
    few += ("--generations", "1")
    answer = simlab(*few)
    assert answer.code == 0
    assert answer.out.startswith("One seat of the tuned policy among hold: it wins ")
    assert "No response was found that surely beats hold;" in one_line(answer.out)
    assert "Play it: --policy players/pig-hold-against-2p, or --policy hold:at=" in answer.out
    for policy in (
        "players/pig-hold-against-2p",
        "@pig-hold-against-2p",
        simlab(*few, "--json").json["policy"],
    ):
        assert simlab("run", "pig", "--policy", policy, "--games", "20").code == 0


def test_traits_are_tuned_by_seat(simlab, tmp_path) -> None:
    few = ("train", "pig", "--tune", "hold", "--by-seat", "--games", "40", "--generations", "1")
    answer = simlab(*few)
    assert "Play it: --policy players/pig-hold-by-seat-2p\n" in answer.out
    file = tmp_path / "players" / "pig-hold-by-seat-2p" / "train.html"
    page = one_line(file.read_text())
    assert "The tuned policy has traits of its own at each seat." in page
    assert "--tune hold --by-seat --generations 1" in page
    heads = next(table[0] for table in read_page(file).tables if table[0][0] == "trait")
    assert heads == ["trait", "seat 1", "seat 2"]
    answer = simlab(*few, "--json").json
    assert [row["seat"] for row in answer["traits"]] == ["seat 1", "seat 2"]
    assert [row["seat"] for row in answer["seats"]] == ["seat 1", "seat 2"]
    mean = sum(row["estimate"] for row in answer["seats"]) / 2
    assert mean == pytest.approx(answer["result"]["estimate"])
    assert "At each seat" in page
    for words in (("run",), ("ladder", "--policy", "hold"), ("replay", "--game", "3")):
        command, *rest = words
        games = () if command == "replay" else ("--games", "100")
        assert simlab(command, "pig", "--policy", "@pig-hold-by-seat-2p", *games, *rest).code == 0
    assert simlab("train", "pig", "--by-seat").problems == [
        "by_seat: is for traits that are tuned; name a policy to tune"
    ]


def test_a_trait_that_is_not_there_is_not_tuned(simlab) -> None:
    assert simlab("train", "pig", "--tune", "hodl").problems == [
        'policy: "hodl" is not one of random, hold, optimal, search. Did you mean "hold"?'
    ]


@pytest.mark.long
def test_a_policy_is_tuned_to_win_in_one_way(simlab, tmp_path) -> None:
    duel = str(Path(__file__).parents[1] / "plain" / "duel" / "duel.py")
    few = ("train", duel, "--tune", "duellist:noise=0.1", "--way", "arms", "--games", "60")
    answer = simlab(*few, "--generations", "1", "--jobs", "1")
    assert answer.code == 0, answer.err
    out = one_line(answer.out)
    assert re.search(r"of the games by arms;\s+duellist:noise=0.1 in its place wins", out)
    assert "In all ways together the tuned policy wins" in out
    page = one_line((tmp_path / "players" / "duel-duellist-arms-2p" / "train.html").read_text())
    assert "How often can duellist win Duel by arms?" in page
    content = simlab(*few, "--generations", "1", "--jobs", "1", "--json").json
    assert content["way"] == "arms"
    assert content["before"]["estimate"] <= content["all_wins"]["estimate"]
    assert simlab("train", "pig", "--way", "points").problems == [
        "way: is for traits that are tuned; name a policy to tune"
    ]
