"""The military chapter: the order of turns, moves at sea and on land [M19–M22]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.mare_nostrum.table import Table, table


def sailing(*order: str, **seas: str) -> Table:
    """Return a table where triremes move."""
    return table(seas=seas).marches(*order)


def marching(land: dict[str, str], seas: dict[str, str] | None = None, **arranged: Any) -> Table:
    """Return a table where Rome's legions move."""
    return table(land=land, seas=seas, **arranged).marches("rome").idle("march")


def goals(land: dict[str, str], **seas: str) -> set[str]:
    """Return where Rome's legion in Latium may go."""
    marches = marching(land, seas).offers("march")
    return {words.split()[1] for words in marches if words.startswith("latium")}


# The order of turns


def test_the_leader_of_military_names_the_complete_order_before_anybody_moves() -> None:
    """M19: the last one needs no naming."""
    after = table(land={"latium": "nobody rome carthage"}, titles=("rome", "rome", "greece"))
    after.names_order()
    assert (after.decider(), after.offers("turn")) == ("greece", ["rome", "carthage", "greece"])
    after.play("turn carthage")
    assert (after.decider(), after.offers("turn")) == ("greece", ["rome", "greece"])
    assert not after.happened("turn_began")
    after.play("turn greece")
    assert after.happened("order_named", "turn_began") == [
        "order_named greece carthage 0",
        "order_named greece greece 1",
        "order_named greece rome 2",
        "turn_began carthage",
    ]
    assert after.decider() == "carthage"


def test_turns_follow_in_the_order_named() -> None:
    """M19."""
    seas = {"ionium": "rome carthage greece"}
    after = table(seas=seas).names_order().play("turn carthage", "turn greece")
    deciders = []
    while after.offers("sail"):
        deciders.append(after.decider())
        after.play("end sea moves", "end sea battles")
    assert deciders == ["carthage", "greece", "rome"]


def test_a_seat_with_nothing_to_decide_is_not_asked() -> None:
    """M19."""
    after = table(land={"latium": "greece greece"}).names_order().play("turn rome", "turn carthage")
    assert (after.decider(), after.happened("turn_began")) == (
        "greece",
        ["turn_began rome", "turn_began carthage", "turn_began greece"],
    )


def test_triremes_go_before_legions() -> None:
    """M19: and there is no step back."""
    start = table(land={"latium": "rome rome"}, seas={"tyrrhenum": "rome"}).marches("rome")
    assert {words.split()[0] for words in start.menu()} == {"end", "sail"}
    after = start.play("end sea moves")
    assert {words.split()[0] for words in after.menu()} == {"end", "march"}


# Triremes


def test_a_trireme_moves_at_most_one_sea() -> None:
    """M20."""
    after = sailing(ionium="rome")
    assert after.offers("sail") == [
        *("ionium tyrrhenum", "ionium hadriaticum", "ionium syrticum", "ionium libycum")
    ]
    after.play("sail ionium libycum")
    assert (after.ships("ionium"), after.ships("libycum")) == ("", "rome")
    assert not after.offers("sail")


def test_each_trireme_moves_by_itself_once() -> None:
    """M20: one that arrived is not moved on in place of another."""
    after = sailing(ionium="rome:2", libycum="rome")
    after.play("sail ionium libycum")
    assert {words.split()[0] for words in after.offers("sail")} == {"ionium", "libycum"}
    after.play("sail libycum aegaeum")
    assert {words.split()[0] for words in after.offers("sail")} == {"ionium"}
    after.play("sail ionium libycum")
    assert after.ships("libycum") == "rome:2"
    assert not after.offers("sail")


def test_triremes_may_stay_where_they_are() -> None:
    """M20."""
    after = sailing(ionium="rome:2").play("end sea moves")
    assert after.ships("ionium") == "rome:2"


def test_enemy_triremes_stop_nobody() -> None:
    """M20: one sails in among them and away from them."""
    after = sailing(ionium="rome:2 greece", libycum="carthage")
    after.play("sail ionium libycum")
    assert after.ships("libycum") == "rome carthage"


def test_the_triremes_of_others_are_not_moved() -> None:
    """M20."""
    after = sailing("rome", ionium="rome", libycum="greece")
    assert {words.split()[0] for words in after.offers("sail")} == {"ionium"}


