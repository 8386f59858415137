"""Page with the viewer of a game: self-contained, the same bytes, and alive in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import simlab
from simlab.errors import InputError
from simlab.explain.viewer_data import viewer_data
from simlab.report.viewer.page import in_script, viewer_page, write_viewer

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the viewer is not tried")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-sync", "--disable-background-networking", "--disable-component-update"),
    "--virtual-time-budget=9000",
)


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    replay = simlab.replay("pig", 3, policy="hold", players=2)
    return viewer_data(replay.scenario, replay.events)


def seen(page: str, folder: Path, anchor: str = "", script: str = "") -> str:
    """Return the document that a browser makes of a page, after a script of the test."""
    file = folder / "game.html"
    file.write_text(page.replace("</body>", f'<script type="module">{script}</script></body>'))
    command = [str(CHROMIUM), *OPTIONS, f"--user-data-dir={folder}/profile", "--dump-dom"]
    run = subprocess.run(
        [*command, f"file://{file}{anchor}"], capture_output=True, text=True, timeout=120
    )
    return run.stdout.split("<main>")[1].split('<script type="application/json"')[0]


def press(*keys: str) -> str:
    events = (f'new KeyboardEvent("keydown", {{key: "{key}", bubbles: true}})' for key in keys)
    return "".join(f"document.body.dispatchEvent({event});" for event in events)


def count(document: str) -> str:
    return re.findall(r'<output class="count">([^<]*)', document)[0]


def test_a_page_loads_nothing_and_has_the_game_as_json(game: dict[str, Any]) -> None:
    page = viewer_page(game)
    assert not re.search(r"""(src|href)=|@import|url\(""", page)
    assert set(re.findall(r"https?://[\w./]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    content = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page)[0]
    assert json.loads(content) == json.loads(json.dumps(game))


def test_the_same_game_gives_the_same_bytes(game: dict[str, Any]) -> None:
    again = simlab.replay("pig", 3, policy="hold", players=2)
    assert viewer_page(viewer_data(again.scenario, again.events)) == viewer_page(game)


def test_names_cannot_leave_the_script_or_the_title(game: dict[str, Any]) -> None:
    bad = "</script><script>alert(1)</script><!--"
    page = viewer_page({**game, "title": bad, "patch": [bad], "texts": [bad]})
    assert page.count("<script") == viewer_page(game).count("<script")
    assert json.loads(in_script({"text": bad + "\u2028"}))["text"] == bad + "\u2028"


def test_a_file_that_is_no_page_is_refused(game: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a page"):
        write_viewer(game, tmp_path / "game.txt")
    with pytest.raises(InputError, match="cannot be written"):
        write_viewer(game, tmp_path / "nowhere" / "game.html")


@needs_browser
def test_the_viewer_shows_choice_sentence_and_table_of_a_step(
    game: dict[str, Any], tmp_path: Path
) -> None:
    document = seen(viewer_page(game), tmp_path, "#1")
    assert count(document) == f"1 of {len(game['steps']) - 1}, decision 0"
    assert "Player 1 rolls a 4." in document
    assert "What else could have been chosen (1)" in document
    assert re.search(r"<dt>turn total</dt><dd>4</dd>", document)


@needs_browser
def test_keys_step_jump_and_go_back(game: dict[str, Any], tmp_path: Path) -> None:
    last = len(game["steps"]) - 1
    keys = press("End", "ArrowLeft", "ArrowLeft", "ArrowRight")
    document = seen(viewer_page(game), tmp_path, script=keys)
    assert count(document) == f"{last - 1} of {last}, decision {last - 2}"
    back = seen(viewer_page(game), tmp_path, "#1", press("End", "Home", "ArrowRight"))
    assert re.search(r"<dt>turn total</dt><dd>4</dd>", back)


@needs_browser
def test_space_plays_to_the_end(game: dict[str, Any], tmp_path: Path) -> None:
    last = len(game["steps"]) - 1
    document = seen(viewer_page(game), tmp_path, f"#{last - 2}", press(" "))
    assert count(document) == f"{last} of {last}, decision {last - 1}"
    assert game["ending"][0] in document


@needs_browser
def test_the_board_has_all_places_and_pieces_of_the_scene(tmp_path: Path) -> None:
    replay = simlab.replay("taxis", 1, policy="random", players=3)
    game = viewer_data(replay.scenario, replay.events)
    document = seen(viewer_page(game), tmp_path, "#1")
    assert len(re.findall(r'<g class="place ', document)) == 9
    assert len(re.findall(r"<title>officer [12]</title>", document)) == 2
    assert "rue Fabert" in document


@needs_browser
def test_a_click_on_the_track_of_chances_goes_to_the_step(
    game: dict[str, Any], tmp_path: Path
) -> None:
    last = len(game["steps"]) - 1
    chances = {
        "caption": "",
        "steps": [0, last // 2, last],
        "percent": [[50, 50], [20, 80], [0, 100]],
    }
    file = tmp_path / "game.html"
    file.write_text(viewer_page({**game, "chances": chances}))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 400, "height": 900})
        page.goto(f"file://{file}")
        track = page.get_by_role("slider", name="with the chance of each seat")
        assert track.get_attribute("aria-valuetext") == "step 0: Player 1 50 %, Player 2 50 %"
        box = track.bounding_box()
        assert box is not None
        track.click(position={"x": box["width"] - 1, "y": 20})
        assert page.locator(".count").text_content() == f"{last} of {last}, decision {last - 1}"
        page.keyboard.press("ArrowLeft")
        assert track.get_attribute("aria-valuenow") == str(last - 1)
        browser.close()


@needs_browser
@pytest.mark.long
@pytest.mark.parametrize("width", [400, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_and_the_page_is_not_too_wide(
    width: int, scheme: Any, tmp_path: Path
) -> None:
    replay = simlab.replay("arriala", 3, policy="random", players=3)
    file = tmp_path / "game.html"
    data = viewer_data(replay.scenario, replay.events)
    chances = {"caption": "", "steps": [0, len(data["steps"]) - 1], "percent": [[40, 30, 30]] * 2}
    file.write_text(viewer_page({**data, "chances": chances}))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
        )
        page = context.new_page()
        page.goto(f"file://{file}#60")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        violations = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()
