"""Features of a position: where numbers of the state are, and what each seat sees."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.items import dict_record, list_of, list_of_rows, list_record
from simlab.engine.net import NET
from simlab.engine.observation import find_number, observe, state_numbers
from simlab.engine.record import byte, index, nested, new, real, record, row_of, small, whole, word
from simlab.players.trained import Net

SEATS = 3
HAND = record(cards=byte("cards", shape=2), money=real("coins"))
STATE = record(
    hands=nested(HAND, "by seat", SEATS),
    bits=word("a set of cards"),
    prices=small("prices", each=("low", "high")),
    areas=whole("area of each seat, then that of nobody", shape=SEATS + 1),
    ships=whole("ships in each sea, by seat", shape=(2, SEATS)),
    discards=index("few cards", 99, shape=2),
    cards=index("many cards", 999, shape=2),
)


def names(players: int) -> list[str]:
    return [each.name for each in state_numbers(STATE, SEATS, players)]


def test_numbers_of_seats_come_in_the_order_of_turns() -> None:
    assert names(2) == [
        "hands[+0].cards[0]",
        "hands[+0].cards[1]",
        "hands[+0].money",
        "hands[+1].cards[0]",
        "hands[+1].cards[1]",
        "hands[+1].money",
        "prices[0]",
        "prices[1]",
        "areas[+0]",
        "areas[+1]",
        "areas[3]",
        "ships[0][+0]",
        "ships[0][+1]",
        "ships[1][+0]",
        "ships[1][+1]",
        "discards[0]",
        "discards[1]",
        "cards[0]",
        "cards[1]",
    ]


def filled_state() -> np.ndarray:
    state = new(STATE)
    state["hands"]["cards"] = np.arange(6).reshape(3, 2)
    state["hands"]["money"] = [0.5, 1.5, 2.5]
    state["prices"] = [-7, 8]
    state["areas"] = [10, 11, 12, 13]
    state["ships"] = [[20, 21, 22], [-30, -31, -32]]
    state["discards"], state["cards"] = [98, -99], [998, -999]
    return state


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_each_seat_sees_its_own_numbers_first(seat: int) -> None:
    numbers = state_numbers(STATE, SEATS, 3)
    net = Net(3, tuple(numbers), 0, np.zeros(1)).trait_numbers().view(NET)
    features = np.full(512, np.nan)
    observe(row_of(filled_state()), seat, 1, row_of(net), features)
    decides, is_own, seen = features[:3], features[3:6], features[6 : 6 + len(numbers)]
    assert np.argmax(decides) == (1 - seat) % 3 and decides.sum() == 1
    assert np.argmax(is_own) == seat and is_own.sum() == 1
    order = [(seat + turn) % 3 for turn in range(3)]
    hands = [number for who in order for number in (2 * who, 2 * who + 1, 0.5 + who)]
    areas = [*(10 + who for who in order), 13]
    ships = [*(20 + who for who in order), *(-30 - who for who in order)]
    assert seen.tolist() == [*hands, -7, 8, *areas, *ships, 98, -99, 998, -999]


def test_lists_and_dictionaries_are_read_by_value() -> None:
    hands = list_of(list_of_rows(5, 4), SEATS, by_seat=True)
    state_type = record(
        hands=nested(hands, "hands"),
        prices=nested(dict_record(3), "price of each kind"),
        points=nested(list_record(SEATS, by_seat=True), "points, which are read by seat alone"),
    )
    state = new(state_type)
    for seat, cards in enumerate([[4, 1, 4], [], [0, 2, 3, 3]]):
        state["hands"]["items"]["n"][0, seat] = len(cards)
        state["hands"]["items"]["items"][0, seat, : len(cards)] = cards
        state["hands"]["items"]["items"][0, seat, len(cards) :] = 1  # lies behind the last card
    state["prices"]["n"] = 2
    state["prices"]["keys"][0, :2], state["prices"]["items"][0, :2] = [3, 1], [-7, 9]
    numbers = {
        number.name: number
        for number in state_numbers(state_type, SEATS, SEATS)
        if number.entries is not None and number.value < 5
    }
    assert not any(name.startswith("points") for name in numbers)
    own, left = ([f"hands.items[+{turn}].count[{card}]" for card in range(5)] for turn in (0, 1))
    kinds = [f"prices.item[{kind}]" for kind in range(5)]
    chosen = [numbers[name] for name in (*left[1:], *kinds, *own)]
    net = Net(SEATS, tuple(chosen), 0, np.zeros(1)).trait_numbers().view(NET)
    features = np.full(512, np.nan)
    observe(row_of(state), 2, 0, row_of(net), features)
    seen = features[2 * SEATS : 2 * SEATS + len(chosen)].tolist()
    assert seen == [1, 0, 0, 2, 0, 9, 0, -7, 0, 1, 0, 1, 2, 0]


def test_a_name_is_read_by_value() -> None:
    numbers = {number.name: number for number in state_numbers(STATE, SEATS, 3)}
    chosen = [find_number(name, numbers) for name in ("areas[+1]=12", "areas[3]", "areas[+1]=13")]
    net = Net(3, tuple(chosen), 0, np.zeros(1)).trait_numbers().view(NET)
    features = np.full(512, np.nan)
    observe(row_of(filled_state()), 1, 0, row_of(net), features)
    assert features[6:9].tolist() == [1, 13, 0]
    assert [find_number(name, numbers) for name in ("gone", "gone=1", "areas[3]=64")] == [None] * 3


def test_lists_by_seat_and_seats_as_values_or_keys_are_read_from_the_seat_on() -> None:
    areas = list_of(list_record(5), 2)
    state_type = record(
        areas=nested(areas, "pieces in each area, of each seat"),
        bids=nested(dict_record(4), "bid of each seat"),
        waiting=nested(list_record(4), "seats"),
        leader=whole("a seat, or nobody"),
    )
    state = new(state_type)
    state["areas"]["n"], state["areas"]["items"]["n"] = 2, 3
    state["areas"]["items"]["items"][0, :, :3] = [[10, 11, 12], [20, 21, 22]]
    state["bids"]["n"] = 2
    state["bids"]["keys"][0, :2], state["bids"]["items"][0, :2] = [0, 2], [30, 32]
    state["waiting"]["n"], state["waiting"]["items"][0, :2] = 2, [1, 2]
    numbers = {number.name: number for number in state_numbers(state_type, 4, SEATS)}
    chosen = [
        find_number(f"{name}{turn}{rest}", numbers)
        for name, rest in (
            ("areas.items[0].items[+", "]"),
            ("areas.items[1].items[+", "]"),
            ("bids.item[+", "]"),
            ("waiting.count[+", "]"),
            ("leader=+", ""),
        )
        for turn in range(SEATS)
    ]
    net = Net(SEATS, tuple(chosen), 0, np.zeros(1)).trait_numbers().view(NET)
    features = np.full(512, np.nan)
    for leader, leads in ((1, [0, 0, 1]), (-1, [0, 0, 0])):
        state["leader"] = leader
        observe(row_of(state), 2, 0, row_of(net), features)
        seen = features[2 * SEATS : 2 * SEATS + len(chosen)].reshape(-1, SEATS).tolist()
        assert seen == [[12, 10, 11], [22, 20, 21], [32, 30, 0], [1, 0, 1], leads]