# Legions


def test_a_legion_moves_one_province_by_land() -> None:
    """M21: not across straits, nor across a sea without an own trireme."""
    assert goals({"latium": "rome rome"}) == {"etruria", "apulia"}
    assert goals({"latium": "rome rome"}, tyrrhenum="greece:2") == {"etruria", "apulia"}


def test_a_legion_moves_from_coast_to_coast_through_a_sea_with_an_own_trireme() -> None:
    """M21."""
    assert goals({"latium": "rome rome"}, tyrrhenum="rome") == {
        *("etruria", "apulia", "corsica", "sardinia", "sicilia")
    }


def test_a_chain_of_three_seas_takes_a_legion_to_all_their_shores() -> None:
    """M21: enemy ships do not break it."""
    seas = {"tyrrhenum": "rome greece:3", "sardoum": "rome", "syrticum": "rome"}
    assert goals({"latium": "rome rome"}, **seas) == {
        *("etruria", "apulia", "corsica", "sardinia", "sicilia"),
        *("africa", "numidia", "cyrenaica", "tripolitania", "byzacium"),
    }


def test_a_gap_in_the_chain_ends_the_way() -> None:
    """M21: nor does a chain help whose first sea is not at the coast of the legion."""
    assert "cyrenaica" not in goals({"latium": "rome rome"}, tyrrhenum="rome", syrticum="rome")
    assert goals({"latium": "rome rome"}, sardoum="rome") == {"etruria", "apulia"}


def test_the_chain_is_looked_at_when_the_legions_move() -> None:
    """M21: after the moves and battles of triremes."""
    start = table(land={"latium": "rome rome"}, seas={"ionium": "rome"}).marches("rome")
    after = start.play("sail ionium tyrrhenum").idle("march")
    assert "latium sardinia" in after.offers("march")


def test_a_legion_moves_once() -> None:
    """M21."""
    after = marching({"latium": "rome rome", "etruria": "rome rome"})
    after.play("march latium etruria")
    assert after.offers("march") == ["etruria latium", "etruria cisalpina"]
    after.play("march etruria cisalpina")
    assert after.described("etruria") == "rome rome"
    assert not after.offers("march")


def test_any_number_of_legions_moves_together_or_apart() -> None:
    """M21: there is no limit to a province nor to what a trireme carries."""
    after = marching({"latium": "rome rome:8"}, {"tyrrhenum": "rome"})
    after.play(*["march latium sardinia"] * 5, "march latium etruria", "march latium apulia")
    assert after.described("sardinia") == "nobody rome:5"
    assert after.described("latium") == "rome rome"


def test_legions_may_stay() -> None:
    """M21."""
    after = marching({"latium": "rome rome:2"}).play("end legion moves")
    assert after.described("latium") == "rome rome:2"


@pytest.mark.parametrize(
    "there", ["nobody", "nobody greece:2", "rome", "greece", "greece fortress"]
)
def test_a_legion_enters_any_province_with_or_without_units(there: str) -> None:
    """M21: neutral ones too."""
    assert "etruria" in goals({"latium": "rome rome", "etruria": there})


def test_leaving_a_province_at_war_is_free() -> None:
    """M21, M24."""
    assert goals({"latium": "rome rome carthage:3"}) == {"etruria", "apulia"}


def test_how_a_legion_moved_is_reported() -> None:
    """M21: by sea where the two are no land neighbours."""
    after = marching({"latium": "rome rome:2"}, {"tyrrhenum": "rome"})
    after.play("march latium sicilia", "march latium apulia")
    assert after.happened("legion_moved") == [
        "legion_moved rome latium sicilia by_sea",
        "legion_moved rome latium apulia",
    ]


def test_free_legions_go_before_seated_ones() -> None:
    """M21, M27: which seat is left is the player's choice when all are seated."""
    after = marching({"apulia": "greece oil fish rome rome@oil rome@fish"})
    after.play("march apulia latium")
    assert after.described("apulia") == "greece oil fish rome@oil rome@fish"
    after.play("march apulia latium")
    assert after.menu() == ["leave oil", "leave fish"]
    after.play("leave fish")
    assert after.described("apulia") == "greece oil fish rome@oil"
    after.play("march apulia latium")
    assert after.described("apulia") == "greece oil fish"
    assert after.described("latium") == "nobody rome:3"
    assert after.happened("legion_moved") == [
        "legion_moved rome apulia latium",
        "legion_moved rome apulia latium fish",
        "legion_moved rome apulia latium oil",
    ]


