"""`simlab games` and `simlab rules`."""

from __future__ import annotations

import csv
import re
import shutil

import pytest

from simlab.cli.terminal.rules import print_policy
from simlab.files.paths import data_folder
from tests.support.games import GAMES
from tests.support.read_page import one_line


def test_games_are_listed_one_per_line(simlab) -> None:
    lines = simlab("games").out.splitlines()
    (pig,) = [line for line in lines if line.startswith("pig")]
    assert "2–4 players, against each other" in pig and "random, hold, optimal" in pig


def test_games_are_listed_for_programs(simlab) -> None:
    games = {game["name"]: game for game in simlab("games", "--json").json["games"]}
    assert games["taxis"]["cooperative"] and not games["pig"]["cooperative"]
    assert games["pig"]["players"] == [2, 4]


def test_rules_tell_value_range_meaning_and_provenance(simlab) -> None:
    (line,) = [line for line in simlab("rules", "pig").out.splitlines() if "target" in line]
    expected = "target 100 10–100 points points that win the game [P5] rule"
    assert line.split() == expected.split()


def test_rules_tell_the_note_on_a_value_and_whether_it_is_assumed(simlab) -> None:
    lines = " ".join(simlab("rules", "mare_nostrum", "pairs_trade_once").out.split())
    note = "Printed is that two players exchange there and back only once; read of picks in a row."
    assert f"pairs_trade_once: {note}" in lines
    assert lines.endswith("the rules may be understood in another way: pairs_trade_once.")
    (rule,) = simlab("rules", "mare_nostrum", "pairs_trade_once", "--json").json["rules"]
    assert (rule["provenance"], rule["is_assumed"], rule["note"]) == ("inferred", True, note)


def test_rules_tell_the_provenance_of_a_column_that_differs_from_its_row(simlab) -> None:
    lines = simlab("rules", "arriala", "stretches").out.splitlines()
    assert lines[-1] == "Provenance of min_players: rule."
    assert "min_players_provenance" not in " ".join(lines)


def test_rules_under_a_patch_tell_what_it_changes_and_nothing_else(simlab) -> None:
    patches = [
        "--patch",
        "third_officer",
        "--patch",
        "officers=+1",
        "--patch",
        "soldiers.red_1=off",
    ]
    first, heading, _, *changes, _, last = simlab("rules", "taxis", *patches).out.splitlines()
    patched = "third_officer, officers=+1, soldiers.red_1=off"
    assert first == f"Les Taxis de la Marne, changed by {patched}"
    assert heading.startswith("third_officer: A third officer. Is the team held up by ")
    assert changes == [
        "- Officers on the table: 4 instead of 2 [T1].",
        "- Removed from the soldier cards: red 1.",
    ]
    assert last == "The whole rulebook without the patch: simlab rules taxis"


def test_rules_say_so_when_a_patch_changes_nothing(simlab, tmp_path) -> None:
    folder = shutil.copytree(data_folder("pig"), tmp_path / "my pig")
    out = simlab("rules", "pig", "--patch", "target=100", "--data", folder).out
    assert "No rule changes: all values are the same as before." in out
    assert out.endswith(f"without the patch: simlab rules pig --data '{folder}'\n")


def test_rules_list_the_patches_that_a_game_ships(simlab) -> None:
    lines = simlab("rules", "pig").out.splitlines()
    (line,) = [line for line in lines if line.startswith("half_way")]
    assert "A game to half the points" in line
    (patch,) = simlab("rules", "pig", "--json").json["shipped_patches"]
    assert (patch["name"], patch["values"]) == ("half_way", {"target": 50})


def test_every_patch_that_cannot_be_found_is_reported(simlab) -> None:
    answer = simlab("rules", "pig", "--patch", "halfway", "--patch", "taget")
    assert answer.code == 2
    assert [problem.partition("patch.")[2] for problem in answer.problems] == [
        ' Did you mean "half_way"? Pig ships half_way.',
        ' Did you mean "target=..."? Pig ships half_way.',
    ]


def test_rules_for_programs_hold_all_there_is(simlab) -> None:
    book = simlab("rules", "taxis", "--patch", "soldiers.red_1.value=2", "--json").json
    with (data_folder("taxis") / "soldiers.csv").open(encoding="utf-8") as file:
        cards = [row["card"] for row in csv.DictReader(file)]
    soldiers = next(table for table in book["tables"] if table["name"] == "soldiers")
    assert [row["card"] for row in soldiers["rows"]] == cards
    (change,) = book["changes"]
    assert change["sentence"] == "Soldier cards, value: 2 instead of 1 for red 1."
    assert (change["old"], change["new"]) == (
        {"soldiers.red_1.value": 1},
        {"soldiers.red_1.value": 2},
    )
    assert book["patches"][0]["values"] == {"soldiers.red_1.value": "2"}
    assert len(book["patch_hash"]) == 8
    hand_limit = next(rule for rule in book["rules"] if rule["name"] == "hand_limit")
    assert (hand_limit["low"], hand_limit["high"], hand_limit["rule"]) == (1, 12, "T16")
    traits = next(p for p in book["policies"] if p["name"] == "greedy")["traits"]
    names = {"name", "default", "low", "high", "meaning", "whole", "sets_length"}
    assert names == set(traits[0])


