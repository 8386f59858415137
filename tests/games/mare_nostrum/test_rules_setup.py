"""Setup: what stands where, what is known of the tiles, how the first round begins [M1–M3]."""

from __future__ import annotations

import pytest

from simlab.games.mare_nostrum.state import EMPIRES, TILES
from tests.games.mare_nostrum.table import Table, fresh_table, members, table

PLAYERS = [3, 4, 5]
PIECES = {
    "latium": "rome roma temple fortress rome:2",
    "etruria": "rome metal wine market",
    "apulia": "rome oil fish tarentum rome",
    "africa": "carthage fruit carthago market fortress carthage",
    "numidia": "carthage livestock gladiators market",
    "byzacium": "carthage papyrus market",
    "attica": "greece athenae corinthus temple fortress greece",
    "peloponnesus": "greece fish oil market greece",
    "creta": "greece cnossus",
    "aegyptus": "egypt papyrus grain alexandria market temple fortress egypt",
    "memphis": "egypt livestock memphis",
    "thebais": "egypt thebae",
    "babylonia": "babylon perfume grain babylon temple fortress babylon",
    "assyria": "babylon ninus",
    "syria": "babylon fruit wine market",
}
TOKENS = {
    "rome": "fish metal:2 oil wine:2 coin:3",
    "carthage": "papyrus:2 gladiators:2 fruit:2 livestock:2 coin",
    "greece": "fish:2 oil:2 coin:5",
    "egypt": "papyrus:2 livestock grain:2 coin:4",
    "babylon": "perfume fruit:2 wine:2 grain coin:3",
}
LEVELS = {
    "rome": [5, 3, 4],
    "carthage": [7, 1, 2],
    "greece": [3, 4, 3],
    "egypt": [4, 4, 2],
    "babylon": [5, 3, 2],
}

# What the empires begin with


@pytest.mark.parametrize("players", PLAYERS)
def test_markers_buildings_and_units_of_those_who_play_are_on_the_board(players: int) -> None:
    """M1."""
    start = fresh_table(players)
    playing = EMPIRES[:players]
    for province in start.provinces:
        pieces = PIECES.get(province, "nobody")
        is_there = pieces.split()[0] in playing
        assert start.described(province) == (pieces if is_there else "nobody")


@pytest.mark.parametrize("players", PLAYERS)
def test_each_empire_begins_with_its_nine_tokens_and_levels(players: int) -> None:
    """M1."""
    start = fresh_table(players)
    for empire in EMPIRES[:players]:
        assert start.hand(empire) == TOKENS[empire]
        assert start.player(empire).n_hand == 9
        assert start.levels(empire) == LEVELS[empire]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_handed_out_comes_out_of_a_whole_supply(players: int) -> None:
    """M1, M6: with fewer players no tokens are left out."""
    start = fresh_table(players)
    coins = {3: 9, 4: 13, 5: 16}[players]
    assert start.supply("coin") == 44 - coins
    assert start.supply("wine") == 7 - 2 - 2 * (players == 5)
    assert start.supply("gems") == 5
    assert len(members(start.state.legendary_pile)) == 13
    assert start.state.legendary_discards == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rest_of_each_empire_is_in_its_pools(players: int) -> None:
    """M1, M13, M14: 7 markers, 8 legions, 5 triremes and 5 fortresses each, no trireme at sea."""
    start = fresh_table(players)
    legions = {"rome": 5, "carthage": 7, "greece": 6, "egypt": 7, "babylon": 7}
    for empire in EMPIRES[:players]:
        assert start.pool(empire) == (4, legions[empire], 5, 4)
    assert not start.state.triremes.any()


@pytest.mark.parametrize("players", PLAYERS)
def test_carthage_leads_trade_greece_culture_and_rome_military(players: int) -> None:
    """M1."""
    assert fresh_table(players).titles() == ["carthage", "greece", "rome"]


@pytest.mark.parametrize("players", PLAYERS)
def test_each_empire_begins_with_one_hero(players: int) -> None:
    """M1, M31: the starting hero counts as one of those that win."""
    start = fresh_table(players)
    assert [int(start.player(empire).n_heroes) for empire in EMPIRES[:players]] == [1] * players


