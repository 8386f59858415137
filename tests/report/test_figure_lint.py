"""The lint of figures finds each kind of defect."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import MOST_WORDS, alt_text, extremes
from simlab.report.style import (
    BAND,
    DARK,
    INNER_BAND,
    PAPER,
    SERIES,
    STEPS,
    canvas,
    clip_label,
    style,
    text_width,
    wrap_label,
    write,
)
from simlab.report.wording import number
from tests.support.figure_lint import COLUMN, PHONE, alt_problems, figure_problems


def drawn(change: Callable[[Axes], object]) -> Figure:
    """Return a figure with a change, that is in order otherwise."""
    figure, axes = canvas(450, 200, left=60)
    axes.plot([0, 1], [0, 1], color=SERIES[0])
    change(axes)
    return figure


def bars(one: str, other: str, gap: float = 0) -> Callable[[Axes], object]:
    return lambda axes: axes.bar([0, 1 + gap], [1, 1], width=1, color=[one, other])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda axes: axes, None),
        (
            lambda axes: write(axes, "a long word", (1, 1), dx=5),
            "outside the figure: 'a long word'",
        ),
        (lambda axes: write(axes, "small", (0, 0), dx=9, dy=9, size=6), "text of 6.9 pixels"),
        (lambda axes: [axes.text(0.5, 0.5, word) for word in ("one", "two")], "on each other"),
        (lambda axes: axes.set_ylabel("name\nof the scale", labelpad=-20), "on each other"),
        (bars("#cccccc", "#dddddd"), "fills #cccccc and #dddddd differ by 6"),
        (bars("#cccccc", "#dddddd", gap=1), None),
        (bars(SERIES[0], SERIES[1]), None),
        (bars(BAND, INNER_BAND), None),
        (bars(PAPER, "#fefefe"), None),
    ],
)
def test_a_figure_with_a_defect_is_found(change, problem) -> None:
    with style():
        problems = figure_problems(drawn(change), COLUMN)
    assert any(problem in each for each in problems) if problem else problems == []


def test_two_colours_that_are_alike_in_the_dark_only_are_found() -> None:
    with style():
        (problem,) = figure_problems(drawn(bars(STEPS[5], DARK[STEPS[5]])), COLUMN)
    assert problem.endswith("in the dark by 0")


@pytest.mark.parametrize(
    "plot",
    [
        lambda axes: None,
        lambda axes: axes.axhline(0.5),
        lambda axes: axes.plot([0.5], [0.5]),
        lambda axes: axes.plot([float("nan")] * 2, [1, 2], "o"),
        lambda axes: axes.axhspan(0.2, 0.4),
    ],
)
def test_axes_without_data_are_empty(plot) -> None:
    with style():
        figure, axes = canvas(450, 200, left=60)
        plot(axes)
        assert "axes 0 are empty" in figure_problems(figure, COLUMN)


def test_text_is_measured_as_large_as_a_telephone_shows_it() -> None:
    with style():
        figure = drawn(lambda axes: write(axes, "small", (0.5, 0.2), size=9.5))
        assert figure_problems(figure, COLUMN) == []
        assert figure_problems(figure, PHONE) == ["text of 7.8 pixels: 'small'"]


def test_upright_text_has_an_upright_box() -> None:
    with style():
        inside = drawn(lambda axes: write(axes, "a long upright word", (0, 0), dx=20, rotation=90))
        cut = drawn(
            lambda axes: write(axes, "a much too long upright word" * 2, (0, 0), rotation=90)
        )
        assert figure_problems(inside, COLUMN) == []
        assert any("outside" in problem for problem in figure_problems(cut, COLUMN))


def test_an_alternative_text_is_short_and_points_to_the_table() -> None:
    assert list(alt_problems("Dots: all higher than even. Numbers in the table below.")) == []
    assert len(list(alt_problems("Dots."))) == 2
    (problem,) = alt_problems("word " * 40 + "Numbers in the table below.")
    assert "of 45 words" in problem


def test_sentences_that_do_not_fit_are_left_out_of_an_alternative_text() -> None:
    long = "word " * 20
    assert alt_text("Dots.", long, long, "End.") == f"Dots. {long}Numbers in the table below."
    cut = alt_text(long * 3)
    assert len(cut.split()) == MOST_WORDS
    assert "… Numbers" in cut


def test_the_highest_and_the_lowest_are_named() -> None:
    rows = [
        (name, {"estimate": x, "low": x - 1, "high": x + 1}) for name, x in (("a", 3), ("b", 5))
    ]
    unknown = ("c", {"estimate": float("nan"), "low": 0, "high": 9})
    assert extremes([*rows, unknown], number) == (
        "Highest is b, 5 (4 to 6).",
        "Lowest is a, 3 (2 to 4).",
    )
    assert extremes(rows[:1], number) == ("Highest is a, 3 (2 to 4).",)
    assert extremes([unknown], number) == ()


def test_text_is_wrapped_where_it_has_no_room() -> None:
    text = "score_table = score_flat, hand limit 6"
    lines = wrap_label(text, 120, 10)
    assert len(lines) > 1
    assert all(text_width(line, 10) <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert wrap_label("NN", 8, 10) == ["N", "N"]
    assert wrap_label("", 8, 10) == [""]


def test_text_is_clipped_where_it_has_no_room() -> None:
    assert clip_label("a name", 120, 10) == "a name"
    assert clip_label("a long name", 40, 10).endswith("…")
    assert text_width(clip_label("a long name", 40, 10), 10) <= 40
