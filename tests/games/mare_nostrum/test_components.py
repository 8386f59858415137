"""The data of Mare Nostrum: what is shipped, may be patched, is refused or remarked."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from simlab.errors import ComponentError
from simlab.game import Rules
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.events import KINDS, legend, tell
from simlab.games.mare_nostrum.state import (
    CITY,
    COIN,
    EMPIRES,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKER,
    MARKET,
    MOST_PLAYERS,
    NOBODY,
    NOTHING,
    SLOTS,
    TEMPLE,
    TILES,
    TOKENS,
    Item,
    Power,
    Way,
)
from simlab.paths import data_folder

SHIPPED = data_folder("mare_nostrum")
ROME, CARTHAGE, GREECE, EGYPT, BABYLON = range(MOST_PLAYERS)
PLAYERS = (3, 4, 5)


def load(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Rules:
    return GAME.load(folder, patch)


def filled(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Any:
    return load(patch, folder).row[0]


def problems(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> list[str]:
    with pytest.raises(ComponentError) as caught:
        load(patch, folder)
    return caught.value.problems


def remarks(patch: Mapping[str, object]) -> list[str]:
    return load(patch).components.remarks


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the data folder, to be edited."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mare_nostrum"))


def members(bits: int) -> list[int]:
    return [member for member in range(64) if int(bits) >> member & 1]


UNPATCHED = load()
PROVINCE_ROWS, SEA_ROWS = (UNPATCHED.components.tables[table] for table in ("provinces", "seas"))
NUMBER = {str(row["province"]): number for number, row in enumerate(PROVINCE_ROWS)}
SEA = {str(row["sea"]): number for number, row in enumerate(SEA_ROWS)}
"""Numbers of the shipped provinces and seas."""


def provinces(bits: int) -> set[str]:
    """Return the shipped provinces in a set."""
    return {name for name, number in NUMBER.items() if int(bits) >> number & 1}


def seas(bits: int) -> set[str]:
    return {name for name, number in SEA.items() if int(bits) >> number & 1}


# What is shipped


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
        "hero_price_by": "owned",
        "heroes_per_turn": 17,
        "coins_kept": 2,
        "face_up_tiles": 5,
        "hit_divisor": 5,
        "fortress_points": 5,
        "fortress_cancels": 1,
        "land_dice": 9,
        "sea_dice": 5,
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
        "straits": False,
        "culture_start": "greece",
        "start_triremes": False,
        "chip_table": "chips",
        "dice_table": "dice",
    }


def test_every_rule_value_says_where_it_comes_from() -> None:
    provenance = load().components.provenance
    assert [name for name, word in provenance.items() if word == "assumed"] == [
        "heroes_per_turn",
        "rounds_cap",
        "occupied_count_for",
        "build_when_marked",
        "straits",
        "start_triremes",
        "chip_table",
        "dice_table",
    ]
    assert [name for name, word in provenance.items() if word == "inferred"] == ["culture_start"]
    assert Counter(provenance.values()) == {"rule": 18, "reported": 14, "assumed": 8, "inferred": 1}


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
        ("empires", 5, 5),
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


# What may be changed


@pytest.mark.parametrize(
    ("patch", "field", "value"),
    [
        ({"hero_price_by": "round"}, "price_by_round", 1),
        ({"heroes_per_turn": 1}, "most_tiles_per_turn", 1),
        ({"occupied_count_for": "owner"}, "occupant_counts", 0),
        ({"build_when_marked": "off"}, "build_when_marked", 0),
        ({"dice_powers_at_sea": "on"}, "dice_powers_at_sea", 1),
        ({"powers_for_every_set": "on"}, "every_set", 1),
        ({"sea_dice": 4}, "sea_dice", 4),
        ({"coins_kept": 3}, "coins_kept", 3),
    ],
)
def test_a_switch_reaches_the_kernels(patch: dict[str, object], field: str, value: int) -> None:
    assert filled(patch)[field] == value


def test_a_price_reaches_the_kernels() -> None:
    prices = filled({"price_temple": 5, "price_pyramids": 13})["prices"]
    assert (prices[Item.TEMPLE], prices[Item.PYRAMIDS], prices[Item.MARKET]) == (5, 13, 6)


def test_straits_are_land_only_when_switched_on() -> None:
    """M13."""
    closed, open_ = filled()["land"], filled({"straits": "on"})["land"]
    assert provinces(closed[NUMBER["sicilia"]]) == set()
    assert provinces(open_[NUMBER["sicilia"]]) == {"apulia"}
    assert provinces(open_[NUMBER["thracia"]] & ~closed[NUMBER["thracia"]]) == {"mysia"}


def test_egypt_may_begin_with_culture_where_it_plays() -> None:
    titles = filled({"culture_start": "egypt"})["start_titles"]
    assert titles[3:, 1].tolist() == [GREECE, EGYPT, EGYPT]


def test_titles_may_begin_elsewhere() -> None:
    swap = {"empires.rome.title": "trade", "empires.carthage.title": "military"}
    assert filled(swap)["start_titles"][3].tolist() == [ROME, GREECE, CARTHAGE]


def test_triremes_may_lie_at_sea_from_the_start() -> None:
    triremes = filled({"start_triremes": "on"})["start_triremes"]
    assert triremes[SEA["sardoum"], CARTHAGE] == triremes[SEA["aegaeum"], GREECE] == 1
    assert triremes.sum() == 2
    assert remarks({"start_triremes": "on"}) == []


MELITA = {
    "provinces.melita": {"name": "Melita", "min_players": 4, "x": 50, "y": 40},
    "caravan_sites.melita_wine": {"province": "melita", "good": "wine"},
    "city_sites.melita": {"province": "melita", "name": "Melita", "kind": "legendary"},
    "coasts.melita_syrticum": {"province": "melita", "sea": "syrticum"},
    "borders.sicilia_melita": {"one": "sicilia", "other": "melita", "kind": "strait"},
}
"""A patch with a new province."""
NEW_PIECES = {
    "caravan_pieces": 38,
    "market_pieces": 26,
    "city_pieces": 17,
    "temple_pieces": 15,
    "goods.wine.tokens": 8,
}


def test_a_patch_adds_a_province() -> None:
    rules = load(MELITA | NEW_PIECES | {"straits": "on"})
    row, melita = rules.row[0], len(NUMBER)
    assert row["n_provinces"] == melita + 1
    assert [row["in_play"][players] >> melita & 1 for players in PLAYERS] == [0, 1, 1]
    assert members(row["sites"][melita]) == [0, CITY, MARKET, TEMPLE]
    assert members(row["legendary"][melita]) == [CITY]
    assert seas(row["coasts"][melita]) == {"syrticum"}
    assert row["land"][NUMBER["sicilia"]] >> melita & 1
    assert provinces(row["land"][melita]) == {"sicilia"}
    assert rules.components.remarks == []


def test_a_patch_takes_a_border_a_sea_link_and_a_coast_away() -> None:
    rules = filled(
        {
            "borders.latium_apulia.in_play": 0,
            "sea_links.tyrrhenum_ionium.in_play": 0,
            "coasts.apulia_ionium.in_play": 0,
        }
    )
    assert provinces(rules["land"][NUMBER["apulia"]]) == set()
    assert "ionium" not in seas(rules["sea_links"][SEA["tyrrhenum"]])
    assert seas(rules["coasts"][NUMBER["apulia"]]) == {"tyrrhenum", "hadriaticum"}
    assert "apulia" not in provinces(rules["shores"][SEA["ionium"]])


def test_a_patch_leaves_a_province_out_without_moving_the_others() -> None:
    rules = filled({"provinces.corsica.in_play": 0})
    assert rules["in_play"][5] == filled()["in_play"][5] & ~(1 << NUMBER["corsica"])
    assert rules["capital"].tolist() == filled()["capital"].tolist()


def test_a_patch_takes_a_site_away_and_the_next_one_moves_up() -> None:
    rules = filled({"caravan_sites.thracia_gold.in_play": 0})
    thracia = NUMBER["thracia"]
    assert members(rules["sites"][thracia]) == [0, MARKET]
    assert rules["goods"][thracia, 0] == GOODS.index("gladiators")


def test_a_province_without_sites_for_caravans_has_none_for_a_market() -> None:
    assert (
        members(filled({"caravan_sites.cyprus_metal.in_play": 0})["sites"][NUMBER["cyprus"]]) == []
    )


def test_a_patch_moves_a_starting_legion() -> None:
    rules = filled(
        {"start_pieces.rome_legion_apulia.pieces": 0, "start_pieces.rome_legion_latium.pieces": 3}
    )
    assert rules["start_legions"][NUMBER["latium"]] == 3
    assert rules["start_legions"][NUMBER["apulia"]] == 0
    assert remarks({"start_pieces.rome_legion_latium.place": "etruria"}) == []


def test_two_sites_of_one_good_are_built_in_order() -> None:
    patch = {
        "caravan_sites.etruria_iron": {"province": "etruria", "good": "metal"},
        "start_pieces.rome_caravan_etruria_metal.pieces": 2,
    }
    assert members(filled(patch)["start_built"][NUMBER["etruria"]]) == [0, 1, 2, MARKET]


def test_a_power_is_switched_off_by_a_patch() -> None:
    rules = filled({"tiles.helen.power": "none", "tiles.colossus.strength": 0})
    assert rules["tile_power"][TILES.index("helen")] == Power.NONE
    assert rules["tile_count"][TILES.index("colossus")] == 0


def test_rows_of_goods_empires_tiles_and_dice_may_stand_in_any_order(copied: Path) -> None:
    for file in ("goods", "empires", "tiles", "dice", "start_pieces", "start_tokens"):
        path = copied / f"{file}.csv"
        header, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([header, *reversed(rows)]), encoding="utf-8")
    assert filled(folder=copied) == filled()


def test_what_a_patch_changes_becomes_assumed() -> None:
    rows = load({"city_sites.troia.kind": "regular"}).components.tables["city_sites"]
    (troia,) = [row for row in rows if row["site"] == "troia"]
    assert troia["provenance"] == "assumed"


# What is refused

OUT_OF_RANGE: list[tuple[str, object]] = [
    ("price_marker", 0),
    ("price_pyramids", 45),
    ("hero_price", -1),
    ("hero_price_by", "turn"),
    ("heroes_per_turn", 0),
    ("heroes_per_turn", 18),
    ("coins_kept", -1),
    ("face_up_tiles", 18),
    ("hit_divisor", 0),
    ("fortress_points", -1),
    ("fortress_cancels", 21),
    ("land_dice", 0),
    ("sea_dice", 41),
    ("titles_to_win", 0),
    ("titles_to_win", 5),
    ("heroes_to_win", 1),
    ("heroes_to_win", 20),
    ("cities_to_win", 1),
    ("rounds_cap", 0),
    ("rounds_cap", 61),
    ("legions", 41),
    ("coins", -1),
    ("occupied_count_for", "nobody"),
    ("straits", "sometimes"),
    ("culture_start", "rome"),
    ("chip_table", "tiles"),
    ("goods.wine.tokens", -1),
    ("provinces.latium.min_players", 2),
    ("provinces.latium.min_players", 6),
    ("borders.latium_apulia.kind", "road"),
    ("borders.latium_apulia.one", "latum"),
    ("coasts.apulia_ionium.sea", "apulia"),
    ("sea_links.tyrrhenum_ionium.other", "atlanticum"),
    ("caravan_sites.cyprus_metal.good", "copper"),
    ("city_sites.troia.kind", "ruin"),
    ("empires.rome.power", "levels"),
    ("empires.rome.power", "legion_price"),
    ("empires.rome.title", "navy"),
    ("start_pieces.rome_legion_latium.pieces", -1),
    ("start_pieces.rome_legion_latium.kind", "elephant"),
    ("start_tokens.rome_metal.token", "iron"),
    ("tiles.helen.power", "charm"),
    ("tiles.helen.strength", 21),
    ("chips.chip_1.front", 10),
    ("dice.land.face_1", 21),
]


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE)
def test_a_value_out_of_range_is_refused_by_name(name: str, value: object) -> None:
    (problem,) = problems({name: value})
    assert problem.startswith(f"patch: {name}: ")


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    assert set(problems({"provinces.latum.name": "Latum", "price_tempel": 5})) == {
        'patch: price_tempel: no such rule. Did you mean "price_temple"?',
        'patch: provinces.latum: no such row. Did you mean "latium"?'
        " A new row also needs min_players, x, y.",
    }


def piece(**cells: object) -> dict[str, object]:
    """Return a patch with one more piece of Rome on the board."""
    return {"start_pieces.extra": {"empire": "rome", "what": "", "pieces": 1} | cells}


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        (
            {"borders.latium_apulia.other": "latium"},
            "borders.csv: latium_apulia: leads from latium to itself.",
        ),
        (
            {"sea_links.tyrrhenum_ionium.one": "ionium"},
            "sea_links.csv: tyrrhenum_ionium: leads from ionium to itself.",
        ),
        (
            {"borders.apulia_latium": {"one": "apulia", "other": "latium", "kind": "strait"}},
            "borders.csv: apulia_latium: says the same as latium_apulia.",
        ),
        (
            {"coasts.again": {"province": "apulia", "sea": "ionium"}},
            "coasts.csv: again: says the same as apulia_ionium.",
        ),
        (
            {
                f"caravan_sites.more_{good}": {"province": "armenia", "good": good}
                for good in ("wine", "oil")
            },
            "caravan_sites.csv: armenia: 5 sites are more than 4.",
        ),
        (
            {
                f"city_sites.more_{n}": {"province": "lydia", "name": "x", "kind": "regular"}
                for n in (1, 2)
            },
            "city_sites.csv: lydia: 4 sites are more than 3.",
        ),
        (
            {"tiles.agamemnon.price": 0},
            "tiles.csv: agamemnon: legion_price needs a price.",
        ),
        ({"tiles.helen.price": 2}, "tiles.csv: helen: convert_legion sets no price."),
        (
            {
                "tiles.medea": {
                    "name": "Medea",
                    "kind": "hero",
                    "power": "none",
                    "strength": 0,
                }
            },
            f'tiles.csv: "medea" is not one of {", ".join(TILES)}. Did you mean "midas"?',
        ),
        (
            {"goods.tin": {"name": "tin", "tokens": 5}},
            f'goods.csv: "tin" is not one of {", ".join(GOODS)}.',
        ),
        (
            {"dice.air": {f"face_{n}": n for n in range(1, 7)}},
            'dice.csv: "air" is not one of land, sea.',
        ),
        (
            {"chips.chip_4": {"front": 1, "back": 2}},
            "chips.csv: 4 rows, copies counted, are out of range 3 to 3.",
        ),
        (
            piece(kind="legion", place="latum"),
            'Did you mean "latium"?',
        ),
        (
            piece(kind="trireme", place="ionum") | {"start_triremes": "on"},
            'Did you mean "ionium"?',
        ),
        (
            piece(kind="caravan", place="etruria", what="gold"),
            'start_pieces.csv: extra: "gold" is not one of metal, wine.',
        ),
        (
            piece(kind="caravan", place="latium", what="gold"),
            "start_pieces.csv: extra: latium has no site for a caravan.",
        ),
        (
            piece(kind="city", place="latium", what="rome"),
            'start_pieces.csv: extra: "rome" is not one of roma. Did you mean "roma"?',
        ),
        (
            piece(kind="fortress", place="apulia", what="stone"),
            "start_pieces.csv: extra: a fortress stands for itself; leave what empty.",
        ),
        (
            piece(kind="legion", place="africa"),
            "start_pieces.csv: extra: africa belongs to carthage, not to rome.",
        ),
        (
            piece(kind="market", place="corsica"),
            "start_pieces.csv: extra: corsica belongs to nobody, not to rome.",
        ),
        (
            piece(kind="marker", place="africa", empire="babylon"),
            "start_pieces.csv: extra: africa belongs to carthage, not to babylon.",
        ),
        (
            piece(kind="market", place="latium"),
            "start_pieces.csv: extra: there is room for 0, not for 1.",
        ),
        (
            piece(kind="fortress", place="apulia", pieces=2),
            "start_pieces.csv: extra: there is room for 1, not for 2.",
        ),
        (
            {"start_pieces.rome_caravan_etruria_metal.pieces": 2},
            "start_pieces.csv: rome_caravan_etruria_metal: there is room for 1, not for 2.",
        ),
        (
            piece(kind="legion", place="latium"),
            "start_pieces.csv: extra: says the same as rome_legion_latium.",
        ),
        (
            {"start_pieces.rome_city_roma.pieces": 0},
            "start_pieces.csv: rome starts with 0 capitals, not with 1.",
        ),
        (
            {"city_sites.roma.kind": "regular"},
            "start_pieces.csv: rome starts with 0 capitals, not with 1.",
        ),
        (
            {"city_sites.cnossus.kind": "capital"},
            "start_pieces.csv: greece starts with 2 capitals, not with 1.",
        ),
        (
            {"provinces.thebais.min_players": 5},
            "provinces.csv: thebais: out of play with 4 players, when egypt starts there.",
        ),
        (
            {"provinces.latium.in_play": 0},
            "provinces.csv: latium: out of play with 3 players, when rome starts there.",
        ),
        ({"legions": 2}, "legions: 2 are fewer than the 3 of rome at the start."),
        ({"markers": 2}, "markers: 2 are fewer than the 3 of carthage at the start."),
        (
            {"triremes": 0, "start_triremes": "on"},
            "triremes: 0 are fewer than the 1 of greece at the start.",
        ),
        ({"market_pieces": 6}, "market_pieces: 6 are fewer than the 7 at the start."),
        (
            {"empires.carthage.title": "none"},
            "empires.csv: title: trade must belong to one of rome, carthage, greece,"
            " not to nobody.",
        ),
        (
            {"empires.egypt.title": "trade"},
            "empires.csv: title: trade must belong to one of rome, carthage, greece,"
            " not to carthage and egypt.",
        ),
        (
            {"empires.carthage.title": "none", "empires.babylon.title": "trade"},
            "empires.csv: title: trade must belong to one of rome, carthage, greece,"
            " not to babylon.",
        ),
        (
            {"start_tokens.more": {"empire": "rome", "token": "metal", "tokens": 1}},
            "start_tokens.csv: more: says the same as rome_metal.",
        ),
    ],
)
def test_components_that_make_no_game_together_are_refused(
    patch: dict[str, object], problem: str
) -> None:
    assert any(found.endswith(problem) for found in problems(patch))


@pytest.mark.parametrize(
    ("file", "row"),
    [("tiles.csv", "helen"), ("dice.csv", "sea")],
)
def test_a_missing_row_is_named(copied: Path, file: str, row: str) -> None:
    lines = (copied / file).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(f"{row},")]
    (copied / file).write_text("\n".join(kept), encoding="utf-8")
    assert f'{file}: no row "{row}".' in problems(folder=copied)


def test_all_problems_between_tables_come_at_once() -> None:
    patch = {
        "borders.latium_apulia.other": "latium",
        "tiles.helen.price": 2,
        "start_pieces.rome_city_roma.pieces": 0,
        "empires.egypt.title": "trade",
        "legions": 2,
    }
    assert problems(patch) == [
        "borders.csv: latium_apulia: leads from latium to itself.",
        "tiles.csv: helen: convert_legion sets no price.",
        "start_pieces.csv: rome starts with 0 capitals, not with 1.",
        "legions: 2 are fewer than the 3 of rome at the start.",
        "empires.csv: title: trade must belong to one of rome, carthage, greece,"
        " not to carthage and egypt.",
    ]


def test_more_than_forty_provinces_are_refused() -> None:
    new = {"name": "x", "min_players": 3, "x": 0, "y": 0}
    patch = {f"provinces.new_{number}": new for number in range(8)}
    assert problems(patch) == ["provinces.csv: 41 rows, copies counted, are out of range 1 to 40."]


# What is remarked


def test_the_shipped_board_needs_no_remark() -> None:
    assert load().components.remarks == []


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        (
            {"coasts.cyprus_phoenicium.in_play": 0},
            [
                f"mare_nostrum: with {players} players no way by land and sea leads from Latium"
                " to Cyprus."
                for players in PLAYERS
            ],
        ),
        (
            {
                "borders.syria_arabia.in_play": 0,
                "borders.babylonia_arabia.in_play": 0,
                "borders.iudaea_arabia.in_play": 0,
            },
            ["mare_nostrum: with 5 players no way by land and sea leads from Latium to Arabia."],
        ),
        (
            {"caravan_sites.corsica_fish.in_play": 0},
            ["provinces.csv: corsica: has no site for a building."],
        ),
        (
            {"goods.wood.tokens": 3},
            ["goods.csv: 3 wood for 2 caravan sites, which yield up to 4 in one production."],
        ),
        (
            {"coins": 31},
            ["coins: 31 coin for 16 city sites, which yield up to 32 in one production."],
        ),
        (
            {"market_pieces": 24},
            ["market_pieces: 24 are fewer than the 25 sites for them."],
        ),
        (
            {"start_tokens.rome_metal.tokens": 1},
            [
                "start_tokens.csv: rome: 1 fish, 1 metal, 1 oil, 2 wine, 3 coin; its board yields"
                " 1 fish, 2 metal, 1 oil, 2 wine, 3 coin."
            ],
        ),
        (
            {"start_pieces.egypt_market_aegyptus.pieces": 0},
            [
                "start_tokens.csv: egypt: 2 papyrus, 1 livestock, 2 grain, 4 coin; its board"
                " yields 1 papyrus, 1 livestock, 1 grain, 4 coin.",
                "empires.csv: egypt: trade 4; its board has 3.",
            ],
        ),
        (
            {"empires.rome.military": 5},
            ["empires.csv: rome: military 5; its board has 4."],
        ),
        (
            {"empires.rome.title": "culture", "empires.greece.title": "military"},
            ["culture_start: greece, but empires.csv gives culture to rome."],
        ),
        (
            {"cities_to_win": 6},
            ["cities_to_win: 6, but with 3 players there are 5 capitals and legendary cities."],
        ),
        ({"heroes_to_win": 19}, ["heroes_to_win: 19, but nobody can own more than 18."]),
        ({"titles_to_win": 4}, ["titles_to_win: 4, but there are 3."]),
    ],
)
def test_what_may_be_meant_otherwise_is_remarked(patch: dict[str, object], told: list[str]) -> None:
    assert remarks(patch) == told


def test_a_box_too_small_for_the_start_is_remarked() -> None:
    assert "start_tokens.csv: 16 coin for all empires are more than the 12 in the box." in remarks(
        {"coins": 12}
    )


def test_a_way_by_sea_connects_as_land_does() -> None:
    """Cyrenaica's borders are not needed: its coasts are enough."""
    patch = {
        "borders.aegyptus_cyrenaica.in_play": 0,
        "borders.cyrenaica_tripolitania.in_play": 0,
    }
    assert remarks(patch) == []


