"""Two sets of rules compared: verdicts, how often they are wrong, and a known effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.group_sequential import FIRST_LOOK
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric
from simlab.analysis.paired import blocks_of_fixed_plan
from simlab.analysis.value_range import NO_VALUE
from simlab.analysis.verdict import Verdict
from simlab.api.ab import AbResult
from simlab.cli.terminal.ab import stop_sentence
from simlab.engine.build import Engine
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.game import Game
from simlab.studies.ab.comparison import NOTHING, Comparison, Values, request_comparison
from simlab.studies.ab.population import Effect, other_policies, population
from simlab.studies.ab.study import PILOT, AbRequest, Look, compare, request_ab
from tests.games.pig.exact import TARGET, hold_at, win_chances

Array = NDArray[Any]
SHORT = 20
"""Points that win in the shorter game."""
SIMULATED = pytest.mark.parametrize("n_runs", [12, pytest.param(400, marks=pytest.mark.long)])
MOST_WRONG = 0.05


class Unplayable(Comparison):
    def play(self, executor: Executor, first: int, count: int) -> tuple[Games, Games]:
        raise AssertionError("all these games are kept")


def comparison_of(**options: Any) -> Comparison:
    return request_comparison("pig", {"policy": ["hold"], "patch": [f"target={SHORT}"], **options})


@pytest.fixture(scope="module")
def executor() -> Executor:
    comparison = comparison_of()
    threads = Threads(1)
    threads.prepare(comparison.sides)
    return threads


def request_of(
    comparison: Comparison, executor: Executor, margin: float = 0.01, metric: str = ""
) -> AbRequest:
    return request_ab(comparison, executor, metric or "wins_of_seat_1", margin)


def last_look(request: AbRequest, executor: Executor) -> Look:
    *_, last = compare(request, executor)
    return last


def on_other_deals(comparison: Comparison, seed: int) -> Comparison:
    """Return the same rules on both sides, on deals that have nothing to do with each other."""
    return Comparison(replace(comparison.base, seed=seed), replace(comparison.base, seed=seed + 1))


def is_rare(n_wrong: int, n_runs: int) -> bool:
    """Say whether no more went wrong than chance allows where one run in twenty may."""
    slack = 5 * np.sqrt(MOST_WRONG * (1 - MOST_WRONG) * n_runs)
    return n_wrong <= MOST_WRONG * n_runs + slack


def true_effect() -> float:
    """Return by how much the shorter race is better for who begins, from the recursion."""
    chances, _ = win_chances(hold_at(20), hold_at(20))
    return float(chances[TARGET - SHORT, TARGET - SHORT] - chances[0, 0])


def test_a_known_effect_is_found(executor: Executor) -> None:
    effect = true_effect()
    look = last_look(request_of(comparison_of(games=400_000), executor, margin=0.01), executor)
    assert effect > 0.02
    assert look.verdict == Verdict.MORE
    assert look.effect.low < effect < look.effect.high


def test_a_decided_comparison_stops_before_its_games_are_spent(executor: Executor) -> None:
    request = request_of(comparison_of(games=400_000), executor, margin=0.5)
    look = last_look(request, executor)
    assert (look.verdict, look.values.n_blocks) == (Verdict.SAME, FIRST_LOOK)
    assert look.is_decided


def test_the_games_of_the_pilot_are_not_played_again(executor: Executor) -> None:
    request = request_of(comparison_of(games=3_000), executor)
    played = request.comparison.play(executor, 30, 2 * PILOT - 30)
    request = replace(request, comparison=Unplayable(*request.comparison.sides))
    kept = request.play(executor, 30, PILOT)
    assert [side.n_blocks for side in kept] == [PILOT - 30] * 2
    assert kept[1].games.equals(played[1].first(PILOT - 30).games)
    request = replace(request, comparison=comparison_of())
    further = request.play(executor, 30, 2 * PILOT)
    assert [side.games for side in further] == [side.games for side in played]
    assert request.play(executor, PILOT, 2 * PILOT)[0].n_blocks == PILOT


def test_an_undecided_comparison_spends_its_games_and_no_more(executor: Executor) -> None:
    comparison = on_other_deals(comparison_of(games=3_000), seed=1)
    look = last_look(request_of(comparison, executor, margin=0.001), executor)
    assert (look.verdict, look.values.n_games) == (Verdict.UNDECIDED, 3_000)


@SIMULATED
@pytest.mark.parametrize(
    "metric", ["wins_of_seat_1", pytest.param("turns", marks=pytest.mark.long)]
)
def test_of_equal_rules_at_most_one_comparison_in_twenty_is_wrong(
    executor: Executor, metric: str, n_runs: int
) -> None:
    """The margin is so small that any interval which leaves out 0 gives a wrong verdict."""
    comparison = comparison_of(games=4_000)
    comparisons = (on_other_deals(comparison, 2 * n) for n in range(n_runs))
    looks = [last_look(request_of(each, executor, 1e-9, metric), executor) for each in comparisons]
    assert is_rare(sum(look.verdict in (Verdict.MORE, Verdict.LESS) for look in looks), n_runs)
    assert all(look.verdict != Verdict.SAME for look in looks)


@SIMULATED
def test_the_interval_at_the_stop_holds_the_truth(executor: Executor, n_runs: int) -> None:
    """The comparison stops as soon as the interval suits it, which t intervals do not survive."""
    effect, sides = true_effect(), comparison_of(games=10_000)
    comparisons = (
        Comparison(replace(sides.base, seed=n), replace(sides.patched, seed=n))
        for n in range(n_runs)
    )
    looks = [last_look(request_of(each, executor, 0.03), executor) for each in comparisons]
    missed = sum(not look.effect.low <= effect <= look.effect.high for look in looks)
    assert is_rare(missed, n_runs)


def test_any_number_of_jobs_comes_to_the_same(executor: Executor) -> None:
    request = request_of(comparison_of(games=20_000), executor)
    one, three = (last_look(request, Threads(jobs)) for jobs in (1, 3))
    assert one.effect == three.effect
    assert np.array_equal(one.values.effects, three.values.effects)


def test_policies_are_turned_over_the_seats_in_every_block(executor: Executor) -> None:
    comparison = comparison_of(policy=["hold", "random"])
    look = last_look(request_of(comparison, executor, metric="wins_of_hold"), executor)
    assert look.values.n_games == 2 * 2 * look.values.n_blocks
    assert look.effect.low < look.effect.high < 0


def test_a_share_of_games_comes_to_the_same_on_both_sides(executor: Executor) -> None:
    comparison = comparison_of(games=400)
    values = last_look(request_of(comparison, executor), executor).values
    pairs = zip(*(side_of(comparison, patched) for patched in (False, True)), strict=True)
    assert values.n_same == sum(one == other for one, other in list(pairs)[: values.n_paired_games])


def side_of(comparison: Comparison, patched: bool) -> list[float]:
    side = comparison.patched if patched else comparison.base
    rows = Engine(side.game).play(side.rules.row, side.lineup, side.seed, 0, 200)
    return list(rows["seats"]["credit"][:, 0])


def test_other_policies_show_whether_the_effect_is_theirs(executor: Executor) -> None:
    request = request_of(comparison_of(games=400), executor)
    effects = population(request, executor)
    names = ["random", "optimal", "hold:noise=0.05"]
    assert [effect.policy for effect in effects] == names
    assert [str(policy) for policy in other_policies(request.comparison)] == names
    assert all(effect.interval.low < effect.interval.high for effect in effects)


@pytest.mark.parametrize(
    ("strongest", "withdrawn_by", "rank"),
    [
        (["optimal"], "optimal", "the strongest player measured"),
        (["hold", "optimal"], "optimal", "one of the two strongest players measured"),
        (["hold"], "", ""),
    ],
)
def test_any_of_the_strongest_players_withdraws_a_verdict(
    executor: Executor,
    monkeypatch: pytest.MonkeyPatch,
    strongest: list[str],
    withdrawn_by: str,
    rank: str,
) -> None:
    monkeypatch.setattr(Game, "strongest_players", lambda *_: strongest)
    request = request_of(comparison_of(games=400), executor)
    look = last_look(request, executor)
    fewer = Effect("optimal", Interval(-0.3, -0.4, -0.2, 400), 400)
    decided = replace(look, verdict=Verdict.MORE, effect=Interval(0.1, 0.05, 0.2, 400))
    result = AbResult(request, decided, [fewer], "simlab houserule")
    assert result.is_decided == (not withdrawn_by)
    withdrawal = f"but −30 percentage points (−40 to −20) with {withdrawn_by}, {rank}"
    assert (withdrawal in result.verdict_in_words) == bool(withdrawn_by)


def test_a_policy_that_is_only_part_of_the_line_up_has_no_population(executor: Executor) -> None:
    comparison = comparison_of(policy=["hold", "random"], games=400)
    request = request_of(comparison, executor, metric="wins_of_hold")
    assert population(request, executor) == []


def test_the_margin_is_that_of_the_metric_unless_one_is_named(executor: Executor) -> None:
    assert request_ab(comparison_of(), executor, None, None).margin == 0.02
    assert request_ab(comparison_of(), executor, "turns", None).margin == pytest.approx(
        0.6, abs=0.2
    )


def test_a_metric_that_never_varies_needs_a_margin(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.analysis.metric.SPREAD_MARGIN", 0)
    with pytest.raises(InputError, match="turns does not vary; name a margin with --margin"):
        request_ab(comparison_of(), executor, "turns", None)


def test_a_patch_that_changes_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="no rule changes"):
        comparison_of(patch=["target=100"])


def test_more_than_one_table_is_refused() -> None:
    with pytest.raises(InputError, match="name one number"):
        comparison_of(players=[2, 3])


def test_pairing_saves_games_against_a_fixed_plan(executor: Executor) -> None:
    request = request_of(comparison_of(games=400_000), executor, margin=0.01)
    values = last_look(request, executor).values
    unpaired = blocks_of_fixed_plan(
        float(np.var(values.base) + np.var(values.patched)), 0.01, effect=true_effect()
    )
    assert values.n_blocks < 20 * unpaired


@pytest.mark.parametrize("n_runs", [40, pytest.param(400, marks=pytest.mark.long)])
def test_rare_values_of_both_sides_are_foreseen_in_their_difference(n_runs: int) -> None:
    """Jackpots come to both sides alike, and a few to the changed rules alone; else little differs.

    The differences of a few dozen deals do not show how far apart single games can be.
    """
    rng, metric = np.random.default_rng(1), Metric("loot", "loot", "", "coins", no_games)
    request = AbRequest(comparison_of(), metric, 0.3, 3_000)
    n_wrong = 0
    for _ in range(n_runs):
        base, patched = jackpots(rng, request.most_blocks)
        verdicts = (request.verdict(values_in(base[:n], patched[:n])) for n in request.design.looks)
        last = next((each for each in verdicts if each != Verdict.UNDECIDED), Verdict.UNDECIDED)
        n_wrong += last != Verdict.UNDECIDED
    assert is_rare(n_wrong, n_runs)


def jackpots(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """Return values of both sides, whose mean difference is the margin."""
    luck, noise = rng.random(n), rng.normal(0, 6, n)
    little = np.where(rng.random(n) < 0.3, rng.normal(0, 1, n), 0)
    return noise + 60 * (luck < 0.01), noise + little + 60 * (luck < 0.015)


def values_in(base: Array, patched: Array) -> Values:
    seen = NO_VALUE.with_values(np.append(base, patched))
    return replace(NOTHING, base=base, patched=patched, n_blocks=len(base), seen=seen)


def no_games(games: Games) -> Array:
    raise AssertionError("no games are played")


def test_the_effect_after_an_early_stop_is_smaller_than_the_mean(executor: Executor) -> None:
    request = request_of(comparison_of(games=400_000), executor, margin=0.01)
    look = last_look(request, executor)
    assert look.values.n_blocks > FIRST_LOOK
    assert look.mean_effect == look.values.effects.mean()
    assert look.effect.low < look.effect.estimate < look.mean_effect
    (sentence,) = stop_sentence(request, look)
    assert f"{100 * look.mean_effect:.1f}" in sentence


def luckless(**options: Any) -> Comparison:
    return comparison_of(less_luck=True, **options)


@pytest.fixture(scope="module")
def lucky_executor() -> Executor:
    threads = Threads(1)
    threads.prepare([luckless().base])
    return threads


def test_without_luck_the_same_effect_is_found_with_fewer_games(
    executor: Executor, lucky_executor: Executor
) -> None:
    games = 40_000
    look = last_look(request_of(luckless(games=games), lucky_executor, margin=0.02), lucky_executor)
    played = last_look(request_of(comparison_of(games=games), executor, margin=0.02), executor)
    assert look.effect.low < true_effect() < look.effect.high
    assert look.is_decided
    assert 3 * look.values.n_games < played.values.n_games


def test_a_comparison_less_luck_also_has_the_effect_as_played(lucky_executor: Executor) -> None:
    request = request_of(luckless(games=4_000), lucky_executor, margin=0.001)
    look = last_look(request, lucky_executor)
    played = request.effect_as_played(look.values)
    assert played.estimate == look.values.effects.mean()
    assert 2 * (look.effect.high - look.effect.low) < played.high - played.low


@SIMULATED
def test_less_luck_at_most_one_comparison_in_twenty_is_wrong(
    lucky_executor: Executor, n_runs: int
) -> None:
    """The margin is so small that any interval which leaves out 0 gives a wrong verdict."""
    comparison = luckless(games=800)
    comparisons = (on_other_deals(comparison, 2 * n) for n in range(n_runs))
    requests = (request_of(each, lucky_executor, 1e-9) for each in comparisons)
    looks = [last_look(request, lucky_executor) for request in requests]
    assert is_rare(sum(look.verdict != Verdict.UNDECIDED for look in looks), n_runs)


@SIMULATED
def test_less_luck_the_interval_at_the_stop_holds_the_truth(
    lucky_executor: Executor, n_runs: int
) -> None:
    effect, sides = true_effect(), luckless(games=1_600)
    comparisons = (
        Comparison(replace(sides.base, seed=n), replace(sides.patched, seed=n))
        for n in range(n_runs)
    )
    requests = (request_of(each, lucky_executor, 0.05) for each in comparisons)
    looks = [last_look(request, lucky_executor) for request in requests]
    missed = sum(not look.effect.low <= effect <= look.effect.high for look in looks)
    assert is_rare(missed, n_runs)


@pytest.mark.parametrize(
    ("metric", "is_exact", "problem"),
    [
        ("turns", False, "less_luck: turns is neither wins nor score, in which luck is measured"),
        (None, True, "exact: a result less luck has no known range, so no interval is exact"),
    ],
)
def test_luck_is_subtracted_from_wins_and_scores_without_bets(
    lucky_executor: Executor, metric: str | None, is_exact: bool, problem: str
) -> None:
    with pytest.raises(InputError) as error:
        request_ab(luckless(), lucky_executor, metric, None, is_exact=is_exact)
    assert str(error.value) == problem
