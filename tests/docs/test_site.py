"""The documentation site: everything has a page, and no link is broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import simlab
from simlab.docs.site import write_site
from simlab.docs.sources import without_folder_links, write_sources
from tests.cli.conftest import Simlab
from tests.cli.test_app import COMMANDS
from tests.support.documents import ROOT, blocks, links, run_python

PAGES = ROOT / "simlab" / "docs" / "pages"


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


def test_the_commands_and_programs_of_the_guides_run(tmp_path: Path, command: Simlab) -> None:
    guide = (PAGES / "getting_started.md").read_text(encoding="utf-8")
    for line in blocks(guide, "sh")[1].splitlines():
        answer = command(*line.split()[1:])
        assert answer.code == 0, answer.err
    [program] = blocks(guide, "python")
    assert "Wins of seat 1" in run_python(program, tmp_path)


@pytest.mark.long
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    page = write_site(tmp_path / "site")
    assert "simlab plays a board game" in page.read_text(encoding="utf-8")
