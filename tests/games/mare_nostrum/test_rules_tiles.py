"""Every power of heroes and wonders, the starting heroes included [M12, M16]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.mare_nostrum.state import GOODS, TILES, Flow, Power
from tests.games.mare_nostrum.table import Table, box, dice, table

NEXT_TURN = {"euxinus": "carthage"}
"""Carthage has something to decide after another's turn."""


def fought(there: str, *faces: int, seat: str, rival: str, **arranged: Any) -> Table:
    """Return a table after a seat has fought a rival in Sicilia with dice of these faces."""
    after = table(land={"sicilia": there}, **arranged, **dice("land", *faces)).marches(seat)
    return after.idle("fight sicilia").play(f"fight sicilia {rival}")


def points(after: Table) -> list[str]:
    """Return points and hits of both sides, the turn's seat first."""
    return [event.removeprefix("counted ") for event in after.happened("counted")]


def buying(
    empire: str, hand: str, owned: str = "", land: dict[str, str] | None = None, **arranged: Any
) -> Table:
    """Return a table in the buying turn of an empire with some tiles."""
    tiles = {empire: owned} if owned else None
    hands = {empire: hand} if hand else None
    land = {"apulia": empire} if land is None else land
    return table(land=land, hands=hands, tiles=tiles, players=5, **arranged).buys(empire)


# Caesar


def test_caesar_adds_one_to_each_die_in_land_battles_of_the_own_turn() -> None:
    """M23."""
    after = fought("carthage rome:2 carthage", 4, seat="rome", rival="carthage")
    assert points(after) == ["rome 10 2", "carthage 4 0"]


def test_caesar_is_of_no_use_on_the_turns_of_others() -> None:
    """M23."""
    after = fought("carthage rome:2 carthage", 4, seat="carthage", rival="rome")
    assert points(after) == ["carthage 4 0", "rome 8 1"]


def test_caesar_helps_in_the_own_province_too_but_not_the_fortress() -> None:
    """M23: one for each die, not for the five of the fortress."""
    after = fought("rome fortress rome:2 carthage", 4, seat="rome", rival="carthage")
    assert points(after) == ["rome 15 3", "carthage 4 0"]


def test_caesar_adds_to_no_more_dice_than_are_rolled() -> None:
    """M23."""
    after = fought("carthage rome:4 carthage", 1, seat="rome", rival="carthage", land_dice=3)
    assert points(after)[0] == "rome 6 1"


# Pericles


def test_pericles_adds_two_to_each_die_in_land_battles_on_the_turns_of_others() -> None:
    """M23: anywhere."""
    for owner in ("greece", "carthage", "nobody"):
        after = fought(f"{owner} carthage greece:2", 1, seat="carthage", rival="greece")
        assert points(after) == ["carthage 1 0", "greece 6 1"]


def test_pericles_is_of_no_use_on_the_own_turn() -> None:
    """M23."""
    after = fought("greece carthage greece:2", 1, seat="greece", rival="carthage")
    assert points(after) == ["greece 2 0", "carthage 1 0"]


def test_pericles_adds_nothing_to_a_lone_fortress() -> None:
    """M23."""
    after = fought("greece fortress carthage:2", 1, seat="carthage", rival="greece")
    assert points(after) == ["carthage 2 0", "greece 5 1"]
    after = fought("greece fortress carthage:2 greece", 1, seat="carthage", rival="greece")
    assert points(after) == ["carthage 2 0", "greece 8 1"]


@pytest.mark.parametrize(("seat", "rival"), [("rome", "carthage"), ("carthage", "greece")])
def test_neither_caesar_nor_pericles_helps_at_sea(seat: str, rival: str) -> None:
    """M23."""
    seas = {"ionium": "rome carthage greece"}
    after = table(seas=seas, **dice("sea", 3)).marches(seat).idle("fight")
    after.play(f"fight ionium {rival}")
    assert points(after) == [f"{seat} 3 0", f"{rival} 3 0"]


# Hannibal and Cleopatra


def test_hannibal_may_pay_once_in_a_turn_with_two_tokens_of_one_good() -> None:
    """M12: ordinary, legendary, or one of each; any price."""
    for payment in ("wine:2 oil", "wine legendary_wine oil"):
        after = buying("carthage", payment).buy("legion apulia", payment)
        assert after.hand("carthage") == ""
    market = buying("carthage", "wine:2 oil fish grain wood").offers("market")
    assert market == ["apulia"]


