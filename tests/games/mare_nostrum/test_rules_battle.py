"""Battles at sea and on land: dice, points, hits, losses [M20, M22–M24]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from simlab.games.mare_nostrum.state import Source, Unit
from tests.games.mare_nostrum.battle import Side, battle_chances, hit_chances
from tests.games.mare_nostrum.table import Table, dice, listed, table

TRIALS = 1500


def on_land(there: str, *faces: int, seat: str = "carthage", **arranged: Any) -> Table:
    """Return a table where the one battle of a seat's turn, in Sicilia, is to be begun."""
    patch = dice("land", *faces) if faces else {}
    return table(land={"sicilia": there}, **arranged, **patch).marches(seat).idle("fight")


def fought(there: str, *faces: int, seat: str = "carthage", **arranged: Any) -> Table:
    """Return a table after that battle, with dice that all have these faces."""
    after = on_land(there, *faces, seat=seat, **arranged)
    return after.play(after.menu()[0])


def left(there: str, *faces: int, **arranged: Any) -> str:
    """Return what is in Sicilia after that battle."""
    return fought(there, *faces, **arranged).described("sicilia")


# Points and hits


@pytest.mark.parametrize(
    ("there", "face", "expected"),
    [
        ("rome rome:2 carthage:3", 5, "rome carthage"),
        ("rome rome:3 carthage:2", 5, "rome rome"),
        ("rome rome:2 carthage:2", 2, "rome rome:2 carthage:2"),
        ("rome rome:3 carthage:2", 2, "rome rome:3 carthage"),
        ("rome rome:4 carthage:4", 1, "rome rome:4 carthage:4"),
        ("rome rome:4 carthage:4", 6, "rome"),
        ("rome rome:4 carthage:4", 4, "rome rome carthage"),
        ("nobody rome carthage:2", 5, "nobody carthage"),
    ],
)
def test_each_legion_rolls_a_die_and_five_points_are_a_hit(
    there: str, face: int, expected: str
) -> None:
    """M23: the sum is divided and rounded down, and both sides strike at once."""
    assert left(there, face) == expected


def test_dice_points_hits_and_losses_are_reported_the_turns_seat_first() -> None:
    """M23."""
    after = fought("rome rome carthage:2", 5)
    assert after.happened("battle_began", "rolled", "counted", "lost") == [
        "battle_began carthage rome sicilia",
        *("rolled carthage 5", "rolled carthage 5", "rolled rome 5"),
        "counted carthage 10 2",
        "counted rome 5 1",
        "lost carthage legion sicilia 1",
        "lost rome legion sicilia 1",
    ]


def test_there_is_one_roll_and_no_retreat() -> None:
    """M23, M24: units still there are at war until the next own turn."""
    after = fought("rome rome:2 carthage:2", 1)
    assert after.described("sicilia") == "rome rome:2 carthage:2"
    assert after.happened("battle_began") == ["battle_began carthage rome sicilia"]
    assert after.happened("turn_began") == ["turn_began carthage", "turn_began rome"]
    assert (after.decider(), after.offers("march")) == ("rome", [])


def test_lost_legions_return_to_their_pool() -> None:
    """M23."""
    after = fought("rome fortress rome:2 carthage:5", 5)
    assert after.described("sicilia") == "rome carthage:2"
    assert after.pool("rome") == (6, 8, 5, 5)
    assert after.pool("carthage") == (7, 6, 5, 5)
    assert after.seat("rome").lost.tolist() == [2, 0, 1]
    assert after.seat("carthage").lost.tolist() == [3, 0, 0]


def test_hits_beyond_what_is_there_are_lost() -> None:
    """M23."""
    after = fought("rome rome carthage:6", 6)
    assert after.described("sicilia") == "rome carthage:5"
    assert after.happened("counted")[0] == "counted carthage 36 7"
    assert after.pool("rome")[1] == 8


