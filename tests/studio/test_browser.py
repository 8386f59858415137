"""The page in a real browser: dials, grids, answers, what was tried, games; and accessibility."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

import simlab
from simlab.files.paths import data_folder
from simlab.studio.application import Studio
from tests.support.studio import awaited, served, studio_in

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
]
MINUTE, WAIT = 120_000, 30_000
TOO_WIDE = """width => [...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > width && !each.closest('.scroll'))
    .map(each => each.outerHTML.slice(0, 80))"""
"""Elements that make the page scroll sideways."""
SIZES = [(1400, "light"), (1400, "dark"), (400, "light"), (400, "dark")]

expect.set_options(timeout=WAIT)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason=f"NO BROWSER TESTS: none of {', '.join(NAMES)}"),
    pytest.mark.compiled,
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return studio_in(tmp_path)


def opened(browser: Browser, address: str, width: int = 1400, scheme: Any = "light") -> Page:
    """Open the page; errors of its scripts fail the test."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.goto(address)
    page.locator("#answer .size").wait_for(timeout=MINUTE)
    return page


def more(page: Page, rule: str) -> None:
    page.get_by_role("button", name=f"More: {rule}").click()


def less(page: Page, rule: str) -> None:
    page.get_by_role("button", name=f"Less: {rule}").click()


@pytest.mark.long
def test_a_game_is_examined_and_its_page_opened(browser: Browser, studio: Studio) -> None:
    with served(studio) as address:
        page = opened(browser, address)
        page.get_by_label("for", exact=True).select_option("half a minute")
        page.get_by_role("button", name="Examine").click()
        page.locator(".score-card li").first.wait_for(timeout=MINUTE)
        page.locator("#doctor").get_by_role("button", name="Stop").click()
        link = page.get_by_role("link", name="Open its page")
        link.wait_for(timeout=MINUTE)
        assert page.get_by_role("button", name="Examine").is_enabled()
        with page.context.expect_page() as shown:
            link.click()
        expect(shown.value.locator("h1")).to_have_text("What is wrong with Pig?")


def test_a_dial_is_turned_and_the_effect_is_read(browser: Browser, studio: Studio) -> None:
    with served(studio) as address:
        page = opened(browser, address)
        assert "token" not in page.url
        page.get_by_role("textbox", name="Points that win the game").fill("50")
        page.keyboard.press("Enter")
        expect(page.locator("#changes")).to_contain_text("50 instead of 100 [P5].")
        expect(page.locator("#answer .size .glyph")).to_be_visible()
        page.get_by_role("textbox", name="Points that win the game").fill("500")
        page.keyboard.press("Enter")
        problem = page.locator('[data-rule="target"] .problem')
        expect(problem).to_have_text("500 is out of range 10 to 100.")
        expect(page.get_by_role("textbox", name="Points that win the game")).to_have_attribute(
            "aria-invalid", "true"
        )
        page.get_by_role("textbox", name="Points that win the game").fill("50")
        page.keyboard.press("Enter")
        expect(problem).to_be_hidden()
        page.get_by_role("button", name="Undo: Points that win the game").click()
        expect(page.locator("#changes")).to_contain_text("Nothing yet")
        expect(page.get_by_role("textbox", name="Points that win the game")).to_have_value("100")
        page.context.close()
        awaited(lambda: all(answer.stop.is_set() or answer.is_ended for answer in answers(studio)))


def test_an_idea_is_tried_by_a_click(browser: Browser, studio: Studio) -> None:
    with served(studio) as address:
        page = opened(browser, address)
        page.get_by_role("button", name="A game to half the points").click()
        expect(page.locator("#changes")).to_contain_text("50 instead of 100 [P5].")
        expect(page.get_by_role("textbox", name="Points that win the game")).to_have_value("50")
        expect(page.locator("#answer .size .glyph")).to_be_visible()
        page.context.close()


