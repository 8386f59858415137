"""The strongest player of a game in the studio, which begins with a faster one."""

from __future__ import annotations

import pytest

from simlab.errors import InputError
from simlab.studio.listed_game import form_of, list_games
from simlab.studio.question import question_of

GAMES = list_games(None, None)


@pytest.mark.parametrize(
    ("name", "strongest"),
    [("arriala", dict.fromkeys((2, 3, 4), "@strategist")), ("pig", {}), ("taxis", {})],
)
def test_the_form_names_the_strongest_player_where_it_is_a_shipped_one(
    name: str, strongest: dict[int, str]
) -> None:
    assert form_of(GAMES[name])["strongest"] == strongest


@pytest.mark.parametrize(("name", "first"), [("arriala", "planner"), ("pig", "optimal")])
def test_the_page_begins_with_the_strongest_player_unless_it_is_slow(name: str, first: str) -> None:
    assert form_of(GAMES[name])["first"][2] == {"policy": first, "traits": {}}


def test_a_shipped_player_can_be_chosen_with_its_traits() -> None:
    seats = [{"policy": "@strategist", "traits": {"haste": 2, "noise": 0.1}}] * 2
    asked = question_of({"game": "arriala", "players": 2, "seats": seats, "patch": {}}, GAMES)
    assert asked.policies == ("@strategist:haste=2,noise=0.1",) * 2
    with pytest.raises(InputError, match="is no policy of this game"):
        lost = [{"policy": "@lost", "traits": {}}] * 2
        question_of({"game": "arriala", "players": 2, "seats": lost, "patch": {}}, GAMES)
