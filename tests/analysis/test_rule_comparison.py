"""Two sets of rules, metric by metric: tables small enough to check by hand, and many by chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose
from scipy.stats import ttest_rel

from simlab.analysis import changed_games
from simlab.analysis.games import Games
from simlab.analysis.metric import Metric
from simlab.analysis.rule_comparison import (
    bands,
    compare,
    comparisons,
    effects,
    has_no_effect,
    headline_effect,
    other_comparisons,
    seat_effects,
)
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.game.facts import DIFFICULTY, ECONOMY, LENGTH, OPTIONS
from tests.support.coverage import assert_coverage
from tests.support.written_run import FACTS, Written, write_run

STUDY = {"kind": "houserule", "pairs": [["1p-unchanged", "1p-changed"]], "others": []}
UNCHANGED = {
    "score": [0, 1, 2, 3, 1, 2, 3, 4],
    "end_reason": [1, 1, 1, 1, 2, 2, 2, 2],
    "rounds": [5, 5, 5, 5, 5, 5, 5, 5],
    "draws": [1, 2, None, 4, 5, 6, 7, 8],
    "sent": [1, 1, 2, 2, 3, 3, 4, 4],
}
CHANGED = UNCHANGED | {
    "score": [3, 3, 4, 4, 3, 4, 4, 4],
    "draws": [1, 2, 3, 4, None, 6, 7, 8],
}


def run(folder: Path, unchanged: dict[str, Any], changed: dict[str, Any], **more: Any) -> Tables:
    sides = [
        Written(unchanged, name="unchanged"),
        Written(changed, name="changed", patch={"hand_limit": "6"}),
    ]
    return Tables(write_run(folder, sides, study=STUDY, **more))


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return run(tmp_path, UNCHANGED, CHANGED)


def by_name(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.set_index("metric")


def test_a_change_is_the_mean_of_the_differences_of_the_same_deals(tables) -> None:
    score = by_name(effects(tables, comparisons(tables)[0])).loc["score"]
    before, after = UNCHANGED["score"], CHANGED["score"]
    low, high = ttest_rel(after, before).confidence_interval()
    assert (score["unchanged"], score["changed"], score["estimate"]) == (2, 3.625, 1.625)
    assert_allclose([score["low"], score["high"]], [low, high])
    assert score["n"] == 8


def test_a_change_is_reported_in_standard_deviations_of_single_games(tables) -> None:
    score = by_name(effects(tables, comparisons(tables)[0])).loc["score"]
    spread = np.sqrt((np.var(UNCHANGED["score"]) + np.var(CHANGED["score"])) / 2)
    standard = [score[f"standard{what}"] for what in ("", "_low", "_high", "_margin")]
    of_score = [score[what] for what in ("estimate", "low", "high", "margin")]
    assert_allclose(standard, np.array(of_score) / spread)


def test_blocks_without_a_metric_on_one_side_are_left_out_and_counted(tables) -> None:
    draws = by_name(effects(tables, comparisons(tables)[0])).loc["draws"]
    assert (draws["n"], draws["left_out"], draws["estimate"]) == (6, 2, 0)
    assert draws["unchanged"] == draws["changed"] == np.mean([1, 2, 4, 6, 7, 8])


def test_what_never_varies_is_the_same_and_has_no_standard_deviation(tables) -> None:
    rows = by_name(effects(tables, comparisons(tables)[0]))
    assert rows.loc["rounds", "verdict"] == Verdict.SAME
    assert np.isnan(rows.loc["rounds", "standard"])


def test_what_varies_by_neither_set_of_rules_may_still_change(tmp_path) -> None:
    tables = run(tmp_path, UNCHANGED, CHANGED | {"rounds": [6] * 8})
    rounds = by_name(effects(tables, comparisons(tables)[0])).loc["rounds"]
    assert (rounds["estimate"], rounds["standard"], rounds["verdict"]) == (1, np.inf, "more")


def test_the_margin_is_that_of_the_rules_by_which_games_vary_more(tmp_path) -> None:
    tables = run(tmp_path, UNCHANGED, CHANGED | {"rounds": [5] * 7 + [6]})
    rounds = by_name(effects(tables, comparisons(tables)[0])).loc["rounds"]
    assert rounds["margin"] == 0.03
    assert rounds["moved"] == 1
    assert rounds["verdict"] == Verdict.UNDECIDED


def test_shares_that_never_differ_keep_an_interval(tables) -> None:
    capped = by_name(effects(tables, comparisons(tables)[0])).loc["capped"]
    assert capped["estimate"] == 0
    assert capped["low"] < 0 < capped["high"]
    assert capped["verdict"] == Verdict.UNDECIDED


def test_groups_have_families_of_their_own(tables) -> None:
    rows = effects(tables, comparisons(tables)[0])
    assert dict(rows.groupby("group")["family"].first()) == dict(rows["group"].value_counts())
    assert set(rows["group"]) == {DIFFICULTY, LENGTH, ECONOMY, OPTIONS}


def test_a_table_that_plays_together_is_judged_first_by_its_score(tables) -> None:
    assert headline_effect(tables, comparisons(tables)[0])["metric"] == "score"


def test_of_several_seats_the_one_whose_wins_change_most_comes_first(tmp_path) -> None:
    games = {"rounds": [1, 2, 3, 4]}
    unchanged, changed = (
        Written(
            games,
            policies=["hold"] * 3,
            name=name,
            seats={"credit": np.ravel(credit), "score": [0] * 12},
        )
        for name, credit in {
            "unchanged": [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]],
            "changed": [[1, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, 1]],
        }.items()
    )
    study = STUDY | {"pairs": [["3p-unchanged", "3p-changed"]]}
    run = write_run(tmp_path, [unchanged, changed], cooperative=False, study=study)
    tables = Tables(run)
    main = headline_effect(tables, comparisons(tables)[0])
    assert (main["metric"], main["estimate"]) == ("wins_of_seat_2", -0.5)


def test_a_change_of_shared_wins_is_not_what_comes_first(tmp_path) -> None:
    """A designer asks who wins: that wins are shared more often is one of the other metrics."""
    games = {"rounds": [1, 2, 3, 4]}
    unchanged, changed = (
        Written(
            games,
            policies=["hold"] * 2,
            name=name,
            seats={"credit": np.ravel(credit), "score": [0] * 8},
        )
        for name, credit in {
            "unchanged": [[1, 0], [0, 1], [1, 0], [1, 0]],
            "changed": [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [1, 0]],
        }.items()
    )
    study = STUDY | {"pairs": [["2p-unchanged", "2p-changed"]]}
    tables = Tables(write_run(tmp_path, [unchanged, changed], cooperative=False, study=study))
    pair = comparisons(tables)[0]
    rows = by_name(effects(tables, pair))
    assert rows.loc["shared_wins", "estimate"] == 0.75
    assert headline_effect(tables, pair)["metric"] == "wins_of_seat_1"
    assert set(seat_effects(tables, pair)["metric"]) == {"wins_of_seat_1", "wins_of_seat_2"}


def test_bands_add_up_on_both_sides(tables) -> None:
    rows = bands(tables, comparisons(tables)[0])
    assert rows["label"].tolist() == ["nothing", "Low", "High"]
    assert rows["unchanged"].tolist() == [1 / 8, 4 / 8, 3 / 8]
    assert rows["changed"].tolist() == [0, 0, 1]
    assert_allclose(rows["estimate"], rows["changed"] - rows["unchanged"])


def with_top_from(start: int) -> dict[str, Any]:
    """Return what the toy game says of itself, with another lowest score of its top tier."""
    tiers = [FACTS["bands"]["tiers"][0], {"tier": 2, "start": start, "label": "High"}]
    return {**FACTS, "bands": {**FACTS["bands"], "tiers": tiers}}


def test_each_side_reaches_the_bands_of_its_own_victory_table(tmp_path) -> None:
    sides = [
        Written(UNCHANGED, name="unchanged"),
        Written(UNCHANGED, name="changed", facts=with_top_from(2)),
    ]
    tables = Tables(write_run(tmp_path, sides, study=STUDY))
    (comparison,) = comparisons(tables)
    rows = bands(tables, comparison)
    assert comparison.has_two_tables
    assert has_no_effect(tables, comparison)
    assert rows["label"].tolist() == ["nothing", "Low", "High"]
    assert rows["unchanged"].tolist() == [1 / 8, 4 / 8, 3 / 8]
    assert rows["changed"].tolist() == [1 / 8, 2 / 8, 5 / 8]
    assert rows["changed_from"].tolist() == [0, 1, 2]
    assert changed_games.share(tables, comparison)["estimate"].tolist() == [2 / 8]
    clearest = changed_games.clearest(tables, comparison)
    assert clearest["before"].tolist() == ["Low", "Low"]
    assert clearest["after"].tolist() == ["High", "High"]


def test_a_tier_that_only_one_table_has_is_reached_on_that_side_alone(tmp_path) -> None:
    top_tiers = with_top_from(3)
    top_tiers["bands"]["tiers"].append({"tier": 3, "start": 4, "label": "Highest"})
    sides = [
        Written(UNCHANGED, name="unchanged"),
        Written(UNCHANGED, name="changed", facts=top_tiers),
    ]
    tables = Tables(write_run(tmp_path, sides, study=STUDY))
    rows = bands(tables, comparisons(tables)[0])
    assert rows["label"].tolist() == ["nothing", "Low", "High", "Highest"]
    assert rows["unchanged"].tolist() == [1 / 8, 4 / 8, 3 / 8, 0]
    assert rows["changed"].tolist() == [1 / 8, 4 / 8, 2 / 8, 1 / 8]


def test_other_policies_are_compared_at_tables_as_large(tmp_path) -> None:
    names = [f"{policy}{side}" for policy in ("", "random-") for side in ("unchanged", "changed")]
    sides = [
        Written(UNCHANGED, policies=["greedy"] * players, name=name)
        for players in (1, 2)
        for name in names
    ]
    study = {
        "pairs": [[f"{n}p-unchanged", f"{n}p-changed"] for n in (1, 2)],
        "others": [[f"{n}p-random-unchanged", f"{n}p-random-changed"] for n in (1, 2)],
    }
    tables = Tables(write_run(tmp_path, sides, study=study))
    others = [other_comparisons(tables, comparison) for comparison in comparisons(tables)]
    assert [[other.changed.name for other in own] for own in others] == [
        ["1p-random-changed"],
        ["2p-random-changed"],
    ]


# ------------------------------------------------------------------------------- games that flip


def test_games_flip_where_they_end_in_another_band(tables) -> None:
    (comparison,) = comparisons(tables)
    assert changed_games.share(tables, comparison)["estimate"].tolist() == [5 / 8]
    clearest = changed_games.clearest(tables, comparison)
    assert clearest["deal"].tolist() == [0, 1, 2, 4, 5]
    assert clearest.loc[0, ["score_before", "before", "score_after", "after"]].tolist() == [
        *(0, "nothing"),
        *(3, "High"),
    ]


def test_a_flip_is_clear_where_both_winners_are_far_ahead_of_each_other(tmp_path) -> None:
    credit = {"unchanged": [1, 0, 1, 0, 1, 0, 0.5, 0.5], "changed": [0, 1, 0, 1, 1, 0, 0, 1]}
    score = {"unchanged": [9, 0, 9, 4, 9, 0, 5, 5], "changed": [7, 8, 1, 9, 9, 0, 0, 9]}
    sides = [
        Written(
            {"rounds": [1, 2, 3, 4]},
            policies=["hold"] * 2,
            name=name,
            seats={"credit": credit[name], "score": score[name]},
        )
        for name in ("unchanged", "changed")
    ]
    study = STUDY | {"pairs": [["2p-unchanged", "2p-changed"]]}
    tables = Tables(write_run(tmp_path, sides, cooperative=False, study=study))
    (comparison,) = comparisons(tables)
    clearest = changed_games.clearest(tables, comparison)
    assert clearest["deal"].tolist() == [1, 0]
    assert clearest.loc[0, ["before", "after"]].tolist() == ["seat 1", "seat 2"]
    numbers = ["score_before", "other_before", "score_after", "other_after"]
    assert clearest.loc[0, numbers].tolist() == [9, 4, 9, 1]
    assert changed_games.share(tables, comparison)["estimate"].tolist() == [3 / 4]


def test_capped_games_are_no_flips(tmp_path) -> None:
    tables = run(tmp_path, UNCHANGED, CHANGED | {"finished": [0] * 7 + [1]})
    (comparison,) = comparisons(tables)
    assert changed_games.clearest(tables, comparison).empty
    assert changed_games.share(tables, comparison)["estimate"].tolist() == [0]


# ------------------------------------------------------------------------------------ by chance

N_METRICS = 20
BLOCKS = 40


def metric_of(number: int) -> Metric:
    name = f"x{number}"
    return Metric(name, name, OPTIONS, "things", lambda games: games.game(name))


METRICS = [metric_of(number) for number in range(N_METRICS)]


def games_of(values: Any) -> Games:
    """Return games with a value of each metric, shape (games, metrics)."""
    names = [metric.name for metric in METRICS]
    return Games(pa.table(dict(zip(names, values.T, strict=True))), None, 1, 1)


def compared(rng: np.random.Generator, shifts: Any, blocks: int = BLOCKS) -> pd.DataFrame:
    """Return what is found of metrics that the rules shift, on deals that make half of them."""
    deals = rng.normal(size=(blocks, N_METRICS))
    sides = [games_of(deals + rng.normal(size=deals.shape) + each) for each in (0, shifts)]
    return compare(METRICS, sides)


def wrong_claims(rows: pd.DataFrame, shifts: Any) -> tuple[float, float]:
    """Return the parts that are false among claims of more or less, and of the same."""
    is_large = np.abs(shifts) > rows["margin"] + MARGIN_ERROR
    is_small = np.abs(shifts) < rows["margin"] - MARGIN_ERROR
    is_clear = rows["verdict"].isin([Verdict.MORE, Verdict.LESS])
    is_same = rows["verdict"] == Verdict.SAME
    return (
        (is_clear & ~is_large).sum() / max(is_clear.sum(), 1),
        (is_same & ~is_small).sum() / max(is_same.sum(), 1),
    )


MARGIN_ERROR = 0.02
"""The margin of these metrics is estimated, about 0.14."""


@pytest.mark.parametrize(
    ("shifts", "blocks"),
    [
        (np.zeros(N_METRICS), 40),
        (np.repeat([0.0, 1.0], [15, 5]), 40),
        (np.repeat([0.0, 0.14], [10, 10]), 200),
        (np.full(N_METRICS, 0.14), 200),
        pytest.param(np.full(N_METRICS, 0.14), 4000, marks=pytest.mark.long),
        pytest.param(np.repeat([0.0, 0.16], [10, 10]), 4000, marks=pytest.mark.long),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else f"{np.max(value)}",
)
def test_of_the_changes_found_beyond_or_within_the_margin_few_are_false(
    shifts: Any, blocks: int, effort
) -> None:
    rng = np.random.default_rng(2)
    runs = [wrong_claims(compared(rng, shifts, blocks), shifts) for _ in range(30 * effort)]
    shares = np.array(runs)
    errors = np.maximum(shares.std(axis=0), 0.2) / np.sqrt(len(runs))
    assert (shares.mean(axis=0) <= 0.05 + 5 * errors).all()


def test_large_changes_are_found_and_equal_rules_called_the_same() -> None:
    rng = np.random.default_rng(4)
    shifts = np.repeat([0.0, 1.0], [10, 10])
    verdicts = compared(rng, shifts, 4000)["verdict"]
    assert verdicts.tolist() == [Verdict.SAME] * 10 + [Verdict.MORE] * 10


def test_a_change_that_may_be_chance_among_many_is_not_decided() -> None:
    rng = np.random.default_rng(3)
    before = 0.01 * rng.normal(size=(BLOCKS, N_METRICS))
    apart = rng.normal(size=before.shape)
    apart -= apart.mean(axis=0)
    apart[:, 0] += 2.9 * apart[:, 0].std(ddof=1) / np.sqrt(BLOCKS)
    sides = [games_of(before), games_of(before + apart)]
    alone, among = compare(METRICS[:1], sides), compare(METRICS, sides)
    assert alone["q"].iloc[0] <= 0.05 < among["q"].iloc[0]
    assert alone["verdict"].iloc[0] == Verdict.MORE
    assert among["verdict"].iloc[0] == Verdict.UNDECIDED


def test_the_largest_of_several_effects_is_covered_by_the_interval_of_its_family() -> None:
    rng, n_runs, n_rates = np.random.default_rng(8), 200, 5
    hits = []
    for _ in range(n_runs):
        before, after = rng.normal(size=(2, BLOCKS, N_METRICS))
        rows = compare(METRICS[:n_rates], [games_of(before), games_of(after)], [n_rates] * n_rates)
        largest = rows.iloc[int(rows["estimate"].abs().argmax())]
        hits.append(largest["low"] <= 0 <= largest["high"])
    assert_coverage(hits, 0.95)