@pytest.mark.parametrize(("divisor", "hits"), [(1, 12), (4, 3), (7, 1), (13, 0)])
def test_points_for_a_hit_can_be_changed(divisor: int, hits: int) -> None:
    """M23."""
    after = fought("rome rome:8 carthage:6", 2, hit_divisor=divisor)
    assert after.happened("counted")[0] == f"counted carthage 12 {hits}"


def test_as_many_dice_are_rolled_as_there_are() -> None:
    """M23: they limit dice, not losses."""
    after = fought("rome rome:2 carthage:8", 5, land_dice=2)
    assert after.happened("counted") == ["counted carthage 10 2", "counted rome 10 2"]
    assert after.described("sicilia") == "rome carthage:6"
    after = fought("rome rome:8 carthage:2", 6, land_dice=3, hit_divisor=1)
    assert after.described("sicilia") == "rome"
    assert after.happened("counted") == ["counted carthage 12 12", "counted rome 18 18"]


def test_there_are_nine_dice_on_land_and_four_at_sea() -> None:
    """M23."""
    after = fought("rome rome:2 carthage:12", 1, legions=12)
    assert after.happened("counted")[0] == "counted carthage 9 1"
    after = at_sea("carthage:7 rome", 1, triremes=7)
    assert after.happened("counted")[0] == "counted carthage 4 0"


# Fortresses


@pytest.mark.parametrize(
    ("there", "face", "expected"),
    [
        ("rome fortress rome carthage:3", 5, "rome carthage"),
        ("rome fortress rome carthage:2", 5, "rome fortress"),
        ("rome fortress rome:2 carthage:3", 5, "rome fortress"),
        ("rome fortress rome:2 carthage:4", 5, "rome carthage"),
        ("rome fortress rome carthage", 5, "rome fortress rome"),
        ("rome fortress rome carthage:4", 1, "rome fortress rome carthage:3"),
        ("rome fortress carthage", 5, "rome fortress"),
        ("rome fortress carthage:2", 5, "rome carthage"),
        ("rome fortress carthage:3", 3, "rome fortress carthage:2"),
        ("rome fortress carthage:4", 3, "rome carthage:3"),
    ],
)
def test_a_fortress_adds_five_cancels_a_hit_and_is_lost_last(
    there: str, face: int, expected: str
) -> None:
    """M23, M22: a lone fortress is a unit."""
    assert left(there, face) == expected


def test_a_lone_fortress_rolls_no_die_and_counts_five() -> None:
    """M22, M23."""
    after = fought("rome fortress carthage:2", 2)
    assert after.happened("rolled", "counted", "lost") == [
        *("rolled carthage 2", "rolled carthage 2"),
        *("counted carthage 4 0", "counted rome 5 1"),
        "lost carthage legion sicilia 1",
    ]


def test_a_fortress_cancels_no_hit_that_was_not_made() -> None:
    """M23: hits do not fall below none."""
    after = fought("rome fortress rome carthage", 1)
    assert after.happened("counted") == ["counted carthage 1 0", "counted rome 6 1"]


def test_a_fortress_serves_its_owner_on_his_own_turn_too() -> None:
    """M23: here he attacks in his own province."""
    after = fought("carthage fortress rome:2 carthage", 5)
    assert after.happened("counted") == ["counted carthage 10 2", "counted rome 10 1"]
    assert after.described("sicilia") == "carthage fortress"


def test_the_fortress_of_a_third_helps_nobody() -> None:
    """M23: it belongs to the owner of the marker."""
    after = on_land("greece fortress rome carthage", 5)
    assert after.offers("fight") == ["sicilia rome", "sicilia greece"]
    after.play("fight sicilia rome")
    assert after.happened("counted") == ["counted carthage 5 1", "counted rome 5 1"]
    assert after.described("sicilia") == "greece fortress"


def test_who_attacks_the_owner_attacks_legions_and_fortress_together() -> None:
    """M22, M23: one battle."""
    assert on_land("rome fortress rome:2 carthage", 5).menu() == ["fight sicilia rome"]