@pytest.mark.parametrize(("players", "n_provinces"), [(3, 24), (4, 28), (5, 33)])
def test_provinces_of_absent_empires_are_out_of_play(players: int, n_provinces: int) -> None:
    """M1."""
    start = fresh_table(players)
    assert len(members(start.state.in_play)) == n_provinces
    names = {start.provinces[province] for province in members(start.state.in_play)}
    of_egypt = {"iudaea", "aegyptus", "memphis", "thebais"}
    of_babylon = {"armenia", "babylonia", "assyria", "syria", "arabia"}
    assert names & of_egypt == (of_egypt if players >= 4 else set())
    assert names & of_babylon == (of_babylon if players == 5 else set())


def test_nothing_leads_into_a_province_out_of_play() -> None:
    """M1, M13, M21: neither a marker nor a legion goes there, by land or by sea."""
    land = {"cyrenaica": "greece greece", "pontus": "greece greece"}
    start = table(land=land, seas={"libycum": "greece", "euxinus": "greece"})
    start.give("greece", "coin:3")
    assert not {"aegyptus", "armenia"} & set(start.buys("greece").offers("marker"))
    goals = {goal.split()[1] for goal in start.marches("greece").idle("march").offers("march")}
    assert not {"aegyptus", "armenia"} & goals
    assert {"creta", "thracia", "tripolitania"} <= goals


# Tiles


@pytest.mark.parametrize("players", PLAYERS)
def test_five_tiles_lie_face_up_and_twelve_face_down(players: int) -> None:
    """M2."""
    start = fresh_table(players)
    assert len(start.row()) == 5
    assert start.state.tile_row & start.state.tile_pile == 0
    assert len(members(start.state.tile_row | start.state.tile_pile)) == len(TILES) == 17
    revealed = start.happened("tile_revealed")
    assert sorted(revealed) == sorted(f"tile_revealed {tile}" for tile in start.row())


def test_any_tile_may_be_turned_up_first() -> None:
    """M2: heroes and wonders are shuffled together."""
    first = {fresh_table(deal=deal).happened("tile_revealed")[0] for deal in range(200)}
    assert first == {f"tile_revealed {tile}" for tile in TILES}


def test_every_tile_is_turned_up_equally_often() -> None:
    """M2: within five standard errors of 5 out of 17."""
    deals = 400
    rows = [fresh_table(deal=deal).row() for deal in range(deals)]
    share = 5 / 17
    error = (share * (1 - share) / deals) ** 0.5
    for tile in TILES:
        assert abs(sum(tile in row for row in rows) / deals - share) < 5 * error


def test_the_pyramids_are_always_for_sale() -> None:
    """M2, M12: whatever lies face up."""
    for row in ("", "hercules midas"):
        start = table(hands={"rome": "coin:12"}, row=row).buys("rome")
        assert "pyramids" in start.menu()


def test_the_pyramids_are_not_among_the_tiles() -> None:
    """M2, M16: the limit of tiles in a turn leaves them alone."""
    after = table(hands={"rome": "coin:20"}, row="hercules midas", heroes_per_turn=1).buys("rome")
    after.buy("tile midas", "coin:8")
    assert after.menu() == ["end buying", "pyramids"]


# The first round


def test_the_first_round_begins_with_the_trade() -> None:
    """M3: its production is the tokens that all have at the start."""
    start = fresh_table()
    assert (start.decider(), start.state.rounds) == ("carthage", 1)
    assert start.offers("trade") == ["0", "5", "1", "4", "2", "3"]
    assert not [event for event in start.happened("collected") if "production" in event]


def test_the_second_round_begins_with_a_production() -> None:
    """M3."""
    after = through_the_first_round(fresh_table())
    assert after.state.rounds == 2
    assert after.happened("round_began", "collected")[:2] == [
        "round_began 2",
        "collected carthage papyrus 2 production",
    ]
    assert after.hand("greece") == "fish:2 oil:2 coin:7"


def through_the_first_round(after: Table) -> Table:
    """Trade nothing, buy nothing, keep two coins each, move nobody; claims go unchallenged."""
    after.forget()
    after.play("trade 0")
    for buyer in ("buyer rome", "buyer carthage", "buyer greece"):
        after.play(*[buyer] * (buyer in after.menu()), "end buying")
        while "keep coin" in after.menu():
            after.play("keep coin")
    return after.play("turn rome", "turn carthage").idle()
