"""The loop: who is asked, what is written down, and when a game stops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from simlab.engine.build import Engine, compiled_policy, new_scratch
from simlab.engine.journal import DECISION, events, new_journal
from simlab.engine.kernel import kernel
from simlab.engine.loop import Progress
from simlab.engine.record import Row, new, row_of
from simlab.engine.rng import seed_noise
from simlab.game.policy import Policy
from tests.support.walk_game import (
    FAR,
    GAME,
    STATE,
    TIMELINE,
    WALKED,
    counting,
    moody,
    rules,
    slow,
    steady,
)

FAST = steady.with_weights(pace=3)
THREE = (slow, moody, counting)
FIVE_SIGMA = 2 * stats.norm.sf(5)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME)


def journal_of(engine: Engine, lineup: tuple[Policy, ...], deal: int) -> npt.NDArray[np.int64]:
    journal = new_journal(listening=True)
    engine.play(rules(), lineup, 1914, deal, 1, journal=journal)
    return events(journal)


def test_a_row_says_which_game_it_was_and_how_it_went(engine: Engine) -> None:
    rows = engine.play(rules(goal=12, gusts=1), (FAST, slow), 1914, 5, 3)
    assert rows["deal"].tolist() == [5, 6, 7]
    assert set(rows["rotation"]) == {0}
    assert set(rows["decisions"]) == {7}
    assert set(rows["finished"]) == {1}
    assert rows["seats"]["score"][0, :2].tolist() == [12, 3]


def test_deals_differ_and_return_with_their_seed(engine: Engine) -> None:
    rows = engine.play(rules(), THREE, 1914, 0, 50)
    assert len(set(rows["seats"]["score"][:, 0].tolist())) > 5
    assert np.array_equal(rows, engine.play(rules(), THREE, 1914, 0, 50))
    assert not np.array_equal(rows, engine.play(rules(), THREE, 1915, 0, 50))


@pytest.mark.parametrize("cut", [0, 1, 17, 50])
def test_slicing_does_not_change_play(engine: Engine, cut: int) -> None:
    slices = [
        engine.play(rules(), THREE, 1914, 100, cut, rotation=1),
        engine.play(rules(), THREE, 1914, 100 + cut, 50 - cut, rotation=1),
    ]
    at_once = engine.play(rules(), THREE, 1914, 100, 50, rotation=1)
    assert np.array_equal(np.concatenate(slices), at_once)


def test_a_game_that_never_ends_is_capped_and_counted(engine: Engine) -> None:
    rows = engine.play(rules(goal=FAR), THREE, 1914, 0, 3)
    assert rows["finished"].tolist() == [0, 0, 0]
    assert rows["decisions"].tolist() == [GAME.decision_limit] * 3
    assert not rows["seats"]["credit"].any()


@pytest.mark.parametrize(("one_more", "finished"), [(0, 1), (1, 0)])
def test_a_game_may_end_with_its_last_decision(
    engine: Engine, one_more: int, finished: int
) -> None:
    row = engine.play(rules(goal=GAME.decision_limit + one_more, gusts=1), [slow], 1914, 0, 1)
    assert (row["finished"][0], row["decisions"][0]) == (finished, GAME.decision_limit)


# Who sits where, and what a policy has.


@pytest.mark.parametrize("rotation", [0, 1, 2])
def test_the_line_up_is_turned_over_the_seats(engine: Engine, rotation: int) -> None:
    rows = engine.play(rules(), (slow, steady, FAST), 1914, 0, 2, rotation=rotation)
    choices = [1, 2, 3]
    expected = [choices[(seat + rotation) % 3] for seat in range(3)]
    assert rows["seats"]["last_choice"][:, :3].tolist() == [expected, expected]
    assert set(rows["rotation"]) == {rotation}


def test_another_rotation_has_the_same_wind_and_other_whims(engine: Engine) -> None:
    calm = [engine.play(rules(), (slow, slow), 1914, 0, 30, turn)["seats"] for turn in (0, 1)]
    assert np.array_equal(calm[0], calm[1])
    whims = [engine.play(rules(), (moody, moody), 1914, 0, 30, turn)["seats"] for turn in (0, 1)]
    assert not np.array_equal(whims[0], whims[1])


def test_a_policy_remembers_its_game_and_nothing_of_the_game_before(engine: Engine) -> None:
    rows = engine.play(rules(goal=38, gusts=1), (counting, counting), 1914, 0, 5)
    assert set(rows["decisions"]) == {39}
    assert rows["seats"]["first_choice"][:, :2].tolist() == [[1, 1]] * 5
    assert rows["seats"]["last_choice"][:, :2].tolist() == [[2, 1]] * 5


def test_a_weight_reaches_its_policy_alone(engine: Engine) -> None:
    row = engine.play(rules(), (steady, FAST, steady), 1914, 0, 1)
    assert row["seats"]["first_choice"][0, :3].tolist() == [2, 3, 2]


# Noise.


def choices(engine: Engine, *lineup: Policy) -> npt.NDArray[np.int64]:
    """Return how often each seat takes one, two and three steps in some long games."""
    journal = new_journal(listening=True)
    engine.play(rules(goal=FAR), lineup, 1914, 0, 20, journal=journal)
    journaled = events(journal)
    decided = journaled[journaled[:, 0] == DECISION]
    counts = np.zeros((len(lineup), 4), np.int64)
    np.add.at(counts, (decided[:, 1], decided[:, 3]), 1)
    return counts[:, 1:]


def test_without_noise_nothing_is_drawn(engine: Engine) -> None:
    still = tuple(policy.with_weights(noise=0) for policy in THREE)
    rows = engine.play(rules(), still, 1914, 0, 50)
    assert np.array_equal(rows, engine.play(rules(), THREE, 1914, 0, 50))


def test_all_noise_takes_every_choice_equally_often(engine: Engine) -> None:
    (counts,) = choices(engine, slow.with_weights(noise=1))
    assert counts.sum() == 20 * GAME.decision_limit
    assert stats.chisquare(counts).pvalue > FIVE_SIGMA


@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_noise_is_the_share_of_choices_drawn_from_the_menu(engine: Engine, noise: float) -> None:
    (counts,) = choices(engine, slow.with_weights(noise=noise))
    own, drawn = 1 - noise, noise / 3
    expected = np.array([own + drawn, drawn, drawn]) * counts.sum()
    assert stats.chisquare(counts, expected).pvalue > FIVE_SIGMA


def test_noise_stays_at_its_seat(engine: Engine) -> None:
    noisy, still = choices(engine, slow.with_weights(noise=0.5), FAST)
    assert noisy.all()
    assert still.tolist() == [0, 0, noisy.sum()]


def test_a_policy_forgets_its_plans_when_its_noise_has_chosen() -> None:
    def memory(noise: float) -> list[int]:
        scratch = new_scratch(GAME, [counting.with_weights(noise=noise)])
        seed_noise(scratch["noise"][0], 1914, 0, 0, 1)
        scratch["memory"][0, 0, :2] = 5
        ask = compiled_policy(counting, GAME)
        ask(row_of(rules()), row_of(new(STATE)), 0, 3, row_of(scratch))
        return scratch["memory"][0, 0, :2].tolist()

    assert memory(noise=0) == [5, 6]
    assert memory(noise=1) == [0, 0]


# The journal.


def test_the_journal_tells_decisions_and_events_in_order(engine: Engine) -> None:
    entries = journal_of(engine, (slow, FAST), 3).tolist()
    decisions, walks = entries[::2], entries[1::2]
    assert [event[:4] for event in decisions] == [
        [DECISION, i % 2, i, (1, 3)[i % 2]] for i in range(len(decisions))
    ]
    assert [event[:2] for event in walks] == [[WALKED, i % 2] for i in range(len(walks))]
    assert len(decisions) == len(walks)
    row = engine.play(rules(), (slow, FAST), 1914, 3, 1)
    assert row["decisions"] == len(decisions)
    assert [walks[-2][2], walks[-1][2]] == sorted(row["seats"]["score"][0, :2])


def test_a_journal_does_not_change_play(engine: Engine) -> None:
    heard = engine.play(rules(), THREE, 1914, 0, 20, journal=new_journal(listening=True))
    assert np.array_equal(heard, engine.play(rules(), THREE, 1914, 0, 20))


# Progress and timeline.


def test_progress_says_how_far_the_games_have_come(engine: Engine) -> None:
    progress = new(Progress.dtype)
    rows = engine.play(rules(), THREE, 1914, 10, 5, progress=progress)
    assert (progress["deal"][0], progress["decision"][0]) == (14, rows["decisions"][-1])


def timeline_of(engine: Engine, room: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the timeline and the outcome rows of four deals."""
    progress, timeline = new(Progress.dtype), np.zeros(room, TIMELINE)
    rows = engine.play(rules(), THREE, 1914, 2, 4, rotation=1, progress=progress, timeline=timeline)
    return timeline[: progress["timeline_rows"][0]], rows


