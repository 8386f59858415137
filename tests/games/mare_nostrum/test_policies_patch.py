"""A patch that changes a rule value changes what the balanced player of Mare Nostrum plans."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simlab.games.mare_nostrum.policies import balanced
from tests.games.mare_nostrum.table import Table, dice, table
from tests.games.mare_nostrum.test_policies import answer

EIGHT = "wood fish grain oil wine gems metal gold"
"""Eight goods, which pay for anything that costs up to 8."""
HOME = {
    "latium": "rome roma rome",
    "etruria": "rome metal wine",
    "apulia": "rome oil",
    "cisalpina": "carthage carthage:2",
}
"""Provinces of Rome with a site for everything, and two enemy legions next door."""


def purchases(empire: str, at: Table) -> Counter[str]:
    """Return how many things of each kind an empire buys in its turn."""
    at.buys(empire)
    memory = np.zeros(balanced.memory, np.int64)
    bought: Counter[str] = Counter()
    while at.decider() == empire and (words := answer(balanced, at, memory)) in at.menu():
        if words == "end buying":
            break
        bought[words.split()[0]] += not words.startswith("pay")
        at.play(words)
        if at.is_over():
            break
    return +bought


def bought_at(price: int, item: str, land: dict[str, str]) -> int:
    """Return how many things of a kind Rome buys with eight goods when each costs so much."""
    patch: dict[str, Any] = {f"price_{item}": price}
    seas = {"tyrrhenum": "rome"}
    at = table(land=land, seas=seas, hands={"rome": EIGHT}, levels={"rome": (2, 2, 2)}, **patch)
    if item == "marker":
        at.player("rome").legions = at.player("rome").triremes = 0
    return purchases("rome", at)[item]


@pytest.mark.parametrize(
    "item", ["marker", "caravan", "city", "market", "temple", "legion", "trireme", "fortress"]
)
def test_price_of_each_thing(item: str) -> None:
    """M12. Eight goods pay for it at either price."""
    land = dict(HOME)
    if item == "marker":
        land = {"apulia": "rome oil fish tarentum", "latium": "rome roma"}
    assert bought_at(1, item, land) > bought_at(8, item, land)


def test_hero_price() -> None:
    """M12."""
    bought = {
        price: purchases(
            "rome", table(land=HOME, hands={"rome": EIGHT}, row="colossus", hero_price=price)
        )["tile"]
        for price in (0, 6)
    }
    assert bought == {0: 1, 6: 0}


@pytest.mark.parametrize(("by", "bought"), [("round", 1), ("owned", 0)])
def test_hero_price_by(by: str, bought: int) -> None:
    """M12. By the round it costs 7, by the three owned 9."""
    at = table(
        land={"latium": "rome roma"},
        hands={"rome": "coin:8"},
        tiles={"rome": "hercules perseus midas"},
        row="colossus",
        rounds=1,
        hero_price_by=by,
    )
    assert purchases("rome", at)["tile"] == bought


@pytest.mark.parametrize(("heroes", "bought"), [(5, 0), (3, 1)])
def test_heroes_to_win(heroes: int, bought: int) -> None:
    """M31. The third hero wins, and then outweighs what eight goods pay for else."""
    at = table(
        land=HOME,
        hands={"rome": EIGHT},
        tiles={"rome": "helen"},
        row="archimedes",
        heroes_to_win=heroes,
    )
    assert purchases("rome", at)["tile"] == bought


@pytest.mark.parametrize(("price", "offer"), [(12, "offer fish"), (9, "offer oil")])
def test_price_pyramids(price: int, offer: str) -> None:
    """M12. A rival with eight goods is not offered the ninth."""
    hands = {"rome": "fish oil", "greece": EIGHT.replace("fish", "fruit"), "carthage": "grain:2"}
    at = table(hands=hands, titles=("rome", "carthage", "carthage"), price_pyramids=price)
    assert answer(balanced, at.trades().play("trade 1")) == offer


@pytest.mark.parametrize(("kept", "is_buying"), [(2, True), (44, False)])
def test_coins_kept(kept: int, is_buying: bool) -> None:
    """M17. Coins that may all be kept are saved for the Pyramids."""
    titles = ("carthage", "greece", "greece")
    land, hands = {"latium": "rome roma temple"}, {"rome": "coin:11"}
    levels = {"carthage": (9, 0, 0), "greece": (0, 9, 9)}
    at = table(land=land, hands=hands, titles=titles, levels=levels, coins_kept=kept)
    assert bool(purchases("rome", at)) == is_buying


@pytest.mark.parametrize(("rounds", "is_building"), [(30, True), (2, False)])
def test_rounds_cap(rounds: int, is_building: bool) -> None:
    """M32. In the last round a caravan brings nothing any more."""
    at = table(
        land={"apulia": "rome oil"},
        hands={"rome": "coin:3"},
        levels={"carthage": (9, 9, 1)},
        rounds_cap=rounds,
    )
    for pool in ("legions", "triremes", "fortresses"):
        at.player("rome")[pool] = 0
    assert bool(purchases("rome", at)["caravan"]) == is_building


ATTACK = {
    "etruria": "carthage carthage:3",
    "latium": "rome roma rome",
    "africa": "rome carthago",
    "attica": "rome athenae",
}
"""Three legions beside a capital that one defends, for a rival who needs one more city."""


@pytest.mark.parametrize(
    ("patch", "marches"),
    [
        ({}, True),
        ({"land_dice": 1}, False),
        ({"hit_divisor": 20}, False),
        (dice("land", 1), False),
        ({"hit_divisor": 20, **dice("land", 10)}, True),
    ],
)
def test_dice_on_land(patch: dict[str, Any], marches: bool) -> None:
    """M23. The number of dice, their faces and the points for a hit make the odds of an attack."""
    at = table(land=ATTACK, levels={"carthage": (9, 9, 9)}, **patch).marches("carthage")
    assert answer(balanced, at).startswith("march") == marches


@pytest.mark.parametrize(
    ("patch", "marches"),
    [({}, False), ({"fortress_points": 0, "fortress_cancels": 0}, True)],
)
def test_fortress_points_and_fortress_cancels(patch: dict[str, Any], marches: bool) -> None:
    """M23. A fortress that does nothing keeps nobody from attacking."""
    land = {"etruria": "carthage carthage", "latium": "rome roma fortress"}
    at = table(land=land, **patch).marches("carthage")
    assert answer(balanced, at).startswith("march") == marches


@pytest.mark.parametrize(("points", "bought"), [(0, 0), (20, 1)])
def test_fortress_points_when_buying(points: int, bought: int) -> None:
    """M23. A fortress is bought where it stops the legions next door."""
    at = table(
        land={"latium": "rome roma", "etruria": "carthage carthage:3"},
        hands={"rome": "wood fish grain"},
        levels={"carthage": (0, 0, 9)},
        fortress_points=points,
        fortress_cancels=0,
    )
    assert purchases("rome", at)["fortress"] == bought


@pytest.mark.parametrize(
    ("patch", "step"),
    [({}, "fight tyrrhenum carthage"), ({"sea_dice": 1}, "end sea battles")],
)
def test_sea_dice(patch: dict[str, Any], step: str) -> None:
    """M20. Two triremes with one die are no better than one."""
    at = table(
        land={"latium": "rome roma"}, seas={"tyrrhenum": "rome:2 carthage"}, **patch
    ).marches("rome")
    at.idle("fight")
    assert answer(balanced, at) == step


@pytest.mark.parametrize(("powers", "step"), [(False, "end"), (True, "fight")])
def test_dice_powers_at_sea(powers: bool, step: str) -> None:
    """M20. Caesar makes one trireme better than one."""
    at = table(
        land={"latium": "rome roma"},
        seas={"tyrrhenum": "rome carthage"},
        dice_powers_at_sea=powers,
    ).marches("rome")
    at.idle("fight")
    assert answer(balanced, at).split()[0] == step


THREE_CITIES = {
    "etruria": "greece greece:3",
    "latium": "carthage roma carthage:3",
    "africa": "carthage carthago",
    "attica": "carthage athenae",
}


@pytest.mark.parametrize(("cities", "marches"), [(4, False), (3, True)])
def test_cities_to_win(cities: int, marches: bool) -> None:
    """M31. A win in sight is attacked at odds that nobody takes else."""
    at = table(land=THREE_CITIES, cities_to_win=cities).marches("greece")
    assert answer(balanced, at).startswith("march") == marches


@pytest.mark.parametrize(("of_one_kind", "marches"), [(False, True), (True, False)])
def test_cities_of_one_kind(of_one_kind: bool, marches: bool) -> None:
    """M31. Two capitals and a legendary city win only where they are added up."""
    land = {**THREE_CITIES, "attica": "greece", "sicilia": "carthage syracusae"}
    at = table(land=land, cities_to_win=3, cities_of_one_kind=of_one_kind).marches("greece")
    assert answer(balanced, at).startswith("march") == marches


@pytest.mark.parametrize(
    ("patch", "marches"),
    [
        ({}, False),
        ({"titles_to_win": 2}, True),
        ({"titles_to_win": 2, "occupied_count_for": "owner"}, False),
    ],
)
def test_titles_to_win_and_occupied_count_for(patch: dict[str, Any], marches: bool) -> None:
    """M18, M29, M31. Carthage leads two tracks, and Culture only by the city next door."""
    at = table(
        land={"etruria": "greece greece:3", "latium": "carthage roma carthage:3"},
        levels={"rome": (0, 0, 9), "carthage": (9, 1, 3), "greece": (0, 1, 3)},
        titles=("carthage", "carthage", "rome"),
        **patch,
    ).marches("greece")
    assert answer(balanced, at).startswith("march") == marches


@pytest.mark.parametrize(("straits", "step"), [(False, "end"), (True, "march")])
def test_straits(straits: bool, step: str) -> None:
    """M21."""
    land = {"apulia": "rome rome:2", "sicilia": "carthage syracusae"}
    at = table(land=land, straits=straits).marches("rome")
    assert answer(balanced, at).split()[0] == step


@pytest.mark.parametrize(("front", "size"), [(0, 2), (9, 1)])
def test_chips(front: int, size: int) -> None:
    """M7. A chip that asks for more than one holds is no use."""
    at = table(
        hands={"rome": "wood:2 fish:2", "carthage": "wine:2 oil:2", "greece": "gems:2 gold:2"},
        titles=("rome", "greece", "carthage"),
        **{
            "chips.chip_1.front": 0,
            "chips.chip_1.back": 9,
            "chips.chip_2.front": 1,
            "chips.chip_2.back": 9,
            "chips.chip_3.front": 2 if front == 0 else 9,
            "chips.chip_3.back": 9,
        },
    ).trades()
    assert answer(balanced, at) == f"trade {size}"


@pytest.mark.parametrize(("price", "tile"), [(2, "perseus"), (8, "agamemnon")])
def test_price_that_a_tile_lowers(price: int, tile: str) -> None:
    """M12. Agamemnon is the better the more a legion costs without him."""
    at = table(hands={"rome": EIGHT}, row="agamemnon perseus", price_legion=price, rounds=2)
    assert answer(balanced, at.buys("rome")) == f"tile {tile}"


@pytest.mark.parametrize(("power", "tile"), [("no_cancel", "perseus"), ("none", "helen")])
def test_power_of_a_tile(power: str, tile: str) -> None:
    at = table(hands={"rome": EIGHT}, row="perseus helen", **{"tiles.perseus.power": power})
    assert answer(balanced, at.buys("rome")) == f"tile {tile}"
