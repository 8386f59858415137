"""Setup: workers, cards, the part of the board in play, the first player [A1–A3]."""

from __future__ import annotations

from collections import Counter

import pytest

from simlab.games.arriala import GAME
from simlab.games.arriala.state import CARDS
from tests.games.arriala.table import fresh_table, in_words, table

PLAYERS = [2, 3, 4]

# Workers and cards


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_begins_with_five_workers_two_cards_and_no_points(players: int) -> None:
    """A1."""
    start = fresh_table(players)
    assert start.scores() == [0] * players
    for player in range(1, players + 1):
        assert start.reserve(player) == 5
        assert len(start.hand(player).split(", ")) == 2


@pytest.mark.parametrize("players", PLAYERS)
def test_the_cards_that_are_not_dealt_are_the_draw_pile(players: int) -> None:
    """A1."""
    start = fresh_table(players)
    hands = [start.hand(player) for player in range(1, players + 1)]
    cards = Counter(", ".join([start.pile(), *hands]).split(", "))
    rows = start.loaded.components.tables["cards"]
    assert cards == {in_words(str(row["card"])): row["copies"] for row in rows}
    assert (start.state.deck.n_pile, start.discards()) == (55 - 2 * players, "")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_seat_takes_its_cards_before_the_second_gets_any(players: int) -> None:
    """A1."""
    dealt = fresh_table(players).happened("dealt")
    assert [event["seat"] for event in dealt] == sorted(2 * list(range(players)))


def test_any_card_may_be_dealt_first() -> None:
    """A1."""
    dealt = {fresh_table(deal=deal).happened("dealt")[0]["card"] for deal in range(150)}
    assert dealt == set(range(len(CARDS)))


def test_workers_and_first_cards_can_be_more_or_fewer() -> None:
    """A1."""
    start = fresh_table(4, workers_per_player=7, starting_cards=3)
    assert [start.reserve(player) for player in (1, 2, 3, 4)] == [7, 7, 7, 7]
    assert start.state.deck.n_pile == 55 - 4 * 3
    assert fresh_table(4, starting_cards=0).hand() == ""


# The part of the board in play


def test_three_and_four_players_use_the_whole_canal() -> None:
    """A2."""
    for players in (3, 4):
        start = fresh_table(players)
        assert start.menu("place") == start.spaces


def test_two_players_have_no_grisolles_and_no_cells_before_montech() -> None:
    """A2."""
    start = fresh_table(2)
    assert start.menu("place") == start.spaces[start.spaces.index("montech") :]


@pytest.mark.parametrize(
    ("players", "vineyards"),
    [
        (2, ["chasselas", "brulhois"]),
        (3, ["chasselas", "brulhois"]),
        (4, ["frontonnais", "chasselas", "brulhois"]),
    ],
)
def test_the_frontonnais_is_for_four(players: int, vineyards: list[str]) -> None:
    """A2."""
    assert table(players=players, towns={"moissac": "1"}).menu("send from moissac") == vineyards


@pytest.mark.parametrize(("players", "blue_cells"), [(2, 3), (3, 4), (4, 4)])
def test_a_blue_cell_is_left_out_with_its_stretch(players: int, blue_cells: int) -> None:
    """A2."""
    after = table(players=players, towns={"moissac": "2"}, river="1" * blue_cells, player=2)
    assert not after.offers("river")
    after = table(players=players, towns={"moissac": "2"}, river="1" * (blue_cells - 1), player=2)
    assert after.offers("river")


@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_as_many_lock_pieces_for_fewer_players(players: int) -> None:
    """A2, A8."""
    assert fresh_table(players).board.n_locks == 8
    assert fresh_table(players, lock_pieces=3).board.n_locks == 3


def test_a_neutral_worker_may_stand_in_each_town_of_two_players() -> None:
    """A2."""
    start = fresh_table(2, neutral_workers=True)
    towns = ["montech", "castelsarrasin", "moissac", "valence d'agen"]
    assert [start.in_town(town) for town in towns] == ["n", "n", "n", "n"]
    placed = [start.spaces[event["space"]] for event in start.happened("neutral_placed")]
    assert placed == towns
    assert "n" not in start.drawn("montech") + start.in_town("grisolles")


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_nobody_is_neutral(players: int) -> None:
    """A2."""
    start = fresh_table(players, neutral_workers=True)
    assert not start.happened("neutral_placed")
    assert not start.offers("move")


def test_the_printed_setup_has_no_neutral_workers() -> None:
    """A2."""
    start = fresh_table(2)
    assert not start.happened("neutral_placed")
    assert not start.offers("move")


@pytest.mark.parametrize("player", [1, 2])
def test_both_players_may_move_and_transfer_a_neutral_worker(player: int) -> None:
    """A2, A4, A10."""
    after = table(player=player, towns={"moissac": "nn"}, hands=["transfer", "transfer"])
    after.play("move neutral from moissac", "moissac 2")
    after.play("play transfer", "neutral from moissac", "montech 1")
    assert (after.drawn("montech"), after.drawn("moissac")) == ("n.....", ".n......")


def test_a_neutral_worker_never_leaves_the_canal() -> None:
    """A2, A6, A7."""
    start = table(canal={"moissac": "n......."}, hands=["to vineyard"])
    assert start.menu() == ["end turn", "move neutral from moissac 1", "place", "lock"]


# The first player


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_seat_starts_and_turns_go_round(players: int) -> None:
    """A3."""
    after = fresh_table(players)
    for _ in range(2 * players):
        after.play("end turn")
    began = [(event["number"], event["seat"]) for event in after.happened("turn_began")]
    rounds = [(number, seat) for number in (1, 2) for seat in range(players)]
    assert began == [*rounds, (3, 0)]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_of_the_turn_decides(players: int) -> None:
    """A3."""
    after = fresh_table(players)
    for seat in [*range(players), 0]:
        assert GAME.next_seat(after.rules, after.state) == seat
        after.play("end turn")