def test_the_timeline_has_a_row_for_every_round_that_ended(engine: Engine) -> None:
    timeline, rows = timeline_of(engine, 1000)
    assert timeline[["deal", "rotation", "rounds"]].tolist() == [
        (deal, 1, rounds)
        for deal, decisions in zip(rows["deal"], rows["decisions"], strict=True)
        for rounds in range(1, decisions // 3 + 1)
    ]


def test_a_timeline_row_shows_the_table_at_the_end_of_its_round(engine: Engine) -> None:
    timeline, _ = timeline_of(engine, 1000)
    journal = new_journal(listening=True)
    engine.play(rules(), THREE, 1914, 2, 1, rotation=1, journal=journal)
    steps = [event[2] for event in events(journal).tolist() if event[0] == WALKED]
    at_round_ends = [sum(steps[i : i + 3]) for i in range(0, len(steps) - 2, 3)]
    assert timeline[timeline["deal"] == 2]["steps"].tolist() == at_round_ends


@kernel
def two_rounds_at_a_time(rules: Row, state: Row, row: Row) -> int:
    row.steps = 100 * row.rounds + state.decisions
    return 2 * (state.decisions // state.n_players)


def test_a_choice_that_ends_two_rounds_makes_two_rows() -> None:
    timeline, rows = timeline_of(Engine(replace(GAME, snapshot=two_rounds_at_a_time)), 1000)
    of_one = timeline[timeline["deal"] == 2]
    expected = [
        (rounds, 100 * rounds + 3 * ((rounds + 1) // 2))
        for rounds in range(1, 2 * (rows["decisions"][0] // 3) + 1)
    ]
    assert of_one[["rounds", "steps"]].tolist() == expected


def test_a_full_timeline_takes_no_more_and_changes_nothing(engine: Engine) -> None:
    timeline, rows = timeline_of(engine, 1000)
    short, same_rows = timeline_of(engine, 20)
    assert short.tolist() == timeline[:20].tolist()
    assert np.array_equal(rows, same_rows)
