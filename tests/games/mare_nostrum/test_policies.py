"""What the scripted players of Mare Nostrum know and do."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from simlab.engine.record import new, row_of
from simlab.game.policy import Policy
from simlab.games.mare_nostrum.policies import balanced, greedy
from simlab.games.mare_nostrum.policies.hand import change_hand, count_hand, worth_of
from simlab.games.mare_nostrum.policies.notes import MOST_PURCHASES, Notes
from simlab.games.mare_nostrum.policies.odds import odds_on_land
from simlab.games.mare_nostrum.state import COIN, EMPIRES, LEGENDARY, NOTHING
from tests.games.mare_nostrum.battle import Side, battle_chances
from tests.games.mare_nostrum.table import TOKEN_NAMES, Table, fresh_table, table
from tests.support.ask_policy import ask_policy

GUARDING = balanced.with_weights(guard=0.3)
"""A player who keeps a legion where that lowers the risk by so much."""


def answer(of: Policy, at: Table, memory: np.ndarray[Any, Any] | None = None) -> str:
    """Return what a player chooses, in words."""
    seat = int(at.state.seat)
    return at.in_words(ask_policy(of, at.rules, at.state, seat, at.codes(), memory))


def counted(hand: dict[str, int]) -> Any:
    """Return a planner's notes of a hand, with things planned that cost 3 and are worth 1."""
    at = fresh_table()
    player = at.player("rome")
    tokens = np.zeros(len(TOKEN_NAMES), np.int64)
    for token, n in hand.items():
        tokens[TOKEN_NAMES.index(token)] = n
    notes = row_of(new(Notes.dtype))
    count_hand(at.rules, player, tokens, notes)
    notes.n_purchases = MOST_PURCHASES
    notes.worths[:] = 1
    notes.prices[:] = notes.cheapest = 3
    return notes


def most_sets(goods: tuple[int, ...], dear: int) -> int:
    """Return by trying everything how many sets of three different goods fit beside a dear one."""
    if dear:
        return max(
            (most_sets(without(goods, chosen), 0) for chosen in ways(goods, dear)), default=-1
        )
    return max((1 + most_sets(without(goods, chosen), 0) for chosen in ways(goods, 3)), default=0)