@pytest.mark.parametrize(
    ("patch", "counts"),
    [
        ({"fortress_points": 10}, ["counted carthage 20 3", "counted rome 15 3"]),
        ({"fortress_points": 0}, ["counted carthage 20 3", "counted rome 5 1"]),
        ({"fortress_cancels": 3}, ["counted carthage 20 1", "counted rome 10 2"]),
        ({"fortress_cancels": 0}, ["counted carthage 20 4", "counted rome 10 2"]),
    ],
)
def test_what_a_fortress_does_can_be_changed(patch: dict[str, Any], counts: list[str]) -> None:
    """M23."""
    assert fought("rome fortress rome carthage:4", 5, **patch).happened("counted") == counts


# After a battle


def test_when_both_are_still_there_the_province_is_at_war() -> None:
    """M24: nobody has conquered it."""
    after = fought("rome rome:2 carthage:3", 2)
    assert after.described("sicilia") == "rome rome carthage:3"
    assert not after.can(("leave be", "pillage"))


def test_who_is_alone_has_conquered_at_once() -> None:
    """M25."""
    after = fought("rome syracusae rome carthage:2", 5)
    assert after.decider() == "carthage"
    assert "pillage syracusae" in after.menu()


def test_when_nobody_is_left_nobody_has_conquered_and_the_owner_collects_again() -> None:
    """M24, M25, M27: the seats of the fallen are free."""
    land = "rome syracusae rome carthage@syracusae"
    after = fought(land, 5, legendary="")
    assert after.described("sicilia") == "rome syracusae"
    assert not after.can(("leave be", "pillage"))
    assert after.produces().hand("rome") == "coin"


def test_the_owner_that_drives_all_enemies_out_is_no_conqueror() -> None:
    """M25: it is his own province."""
    after = fought("carthage syracusae rome carthage:2", 5)
    assert after.described("sicilia") == "carthage syracusae carthage"
    assert not after.can(("leave be", "pillage"))


def test_in_a_province_without_marker_nobody_is_conqueror() -> None:
    """M25."""
    after = fought("nobody rome carthage:2", 5)
    assert after.described("sicilia") == "nobody carthage"
    assert not after.can(("leave be", "begin"))


def test_battles_are_counted_for_both_and_won_by_who_is_left_alone() -> None:
    """M23, M24."""

    def counted(there: str, *faces: int) -> list[int]:
        after = fought(there, *faces)
        seats = [after.seat("carthage"), after.seat("rome")]
        assert after.outcome().battles == 1
        assert [int(seat.battles) for seat in seats] == [1, 1]
        return [int(seat.battles_won) for seat in seats]

    assert counted("rome rome carthage:2", 5) == [1, 0]
    assert counted("rome rome:2 carthage", 5) == [0, 1]
    assert counted("rome rome:2 carthage:2", 5) == [0, 0]
    assert counted("rome rome:2 carthage:2", 1) == [0, 0]
    assert counted("rome fortress carthage:2", 5) == [1, 0]
    assert counted("rome fortress rome carthage", 5) == [0, 1]


# Seated legions

SEATS = "rome oil fish tarentum carthage@oil carthage@fish carthage@tarentum"


def seated(there: str, **arranged: Any) -> Table:
    """Return a table after Rome has fought Carthage in Apulia with dice of fives."""
    land = {"apulia": there}
    after = table(land=land, **arranged, **dice("land", 5)).marches("rome").idle("fight")
    return after.play("fight apulia carthage")


def test_free_legions_are_lost_before_seated_ones() -> None:
    """M23, M27."""
    after = seated("rome oil rome carthage carthage@oil")
    assert after.described("apulia") == "rome oil carthage@oil"
    assert not after.happened("seat_lost")


def test_among_seated_legions_their_owner_chooses_which_are_lost() -> None:
    """M23, M27."""
    there = "rome oil fish tarentum rome carthage@oil carthage@fish carthage@tarentum"
    after = seated(there)
    assert (after.decider(), after.menu()) == (
        "carthage",
        ["lose oil", "lose fish", "lose tarentum"],
    )
    after.play("lose fish")
    assert after.described("apulia") == ("rome oil fish tarentum carthage@oil carthage@tarentum")
    assert after.happened("seat_lost", "lost") == [
        "lost rome legion apulia 1",
        "seat_lost carthage apulia fish",
        "lost carthage legion apulia 1",
    ]


