"""Screenshots of the studio for its guide: `python3 dev.py pictures studio`.

They show the main states of the page in the system's Chromium, in few colours so that they stay
small.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.studio.test_browser import CHROMIUM, MINUTE, QUIET, more, opened
from tests.support.documents import ROOT
from tests.support.studio import served, studio_in

FOLDER = ROOT / "reports"
COLOURS = 256
STEP = 60
"""Step of the game that is shown on its board."""
LOOKS = 5_000
"""Milliseconds in which an answer gains precision."""


def main() -> None:
    """Write every screenshot again."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        with served(studio_in(Path(folder), "taxis")) as address:
            page = opened(browser, address)
            keep("studio_answer", answered(page))
            keep("studio_board", watched(page))
            keep("studio_tried", compared(page))
            keep("studio_phone", on_a_phone(page))
        browser.close()


def keep(name: str, screenshot: bytes) -> None:
    """Write a screenshot in few colours."""
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    picture.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


def answered(page: Page) -> bytes:
    """Return a picture of what four actions in a turn do, instead of three."""
    more(page, "most actions in a turn")
    expect(page.locator("#answer h1")).to_contain_text("Score: higher by more than", timeout=MINUTE)
    page.wait_for_timeout(LOOKS)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    return page.screenshot()


def watched(page: Page) -> bytes:
    """Return a picture of the same deal under both rule sets."""
    page.get_by_role("button", name="Watch").click()
    slider = page.locator(".viewer input[type=range]").first
    slider.wait_for(timeout=MINUTE)
    slider.evaluate(f"slider => {{ slider.value = {STEP}; slider.oninput(); }}")
    return page.locator(".stage").screenshot()


def compared(page: Page) -> bytes:
    """Return a picture of two questions that were tried, side by side."""
    for title in ("The unchanged rules", "Most actions in a turn: 4"):
        page.get_by_role("checkbox", name=f"Compare: {title}").last.check()
    page.get_by_role("button", name="Compare two").click()
    expect(page.locator(".comparison article")).to_have_count(2)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.querySelector('.top').style.position = 'static'")
    return page.locator("#tried").screenshot()


def on_a_phone(page: Page) -> bytes:
    """Return a picture of the answer on a narrow screen."""
    page.set_viewport_size({"width": 400, "height": 900})
    page.evaluate("scrollTo(0, 0)")
    return page.screenshot()