@pytest.mark.parametrize("hand", ["wine:3", "wine:2 coin", "wine:2", "wine:2 legendary_wine"])
def test_hannibal_pays_one_pair_and_no_more(hand: str) -> None:
    """M12: P tokens in P - 1 goods, none of them a coin."""
    assert not buying("carthage", hand).offers("legion")


def test_hannibals_pair_serves_for_one_payment_in_a_turn() -> None:
    """M12: an ordinary payment leaves it."""
    after = buying("carthage", "wine:4 oil:3 coin:3")
    after.buy("legion apulia", "coin:3").buy("legion apulia", "wine:2 oil")
    assert not after.offers("legion")
    assert after.hand("carthage") == "oil:2 wine:2"


def test_hannibals_pair_is_there_again_in_the_next_round() -> None:
    """M12."""
    after = buying("carthage", "wine:2 oil").buy("legion apulia", "wine:2 oil").sit_out()
    after.give("carthage", "wine:2 oil")
    assert after.buys("carthage").offers("legion") == ["apulia"]


@pytest.mark.parametrize("hand", ["wine oil coin", "coin:2 wine", "coin:2 legendary_wine"])
def test_cleopatra_may_mix_once_one_coin_or_one_good_into_a_payment(hand: str) -> None:
    """M12."""
    after = buying("egypt", hand).buy("legion apulia", hand)
    assert after.hand("egypt") == ""


@pytest.mark.parametrize("hand", ["wine:2 coin", "wine coin", "wine:2 oil", "coin:2"])
def test_cleopatra_mixes_nothing_else(hand: str) -> None:
    """M12: different goods with one coin, or coins with one good."""
    assert not buying("egypt", hand).offers("legion")


def test_cleopatra_mixes_into_larger_payments_too() -> None:
    """M12: two coins and four goods are no payment."""
    assert buying("egypt", "wine oil fish grain wood coin").offers("market")
    assert buying("egypt", "wine coin:5").offers("market")
    assert not buying("egypt", "wine oil fish grain coin:2").offers("market")


def test_cleopatras_mix_serves_for_one_payment_in_a_turn() -> None:
    """M12."""
    after = buying("egypt", "coin:4 wine:2").buy("legion apulia", "coin:2 wine")
    assert not after.offers("legion")


@pytest.mark.parametrize(("empire", "hand"), [("rome", "wine:2 oil"), ("rome", "wine oil coin")])
def test_nobody_else_pays_so(empire: str, hand: str) -> None:
    """M12."""
    assert not buying(empire, hand).offers("legion")


# Hammurabi


def test_hammurabi_places_a_free_marker_once_a_round_in_his_own_turn() -> None:
    """M13: all conditions hold; what is not used is lost."""
    land = {"babylonia": "babylon", "syria": "greece", "assyria": "nobody greece"}
    after = buying("babylon", "", land=land)
    assert after.menu() == ["end buying", "free marker arabia"]
    after.play("free marker arabia")
    assert after.described("arabia") == "babylon"
    assert after.menu() == ["end buying"]
    assert after.happened("bought", "paid") == ["bought babylon marker arabia 0"]
    assert (after.seat("babylon").free, after.seat("babylon").tokens[3]) == (1, 0)


def test_a_free_marker_is_no_stepping_stone_and_needs_a_marker_in_the_pool() -> None:
    """M13."""
    land = {"babylonia": "babylon"}
    after = buying("babylon", "coin:3", land=land).play("free marker syria")
    assert after.offers("marker") == ["assyria", "arabia"]
    assert not after.offers("free")
    full = dict.fromkeys(("babylonia", "assyria", "arabia"), "babylon")
    assert buying("babylon", "", land=full, markers=3).menu() == ["end buying"]
    assert buying("babylon", "", land=full, markers=4).menu() != ["end buying"]


# Levels


@pytest.mark.parametrize(
    ("tile", "levels"), [("hercules", [2, 2, 2]), ("solomon", [0, 3, 0]), ("midas", [3, 0, 0])]
)
def test_hercules_solomon_and_midas_add_levels_at_the_next_update(
    tile: str, levels: list[int]
) -> None:
    """M18."""
    after = table(hands={"rome": "coin:8"}, row=tile).names_buyers().play("buyer rome")
    after.buy(f"tile {tile}", "coin:8")
    assert after.levels("rome") == [0, 0, 0]
    after.play("end buying", "buyer greece", "end buying", "end buying")
    assert after.levels("rome") == levels