def test_a_province_open_to_fewer_players_than_its_empire_is_fine() -> None:
    assert remarks({"provinces.syria.min_players": 3}) == []


# Stories

LATIUM, ETRURIA, APULIA, SICILIA, ATTICA, MYSIA = (
    NUMBER[name] for name in ("latium", "etruria", "apulia", "sicilia", "attica", "mysia")
)
IONIUM, TYRRHENUM = SEA["ionium"], SEA["tyrrhenum"]
METAL, WINE, OIL = (GOODS.index(good) for good in ("metal", "wine", "oil"))


def told(kind: str, *numbers: int, **patch: object) -> str:
    fields = next(event.fields for event in KINDS.values() if event.name == kind)
    rules = load(patch) if patch else UNPATCHED
    return tell({"event": kind, **dict(zip(fields, numbers, strict=True))}, rules)


STORY: list[tuple[str, list[int], str]] = [
    ("round_began", [4], "Round 4."),
    ("collected", [ROME, METAL, 2, 0], "Rome collects 2 × metal."),
    ("collected", [ROME, COIN, 3, 0], "Rome collects 3 × coin."),
    ("collected", [ROME, WINE, 1, 2], "Rome chooses 1 × wine."),
    ("collected", [EGYPT, WINE, 1, 3], "Egypt gains 1 × wine."),
    ("collected", [ROME, METAL, 2, 4], "Rome begins with 2 × metal."),
    ("lacked", [BABYLON, OIL, 1, 0], "Babylon goes without 1 × oil: there are no more."),
    ("lacked", [BABYLON, OIL, 1, 3], "Babylon goes without 1 × oil: there are no more."),
    ("lacked", [BABYLON, COIN, 1, 4], "Babylon goes without 1 × coin: there are no more."),
    ("lacked", [ROME, NOTHING, 1, 2], "Rome finds no good to choose: there are no more."),
    ("drew_legendary", [GREECE, LEGENDARY + WINE, 0], "Greece draws legendary wine."),
    (
        "drew_legendary",
        [GREECE, NOTHING, 3],
        "Greece draws nothing: there are no more legendary goods.",
    ),
    ("reshuffled", [9], "9 discarded legendary goods make a new pile."),
    ("chip_used", [CARTHAGE, 2, 3], "Carthage sets the trade at 3 tokens each, with chip 3."),
    ("chip_used", [CARTHAGE, 1, 1], "Carthage sets the trade at 1 token each, with chip 2."),
    ("chip_used", [CARTHAGE, 0, 0], "Carthage calls the trade off, with chip 1."),
    ("offered", [ROME, METAL, 2], "Rome offers 2 × metal."),
    ("picked", [ROME, GREECE, OIL], "Rome takes oil from Greece."),
    ("picked", [ROME, GREECE, COIN], "Rome takes a coin from Greece."),
    ("trade_ended", [1], "The trade ends: 1 pick in all."),
    ("trade_ended", [0], "The trade ends: no picks in all."),
    ("handed_over", [CARTHAGE, ROME, WINE], "Carthage hands wine to Rome."),
    ("swapped", [ROME, COIN, OIL], "Rome swaps a coin for oil."),
    ("buyer_named", [GREECE, ROME], "Greece names a buyer: Rome."),
    ("paid", [ROME, LEGENDARY + OIL], "Rome pays legendary oil."),
    ("paid", [ROME, COIN], "Rome pays a coin."),
    (
        "bought",
        [ROME, Item.MARKER, SICILIA, -1, 3],
        "Rome buys a control marker in Sicilia for 3.",
    ),
    (
        "bought",
        [ROME, Item.MARKER, SICILIA, -1, 0],
        "Rome gets a control marker in Sicilia for nothing.",
    ),
    (
        "bought",
        [ROME, Item.CARAVAN, ETRURIA, 1, 3],
        "Rome buys a caravan of wine in Etruria for 3.",
    ),
    (
        "bought",
        [ROME, Item.CITY, APULIA, CITY, 3],
        "Rome buys the city Tarentum in Apulia for 3.",
    ),
    (
        "bought",
        [GREECE, Item.CITY, MYSIA, CITY, 3],
        "Greece buys the legendary city Troia in Mysia for 3.",
    ),
    (
        "bought",
        [GREECE, Item.CITY, ATTICA, CITY, 3],
        "Greece buys the capital Athenae in Attica for 3.",
    ),
    ("bought", [ROME, Item.MARKET, APULIA, MARKET, 6], "Rome buys a market in Apulia for 6."),
    ("bought", [ROME, Item.TEMPLE, LATIUM, TEMPLE, 6], "Rome buys a temple in Latium for 6."),
    ("bought", [ROME, Item.LEGION, LATIUM, -1, 3], "Rome buys a legion in Latium for 3."),
    (
        "bought",
        [ROME, Item.TRIREME, IONIUM, -1, 2],
        "Rome buys a trireme in Mare Ionium for 2.",
    ),
    ("bought", [ROME, Item.FORTRESS, APULIA, -1, 3], "Rome buys a fortress in Apulia for 3."),
    (
        "bought",
        [ROME, Item.TILE, TILES.index("hercules"), -1, 7],
        "Rome buys the hero Hercules for 7.",
    ),
    ("bought", [EGYPT, Item.PYRAMIDS, -1, -1, 12], "Egypt buys the Pyramids for 12."),
    ("kept", [ROME, COIN, 2], "Rome keeps 2 × coin."),
    ("returned", [ROME, LEGENDARY + WINE, 1], "Rome returns 1 × legendary wine."),
    ("tile_revealed", [TILES.index("colossus")], "For sale: the wonder Colossus."),
    ("levels", [ROME, 5, 3, 17], "Rome stands at Trade 5, Culture 3, Military 17."),
    ("order_named", [ROME, EGYPT, 0], "Rome names number 1 of the military order: Egypt."),
    ("turn_began", [EGYPT], "Egypt's military turn."),
    (
        "converted",
        [ROME, ATTICA, GREECE],
        "Rome puts its marker in Attica instead of that of Greece.",
    ),
    (
        "trireme_moved",
        [ROME, TYRRHENUM, IONIUM],
        "A trireme of Rome sails from Mare Tyrrhenum to Mare Ionium.",
    ),
    ("sea_named", [ROME, IONIUM], "Rome may cross Mare Ionium without a trireme."),
    (
        "legion_moved",
        [ROME, LATIUM, APULIA, -1, 0],
        "A legion of Rome marches from Latium to Apulia.",
    ),
    (
        "legion_moved",
        [ROME, ATTICA, SICILIA, CITY + 1, 1],
        "A legion of Rome sails from Attica to Sicilia, off the city Corinthus in Attica.",
    ),
    ("battle_began", [ROME, GREECE, ATTICA, 0], "Rome attacks Greece in Attica."),
    ("battle_began", [ROME, GREECE, IONIUM, 1], "Rome attacks Greece in Mare Ionium."),
    (
        "legion_converted",
        [ROME, GREECE, ATTICA],
        "A legion of Greece in Attica goes over to Rome.",
    ),
    ("rolled", [ROME, 6], "Rome rolls 6."),
    ("counted", [ROME, 12, 2], "Rome counts 12 points: 2 hits."),
    ("counted", [ROME, 1, 0], "Rome counts 1 point: no hits."),
    ("lost", [ROME, Item.LEGION, ATTICA, 2], "Rome loses 2 × legion in Attica."),
    ("lost", [ROME, Item.TRIREME, IONIUM, 1], "Rome loses 1 × trireme in Mare Ionium."),
    ("lost", [GREECE, Item.FORTRESS, ATTICA, 1], "Greece loses 1 × fortress in Attica."),
    ("seat_lost", [ROME, ATTICA, TEMPLE], "Rome gives up the temple in Attica."),
    (
        "pillaged",
        [ROME, ETRURIA, 0],
        "Rome pillages the caravan of metal in Etruria.",
    ),
    ("occupying", [ROME, ATTICA], "Rome occupies Attica."),
    (
        "seated",
        [ROME, ATTICA, CITY],
        "A legion of Rome stands on the capital Athenae in Attica.",
    ),
    (
        "converting",
        [ROME, ATTICA, -1],
        "A legion of Rome stands on the control marker of Attica.",
    ),
    (
        "converting",
        [ROME, ATTICA, TEMPLE],
        "A legion of Rome stands on the control marker of Attica, off the temple in Attica.",
    ),
    ("stepped_off", [ROME, ATTICA], "The legion of Rome leaves the control marker of Attica."),
    (
        "title_taken",
        [1, EGYPT, GREECE, -1],
        "Egypt takes the title of Culture from Greece.",
    ),
    (
        "title_taken",
        [0, EGYPT, CARTHAGE, CARTHAGE],
        "Egypt takes the title of Trade from Carthage: Carthage decides the tie.",
    ),
    ("title_taken", [2, ROME, ROME, -1], "Rome keeps the title of Military."),
    (
        "game_over",
        [Way.PYRAMIDS, EGYPT, 7],
        "The game is over in round 7: Egypt has built the Pyramids.",
    ),
    (
        "game_over",
        [Way.HEROES, ROME, 9],
        "The game is over in round 9: Rome has 5 heroes and wonders.",
    ),
    (
        "game_over",
        [Way.CITIES, ROME, 9],
        "The game is over in round 9: Rome holds 4 capitals and legendary cities.",
    ),
    (
        "game_over",
        [Way.TITLES, ROME, 9],
        "The game is over in round 9: Rome holds 3 titles.",
    ),
    (
        "game_over",
        [Way.CAPPED, NOBODY, 30],
        "The game stops after round 30: nobody has won.",
    ),
    ("ranked", [CARTHAGE, 2], "Rank 2: Carthage."),
]