def test_a_free_legion_that_has_moved_stays_and_a_seated_one_leaves() -> None:
    """M21, M27."""
    after = marching({"apulia": "greece oil rome@oil", "latium": "rome rome"})
    after.play("march latium apulia", "march apulia latium")
    assert after.described("apulia") == "greece oil rome"
    assert not after.offers("march")


def test_the_seats_of_others_bind_nobody() -> None:
    """M21, M23, M27: a legion leaves or falls beside them as anywhere."""
    there = "rome oil fish rome:2 carthage@oil carthage@fish"
    after = marching({"apulia": there}).play("march apulia latium")
    assert after.described("apulia") == "rome oil fish rome carthage@oil carthage@fish"
    after = table(land={"apulia": there}, hit_divisor=1).marches("rome").idle("fight")
    after.play("fight apulia carthage")
    assert after.described("apulia") == "rome oil fish"


def test_control_of_a_building_returns_when_the_unit_leaves() -> None:
    """M27."""
    after = marching({"apulia": "greece oil rome@oil"}).play("march apulia latium")
    assert after.described("apulia") == "greece oil"
    assert after.produces().hand("greece") == "oil"


# Who must fight


@pytest.mark.parametrize(
    "there", ["greece greece", "nobody greece:2", "greece fortress", "carthage oil greece@oil"]
)
def test_a_legion_that_enters_a_province_with_enemy_units_must_fight(there: str) -> None:
    """M22: a lone fortress counts as a unit."""
    after = table(land={"latium": "rome rome", "apulia": there}).marches("rome").idle("march")
    after.play("march latium apulia")
    assert after.menu() == ["fight apulia greece"]


def test_a_legion_that_stays_at_war_fights_again_each_own_turn() -> None:
    """M22, M24: in its own province or in another's, beside legions or a lone fortress."""
    for there in ("rome rome greece", "greece rome greece:2", "greece fortress rome"):
        after = table(land={"apulia": there}).marches("rome").idle("fight")
        assert after.menu() == ["fight apulia greece"]


def test_nobody_must_fight_on_the_turn_of_others() -> None:
    """M22: a lone fortress never starts a battle, nor do legions of a third."""
    land = {"apulia": "rome fortress greece", "attica": "nobody carthage greece"}
    after = table(land=land).marches("rome", "carthage").idle("fight")
    assert (after.decider(), after.menu()) == ("carthage", ["fight attica greece"])
    assert after.happened("turn_began") == ["turn_began rome", "turn_began carthage"]


def test_all_moves_come_before_the_one_battle_of_a_province() -> None:
    """M21, M22: several approaches."""
    land = {"latium": "rome rome", "cisalpina": "rome rome", "etruria": "greece greece:2"}
    after = table(land=land).marches("rome").idle("march")
    after.play("march latium etruria", "march cisalpina etruria")
    assert after.menu() == ["fight etruria greece"]
    assert not after.happened("rolled")


def test_of_several_enemies_one_is_fought_in_a_province() -> None:
    """M22: the opponent of choice, once a turn."""
    land = {"etruria": "greece rome:2 carthage:2 greece:2", "illyria": "nobody rome greece"}
    after = table(land=land, hit_divisor=60).marches("rome").idle("fight")
    assert after.offers("fight") == ["etruria carthage", "etruria greece", "illyria greece"]
    after.play("fight etruria greece")
    assert after.offers("fight") == ["illyria greece"]
    after.play("fight illyria greece")
    assert not after.offers("fight")
    assert after.happened("battle_began") == [
        "battle_began rome greece etruria",
        "battle_began rome greece illyria",
    ]


def test_walking_into_an_undefended_province_of_a_rival_needs_no_battle() -> None:
    """M22, M25."""
    after = table(land={"latium": "rome rome", "apulia": "greece oil"}).marches("rome")
    after.idle("march").play("march latium apulia")
    assert "pillage oil" in after.menu()
    assert not after.happened("battle_began")