def test_added_levels_come_on_top_of_those_on_the_board() -> None:
    """M18."""
    start = table(land={"apulia": "rome oil rome"}, tiles={"rome": "hercules midas"})
    after = start.names_buyers()
    after.play("buyer rome", "end buying", "buyer greece", "end buying", "end buying")
    assert after.levels("rome") == [6, 2, 3]


# Perseus


def test_perseus_lets_no_fortress_cancel_a_hit_on_the_own_turn() -> None:
    """M23: the five points of the fortress stay."""
    there = "rome fortress rome carthage:2"
    after = fought(there, 5, seat="carthage", rival="rome", tiles={"carthage": "perseus"})
    assert points(after) == ["carthage 10 2", "rome 10 2"]
    assert after.described("sicilia") == "rome"


def test_perseus_is_of_no_use_on_the_turns_of_others() -> None:
    """M23."""
    there = "rome fortress rome carthage:2"
    after = fought(there, 4, seat="rome", rival="carthage", tiles={"carthage": "perseus"})
    assert points(after) == ["rome 10 2", "carthage 8 0"]


def test_perseus_of_the_defender_stops_nothing() -> None:
    """M23."""
    there = "rome fortress rome carthage:2"
    after = fought(there, 5, seat="carthage", rival="rome", tiles={"rome": "perseus"})
    assert points(after)[0] == "carthage 10 1"


# Penthesilea


def test_penthesilea_names_a_sea_that_legions_may_cross_without_a_trireme() -> None:
    """M21: once a turn."""
    start = table(land={"latium": "nobody rome:2"}, tiles={"rome": "penthesilea"})
    after = start.marches("rome")
    assert len(after.offers("name")) == 10
    assert "latium sardinia" not in after.offers("march")
    after.play("name tyrrhenum")
    assert after.offers("name") == []
    assert {words.split()[1] for words in after.offers("march")} == {
        *("etruria", "apulia", "corsica", "sardinia", "sicilia")
    }
    after.play("march latium sardinia")
    assert after.happened("sea_named") == ["sea_named rome tyrrhenum"]


def test_the_named_sea_is_a_link_of_a_chain() -> None:
    """M21."""
    start = table(
        land={"latium": "nobody rome"},
        seas={"tyrrhenum": "rome", "syrticum": "rome"},
        tiles={"rome": "penthesilea"},
    )
    after = start.marches("rome").idle("march").play("name ionium")
    assert "latium tripolitania" in after.offers("march")


def test_a_sea_may_be_named_after_some_legions_have_moved() -> None:
    """M21."""
    start = table(land={"latium": "nobody rome:2"}, tiles={"rome": "penthesilea"})
    after = start.marches("rome").play("march latium etruria", "name tyrrhenum")
    assert "latium sardinia" in after.offers("march")


def test_a_sea_is_named_for_one_turn() -> None:
    """M21."""
    start = table(land={"latium": "nobody rome"}, tiles={"rome": "penthesilea"})
    after = start.marches("rome").play("name tyrrhenum", "end legion moves").marches("rome")
    assert len(after.offers("name")) == 10
    assert "latium sardinia" not in after.offers("march")


def test_penthesilea_helps_neither_markers_nor_conversions_nor_triremes() -> None:
    """M13, M28."""
    land = {"sicilia": "rome", "sardinia": "greece rome@marker"}
    start = table(land=land, tiles={"rome": "penthesilea"}, hands={"rome": "coin:3"})
    assert start.buys("rome").offers("marker") == []
    assert not start.marches("rome").can(("convert",))


def test_a_legion_with_nowhere_to_go_is_asked_only_because_of_penthesilea() -> None:
    """M21: on an island without triremes."""
    land = {"sicilia": "nobody rome"}
    after = table(land=land, seas=NEXT_TURN, tiles={"rome": "penthesilea"}).marches("rome")
    assert after.offers("name")
    assert table(land=land, seas=NEXT_TURN).marches("rome").decider() == "carthage"
    after.play("name hadriaticum")
    assert after.decider() == "carthage"


# Helen


def helen_at(there: str, *faces: int, seat: str, rival: str, owner: str) -> Table:
    """Return a table where Helen's owner may win a legion over in Sicilia."""
    start = table(
        land={"sicilia": there}, seas=NEXT_TURN, tiles={owner: "helen"}, **dice("land", *faces)
    )
    return start.marches(seat).idle("fight sicilia").play(f"fight sicilia {rival}")


