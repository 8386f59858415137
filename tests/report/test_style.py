"""Figures as files."""

from __future__ import annotations

import re

import matplotlib
from matplotlib.figure import Figure

from simlab.report.style import (
    DARK,
    INK,
    ON_SERIES,
    PAPER,
    SERIES,
    TILTS,
    canvas,
    png,
    style,
    svg,
    write,
)


def drawn() -> Figure:
    figure, axes = canvas(300, 200, left=40)
    axes.plot([0, 1.23456789], [0, 1], color=SERIES[0])
    write(axes, "0.0003 % of $5 & more", (0.5, 0.5))
    return figure


def test_the_same_figure_gives_the_same_bytes() -> None:
    with style():
        assert svg(drawn(), "a") == svg(drawn(), "a")
        assert png(drawn(), "a") == png(drawn(), "a")


def test_text_stays_text_to_the_last_digit() -> None:
    with style():
        text = svg(drawn(), "a")
    assert "0.0003 % of $5 &amp; more" in text
    assert "<path" in text
    assert "Date" not in text


def test_every_colour_of_a_figure_has_a_dark_twin() -> None:
    with style():
        light = svg(drawn(), "a")
    colours = set(re.findall(r"#[0-9a-f]{6}\b", light))
    assert {INK, PAPER, SERIES[0]} <= colours <= set(DARK)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_is_readable_on_light_and_on_dark() -> None:
    from simlab.report.style import MUTED, TINTS

    for ground in (PAPER, *TINTS):
        assert contrast(INK, ground) >= 7
        assert contrast(MUTED, ground) >= 3.5
        assert contrast(DARK[INK], DARK[ground]) >= 5.5
        assert contrast(DARK[MUTED], DARK[ground]) >= 3.2


def test_words_on_cells_and_bars_are_readable_on_light_and_on_dark() -> None:
    for ground in TILTS:
        assert contrast(INK, ground) >= 5
        assert contrast(DARK[INK], DARK[ground]) >= 5
    for words, ground in zip(ON_SERIES, SERIES, strict=True):
        assert contrast(words, ground) >= 4.5
        assert contrast(DARK[words], DARK[ground]) >= 4.5


def test_the_settings_of_the_user_are_left_alone() -> None:
    before = dict(matplotlib.rcParams)
    with style():
        drawn()
    assert dict(matplotlib.rcParams) == before


def test_the_settings_of_the_user_do_not_show() -> None:
    with style():
        ours = svg(drawn(), "a")
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 40}), style():
        assert svg(drawn(), "a") == ours
