"""Commands play plain games like compiled ones, in processes of their own."""

from __future__ import annotations

import shlex
from pathlib import Path

import pandas as pd
import pytest

from tests.plain.broken_game import written

PLAIN = Path(__file__).parents[1] / "plain"
MARKET = PLAIN / "market" / "market.py"
PIG = PLAIN / "plain_pig" / "plain_pig.py"
SHORT = ("--players", "2", "--games", "400")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("plain")


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_any_number_of_jobs_writes_the_same_bytes(simlab, tmp_path) -> None:
    lineup = ("--policy", "thrifty", "--policy", "random")
    for jobs in (1, 2):
        simlab("run", MARKET, *SHORT, *lineup, "--jobs", str(jobs), "--out", f"run{jobs}")
    assert contents(tmp_path / "run1") == contents(tmp_path / "run2")


def test_a_run_is_resumed_verified_replayed_and_reported(simlab, tmp_path) -> None:
    run = simlab("run", MARKET, *SHORT, "--policy", "random", "--out", "run", "--json").json["run"]
    whole = contents(Path(run))
    Path(run, "_manifest.json").unlink()
    Path(run, "games/part-00002.parquet").unlink()
    assert simlab("resume", run).code == 0
    assert contents(Path(run)) == whole
    assert simlab("verify", run).code == 0
    replayed = simlab("replay", run, "--game", "7").out
    assert "Player 1 takes 3 coins." in replayed
    assert "for 2 coins." in replayed
    assert "for explain-move --decision" in replayed
    assert simlab("report", run).code == 0
    page = Path(run, "report.html").read_text(encoding="utf-8")
    assert "Market" in page
    assert "which simlab explain-move takes" in page
    explained = simlab("explain-move", run, "--game", "7", "--decision", "20", "--rollouts", "40")
    assert "played by random" in explained.out
    assert "rollouts were spent in rounds;" in " ".join(explained.out.split())


def test_what_is_logged_adds_up_in_the_tables(simlab) -> None:
    run = simlab("run", MARKET, *SHORT, "--policy", "patient", "--out", "run", "--json").json["run"]
    games, seats = (pd.read_parquet(Path(run, name)) for name in ("games", "seats"))
    by_game = seats.groupby("deal").sum(numeric_only=True)
    assert (by_game["decided"].to_numpy() == games["decisions"]).all()
    assert (by_game["chosen_coins"].to_numpy() + by_game["bought"] == games["turns"].values).all()
    assert (seats["bought"] == seats["chosen_buy"]).all()
    assert (seats["income"] <= 3 * seats["chosen_coins"]).all()
    assert (by_game["credit"] == 1).all()


def test_patches_of_rules_and_of_table_cells_change_the_games(simlab) -> None:
    # in plain Python: other tests compile games
    settings = ("--policy", "thrifty", "--max-games", "400", "--players", "2", "--json", "--plain")
    answer = simlab("ab", MARKET, *settings, "--metric", "turns", "--patch", "last_card=2").json
    assert answer["patch"]["changes"] == [
        "Cards of a player that end the game: 2 instead of 5 [M4]."
    ]
    assert answer["verdict"] == "less"
    scores = [
        pd.read_parquet(Path(simlab("run", MARKET, *SHORT, *patch, "--json").json["run"], "seats"))
        for patch in ((), ("--patch", "cards.pearl.points=0"))
    ]
    assert scores[1]["score"].sum() < scores[0]["score"].sum()


def test_policies_are_ranked(simlab) -> None:
    answer = simlab("ladder", PIG, "--players", "2", "--games", "200", "--json").json
    assert {row["policy"]: row["verdict"] for row in answer["crosstable"]} == {
        "hold": "more",
        "random": "less",
    }


def test_a_search_beats_its_base_policy(simlab) -> None:
    lineup = ("--policy", "search:base=random,rollouts=60", "--policy", "random")
    answer = simlab("run", PIG, "--patch", "target=10", "--games", "60", *lineup, "--json").json
    assert answer["scenarios"][0]["number"] == "wins of search over random"
    assert answer["scenarios"][0]["low"] > 0.5


def test_a_policy_of_another_file_plays(simlab, tmp_path) -> None:
    (tmp_path / "mine.py").write_text(
        "from simlab.plain import policy\n\n\n"
        "@policy()\ndef last(view, choices, chance):\n"
        '    """Takes the last choice."""\n    return choices[-1]\n'
    )
    run = ("--policy-file", "mine.py", "--policy", "last", "--policy", "thrifty")
    assert simlab("run", MARKET, *SHORT, *run).code == 0