@pytest.mark.parametrize(("seat", "rival"), [("carthage", "rome"), ("rome", "carthage")])
def test_helens_owner_may_turn_an_enemy_legion_before_the_roll_on_either_side(
    seat: str, rival: str
) -> None:
    """M23: one of the enemy to its pool, one of the own from the pool."""
    there = "greece rome:2 carthage:2"
    after = helen_at(there, 1, seat=seat, rival=rival, owner="carthage")
    assert (after.decider(), after.menu()) == ("carthage", ["roll", "win over"])
    after.play("win over")
    assert after.described("sicilia") == "greece rome carthage:3"
    assert (after.pool("rome")[1], after.pool("carthage")[1]) == (7, 5)
    assert after.happened("legion_converted", "lost") == [
        "legion_converted carthage rome sicilia 1",
        "lost rome legion sicilia 1",
    ]
    rolled = after.happened("rolled")
    assert sorted(rolled) == ["rolled carthage 1"] * 3 + ["rolled rome 1"]


def test_helens_owner_may_just_roll() -> None:
    """M23: and use her in another battle of the round."""
    land = {"sicilia": "greece rome:2 carthage:2", "attica": "nobody rome:2 carthage:2"}
    start = table(land=land, tiles={"carthage": "helen"}, **dice("land", 1)).marches("carthage")
    after = start.idle("fight").play("fight sicilia rome", "roll")
    assert after.described("sicilia") == "greece rome:2 carthage:2"
    after.play("fight attica rome")
    assert after.menu() == ["roll", "win over"]


def test_helen_is_used_once_in_a_round() -> None:
    """M23: in any turn."""
    land = {"sicilia": "greece rome:2 carthage:2", "attica": "nobody rome:2 carthage:2"}
    start = table(land=land, tiles={"carthage": "helen"}, **dice("land", 1)).marches("carthage")
    after = start.idle("fight").play("fight sicilia rome", "win over", "fight attica rome")
    assert "win over" not in after.menu()
    assert after.described("attica") == "nobody rome:2 carthage:2"
    after.idle("fight sicilia").play("fight sicilia carthage")
    assert "win over" not in after.menu()


@pytest.mark.parametrize("tile", ["helen", "ulysses", "spartacus", "penthesilea"])
def test_what_a_tile_does_once_a_round_it_does_in_every_round(tile: str) -> None:
    """M16."""
    verb = {"helen": "win", "ulysses": "give", "spartacus": "free", "penthesilea": "name"}[tile]
    land = {"latium": "rome", "sicilia": "nobody rome:3 carthage:3"}
    after = table(land=land, tiles={"rome": tile}, rounds=2, **dice("land", 1))
    for number in (2, 3):
        after.give("rome", "coin")
        after.trades()
        while not after.can((verb,)):
            after.do_little()
        assert after.state.rounds == number
        after.play(next(words for words in after.menu() if words.startswith(verb))).sit_out()


def test_helen_needs_a_legion_of_the_enemy() -> None:
    """M23: a fortress is none."""
    there = "rome fortress carthage:2"
    after = helen_at(there, 1, seat="carthage", rival="rome", owner="carthage")
    assert not after.happened("legion_converted")
    assert after.happened("counted")


def test_helen_with_no_legion_left_in_the_pool_still_sends_one_of_the_enemy_away() -> None:
    """M23: no own legion comes for it."""
    there = "greece rome:2 carthage:8"
    after = helen_at(there, 1, seat="carthage", rival="rome", owner="carthage")
    assert after.menu() == ["roll", "win over"]
    after.play("win over")
    assert after.happened("legion_converted") == ["legion_converted carthage rome sicilia 0"]
    assert sorted(after.happened("rolled")) == ["rolled carthage 1"] * 8 + ["rolled rome 1"]
    assert (after.pool("rome")[1], after.pool("carthage")[1]) == (8, 0)


def test_helen_with_an_empty_pool_may_end_a_battle_before_the_roll() -> None:
    """M23: the one enemy legion goes home."""
    there = "greece rome carthage:8"
    after = helen_at(there, 1, seat="carthage", rival="rome", owner="carthage").play("win over")
    assert after.happened("rolled", "counted") == []
    assert after.described("sicilia") == "greece carthage:8"


