"""Maps: what is drawn, and that nothing hides anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from simlab.game.map import Link, Map, Place
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.map import board_map
from simlab.report import style
from simlab.report.figures.map import draw

SQUARE = Map(
    places=(
        Place("town", "North", 0, 10),
        Place("town", "South", 0, 0, lines=("two mills",), note="yours", group="You"),
        Place("lake", "East Lake", 10, 5),
    ),
    links=(Link("road", 0, 1), Link("ferry", 1, 2)),
    place_kinds=("town", "lake"),
    link_kinds=("road", "ferry"),
    groups=("You",),
)


def drawn(board: Map) -> Figure:
    with style.style():
        return draw(board)


def words_in(figure: Figure) -> list[str]:
    texts = [text.get_text() for text in (*figure.texts, *figure.axes[0].texts)]
    return [text for text in texts if text]


def boxes(figure: Figure) -> list[Bbox]:
    """Return the room that each place takes, in the order of the map."""
    return [patch.get_window_extent() for patch in figure.axes[0].patches]


def test_everything_said_of_a_place_is_written() -> None:
    assert words_in(drawn(SQUARE)) == [
        *("road", "ferry", "You"),
        *("North", "South", "two mills", "yours", "East\nLake"),
    ]


def test_x_grows_to_the_right_and_y_upwards() -> None:
    north, south, lake = boxes(drawn(SQUARE))
    assert north.y0 > lake.y1 and lake.y0 > south.y1
    assert lake.x0 > north.x1


def test_links_run_between_their_places_the_strongest_on_top() -> None:
    figure = drawn(SQUARE)
    ferry, road = figure.axes[0].lines
    assert (road.get_linestyle(), ferry.get_linestyle()) == ("-", "--")
    north, south, lake = boxes(figure)
    for line, ends in ((road, (north, south)), (ferry, (south, lake))):
        path = line.get_transform().transform_path(line.get_path())
        for point, box in zip(path.vertices, ends, strict=True):
            assert box.contains(*point)


def test_a_map_of_one_place_can_be_drawn() -> None:
    board = Map((Place("town", "Here", 3, 4),), (), ("town",), ("road",))
    assert words_in(drawn(board)) == ["road", "Here"]


@pytest.fixture(scope="module")
def mare_nostrum() -> Map:
    return board_map(GAME.load())


def test_no_place_of_mare_nostrum_hides_another(mare_nostrum: Map) -> None:
    named = zip(mare_nostrum.places, boxes(drawn(mare_nostrum)), strict=True)
    hidden = [
        (one.name, other.name)
        for (one, box), (other, its_box) in combinations(named, 2)
        if box.overlaps(its_box)
    ]
    assert hidden == []


def test_no_link_of_mare_nostrum_runs_under_a_third_place(mare_nostrum: Map) -> None:
    places = boxes(drawn(mare_nostrum))
    crossed = []
    for link in mare_nostrum.links:
        ends = [((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) for box in places]
        line = Path([ends[link.one], ends[link.other]])
        crossed += [
            (link, place.name)
            for number, place in enumerate(mare_nostrum.places)
            if number not in (link.one, link.other)
            and line.intersects_bbox(places[number], filled=False)
        ]
    assert crossed == []


def test_every_word_fits_its_box(mare_nostrum: Map) -> None:
    figure = drawn(mare_nostrum)
    renderer = FigureCanvasAgg(figure).get_renderer()
    places = boxes(figure)
    outside = []
    for text in figure.axes[0].texts:
        if text.get_text():
            room = text.get_window_extent(renderer)
            inside = [b for b in places if b.x0 <= room.x0 and room.x1 <= b.x1 and b.y0 <= room.y0]
            outside += [] if inside else [text.get_text()]
    assert outside == []
