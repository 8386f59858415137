"""The data of Mare Nostrum as it is shipped."""

from __future__ import annotations

from collections import Counter

import pytest

from simlab.games.mare_nostrum.state import (
    CITY,
    COIN,
    GOODS,
    ITEMS,
    MARKET,
    MOST_PLAYERS,
    NOTHING,
    SLOTS,
    TEMPLE,
    TILES,
    Power,
)
from tests.games.mare_nostrum.components import (
    CARTHAGE,
    GREECE,
    NUMBER,
    PLAYERS,
    ROME,
    SEA,
    filled,
    load,
    provinces,
    seas,
)
from tests.games.mare_nostrum.table import members


def test_the_rule_values_are_shipped() -> None:
    assert load().components.values == {
        "price_marker": 3,
        "price_caravan": 3,
        "price_city": 3,
        "price_legion": 3,
        "price_trireme": 3,
        "price_fortress": 3,
        "price_market": 6,
        "price_temple": 6,
        "price_pyramids": 12,
        "hero_price": 6,
        "hero_price_by": "round",
        "dearest_round": 4,
        "heroes_per_turn": 17,
        "coins_kept": 2,
        "face_up_tiles": 5,
        "hit_divisor": 5,
        "fortress_points": 5,
        "fortress_cancels": 1,
        "land_dice": 9,
        "sea_dice": 4,
        "titles_to_win": 3,
        "heroes_to_win": 5,
        "cities_to_win": 4,
        "rounds_cap": 30,
        "legions": 8,
        "triremes": 5,
        "fortresses": 5,
        "markers": 7,
        "caravan_pieces": 37,
        "market_pieces": 25,
        "city_pieces": 16,
        "temple_pieces": 14,
        "coins": 44,
        "occupied_count_for": "occupant",
        "build_when_marked": True,
        "dice_powers_at_sea": False,
        "powers_for_every_set": False,
        "pairs_trade_once": False,
        "cities_of_one_kind": False,
        "straits": False,
        "culture_start": "greece",
        "start_triremes": False,
        "chip_table": "chips",
        "dice_table": "dice",
    }


def test_every_rule_value_says_where_it_comes_from() -> None:
    provenance = load().components.provenance
    assert [name for name, word in provenance.items() if word == "assumed"] == [
        "dearest_round",
        "heroes_per_turn",
        "land_dice",
        "sea_dice",
        "rounds_cap",
        "occupied_count_for",
        "build_when_marked",
        "straits",
        "start_triremes",
        "chip_table",
        "dice_table",
    ]
    assert [name for name, word in provenance.items() if word == "inferred"] == [
        "pairs_trade_once",
        "culture_start",
    ]
    assert Counter(provenance.values()) == {
        "rule": 17,
        "reported": 14,
        "assumed": 11,
        "inferred": 2,
    }


@pytest.mark.parametrize(
    ("table", "n_rows", "n_assumed"),
    [
        ("goods", 13, 13),
        ("seas", 10, 9),
        ("sea_links", 13, 13),
        ("provinces", 33, 17),
        ("borders", 38, 38),
        ("coasts", 50, 50),
        ("caravan_sites", 37, 32),
        ("city_sites", 16, 6),
        ("empires", 5, 0),
        ("start_pieces", 68, 63),
        ("start_tokens", 22, 22),
        ("tiles", 17, 13),
        ("chips", 3, 3),
        ("dice", 2, 2),
    ],
)
def test_every_row_says_where_it_comes_from(table: str, n_rows: int, n_assumed: int) -> None:
    words = [row["provenance"] for row in load().components.tables[table]]
    assert (len(words), words.count("assumed")) == (n_rows, n_assumed)


def test_names_have_a_provenance_of_their_own() -> None:
    tables = load().components.tables
    goods = {row["good"]: row["name_provenance"] for row in tables["goods"]}
    assert (goods["perfume"], goods["wine"], goods["fish"]) == ("rule", "reported", "inferred")
    assert {row["name_provenance"] for row in tables["tiles"]} == {"reported"}


