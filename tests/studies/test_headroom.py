"""Headroom in Pig: a search over a weak policy beats it by far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from simlab.analysis.metric import Percent
from simlab.analysis.verdict import Verdict
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.execution.translated_engine import TranslatedEngine
from simlab.experiment.resolve import Scenario
from simlab.game import Game
from simlab.games.arriala import GAME as ARRIALA
from simlab.plain.engine import PlainEngine
from simlab.studies.headroom.result import Headroom
from simlab.studies.headroom.study import (
    FEWEST_DEALS,
    PARTS,
    TIMES_SCRIPTED,
    HeadroomProgress,
    HeadroomRequest,
    distinct_policies,
    play,
    request_headroom,
    result_of,
)

WEAK = "hold:at=3"


def request_of(
    text: str | None = WEAK,
    overs: Sequence[str] | None = (WEAK,),
    rollouts: Sequence[int] = (32, 64),
    margin: float | None = None,
    **options: Any,
) -> HeadroomRequest:
    asked = {"game": "pig", "games": 200, **options}
    return request_headroom(asked, text, overs, rollouts, margin)


@pytest.fixture(scope="module")
def executor() -> Executor:
    request = request_of()
    threads = Threads(1)
    threads.prepare(request.matchups.experiment.scenarios)
    return threads


def last_look(request: HeadroomRequest, executor: Executor) -> HeadroomProgress:
    *_, look = play(request, executor)
    return look


def deals_by_rollouts(request: HeadroomRequest) -> dict[int, int]:
    return {who.rollouts: request.n_deals(lineup) for who, lineup in request.others.items()}


@pytest.fixture(scope="module")
def headroom(executor: Executor) -> Headroom:
    return result_of(last_look(request_of(), executor))


def test_a_search_beats_a_weak_policy_and_noise_loses_to_it(headroom: Headroom) -> None:
    verdicts = headroom.gains.set_index("policy")["verdict"]
    assert verdicts["search:base=hold,rollouts=64,at=3"] == Verdict.MORE
    assert verdicts["optimal"] == Verdict.MORE
    assert verdicts["random"] == Verdict.LESS
    assert headroom.best["low"] > 0.2


def test_one_player_is_measured_among_scripted_ones(headroom: Headroom) -> None:
    lineups = list(headroom.lineups["lineup"])
    assert lineups[0] == "search:base=hold,rollouts=32,at=3, hold:at=3"
    assert "hold:at=3" not in lineups
    assert headroom.levels["estimate"].tolist() == pytest.approx(headroom.gains["estimate"] + 0.5)


def test_any_number_of_jobs_finds_the_same(executor: Executor, headroom: Headroom) -> None:
    assert result_of(last_look(request_of(), Threads(3))).gains.equals(headroom.gains)


def test_twice_the_rollouts_play_half_the_games_down_to_a_floor() -> None:
    request = request_of(rollouts=(8, 16, 10_000), games=400)
    assert deals_by_rollouts(request) == {
        8: 200,
        16: 100,
        10_000: FEWEST_DEALS,
        0: 200 * TIMES_SCRIPTED,
    }


def test_a_search_may_be_the_policy_in_question() -> None:
    request = request_of("search:base=hold,rollouts=8", ["hold"], (8, 16), games=400)
    rollouts_by_base = [(who.base, who.rollouts) for who in request.others]
    assert rollouts_by_base[:3] == [("hold", 16), ("hold:noise=0.2", 8), ("hold:noise=0.5", 8)]
    deals = [request.n_deals(lineup) for lineup in request.others.values()]
    assert deals == [66, 100, 100, 200, 200, 200]


def test_parts_tell_how_long_a_game_takes(executor: Executor) -> None:
    look = last_look(request_of(games=80), executor)
    assert len(look.parts) == look.n_parts >= PARTS * len(look.request.lineups)
    assert look.seconds["search:base=hold,rollouts=64,at=3"] > look.seconds["random"] > 0


def test_tables_that_share_a_score_are_of_equal_players_on_the_same_deals() -> None:
    request = request_of(None, None, (8, 32), game="taxis", players=2)
    assert request.policy.policy == "planner"
    assert request.lineups[0] == ("planner", "planner")
    assert all(len(set(lineup)) == 1 for lineup in request.lineups)
    assert request.n_deals(request.alone) == max(map(request.n_deals, request.others.values()))
    assert [who.base for who in request.others if who.is_search] == 2 * ["greedy"] + 2 * ["planner"]


def test_the_best_policies_are_the_default_bases() -> None:
    bases = {2: {"hold", "optimal"}, 3: {"random", "hold"}}
    for players, names in bases.items():
        request = request_of(None, None, (8,), players=players)
        assert {who.base for who in request.others if who.is_search} == names


def test_archetypes_of_one_policy_count_once() -> None:
    assert [policy.name for policy in distinct_policies(ARRIALA, 3)] == [
        "random",
        "greedy",
        "planner",
    ]


def test_a_base_is_written_with_all_traits_but_the_rollouts() -> None:
    first = next(iter(request_of(overs=["hold:at=7,doubt=1"]).others))
    assert (first.base, first.rollouts) == ("hold:doubt=1,at=7", 32)


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"overs": ["hold:rollouts=9"]}, "over: hold:rollouts=9 has rollouts of its own"),
        ({"overs": ["hodl"]}, 'policy: search: base: "hodl" is not one of .* Did you mean "hold"'),
        (
            {"rollouts": (2,)},
            "policy: search:base=.*: rollouts: 2 is out of range 8 to",
        ),
        ({"text": "search:base=hold,rollouts=32,at=3", "rollouts": (32,)}, "over: nobody is left"),
        ({"games": 30}, "games: 30 are too few; 20 deals of a line-up, in all rotations, take 40"),
        ({"text": "hodl"}, 'policy: "hodl" is not one of'),
    ],
)
def test_what_cannot_be_played_is_refused(asked: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**asked)


def test_a_margin_that_is_none_is_refused_before_anything_is_played(executor: Executor) -> None:
    with pytest.raises(InputError, match="margin: 2 is more than all"):
        next(play(request_of(margin=2.0), executor))


def test_a_percentage_is_no_margin_of_a_score() -> None:
    request = request_of("greedy", ["greedy"], (8,), margin=Percent(0.02), game="taxis")
    with pytest.raises(InputError, match="margin: 2% is for shares"):
        next(play(request, Threads(1)))


class Kernels(TranslatedEngine):
    """Stands for an engine with kernels, and plays in plain Python."""

    def __init__(self, plain: Game) -> None:
        PlainEngine.__init__(self, plain)

    prepare, play = PlainEngine.prepare, PlainEngine.play


@dataclass(frozen=True)
class TranslatesAfter(Threads):
    """Plays a plain game by kernels after some tasks."""

    n_tasks: int = 0
    done: list[Scenario] = field(default_factory=list, compare=False)

    def map(self, function: Callable[..., Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for scenario, *arguments in tasks:
            game = scenario.game
            engine = PlainEngine(game) if len(self.done) < self.n_tasks else Kernels(game)
            self.done.append(scenario)
            yield function(engine, scenario, *arguments)


PLAIN_PIG = str(Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py")


@pytest.mark.parametrize("n_before", [0, 1 + PARTS // 2, 1 + PARTS, 1 + 3 * PARTS // 2, 10_000])
def test_all_times_are_of_games_that_are_played_as_the_last_ones(
    n_before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.studies.headroom.study.TIMES_SCRIPTED", 1)
    rules = {"game": PLAIN_PIG, "games": 40, "patch": ["target=10"]}
    request = request_of("hold", ["random"], (8,), **rules)
    # one game more is played first, to check the margin
    look = last_look(request, TranslatesAfter(1, n_before))
    assert len(look.timed_again) == (1 + PARTS <= n_before < 10_000)
    for lineup, timed in look.timed_parts.items():
        own = [part for part in look.parts if part.lineup == lineup]
        assert {part.is_translated for part in timed} == {n_before < 10_000}
        seconds = sum(part.seconds for part in timed)
        n_games = sum(len(part.games.games) for part in timed)
        name = request.players[lineup].policy
        assert look.seconds[name] == pytest.approx(seconds / n_games)
        assert len(look.played[lineup].games) == sum(len(part.games.games) for part in own)