def test_there_is_no_roll_when_helen_leaves_the_attacker_no_enemy() -> None:
    """M23."""
    after = helen_at("rome rome carthage", 5, seat="carthage", rival="rome", owner="carthage")
    after.play("win over")
    assert after.happened("rolled", "counted") == []
    assert after.described("sicilia") == "rome carthage:2"
    assert after.can(("leave be",))
    assert after.seat("carthage").battles_won == 1


def test_there_is_no_roll_when_helen_leaves_the_defender_no_enemy() -> None:
    """M23."""
    after = helen_at("rome rome carthage", 5, seat="carthage", rival="rome", owner="rome")
    after.play("win over")
    assert after.happened("rolled", "counted") == []
    assert after.described("sicilia") == "rome rome:2"
    assert after.seat("rome").battles_won == 1


def test_a_fortress_that_helen_leaves_is_still_fought() -> None:
    """M23, M22."""
    there = "rome fortress rome carthage"
    after = helen_at(there, 5, seat="carthage", rival="rome", owner="carthage").play("win over")
    assert points(after) == ["carthage 10 1", "rome 5 1"]
    assert after.described("sicilia") == "rome carthage"


def test_whose_seated_legions_alone_are_there_chooses_which_helen_turns() -> None:
    """M23, M27: free ones go first."""
    land = {"apulia": "greece oil fish rome carthage@oil carthage@fish"}
    start = table(land=land, tiles={"rome": "helen"}, **dice("land", 1)).marches("rome")
    after = start.idle("fight").play("fight apulia carthage", "win over")
    assert (after.decider(), after.menu()) == ("carthage", ["lose oil", "lose fish"])
    after.play("lose oil")
    assert after.described("apulia") == "greece oil fish rome:2 carthage@fish"
    assert after.happened("legion_converted", "seat_lost", "lost", "battle_began") == [
        "battle_began rome carthage apulia",
        "legion_converted rome carthage apulia 1",
        "seat_lost carthage apulia oil",
        "lost carthage legion apulia 1",
    ]


# Ulysses


def test_ulysses_swaps_a_token_with_the_supply_after_the_trade() -> None:
    """M10: once a round; any own token for any ordinary one, coins included."""
    start = table(hands={"greece": "wine:2"}, tiles={"greece": "ulysses"})
    after = start.trades().play("trade 0")
    assert (after.decider(), after.menu()) == ("greece", ["swap nothing", "give wine"])
    after.play("give wine")
    assert len(after.offers("take")) == 14
    after.play("take coin")
    assert (after.hand("greece"), after.supply("wine"), after.supply("coin")) == (
        "wine coin",
        6,
        43,
    )
    assert after.happened("swapped") == ["swapped greece wine coin"]
    assert after.offers("buyer")


def test_ulysses_may_give_a_coin_or_a_legendary_good() -> None:
    """M10: which goes to the discards; what is taken is an ordinary token."""
    start = table(hands={"greece": "coin legendary_wine"}, tiles={"greece": "ulysses"})
    after = start.trades().play("trade 0")
    assert after.offers("give") == ["coin", "legendary_wine"]
    after.play("give legendary_wine", "take gems")
    assert after.hand("greece") == "gems coin"
    assert after.state.legendary_discards == 1 << 10


def test_ulysses_takes_only_what_is_left_in_the_supply() -> None:
    """M10, M6: the token given is returned after taking."""
    start = table(hands={"greece": "gems:5"}, tiles={"greece": "ulysses"})
    after = start.trades().play("trade 0", "give gems")
    assert "gems" not in after.offers("take")


def test_ulysses_may_stay_out_and_swaps_nothing_without_tokens() -> None:
    """M10."""
    start = table(hands={"greece": "wine"}, tiles={"greece": "ulysses"})
    after = start.trades().play("trade 0", "swap nothing")
    assert (after.hand("greece"), bool(after.offers("buyer"))) == ("wine", True)
    assert table(tiles={"greece": "ulysses"}).trades().play("trade 0").offers("buyer")


def test_ulysses_is_not_asked_when_the_supply_is_empty() -> None:
    """M6, M10."""
    empty = {**box(**dict.fromkeys(GOODS, 0)), "coins": 0}
    start = table(hands={"greece": "legendary_wine"}, tiles={"greece": "ulysses"}, **empty)
    assert start.trades().play("trade 0").offers("buyer")


