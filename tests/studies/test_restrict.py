"""Studies of restricted play: planted useless, mandatory and unavoidable kinds are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.studies.restrict.result import Restriction, Worth
from simlab.studies.restrict.study import RestrictRequest, play, request_restriction, result_of

NAPPING = str(Path(__file__).parents[1] / "support" / "napping_game.py")
MARKET = str(Path(__file__).parents[1] / "plain" / "market" / "market.py")


def request_of(
    game: str = "pig",
    policy: str | None = "hold",
    kinds: tuple[str, ...] = (),
    instead: tuple[str, ...] = (),
    one_seat: bool = False,
    **options: Any,
) -> RestrictRequest:
    table = {"game": game, "games": 300, **options}
    return request_restriction(table, policy, kinds, instead, None, one_seat=one_seat)


def restriction_of(request: RestrictRequest, executor: Executor) -> Restriction:
    executor.prepare(request.matchups.experiment.scenarios)
    *_, played = play(request, executor)
    return result_of(request, played)


def by_name(study: Restriction, column: str = "worth") -> dict[str, Any]:
    return dict(zip(study.worths["restriction"], study.worths[column], strict=True))


def test_a_useless_kind_is_called_useless() -> None:
    study = restriction_of(request_of(NAPPING, None, games=900), Threads(1))
    assert by_name(study)["gather"] == Worth.MANDATORY
    assert by_name(study)["nap"] == Worth.UNUSED
    assert by_name(study)["leave"] == Worth.FORCED
    assert by_name(study)["whistle"] in (Worth.HARMFUL, Worth.UNDECIDED)  # the idler wastes turns
    forced = dict(zip(study.counts["restriction"], study.counts["forced"], strict=True))
    assert forced == {"gather": 0, "whistle": 0, "nap": 0, "leave": 1}


def test_in_pig_everything_is_mandatory() -> None:
    study = restriction_of(request_of(instead=("random",)), Threads(1))
    assert by_name(study)["roll"] == by_name(study)["hold"] == Worth.MANDATORY
    assert by_name(study, "estimate")["as random"] > 0.4
    counts = study.counts.set_index("restriction")
    assert counts.loc["roll", "chosen"] > counts.loc["hold", "chosen"] > 1
    assert counts.loc["roll", "replaced"] > 0
    assert not counts["forced"].any()


def test_any_number_of_cores_finds_the_same() -> None:
    one, two = (restriction_of(request_of(), Threads(jobs)) for jobs in (1, 2))
    assert one.worths.equals(two.worths)
    assert one.counts.equals(two.counts)


def test_only_the_kinds_named_are_forbidden() -> None:
    assert list(request_of(kinds=("roll",)).lineups) == ["roll"]


def test_a_cooperative_table_is_under_a_restriction_as_a_whole_or_one_seat_of_it() -> None:
    whole = request_of("taxis", "greedy", ("draw",), players=3)
    assert whole.lineups["draw"] == ("greedy:never=draw",) * 3
    single = request_of("taxis", "greedy", ("draw",), players=3, one_seat=True)
    assert single.lineups["draw"] == ("greedy:never=draw", "greedy", "greedy")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"kinds": ("rol",)}, 'kind: "rol" is not one of hold, roll. Did you mean "roll"'),
        ({"instead": ("hold",)}, "instead: hold plays in all seats already"),
        ({"games": 50}, "games: 50 are too few for 2 restrictions; they take 100"),
        ({"policy": "hodl"}, 'policy: "hodl" is not one of'),
    ],
)
def test_requests_that_are_impossible_are_refused(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**words)
