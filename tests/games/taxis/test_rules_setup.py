"""Setup: officers, decks, hands and the first player [T1–T5], and rule values out of range."""

from __future__ import annotations

from collections import Counter

import pytest

from simlab.errors import ComponentError
from simlab.games.taxis import GAME
from simlab.games.taxis.state import COLOUR_NAMES, NO_CARD, RESERVE, Phase
from tests.games.taxis.table import Table, fresh_table, in_words

# Officers


@pytest.mark.parametrize(
    ("colour", "spots"),
    [
        ("red", ["fabert", "grenelle"]),
        ("blue", ["saint dominique", "invalides"]),
        ("green", ["orsay", "tourville"]),
        ("yellow", ["constantine", "tour maubourg"]),
    ],
)
def test_two_officers_begin_on_the_two_spots_of_one_colour(colour: str, spots: list[str]) -> None:
    """T1."""
    table = fresh_table()
    assert table.menu() == [f"begin on {name}" for name in COLOUR_NAMES]
    table.play(f"begin on {colour}")
    assert table.officers() == spots


def test_the_first_seat_places_the_officers_before_any_card_is_seen() -> None:
    """T1."""
    table = fresh_table(players=3)
    assert GAME.next_seat(table.rules, table.state) == 0
    assert table.state.next_taxi == NO_CARD
    assert [table.hand(player) for player in (1, 2, 3)] == ["", "", ""]


def test_the_colour_chosen_for_the_officers_changes_no_card() -> None:
    """T1."""
    tables = [fresh_table(players=3) for _ in COLOUR_NAMES]
    for table, colour in zip(tables, COLOUR_NAMES, strict=True):
        table.play(f"begin on {colour}")
    assert len({table.hand(1) + table.hand(2) + table.hand(3) for table in tables}) == 1
    assert len({str(table.standing()) for table in tables}) == 1


def test_one_officer_begins_on_any_spot() -> None:
    """T1."""
    table = fresh_table(officers=1)
    assert table.menu() == [f"begin at {street}" for street in table.streets]
    table.play("begin at orsay")
    assert table.officers() == ["orsay"]


def test_a_third_officer_begins_on_either_spot_of_a_further_colour() -> None:
    """T1."""
    table = fresh_table(officers=3)
    table.play("begin on red")
    others = [street for street in table.streets if street not in ("fabert", "grenelle")]
    assert table.menu() == [f"begin at {street}" for street in others]
    table.play("begin at tourville")
    assert table.officers() == ["fabert", "grenelle", "tourville"]


def test_four_officers_begin_on_the_spots_of_two_colours() -> None:
    """T1."""
    table = fresh_table(officers=4)
    table.play("begin on blue")
    assert table.menu() == ["begin on red", "begin on green", "begin on yellow"]
    table.play("begin on yellow")
    assert table.officers() == ["saint dominique", "invalides", "constantine", "tour maubourg"]


# Decks


def test_any_taxi_may_be_on_top_of_the_deck() -> None:
    """T2."""
    arrived = {next(iter(dealt(2, deal).standing().values())) for deal in range(400)}
    assert arrived == set(fresh_table().taxi_cards)


def test_each_taxi_is_in_the_deck_once() -> None:
    """T2."""
    table = dealt(2, deal=5)
    assert sorted([*table.coming(), *table.standing().values()]) == sorted(table.taxi_cards)


def test_of_the_next_taxi_no_more_than_the_back_is_known() -> None:
    """T2."""
    table = dealt(2)
    coming, back = table.coming(), back_on_top(table)
    fronts = set()
    for _ in range(100):
        GAME.hide(table.rules, table.state, 0, table.rng)
        assert back_on_top(table) == back
        assert table.coming() == coming
        fronts.add(int(table.state.next_taxi))
    n_alike = sum(back_of(table, table.taxi_cards.index(taxi)) == back for taxi in coming)
    assert len(fronts) == n_alike


def test_an_empty_taxi_deck_hides_nothing() -> None:
    """T2."""
    table = dealt(2)
    table.stack([])
    GAME.hide(table.rules, table.state, 0, table.rng)
    assert table.state.next_taxi == NO_CARD


def back_on_top(table: Table) -> int:
    return back_of(table, int(table.state.next_taxi))


def back_of(table: Table, card: int) -> int:
    return int(table.rules.street_colour[table.rules.taxi_street[card]])


# Hands


def dealt(players: int, deal: int = 0, **patch: object) -> Table:
    """Return a table at the start of the first turn, when its taxi has arrived."""
    table = fresh_table(players, deal, **patch)
    while table.phase() in (Phase.PLACE_OFFICERS, Phase.BEFORE_ARRIVAL):
        table.choose(int(table.codes()[0]))
    return table


def sizes(table: Table) -> list[int]:
    """Return how many cards lie in each hand, and alone in the reserve."""
    n_players = int(table.state.n_players)
    places = range(n_players) if n_players > 1 else (0, RESERVE)
    return [int(table.state.hands[place].n_cards) for place in places]


