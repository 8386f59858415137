"""Purchase: who buys when, what things cost, how they are paid, what may be kept [M11–M17]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from simlab.games.mare_nostrum.state import Flow
from tests.games.mare_nostrum.table import TOKEN_NAMES, Table, table

EVERYTHING = {
    "marker etruria": 3,
    "caravan oil": 3,
    "city tarentum": 3,
    "legion apulia": 3,
    "trireme ionium": 3,
    "fortress apulia": 3,
    "market apulia": 6,
    "temple apulia": 6,
    "tile midas": 8,
    "pyramids": 12,
}


def rich(coins: int, **arranged: Any) -> Table:
    """Return a table in Rome's buying turn, who can place anything and has these coins."""
    land = {"latium": "rome", "apulia": "rome"}
    hands = {"rome": f"coin:{coins}"} if coins else {}
    return table(land=land, hands=hands, row="midas", **arranged).buys("rome")


def with_hand(tokens: str, empire: str = "rome", **arranged: Any) -> Table:
    """Return a table in the buying turn of an empire with a province and these tokens."""
    return table(land={"apulia": empire}, hands={empire: tokens}, **arranged).buys(empire)


# Buyers


def test_the_leader_of_culture_names_the_buyers_one_by_one() -> None:
    """M11: himself if he likes; the last one needs no naming."""
    after = table(titles=("rome", "greece", "rome")).names_buyers()
    assert (after.decider(), after.offers("buyer")) == ("greece", ["rome", "carthage", "greece"])
    after.play("buyer greece")
    assert (after.decider(), after.menu()) == ("greece", ["end buying"])
    after.play("end buying")
    assert (after.decider(), after.offers("buyer")) == ("greece", ["rome", "carthage"])
    after.play("buyer carthage", "end buying")
    assert (after.decider(), after.menu()) == ("rome", ["end buying"])
    assert after.happened("buyer_named") == [
        "buyer_named greece greece",
        "buyer_named greece carthage",
        "buyer_named greece rome",
    ]


def test_each_buys_once_and_then_the_military_chapter_begins() -> None:
    """M11, M19."""
    after = table().names_buyers().play("buyer rome", "end buying", "buyer greece", "end buying")
    assert (after.decider(), after.menu()) == ("carthage", ["end buying"])
    assert after.play("end buying").offers("turn")


def test_a_buyer_buys_as_much_as_he_can_pay() -> None:
    """M11."""
    after = rich(13)
    for _ in range(4):
        after.buy("legion apulia", "coin:3")
    assert after.menu() == ["end buying"]
    assert after.described("apulia") == "rome rome:4"
    assert (after.hand("rome"), after.supply("coin")) == ("coin", 43)


def test_a_buyer_may_pass() -> None:
    """M11."""
    after = rich(13).play("end buying")
    assert not after.happened("bought")
    assert after.offers("keep")


def test_a_buyer_shows_all_tokens() -> None:
    """M11: what was drawn face down too."""
    start = table(hands={"rome": "legendary_wine"})
    start.player("rome").seen[:] = 0
    assert start.buys("rome").player("rome").seen.sum() == 1


# Prices


@pytest.mark.parametrize(("thing", "price"), EVERYTHING.items())
def test_each_thing_has_its_price_in_coins(thing: str, price: int) -> None:
    """M12."""
    assert not rich(price - 1).can((thing,))
    choices = rich(price).menu()
    [choice] = [words for words in choices if words.startswith(thing)]
    after = rich(price).buy(choice, f"coin:{price}")
    [event] = after.happened("bought")
    assert event.split()[-1] == str(price)
    assert (after.player("rome").tally.tokens[Flow.SPENT], after.hand("rome")) == (price, "")
    assert after.happened("paid") == ["paid rome coin"] * price


@pytest.mark.parametrize(("thing", "price"), EVERYTHING.items())
def test_each_thing_has_its_price_in_different_goods(thing: str, price: int) -> None:
    """M12."""
    names = TOKEN_NAMES[:price]
    land = {"latium": "rome", "apulia": "rome"}
    start = table(land=land, hands={"rome": " ".join(names)}, row="midas").buys("rome")
    [choice] = [words for words in start.menu() if words.startswith(thing)]
    start.buy(choice, " ".join(names))
    assert start.player("rome").tally.tokens[Flow.SPENT] == price
    assert all(start.supply(name) == start.rules.supply[n] for n, name in enumerate(names))
    poor = table(land=land, hands={"rome": " ".join(names[1:])}, row="midas").buys("rome")
    assert not poor.can((thing,))