def test_prices_stand_in_the_order_of_what_is_bought() -> None:
    """M12."""
    prices = dict(zip(ITEMS, filled()["prices"].tolist(), strict=True))
    threes = dict.fromkeys(("marker", "caravan", "city", "legion", "trireme", "fortress"), 3)
    assert prices == threes | {"market": 6, "temple": 6, "tile": 0, "pyramids": 12}


@pytest.mark.parametrize(("players", "n_provinces"), [(3, 24), (4, 28), (5, 33)])
def test_provinces_of_absent_empires_are_hidden(players: int, n_provinces: int) -> None:
    assert filled()["in_play"][players].bit_count() == n_provinces


def test_no_province_is_in_play_with_fewer_players() -> None:
    assert filled()["in_play"][:3].tolist() == [0, 0, 0]


def test_links_lead_both_ways() -> None:
    rules = filled()
    for one in range(rules["n_provinces"]):
        assert all(rules["land"][other] >> one & 1 for other in members(rules["land"][one]))
        assert all(rules["shores"][sea] >> one & 1 for sea in members(rules["coasts"][one]))
    for one in range(rules["n_seas"]):
        assert all(
            rules["sea_links"][other] >> one & 1 for other in members(rules["sea_links"][one])
        )
    assert sum(shore.bit_count() for shore in rules["shores"].tolist()) == 50


def test_what_lies_around_a_province_or_sea() -> None:
    rules = filled()
    assert provinces(rules["land"][NUMBER["attica"]]) == {"macedonia", "peloponnesus"}
    assert seas(rules["coasts"][NUMBER["attica"]]) == {"aegaeum", "ionium"}
    assert provinces(rules["shores"][SEA["hadriaticum"]]) == {"apulia", "cisalpina", "illyria"}
    assert seas(rules["sea_links"][SEA["aegaeum"]]) == {"libycum", "phoenicium", "euxinus"}
    assert seas(rules["coasts"][NUMBER["babylonia"]]) == set()


def test_sites_are_numbered_in_the_order_of_the_file() -> None:
    rules, mysia, lydia = filled(), NUMBER["mysia"], NUMBER["lydia"]
    assert members(rules["sites"][mysia]) == [0, CITY, MARKET, TEMPLE]
    assert members(rules["sites"][lydia]) == [CITY, CITY + 1, TEMPLE]
    assert members(rules["sites"][NUMBER["armenia"]]) == [0, 1, 2, MARKET]
    goods = [GOODS.index(good) for good in ("gems", "gold", "livestock")]
    assert rules["goods"][NUMBER["armenia"]].tolist() == [*goods, *[NOTHING] * (SLOTS - 3)]
    assert members(rules["legendary"][mysia]) == members(rules["great"][mysia]) == [CITY]
    assert rules["great"][lydia] == 0


def test_there_are_eight_great_cities_three_of_them_legendary() -> None:
    rules = filled()
    assert sum(slots.bit_count() for slots in rules["great"].tolist()) == 8
    assert sum(slots.bit_count() for slots in rules["legendary"].tolist()) == 3


def test_ordinary_goods_are_twice_the_sites_and_one() -> None:
    rules = filled()
    sites = Counter(good for slots in rules["goods"].tolist() for good in slots if good >= 0)
    assert rules["supply"].tolist() == [*(2 * sites[good] + 1 for good in range(COIN)), 44]


def test_the_pieces_in_the_box_fill_every_site() -> None:
    rules = filled()
    names = ("caravan_pieces", "city_pieces", "market_pieces", "temple_pieces")
    slots = (0b1111, 0b111 << CITY, 1 << MARKET, 1 << TEMPLE)
    n_sites = [sum((site & s).bit_count() for site in rules["sites"].tolist()) for s in slots]
    assert n_sites == [rules[name] for name in names] == [37, 16, 25, 14]