def test_the_choice_goes_on_until_all_losses_are_covered() -> None:
    """M23, M27."""
    there = "rome oil fish tarentum rome:2 carthage@oil carthage@fish carthage@tarentum"
    after = seated(there).play("lose fish")
    assert after.menu() == ["lose oil", "lose tarentum"]
    after.play("lose oil")
    assert after.described("apulia") == "rome oil fish tarentum carthage@tarentum"


def test_nobody_is_asked_when_all_seated_legions_are_lost() -> None:
    """M23, M27: each seat has an event."""
    after = seated("rome oil fish rome:4 carthage@oil carthage@fish")
    assert after.described("apulia") == "rome oil fish rome:2"
    assert after.happened("seat_lost") == [
        "seat_lost carthage apulia oil",
        "seat_lost carthage apulia fish",
    ]


def test_the_turns_seat_chooses_before_its_opponent() -> None:
    """M23, M27: both strike at once all the same."""
    land = {"apulia": "greece oil fish rome@oil rome@fish carthage"}
    after = table(land=land, **dice("land", 5)).marches("rome").idle("fight")
    after.play("fight apulia carthage")
    assert (after.decider(), after.menu()) == ("rome", ["lose oil", "lose fish"])
    after.play("lose oil")
    assert after.described("apulia") == "greece oil fish rome@fish"


def test_a_unit_that_stays_seated_keeps_its_building_through_a_war() -> None:
    """M24, M27."""
    there = "rome oil rome:2 carthage@oil"
    after = table(land={"apulia": there}, **dice("land", 1)).marches("rome").idle("fight")
    after.play("fight apulia carthage")
    assert after.described("apulia") == there


def test_a_battle_after_which_others_remain_ends_the_stay_on_the_marker() -> None:
    """M28: a conversion interrupted."""
    land = {"apulia": "rome oil carthage@oil carthage@marker", "latium": "rome rome"}
    after = table(land=land, **dice("land", 1)).marches("rome").idle("march")
    after.play("march latium apulia", "fight apulia carthage")
    assert after.described("apulia") == "rome oil rome carthage carthage@oil"
    assert after.happened("stepped_off") == ["stepped_off carthage apulia"]


def test_a_battle_that_drives_the_others_out_leaves_the_unit_on_the_marker() -> None:
    """M28."""
    land = {"apulia": "rome carthage:3 carthage@marker", "latium": "rome rome"}
    after = table(land=land, **dice("land", 5)).marches("rome").idle("march")
    after.play("march latium apulia", "fight apulia carthage")
    assert after.described("apulia") == "rome carthage:2 carthage@marker"
    assert not after.happened("stepped_off")


def test_the_unit_on_the_marker_may_be_the_one_that_is_lost() -> None:
    """M23, M28."""
    land = {"apulia": "rome oil rome carthage@oil carthage@marker"}
    after = table(land=land, **dice("land", 5)).marches("rome").idle("fight")
    after.play("fight apulia carthage")
    assert after.menu() == ["lose oil", "lose marker"]
    after.play("lose marker")
    assert after.described("apulia") == "rome oil carthage@oil"
    assert not after.happened("stepped_off")


def test_a_third_that_drives_out_a_conqueror_is_conqueror_against_the_owner() -> None:
    """M25, M27: the seats of the loser go with its units."""
    land = {"apulia": "greece oil rome:2 carthage@oil"}
    after = table(land=land, **dice("land", 5)).marches("rome").idle("fight")
    after.play("fight apulia carthage")
    assert after.described("apulia") == "greece oil rome"
    assert (after.decider(), "pillage oil" in after.menu()) == ("rome", True)


# At sea


def at_sea(ships: str, *faces: int, seat: str = "carthage", **arranged: Any) -> Table:
    """Return a table after a seat has fought its first battle, in the Ionian Sea."""
    patch = dice("sea", *faces) if faces else {}
    after = table(seas={"ionium": ships}, **arranged, **patch).marches(seat).idle("fight")
    return after.play(f"fight {after.offers('fight')[0]}")