def test_ulysses_comes_after_a_trade_with_exchange_too() -> None:
    """M10."""
    hands = {"rome": "wine", "carthage": "gems"}
    after = table(hands=hands, tiles={"rome": "ulysses"}).trades().play("trade 1")
    after.play("pick wine from rome", "pick gems from carthage")
    assert (after.decider(), after.offers("give")) == ("rome", ["gems"])


# Prices


@pytest.mark.parametrize(
    ("tile", "thing", "price"),
    [
        ("agamemnon", "legion apulia", 2),
        ("archimedes", "fortress apulia", 2),
        ("nebuchadnezzar", "market apulia", 5),
        ("nebuchadnezzar", "temple apulia", 5),
        ("lighthouse", "trireme ionium", 2),
    ],
)
def test_some_tiles_make_one_thing_cheaper_and_nothing_else(
    tile: str, thing: str, price: int
) -> None:
    """M12: in coins or goods; from the moment they are bought."""
    things = {
        *("caravan oil", "city tarentum", "legion apulia", "fortress apulia", "trireme ionium"),
        *("market apulia", "temple apulia"),
    }
    for hand in (f"coin:{price}", " ".join(["wine", "oil", "fish", "grain", "wood"][:price])):
        start = buying("rome", hand, owned=tile)
        dearer = {"market apulia", "temple apulia"} if price == 5 else {thing}
        bought = things - {"market apulia", "temple apulia"} if price == 5 else set()
        assert things & set(start.menu()) == dearer | bought
        assert start.buy(thing, hand).hand("rome") == ""
    after = table(land={"apulia": "rome"}, hands={"rome": f"coin:{8 + price}"}, row=tile)
    after.buys("rome").buy(f"tile {tile}", "coin:8").buy(thing, f"coin:{price}")
    assert after.player("rome").n_hand == 0


def test_a_lower_usual_price_stays() -> None:
    """M12: the lower of the two is paid."""
    start = buying("rome", "coin", owned="agamemnon", price_legion=1)
    assert start.offers("legion") == ["apulia"]


def test_reduced_prices_are_paid_by_the_usual_rules() -> None:
    """M12: two tokens of one good, or a good and a coin, are no two goods."""
    for hand in ("wine:2", "wine coin", "wine legendary_wine"):
        assert not buying("rome", hand, owned="agamemnon").offers("legion")
    assert buying("carthage", "wine:2", owned="agamemnon").offers("legion")
    assert buying("egypt", "wine coin", owned="agamemnon").offers("legion")


# Spartacus


def test_spartacus_raises_a_free_legion_once_a_round() -> None:
    """M14: out of the pool, where a legion may be placed."""
    land = {"apulia": "rome", "etruria": "rome greece", "latium": "rome greece"}
    after = buying("rome", "", owned="spartacus", land=land)
    assert after.menu() == ["end buying", "free legion latium", "free legion apulia"]
    after.play("free legion apulia")
    assert after.menu() == ["end buying"]
    assert after.described("apulia") == "rome rome"
    assert after.pool("rome")[1] == 7
    assert after.happened("bought") == ["bought rome legion apulia 0"]
    assert (after.seat("rome").free, after.seat("rome").bought[5]) == (1, 1)


def test_spartacus_works_in_the_turn_in_which_he_is_bought_and_needs_a_legion() -> None:
    """M14, M16."""
    after = table(land={"apulia": "rome"}, hands={"rome": "coin:8"}, row="spartacus").buys("rome")
    assert after.buy("tile spartacus", "coin:8").offers("free") == ["legion apulia"]
    assert buying("rome", "", owned="spartacus", land={"apulia": "rome rome:8"}).menu() == [
        "end buying"
    ]


def test_a_free_legion_in_the_capital_makes_an_enemy_step_off_the_marker() -> None:
    """M15, M28."""
    after = buying("rome", "", owned="spartacus", land={"latium": "rome greece@marker"})
    after.play("free legion latium")
    assert after.described("latium") == "rome rome greece"


# Collect powers


def test_the_queen_of_sheba_draws_a_legendary_good_in_each_production() -> None:
    """M4: never doubled."""
    land = {"apulia": "rome tarentum market temple"}
    after = table(land=land, tiles={"rome": "queen_of_sheba"}, legendary="wine gems").produces()
    assert after.player("rome").hand.sum() == 3
    assert after.happened("drew_legendary")[0].endswith("production")


