"""The documentation site: everything has a page, and no link is broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

import simlab
from simlab.docs.site import write_site
from simlab.docs.sources import without_folder_links, write_sources
from tests.cli.test_app import COMMANDS
from tests.studio.test_browser import CHROMIUM, QUIET
from tests.support.documents import ROOT, links, read
from tests.support.examples import EXAMPLE, GUIDES
from tests.support.notebooks import NOTEBOOKS, executed, read_notebook
from tests.support.pictures import FOLDER, PICTURES

MOST_BYTES_OF_A_PICTURE, MOST_BYTES_OF_ALL = 120_000, 1_500_000
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    write_sources(folder)
    return folder


def test_every_command_and_every_function_has_a_page(sources: Path) -> None:
    commands = {path.stem for path in (sources / "commands").iterdir()} - {"index"}
    assert commands == {*COMMANDS, "plan"}
    functions = {path.stem for path in (sources / "functions").iterdir()} - {"index"}
    assert functions == {name for name in simlab.__all__ if name.islower()}
    assert "--policy" in (sources / "commands" / "ab.md").read_text()


def test_every_document_is_in_the_contents(sources: Path) -> None:
    contents = (sources / "index.md").read_text(encoding="utf-8")
    pages = {path.relative_to(sources).with_suffix("").as_posix() for path in sources.rglob("*.md")}
    listed = {page for page in pages if re.search(rf"(^|<){re.escape(page)}>?$", contents, re.M)}
    others = {page for page in pages if page.startswith(("commands/", "functions/", "reports/"))}
    assert pages - listed - others == {"index"}
    assert {"commands/index", "functions/index"} <= listed


def test_every_link_leads_somewhere(sources: Path) -> None:
    for document in sources.rglob("*.md"):
        if "reports" not in document.relative_to(sources).parts:
            targets = links(document.read_text(encoding="utf-8"))
            assert [each for each in targets if not (document.parent / each).exists()] == []


def test_the_gallery_has_the_question_and_answer_of_each_report(sources: Path) -> None:
    gallery = (sources / "gallery.md").read_text(encoding="utf-8")
    reports = [path.parent for path in (ROOT / "reports").glob("*/answer.md")]
    assert gallery.count("\n## ") == len(reports)
    for report in reports:
        assert f"](reports/{report.name}/" in gallery


def test_links_to_folders_become_words(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    text = "In [`data/`](data) lie files, see [more](more.md)."
    assert without_folder_links(text, tmp_path) == "In `data/` lie files, see [more](more.md)."


@pytest.mark.parametrize("guide", GUIDES)
def test_every_guide_has_one_title_an_example_and_a_picture(guide: str) -> None:
    text = read(guide)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    assert len(re.findall(r"^# ", prose, re.MULTILINE)) == 1
    assert EXAMPLE.search(text)
    pictures = PICTURE.findall(text)
    assert pictures
    for alt, picture in pictures:
        assert len(alt) > 20
        assert ((ROOT / guide).parent / picture).is_file()


def test_the_command_knows_every_picture_and_every_picture_is_shown() -> None:
    documents = [*(ROOT / "simlab").rglob("*.md"), *NOTEBOOKS]
    texts = [document.read_text(encoding="utf-8") for document in documents]
    shown = [link for text in texts for _, link in PICTURE.findall(text)]
    files = list(FOLDER.iterdir())
    assert {file.stem for file in files} == set(PICTURES)
    assert {file.name for file in files} <= {Path(link).name for link in shown}


def test_pictures_are_small() -> None:
    sizes = [file.stat().st_size for file in FOLDER.iterdir()]
    assert max(sizes) < MOST_BYTES_OF_A_PICTURE
    assert sum(sizes) < MOST_BYTES_OF_ALL


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_cells_of_notebooks_print_what_is_shown(file: Path, tmp_path: Path) -> None:
    notebook = read_notebook(file)
    assert executed(notebook, tmp_path) == notebook


def test_a_notebook_is_a_page_with_its_cells_and_outputs(sources: Path) -> None:
    assert len(NOTEBOOKS) == 2
    for file in NOTEBOOKS:
        page = sources / file.relative_to(ROOT).with_suffix(".md")
        text = page.read_text(encoding="utf-8")
        for cell in read_notebook(file)["cells"]:
            assert "".join(cell["source"]) in text
            for output in cell.get("outputs", []):
                lines = output["text"] if "text" in output else output["data"]["text/plain"]
                assert "".join(lines).rstrip() in text


@pytest.mark.long
def test_the_site_is_built_without_a_warning_and_finds_words(tmp_path: Path) -> None:
    page = write_site(tmp_path / "site")
    assert "simlab plays a board game" in page.read_text(encoding="utf-8")
    if CHROMIUM is None:
        pytest.skip("NO BROWSER: the search of the site is not tried")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        search = browser.new_page()
        search.goto(f"{(page.parent / 'search.html').as_uri()}?q=bisection")
        expect(search.get_by_role("link", name="What makes a seat even?").last).to_be_visible()
        browser.close()