@pytest.mark.parametrize(("kind", "numbers", "sentence"), STORY)
def test_an_event_is_told(kind: str, numbers: list[int], sentence: str) -> None:
    assert told(kind, *numbers) == sentence


def test_every_kind_of_event_is_told() -> None:
    assert {kind for kind, *_ in STORY} == {event.name for event in KINDS.values()}


def test_a_story_follows_the_patch() -> None:
    patch = {
        "heroes_to_win": 6,
        "empires.rome.name": "Roma Aeterna",
        "provinces.etruria.name": "Tuscia",
        "caravan_sites.etruria_wine.good": "oil",
        "start_pieces.rome_caravan_etruria_wine.what": "oil",
    }
    assert told("game_over", Way.HEROES, ROME, 8, **patch) == (
        "The game is over in round 8: Roma Aeterna has 6 heroes and wonders."
    )
    assert told("bought", ROME, Item.CARAVAN, ETRURIA, 1, 3, **patch) == (
        "Roma Aeterna buys a caravan of oil in Tuscia for 3."
    )


def test_the_legend_names_every_number_of_an_event() -> None:
    content = legend(load())
    assert tuple(row["empire"] for row in content["empires"]) == EMPIRES
    assert len(content["tokens"]) == TOKENS
    assert content["tokens"][COIN : COIN + 2] == ["coin", "legendary wood"]
    assert [row["province"] for row in content["provinces"]] == list(NUMBER)
    assert [row["sea"] for row in content["seas"]] == list(SEA)
    assert tuple(row["tile"] for row in content["tiles"]) == TILES
    troia = next(row for row in content["city_sites"] if row["site"] == "troia")
    assert (troia["province"], troia["slot"]) == ("mysia", CITY)
    gladiators = [row["slot"] for row in content["caravan_sites"] if row["good"] == "gladiators"]
    assert gladiators == [1, 1, 1]
    assert content["other_slots"][str(MARKER)] == "control marker"
    assert content["causes"]["0"] == "production" and content["ways"]["5"] == "capped"
