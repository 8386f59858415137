"""Numbers that a net reads: lists of cards by value, others by place."""

from __future__ import annotations

import numpy as np

from simlab.engine.items import NO_VALUE, dict_record, list_of, list_of_rows, list_record
from simlab.engine.net import MOST_LISTS
from simlab.engine.observation import StateNumber, state_numbers
from simlab.engine.record import nested, new, real, record, whole
from simlab.studies.train.read_numbers import RandomGames, names_by_value, numbers_shown, seats_in

STATE = record(
    market=nested(list_of_rows(9, 3), "rows of cards, always three"),
    hand=nested(list_record(4), "a list that grows"),
    track=nested(list_record(2), "always two numbers"),
    debts=nested(list_record(4), "a list that grows, with a number that no net counts"),
    bids=nested(dict_record(3), "by number, which comes and goes"),
    prices=nested(dict_record(2), "of goods that are always the same"),
)


def games() -> RandomGames:
    """Return two positions of a game with one seat, which sees all."""
    states = new(STATE, 2)
    for state, market, hand, debts, bids in (
        (states[0], [8, 0, 2], [5], [7], {}),
        (states[1], [1, 1, 4], [1, 6, 1], [-1, 7], {2: 30}),
    ):
        for name, values in (("market", market), ("hand", hand), ("debts", debts)):
            state[name]["n"] = len(values)
            state[name]["items"][: len(values)] = values
        for name, items in (("bids", bids), ("prices", {0: 4, 1: 3})):
            state[name]["n"] = len(items)
            state[name]["keys"][: len(items)] = [*items]
            state[name]["items"][: len(items)] = [*items.values()]
        state["track"]["n"], state["track"]["items"] = 2, [5, len(hand)]
    raw = states.view(np.uint8).reshape(2, -1)
    return random_games(1, state_numbers(STATE, 1, 1), raw)


def random_games(
    players: int, numbers: list[StateNumber], raw: np.ndarray, *deciders: int
) -> RandomGames:
    """Return positions in which nothing is hidden; seat 0 decides unless given."""
    hidden = np.zeros((players, raw.shape[1]), np.bool_)
    return RandomGames(players, numbers, raw, np.array(deciders or [0] * len(raw)), hidden)


def by_value() -> list[StateNumber]:
    numbers = state_numbers(STATE, 1, 1)
    return [number for number in numbers if number.entries and not number.is_of_seats]


def test_lists_of_rows_and_those_that_change_their_length_are_read_by_value() -> None:
    largest = games().read_by_value(by_value())
    assert largest == {"market": 8, "hand": 6, "bids": 2}


def test_what_dealing_again_changes_is_hidden() -> None:
    seen = games()
    first = state_numbers(STATE, 1, 1)[0]
    assert not seen.is_hidden(first)
    seen.hidden[0, first.at] = True
    assert seen.is_hidden(first)


def test_numbers_that_never_change_do_not_vary() -> None:
    seen, numbers = games(), {number.name: number for number in state_numbers(STATE, 1, 1)}
    assert seen.varies(numbers["hand.n"]) and seen.varies(numbers["track.items[1]"])
    assert not seen.varies(numbers["track.items[0]"]) and not seen.varies(numbers["market.n"])


TABLE = record(
    trump=whole("one of four suits"),
    points=whole("points, with gaps"),
    is_open=whole("0 or 1"),
    fraction=real("a part"),
)


def test_numbers_with_few_values_are_read_as_names_too() -> None:
    states = new(TABLE, 4)
    states["trump"], states["points"] = [0, 1, 3, -1], [0, 9, 18, 60]
    states["is_open"], states["fraction"] = [0, 1, 0, 1], [0.0, 1.0, 2.0, 3.0]
    raw = states.view(np.uint8).reshape(4, -1)
    numbers = state_numbers(TABLE, 1, 1)
    seen = random_games(1, numbers, raw)
    by_name = [number.name for number in names_by_value(numbers, seen, n_lists=0, most=9)]
    assert by_name == ["trump=0", "trump=1", "trump=3"]
    assert len(names_by_value(numbers, seen, n_lists=0, most=2)) == 2
    assert not names_by_value(numbers, seen, n_lists=MOST_LISTS, most=9)


TABLE_WITH_SEATS = record(
    areas=nested(list_of(list_record(6), 2), "pieces of each seat"),
    dice=nested(list_record(6), "always two"),
    bids=nested(dict_record(6), "of each seat that has made one"),
    waiting=nested(list_record(6), "seats"),
    owners=nested(list_record(6), "a seat or nobody for each of two areas"),
    leader=whole("a seat"),
    winner=whole("a seat or nobody"),
    to_move=whole("the seat that decides"),
    n_rounds=whole("as many as there are players in a game of two"),
)


def games_with(players: int) -> RandomGames:
    """Return two positions of a game with this many players."""
    states, last = new(TABLE_WITH_SEATS, 2), players - 1
    states["areas"]["n"] = 1
    states["areas"]["items"]["n"][:, 0] = players
    states["dice"]["n"], states["dice"]["items"][:, :2] = 2, [[0, 1], [1, 0]]
    states["bids"]["n"], states["bids"]["keys"][1, :2] = [0, 2], [last, 0]
    states["waiting"]["n"], states["waiting"]["items"][0, :2] = [2, 0], [0, last]
    states["owners"]["n"], states["owners"]["items"][:, :2] = 2, [[-1, -1], [0, last]]
    states["leader"], states["winner"] = [0, last], [NO_VALUE, last]
    states["n_rounds"], states["to_move"] = [0, 1], [last, 0]
    raw = states.view(np.uint8).reshape(2, -1)
    numbers = state_numbers(TABLE_WITH_SEATS, 5, players)
    return random_games(players, numbers, raw, last, 0)


def test_games_of_two_sizes_show_what_is_by_seat_and_what_is_a_seat() -> None:
    seats = seats_in(games_with(2), games_with(4))
    # there is room for a second area, of the same kind
    assert seats.lists == {"areas.items[0]", "areas.items[1]"}
    names = {"bids.items", "waiting.items", "owners.items", "leader", "winner"}
    assert {field for field in seats.fields if "[" not in field} == names
    assert seats.keyed == {"bids"}
    assert not any(seats_in(games_with(2), None))


def test_what_holds_seats_is_read_by_seat() -> None:
    games = games_with(2)
    seats = seats_in(games, games_with(4))
    names = [number.name for number in numbers_shown(games, seats, 500)]
    assert [name for name in names if name.startswith("areas.items[0]")] == [
        "areas.items[0].n",
        "areas.items[0].items[+0]",
        "areas.items[0].items[+1]",
    ]
    assert [name for name in names if name.startswith("bids")] == [
        "bids.item[+0]",
        "bids.item[+1]",
        "bids.n",
    ]
    assert [name for name in names if name.startswith("waiting")] == [
        "waiting.count[+0]",
        "waiting.count[+1]",
        "waiting.n",
    ]
    assert {"leader", "leader=+0", "leader=+1", "owners.items[1]=+1"} <= {*names}
    assert not {"n_rounds=+0", "dice.items[+0]", "dice.items[0]=+0", "dice.count[+0]"} & {*names}