def test_sheba_is_drawn_together_with_the_owners_other_draws() -> None:
    """M6."""
    land = {"sicilia": "rome syracusae", "mysia": "greece troia"}
    after = table(
        land=land, tiles={"greece": "queen_of_sheba"}, levels={"greece": (1, 0, 0)}
    ).produces()
    assert [event.split()[1] for event in after.happened("drew_legendary")] == [
        *("greece", "greece", "rome")
    ]


def test_the_colossus_brings_two_coins_that_nothing_doubles() -> None:
    """M4, M6: part of the claim for coins."""
    land = {"latium": "rome roma temple"}
    after = table(land=land, tiles={"rome": "colossus"}).produces()
    assert after.happened("collected") == ["collected rome coin 4 production"]
    after = table(land=land, tiles={"rome": "colossus"}, coins=3).produces()
    assert (after.hand("rome"), after.player("rome").tally.tokens[Flow.LACKED]) == ("coin:3", 1)


def test_artemis_brings_a_good_of_choice_after_everybodys_claims() -> None:
    """M4, M6: out of what is left."""
    start = table(
        land={"etruria": "greece wine market"},
        tiles={"rome": "temple_of_artemis"},
        **box(wine=2),
    )
    after = start.produces()
    assert after.decider() == "rome"
    assert len(after.offers("choose")) == 12
    assert not {"wine", "coin"} & set(after.offers("choose"))
    after.play("choose gems")
    assert after.hand("rome") == "gems"
    assert after.happened("collected")[-1] == "collected rome gems 1 chosen"


def test_artemis_chooses_in_each_production_once() -> None:
    """M4."""
    after = table(tiles={"rome": "temple_of_artemis"}).produces().play("choose gems")
    assert after.offers("trade")
    assert after.sit_out().play("choose wine").hand("rome") == "wine"


def test_artemis_brings_nothing_when_no_good_is_left() -> None:
    """M6: there is no coin instead."""
    goods = box(**dict.fromkeys(GOODS, 0))
    after = table(tiles={"rome": "temple_of_artemis"}, **goods).produces()
    assert after.offers("trade")
    assert after.happened("lacked") == ["lacked rome 1 chosen"]


def test_a_collect_power_works_from_the_next_production() -> None:
    """M16."""
    after = table(hands={"rome": "coin:8"}, row="colossus").buys("rome")
    after.buy("tile colossus", "coin:8")
    assert after.hand("rome") == ""
    assert after.produces().hand("rome") == "coin:2"


# Hanging Gardens


def test_the_hanging_gardens_keep_two_more_tokens_of_any_kind() -> None:
    """M17."""
    after = buying("rome", "wine:2 legendary_oil coin:5", owned="hanging_gardens")
    after.play("end buying")
    assert after.offers("keep") == ["wine", "coin", "legendary_oil"]
    after.play("keep coin", "keep coin", "keep wine", "keep legendary_oil")
    assert after.hand("rome") == "wine coin:2 legendary_oil"
    assert after.player("rome").tally.tokens[Flow.COINS_KEPT] == 2
    assert after.offers("buyer")


def test_the_hanging_gardens_keep_coins_beyond_two() -> None:
    """M17."""
    after = buying("rome", "coin:5 wine", owned="hanging_gardens").play("end buying")
    after.play(*["keep coin"] * 4)
    assert after.hand("rome") == "coin:4"


def test_goods_kept_leave_room_for_two_coins() -> None:
    """M17."""
    after = buying("rome", "coin:5 wine:3", owned="hanging_gardens").play("end buying")
    after.play("keep wine", "keep wine")
    assert after.offers("keep") == ["coin"]
    after.play("keep coin", "keep coin")
    assert after.hand("rome") == "wine:2 coin:2"


# Statue of Zeus


def attacked(land: dict[str, str], *marches: str, owner: str = "rome", **arranged: Any) -> Table:
    """Return a table after Carthage has fought Rome in Sicilia, who owns the statue of Zeus."""
    start = table(
        land=land,
        seas={"syrticum": "carthage"},
        tiles={owner: "statue_of_zeus"},
        **dice("land", 1),
        **arranged,
    )
    after = start.marches("carthage")
    for words in marches:
        after.idle("march").play(f"march {words}")
    return after.idle("fight sicilia").play("fight sicilia rome")


