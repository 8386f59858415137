"""Every switch of the rules and its alternatives."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.mare_nostrum.state import Flow
from tests.games.mare_nostrum.table import Table, dice, fresh_table, table

# Dice and chips


@pytest.mark.parametrize(
    ("file", "faces"),
    [
        ("dice", {1, 2, 3, 4, 5, 6}),
        ("dice_five_twice", {1, 2, 3, 4, 5}),
        ("dice_three_twice", {1, 2, 3, 4, 5}),
    ],
)
@pytest.mark.parametrize("where", ["land", "sea"])
def test_dice_show_the_faces_of_the_file_in_use(file: str, faces: set[int], where: str) -> None:
    """M23: ordinary ones, with two fives, or with two threes."""
    shown = rolled(where, dice_table=file)
    assert set(shown) == faces
    doubled = {"dice_five_twice": 5, "dice_three_twice": 3}.get(file, 0)
    for face in faces:
        chance = 1 / 3 if face == doubled else 1 / 6
        error = (chance * (1 - chance) / len(shown)) ** 0.5
        assert abs(shown.count(face) / len(shown) - chance) < 5 * error


def rolled(where: str, **patch: Any) -> list[int]:
    """Return what dice show in battles of 5 against 5 until enough are rolled."""
    if where == "land":
        start = table(land={"sicilia": "nobody rome:5 carthage:5"}, **patch)
    else:
        start = table(seas={"ionium": "rome:5 carthage:5"}, **patch)
    start.marches("carthage").idle("fight")
    states, shown = start.states.copy(), []
    for _ in range(60):
        start.begin_again(states)
        start.play(next(words for words in start.menu() if words.startswith("fight")))
        shown += [int(event.split()[2]) for event in start.happened("rolled")[:10]]
    return shown


@pytest.mark.parametrize(
    ("file", "faces"),
    [
        ("chips", ["0", "5", "1", "4", "2", "3"]),
        ("chips_neighbours", ["0", "1", "2", "3", "4", "5"]),
        ("chips_spread", ["0", "3", "1", "4", "2", "5"]),
    ],
)
def test_chips_are_paired_as_in_the_file_in_use(file: str, faces: list[str]) -> None:
    """M7."""
    after = table(chip_table=file).trades()
    assert after.offers("trade") == faces
    assert after.play("trade 0").trades().offers("trade") == faces[2:]


def test_dice_at_sea_may_be_more() -> None:
    """M23: five instead of four."""
    for limit, points in ((5, 5), (4, 4)):
        after = table(seas={"ionium": "rome carthage:5"}, sea_dice=limit, **dice("sea", 1))
        after.marches("carthage").idle("fight").play("fight ionium rome")
        assert after.happened("counted")[0] == f"counted carthage {points} {points // 5}"


# Heroes and wonders


BY_OWNED = {"hero_price_by": "owned"}


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_the_price_of_tiles_may_go_by_the_number_owned_also_within_a_turn(rounds: int) -> None:
    """M12, M16: 7, 8, 9, 10 with the starting hero counted, whatever the round is."""
    row = "midas hercules solomon colossus"
    after = table(hands={"rome": "coin:34"}, row=row, rounds=rounds, **BY_OWNED).buys("rome")
    for tile, price in (("midas", 7), ("hercules", 8), ("colossus", 9), ("solomon", 10)):
        after.buy(f"tile {tile}", f"coin:{price}")
    assert after.player("rome").tally.tokens[Flow.SPENT] == 34


def test_the_tiles_of_others_make_no_tile_dearer() -> None:
    """M12."""
    owned = {"greece": "helen colossus"}
    start = table(hands={"rome": "coin:7"}, row="midas", tiles=owned, **BY_OWNED)
    assert start.buys("rome").offers("tile") == ["midas"]


@pytest.mark.parametrize("limit", [1, 2])
def test_tiles_bought_in_a_turn_may_be_limited(limit: int) -> None:
    """M16: each player has a limit of his own."""
    hands = {"rome": "coin:20", "greece": "coin:8"}
    start = table(hands=hands, row="midas solomon helen", heroes_per_turn=limit).names_buyers()
    after = start.play("buyer rome").buy("tile midas", "coin:8")
    assert bool(after.offers("tile")) == (limit == 2)
    after.play("end buying").idle("buyer").play("buyer greece")
    assert after.offers("tile") == ["helen", "solomon"]


@pytest.mark.parametrize("every", [False, True])
def test_hannibal_and_cleopatra_may_ease_every_payment(every: bool) -> None:
    """M12: once a turn, or every time."""
    for empire, hand, paid in (
        ("carthage", "wine:4 oil:2", "wine:2 oil"),
        ("egypt", "coin:4 wine:2", "coin:2 wine"),
    ):
        start = table(
            players=4,
            land={"apulia": empire},
            hands={empire: hand},
            powers_for_every_set=every,
        ).buys(empire)
        start.buy("legion apulia", paid)
        assert bool(start.offers("legion")) == every
        if every:
            start.buy("legion apulia", paid)


def test_easing_every_payment_gives_nobody_else_a_power() -> None:
    """M12."""
    start = table(
        land={"apulia": "rome"}, hands={"rome": "wine:2 oil coin:2"}, powers_for_every_set=True
    )
    assert start.buys("rome").offers("legion") == []


@pytest.mark.parametrize(("at_sea", "points"), [(False, (3, 3)), (True, (4, 3))])
def test_caesar_may_count_at_sea(at_sea: bool, points: tuple[int, int]) -> None:
    """M23."""
    after = sea_battle("rome", "carthage", at_sea)
    assert [int(event.split()[2]) for event in after.happened("counted")] == list(points)


@pytest.mark.parametrize(("at_sea", "points"), [(False, (3, 3)), (True, (3, 5))])
def test_pericles_may_count_at_sea(at_sea: bool, points: tuple[int, int]) -> None:
    """M23."""
    after = sea_battle("carthage", "greece", at_sea)
    assert [int(event.split()[2]) for event in after.happened("counted")] == list(points)


def sea_battle(seat: str, rival: str, at_sea: bool) -> Table:
    """Return a table after a battle of one trireme against another, with dice of threes."""
    seas = {"ionium": "rome carthage greece"}
    start = table(seas=seas, dice_powers_at_sea=at_sea, **dice("sea", 3)).marches(seat)
    return start.idle("fight").play(f"fight ionium {rival}")


# Buildings


@pytest.mark.parametrize(
    ("counts_for", "rome", "carthage"),
    [("occupant", [1, 0], [1, 2]), ("owner", [2, 2], [0, 0])],
)
def test_occupied_buildings_may_count_for_their_owner(
    counts_for: str, rome: list[int], carthage: list[int]
) -> None:
    """M18: for the levels only; the occupant collects all the same."""
    there = "rome oil fish tarentum temple carthage@oil carthage@tarentum carthage@temple"
    after = table(land={"apulia": there}, occupied_count_for=counts_for).names_buyers()
    after.play("buyer rome", "end buying", "buyer greece", "end buying", "end buying")
    assert after.levels("rome")[:2] == rome
    assert after.levels("carthage")[:2] == carthage
    assert after.produces().hand("carthage") == "oil coin:2"


@pytest.mark.parametrize("allowed", [True, False])
def test_building_in_a_province_marked_in_this_phase_may_be_forbidden(allowed: bool) -> None:
    """M14: units may be placed there in any case."""
    start = table(
        land={"latium": "rome"}, hands={"rome": "coin:12"}, build_when_marked=allowed
    ).buys("rome")
    start.buy("marker apulia", "coin:3")
    for thing in ("caravan oil", "city tarentum", "market apulia", "temple apulia"):
        assert start.can((thing,)) == allowed
    assert start.offers("legion") == start.offers("fortress") == ["latium", "apulia"]
    assert "ionium" in start.offers("trireme")
    assert start.can(("city roma",))


# The map


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize(("one", "other"), [("mysia", "thracia"), ("apulia", "sicilia")])
def test_straits_may_be_crossed_as_if_by_land(one: str, other: str, crossed: bool) -> None:
    """M13, M21, M28: for markers, legions and conversions, both ways."""
    for here, there in ((one, other), (other, one)):
        buying = table(land={here: "rome"}, hands={"rome": "coin:3"}, straits=crossed)
        assert (there in buying.buys("rome").offers("marker")) == crossed
        marching = table(land={here: "nobody rome"}, straits=crossed).marches("rome")
        assert marching.can((f"march {here} {there}",)) == crossed
        land = {here: "rome", there: "greece rome@marker"}
        assert table(land=land, straits=crossed).marches("rome").can(("convert",)) == crossed


# The start


@pytest.mark.parametrize(
    ("start", "players", "leader"),
    [
        ("greece", 3, "greece"),
        ("greece", 5, "greece"),
        ("egypt", 3, "greece"),
        ("egypt", 4, "egypt"),
        ("egypt", 5, "egypt"),
    ],
)
def test_egypt_may_begin_with_culture_where_it_plays(start: str, players: int, leader: str) -> None:
    """M1."""
    titles = fresh_table(players, culture_start=start).titles()
    assert titles == ["carthage", leader, "rome"]


def test_carthage_and_greece_may_begin_with_a_trireme() -> None:
    """M1: out of their pools, for one more military level."""
    start = fresh_table(start_triremes=True)
    assert {sea: start.ships(sea) for sea in start.seas if start.ships(sea)} == {
        "sardoum": "carthage",
        "aegaeum": "greece",
    }
    assert [start.pool(name)[2] for name in ("rome", "carthage", "greece")] == [5, 4, 4]
    assert [start.levels(name)[2] for name in ("rome", "carthage", "greece")] == [4, 3, 4]


def test_the_tokens_at_the_start_can_be_changed() -> None:
    """M1."""
    start = fresh_table(
        **{"start_tokens.rome_metal.tokens": 5, "start_tokens.greece_coin.tokens": 0}
    )
    assert start.hand("rome") == "fish metal:5 oil wine:2 coin:3"
    assert start.hand("greece") == "fish:2 oil:2"
    assert start.supply("metal") == 2


def test_the_pieces_at_the_start_can_be_changed() -> None:
    """M1."""
    start = fresh_table(**{"start_pieces.rome_legion_latium.pieces": 5})
    assert start.described("latium") == "rome roma temple fortress rome:5"
    assert start.pool("rome")[1] == 2