def ways(goods: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
    """Return the sets of n different goods that can be paid."""
    return list(combinations([i for i, held in enumerate(goods) if held], n))


def without(goods: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is left of goods, the most frequent first, which changes nothing."""
    left = (held - (i in chosen) for i, held in enumerate(goods))
    return tuple(sorted((held for held in left if held), reverse=True))


@pytest.mark.parametrize("dear", [0, 4, 6])
def test_sets_of_goods_are_counted_as_if_all_payments_were_tried(dear: int) -> None:
    """M12."""
    random = Random(dear)
    for _ in range(60):
        goods = tuple(random.choice((0, 1, 1, 2, 3)) for _ in range(6))
        hand = dict(zip(TOKEN_NAMES, goods, strict=False))
        sets = most_sets(goods, dear)
        assert worth_of(counted(hand), dear, 0, 1.0, NOTHING) == sets + 1, goods


@pytest.mark.compiled
def test_a_token_more_or_less_is_counted_without_counting_the_hand_again() -> None:
    random = Random(1)
    for _ in range(200):
        hand = np.array([random.choice((0, 0, 1, 2)) for _ in TOKEN_NAMES])
        token = random.randrange(len(TOKEN_NAMES))
        more = hand.copy()
        more[token] += 1
        notes, expected = (counted(dict(zip(TOKEN_NAMES, h, strict=True))) for h in (hand, more))
        good = token - LEGENDARY if token > COIN else token
        held = hand[token] if token == COIN else hand[good] + hand[LEGENDARY + good]
        change_hand(notes, held, token, 1)
        assert (notes.held == expected.held).all()
        assert notes.coins == expected.coins


@pytest.mark.parametrize("tiles", [{}, {"rome": "helen"}, {"greece": "helen"}, {"rome": "perseus"}])
@pytest.mark.parametrize(("attacker", "defender"), [("rome", "greece"), ("greece", "rome")])
@pytest.mark.parametrize(
    ("attackers", "legions", "fortress"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (3, 1, 1), (3, 0, 1)]
)
def test_the_odds_of_an_attack_are_those_of_all_throws(
    attackers: int,
    legions: int,
    fortress: int,
    attacker: str,
    defender: str,
    tiles: dict[str, str],
) -> None:
    """M23. Powers count: those of Caesar, Pericles, Helen and Perseus."""
    at = table(tiles=tiles)
    seats = EMPIRES.index(attacker), EMPIRES.index(defender)
    odds = odds_on_land(at.rules, at.state, *seats, attackers, legions, fortress)
    assert odds == pytest.approx(by_all_throws(attackers, legions, fortress, attacker, tiles))


def by_all_throws(
    attackers: int, legions: int, fortress: int, attacker: str, tiles: dict[str, str]
) -> float:
    """Return the chance that an attacker is alone left, where Greece has Pericles, Rome Caesar."""
    holder = next((empire for empire, tile in tiles.items() if tile == "helen"), "")
    if holder and (legions if holder == attacker else attackers):
        moved = 1 if holder == attacker else -1
        attackers, legions = attackers + moved, legions - moved
    if attackers == 0:
        return 0.0
    if legions + fortress == 0:
        return 1.0
    is_rome = attacker == "rome"
    has_perseus = tiles.get(attacker) == "perseus"
    attack = Side(attackers, per_die=int(is_rome), is_unstoppable=has_perseus)
    defence = Side(legions, bool(fortress), per_die=2 * is_rome)
    return float(battle_chances(attack, defence).first_alone)


def test_the_pyramids_are_bought_whenever_they_can_be() -> None:
    at = table(land={"latium": "rome roma"}, hands={"rome": "coin:12"}).buys("rome")
    assert answer(balanced, at) == "pyramids"
    assert answer(greedy, at) == "pyramids"


def test_the_last_hero_is_bought_before_anything_else() -> None:
    at = table(
        land={"apulia": "rome"},
        tiles={"rome": "hercules perseus midas"},
        row="colossus",
        hands={"rome": "coin:11"},
    ).buys("rome")
    assert answer(balanced, at) == "tile colossus"


def test_goods_pay_where_coins_are_needed_for_something_else() -> None:
    at = table(
        land={"etruria": "rome"},
        hands={"rome": "wood fish grain coin:3"},
    ).buys("rome")
    memory = np.zeros(balanced.memory, np.int64)
    paid = []
    while at.decider() == "rome" and (words := answer(balanced, at, memory)) != "end buying":
        paid += [words] * words.startswith("pay")
        at.play(words)
    assert sorted(paid) == ["pay coin"] * 3 + ["pay fish", "pay grain", "pay wood"]


def test_what_one_holds_twice_is_offered_first() -> None:
    at = table(
        hands={"rome": "wood:2 fish grain oil", "carthage": "wine:4", "greece": "gems:4"},
        titles=("carthage", "greece", "rome"),
    ).trades()
    at.play("trade 1")
    assert answer(balanced, at) == "offer wood"
    assert answer(greedy, at) == "offer wood"


def test_an_empty_province_of_a_rival_is_walked_into() -> None:
    at = table(
        land={"etruria": "rome rome:2", "latium": "carthage roma"},
        levels={"rome": (1, 1, 2)},
    ).marches("rome")
    assert answer(balanced, at) == "march etruria latium"


def test_nobody_attacks_a_strong_garrison() -> None:
    at = table(
        land={"etruria": "rome rome", "latium": "carthage fortress carthage:5"},
    ).marches("rome")
    assert answer(balanced, at) == "end legion moves"


HEROES = {"greece": "solomon midas spartacus"}
"""With these and Pericles, Greece wins with the next hero, which costs 10 from round 4 on."""
EIGHT = "wood oil perfume gems papyrus gold gladiators fruit"


def near_the_last_hero(tiles: dict[str, str], **hands: str) -> Table:
    """Return a table where Greece holds eight goods, and a hero lies face up."""
    titles = ("rome", "carthage", "carthage")
    hands = {"greece": EIGHT, **hands}
    return table(tiles=tiles, row="colossus", hands=hands, titles=titles, rounds=4)


@pytest.mark.parametrize(("tiles", "offer"), [({}, "offer fish"), (HEROES, "offer oil")])
def test_a_player_near_the_last_hero_is_not_offered_a_good_he_lacks(
    tiles: dict[str, str], offer: str
) -> None:
    at = near_the_last_hero(tiles, rome="fish oil", carthage="grain:2").trades().play("trade 1")
    assert answer(balanced, at) == offer


@pytest.mark.parametrize(("tiles", "victim"), [({}, "carthage"), (HEROES, "greece")])
def test_a_player_near_the_last_hero_is_robbed_of_his_only_token_of_a_good(
    tiles: dict[str, str], victim: str
) -> None:
    at = near_the_last_hero(tiles, rome="wine:2", carthage="oil:2").trades()
    at.play("trade 1", "offer wine", "offer oil", "offer oil")
    assert answer(balanced, at) == f"pick oil from {victim}"


@pytest.mark.parametrize(("tiles", "given"), [({}, "fish"), (HEROES, "oil")])
def test_a_player_near_the_last_hero_is_not_handed_a_good_he_lacks(
    tiles: dict[str, str], given: str
) -> None:
    """M10."""
    at = near_the_last_hero(tiles, rome="fish oil", carthage="grain:2").trades()
    at.play("trade 1", "offer fish", "offer grain", "offer wood")
    at.play("pick grain from carthage", "pick fish from rome", "pick wood from greece")
    at.player("rome").hand[:] = 0
    at.give("rome", "fish oil grain")
    assert answer(balanced, at) == f"hand over {given}"


@pytest.mark.parametrize(("tiles", "size"), [({}, 2), (HEROES, 1)])
def test_who_lacks_two_goods_for_the_last_hero_gets_no_trade_of_two(
    tiles: dict[str, str], size: int
) -> None:
    """M7."""
    at = near_the_last_hero(tiles, rome="fish:3", carthage="oil:6")
    assert answer(balanced, at.trades()) == f"trade {size}"


def test_a_power_that_makes_up_for_a_good_brings_a_rival_nearer_to_the_pyramids() -> None:
    offers = {}
    for rival in ("greece", "carthage"):
        hands = {"rome": "fish oil", rival: EIGHT}
        at = table(hands=hands, titles=("rome", "greece", "carthage")).trades()
        offers[rival] = answer(balanced, at.play("trade 1"))
    assert offers == {"greece": "offer fish", "carthage": "offer oil"}


def test_a_city_that_wins_at_the_end_of_the_phase_is_attacked_at_poor_odds() -> None:
    """M31."""
    at = table(
        land={
            "etruria": "greece greece:3",
            "latium": "carthage roma carthage:3",
            "africa": "carthage carthago",
            "attica": "carthage athenae",
        },
    ).marches("greece")
    assert answer(balanced, at) == "end legion moves"
    at.settle("sicilia", "carthage syracusae")
    assert answer(balanced, at) == "march etruria latium"


def test_a_city_held_by_a_third_player_is_won_back_before_it_wins() -> None:
    """M27, M31."""
    at = table(
        land={
            "etruria": "rome rome:3",
            "latium": "greece roma carthage:2 carthage@roma",
            "africa": "carthage carthago",
            "attica": "carthage athenae",
            "sicilia": "carthage syracusae",
        },
    ).marches("rome")
    assert answer(balanced, at) == "march etruria latium"


@pytest.mark.parametrize(("tiles", "target"), [({}, "cisalpina"), (HEROES, "macedonia")])
def test_legions_seize_what_pays_for_a_rivals_last_hero(tiles: dict[str, str], target: str) -> None:
    land = {"illyria": "rome rome", "cisalpina": "carthage livestock", "macedonia": "greece wine"}
    at = table(
        land=land,
        tiles=tiles,
        row="colossus",
    )
    at.player("greece").claims[:8] = 1
    assert answer(balanced, at.marches("rome")) == f"march illyria {target}"


def test_what_a_garrison_cannot_seize_is_pillaged() -> None:
    """M26."""
    at = table(
        land={"peloponnesus": "greece fish oil rome@fish"},
        levels={"rome": (0, 0, 1)},
    ).marches("rome")
    at.idle("pillage")
    assert answer(balanced, at) == "pillage oil"


def test_a_sea_is_named_that_leads_to_an_empty_province() -> None:
    at = table(
        land={"etruria": "rome rome", "sardinia": "carthage metal"},
        tiles={"rome": "penthesilea"},
    ).marches("rome")
    assert answer(balanced, at) == "name tyrrhenum"
    assert answer(balanced, at.play("name tyrrhenum")) == "march etruria sardinia"


def test_a_trireme_sails_where_it_opens_the_way_to_an_empty_province() -> None:
    """M20, M21."""
    at = table(
        land={"etruria": "rome rome", "sardinia": "carthage metal"},
        seas={"sardoum": "rome"},
    ).marches("rome")
    assert answer(balanced, at) == "sail sardoum tyrrhenum"


def test_a_trireme_stays_that_already_opens_the_way() -> None:
    at = table(
        land={"etruria": "rome rome", "sardinia": "carthage metal"},
        seas={"tyrrhenum": "rome"},
    ).marches("rome")
    assert answer(balanced, at) == "end sea moves"


@pytest.mark.parametrize(
    ("owner", "step"), [("greece", "march cisalpina illyria"), ("rome", "end legion moves")]
)
def test_a_legion_marches_where_it_threatens_a_rival(owner: str, step: str) -> None:
    """M21."""
    at = table(land={"cisalpina": "rome rome", "macedonia": f"{owner} wine"}).marches("rome")
    assert answer(balanced, at) == step


def test_a_trireme_sails_for_a_better_attack_than_there_is() -> None:
    """M20, M21."""
    at = table(
        land={
            "corsica": "rome rome:2",
            "sardinia": "carthage metal carthage",
            "latium": "carthage roma",
        },
        seas={"sardoum": "rome"},
        levels={"carthage": (9, 0, 0)},
    ).marches("rome")
    assert answer(balanced, at) == "sail sardoum tyrrhenum"


@pytest.mark.parametrize(
    ("land", "purchase"),
    [
        ({"etruria": "rome metal wine"}, "market etruria"),
        ({"latium": "rome roma"}, "temple latium"),
    ],
)
def test_what_doubles_production_is_bought_for_its_own_price(
    land: dict[str, str], purchase: str
) -> None:
    """M4, M12."""
    goods = {"rome": "wood fish grain oil wine gems"}
    at = table(land=land, hands=goods, levels={"carthage": (0, 0, 9)}, rounds=1)
    for pool in ("legions", "triremes", "fortresses", "markers"):
        at.player("rome")[pool] = 0
    assert answer(balanced, at.buys("rome")) == purchase


RAID = {"latium": "rome roma rome", "etruria": "carthage metal wine"}
"""Rome's only legion stands in the capital, beside a province that nobody defends."""


@pytest.mark.parametrize(
    ("threat", "step"),
    [({}, "march latium etruria"), ({"apulia": "nobody greece"}, "end legion moves")],
)
def test_a_legion_stays_in_a_capital_where_a_rival_can_land(
    threat: dict[str, str], step: str
) -> None:
    """M21, M25."""
    at = table(land=RAID | threat).marches("rome", "carthage", "greece")
    assert answer(GUARDING, at) == step


@pytest.mark.parametrize(
    ("ships", "step"),
    [
        ({}, "march latium etruria"),
        ({"tyrrhenum": "carthage"}, "end legion moves"),
        ({"sardoum": "carthage"}, "end legion moves"),
    ],
)
def test_rivals_land_from_the_sea_too(ships: dict[str, str], step: str) -> None:
    """M20, M21. A trireme may sail before the legions move."""
    at = table(land=RAID | {"sardinia": "carthage carthage"}, seas=ships)
    assert answer(GUARDING, at.marches("rome", "carthage", "greece").idle("march")) == step


def test_no_legion_stays_for_rivals_who_have_moved() -> None:
    """M19."""
    at = table(land=RAID | {"apulia": "nobody greece"}).marches("greece", "rome", "carthage")
    assert answer(GUARDING, at.idle("march latium")) == "march latium etruria"


@pytest.mark.parametrize(("markers", "step"), [(1, "begin conversion"), (0, "leave be")])
def test_nothing_is_converted_without_a_free_marker(markers: int, step: str) -> None:
    """M28."""
    at = table(land={"illyria": "rome", "macedonia": "greece wine rome rome@wine"})
    at.player("rome").markers = markers
    at.marches("rome").idle("begin")
    assert answer(balanced, at) == step


@pytest.mark.parametrize(("conversion", "step"), [(0, "occupy"), (3, "begin conversion")])
def test_a_conversion_may_be_worth_more_than_to_occupy(conversion: float, step: str) -> None:
    """M27, M28."""
    land = {"illyria": "rome", "macedonia": "greece wine market rome"}
    at = table(land=land).marches("rome").idle("begin")
    assert answer(balanced.with_weights(conversion=conversion), at).startswith(step)


def test_a_conversion_that_is_begun_goes_on_if_it_is_worth_more() -> None:
    """M28."""
    land = {"illyria": "rome", "macedonia": "greece wine market rome rome@marker"}
    at = table(land=land).marches("rome").idle("occupy")
    assert answer(balanced, at).startswith("occupy")
    assert answer(balanced.with_weights(conversion=3), at) == "leave be"
    threatened = {**land, "thracia": "greece greece:5"}
    at = table(land=threatened).marches("rome").idle("occupy")
    assert answer(balanced.with_weights(conversion=1), at).startswith("occupy")


def test_no_conversion_is_begun_where_the_owner_places_legions_in_any_case() -> None:
    """M15, M28."""
    at = table(land={"macedonia": "rome", "attica": "greece athenae rome rome@athenae"})
    at.marches("rome").idle("begin")
    assert answer(balanced, at) != "begin conversion"


@pytest.mark.parametrize(("markers", "is_marking"), [(1, False), (2, True)])
def test_the_last_marker_is_kept_for_a_conversion(markers: int, is_marking: bool) -> None:
    """M28."""
    at = table(
        land={"latium": "rome roma temple", "macedonia": "greece wine rome@marker"},
        seas={"tyrrhenum": "rome"},
        hands={"rome": "wood fish grain"},
    )
    for pool in ("legions", "triremes", "fortresses"):
        at.player("rome")[pool] = 0
    at.player("rome").markers = markers
    assert answer(balanced, at.buys("rome")).startswith("marker") == is_marking


def test_a_free_legion_goes_where_it_is_needed_most() -> None:
    """M14."""
    land = {"apulia": "rome", "latium": "rome roma", "etruria": "carthage carthage"}
    at = table(land=land, tiles={"rome": "spartacus"}).buys("rome")
    assert answer(balanced, at) == "free legion latium"