def answers(studio: Studio) -> list[Any]:
    return studio.sessions.answers()


@pytest.fixture
def taxis(tmp_path: Path) -> Studio:
    return studio_in(tmp_path, "taxis")


@pytest.mark.long
def test_a_first_time_user_finds_the_way(
    browser: Browser, taxis: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open, turn a dial, read, edit a deck, undo, compare, export, run, watch, reload."""
    with served(taxis) as address:
        page = opened(browser, address)
        page.select_option("#policy-0", "greedy")
        more(page, "most actions in a turn")
        expect(page.locator("#answer h1")).to_contain_text("Score: higher by more than")
        expect(page.locator("#answer .size strong")).to_contain_text("points")
        edit_a_deck(page)
        compare_two(page)
        export_and_run(page, tmp_path, monkeypatch)
        watch_to_the_end(page)
        n_tried = page.locator(".tried tbody tr").count()
        page.reload()
        page.locator("#answer .size").wait_for(timeout=MINUTE)
        expect(page.locator(".tried tbody tr")).to_have_count(n_tried)
        page.locator(".tried .link").filter(has_text="Most actions").first.click()
        expect(page.locator("#changes")).to_contain_text("Most actions in a turn: 4 instead of 3")
        expect(page.locator("#policy-0")).to_have_value("greedy")
        page.context.close()


def edit_a_deck(page: Page) -> None:
    page.locator('[data-table="soldiers"] summary').click()
    copies = page.get_by_label("copies of red 1", exact=True)
    copies.fill("4")
    copies.press("Tab")
    expect(page.locator("#changes")).to_contain_text("red 1")
    copies.fill("400")
    copies.press("Tab")
    cell = page.locator('[data-place="soldiers.red_1.copies"]')
    expect(cell.locator(".problem")).to_have_text("400 is out of range 0 to 60.")
    copies.fill("4")
    copies.press("Tab")
    expect(cell.locator(".problem")).to_have_count(0)
    page.get_by_label("red 2 is in play", exact=True).click()
    expect(page.locator("#changes")).to_contain_text("Removed from")
    page.get_by_role("button", name="Undo: Removed from").click()
    expect(page.get_by_label("red 2 is in play", exact=True)).to_be_checked()
    expect(page.locator("#changes li")).to_have_count(2)
    page.get_by_role("button", name="Undo: Soldier cards").click()
    expect(page.locator("#changes li")).to_have_count(1)
    expect(page.locator("#answer .size .glyph")).to_be_visible()


def compare_two(page: Page) -> None:
    for title in ("The unchanged rules", "Most actions in a turn: 4"):
        page.get_by_role("checkbox", name=f"Compare: {title}").last.check()
    page.get_by_role("button", name="Compare two").click()
    expect(page.locator(".comparison article")).to_have_count(2)
    page.locator(".comparison").get_by_role("button", name="Close").click()


def export_and_run(page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.get_by_role("button", name="Stop").click()
    rows = page.evaluate("fetch('/api/tried').then(answer => answer.json())")["rows"]
    tried = next(each for each in rows if each["question"]["patch"] == {"actions_per_turn": 4})
    row = page.locator(f'[data-row="{tried["id"]}"]')
    row.locator("summary").click()
    with page.expect_download() as download:
        row.get_by_role("link", name="Patch file").click()
    file = folder / "mine.toml"
    download.value.save_as(file)
    monkeypatch.chdir(folder)
    answer = tried["answer"]
    run = simlab.houserule("taxis", policy="greedy", patch=str(file), games=answer["look"])
    effect = run.frame.set_index("metric")["estimate"]["score"]
    assert effect == pytest.approx(answer["headline"]["effect"]["estimate"])


def watch_to_the_end(page: Page) -> None:
    page.select_option("#pick", "flipped")
    page.get_by_role("button", name="Watch").click()
    expect(page.locator(".view")).to_have_count(2)
    first, second = (page.locator(".view").nth(place) for place in (0, 1))
    first.get_by_role("button", name="One step on").click()
    expect(second.get_by_role("slider", name="Step")).to_have_value("1")
    first.get_by_role("button", name="Last step").click()
    expect(first).to_contain_text("Reason for the end")


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_axe_finds_no_violation_and_nothing_is_cut_off(
    browser: Browser, taxis: Studio, width: int, scheme: str
) -> None:
    with served(taxis) as address:
        page = opened(browser, address, width, scheme)
        page.select_option("#policy-0", "greedy")
        more(page, "most actions in a turn")
        page.locator(".further table").wait_for()
        page.get_by_role("button", name="Examine").click()
        page.locator(".score-card li").first.wait_for(timeout=MINUTE)
        page.locator("#doctor").get_by_role("button", name="Stop").click()
        page.locator("#doctor a").wait_for(timeout=MINUTE)
        page.get_by_role("button", name="Watch").click()
        page.locator(".view").first.wait_for()
        for table in page.locator(".component summary").all():
            table.click()
        page.get_by_role("textbox", name="Cards kept").fill("99")
        page.keyboard.press("Enter")
        page.locator('[data-rule="hand_limit"] .problem').wait_for()
        violations = Axe().run(page).response["violations"]
        assert [
            (each["id"], [node["target"] for node in each["nodes"]]) for each in violations
        ] == []
        assert page.evaluate(TOO_WIDE, width) == []
        page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("width", [1400, 400])
def test_every_control_is_reached_by_tab(browser: Browser, studio: Studio, width: int) -> None:
    with served(studio) as address:
        page = opened(browser, address, width)
        names = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            names.add(
                page.evaluate(
                    "document.activeElement.id || document.activeElement.ariaLabel"
                    " || document.activeElement.textContent.trim()"
                )
            )
        wanted = {"game", "n-players", "policy-0", "rule-target", "metric", "pick", "Watch"}
        assert wanted <= names
        page.context.close()


@pytest.mark.long
def test_markup_in_a_patch_and_in_a_cell_is_text(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data_folder("taxis"), folder)
    evil = "<img src=x onerror='window.isHacked = true'><script>window.isHacked = true</script>"
    (folder / "patches" / "evil.toml").write_text(f'title = "{evil}"\nhand_limit = 4\n')
    tiers = (folder / "tiers.csv").read_text(encoding="utf-8")
    (folder / "tiers.csv").write_text(tiers.replace("Bravo", f'"{evil}"'), encoding="utf-8")
    with served(studio_in(tmp_path, "taxis", folder)) as address:
        page = opened(browser, address)
        page.select_option("#policy-0", "random")
        page.locator(".chip").filter(has_text="window.isHacked").click()
        expect(page.locator("#changes li")).to_have_count(1)
        page.locator('[data-table="tiers"] summary').click()
        expect(page.locator("#answer .picture").first).to_contain_text("<img")
        time.sleep(0.5)
        assert page.evaluate("window.isHacked") is None
        assert page.locator("img").count() == 0
        page.context.close()


@pytest.mark.long
def test_the_page_asks_nobody_but_the_studio(browser: Browser, studio: Studio) -> None:
    with served(studio) as address:
        context = browser.new_context()
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.locator(".further table").wait_for(timeout=MINUTE)
        origin = address.partition("/?")[0]
        assert [url for url in asked if not url.startswith((origin, "blob:", "data:"))] == []
        context.close()


@pytest.mark.long
def test_two_pages_at_once_are_answered(browser: Browser, studio: Studio) -> None:
    with served(studio) as address:
        first = opened(browser, address)
        second = first.context.new_page()
        second.goto(address.partition("?")[0])
        second.locator("#answer .size").wait_for(timeout=MINUTE)
        for page in (first, second):
            less(page, "points that win the game")
        for page in (first, second):
            expect(page.locator("#answer .size .glyph")).to_be_visible()
        first.context.close()