@pytest.mark.parametrize(
    ("ships", "face", "expected"),
    [
        ("rome:2 carthage:3", 5, "carthage"),
        ("rome:2 carthage:2", 2, "rome:2 carthage:2"),
        ("rome:3 carthage:2", 2, "rome:3 carthage"),
        ("rome carthage", 6, ""),
        ("rome carthage:3", 1, "rome carthage:3"),
    ],
)
def test_each_trireme_rolls_a_die_and_ties_leave_both_there(
    ships: str, face: int, expected: str
) -> None:
    """M20, M23, M24."""
    after = at_sea(ships, face)
    assert after.ships("ionium") == expected
    lost = sum(int(after.player(name).tally.lost[Unit.TRIREME]) for name in ("rome", "carthage"))
    assert lost == sum(counts(ships).values()) - sum(counts(expected).values())
    assert [after.pool(name)[2] + counts(expected)[name] for name in ("rome", "carthage")] == [5, 5]


def counts(ships: str) -> Counter[str]:
    parts = [word.partition(":") for word in ships.split()]
    return Counter({name: int(n or 1) for name, _, n in parts})


def test_what_happens_at_sea_is_reported_the_turns_seat_first() -> None:
    """M20, M23."""
    after = at_sea("rome:2 carthage", 5)
    assert after.happened("battle_began", "rolled", "counted", "lost") == [
        "battle_began carthage rome ionium",
        *("rolled carthage 5", "rolled rome 5", "rolled rome 5"),
        *("counted carthage 5 1", "counted rome 10 2"),
        *("lost carthage trireme ionium 1", "lost rome trireme ionium 1"),
    ]


def test_nobody_must_fight_at_sea() -> None:
    """M20."""
    after = table(seas={"ionium": "rome carthage"}).marches("carthage").idle("fight")
    assert after.menu() == ["end sea battles", "fight ionium rome"]


def test_with_two_rivals_in_a_sea_one_of_choice_is_fought() -> None:
    """M20: one battle per sea."""
    seas = {"ionium": "rome carthage:2 greece", "libycum": "carthage greece"}
    after = table(seas=seas, **dice("sea", 1)).marches("carthage").idle("fight")
    assert after.offers("fight") == ["ionium rome", "ionium greece", "libycum greece"]
    after.play("fight ionium greece")
    assert after.offers("fight") == ["libycum greece"]
    after.play("fight libycum greece")
    assert not after.offers("fight")
    assert after.ships("ionium") == "rome carthage:2 greece"


def test_one_may_fight_in_the_same_sea_in_every_turn() -> None:
    """M20."""
    after = at_sea("rome carthage", 1)
    assert after.decider() == "rome"
    assert after.idle("fight").menu() == ["end sea battles", "fight ionium carthage"]


def test_a_trireme_need_not_have_moved_to_fight_and_may_fight_after_a_move() -> None:
    """M20."""
    seas = {"ionium": "carthage", "libycum": "greece"}
    after = table(seas=seas).marches("carthage").play("sail ionium libycum")
    assert after.offers("fight") == ["libycum greece"]


def test_the_limit_of_dice_at_sea_limits_no_losses() -> None:
    """M23."""
    after = at_sea("rome:5 carthage:5", 5, sea_dice=2, hit_divisor=2)
    assert after.happened("counted") == ["counted carthage 10 5", "counted rome 10 5"]
    assert after.ships("ionium") == ""


def test_battles_at_sea_are_won_by_who_is_left_alone() -> None:
    """M20, M24."""
    for ships, won in (("rome carthage:2", [1, 0]), ("rome:2 carthage", [0, 1])):
        after = at_sea(ships, 5)
        assert [int(after.seat(name).battles_won) for name in ("carthage", "rome")] == won
    assert [
        int(at_sea("rome carthage", 5).seat(name).battles_won) for name in ("rome", "carthage")
    ] == [0, 0]