def test_games_that_differ_between_processes_are_refused_and_explained(simlab, tmp_path) -> None:
    letters = """self.log("order", letters="".join({"a", "b", "c", "d", "e", "f", "g", "h"}))"""
    file = written(
        tmp_path,
        ('"{seat} takes {n}."', '"{seat} takes {n}.", "order": "{letters}"'),
        ("self.to_move = 0", f"self.to_move = 0\n        {letters}"),
    )
    refused = simlab("run", file, "--games", "200", "--jobs", "2")
    assert refused.code == 1
    assert "two equal seeds differ: game" in refused.problems[0]
    assert "do not iterate over a set" in refused.problems[0]
    assert "two equal seeds differ" in simlab("check", file).out


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_games_that_draw_from_the_module_random_are_refused_with_the_line(
    simlab, tmp_path, jobs
) -> None:
    file = written(tmp_path, ("7 + chance.below(3)", "7 + random.randrange(300)"))
    refused = simlab("run", file, "--games", "200", "--jobs", jobs).problems[0]
    assert refused.startswith("nim.py:15: self.stones = 7 + random.randrange(300): nim: two")


def test_an_error_is_the_author_s_and_its_command_plays_the_game_again(simlab, tmp_path) -> None:
    broken = ("self.stones -= choice[1]", "self.stones -= choice[self.stones < 4]")
    refused = simlab("run", written(tmp_path, broken), "--games", "200", "--jobs", "2")
    assert refused.code == 1
    line, where = refused.problems
    where_in_game = line.partition("nim.py:")[2]  # a worker may have another working folder
    assert where_in_game.startswith("25: self.stones -= choice[self.stones < 4]: TypeError:")
    assert "Traceback" not in refused.err
    command = shlex.split(where.partition("to play it again: ")[2])
    again = simlab(*command[1:])
    assert again.problems[0].partition("nim.py:")[2] == where_in_game
    assert "Player 1: take 2." in again.out


@pytest.mark.parametrize("game", [MARKET, PIG])
def test_the_examples_keep_the_contract(simlab, game) -> None:
    assert simlab("check", game, "--players", "2").out.splitlines()[-1] == "No problems."


def test_a_policy_that_reads_what_it_cannot_see_is_found(simlab, tmp_path) -> None:
    (tmp_path / "spy.py").write_text(
        "from simlab.plain import policy\n\n\n"
        "@policy()\ndef spy(view, choices, chance):\n"
        '    """Looks at the deck."""\n'
        "    return choices[len(str(view.deck[-1])) % len(choices)] if view.deck else choices[0]\n"
    )
    answer = simlab("check", MARKET, "--players", "2", "--policy-file", "spy.py")
    assert answer.code == 1
    assert "policy spy at seat" in answer.out and "reads what it cannot see" in answer.out


def test_a_cooperative_game_has_one_score(simlab, tmp_path) -> None:
    shared = (
        "def winner(self):\n        return self.to_move",
        "def scores(self):\n        return 7",
    )
    file = written(tmp_path, shared, ("events =", "cooperative = True\n    events ="))
    assert simlab("check", file).out.splitlines()[-1] == "No problems."
    run = simlab("run", file, "--games", "100", "--out", "run", "--json").json["run"]
    games = pd.read_parquet(Path(run, "games"))
    assert (games["score"] == 7).all()
    assert (games["took"] >= games["decided"]).all()
    assert (games["decided"] == games["decisions"]).all()


def test_a_game_without_rules_of_its_own_needs_no_data_folder(simlab, tmp_path) -> None:
    file = written(tmp_path)
    assert simlab("run", file, "--games", "100", "--jobs", "1").code == 0
    assert "no such rule" in simlab("run", file, "--patch", "stones=9").problems[0]


def test_a_priority_list_in_toml_plays_as_the_same_policy_in_python(simlab, tmp_path) -> None:
    (tmp_path / "mine.toml").write_text('[mine]\nchoose = ["buy, most points", "coins"]\n')
    words = ("--policy-file", "mine.toml", "--players", "2", "--json")
    lists = simlab("run", MARKET, *words, "--policy", "mine", "--games", "400", "--jobs", "2")
    own = simlab("run", MARKET, *words, "--policy", "thrifty", "--games", "400", "--jobs", "2")
    assert lists.json["scenarios"][0]["estimate"] == own.json["scenarios"][0]["estimate"]
    assert simlab("verify", lists.json["run"]).code == 0
