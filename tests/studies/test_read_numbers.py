"""Numbers that a net reads: lists of cards by value, others by place."""

from __future__ import annotations

import numpy as np

from simlab.engine.items import dict_record, list_of_rows, list_record
from simlab.engine.net import MOST_LISTS
from simlab.engine.observation import StateNumber, state_numbers
from simlab.engine.record import nested, new, real, record, whole
from simlab.studies.train.read_numbers import RandomGames, names_by_value

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
    return RandomGames(1, raw, np.zeros((1, raw.shape[1]), np.bool_))


def by_value() -> list[StateNumber]:
    return [number for number in state_numbers(STATE, 1, 1) if number.entries]


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
    seen, numbers = (
        RandomGames(1, raw, np.zeros((1, raw.shape[1]), np.bool_)),
        state_numbers(TABLE, 1, 1),
    )
    by_name = [number.name for number in names_by_value(numbers, seen, n_lists=0, most=9)]
    assert by_name == ["trump=0", "trump=1", "trump=3"]
    assert len(names_by_value(numbers, seen, n_lists=0, most=2)) == 2
    assert not names_by_value(numbers, seen, n_lists=MOST_LISTS, most=9)