def test_rules_are_read_from_another_folder(simlab, tmp_path) -> None:
    folder = shutil.copytree(data_folder("pig"), tmp_path / "mine")
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text().replace("100", "50"))
    assert simlab("rules", "pig", "--data", folder, "--json").json["rules"][0]["value"] == 50


@pytest.mark.parametrize("columns", ["80", "140"])
def test_no_word_of_the_rules_is_cut_at_any_width(simlab, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    answer = simlab("rules", "taxis")
    assert "…" not in answer.out
    assert all(len(line.rstrip()) <= int(columns) for line in answer.out.splitlines())
    meanings = [rule["meaning"] for rule in simlab("rules", "taxis", "--json").json["rules"]]
    words = answer.out.replace(":", " ").split()
    assert {word for meaning in meanings for word in meaning.split()} <= set(words)


def test_a_policy_with_the_traits_of_another_is_reported_by_what_differs(simlab) -> None:
    listing = simlab("rules", "arriala").out
    assert "Traits of planner, with rivalry=1.4, focus=2." in listing
    assert listing.count("worth of winning, when the last section closes") == 1
    book = simlab("rules", "arriala", "--json").json
    spoiler, planner = (
        {trait["name"]: trait["default"] for trait in policy["traits"]}
        for policy in book["policies"]
        if policy["name"] in ("spoiler", "planner")
    )
    assert planner | {"rivalry": 1.4, "focus": 2} == spoiler


def test_a_player_is_listed_with_its_traits_for_each_size_of_table(simlab) -> None:
    _, listed = simlab("rules", "arriala").out.split("Policy @strategist (2–4 players)")
    assert "Traits of planner, others for each size of table:" in one_line(listed)
    alone = simlab("rules", "arriala", "@strategist").out
    assert re.search("Traits at tables of 2, 3 and 4 players:\ntrait +2 +3 +4  range", alone)
    assert re.search(r"haste +2.59 +1.49 +2 ", alone)
    assert re.search(r"threshold +0.1 +0.1 +0.1 ", alone)
    assert "mean over the seats" not in alone
    by_seat = one_line(simlab("rules", "mare_nostrum", "@robust").out)
    assert "Each value is a mean over the seats, which have their own." in by_seat


def test_a_player_for_one_size_is_listed_by_what_differs(capsys) -> None:
    trait = {"low": 0, "high": 4, "meaning": "a worth"}
    model = {"name": "planner", "traits": [{**trait, "name": "haste", "default": 1}]}
    own = [{**trait, "name": "haste", "default": 2}, {**trait, "name": "threshold", "default": 3}]
    player = {"name": "@bold", "sentence": "Bold.", "players": (2, 2), "by_size": {2: {}}}
    print_policy({**player, "traits": own}, model, "arriala")
    listed = one_line(capsys.readouterr().out)
    assert "Traits of planner, with haste=2, and its own:" in listed
    assert "threshold" in listed


def test_what_every_policy_has_is_reported_once(simlab) -> None:
    (line,) = [line for line in simlab("rules", "taxis").out.splitlines() if "noise" in line]
    assert line.split()[:3] == ["noise", "0", "0–1"]
    (noise,) = simlab("rules", "taxis", "--json").json["every_policy"]
    assert (noise["name"], noise["default"], noise["low"], noise["high"]) == ("noise", 0, 0, 1)


def test_an_unknown_game_is_named_with_the_nearest(simlab) -> None:
    answer = simlab("rules", "pgi")
    assert answer.code == 2
    known = ", ".join(GAMES)
    assert answer.problems == [f'game: "pgi" is not one of {known}. Did you mean "pig"?']


def test_all_problems_of_a_patch_are_reported(simlab) -> None:
    answer = simlab("rules", "pig", "--patch", "targt=5", "--patch", "target=lots")
    assert answer.code == 2
    assert answer.problems == [
        'patch: target: "lots" is not a whole number from 10 to 100.',
        'patch: targt: no such rule. Did you mean "target"?',
    ]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("castelsarrasin_moissac.cells", "stretches.castelsarrasin_moissac.cells"),
        ("castelsarrasin_moissac.locks", "locks.castelsarrasin_moissac.locks"),
        ("montech.Position", "towns.montech.position"),
        ("castelsarrasin", "towns.castelsarrasin.COLUMN"),
        ("cards.move_2", "cards.CARD.COLUMN"),
        ("strtches.castelsarrasin_moissac.cells", "stretches.castelsarrasin_moissac.cells"),
    ],
)
def test_a_cell_without_its_table_is_pointed_to_where_it_is(simlab, key, meant) -> None:
    (problem,) = simlab("rules", "arriala", "--patch", f"{key}=5").problems
    assert problem.startswith(f"patch: {key}: ") and meant in problem


