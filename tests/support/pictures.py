"""Pictures of the documentation: `python3 dev.py pictures [NAME...]`.

A picture of a guide is a figure of the page that its first example writes. Others show a page in
the system's Chromium, what a program draws, or the studio (name `studio`; in `reports`).
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from simlab.report.style import FONT, HALF, INK, MARGIN_TINT, MUTED, NARROW, canvas, style, svg
from tests.studio import screenshots
from tests.studio.test_browser import CHROMIUM, QUIET
from tests.support.documents import ROOT, blocks, read
from tests.support.examples import PAGES, commands, write_files
from tests.support.notebooks import NOTEBOOKS, executed, read_notebook

FOLDER = ROOT / "simlab" / "docs" / "pictures"
FIGURES = {
    "better_players": "strengths",
    "calibrate": "curve",
    "cards": "worths",
    "ci": "statements",
    "decides": "shares",
    "fair": "seats",
    "handicap": "amounts",
    "learning": "curve",
    "moves": "worths",
    "own_game": "seats",
    "players": "strengths",
    "search": "strengths",
    "sensitivity": "effects",
    "skill": "steps",
    "sweep": "changes",
    "traits": "curve",
    "tune": "target_1",
}
"""The figure that shows what the first example of a guide answers."""
COLOURS = 128
WIDTH, HEIGHT = 800, 720
"""Size of a screenshot in pixels."""
STEP = 60
"""Step of the game that is shown on its board."""

ON_NARROW = re.compile(r'<svg [^>]*class="on-narrow".*?</svg>', re.DOTALL)
SVG = "http://www.w3.org/2000/svg"

Picture = Callable[[Path], Path]
"""Makes a picture in an empty folder and returns its file."""


def main(names: list[str]) -> None:
    """Write all pictures again, or those with these names; `studio` stands for its four."""
    for name, picture in PICTURES.items():
        if not names or name in names:
            print(name, flush=True)
            with tempfile.TemporaryDirectory() as folder:
                file = picture(Path(folder))
                shutil.copy(file, FOLDER / f"{name}{file.suffix}")
    if not names or "studio" in names:
        screenshots.main()


def figure_of_example(guide: str) -> Picture:
    """Return what draws a figure of the page that the first example of a guide writes."""
    words = commands(read(f"{PAGES}/{guide}.md"))[0].partition(" --out ")[0]
    report = ["report run --assumptions 0"] if words.startswith("run ") else []
    return drawn([f"{words} --out run", *report], f"run/figures/{FIGURES[guide]}.svg", guide)


def drawn(steps: Sequence[str], file: str, guide: str = "own_game") -> Picture:
    """Return what runs commands, beside the files of a guide, and keeps a file that they write."""

    def picture(folder: Path) -> Path:
        write_files(f"{PAGES}/{guide}.md", folder)
        for words in steps:
            run(["-m", "simlab.cli", *shlex.split(words)], folder)
        if file.startswith("run/figures"):
            narrow(folder / file)
        return folder / file

    return picture


def narrow(figure: Path) -> None:
    """Replace a figure as wide as its page by the one that the page has for narrow screens."""
    [page] = figure.parents[1].glob("*.html")
    for shown in ON_NARROW.findall(page.read_text(encoding="utf-8")):
        if f'id="{figure.stem}-narrow-' in shown:
            text = re.sub(r"var\(--c-(\w+)\)", r"#\1", shown)
            root = f'<svg xmlns="{SVG}" width="{NARROW}pt" font-family="{FONT}"'
            figure.write_text(text.replace("<svg", root, 1) + "\n", encoding="utf-8", newline="\n")


def seen(steps: Sequence[str], file: str, look: Callable[[Page], bytes]) -> Picture:
    """Return what runs commands and takes a picture of a page that they write."""

    def picture(folder: Path) -> Path:
        page_file = drawn(steps, file)(folder)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(f"file://{page_file}")
            image = Image.open(io.BytesIO(look(page))).convert("RGB")
            browser.close()
        image.quantize(COLOURS).save(folder / "page.png", optimize=True)
        return folder / "page.png"

    return picture


def figure_of_notebook(name: str, run_folder: str) -> Picture:
    """Return what runs a notebook and draws the changes of a run that it leaves."""
    [file] = [file for file in NOTEBOOKS if file.stem == name]

    def picture(folder: Path) -> Path:
        executed(read_notebook(file), folder)
        report = f"report {run_folder} --assumptions 0 --out run"
        return drawn([report], "run/figures/changes.svg")(folder)

    return picture


def run(words: Sequence[str], folder: Path) -> None:
    """Run Python in a folder; what it draws needs no screen."""
    environment = {**os.environ, "MPLBACKEND": "agg"}
    subprocess.run([sys.executable, *words], cwd=folder, env=environment, check=True)


def histogram(folder: Path) -> Path:
    """Run the programs of the guide to Python up to the one that draws."""
    for program in blocks(read(f"{PAGES}/python.md"), "python")[:2]:
        run(["-c", program], folder)
    return folder / "scores.png"


def machines(folder: Path) -> Path:
    """Draw who sends what to whom if a cluster plays."""
    workers = {f"worker {number}": (395, 105 - 35 * (number - 1)) for number in (1, 2, 3)}
    places = {"your machine": (62, 70), "scheduler": (235, 70), **workers}
    links = [(112, 194, 70, "<->"), *((275, 362, y, "-") for _, y in workers.values())]
    box = {"boxstyle": "round,pad=0.5", "facecolor": MARGIN_TINT, "edgecolor": MUTED}
    with style():
        figure, axes = canvas(HALF, 140, left=0, right=0, top=0, bottom=0)
        axes.set(xlim=(0, HALF), ylim=(0, 140))
        axes.axis("off")
        for name, (x, y) in places.items():
            axes.text(x, y, name, ha="center", va="center", color=INK, bbox=box)
        for start, end, y, kind in links:
            axes.annotate(
                "", (end, y), (start, 70), arrowprops={"arrowstyle": kind, "color": MUTED}
            )
        axes.text(153, 95, "rules, deals →", ha="center", color=INK)
        axes.text(153, 38, "← Parquet files", ha="center", color=INK)
        text = svg(figure, "A cluster plays")
    (folder / "machines.svg").write_text(text, encoding="utf-8", newline="\n")
    return folder / "machines.svg"


def watched(page: Page) -> bytes:
    """Return a picture of a game at one of its steps, wide enough for its board and its moves."""
    page.set_viewport_size({"width": 1000, "height": HEIGHT})
    slider = page.locator("input[type=range]").first
    slider.evaluate(f"slider => {{ slider.value = {STEP}; slider.oninput(); }}")
    return page.screenshot()


def provenance(page: Page) -> bytes:
    """Return a picture of the section of a report with its command, seed and versions."""
    return page.locator("#provenance").screenshot()


RUN = "run pig --policy hold --games 20k --out run"
SHORT, FULL = "report run --assumptions 0", "report run --full --assumptions 0"
PICTURES: dict[str, Picture] = {
    **{guide: figure_of_example(guide) for guide in FIGURES},
    "all_commands": drawn(["rules mare_nostrum --map --out map.svg"], "map.svg"),
    "change": drawn(
        ["houserule pig --policy hold --patch target=50 --games 20k --out run"],
        "run/figures/fairness_2.svg",
    ),
    "getting_started": seen(
        ["replay taxis --players 3 --policy planner --game 7 --html game.html"],
        "game.html",
        watched,
    ),
    "length": drawn([RUN, FULL], "run/figures/length_turns.svg"),
    "machines": machines,
    "notebook_own_game": figure_of_notebook("own_game", "runs/head_start"),
    "notebook_taxis": figure_of_notebook("taxis", "runs/halves"),
    "python": histogram,
    "rare": drawn(["run taxis --players 1 --games 2000 --out run", SHORT], "run/figures/score.svg"),
    "reading_a_report": seen(
        [RUN, "report run --assumptions 400"], "run/report.html", Page.screenshot
    ),
    "time": drawn([RUN, FULL], "run/figures/convergence.svg"),
    "trust": seen([RUN, FULL], "run/full.html", provenance),
}
"""Each picture by its name."""


if __name__ == "__main__":
    main(sys.argv[1:])
