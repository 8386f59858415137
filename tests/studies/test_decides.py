"""Studies of what decides: known shares are found, in play."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.studies.decides.result import EQUAL, INTERACTIONS, SEAT, UNEQUAL, Decides
from simlab.studies.decides.study import DecidesRequest, play, request_decides, result_of
from tests.support import lottery_game
from tests.support.lottery_game import LEAPS, VARIANCES


def request_of(
    game: str = str(lottery_game.__file__),
    policy: str | None = "random",
    among: tuple[str, ...] = ("still", "leaper"),
    **options: Any,
) -> DecidesRequest:
    return request_decides({"game": game, "games": 9000, **options}, policy, among)


def study_of(request: DecidesRequest, executor: Executor) -> Decides:
    executor.prepare(request.matchups.experiment.scenarios)
    *_, progress = play(request, executor)
    return result_of(request, progress)


@pytest.fixture(scope="module")
def study() -> Decides:
    return study_of(request_of(), Threads(1))


@pytest.mark.parametrize(
    ("table", "variances"),
    [
        (EQUAL, {**VARIANCES, "choices of the players": LEAPS}),
        (UNEQUAL, {**VARIANCES, "choices of the players": 0.0, "skill": LEAPS}),
    ],
)
def test_known_shares_are_found(study: Decides, table: str, variances: dict[str, float]) -> None:
    is_asked = (study.shares["metric"] == "score") & (study.shares["table"] == table)
    shares = study.shares[is_asked].set_index("factor")
    assert set(shares.index) == {*variances, INTERACTIONS}
    whole = sum(variances.values())
    for factor, variance in variances.items():
        row = shares.loc[factor]
        half_width = max(row["high"] - row["low"], 0.01) / 2
        assert abs(row["estimate"] - variance / whole) < 3 * half_width
        if factor != SEAT:
            half_width = max(row["total_high"] - row["total_low"], 0.01) / 2
            assert abs(row["total"] - variance / whole) < 3 * half_width
    assert shares.loc[INTERACTIONS, "estimate"] < 0.1
    assert shares["part"].sum() == pytest.approx(1)


def test_all_chance_together_is_separated_from_skill(study: Decides) -> None:
    luck = study.luck.set_index("metric").loc["score"]
    variance = VARIANCES["die"] + VARIANCES["coin"]
    share = variance / (sum(VARIANCES.values()) + LEAPS)
    assert abs(luck["estimate"] - share) < luck["high"] - luck["low"] < 0.2


def test_wins_are_decided_by_the_leaps_and_the_seat_alone(study: Decides) -> None:
    """Both seats get the same die and coin."""
    is_asked = (study.shares["metric"] == "wins") & (study.shares["table"] == UNEQUAL)
    shares = study.shares[is_asked].set_index("factor")
    assert shares.loc["skill", "estimate"] > 0.3
    assert shares.loc["die", "estimate"] == shares.loc["coin", "total"] == 0
    assert shares.loc[SEAT, "low"] > 0


def test_any_number_of_cores_finds_the_same(study: Decides) -> None:
    few = request_of(games=4400)
    one, two = (study_of(few, Threads(jobs)) for jobs in (1, 2))
    assert one.shares.equals(two.shares)
    assert one.n_games == two.n_games < study.n_games


def test_one_policy_makes_a_table_of_equal_players_alone() -> None:
    request = request_of(among=("random",))
    assert [table.label for table in request.tables] == [EQUAL]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"games": 500}, "games: 500 are too few for these factors; they take 4400"),
        ({"policy": "still:pace=2"}, "policy: "),
        ({"among": ("still", "still")}, "among: still is named twice"),
        ({"players": [3]}, "players: .* is for 2 to 2 players, not 3"),
    ],
)
def test_requests_that_are_impossible_are_refused(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**words)
