"""An examination in the page finds what the command finds, goes on look by look, and is stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import simlab
from simlab.studio.application import Studio
from simlab.studio.examination import order_of, page_file, pages_of
from simlab.studio.question import question_of
from tests.support.studio import PAGE, awaited, page_of, question, studio_in

SHORT = 1e-6
"""Minutes: the fewest deals take longer, so that the same are played on any machine."""
NAME = "doctor-pig-2p"
pytestmark = pytest.mark.compiled


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return studio_in(tmp_path)


@pytest.fixture
def page(studio: Studio) -> TestClient:
    return page_of(studio)


def looks(page: TestClient, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Begin an examination; return all looks that the page is sent."""
    response = page.post("/api/examinations", json=asked)
    assert response.status_code == 200, response.text
    stream = page.get(f"/api/examinations/{response.json()['key']}").text
    lines = [line.removeprefix("data: ") for line in stream.splitlines()]
    return [json.loads(line) for line in lines if line.startswith('{"')]


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> tuple[TestClient, dict[str, Any]]:
    """A page on which Pig with a head start was examined, and the last look that it was sent."""
    page = page_of(studio_in(tmp_path_factory.mktemp("studio")))
    assert page.get("/api/examinations?game=pig").json() == {"pages": []}
    asked = question({"head_start_1": 60}, minutes=SHORT, is_policy_chosen=True)
    return page, looks(page, asked)[-1]


def test_an_examination_is_that_of_the_command(
    examined: tuple[TestClient, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, last = examined
    assert (last["state"], last["page"]) == ("done", NAME)
    patch = {"head_start_1": 60}
    result = simlab.doctor("pig", players=2, policy="hold", minutes=SHORT, patch=patch)
    assert last["command"] == result.command
    assert last["about"] == "2 players, all seats play as hold"
    assert last["sentences"] == result.sentences
    card = {f"{line['mark']} {line['aspect']}": line["sentence"] for line in last["score_card"]}
    assert card == result.findings
    assert last["faults"][0]["title"].startswith("Uneven seats")
    assert all(fault["commands"] for fault in last["faults"])
    assert len(last["faults"]) + last["n_more"] == len(result.study.wrong)


def test_the_page_is_shown_in_a_sandbox_and_listed(
    examined: tuple[TestClient, dict[str, Any]],
) -> None:
    page, _ = examined
    shown = page.get(f"/examinations/{NAME}")
    assert "What is wrong with Pig?" in shown.text
    assert shown.headers["Content-Security-Policy"].startswith("sandbox")
    [listed] = page.get("/api/examinations?game=pig").json()["pages"]
    assert (listed["name"], listed["players"]) == (NAME, 2)
    assert page.get("/api/examinations?game=taxis").json() == {"pages": []}


def test_the_strongest_player_has_all_seats_unless_one_was_chosen(studio: Studio) -> None:
    asked = question_of(question(), studio.games)
    policies = [
        order_of(asked, {"is_policy_chosen": is_chosen}, studio.runs).request.policy
        for is_chosen in (False, True)
    ]
    assert policies == [studio.games["pig"].game.default_policy(2), "hold"]


def test_it_is_stopped_and_shows_what_was_found(page: TestClient, studio: Studio) -> None:
    page.post("/api/examinations", json=question(minutes=30, is_policy_chosen=True))
    examination = studio.examination
    assert examination is not None
    awaited(lambda: "score_card" in examination.content, seconds=60)
    page.post("/api/examinations/stop", json={"page": PAGE})
    awaited(lambda: examination.is_ended, seconds=60)
    assert examination.content["state"] == "stopped"
    assert page.get(f"/examinations/{NAME}").status_code == 200


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"minutes": "ten"}, "must be a number"),
        ({"minutes": -1}, "must be above 0"),
        ({"minutes": True}, "must be a number"),
        ({"game": "chess"}, "is no game of this studio"),
        (
            {"seats": [{"policy": "hold", "traits": {}}, {"policy": "random", "traits": {}}]},
            "one policy in all seats",
        ),
    ],
)
def test_what_cannot_be_examined_is_refused_in_words(
    page: TestClient, more: dict[str, Any], problem: str
) -> None:
    response = page.post("/api/examinations", json=question(**more))
    assert response.status_code == 422
    assert problem in response.json()["problems"][0]["sentence"]


def test_an_error_ends_it_in_words(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("simlab.studio.examination.play", fail)
    last = looks(page, question(minutes=SHORT))[-1]
    assert (last["state"], last["problem"]) == ("failed", "OSError: the disk is full")


def test_only_pages_of_examinations_are_shown(tmp_path: Path) -> None:
    secret = tmp_path / "doctor.html"
    secret.write_text("secret", encoding="utf-8")
    runs = tmp_path / "runs"
    folder = runs / NAME
    folder.mkdir(parents=True)
    names = ["..", "../runs", NAME, "doctor-x-2p", "studio"]
    assert [page_file(name, runs) for name in names] == [None] * len(names)
    (folder / "doctor.html").symlink_to(secret)
    assert page_file(NAME, runs) is None
    (folder / "doctor.html").unlink()
    (folder / "doctor.html").write_text("page", encoding="utf-8")
    assert page_file(NAME, runs) == (folder / "doctor.html").resolve()
    assert [page["name"] for page in pages_of("pig", runs)] == [NAME]
