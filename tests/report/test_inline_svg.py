"""Figures within a page."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure

from simlab.report.inline_svg import colour_variables, inline_svg, without_tips
from simlab.report.style import DARK, INK, SERIES, add_tips, canvas, style, svg, write


def drawn() -> Figure:
    figure, axes = canvas(300, 200, left=40)
    (markers,) = axes.plot([0, 1.2], [0, 1], color=SERIES[0], marker="o")
    add_tips(markers, ["low: 1 < 2", "“high” & far"])
    write(axes, "1 < 2 & more", (0.5, 0.5))
    return figure


@pytest.fixture(scope="module")
def text() -> str:
    with style():
        return svg(drawn(), "a title")


def test_colours_are_variables_that_have_a_light_and_a_dark_value(text) -> None:
    page_text = inline_svg(text, "one", "what it shows")
    assert not re.search("#[0-9a-f]{6}", page_text)
    used = set(re.findall(r"var\((--c-\w+)\)", page_text))
    assert len(used) > 2
    variables = colour_variables()
    assert used <= set(variables)
    assert variables[f"--c-{INK[1:]}"] == (INK, DARK[INK])


def test_ids_differ_between_figures_and_references_lead_to_them(text) -> None:
    one, other = (inline_svg(text, slug, "what it shows") for slug in ("one", "other"))
    ids = re.findall(r' id="([^"]+)"', one)
    assert ids
    assert len(set(ids)) == len(ids)
    assert not set(ids) & set(re.findall(r' id="([^"]+)"', other))
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', one)) <= set(ids)


def test_texts_stay_and_what_the_page_has_itself_goes(text) -> None:
    page_text = inline_svg(text, "one", "1 < 2")
    assert "1 &lt; 2 &amp; more</text>" in page_text
    assert 'aria-label="1 &lt; 2"' in page_text
    for left_out in ("<?xml", "<style", "<metadata", "a title", "font-family", "xmlns"):
        assert left_out not in page_text
    assert len(page_text) < 0.8 * len(text)


def test_markers_show_their_values_where_one_points_at_them(text) -> None:
    page_text = inline_svg(text, "one", "what it shows")
    assert "<title>low: 1 &lt; 2</title></use>" in page_text
    assert "<title>“high” &amp; far</title></use>" in page_text
    assert "low: 1" not in without_tips(text)
