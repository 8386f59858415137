"""Numbers in words."""

from __future__ import annotations

import math

import pytest

from simlab.report.answers.nearest import target_in_words
from simlab.report.wording import (
    article,
    difference,
    difference_of_shares,
    group_by_key,
    in_unit,
    join_list,
    n_of,
    number,
    share,
    stretch,
    tight,
    whole,
    with_unit,
)

THIN = "\N{NARROW NO-BREAK SPACE}"


def row(estimate: float, low: float, high: float) -> dict[str, float]:
    return {"estimate": estimate, "low": low, "high": high}


@pytest.mark.parametrize(
    ("estimate", "low", "high", "text"),
    [
        (54.1876, 54.1312, 54.2441, "54.19 (54.13 to 54.24)"),
        (54.1876, 53.9, 54.5, "54.2 (53.9 to 54.5)"),
        (54.1876, 51.0, 57.4, "54 (51 to 57)"),
        (44.0, 44.0, 44.0, "44 (44 to 44)"),
        (1234.5, 1200.0, 1270.0, "1,234 (1,200 to 1,270)"),
        (0.0000123, 0.0000120, 0.0000126, "1.2e−5 (1.2e−5 to 1.3e−5)"),
        (0.5, 0.5, 0.5, "0.50 (0.50 to 0.50)"),
        (0.33, 0.02, 3.1, "0.3 (0 to 3.1)"),
        (-2.4, -3.0, -1.8, "−2.4 (−3.0 to −1.8)"),
        (-3e-18, -1.5672, 1.5672, "0 (−2 to 2)"),  # 0 apart from rounding
        (3.0, -math.inf, math.inf, "3.00 (−∞ to ∞)"),
        (math.nan, -math.inf, math.inf, "– (−∞ to ∞)"),
    ],
)
def test_a_number_has_as_many_digits_as_its_interval_lets_anyone_know(
    estimate, low, high, text
) -> None:
    assert number(row(estimate, low, high)).full == text


def test_a_number_too_small_for_decimals_is_written_with_a_power_of_ten() -> None:
    tiny = {"estimate": 1e-9, "low": 0.0, "high": 2.5e-8}
    assert number(tiny).full == "1.0e−9 (0 to 2.5e−8)"
    assert difference(tiny).estimate == "+1.0e−9"
    assert number({"estimate": 0.0, "low": 0.0, "high": 0.0}).full == "0 (0 to 0)"


def test_a_share_is_reported_in_per_cent() -> None:
    text = share(row(0.121, 0.1189, 0.1231))
    assert text.full == f"12.1{THIN}% (11.9 to 12.3)"
    assert text.range == "11.9–12.3"
    assert share(row(0, 0, 0.00037)).full == f"0{THIN}% (0 to 0.04)"


def test_a_difference_is_reported_with_its_sign() -> None:
    assert difference(row(2.4, 1.8, 3.0)).full == "+2.4 (+1.8 to +3.0)"
    assert difference(row(-0.2, -1.3, 0.9)).full == "−0.2 (−1.3 to +0.9)"
    assert difference(row(0, 0, 0)).full == "0 (0 to 0)"
    assert (
        difference_of_shares(row(0.113, 0.013, 0.213)).full
        == "+11.3 percentage points (+1.3 to +21.3)"
    )
    assert difference(row(2.4, 1.8, 3.0)).range == "+1.8 to +3.0"


def test_a_range_below_zero_is_reported_with_a_word() -> None:
    assert number(row(-1.5, -3, 1)).range == "−3 to 1"


def test_counts_agree_with_their_noun() -> None:
    assert n_of(1, "player") == "1 player"
    assert n_of(1200, "game") == "1,200 games"
    assert n_of(2, "patch", "patches") == "2 patches"
    assert whole(1e6) == "1,000,000"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (40, 45, "40–45"),
        (64, math.nan, "64 or more"),
        (math.nan, 0, "0 or less"),
        (0, 0, "0"),
    ],
)
def test_a_stretch_of_scores_may_be_open(low, high, text) -> None:
    assert stretch(low, high) == text


def test_lists_end_in_a_word() -> None:
    assert join_list([]) == ""
    assert join_list(["a"]) == "a"
    assert join_list(["a", "b"]) == "a and b"
    assert join_list(["a", "b", "c"]) == "a, b and c"


def test_per_cent_signs_stay_with_their_number() -> None:
    assert tight("at 95 % and 5 % more") == f"at 95{THIN}% and 5{THIN}% more"


def test_nouns_have_their_article() -> None:
    assert [f"{article(noun)} {noun}" for noun in ("empire", "hero")] == ["an empire", "a hero"]


def test_what_comes_with_a_word_is_reported_together_in_order() -> None:
    assert group_by_key([("b", 1), ("a", 2), ("b", 3)]) == {"b": [1, 3], "a": [2]}


def test_one_of_a_unit_is_singular() -> None:
    assert difference_of_shares(row(0.01, 0.01, 0.01)).full == "+1 percentage point (+1 to +1)"
    assert [with_unit(size, "points") for size in (1, 2.5)] == ["1 point", "2.5 points"]
    assert with_unit(1, "cities") == "1 city"
    assert in_unit(row(1, 1, 1), "turns").full == "1 turn (1 to 1)"
    assert target_in_words(1, "turns") == "1 turn" and target_in_words(1.5, "") == "150 %"


def test_a_stretch_without_ends_is_none() -> None:
    assert stretch(math.nan, math.nan) == "–"
    assert stretch(math.nan, 39) == "39 or less"
