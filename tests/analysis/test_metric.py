"""Metrics against tables small enough to read."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose

from simlab.analysis.games import Games, join_games
from simlab.analysis.metric import OTHER, Metric, Percent, find_metric, metrics_of
from simlab.errors import InputError
from simlab.game.facts import (
    DIFFICULTY,
    ECONOMY,
    FAIRNESS,
    LENGTH,
    OPTIONS,
    TENSION,
    Bands,
    Facts,
    Tier,
    from_json,
)

UNIT = {"unit": "times"}

FACTS = from_json(
    {
        "score": {"column": "score", "label": "gold", "unit": "coins", "low": 0, "high": 60},
        "seats": {"names": ["Oak", "Elm", "Ash"]},
        "ends": {"column": "end", "labels": {"1": "siege", "2": "gold"}, "winning": True},
        "limits": {"rounds": 9},
        "lead": {"margin": "margin", "changes": "changes", "holders": {"leader_50": "half-way"}},
        "seat_groups": [
            {"name": "a", "title": "Income", "unit": "coins", "columns": {"farms": "farms"}},
            {
                "name": "b",
                "title": "Bought",
                "unit": "pieces",
                "about": "options",
                "columns": {"boats": "boats"},
            },
        ],
        "groups": [
            {"name": "c", "title": "Events", "unit": "times", "columns": {"boats": "storms"}}
        ],
        "cards": {"kinds": [{"label": "Fox", "played": "played_fox"}]},
    }
)


def request() -> Games:
    """Two blocks of two games with two seats each; the last game was capped."""
    games = pa.table(
        {
            "deal": [0, 0, 1, 1],
            "rotation": [0, 1, 0, 1],
            "decisions": [10, 20, 30, 40],
            "finished": [1, 1, 1, 0],
            "rounds": [4, 6, 8, 9],
            "end": [1, 2, 2, None],
            "margin": [3, 0, 5, None],
            "changes": [1, 2, 3, 4],
            "leader_50": [0, None, 1, 1],
            "boats": [2, 2, 0, 0],
            "winds": [5, 6, 7, 8],
        },
        schema=pa.schema(
            [
                *[pa.field(n, pa.int64()) for n in ("deal", "rotation")],
                *[pa.field(n, pa.int64()) for n in ("decisions", "finished", "rounds", "end")],
                *[pa.field(n, pa.int64()) for n in ("margin", "changes", "leader_50", "boats")],
                pa.field("winds", pa.int64(), metadata=UNIT),
            ]
        ),
    )
    seats = pa.table(
        {
            "policy": ["a", "b", "b", "a", "a", "b", "b", "a"],
            "credit": [1.0, 0.0, 0.5, 0.5, 0.0, 1.0, 0.0, 0.0],
            "score": [9, 1, 5, 5, 2, 4, 0, 0],
            "farms": [1, 3, 1, 1, 2, 2, 0, 4],
            "boats": [0, 2, 1, 1, 0, 0, 0, 0],
            "played_fox": [0, 1, 0, 0, 2, 1, 0, 0],
        }
    )
    return Games(games, seats, rotations=2, players=2)


def scores() -> Games:
    games = pa.table({"score": [10, 25, 40, 55], "rounds": [1, 2, 3, 4], "finished": [1, 1, 1, 1]})
    return Games(games, None, rotations=1, players=3)


def named(name: str, games: Games | None = None) -> Metric:
    games = games or request()
    return find_metric(name, metrics_of(FACTS, games))


@pytest.mark.parametrize(
    ("name", "group", "blocks"),
    [
        ("wins_of_a", FAIRNESS, [0.75, 0.0]),
        ("wins_of_b", FAIRNESS, [0.25, 0.5]),
        ("wins_of_oak", FAIRNESS, [0.75, 0.0]),
        ("wins_of_elm", FAIRNESS, [0.25, 0.5]),
        ("shared_wins", FAIRNESS, [0.5, 0.0]),
        ("won_by_siege", FAIRNESS, [0.5, 0.0]),
        ("rounds", LENGTH, [5.0, 8.5]),
        ("decisions", LENGTH, [15.0, 35.0]),
        ("capped", LENGTH, [0.0, 0.5]),
        ("margin", TENSION, [1.5, 5.0]),
        ("lead_changes", TENSION, [1.5, 3.5]),
        ("won_from_half_way", TENSION, [0.5, 0.5]),
        ("score", ECONOMY, [5.0, 1.5]),
        ("farms", ECONOMY, [1.5, 2.0]),
        ("seat_boats", OPTIONS, [1.0, 0.0]),
        ("boats", OPTIONS, [2.0, 0.0]),
        ("played_fox", OPTIONS, [0.5, 0.5]),
        ("winds", OTHER, [5.5, 7.5]),
    ],
)
def test_a_metric_has_one_value_per_block(name: str, group: str, blocks: list[float]) -> None:
    metric = named(name)
    assert metric.group == group
    assert_allclose(metric.of(request()), blocks)


def test_where_scores_only_say_who_has_won_no_metric_is_about_points_or_the_lead() -> None:
    games = request()
    credit = games.seat("credit").ravel()
    columns = {name: games.seats[name] for name in games.seats.column_names}
    won = replace(games, seats=pa.table({**columns, "score": (credit > 0).astype(int)}))
    missing = {metric.name for metric in metrics_of(FACTS, games)}
    missing -= {metric.name for metric in metrics_of(FACTS, won)}
    assert missing == {"margin", "lead_changes", "won_from_half_way", "score"}


def test_a_capped_game_ends_within_no_length() -> None:
    metric = named("within_9_rounds")
    assert (metric.label, metric.group, metric.is_share) == (
        "games that end within 9 rounds",
        LENGTH,
        True,
    )
    assert_allclose(metric.of(request()), [1.0, 0.5])
    assert_allclose(named("within_5_rounds").of(request()), [0.5, 0.0])


@pytest.mark.parametrize("name", ["rounds_p95", "within_9_turns"])
def test_what_is_no_share_of_a_clock_of_the_game_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"within_12_rounds|is not one of"):
        named(name)


def test_a_cooperative_game_is_measured_by_its_score_and_its_tiers() -> None:
    tiers = tuple(Tier(tier=start, start=start, label=f"{start}") for start in (20, 50))
    metrics = metrics_of(replace(FACTS, bands=Bands(tiers=tiers)), scores())
    assert [m.name for m in metrics if m.group == DIFFICULTY] == [
        "score",
        "score_from_20",
        "score_from_50",
    ]
    assert_allclose(metrics[1].of(scores()), [0, 1, 1, 1])
    assert find_metric(None, metrics).name == "score"


def test_what_applies_to_no_game_of_a_block_is_unknown() -> None:
    games = request()
    margins = pa.array([None, None, 5, None], pa.int64())
    index = games.games.column_names.index("margin")
    unknown = Games(games.games.set_column(index, "margin", margins), games.seats, 2, 2)
    assert_allclose(named("margin").of(unknown), [np.nan, 5.0])


def test_ranges_are_known_where_the_game_tells_them() -> None:
    assert (named("rounds").low, named("rounds").high) == (0, 9)
    assert (named("wins_of_oak").low, named("wins_of_oak").high) == (0, 1)
    assert not named("decisions").is_bounded
    assert find_metric(None, metrics_of(FACTS, scores())).high == 60


def test_the_margin_is_two_points_of_a_share_and_a_tenth_of_the_spread_of_other_numbers() -> None:
    assert named("wins_of_oak").margin(request()) == 0.02
    assert named("rounds").margin(request()) == 0.2


def test_a_metric_that_is_not_there_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match=r"metric: .* Did you mean \"rounds\"\?"):
        named("roundz")


def test_a_game_that_tells_nothing_about_itself_still_has_metrics() -> None:
    assert [metric.name for metric in metrics_of(Facts(), scores())][:2] == ["score", "rounds"]


def test_parts_of_blocks_are_joined_in_order() -> None:
    both = join_games([request(), request()])
    assert both.n_blocks == 4
    assert_allclose(named("rounds").of(both), [5.0, 8.5, 5.0, 8.5])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("metric", "target", "problem"),
    [
        ("wins_of_oak", 60, 'wins_of_oak is one. Did you mean "60%"?'),
        ("wins_of_oak", -0.1, "-0.1 is no share, which is from 0 to 1"),
        ("rounds", Percent(0.5), "50% is for shares; rounds is in rounds"),
        ("rounds", 12, "12 is out of reach; rounds is from 0 to 9"),
    ],
)
def test_a_target_that_a_metric_cannot_have_is_refused(metric, target, problem) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        named(metric).check_target(target)


def test_every_value_in_the_range_of_a_metric_can_be_its_target() -> None:
    for metric, targets in {"wins_of_oak": (0, 0.5, 1), "rounds": (0, 4.5, 9)}.items():
        for target in targets:
            named(metric).check_target(target)


def test_a_metric_that_applies_to_no_game_has_no_margin() -> None:
    never = Metric("never", "never", OTHER, "times", lambda games: np.full((2, 2), np.nan))
    assert np.isnan(never.margin(request()))
