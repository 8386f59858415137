"""What a patch may change in the data of Mare Nostrum."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.games.mare_nostrum.state import CITY, GOODS, MARKET, TEMPLE, TILES, Item, Power
from tests.games.mare_nostrum.components import (
    CARTHAGE,
    EGYPT,
    GREECE,
    NUMBER,
    PLAYERS,
    ROME,
    SEA,
    copied,
    filled,
    load,
    provinces,
    remarks,
    seas,
)
from tests.games.mare_nostrum.table import members


@pytest.mark.parametrize(
    ("patch", "field", "value"),
    [
        ({"hero_price_by": "owned"}, "price_by_round", 0),
        ({"dearest_round": 3}, "dearest_round", 3),
        ({"heroes_per_turn": 1}, "heroes_per_turn", 1),
        ({"occupied_count_for": "owner"}, "occupant_counts", 0),
        ({"build_when_marked": "off"}, "build_when_marked", 0),
        ({"dice_powers_at_sea": "on"}, "dice_powers_at_sea", 1),
        ({"powers_for_every_set": "on"}, "powers_for_every_set", 1),
        ({"sea_dice": 5}, "sea_dice", 5),
        ({"pairs_trade_once": "on"}, "pairs_trade_once", 1),
        ({"cities_of_one_kind": "on"}, "cities_of_one_kind", 1),
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


def test_rows_of_goods_empires_tiles_and_dice_may_stand_in_any_order(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for file in ("goods", "empires", "tiles", "dice", "start_pieces", "start_tokens"):
        path = folder / f"{file}.csv"
        header, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([header, *reversed(rows)]), encoding="utf-8")
    assert filled(folder=folder) == filled()


def test_what_a_patch_changes_becomes_assumed() -> None:
    rows = load({"city_sites.troia.kind": "regular"}).components.tables["city_sites"]
    (troia,) = [row for row in rows if row["site"] == "troia"]
    assert troia["provenance"] == "assumed"
