"""What the scripted players of Mare Nostrum know and do."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from simlab.engine.build import row_of
from simlab.engine.record import new
from simlab.games.mare_nostrum.policies import balanced, greedy
from simlab.games.mare_nostrum.policies.hand import change_hand, count_hand, n_sets
from simlab.games.mare_nostrum.policies.weight import NOTES
from simlab.games.mare_nostrum.state import COIN, LEGENDARY
from simlab.policy import Policy
from tests.games.mare_nostrum.battle import Side, battle_chances
from tests.games.mare_nostrum.table import TOKEN_NAMES, Table, fresh_table, table


def answer(of: Policy, at: Table, memory: np.ndarray[Any, Any] | None = None) -> str:
    """Return what a player chooses, in words."""
    kept = np.zeros(max(of.memory, 1), np.int64) if memory is None else memory
    noise = np.zeros(4, np.uint64)
    seat = int(at.state.seat)
    menu = at.codes()
    choice = of.function(at.rules, at.state, seat, menu, of.trait_row(), kept, noise)
    return at.in_words(int(choice))


def counted(hand: dict[str, int]) -> Any:
    """Return a planner's notes of a hand, with a price of 3 for cheap things."""
    at = fresh_table()
    player = at.player("rome")
    tokens = np.zeros(len(TOKEN_NAMES), np.int64)
    for token, n in hand.items():
        tokens[TOKEN_NAMES.index(token)] = n
    notes = row_of(new(NOTES))
    count_hand(player, tokens, notes)
    notes.basic_price = 3
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
        assert n_sets(counted(hand), dear) == most_sets(goods, dear), goods


def test_a_token_more_or_less_is_counted_without_counting_the_hand_anew() -> None:
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


@pytest.mark.parametrize(
    ("attackers", "legions", "fortress"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (3, 1, 1), (3, 0, 1)]
)
def test_the_odds_of_an_attack_are_those_of_all_throws(
    attackers: int, legions: int, fortress: int
) -> None:
    """M23."""
    attack, defence = Side(attackers), Side(legions, bool(fortress))
    alone = battle_chances(attack, defence).first_alone
    odds = fresh_table().rules.odds[attackers, legions, fortress]
    assert odds == pytest.approx(float(alone))


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
