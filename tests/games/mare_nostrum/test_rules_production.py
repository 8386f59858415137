"""Production: what caravans and cities yield, who collects it, what a short supply does [M3–M6]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.mare_nostrum.state import Flow
from tests.games.mare_nostrum.table import Table, box, table


def yielded(**land: str) -> dict[str, str]:
    """Return what each of three empires collects in a production."""
    after = table(land=land).produces()
    return {empire: after.hand(empire) for empire in ("rome", "carthage", "greece")}


# Caravans and markets


@pytest.mark.parametrize(
    ("pieces", "tokens"),
    [
        ("", ""),
        ("oil", "oil"),
        ("oil fish", "fish oil"),
        ("oil market", "oil:2"),
        ("oil fish market", "fish:2 oil:2"),
        ("market", ""),
        ("oil temple", "oil"),
    ],
)
def test_a_caravan_yields_its_good_and_a_market_doubles_all_of_a_province(
    pieces: str, tokens: str
) -> None:
    """M4: a market without a caravan yields nothing."""
    assert yielded(apulia=f"rome {pieces}".strip())["rome"] == tokens


def test_a_market_doubles_only_in_its_own_province() -> None:
    """M4."""
    assert yielded(apulia="rome oil", etruria="rome wine market")["rome"] == "oil wine:2"


def test_tokens_of_one_good_from_several_provinces_add_up() -> None:
    """M4."""
    after = table(land={"apulia": "rome oil market", "peloponnesus": "rome oil"}).produces()
    assert after.hand("rome") == "oil:3"
    assert after.happened("collected") == ["collected rome oil 3 production"]


# Cities and temples


@pytest.mark.parametrize(
    ("province", "pieces", "coins"),
    [
        ("apulia", "tarentum", 1),
        ("apulia", "tarentum temple", 2),
        ("latium", "roma", 1),
        ("latium", "roma temple", 2),
        ("attica", "athenae corinthus", 2),
        ("attica", "athenae corinthus temple", 4),
        ("latium", "temple", 0),
    ],
)
def test_a_city_or_capital_yields_a_coin_and_a_temple_doubles_all_of_a_province(
    province: str, pieces: str, coins: int
) -> None:
    """M4: a temple without a city yields nothing."""
    after = table(land={province: f"rome {pieces}"}).produces()
    assert after.player("rome").hand[13] == after.player("rome").n_hand == coins


def test_a_legendary_city_yields_a_coin_and_a_legendary_good() -> None:
    """M4."""
    after = table(land={"sicilia": "rome syracusae"}, legendary="wine").produces()
    assert after.hand("rome") == "coin legendary_wine"
    assert (after.player("rome").tally.tokens[Flow.PRODUCED], after.player("rome").income) == (2, 2)
    assert after.happened("collected", "drew_legendary") == [
        "collected rome coin 1 production",
        "drew_legendary rome legendary_wine production",
    ]


@pytest.mark.parametrize(
    ("choice", "tokens"),
    [
        ("take a coin", "coin:2 legendary_wine"),
        ("take a legendary good", "coin legendary_gems legendary_wine"),
    ],
)
def test_a_temple_at_a_legendary_city_adds_a_coin_or_a_legendary_good(
    choice: str, tokens: str
) -> None:
    """M4: by choice of who collects."""
    legendary = "wine" if "coin:" in tokens else "wine gems"
    after = table(land={"sicilia": "carthage syracusae temple"}, legendary=legendary).produces()
    assert (after.decider(), after.menu()) == (
        "carthage",
        ["take a coin", "take a legendary good"],
    )
    assert not after.happened("collected", "drew_legendary")
    assert after.play(choice).hand("carthage") == tokens


def test_each_legendary_city_with_a_temple_is_chosen_for_by_itself() -> None:
    """M4."""
    land = {"sicilia": "greece syracusae temple", "mysia": "greece troia temple"}
    after = table(land=land, legendary="wine gems fish").produces()
    after.play("take a legendary good", "take a coin")
    assert after.hand("greece") == "coin:3 legendary_gems legendary_fish legendary_wine"


def test_a_temple_adds_to_every_legendary_city_of_its_province() -> None:
    """M4: here two of them beside each other, by changed rules."""
    patch: dict[str, Any] = {
        f"city_sites.{site}.kind": "legendary" for site in ("ephesus", "miletus")
    }
    after = table(land={"lydia": "rome ephesus miletus temple"}, **patch).produces()
    after.play("take a coin", "take a coin")
    assert after.hand("rome").startswith("coin:4 legendary")
    assert after.player("rome").n_hand == 6


def test_legendary_goods_are_drawn_face_down() -> None:
    """M4: nobody else sees them."""
    after = table(land={"sicilia": "rome syracusae"}, legendary="wine").produces()
    assert after.player("rome").seen.sum() == 1


def test_any_legendary_good_may_be_drawn() -> None:
    """M4."""
    land = {"sicilia": "rome syracusae"}
    drawn = {table(land=land, deal=deal).produces().hand("rome") for deal in range(150)}
    assert len(drawn) == 13


# Who collects


def test_the_owner_of_the_marker_collects_also_in_a_province_at_war() -> None:
    """M5."""
    land = {"apulia": "rome oil tarentum market rome carthage:2"}
    assert yielded(**land) == {"rome": "oil:2 coin", "carthage": "", "greece": ""}


def test_an_enemy_that_alone_holds_a_province_collects_nothing_without_a_seat() -> None:
    """M5, M27."""
    land = {"apulia": "rome oil tarentum carthage:2"}
    assert yielded(**land) == {"rome": "oil coin", "carthage": "", "greece": ""}


def test_a_unit_on_a_building_collects_from_it_and_the_owner_from_the_rest() -> None:
    """M5, M27."""
    land = {"apulia": "rome oil fish tarentum carthage@oil carthage@tarentum"}
    assert yielded(**land) == {"rome": "fish", "carthage": "oil coin", "greece": ""}


def test_a_seated_unit_collects_in_a_province_at_war() -> None:
    """M5, M27."""
    land = {"apulia": "rome oil fish rome carthage@oil"}
    assert yielded(**land) == {"rome": "fish", "carthage": "oil", "greece": ""}


@pytest.mark.parametrize(
    ("seats", "rome", "carthage"),
    [
        ("carthage@oil", "fish:2", "oil"),
        ("carthage@market", "fish oil", ""),
        ("carthage@oil carthage@market", "fish", "oil:2"),
        ("carthage@oil carthage@fish carthage@market", "", "fish:2 oil:2"),
        ("carthage@oil carthage@fish", "", "fish oil"),
        ("carthage@marker", "fish:2 oil:2", ""),
    ],
)
def test_a_market_doubles_only_caravans_of_the_same_collector(
    seats: str, rome: str, carthage: str
) -> None:
    """M5, M27: occupied without a caravan it yields nothing."""
    after = yielded(apulia=f"rome oil fish market {seats}")
    assert (after["rome"], after["carthage"]) == (rome, carthage)


@pytest.mark.parametrize(
    ("seats", "greece", "carthage"),
    [
        ("carthage@athenae", "coin:2", "coin"),
        ("carthage@temple", "coin:2", ""),
        ("carthage@athenae carthage@temple", "coin", "coin:2"),
        ("carthage@athenae carthage@corinthus carthage@temple", "", "coin:4"),
    ],
)
def test_a_temple_doubles_only_cities_of_the_same_collector(
    seats: str, greece: str, carthage: str
) -> None:
    """M5, M27."""
    after = yielded(attica=f"greece athenae corinthus temple {seats}")
    assert (after["greece"], after["carthage"]) == (greece, carthage)


def test_who_occupies_a_legendary_city_and_its_temple_chooses_what_it_adds() -> None:
    """M4, M27."""
    land = {"sicilia": "rome syracusae temple greece@syracusae greece@temple"}
    after = table(land=land, legendary="wine").produces()
    assert after.decider() == "greece"
    assert after.play("take a coin").hand("greece") == "coin:2 legendary_wine"
    assert after.hand("rome") == ""


def test_a_temple_that_another_occupies_adds_nothing_to_a_legendary_city() -> None:
    """M4, M27."""
    land = {"sicilia": "rome syracusae temple greece@temple"}
    after = table(land=land, legendary="wine").produces()
    assert (after.hand("rome"), after.hand("greece")) == ("coin legendary_wine", "")


# Short supply


def short(**levels: tuple[int, int, int]) -> Table:
    """Return a table where all three want wine, of which there are 3 tokens, after production."""
    land = {
        "etruria": "rome wine market",
        "macedonia": "carthage wine market",
        "syria": "greece wine",
    }
    return table(players=5, land=land, levels=levels, **box(wine=3)).produces()


@pytest.mark.parametrize(
    ("levels", "tokens"),
    [
        ((3, 2, 1), (2, 1, 0)),
        ((1, 2, 3), (0, 2, 1)),
        ((2, 1, 3), (2, 0, 1)),
        ((0, 3, 0), (1, 2, 0)),
    ],
)
def test_when_a_good_is_short_the_highest_on_the_trade_track_takes_all_it_claims(
    levels: tuple[int, int, int], tokens: tuple[int, int, int]
) -> None:
    """M6: by the levels of the last update; then the next; the rest is lost."""
    rome, carthage, greece = ((level, 0, 0) for level in levels)
    after = short(rome=rome, carthage=carthage, greece=greece)
    names = ("rome", "carthage", "greece")
    assert tuple(after.player(name).n_hand for name in names) == tokens
    assert after.supply("wine") == 0
    lacked = [int(after.player(name).tally.tokens[Flow.LACKED]) for name in names]
    assert [have + lack for have, lack in zip(tokens, lacked, strict=True)] == [2, 2, 1]


def test_among_equals_on_the_trade_track_its_leader_is_first_then_the_order_of_seats() -> None:
    """M6."""
    after = short()
    assert after.happened("collected", "lacked") == [
        "collected carthage wine 2 production",
        "collected rome wine 1 production",
        "lacked rome wine 1 production",
        "lacked greece wine 1 production",
    ]


def test_coins_are_finite_too() -> None:
    """M6."""
    land = {"latium": "rome roma temple", "africa": "carthage carthago"}
    after = table(land=land, coins=2, levels={"rome": (1, 0, 0)}).produces()
    assert (after.hand("rome"), after.hand("carthage")) == ("coin:2", "")


def test_a_kind_of_token_that_is_short_takes_nothing_from_the_others() -> None:
    """M6."""
    land = {"apulia": "rome oil fish"}
    after = table(land=land, **box(oil=0)).produces()
    assert after.hand("rome") == "fish"
    assert after.happened("lacked") == ["lacked rome oil 1 production"]


def test_legendary_discards_are_reshuffled_when_the_pile_is_empty() -> None:
    """M6: only when a draw finds it empty."""
    land = {"sicilia": "rome syracusae", "mysia": "greece troia"}
    start = table(land=land, legendary="wine")
    start.state.legendary_discards = 1 << 12
    after = start.produces()
    assert after.happened("drew_legendary", "reshuffled") == [
        "drew_legendary rome legendary_wine production",
        "reshuffled 1",
        "drew_legendary greece legendary_grain production",
    ]
    assert (after.state.legendary_pile, after.state.legendary_discards) == (0, 0)
    assert after.state.reshuffles == 1


def test_a_pile_that_is_just_used_up_waits_for_the_next_draw_to_be_made_again() -> None:
    """M6."""
    start = table(land={"sicilia": "rome syracusae"}, legendary="wine")
    start.state.legendary_discards = 1 << 12
    after = start.produces()
    assert (after.state.legendary_pile, after.state.legendary_discards) == (0, 1 << 12)
    assert not after.happened("reshuffled")


def test_a_draw_from_an_empty_pile_without_discards_is_lost() -> None:
    """M6: there is no coin instead."""
    after = table(land={"sicilia": "rome syracusae"}, legendary="").produces()
    assert after.hand("rome") == "coin"
    assert after.happened("drew_legendary") == ["drew_legendary rome production"]
    assert after.player("rome").tally.tokens[Flow.LACKED] == 1


def test_the_highest_on_the_trade_track_draws_first_all_it_may() -> None:
    """M6."""
    land = {"sicilia": "greece syracusae", "iudaea": "greece ierusalem", "mysia": "rome troia"}
    after = table(
        players=4, land=land, legendary="wine gems", levels={"greece": (2, 0, 0)}
    ).produces()
    assert after.player("greece").n_hand == 4
    assert after.hand("rome") == "coin"


def test_choices_are_made_before_any_draw_in_trade_order() -> None:
    """M4, M6."""
    land = {"sicilia": "rome syracusae temple", "mysia": "greece troia temple"}
    after = table(land=land, levels={"greece": (2, 0, 0)}).produces()
    assert after.decider() == "greece"
    after.play("take a legendary good")
    assert (after.decider(), after.happened("drew_legendary")) == ("rome", [])
    after.play("take a legendary good")
    drawn = [event.split()[1] for event in after.happened("drew_legendary")]
    assert drawn == ["greece", "greece", "rome", "rome"]


# What is counted


def test_a_production_is_added_to_what_was_kept() -> None:
    """M4, M17."""
    after = table(land={"apulia": "rome oil"}, hands={"rome": "oil coin"}).produces()
    assert after.hand("rome") == "oil:2 coin"
    assert (after.player("rome").tally.tokens[Flow.PRODUCED], after.player("rome").income) == (1, 1)


def test_after_the_production_the_trade_begins() -> None:
    """M3, M7."""
    assert table(land={"apulia": "rome oil"}).produces().offers("trade")