@pytest.mark.parametrize(("thing", "price"), EVERYTHING.items())
def test_each_price_can_be_changed_by_itself(thing: str, price: int) -> None:
    """M12."""
    item = thing.split()[0]
    patch = {f"price_{item}": price + 2} if item != "tile" else {"hero_price": price}
    assert not rich(price + 1, **patch).can((thing,))
    assert rich(price + 2, **patch).can((thing,))
    for other, resources in EVERYTHING.items():
        assert other == thing or rich(resources, **patch).can((other,))


@pytest.mark.parametrize(
    "tokens", ["wine oil coin", "wine:2 oil", "wine:3", "wine legendary_wine oil", "coin:2 wine"]
)
def test_goods_are_different_and_never_mixed_with_coins(tokens: str) -> None:
    """M12: a legendary token of a good is no other good."""
    assert not with_hand(tokens).offers("legion")


@pytest.mark.parametrize(
    "tokens", ["wine oil fish", "coin:3", "wine legendary_oil fish", "legendary_wine oil fish:2"]
)
def test_three_different_goods_or_three_coins_pay_a_legion(tokens: str) -> None:
    """M12: legendary goods count as their ordinary good."""
    assert with_hand(tokens).offers("legion") == ["apulia"]


def test_which_token_of_a_good_is_paid_is_the_payers_choice() -> None:
    """M12."""
    after = with_hand("wine legendary_wine oil fish")
    after.play("legion apulia")
    assert after.offers("pay") == ["fish", "oil", "wine", "legendary_wine"]
    after.play("pay legendary_wine")
    assert after.offers("pay") == ["fish", "oil"]
    after.play("pay oil", "pay fish")
    assert after.hand("rome") == "wine"


def test_who_begins_with_a_good_pays_with_goods_and_who_with_a_coin_with_coins() -> None:
    """M12."""
    after = with_hand("wine oil fish coin:3")
    after.play("legion apulia")
    assert after.offers("pay") == ["fish", "oil", "wine", "coin"]
    after.play("pay coin")
    assert after.offers("pay") == ["coin"]
    after = with_hand("wine oil fish coin:3")
    after.play("legion apulia", "pay oil")
    assert after.offers("pay") == ["fish", "wine"]


def test_exactly_the_price_is_paid() -> None:
    """M12: no more tokens than the price."""
    after = with_hand("coin:5").buy("legion apulia", "coin:3")
    assert after.hand("rome") == "coin:2"


def test_spent_goods_return_to_the_supply_at_once_legendary_ones_to_the_discards() -> None:
    """M12, M6."""
    after = with_hand("wine legendary_oil fish")
    assert after.supply("wine") == 6
    after.buy("legion apulia", "wine legendary_oil fish")
    assert (after.supply("wine"), after.supply("oil"), after.supply("fish")) == (7, 7, 7)
    assert after.state.legendary_discards == 1 << TOKEN_NAMES.index("oil")


def test_what_is_bought_stands_in_its_place_at_once() -> None:
    """M12, M14."""
    after = rich(15).buy("marker etruria", "coin:3").buy("caravan metal", "coin:3")
    after.buy("fortress etruria", "coin:3")
    assert after.described("etruria") == "rome metal fortress"
    assert after.happened("bought") == [
        "bought rome marker etruria 3",
        "bought rome caravan etruria metal 3",
        "bought rome fortress etruria 3",
    ]


# Payments by all rules at once

GOODS_FOR_TRIAL = ("wine", "oil", "fish", "grain", "legendary_wine", "legendary_oil", "coin")


def payments(hand: Counter[str], price: int, power: str) -> set[tuple[str, ...]]:
    """Return all sets of tokens that pay a price, by trying every one [M12]."""
    tokens = sorted(hand.elements())
    return {each for each in set(combinations(tokens, price)) if is_payment(each, power)}