def test_land_and_sea_have_dice_of_their_own() -> None:
    """M23."""
    faces = {**dice("land", 5), **dice("sea", 1)}
    after = table(
        land={"sicilia": "rome rome carthage"}, seas={"ionium": "rome carthage"}, **faces
    ).marches("carthage")
    after.idle("fight ionium").play("fight ionium rome").idle("fight").play("fight sicilia rome")
    assert after.ships("ionium") == "rome carthage"
    assert after.described("sicilia") == "rome"


def test_each_kind_of_dice_leaves_the_chance_of_the_other_alone() -> None:
    """M23."""
    for after, rolled, untouched in (
        (fought("rome rome carthage"), Source.LAND_DICE, Source.SEA_DICE),
        (at_sea("rome carthage"), Source.SEA_DICE, Source.LAND_DICE),
    ):
        unused = table().rng
        assert (after.rng[untouched] == unused[untouched]).all()
        assert (after.rng[rolled] != unused[rolled]).any()


# Chances


def frequencies(start: Table, seen: Callable[[Table], Any]) -> dict[Any, float]:
    """Return how often something is seen after the first battle on the menu."""
    states = start.states.copy()
    [fight] = [words for words in start.menu() if words.startswith("fight")]
    observed: Counter[Any] = Counter()
    for _ in range(TRIALS):
        start.begin_again(states)
        observed[seen(start.play(fight))] += 1
    return {key: n / TRIALS for key, n in observed.items()}


def agree(observed: Mapping[Any, float], expected: Mapping[Any, Fraction]) -> None:
    """Hold what was found against what is expected, within five standard errors."""
    assert not observed.keys() - {key for key, chance in expected.items() if chance}
    for key, chance in expected.items():
        error = float(chance * (1 - chance) / TRIALS) ** 0.5
        assert abs(observed.get(key, 0) - chance) <= 5 * error, key


@pytest.mark.compiled
@pytest.mark.parametrize("n_dice", [1, 2, 3, 4])
@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 5)])
def test_hits_of_dice_come_as_often_as_they_should(n_dice: int, faces: tuple[int, ...]) -> None:
    """M23: hits on land, against all that dice can show, five standard errors allowed."""
    start = on_land(" ".join(["rome rome:8", *listed([("carthage", n_dice)])]), *faces)
    observed = frequencies(start, lambda after: int(after.player("rome").tally.lost[Unit.LEGION]))
    agree(observed, hit_chances(Side(n_dice), Side(8), faces))


@pytest.mark.compiled
@pytest.mark.parametrize("n_dice", [1, 3])
def test_hits_at_sea_come_as_often_as_they_should(n_dice: int) -> None:
    """M23: five standard errors allowed."""
    start = table(seas={"ionium": f"rome:5 carthage:{n_dice}"}).marches("carthage").idle("fight")
    observed = frequencies(start, lambda after: int(after.player("rome").tally.lost[Unit.TRIREME]))
    agree(observed, hit_chances(Side(n_dice), Side(5)))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("attackers", "defenders", "has_fortress"),
    [(1, 1, 0), (2, 1, 0), (2, 2, 0), (3, 2, 0), (3, 1, 1), (6, 3, 1), (3, 0, 1)],
)
def test_battles_end_as_often_as_they_should(
    attackers: int, defenders: int, has_fortress: int
) -> None:
    """M23, M24: the attacker alone left, both, the defender alone, none; five standard errors."""
    legions = listed([("rome", defenders), ("carthage", attackers)])
    there = " ".join(["rome", *["fortress"] * has_fortress, *legions])
    chances = battle_chances(Side(attackers), Side(defenders, bool(has_fortress)))
    ends = [(True, False), (True, True), (False, True), (False, False)]

    def who_is_left(after: Table) -> tuple[bool, bool]:
        units = after.there("sicilia")
        return bool(units.legions[1]), bool(units.legions[0] or units.fortress)

    agree(frequencies(on_land(there), who_is_left), dict(zip(ends, chances, strict=True)))
