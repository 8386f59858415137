"""Only the page of the person who started the studio gets answers, and only small requests do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from simlab.studio.access import MOST_BYTES, Keys
from simlab.studio.page_session import MOST_SESSIONS
from tests.support.studio import (
    ORIGIN,
    PORT,
    client_of,
    page_of,
    question,
    studio_in,
    with_few_blocks,
)

ADDRESSES = ["/", "/api/games", "/api/games/pig", "/api/tried", "/api/runs", "/static/app.js"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return page_of(studio_in(tmp_path_factory.mktemp("studio")))


@pytest.fixture
def keys() -> Keys:
    return Keys(PORT)


@pytest.fixture
def stranger(tmp_path: Path, keys: Keys) -> TestClient:
    return client_of(studio_in(tmp_path), keys)


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_shown_without_the_token(stranger: TestClient, address: str) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 403
    assert "terminal" in answer.text
    assert "pig" not in answer.text


def test_a_wrong_token_opens_nothing_and_does_not_use_up_the_right_one(
    stranger: TestClient, keys: Keys
) -> None:
    for token in ("", "x", keys.token[:-1], keys.token.upper(), "é"):
        assert stranger.get("/", params={"token": token}).status_code == 403
    assert stranger.get("/", params={"token": keys.token}).status_code == 200


def test_a_look_ahead_does_not_use_up_the_token(stranger: TestClient, keys: Keys) -> None:
    assert stranger.head("/", params={"token": keys.token}).status_code == 403
    assert stranger.get("/", params={"token": keys.token}).status_code == 200


def test_the_token_works_once(stranger: TestClient, keys: Keys, tmp_path: Path) -> None:
    assert stranger.get("/", params={"token": keys.token}).status_code == 200
    stranger.cookies.clear()
    assert stranger.get("/", params={"token": keys.token}).status_code == 403


def test_the_cookie_is_strict_and_hidden_from_scripts(stranger: TestClient, keys: Keys) -> None:
    cookie = stranger.get("/", params={"token": keys.token}).headers["set-cookie"].lower()
    assert "samesite=strict" in cookie
    assert "httponly" in cookie
    assert keys.token not in cookie
    assert keys.cookie_name.endswith(str(PORT))


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""]
)
def test_a_foreign_host_is_refused_even_with_the_cookie(page: TestClient, host: str) -> None:
    assert page.get("/api/games", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://127.0.0.1:{PORT}", ""])
def test_another_origin_is_refused_even_with_the_cookie(page: TestClient, origin: str) -> None:
    for answer in (
        page.get("/api/games", headers={"Origin": origin}),
        page.post("/api/questions", json=question(), headers={"Origin": origin}),
    ):
        assert answer.status_code == 403


def test_a_change_without_an_origin_is_refused(page: TestClient) -> None:
    del page.headers["Origin"]
    try:
        assert page.post("/api/questions", json=question()).status_code == 403
        assert page.get("/api/games").status_code == 200
    finally:
        page.headers["Origin"] = ORIGIN


def test_pages_of_other_sites_cannot_embed_what_is_served(page: TestClient) -> None:
    del page.headers["Origin"]
    try:
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
        assert page.get("/static/app.js", headers=headers).status_code == 403
    finally:
        page.headers["Origin"] = ORIGIN


@pytest.mark.parametrize("address", [*ADDRESSES, "/nowhere", "/api/tried/none/patch.toml"])
def test_every_answer_has_the_headers_of_safety(page: TestClient, address: str) -> None:
    headers = page.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2f..%2ferrors.py",
        "/static//etc/passwd",
        "/runs/%2e%2e%2f%2e%2e",
        "/runs/..%2fstudio",
        "/api/tried/..%2f..%2fetc%2fpasswd/patch.toml",
        "/api/games/..%2ftaxis",
        "/api/games/tests%2fplain%2fmarket%2fmarket.py",
    ],
)
def test_no_path_leads_to_other_files(page: TestClient, path: str) -> None:
    answer = page.get(path)
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        question(game="../taxis"),
        question(game="tests/plain/market/market.py"),
        question(seats=[{"policy": "tests/games/foreign_policy.py"}] * 2),
        question(seats=[{"policy": "@player"}] * 2),
        question(seats=[{"policy": "hold:at=3"}] * 2),
        question(seats=[{"policy": "search", "base": "/etc/passwd"}] * 2),
        question(seats=[{"policy": "hold", "traits": {"at=3,noise": 0.5}}] * 2),
        question({"title": "a heading"}),
        question({"../../etc/passwd": 3}),
        question({"target": [3]}),
        question({"target": "x" * 1000}),
        question({f"rule_{n}": 1 for n in range(3000)}),
        question(players=10**9),
        question(metric="__class__.__init__"),
        question(page="../../page"),
        {"page": "abcdefgh", "game": "pig"},
    ],
)
def test_names_that_the_studio_does_not_know_are_refused_with_a_sentence(
    page: TestClient, asked: dict[str, object]
) -> None:
    answer = page.post("/api/questions", json=asked)
    assert answer.status_code == 422
    assert all(problem["sentence"] for problem in answer.json()["problems"])


def test_a_component_file_is_chosen_among_those_of_the_game(tmp_path: Path) -> None:
    page = page_of(studio_in(tmp_path, "taxis"))
    seats = [{"policy": "random"}]
    asked = question({"soldier_deck": "../pig/rules"}, game="taxis", players=1, seats=seats)
    answer = page.post("/api/questions", json=asked)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["key"] == "soldier_deck"
    assert "not one of" in answer.json()["problems"][0]["sentence"]


def test_a_patch_is_one_of_those_of_the_game(page: TestClient) -> None:
    for name in ("../taxis/patches/four_actions", "target=50", "half_way.toml", ""):
        asked = {"game": "pig", "patch": {}, "name": name}
        assert page.post("/api/patch", json=asked).status_code == 422
    shipped = page.post("/api/patch", json={"game": "pig", "patch": {}, "name": "half_way"})
    assert shipped.json() == {"patch": {"target": 50}}


def test_ten_megabytes_are_refused(page: TestClient) -> None:
    body = b'{"page": "' + b"x" * 10_000_000 + b'"}'
    assert page.post("/api/questions", content=body).status_code == 413
    assert page.get("/api/games").status_code == 200


def test_a_large_body_of_unknown_length_is_refused(page: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * (MOST_BYTES // 10)

    assert page.post("/api/questions", content=pieces()).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"\xff\xfe", b"[" * 100_000, b"null"])
def test_what_is_no_question_is_refused(page: TestClient, body: bytes) -> None:
    assert page.post("/api/questions", content=body).status_code == 422


def test_markup_stays_text_in_answers(page: TestClient) -> None:
    script = "<script>alert(1)</script>"
    answer = page.post("/api/questions", json=question({script: 1}))
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.text)["problems"][0]["key"] == script


def test_a_thousand_requests_leave_the_studio_alive(page: TestClient) -> None:
    """Strangers, unknown addresses and pages by the dozen: all are answered, none is kept."""
    before = threading.active_count()
    for number in range(1_000):
        headers = {"Host": "evil.example"} if number % 3 == 0 else {}
        address = ADDRESSES[number % len(ADDRESSES)] if number % 2 else f"/nowhere/{number}"
        assert page.get(address, headers=headers).status_code in (200, 404, 421)
    for number in range(40):
        page.post("/api/stop", json={"page": f"abcdefgh{number}"})
    assert threading.active_count() <= before + MOST_SESSIONS + 10
    assert page.get("/api/games").json()["selected"] == "pig"


@pytest.mark.long
def test_a_thousand_questions_leave_the_studio_alive(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_few_blocks(monkeypatch)
    for number in range(1_000):
        assert page.post("/api/questions", json=question({"target": 20 + number % 60})).is_success
    assert threading.active_count() < 60
    assert page.post("/api/questions", json=question()).status_code == 200