def test_no_far_fetched_name_is_suggested(simlab) -> None:
    (problem,) = simlab("run", "arriala", "--policy", "planner:tokn=1").problems
    assert problem.startswith('policy: planner: no trait "tokn"; it has section, ')
    assert "Did you mean" not in problem
    (problem,) = simlab("run", "taxis", "--policy", "planner:tokn=1").problems
    assert problem.endswith('Did you mean "token"?')


TABLE = ("pig", "--policy", "hold", "--seed", "3")


def test_metrics_are_listed_with_group_unit_and_margin(simlab) -> None:
    head, *lines = simlab("metrics", *TABLE).out.splitlines()
    assert head == "Pig, 2 players, hold"
    columns = {line.split()[0]: line.split()[1:] for line in lines}
    assert columns["capped"] == ["capped", "games", "length", "share", "2%"]
    assert columns["turns"][:3] == ["turns", "length", "turns"]
    assert float(columns["turns"][3]) > 0


def test_metrics_that_need_rollouts_are_listed_where_a_game_can_have_them(simlab) -> None:
    out = " ".join(simlab("metrics", *TABLE).out.split())
    assert "hundreds of games: influence (how far the choices of a decision move" in out
    assert simlab("metrics", *TABLE, "--json").json["with_rollouts"] == ["influence", "uncertainty"]
    assert "rollouts" not in simlab("metrics", "taxis", "--policy", "random").out


def test_runs_refuse_metrics_with_rollouts_before_they_compile(simlab) -> None:
    cost = (
        "metric: influence needs rollouts, up to some seconds for each game, which may be hours for"
        " the 300 games here; "
    )
    by_ab = "simlab ab compares two sets of rules by it, and stops as soon as it knows enough"
    for words, problem in (
        (
            ("sweep", "--vary", "target=50,60", "--metric", "influence"),
            f"{cost}simlab sensitivity ranks rules by it, simlab tune aims at it, and {by_ab}",
        ),
        (
            ("houserule", "--patch", "target=50", "--metric", "influence", "--games", "150"),
            f"{cost}{by_ab}",
        ),
        (
            ("houserule", "--patch", "target=50", "--metric", "kingmaking"),
            "metric: kingmaking is 0 by definition with two players: what one loses, the other"
            " wins; take influence, or more players",
        ),
    ):
        command, *options = words
        games = () if "--games" in options or "kingmaking" in options else ("--games", "100")
        answer = simlab(command, *TABLE, *options, *games)
        assert (answer.code, answer.problems) == (2, [problem])


def test_what_varies_in_no_game_has_no_margin(simlab) -> None:
    out = simlab("metrics", "taxis", "--policy", "random").out
    (line,) = [line for line in out.splitlines() if line.startswith("sent_value_6 ")]
    assert line.split()[-2:] == ["taxis", "–"]
    listed = simlab("metrics", "taxis", "--policy", "random", "--json").json["metrics"]
    assert {each["name"]: each["margin"] for each in listed}["sent_value_6"] is None


def test_a_comparison_takes_the_first_metric_and_the_margins_listed(simlab) -> None:
    listed = simlab("metrics", *TABLE, "--json").json["metrics"]
    margins = {each["name"]: each["margin"] for each in listed}
    words = ("ab", *TABLE, "--patch", "target=50", "--max-games", "400", "--json")
    first, turns = simlab(*words).json, simlab(*words, "--metric", "turns").json
    assert (first["metric"]["name"], first["margin"]) == next(iter(margins.items()))
    assert turns["margin"] == margins["turns"]


def test_policies_that_meet_have_metrics_of_their_own(simlab) -> None:
    listed = simlab("metrics", "pig", "--policy", "hold", "--policy", "random", "--json").json
    assert listed["policies"] == ["hold", "random"]
    assert {"wins_of_hold", "wins_of_random"} < {each["name"] for each in listed["metrics"]}


def test_metrics_are_those_of_one_table(simlab) -> None:
    answer = simlab("metrics", "pig", "--players", "2,3")
    assert answer.code == 2
    assert answer.problems == ["players: metrics are listed for one number of players; name one"]


def test_keys_are_never_broken_and_notes_give_way(simlab, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    book = simlab("rules", "mare_nostrum", "--json").json
    words = set(simlab("rules", "mare_nostrum").out.split())
    for table in book["tables"]:
        assert {str(row[table["key"]]) for row in table["rows"]} <= words
    assert {rule["name"] for rule in book["rules"]} <= words


def test_a_part_of_the_rules_is_shown_alone(simlab) -> None:
    out = simlab("rules", "taxis", "hand_limit").out
    assert "hand_limit" in out and "officers" not in out and "Policy" not in out
    assert simlab("rules", "taxis", "streets", "--json").json["tables"][0]["name"] == "streets"
    answer = simlab("rules", "taxis", "hand_limt")
    assert answer.code == 2 and 'Did you mean "hand_limit"?' in answer.problems[0]


def test_the_rules_that_contain_a_word_are_found(simlab) -> None:
    out = simlab("rules", "taxis", "--find", "Joker_2").out
    assert "joker_2" in out and "joker_1" not in out
    answer = simlab("rules", "taxis", "--find", "submarine")
    assert answer.code == 2 and 'contains "submarine"' in answer.problems[0]
