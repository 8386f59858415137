"""What figures draw and leave out."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pandas as pd
import pytest

from simlab.analysis.tables import Tables
from simlab.report.band_colours import band_colours, bands_reached
from simlab.report.blocks.convergence import convergence_blocks
from simlab.report.figures import curves, dots, ribbon, score, timeline
from simlab.report.figures.curves import Curves, Panel, Point
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.style import BANDS, STEPS, style
from simlab.report.wording import difference, share
from tests.report.test_page import toy
from tests.support.figure_lint import LEAST_DISTANCE, colour_distance, rgb
from tests.support.written_run import write_run


def row(estimate: float) -> dict[str, Any]:
    return {"estimate": estimate, "low": estimate - 0.1, "high": estimate + 0.1}


def bands_of(*shares: float) -> pd.DataFrame:
    labels = ["below", "low", "middle", "high"][: len(shares)]
    rows = zip(range(len(shares)), labels, shares, strict=True)
    return pd.DataFrame(rows, columns=["band", "label", "estimate"])


def test_a_band_has_its_colour_whichever_others_are_reached() -> None:
    all_reached, top_only = bands_of(0.1, 0.2, 0.3, 0.4), bands_of(0, 0, 0.3, 0.7)
    assert bands_reached(top_only) == ["middle", "high"]
    names = bands_reached(all_reached)
    colours = dict(zip(names, band_colours(all_reached, names), strict=True))
    assert band_colours(top_only, ["middle", "high"]) == [colours["middle"], colours["high"]]
    assert colours["high"][0] == BANDS[-1]


def test_colours_of_bands_and_numbers_of_players_differ_from_one_to_the_next() -> None:
    for colours in (BANDS, STEPS[:5]):
        for one, other in pairwise(colours):
            for is_dark in (False, True):
                assert colour_distance(rgb(one, is_dark), rgb(other, is_dark)) > LEAST_DISTANCE


@pytest.mark.parametrize(("is_ordered", "width"), [(True, 1.3), (False, 0)])
def test_levels_that_are_words_are_not_joined_by_lines(is_ordered: bool, width: float) -> None:
    points = [Point(place, row(place), difference(row(place))) for place in (0, 1, 2)]
    levels = {0: "a", 1: "b", 2: "c"}
    plot = Curves([Panel("deck", levels, 0, [points], is_ordered)], "change", ["2 players"], 0.1)
    with style():
        (axes,) = curves.draw(plot).axes
    assert axes.lines[-1].get_linewidth() == width


@pytest.mark.parametrize("n", [1, 2, 7])
def test_whole_numbers_alone_stand_at_an_axis_of_them(n: int) -> None:
    table = pd.DataFrame([{**row(0.5), "x": 1 + place} for place in range(n)])
    with style():
        (axes,) = ribbon.draw(
            Ribbons([Ribbon("player", table)], "generation", "wins (%)", share)
        ).axes
    low, high = axes.get_xlim()
    marked = [tick for tick in axes.get_xticks() if low <= tick <= high]
    assert marked == [1 + place for place in range(n)]


def test_one_place_alone_has_no_hundredths_around_it() -> None:
    table = pd.DataFrame([{**row(0.5), "x": 1.0}])
    plot = Ribbons([Ribbon(name, table) for name in "ab"], "points behind", "wins (%)", share)
    with style():
        (axes,) = ribbon.draw(plot).axes
    assert axes.get_xlim() == (0, 2)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1"]


def test_small_differences_look_small_on_an_axis_from_zero() -> None:
    groups = [Group(name, [Dot(row(x))]) for name, x in (("a", 1.99), ("b", 2.0))]
    with style():
        low, high = dots.draw(Dots(groups, "per game", from_zero=True)).axes[0].get_xlim()
    assert low == 0
    assert high > 2.1


def test_rounds_are_shown_until_nine_in_ten_finished_games_have_ended() -> None:
    rounds = pd.DataFrame(
        {"round": range(1, 7), "games": [95, 80, 40, 14, 9, 5], "finished": [90, 75, 35, 9, 4, 0]}
    )
    assert timeline.rounds_to_show(rounds)["round"].tolist() == [1, 2, 3, 4]
    fixed = pd.DataFrame({"round": [1, 2, 3], "games": [10, 10, 10], "finished": [10, 10, 10]})
    assert timeline.rounds_to_show(fixed)["round"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(("n", "is_drawn"), [(20, False), (21, True)])
def test_what_was_estimated_once_has_no_figure_of_convergence(tmp_path, n, is_drawn) -> None:
    tables = Tables(write_run(tmp_path / "run", [toy(n, 2, "greedy")]))
    with style():
        assert bool(list(convergence_blocks(tables))) == is_drawn


@pytest.mark.parametrize(
    ("points", "ticks"),
    [([1], ["1"]), ([0, 1], ["0", "1"]), ([0, 30], ["0", "2", "4"]), ([-1, 4], ["−1", "0", "1"])],
)
def test_scores_stand_beside_the_bars_where_no_band_names_them(
    points: list[int], ticks: list[str]
) -> None:
    shares = pd.DataFrame({"points": points, "estimate": 1 / len(points)})
    panel = score.Panel("1 player", pd.Series(row(points[0])), shares, pd.DataFrame())
    figure = score.draw([panel], score.Layout(1, 200, 124, 392, 48))
    labels = [label.get_text() for label in figure.axes[0].texts]
    assert labels[: len(ticks)] == ticks
