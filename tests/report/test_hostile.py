"""Names that steer terminals, break pictures, are formulas to a spreadsheet, or are very long."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pandas as pd
import pytest

from simlab.cli.terminal.output import say, say_heading, say_line, say_table
from simlab.errors import FolderError, RunError
from simlab.report.page import FULL_PAGE, PAGE, write
from simlab.report.page_files import RECORD, check_place
from simlab.report.page_table import PageTable
from tests.support.undrawn import drawn
from tests.support.written_run import FACTS, TIERS, Written, write_run

ESCAPE = "\x1b]0;owned\x07\x9b31m"
SCORE = {key: FACTS[key] for key in ("score", "bands")}
HARMLESS = "]0;owned31m"


def sheet(frame: pd.DataFrame, slug: str = "slug") -> PageTable:
    return PageTable(slug, [], [], "", frame)


def test_texts_that_a_spreadsheet_would_carry_out_are_quoted_and_numbers_are_not() -> None:
    frame = pd.DataFrame(
        {
            "seat": ["=1+1", "+cmd", "-x", "@sum", "\tx", "plain", "-0.5", "+2"],
            "n": [-1.5, 1, 2, 3, 4, 5, 6, 7],
            "=column": 1,
        }
    )
    head, *lines = sheet(frame).csv.splitlines()
    assert head == "seat,n,'=column"
    texts = ["'=1+1", "'+cmd", "'-x", "'@sum", "'\tx", "plain", "-0.5", "+2"]
    assert [line.split(",")[0] for line in lines] == texts
    assert lines[0].split(",")[1] == "-1.5"


@pytest.mark.parametrize("slug", ["../../x", "/etc/x", "a\\b", "a\x00b", "e" * 5000, "é b"])
def test_a_slug_is_fit_for_a_file(slug: str) -> None:
    name = sheet(pd.DataFrame(), slug).slug
    assert Path(name).name == name and len(name) <= 100 and name.isprintable()


def test_slugs_of_shipped_sections_stay_as_they_are() -> None:
    assert sheet(pd.DataFrame(), "use_of-cards.2+é").slug == "use_of-cards.2+é"


def test_the_terminal_gets_no_character_that_steers_it(capsys) -> None:
    say(ESCAPE)
    say_line(ESCAPE)
    say_heading(ESCAPE)
    say_table([ESCAPE], [[ESCAPE]])
    out = capsys.readouterr().out
    assert out.count(HARMLESS) == 5
    assert not any(character in out for character in "\x1b\x07\x9b")


def test_a_page_of_hostile_names_is_sound(tmp_path) -> None:
    tiers = [{**TIERS[0], "label": f"=1+1{ESCAPE}"}, {**TIERS[1], "label": "High"}]
    facts = {
        "score": {
            "column": "score",
            "label": f"score{ESCAPE}",
            "unit": f"points{ESCAPE}",
            "low": 0,
            "high": 4,
        },
        "bands": {"label": f"table{ESCAPE}", "below": "nothing", "tiers": tiers},
    }
    scores = {"score": [0, 1, 2, 3, 4] * 20}
    with drawn():
        page = write(write_run(tmp_path / "run", [Written(scores)], facts=facts))
    pictures = list(page.parent.glob("figures/*.svg"))
    for picture in pictures:
        ET.parse(picture)
    assert any("owned" in picture.read_text() for picture in pictures)
    for file in (page, *page.parent.glob("tables/*.csv")):
        text = file.read_text()
        assert "\x1b" not in text and "\x9b" not in text
        assert "\n=1+1" not in text and ",=1+1" not in text


def test_an_answer_in_markdown_has_no_markup_of_others(tmp_path) -> None:
    markup = "<script>x</script> ![p](http://x) \u202eback"
    facts = {"score": {**FACTS["score"], "label": f"score {markup}", "unit": f"points {markup}"}}
    run = write_run(tmp_path / "run", [Written({"score": [0, 1, 2, 3, 4] * 20})], facts=facts)
    page = write(run)
    answer = (run / "answer.md").read_text()
    assert "points &lt;script>x&lt;/script> !\\[p\\]" in answer
    for file in (page, run / "answer.md"):
        text = file.read_text()
        assert "<script>x" not in text and "![p]" not in answer and "\u202e" not in text


@pytest.mark.parametrize("letters", [60, 300])
def test_a_page_has_room_for_long_names_of_seats(tmp_path, letters: int) -> None:
    seats = {"credit": [1.0, 0.0, 0.0, 1.0] * 50, "score": [1, 0] * 100}
    written = Written({"turns": [9] * 100}, policies=["greedy"] * 2, seats=seats)
    facts = {"seats": {"one": "seat", "many": "seats", "names": ["N" * letters, "M" * letters]}}
    run = write_run(tmp_path / "run", [written], cooperative=False, facts=facts)
    assert write(run, is_full=True).is_file()


def test_a_page_that_others_wrote_is_kept(tmp_path) -> None:
    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    write(run, is_full=True)
    write(run, is_full=True)
    (run / FULL_PAGE).write_text("<title>mine</title>")
    with pytest.raises(FolderError, match="was not written by simlab and is kept"):
        write(run, is_full=True)
    assert (run / FULL_PAGE).read_text() == "<title>mine</title>"


@pytest.mark.parametrize("name", ["tables/score.csv", "figures/score.svg"])
def test_a_table_or_figure_that_others_wrote_is_kept(tmp_path, name: str) -> None:
    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    folder = tmp_path / "page"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text("mine")
    with pytest.raises(FolderError, match=f"{name}: was not written by simlab and is kept"):
        write(run, folder, is_full=True)
    assert [path.name for path in folder.rglob("*") if path.is_file()] == [Path(name).name]
    assert (folder / name).read_text() == "mine"


def test_a_table_that_others_wrote_beside_a_page_is_kept(tmp_path) -> None:
    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    write(run)
    full_tables = {
        path.name for path in write(run, tmp_path / "full", is_full=True).parent.glob("tables/*")
    }
    name = min(full_tables - {path.name for path in run.glob("tables/*")})
    (run / "tables" / name).write_text("mine")
    with pytest.raises(FolderError, match=f"tables/{name}: was not written by simlab"):
        write(run, is_full=True)
    assert (run / "tables" / name).read_text() == "mine"
    assert not (run / FULL_PAGE).exists()


def test_a_page_of_an_earlier_version_is_written_again(tmp_path) -> None:
    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    page = write(run)
    (run / RECORD).unlink()
    assert write(run).read_bytes() == page.read_bytes()


def test_a_page_does_not_follow_links_out_of_its_folder(tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    (run / "figures").symlink_to(tmp_path / "mine")
    with pytest.raises(FolderError, match="figures: leads elsewhere"):
        write(run, is_full=True)
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_file_is_no_place_for_a_page(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"file is a file; choose another --out"):
        check_place(tmp_path / "file", PAGE)


def test_a_page_is_written_whole_or_not_at_all(tmp_path, monkeypatch) -> None:
    def full(path: Path, content: bytes) -> None:
        open_file = path.open("wb")
        open_file.write(content[:10])
        open_file.close()
        raise OSError(28, "No space left on device")

    run = write_run(tmp_path / "run", [Written({"score": [1, 2, 3]})], facts=SCORE)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError, match="cannot be written: No space left on device"):
        write(run, is_full=True)
    assert not [*run.rglob("*.html"), *run.rglob("*.svg"), *run.rglob("*.tmp")]