def is_payment(tokens: tuple[str, ...], power: str) -> bool:
    """Say whether tokens may be paid together."""
    goods = Counter(token.removeprefix("legendary_") for token in tokens)
    coins = goods.pop("coin", 0)
    n_goods, kinds = goods.total(), len(goods)
    is_plain = coins == 0 or n_goods == 0
    has_pair = coins == 0 and n_goods == kinds + 1
    is_mix = n_goods == 1 or (coins == 1 and kinds == n_goods)
    return (
        (is_plain and kinds == n_goods)
        or (power == "duplicate_good" and has_pair)
        or (power == "mix_one" and is_mix)
    )


def can_follow(paid: list[str], every: set[tuple[str, ...]]) -> set[str]:
    """Return the tokens with which what is paid can still become a payment."""
    begun = [Counter(each) - Counter(paid) for each in every if Counter(paid) <= Counter(each)]
    return {token for left in begun for token in left}


def trials(n: int) -> Iterator[tuple[dict[str, int], int]]:
    """Yield hands of up to eight tokens, and prices."""
    chance = Random(12)
    for _ in range(n):
        tokens = Counter(chance.choices(GOODS_FOR_TRIAL, k=chance.randint(1, 8)))
        legendary = {token: 1 for token in tokens if token.startswith("legendary")}
        yield {**tokens, **legendary}, chance.randint(1, 6)


@pytest.mark.parametrize(
    ("empire", "power"),
    [("rome", "none"), ("carthage", "duplicate_good"), ("egypt", "mix_one")],
)
def test_every_token_is_offered_with_which_the_payment_can_be_completed(
    empire: str, power: str
) -> None:
    """M12: in 120 trials, against all payments there are."""
    chance = Random(5)
    for hand, price in trials(120):
        every = payments(Counter(hand), price, power)
        words = " ".join(f"{token}:{n}" for token, n in hand.items())
        after = with_hand(words, empire, players=4, price_legion=price)
        assert after.offers("legion") == (["apulia"] if every else [])
        paid: list[str] = []
        while every and len(paid) < price:
            after.play(*["legion apulia"] * (not paid))
            assert set(after.offers("pay")) == can_follow(paid, every)
            paid.append(chance.choice(after.offers("pay")))
            after.play(f"pay {paid[-1]}")
        assert not every or after.menu()[0] == "end buying"


# Tiles


def test_tiles_are_bought_of_those_face_up() -> None:
    """M16."""
    start = table(hands={"rome": "coin:8"}, row="midas hercules").buys("rome")
    assert start.offers("tile") == ["hercules", "midas"]


@pytest.mark.parametrize(("rounds", "price"), [(1, 7), (2, 8), (3, 9), (4, 10), (5, 10), (12, 10)])
def test_the_price_of_a_tile_depends_on_the_round(rounds: int, price: int) -> None:
    """M12: 7, 8, 9, 10, then 10, for every player, however many tiles he owns."""
    owned = {"rome": "helen", "greece": "hercules colossus"}
    start = table(
        hands={"rome": f"coin:{2 * price}"}, row="midas solomon", tiles=owned, rounds=rounds
    )
    after = start.buys("rome").buy("tile midas", f"coin:{price}")
    assert after.offers("tile") == ["solomon"]
    after.buy("tile solomon", f"coin:{price}")
    assert after.player("rome").tally.tokens[Flow.SPENT] == 2 * price
    poor = table(hands={"rome": f"coin:{price - 1}"}, row="midas", rounds=rounds)
    assert poor.buys("rome").offers("tile") == []


def test_the_pyramids_are_neither_hero_nor_wonder() -> None:
    """M12: an owner of tiles pays twelve for them."""
    start = table(hands={"rome": "coin:12"}, tiles={"rome": "helen colossus"}).buys("rome")
    assert start.can(("pyramids",))


