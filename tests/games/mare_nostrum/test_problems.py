"""Data that makes no game of Mare Nostrum is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from simlab.errors import ComponentError
from simlab.games.mare_nostrum.state import GOODS, TILES
from tests.games.mare_nostrum.components import SHIPPED, copied, load


def problems(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> list[str]:
    with pytest.raises(ComponentError) as caught:
        load(patch, folder)
    return str(caught.value).splitlines()


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


def test_an_unknown_name_is_reported_with_the_nearest() -> None:
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
    assert any(sentence.endswith(problem) for sentence in problems(patch))


@pytest.mark.parametrize(
    ("file", "row"),
    [("tiles.csv", "helen"), ("dice.csv", "sea")],
)
def test_a_missing_row_is_named(tmp_path: Path, file: str, row: str) -> None:
    folder = copied(tmp_path)
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(f"{row},")]
    (folder / file).write_text("\n".join(kept), encoding="utf-8")
    assert f'{file}: no row "{row}".' in problems(folder=folder)


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
