"""Studies of cards: a planted card is found, in play."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.analysis.verdict import Verdict
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.studies.cards.result import CardWorths
from simlab.studies.cards.study import CardsRequest, play, request_cards, result_of


def request_of(game: str = "taxis", cards: tuple[str, ...] = (), **options: Any) -> CardsRequest:
    return request_cards({"game": game, "games": 600, **options}, "greedy", cards, None)


def worths_of(request: CardsRequest, executor: Executor) -> CardWorths:
    executor.prepare([request.base, *request.without])
    *_, progress = play(request, executor)
    return result_of(request, progress)


def test_a_planted_card_is_found() -> None:
    # nine cards that serve any colour, in place of one
    planted = ["soldiers.joker_3.copies=9"]
    study = worths_of(request_of(cards=("joker 3", "joker 1"), patch=planted), Threads(1))
    assert list(study.worths["card"]) == ["joker 3", "joker 1"]
    assert list(study.worths["by"]) == ["red 3", "red 1"]
    assert study.worths["verdict"][0] == Verdict.MORE
    assert study.worths["estimate"][0] > study.worths["high"][1]


def test_any_number_of_cores_finds_the_same() -> None:
    request = request_of(cards=("bonus draw two",))
    one, two = (worths_of(request, Threads(jobs)) for jobs in (1, 2))
    assert one.worths.equals(two.worths)
    assert one.worths["used"][0] > 0


@pytest.mark.parametrize("name", ["taxis", "arriala", "mare_nostrum"])
def test_what_a_game_declares_can_be_played(name: str) -> None:
    request = request_of(name, games=200_000)
    facts = find_game(name).facts(request.base.rules)
    n_cards = len(facts.replacements) + sum(bool(kind.choice) for kind in facts.cards.kinds)
    assert len(request.without) == len(request.trials) == n_cards > 10


def test_in_a_competitive_game_one_player_may_never_use_the_card() -> None:
    request = request_of("arriala", ("lock",), players=3)
    [scenario] = request.without
    assert [str(policy) for policy in scenario.lineup] == [
        "greedy:never=play_lock",
        "greedy",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"cards": ("joker",)}, 'card: "joker" is not one of red 2, '),
        ({"game": "pig"}, 'policy: "greedy" is not one of'),
        ({"games": 100}, "games: 100 are too few for 15 cards"),
    ],
)
def test_requests_that_are_impossible_are_refused(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**words)
