"""Questions are answered by the same games as those of the command line, and kept."""

from __future__ import annotations

import csv
import io
import json
import shlex
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import simlab
from simlab.files.toml import read_toml
from simlab.studies.ab.watched_comparison import MOST_BLOCKS
from simlab.studio.application import Studio
from simlab.studio.export import safe_cell, toml_key, toml_value
from simlab.studio.game_to_watch import PICKS
from simlab.studio.live_answer import LiveAnswer
from simlab.studio.page_session import MOST_SESSIONS
from simlab.studio.question import ComparedRules
from simlab.studio.search_at_decision import ROLLOUTS
from simlab.studio.tried import LONGEST_NAME
from tests.support.studio import (
    FEW_BLOCKS,
    PAGE,
    awaited,
    page_of,
    question,
    studio_in,
    with_few_blocks,
)


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    with_few_blocks(monkeypatch)
    return studio_in(tmp_path)


@pytest.fixture
def page(studio: Studio) -> TestClient:
    return page_of(studio)


def looks(page: TestClient, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Ask a question; return all looks at its answer that the page is sent."""
    answer = page.post("/api/questions", json=asked)
    assert answer.status_code == 200, answer.text
    stream = page.get(f"/api/answers/{asked['page']}/{answer.json()['key']}").text
    lines = [line.removeprefix("data: ") for line in stream.splitlines()]
    return [json.loads(line) for line in lines if line.startswith('{"')]


def rows(page: TestClient) -> list[dict[str, Any]]:
    return list(page.get("/api/tried?game=pig").json()["rows"])


def test_both_rule_sets_play_the_same_deals_as_on_the_command_line(
    page: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    last = looks(page, question({"target": 50}))[-1]
    assert (last["state"], last["blocks"], last["games"]) == ("done", FEW_BLOCKS, 2 * FEW_BLOCKS)
    run = simlab.houserule("pig", policy="hold", patch={"target": 50}, games=FEW_BLOCKS)
    effects = run.frame.set_index("metric")["estimate"]
    headline, turns = last["headline"], next(m for m in last["metrics"] if m["name"] == "turns")
    assert headline["effect"]["estimate"] == pytest.approx(effects["wins_of_seat_1"])
    assert turns["effect"]["estimate"] == pytest.approx(effects["turns"])
    assert turns["verdict_words"].startswith("lower by more than")


def test_the_command_in_the_list_gives_the_same_effect(
    page: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    last = looks(page, question({"target": 50}, metric="turns"))[-1]
    words = shlex.split(rows(page)[0]["command"])
    assert words[:3] == ["simlab", "houserule", "pig"]
    given = dict(zip(words[3::2], words[4::2], strict=True))
    run = simlab.houserule(
        "pig",
        players=given["--players"],
        policy=given["--policy"],
        patch=given["--patch"],
        games=given["--games"],
        metric=given["--metric"],
    )
    effect = run.frame.set_index("metric")["estimate"]["turns"]
    assert last["headline"]["effect"]["estimate"] == pytest.approx(effect)


def test_unchanged_rules_are_answered_without_an_effect(page: TestClient) -> None:
    last = looks(page, question({"target": 100}))[-1]
    assert last["games"] == FEW_BLOCKS
    assert "effect" not in last["headline"]
    assert rows(page)[0]["changes"] == []
    assert " run pig " in rows(page)[0]["command"]


def test_seats_are_shown_beside_the_fair_share(page: TestClient) -> None:
    last = looks(page, question())[-1]
    assert last["fair"] == 0.5
    assert [share["label"] for share in last["shares"]] == ["Seat 1", "Seat 2"]
    assert sum(share["unchanged"]["estimate"] for share in last["shares"]) == pytest.approx(1)


def test_a_line_up_of_several_policies_is_shown_by_policy(page: TestClient) -> None:
    seats = [{"policy": "hold", "traits": {"at": 5}}, {"policy": "hold", "traits": {"noise": 0.1}}]
    last = looks(page, question({"target": 30}, seats=seats))[-1]
    assert len(last["shares"]) == 2
    assert "noise" in last["shares"][1]["label"]
    assert rows(page)[0]["players"] == "2 players, hold:at=5, hold:noise=0.1"


def test_a_problem_is_said_in_the_words_of_the_command_line_at_its_control(
    page: TestClient,
) -> None:
    answer = page.post("/api/questions", json=question({"target": 1000}))
    assert answer.status_code == 422
    with pytest.raises(simlab.errors.InputError) as error:
        simlab.rules("pig", patch={"target": 1000})
    (problem,) = answer.json()["problems"]
    assert problem["key"] == "target"
    assert str(error.value).endswith(problem["sentence"])


def test_each_change_names_the_keys_that_undo_it(page: TestClient, tmp_path: Path) -> None:
    page = page_of(studio_in(tmp_path, "taxis"))
    patch = {"actions_per_turn": 4, "soldiers.red_1.copies": 3, "taxis.fabert_2": False}
    asked = question(patch, game="taxis", players=1, seats=[{"policy": "random"}])
    changes = page.post("/api/questions", json=asked).json()["changes"]
    page.post("/api/stop", json={"page": PAGE})
    assert sorted(key for change in changes for key in change["keys"]) == sorted(patch)
    assert changes[0] == {
        "sentence": "Most actions in a turn: 4 instead of 3 [T10–T13].",
        "keys": ["actions_per_turn"],
    }


def test_rows_of_another_file_come_without_the_other_changes(tmp_path: Path) -> None:
    page = page_of(studio_in(tmp_path, "taxis"))
    patch = {"soldier_deck": "soldiers_c", "soldiers.red_1.copies": 9}
    asked = question(patch, game="taxis", players=1, seats=[{"policy": "random"}])
    tables = page.post("/api/questions", json=asked).json()["tables"]
    page.post("/api/stop", json={"page": PAGE})
    assert list(tables) == ["soldiers"]
    assert next(row for row in tables["soldiers"] if row["card"] == "red_1")["copies"] != 9
    asked = question({"officers": 3}, game="taxis", players=1, seats=[{"policy": "random"}])
    assert page.post("/api/questions", json=asked).json()["tables"] == {}


def test_the_steps_of_a_shipped_patch_become_numbers(page: TestClient, tmp_path: Path) -> None:
    page = page_of(studio_in(tmp_path, "taxis"))
    asked = {"game": "taxis", "patch": {"officers": 3}, "name": "small_hand"}
    assert page.post("/api/patch", json=asked).json()["patch"] == {"officers": 3, "hand_limit": 3}


def test_a_new_question_ends_the_one_before_and_keeps_its_answer(tmp_path: Path) -> None:
    studio = studio_in(tmp_path)
    page = page_of(studio)
    page.post("/api/questions", json=question({"target": 40}))
    (first,) = studio.sessions.answers()
    awaited(lambda: "metrics" in first.content)
    page.post("/api/questions", json=question({"target": 60}))
    awaited(lambda: first.is_ended)
    assert first.content["state"] == "stopped"
    assert first.content["blocks"] < MOST_BLOCKS
    page.post("/api/stop", json={"page": PAGE})
    (row,) = (row for row in rows(page) if row["question"]["patch"] == {"target": 40})
    assert row["answer"]["headline"]["effect"] == first.content["headline"]["effect"]


def test_two_pages_are_answered_at_once(page: TestClient, studio: Studio) -> None:
    for name, target in (("aaaaaaaa", 40), ("bbbbbbbb", 60)):
        assert page.post("/api/questions", json=question({"target": target}, page=name)).is_success
    assert not any(answer.stop.is_set() for answer in studio.sessions.answers())


def test_of_many_pages_few_are_answered_at_once(studio: Studio) -> None:
    playing, most, turn = 0, 0, threading.Lock()
    opened = threading.Event()

    def play(answer: LiveAnswer, _: object) -> None:
        nonlocal playing, most
        with turn:
            playing, most = playing + 1, max(most, playing + 1)
        opened.wait(0.2)
        with turn:
            playing -= 1

    studio.player.play = play
    client = page_of(studio)
    for number in range(3 * MOST_SESSIONS):
        asked = question({"target": 50}, page=f"page{number:04}")
        assert client.post("/api/questions", json=asked).status_code == 200
    answers = studio.sessions.answers()
    assert len(answers) == MOST_SESSIONS
    awaited(lambda: playing == 0)
    assert most <= MOST_SESSIONS


def test_a_page_that_was_closed_while_its_rules_were_read_is_opened_again(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared, closed = studio.parse_rules, studio.sessions.of(PAGE)

    def while_others_ask(raw: object) -> ComparedRules:
        for number in range(MOST_SESSIONS):
            studio.sessions.of(f"page{number:04}")
        return compared(raw)

    monkeypatch.setattr(studio, "parse_rules", while_others_ask)
    page_of(studio).post("/api/questions", json=question({"target": 50}))
    assert closed.current is None
    assert studio.sessions.of(PAGE).current is not None


def test_what_was_tried_is_there_after_a_restart(page: TestClient, tmp_path: Path) -> None:
    looks(page, question({"target": 50}))
    key = rows(page)[0]["id"]
    page.post(f"/api/tried/{key}", json={"starred": True, "name": "  half the way\x00 "})
    again = page_of(studio_in(tmp_path))
    (row,) = rows(again)
    assert (row["id"], row["starred"], row["name"]) == (key, True, "half the way")
    assert row["answer"]["blocks"] == FEW_BLOCKS
    assert again.request("DELETE", f"/api/tried/{key}", json={}).status_code == 200
    assert rows(page_of(studio_in(tmp_path))) == []


def test_a_star_and_a_name_stay_when_the_question_is_asked_again(page: TestClient) -> None:
    looks(page, question({"target": 50}))
    key = rows(page)[0]["id"]
    page.post(f"/api/tried/{key}", json={"starred": True})
    looks(page, question({"target": 50}))
    (row,) = rows(page)
    assert row["starred"]


def test_a_damaged_file_is_left_alone(page: TestClient, tmp_path: Path) -> None:
    looks(page, question({"target": 50}))
    folder = tmp_path / "runs" / "studio"
    (folder / "mine.json").write_text("[1, 2", encoding="utf-8")
    (folder / "other.json").write_text('{"id": "../other"}', encoding="utf-8")
    assert len(rows(page_of(studio_in(tmp_path)))) == 1
    assert (folder / "mine.json").read_text(encoding="utf-8") == "[1, 2"


def test_an_exported_patch_is_read_by_the_command_line(page: TestClient, tmp_path: Path) -> None:
    looks(page, question({"target": 50}))
    key = rows(page)[0]["id"]
    page.post(f"/api/tried/{key}", json={"name": 'a "short" game\\'})
    file = tmp_path / "mine.toml"
    file.write_text(page.get(f"/api/tried/{key}/patch.toml").text, encoding="utf-8")
    assert read_toml(file.read_text(encoding="utf-8"))["title"] == 'a "short" game\\'
    assert simlab.rules("pig", patch=str(file)).answer == (
        "Points that win the game: 50 instead of 100 [P5]."
    )


def test_an_exported_experiment_plays_the_same_games(
    page: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    last = looks(page, question({"target": 50}))[-1]
    file = tmp_path / "mine.toml"
    key = rows(page)[0]["id"]
    file.write_text(page.get(f"/api/tried/{key}/experiment.toml").text, encoding="utf-8")
    run = simlab.run(str(file))
    effect = run.frame.set_index("metric")["estimate"]["wins_of_seat_1"]
    assert last["headline"]["effect"]["estimate"] == pytest.approx(effect)


def test_an_exported_table_has_the_numbers_of_the_page(page: TestClient) -> None:
    last = looks(page, question({"target": 50}))[-1]
    text = page.get(f"/api/tried/{rows(page)[0]['id']}/answer.csv").text
    lines = list(csv.DictReader(io.StringIO(text)))
    effect = next(line for line in lines if line["rules"] == "effect")
    assert float(effect["low"]) == last["headline"]["effect"]["low"]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@sum", "\tx"])
def test_a_cell_that_a_spreadsheet_would_compute_becomes_text(cell: str) -> None:
    assert safe_cell(cell) == f"'{cell}"
    assert safe_cell(-1.5) == -1.5


@pytest.mark.parametrize("text", ['"', "\\", "a\nb = 1", "'''", "é", "\x7f\x01", ""])
def test_any_text_is_quoted_in_a_patch_file(text: str) -> None:
    assert read_toml(f"a = {toml_value(text)}") == {"a": text}
    assert read_toml(f"{toml_key('cards.' + text)} = 1") == {"cards": {text: 1}}


@pytest.mark.parametrize("pick", [pick for pick in PICKS if pick not in ("deal", "best")])
def test_a_game_is_picked_and_shown_under_both_rule_sets(page: TestClient, pick: str) -> None:
    game = page.post("/api/watch", json=question({"target": 50}, pick=pick)).json()
    before, after = game["games"]
    assert [before["heading"], after["heading"]] == ["Unchanged rules", "Changed rules"]
    assert before["steps"][1]["says"]
    if pick == "flipped":
        assert before["ending"] != after["ending"]


def test_any_deal_is_shown_as_replay_tells_it(page: TestClient) -> None:
    game = page.post("/api/watch", json=question(pick="deal", deal=7)).json()
    (view,) = game["games"]
    story = [line for step in view["steps"] for line in step["says"]]
    assert story[0] == simlab.replay("pig", 7, policy="hold").story[0]
    assert view["ending"] == simlab.replay("pig", 7, policy="hold").sentences


@pytest.mark.parametrize("wanted", [{"pick": "best"}, {"pick": "x"}, {"pick": "deal", "deal": -1}])
def test_a_game_that_is_not_there_is_refused(page: TestClient, wanted: dict[str, Any]) -> None:
    assert page.post("/api/watch", json=question(**wanted)).status_code == 422


def test_a_search_values_the_choices_of_a_decision_as_explain_move_does(page: TestClient) -> None:
    asked = question({"target": 50}, side=1, deal=7, rotation=0, decision=4)
    values = page.post("/api/values", json=asked).json()
    options = {"policy": "hold", "patch": "target=50", "rollouts": ROLLOUTS}
    content = simlab.explain_move("pig", 7, decision=4, **options).to_dict()
    assert values["rollouts"] == content["rollouts"]
    assert [each["words"] for each in values["options"]] == [
        option["words"] for option in content["options"]
    ]
    assert [each["is_played"] for each in values["options"]].count(True) == 1
    assert any("percentage points" in each["gain"] for each in values["options"])


@pytest.mark.parametrize("wrong", [{"decision": 10_000}, {"decision": "4"}, {"side": -1}])
def test_a_decision_that_is_not_there_is_refused(page: TestClient, wrong: dict[str, Any]) -> None:
    asked = question(side=0, deal=7, rotation=0, decision=4) | wrong
    assert page.post("/api/values", json=asked).status_code == 422


def test_runs_are_listed_and_their_reports_open_in_a_sandbox(
    page: TestClient, tmp_path: Path
) -> None:
    assert page.get("/api/runs").json() == {"runs": []}
    simlab.run("pig", policy="hold", games=20, out=tmp_path / "runs" / "one").page()
    (run,) = page.get("/api/runs").json()["runs"]
    assert (run["name"], run["game"], run["has_report"]) == ("one", "Pig", True)
    report = page.get("/runs/one")
    assert "<html" in report.text
    policy = report.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in policy


def test_a_report_that_leads_out_of_its_run_is_not_served(page: TestClient, tmp_path: Path) -> None:
    run = simlab.run("pig", policy="hold", games=20, out=tmp_path / "runs" / "one")
    (tmp_path / "secret.html").write_text("<html>secret")
    (run.folder / "report.html").symlink_to(tmp_path / "secret.html")
    (listed,) = page.get("/api/runs").json()["runs"]
    assert not listed["has_report"]
    answer = page.get("/runs/one")
    assert answer.status_code == 422 and "secret" not in answer.text


@pytest.mark.parametrize("number", ["1" * 5000, "-" + "1" * 5000, "1" * 4000, "1e999", "NaN"])
@pytest.mark.parametrize("key", ["players", "metric", "patch", "side", "deal", "rotation"])
@pytest.mark.parametrize("address", ["questions", "watch", "values"])
def test_an_odd_number_is_refused_in_words(
    page: TestClient, number: str, key: str, address: str
) -> None:
    known = {name: value for name, value in question().items() if name != key}
    asked = {"pick": "deal", "side": 0, "deal": 0, "rotation": 0, "decision": 0, **known}
    asked.pop(key, None)
    body = f'{json.dumps(asked)[:-1]}, "{key}": {number}}}'
    answer = page.post(f"/api/{address}", content=body)
    is_read = key in asked_keys(address) or len(number) > 4300
    assert answer.status_code == (422 if is_read else 200)
    assert "problems" in answer.json() or not is_read


def asked_keys(address: str) -> tuple[str, ...]:
    """Return the keys that an address reads of those that numbers are tried for."""
    own = {"watch": ("deal", "rotation"), "values": ("side", "deal", "rotation")}
    return ("players", "metric", "patch", *own.get(address, ()))


def test_a_long_name_is_cut(page: TestClient) -> None:
    looks(page, question({"target": 50}))
    key = rows(page)[0]["id"]
    page.post(f"/api/tried/{key}", json={"name": "n" * 500_000})
    assert rows(page)[0]["name"] == "n" * LONGEST_NAME


def test_a_plain_game_is_answered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_blocks(monkeypatch)
    market = Path(__file__).parents[1] / "plain" / "market" / "market.py"
    page = page_of(studio_in(tmp_path, str(market)))
    seats = [{"policy": "thrifty"}] * 2
    last = looks(page, question({"income": 4}, game="market", seats=seats))[-1]
    assert last["state"] == "done", last.get("problem")
    assert last["headline"]["verdict"]


def test_a_game_that_breaks_ends_its_question_with_a_sentence(
    page: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise simlab.errors.ContractError("the policy does not return")

    monkeypatch.setattr(studio.player, "games", broken)
    last = looks(page, question({"target": 33}))[-1]
    assert (last["state"], last["problem"]) == ("failed", "the policy does not return")
    monkeypatch.undo()