@pytest.mark.parametrize(
    ("players", "cards"), [(2, [5, 5]), (3, [4, 3, 3]), (4, [3, 3, 2, 2]), (5, [2, 2, 2, 2, 2])]
)
def test_ten_cards_are_dealt_evenly_the_first_players_getting_more(
    players: int, cards: list[int]
) -> None:
    """T3."""
    table = dealt(players)
    assert sizes(table) == cards
    assert table.state.deck.n_pile == 27 - 10


@pytest.mark.parametrize(
    ("players", "n_cards", "cards"),
    [(2, 0, [0, 0]), (2, 7, [4, 3]), (4, 27, [7, 7, 7, 6]), (5, 3, [1, 1, 1, 0, 0])],
)
def test_another_number_of_cards_is_dealt_as_evenly(
    players: int, n_cards: int, cards: list[int]
) -> None:
    """T3."""
    table = dealt(players, initial_cards=n_cards)
    assert sizes(table) == cards
    assert table.state.deck.n_pile == 27 - n_cards


def test_cards_are_dealt_one_at_a_time_from_the_first_seat() -> None:
    """T3."""
    orders = []
    for players in (1, 2, 3, 4, 5):
        hands = dealt(players, solo_reserve_limit=0).state.hands
        orders.append([int(hands[i % players].cards[i // players]) for i in range(10)])
    assert all(order == orders[0] for order in orders)


def test_every_soldier_card_is_in_a_hand_or_in_the_pile() -> None:
    """T3."""
    table = dealt(3, deal=7)
    cards = [*table.hand(1).split(", "), *table.hand(2).split(", "), *table.hand(3).split(", ")]
    copies = {
        in_words(row["card"]): int(row["copies"])
        for row in table.loaded.components.tables["soldiers"]
    }
    assert Counter([*cards, *table.pile().split(", ")]) == Counter(copies)


def test_any_soldier_card_may_be_dealt_first() -> None:
    """T3."""
    firsts = {int(dealt(2, deal).state.hands[0].cards[0]) for deal in range(300)}
    assert firsts == set(range(19))


@pytest.mark.parametrize(
    ("limit", "n_cards", "cards"),
    [
        (5, 10, [5, 5]),
        (3, 10, [7, 3]),
        (0, 10, [10, 0]),
        (5, 7, [4, 3]),
        (12, 27, [15, 12]),
        (5, 0, [0, 0]),
    ],
)
def test_alone_half_of_the_cards_lie_in_a_reserve_as_far_as_it_has_room(
    limit: int, n_cards: int, cards: list[int]
) -> None:
    """T4."""
    assert sizes(dealt(1, solo_reserve_limit=limit, initial_cards=n_cards)) == cards


def test_alone_the_hand_is_dealt_before_the_reserve() -> None:
    """T4."""
    without = dealt(1, solo_reserve_limit=0).state.hands[0]
    table = dealt(1)
    assert table.state.hands[0].cards[:5].tolist() == without.cards[:5].tolist()
    assert table.state.hands[RESERVE].cards[:5].tolist() == without.cards[5:10].tolist()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_first_seat_begins(players: int) -> None:
    """T5."""
    table = dealt(players)
    assert GAME.next_seat(table.rules, table.state) == 0
    assert (table.state.turns, len(table.standing())) == (1, 1)


# Rule values

OUT_OF_RANGE: list[tuple[str, object]] = [
    ("actions_per_turn", 0),
    ("actions_per_turn", 9),
    ("hand_limit", 0),
    ("hand_limit", 13),
    ("initial_cards", -1),
    ("initial_cards", 28),
    ("solo_reserve_limit", -1),
    ("solo_reserve_limit", 13),
    ("officers", 0),
    ("officers", 5),
    ("token_penalty", -1),
    ("token_penalty", 4),
    ("arrival_direction", "across"),
    ("taxis.fabert_2.value", 0),
    ("taxis.fabert_2.value", 7),
    ("taxis.fabert_2.event", "rain"),
]


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE)
def test_a_rule_value_out_of_range_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ComponentError, match=name):
        GAME.load(patch={name: value})


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ({"soldiers.red_1.effect": "draw_two"}, "red_1: bonus cards, and only they, have an eff"),
        ({"soldiers.draw_two.effect": "none"}, "draw_two: bonus cards, and only they, have an"),
        ({"soldiers.draw_two.value": 1}, "draw_two: bonus cards, and only they, have value 0"),
        ({"soldiers.red_1.value": 0}, "red_1: bonus cards, and only they, have value 0"),
        ({"tiers.6.from": 50}, "tiers: 6: from must be above 58, that of tier 5, not 50"),
        ({"tiers.4.from": 46}, "tiers: 4: from must be above 46, that of tier 3, not 46"),
    ],
)
def test_components_that_make_no_game_together_are_refused(
    patch: dict[str, object], problem: str
) -> None:
    with pytest.raises(ComponentError, match=problem):
        GAME.load(patch=patch)
