"""Data that may be meant otherwise is remarked."""

from __future__ import annotations

import pytest

from tests.games.mare_nostrum.components import PLAYERS, load, remarks


def test_the_shipped_board_needs_no_remark() -> None:
    assert load().components.remarks == []


@pytest.mark.parametrize(
    ("patch", "remark"),
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
                "empires.csv: egypt: trade 4, but its pieces in start_pieces.csv make 3; change"
                " one of them unless this is meant.",
            ],
        ),
        (
            {"empires.rome.military": 5},
            [
                "empires.csv: rome: military 5, but its pieces in start_pieces.csv make 4; change"
                " one of them unless this is meant."
            ],
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
        ({"titles_to_win": 4}, ["titles_to_win: 4, so nobody wins by titles: there are 3."]),
    ],
)
def test_what_may_be_meant_otherwise_is_remarked(
    patch: dict[str, object], remark: list[str]
) -> None:
    assert remarks(patch) == remark


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