def test_every_empire_starts_with_three_provinces_and_nine_tokens() -> None:
    """M1."""
    rules = filled()
    owners = Counter(rules["start_owner"].tolist())
    assert [owners[seat] for seat in range(MOST_PLAYERS)] == [3] * MOST_PLAYERS
    assert rules["start_tokens"].sum(axis=1).tolist() == [9] * MOST_PLAYERS


def test_what_rome_starts_with() -> None:
    """M1."""
    rules = filled()
    own = [NUMBER[name] for name in ("latium", "etruria", "apulia")]
    assert [members(rules["start_built"][province]) for province in own] == [
        [CITY, TEMPLE],
        [0, 1, MARKET],
        [0, 1, CITY],
    ]
    assert rules["start_legions"][own].tolist() == [2, 0, 1]
    assert rules["start_fortress"][own].tolist() == [1, 0, 0]
    assert rules["capital"][ROME] == NUMBER["latium"]
    tokens = {GOODS.index("metal"): 2, GOODS.index("wine"): 2, COIN: 3}
    tokens |= {GOODS.index("oil"): 1, GOODS.index("fish"): 1}
    assert {t: n for t, n in enumerate(rules["start_tokens"][ROME].tolist()) if n} == tokens


def test_each_empire_has_its_capital() -> None:
    capitals = ("latium", "africa", "attica", "aegyptus", "babylonia")
    assert filled()["capital"].tolist() == [NUMBER[name] for name in capitals]


@pytest.mark.parametrize("players", PLAYERS)
def test_carthage_greece_and_rome_begin_with_the_titles(players: int) -> None:
    """M1."""
    assert filled()["start_titles"][players].tolist() == [CARTHAGE, GREECE, ROME]


def test_there_are_no_triremes_at_the_start() -> None:
    """M1."""
    assert not filled()["start_triremes"].any()


def test_heroes_and_wonders_have_their_powers() -> None:
    rules = filled()
    powers = dict(zip(TILES, map(Power, rules["tile_power"].tolist()), strict=True))
    assert powers["lighthouse"] == Power.TRIREMES and powers["helen"] == Power.CONVERT_LEGION
    levels = (Power.LEVELS, Power.LEVELS, Power.LEVELS)
    assert tuple(powers[name] for name in ("hercules", "solomon", "midas")) == levels
    assert sorted({*rules["tile_power"].tolist(), *rules["hero_power"].tolist()}) == list(
        range(1, len(Power))
    )
    prices = {tile: p for tile, p in zip(TILES, rules["tile_price"].tolist(), strict=True) if p}
    assert prices == {"agamemnon": 2, "archimedes": 2, "nebuchadnezzar": 5, "lighthouse": 2}
    assert rules["tile_levels"][TILES.index("hercules")].tolist() == [2, 2, 2]
    assert rules["tile_count"][TILES.index("statue_of_zeus")] == 5
    assert rules["hero_count"].tolist() == [1, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("chips", [[0, 5], [1, 4], [2, 3]]),
        ("chips_neighbours", [[0, 1], [2, 3], [4, 5]]),
        ("chips_spread", [[0, 3], [1, 4], [2, 5]]),
    ],
)
def test_each_chip_table_pairs_the_same_six_numbers(name: str, faces: list[list[int]]) -> None:
    """M7."""
    assert filled({"chip_table": name})["chips"].tolist() == faces


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("dice", [1, 2, 3, 4, 5, 6]),
        ("dice_five_twice", [1, 2, 3, 4, 5, 5]),
        ("dice_three_twice", [1, 2, 3, 3, 4, 5]),
    ],
)
def test_each_dice_table_has_the_same_faces_on_land_and_at_sea(name: str, faces: list[int]) -> None:
    """M23."""
    assert filled({"dice_table": name})["die_faces"].tolist() == [faces, faces]
