"""`simlab replay`: any game again, in words and as JSON lines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pyarrow.compute as pc
import pyarrow.parquet as pq

from simlab.games.pig.rules import HEAD_STARTS
from tests.support.compiled_pig import PIG as GAME

MIXED = ("--policy", "hold", "--policy", "random", "--policy", "hold:at=25")
RUN = ("run", "pig", *MIXED, "--games", "300", "--out", "here")


def lines_of(answer):
    return [json.loads(line) for line in answer.out.splitlines()]


def test_a_game_of_a_run_ends_as_its_row_says(simlab) -> None:
    simlab(*RUN)
    events = lines_of(simlab("replay", "here", "--game", "7", "--rotation", "2", "--json"))
    games, seats = (pd.read_parquet(f"here/{table}") for table in ("games", "seats"))
    row = games[(games.deal == 7) & (games.rotation == 2)].iloc[0]
    assert events[-1]["event"] == "result"
    assert {name: events[-1][name] for name in games.columns} == row.to_dict()
    mine = seats[(seats.deal == 7) & (seats.rotation == 2)]
    assert [seat["score"] for seat in events[-1]["seats"]] == list(mine.score)
    assert events[0]["policies"] == list(mine.policy) == ["hold:at=25", "hold", "random"]


def test_a_replay_of_a_patched_run_has_every_cell_of_the_stored_row(simlab) -> None:
    patch = ("--patch", "hand_limit=6", "--patch", "events=off")
    words = ("taxis", "--players", "3", "--policy", "greedy", "--policy", "random")
    simlab("run", *words, "--policy", "greedy", *patch, "--games", "300", "--out", "here")
    table = pq.read_table("here/games")
    for deal, rotation in ((0, 0), (41, 1), (99, 2)):
        answer = simlab("replay", "here", "--game", deal, "--rotation", rotation, "--json")
        *_, result = lines_of(answer)
        wanted = (pc.field("deal") == deal) & (pc.field("rotation") == rotation)
        (row,) = table.filter(wanted).to_pylist()
        assert {name: result.get(name) for name in table.column_names} == row
        assert set(result) == {"event", *row}


def test_the_same_game_is_reported_from_a_run_and_from_options(simlab) -> None:
    simlab(*RUN)
    from_run = simlab("replay", "here", "--game", "7")
    assert from_run.code == 0
    assert simlab("replay", "pig", *MIXED, "--game", "7").out == from_run.out
    assert simlab("replay", "pig", *MIXED, "--game", "7", "--seed", "5").out != from_run.out


def test_a_story_tells_who_sits_where_every_event_and_the_end(simlab) -> None:
    out = simlab("replay", "pig", *MIXED, "--game", "7", "--rotation", "1").out
    head = out.splitlines()[:4]
    assert head == [
        "Pig: game 7, rotation 1, seed 1914",
        "Player 1 is played by random.",
        "Player 2 is played by hold:at=25.",
        "Player 3 is played by hold.",
    ]
    assert " rolls a " in out and " banks " in out
    assert out.splitlines()[-2:] == [
        "End",
        "Player 3 wins with 101 points, before Player 2 (28) and Player 1 (23).",
    ]


def test_a_line_has_the_number_of_its_decision(simlab) -> None:
    words = ("replay", "pig", *MIXED, "--game", "7")
    events = lines_of(simlab(*words, "--json"))
    numbers = {event["decision"]: event for event in events if event["event"] == "decision"}
    turn = seat = None
    for line in simlab(*words).out.splitlines():
        if line.startswith("Turn "):
            turn = int(line.split()[-1]) - 1
        number = line[:4].strip()
        if turn is not None and number.isdigit():
            seat = numbers.pop(int(number))["seat"]
            assert seat == turn and f"Player {seat + 1} " in line
    assert not numbers


def test_the_seats_are_named_from_the_first_rank_to_the_last(simlab) -> None:
    words = ("replay", "pig", *MIXED, "--game", "7")
    result = lines_of(simlab(*words, "--json"))[-1]
    by_rank = sorted(range(3), key=lambda seat: result["seats"][seat]["rank"])
    last = simlab(*words).out.splitlines()[-1]
    assert re.findall(r"Player (\d)", last) == [str(seat + 1) for seat in by_rank]


def test_a_cooperative_game_ends_with_points_band_and_reason(simlab) -> None:
    words = ("replay", "taxis", "--policy", "greedy", "--players", "2", "--game", "3")
    result = lines_of(simlab(*words, "--json"))[-1]
    score, reason = simlab(*words).out.splitlines()[-2:]
    assert score.startswith(f"{result['score']} points: ")
    assert score.endswith(f", line {result['tier']} of 6 of the victory table.")
    ends = {1: "taxi deck empty", 2: "jam"}
    assert reason == f"Reason for the end: {ends[result['end_reason']]}."


def test_the_columns_of_the_result_are_only_in_json(simlab) -> None:
    out = simlab("replay", "taxis", "--policy", "greedy", "--players", "2", "--game", "3").out
    assert not {"meaning", "most_streets", "overloaded"} & set(out.split())


def test_with_long_every_event_has_a_line_of_its_own(simlab, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    words = ("replay", "taxis", "--policy", "greedy", "--players", "2", "--game", "3")
    events = lines_of(simlab(*words, "--json"))
    texts = [e["text"] for e in events if "text" in e and e["event"] != "turn_began"]
    out = simlab(*words, "--long").out.splitlines()
    lines = [line[6:] for line in out if line.startswith(" ")]
    assert [line for line in lines if not line.startswith("Points: ")] == texts
    assert len(simlab(*words).out.splitlines()) < len(out)


def test_lines_are_wrapped_beside_their_numbers(simlab, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ("replay", "taxis", "--policy", "greedy", "--players", "2", "--game", "3")
    lines = simlab(*words).out.splitlines()
    assert max(map(len, lines)) <= 80
    indented = [line for line in lines[4:] if line.startswith(" ")]
    assert all(line[6] != " " and (line[:6].strip() + "0").isdigit() for line in indented)


def test_json_has_the_table_then_events_with_their_decisions_then_the_result(simlab) -> None:
    answer = simlab("replay", "pig", *MIXED, "--game", "7", "--json")
    table, *events, result = lines_of(answer)
    assert table == {
        "event": "table",
        "game": "pig",
        "players": 3,
        "policies": ["hold", "random", "hold:at=25"],
        "seed": 1914,
        "deal": 7,
        "rotation": 0,
        "rules": {"target": 100, **dict.fromkeys(HEAD_STARTS, 0)},
        "legend": {},
    }
    decisions = [event for event in events if event["event"] == "decision"]
    assert [decision["decision"] for decision in decisions] == list(range(result["decisions"]))
    assert set(decisions[0]) == {"event", "seat", "decision", "choice"}
    happened = [event for event in events if event["event"] != "decision"]
    kinds = {kind.name: kind.fields for kind in GAME.events.values()}
    for event in happened:
        assert set(event) == {"event", "text", *kinds[event["event"]]}
    assert {event["event"] for event in happened} == set(kinds) - {"turns"}  # a silent one


def test_what_does_not_apply_is_null(simlab) -> None:
    words = ("--policy", "hold:at=1", "--policy", "hold:at=1", "--patch", "target=100")
    *_, result = lines_of(simlab("replay", "pig", *words, "--game", "0", "--json"))
    assert result["winner"] is not None
    assert result["finished"] == 1


def test_a_game_with_a_legend_explains_its_numbers(simlab) -> None:
    words = ("replay", "taxis", "--policy", "random", "--players", "2", "--game", "3", "--json")
    table, *_ = lines_of(simlab(*words))
    assert table["rules"]["hand_limit"] == 5
    assert len(table["legend"]["streets"]) == 8


def test_patches_in_force_are_reported(simlab) -> None:
    out = simlab("replay", "pig", "--game", "0", "--patch", "target=20").out
    assert "Patch: target = 20" in out


def test_a_scenario_must_be_named_where_there_are_several(simlab) -> None:
    simlab("run", "pig", "--policy", "hold", "--players", "2,3", "--games", "100", "--out", "two")
    answer = simlab("replay", "two", "--game", "3")
    assert answer.code == 2
    assert answer.problems == ["scenario: name one with --scenario: 2p-hold, 3p-hold"]
    answer = simlab("replay", "two", "--game", "3", "--scenario", "2p-hodl")
    assert answer.problems[0].endswith('Did you mean "2p-hold"?')
    out = simlab("replay", "two", "--game", "3", "--scenario", "3p-hold").out
    assert "Player 3 is played by hold." in out


def test_a_game_beyond_the_last_of_a_run_is_refused_with_the_last(simlab) -> None:
    simlab(*RUN)
    answer = simlab("replay", "here", "--game", "100")
    assert answer.code == 2
    assert answer.problems[0].startswith("game: must be from 0 to 99 in this run, not 100;")
    assert simlab("replay", "here", "--game", "99").code == 0


def test_a_game_of_any_number_is_reported_where_no_run_is_named(simlab) -> None:
    answer = simlab("replay", "pig", *MIXED, "--game", "1000000000000")
    assert answer.out.startswith("Pig: game 1000000000000, rotation 0")


def test_options_that_a_run_has_settled_are_refused(simlab) -> None:
    simlab(*RUN)
    answer = simlab("replay", "here", "--game", "3", "--seed", "5", "--policy", "hold")
    assert answer.code == 2
    assert answer.problems == [
        "policy, seed: set by the run; give these options with a game's name",
    ]


TAXIS = ("replay", "taxis", "--players", "2", "--policy", "random", "--game", "3")


def test_a_french_game_is_reported_in_french_when_asked_or_by_the_locale(
    simlab, monkeypatch
) -> None:
    asked = simlab(*TAXIS, "--lang", "fr").out
    assert "Joueur 1 : random." in asked.replace("\u00a0", " ")
    assert " pioche " in asked and " draws " not in asked
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert simlab(*TAXIS).out == asked
    assert " draws " in simlab(*TAXIS, "--lang", "en").out


def test_programs_get_english_unless_they_ask_for_another_language(simlab, monkeypatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert any(" draws " in event.get("text", "") for event in lines_of(simlab(*TAXIS, "--json")))


def test_a_language_that_there_is_not_is_refused(simlab) -> None:
    answer = simlab(*TAXIS, "--lang", "rf")
    assert answer.code == 2
    assert answer.problems == ['--lang: "rf" is not one of en, fr.']


def test_the_page_of_a_game_is_the_same_from_a_run_and_from_options(simlab) -> None:
    simlab(*RUN)
    assert simlab("replay", "here", "--game", "7", "--html", "a.html").out == "a.html\n"
    simlab("replay", "pig", *MIXED, "--game", "7", "--html", "b.html")
    page, other = (Path(name).read_bytes() for name in ("a.html", "b.html"))
    assert page == other
    assert b"game 7, rotation 0, seed 1914" in page


def test_a_page_needs_a_name_that_ends_in_html(simlab) -> None:
    answer = simlab("replay", "pig", "--game", "7", "--html", "a.png")
    assert answer.code == 2
    assert "not a page" in answer.err
    assert not Path("a.png").exists()


def test_chances_need_a_page_and_a_game_in_which_seats_win(simlab) -> None:
    answer = simlab("replay", "pig", "--game", "7", "--chances")
    assert answer.code == 2
    assert "name its file with --html" in answer.err
    answer = simlab("replay", "taxis", "--game", "7", "--html", "a.html", "--chances")
    assert answer.code == 2
    assert "win or lose together" in answer.err
    assert not Path("a.html").exists()