def test_a_bought_tile_is_replaced_at_the_end_of_the_whole_phase_only() -> None:
    """M16."""
    row = "midas hercules solomon colossus helen"
    start = table(hands={"rome": "coin:8", "greece": "coin:8"}, row=row).names_buyers()
    after = start.play("buyer rome").buy("tile midas", "coin:8").play("end buying")
    after.play("buyer greece")
    assert len(after.row()) == 4
    after.buy("tile helen", "coin:8").play("end buying", "end buying")
    assert len(after.row()) == 5
    assert len(after.happened("tile_revealed")) == 2
    assert not {"midas", "helen"} & set(after.row())


def test_an_empty_pile_lets_the_row_shrink() -> None:
    """M16."""
    start = table(hands={"rome": "coin:8"}, row="midas hercules")
    start.state.tile_pile = 0
    after = start.names_buyers().play("buyer rome").buy("tile midas", "coin:8")
    after.play("end buying", "buyer greece", "end buying", "end buying")
    assert (after.row(), after.happened("tile_revealed")) == (["hercules"], [])


def test_more_tiles_may_lie_face_up() -> None:
    """M2, M16."""
    after = table(face_up_tiles=9).names_buyers().play("buyer rome", "end buying")
    after.play("buyer greece", "end buying", "end buying")
    assert len(after.row()) == 9


def test_the_round_of_each_tile_is_reported() -> None:
    """M16."""
    after = table(hands={"rome": "coin:10"}, row="midas", rounds=4).buys("rome")
    after.buy("tile midas", "coin:10")
    tile_rounds = after.seat("rome").tile_rounds.tolist()
    assert tile_rounds.count(4) == 1
    assert tile_rounds.index(4) == 9


# The end of a turn


def test_two_coins_may_be_kept_and_all_else_returns_to_the_supply() -> None:
    """M17."""
    after = with_hand("wine:2 legendary_oil coin:5").play("end buying")
    assert after.menu() == ["end keeping", "keep coin"]
    after.play("keep coin", "keep coin")
    assert (after.hand("rome"), after.supply("coin"), after.supply("wine")) == ("coin:2", 42, 7)
    assert after.state.legendary_discards == 1 << TOKEN_NAMES.index("oil")
    assert after.happened("kept", "returned") == [
        "returned rome wine 2",
        "kept rome coin 2",
        "returned rome coin 3",
        "returned rome legendary_oil 1",
    ]
    player = after.player("rome")
    assert (player.tally.tokens[Flow.RETURNED], player.tally.tokens[Flow.COINS_KEPT]) == (6, 2)
    assert player.seen.tolist() == player.hand.tolist()


@pytest.mark.parametrize("kept", [0, 1])
def test_fewer_coins_may_be_kept(kept: int) -> None:
    """M17."""
    after = with_hand("coin:5").play("end buying", *["keep coin"] * kept, "end keeping")
    assert after.player("rome").n_hand == kept


def test_goods_are_not_kept() -> None:
    """M17: without anything to keep nobody is asked."""
    after = with_hand("wine:2").play("end buying")
    assert after.offers("buyer")
    assert after.hand("rome") == ""


@pytest.mark.parametrize("limit", [0, 1, 4])
def test_as_many_coins_are_kept_as_the_rules_say(limit: int) -> None:
    """M17."""
    after = with_hand("coin:5", coins_kept=limit).play("end buying")
    while after.offers("keep"):
        after.play("keep coin")
    assert after.player("rome").n_hand == limit


def test_each_keeps_by_his_own_turn() -> None:
    """M17: what one has kept leaves the next as much."""
    hands = {"rome": "coin:5", "greece": "coin:5"}
    after = table(hands=hands).names_buyers().play("buyer rome", "end buying")
    after.play("keep coin", "keep coin", "buyer greece", "end buying", "keep coin", "keep coin")
    assert (after.hand("rome"), after.hand("greece")) == ("coin:2", "coin:2")


@pytest.mark.parametrize(
    ("tokens", "nearest"),
    [("wine oil fish", 3), ("wine:3 coin:2", 2), ("wine legendary_wine", 1), ("coin:14", 12)],
)
def test_the_distance_to_the_pyramids_is_that_of_the_last_buying_turn(
    tokens: str, nearest: int
) -> None:
    """M12, M31: by the different goods, or the coins, that were there; never below none."""
    after = with_hand(tokens).play("end buying")
    assert after.seat("rome").distances[0] == 12 - nearest