def test_zeus_adds_five_points_against_an_attack_by_sea() -> None:
    """M23: not for each die; outside the own turn."""
    after = attacked({"africa": "nobody carthage:2", "sicilia": "rome rome:2"}, "africa sicilia")
    assert points(after) == ["carthage 1 0", "rome 7 1"]


def test_zeus_helps_when_one_of_the_attackers_has_come_by_sea() -> None:
    """M23."""
    land = {"africa": "nobody carthage", "sicilia": "rome rome carthage"}
    assert points(attacked(land, "africa sicilia")) == ["carthage 2 0", "rome 6 1"]


def test_zeus_is_of_no_use_against_who_came_by_land_or_earlier() -> None:
    """M23."""
    assert points(attacked({"sicilia": "rome rome carthage"})) == ["carthage 1 0", "rome 1 0"]
    land = {"apulia": "nobody carthage", "sicilia": "rome rome"}
    after = attacked(land, "apulia sicilia", straits=True)
    assert points(after) == ["carthage 1 0", "rome 1 0"]


def test_zeus_forgets_who_came_by_sea_in_an_earlier_turn() -> None:
    """M23."""
    land = {"africa": "nobody carthage", "sicilia": "rome rome"}
    after = attacked(land, "africa sicilia", hit_divisor=60)
    after.marches("carthage").idle("fight sicilia").play("fight sicilia rome")
    assert points(after) == ["carthage 1 0", "rome 6 0", "carthage 1 0", "rome 1 0"]


def test_zeus_is_of_no_use_to_the_attacker() -> None:
    """M23."""
    land = {"africa": "nobody carthage", "sicilia": "rome rome"}
    after = attacked(land, "africa sicilia", owner="carthage")
    assert points(after) == ["carthage 1 0", "rome 1 0"]


def test_zeus_stands_by_a_lone_fortress() -> None:
    """M23, M22."""
    land = {"africa": "nobody carthage:2", "sicilia": "rome fortress"}
    after = attacked(land, "africa sicilia", "africa sicilia")
    assert points(after) == ["carthage 2 0", "rome 10 2"]


# Lighthouse


def test_the_lighthouse_lets_triremes_move_two_seas_past_enemies() -> None:
    """M20."""
    seas = {"aegaeum": "rome", "libycum": "greece:3"}
    after = table(seas=seas, tiles={"rome": "lighthouse"}).marches("rome")
    assert {words.split()[1] for words in after.offers("sail")} == {
        *("libycum", "phoenicium", "euxinus", "ionium", "syrticum")
    }
    after.play("sail aegaeum ionium")
    assert (after.decider(), after.ships("ionium")) == ("greece", "rome")


def test_the_triremes_of_others_move_one_sea() -> None:
    """M20."""
    after = table(seas={"aegaeum": "carthage"}, tiles={"rome": "lighthouse"}).marches("carthage")
    assert {words.split()[1] for words in after.offers("sail")} == {
        *("libycum", "phoenicium", "euxinus")
    }


# Switching powers off


@pytest.mark.parametrize("tile", TILES)
def test_every_power_can_be_taken_from_its_tile(tile: str) -> None:
    """M16: by no power or a strength of nothing; the tile counts for the fifth all the same."""
    none = {f"tiles.{tile}.power": "none", f"tiles.{tile}.price": 0}
    patches: list[dict[str, Any]] = [none, {f"tiles.{tile}.strength": 0}]
    for patch in patches:
        player = table(tiles={"rome": tile}, **patch).player("rome")
        assert player.n_heroes == 2
        assert powers(player) == {Power.ATTACK_DICE: 1}
        assert not player.power_price.any()
        assert not player.bonus.any()
    with_it = table(tiles={"rome": tile}).player("rome")
    assert powers(with_it) != {Power.ATTACK_DICE: 1}
    assert with_it.n_heroes == 2


def powers(player: Any) -> dict[int, int]:
    """Return the strengths of the powers of a player, that of no power left out."""
    return {n: int(strength) for n, strength in enumerate(player.power) if n and strength}


@pytest.mark.parametrize("empire", ["rome", "carthage", "greece", "egypt", "babylon"])
def test_every_power_can_be_taken_from_its_starting_hero(empire: str) -> None:
    """M16."""
    patch: dict[str, Any] = {f"empires.{empire}.power": "none"}
    assert powers(table(players=5, **patch).player(empire)) == {}
    assert powers(table(players=5).player(empire)) != {}
