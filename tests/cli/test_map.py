"""`simlab rules --map`."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest


def words_in(file: Path) -> set[str]:
    """Return what is written in an SVG."""
    return {text.strip() for text in ElementTree.parse(file).getroot().itertext() if text.strip()}


def test_the_map_is_drawn_into_a_file_named_like_the_game(simlab, tmp_path) -> None:
    assert simlab("rules", "mare_nostrum", "--map").out == "mare_nostrum_map.svg\n"
    written = words_in(tmp_path / "mare_nostrum_map.svg")
    assert {"The map of Mare Nostrum", "Etruria", "metal · wine", "Troia, legendary"} <= written
    assert {"land", "strait", "sea link", "coast", "Rome", "Babylon, 5 players"} <= written


def test_the_map_shows_what_a_patch_changes(simlab, tmp_path) -> None:
    patches = ["--patch", "provinces.corsica.in_play=0", "--patch", "city_sites.troia.name=Ilium"]
    simlab("rules", "mare_nostrum", "--map", *patches)
    written = words_in(tmp_path / "mare_nostrum_map.svg")
    assert "Ilium, legendary" in written and "Corsica" not in written


def test_the_same_map_gives_the_same_bytes(simlab, tmp_path) -> None:
    for name in ("one.svg", "two.svg"):
        simlab("rules", "mare_nostrum", "--map", "--out", name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_the_map_is_drawn_as_pixels_where_the_file_is_named_so(simlab, tmp_path) -> None:
    file = tmp_path / "board.png"
    assert simlab("rules", "mare_nostrum", "--map", "--out", file, "--json").json == {
        "map": str(file)
    }
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ["pig", "--map"],
            "--map: Pig has no map to draw",
        ),
        (["arriala", "--map"], r"--map: .*: simlab replay arriala --html arriala\.html"),
        (["mare_nostrum", "--out", "x.svg"], r"--out: only with --map.*"),
        (["mare_nostrum", "--map", "--out", "x.jpg"], r"x\.jpg: .* \.svg or \.png"),
        (["mare_nostrum", "--map", "--out", "no/x.svg"], r"no/x\.svg: cannot be written: .*"),
        (["mare_nostrum", "--map", "--patch", "strats=on"], r'.* Did you mean "straits"\?'),
    ],
)
def test_what_cannot_be_drawn_is_reported(simlab, words: list[str], problem: str) -> None:
    answer = simlab("rules", *words)
    assert answer.code == 2
    (complaint,) = answer.problems
    assert re.fullmatch(problem, complaint)
