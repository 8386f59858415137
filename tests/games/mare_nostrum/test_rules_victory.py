"""Ways to win, who wins when two might, the cap, the ranks, what is reported [M31, M32]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.engine.record import NOT_APPLICABLE
from simlab.games.mare_nostrum.state import Way
from tests.games.mare_nostrum.table import Table, box, fresh_table, members, table

OUR_CITIES = {"latium": "rome roma", "sicilia": "rome syracusae", "mysia": "rome troia"}
"""Three great cities: a capital and two legendary ones."""
NO_TIES = {"rome": (0, 0, 9), "carthage": (9, 0, 0), "greece": (0, 9, 0)}


def won(after: Table) -> str:
    """Return how the game ended, by whom and in which round."""
    [ranks] = after.happened("game_over") or ["game_over nothing"]
    return ranks.removeprefix("game_over ")


def after_the_military_chapter(land: dict[str, str], *order: str, **arranged: Any) -> Table:
    """Return a table after military turns in which nobody moves."""
    return table(land=land, **arranged).marches(*order).idle()


# Pyramids


def test_who_buys_the_pyramids_wins_at_once() -> None:
    """M31: in mid-turn, whatever others may still do."""
    after = table(hands={"greece": "coin:15"}).buys("greece").buy("pyramids", "coin:12")
    assert (after.is_over(), won(after)) == (True, "pyramids greece 2")
    assert after.hand("greece") == "coin:3"
    assert not after.happened("returned", "kept", "levels")
    row = after.outcome()
    assert (row.finished, row.winner, row.end_reason, row.rounds) == (1, 2, Way.PYRAMIDS, 2)


def test_twelve_different_goods_buy_the_pyramids_too() -> None:
    """M31, M12: the thirteenth of the goods may be any."""
    goods = "wood perfume gems papyrus gold gladiators fruit fish metal oil legendary_wine grain"
    after = table(hands={"rome": goods}).buys("rome").buy("pyramids", goods)
    assert won(after) == "pyramids rome 2"
    assert after.seat("rome").distances[0] == 0


# Heroes and wonders


def test_the_fifth_hero_or_wonder_wins_at_once() -> None:
    """M31: the starting hero included."""
    start = table(hands={"rome": "coin:8"}, tiles={"rome": "helen colossus midas"}, row="perseus")
    after = start.buys("rome").buy("tile perseus", "coin:8")
    assert (after.is_over(), won(after)) == (True, "heroes rome 2")
    assert after.seat("rome").heroes == 5
    assert after.outcome().end_reason == Way.HEROES


def test_the_fourth_does_not() -> None:
    """M31."""
    start = table(hands={"rome": "coin:8"}, tiles={"rome": "helen colossus"}, row="perseus")
    assert not start.buys("rome").buy("tile perseus", "coin:8").is_over()


@pytest.mark.parametrize("needed", [2, 3])
def test_as_many_heroes_win_as_the_rules_say(needed: int) -> None:
    """M31."""
    start = table(hands={"rome": "coin:16"}, row="perseus midas", heroes_to_win=needed)
    after = start.buys("rome").buy("tile perseus", "coin:8")
    assert after.is_over() == (needed == 2)
    if needed == 3:
        assert after.buy("tile midas", "coin:8").is_over()


# Cities


def test_four_capitals_and_legendary_cities_in_any_mix_win_after_the_military_chapter() -> None:
    """M31."""
    after = after_the_military_chapter({**OUR_CITIES, "attica": "rome athenae"})
    assert (after.is_over(), won(after)) == (True, "cities rome 2")
    assert after.happened("title_taken") == []
    row = after.outcome()
    assert (row.end_reason, row.seats[0].great_cities) == (Way.CITIES, 4)


def test_the_cities_that_win_are_named() -> None:
    """M31: those owned or held, just before the game is over."""
    after = after_the_military_chapter({**OUR_CITIES, "attica": "rome athenae"})
    named = [words.split() for words in after.happened("city_held")]
    assert {words[1] for words in named} == {"rome"}
    assert sorted(words[2] for words in named) == sorted([*OUR_CITIES, "attica"])


def test_cities_of_one_kind_may_be_asked_for() -> None:
    """M31, by the switch: three capitals and a legendary city do not win, three capitals do."""
    land = {"latium": "rome roma", "attica": "rome athenae", "africa": "rome carthago"}
    mixed = {**land, "sicilia": "rome syracusae"}
    for needed, has_won in ((4, False), (3, True)):
        switches = {"cities_of_one_kind": True, "cities_to_win": needed}
        after = after_the_military_chapter(mixed, **switches)
        assert after.is_over() == has_won
    row = after.outcome()
    assert (row.seats[0].great_cities, row.seats[0].distances.tolist()[2]) == (4, 0)
    assert after_the_military_chapter(mixed).is_over()


@pytest.mark.parametrize("fourth", ["apulia rome tarentum", "attica rome corinthus", "africa rome"])
def test_other_cities_and_empty_sites_do_not_count(fourth: str) -> None:
    """M31."""
    province, _, pieces = fourth.partition(" ")
    assert not after_the_military_chapter({**OUR_CITIES, province: pieces}).happened("game_over")


def test_a_city_counts_for_who_occupies_it() -> None:
    """M31, M27: owned or held."""
    land = {**OUR_CITIES, "attica": "greece athenae rome@athenae"}
    start = table(land=land).marches("rome").idle("leave be").play("leave be")
    assert won(start) == "cities rome 2"


@pytest.mark.parametrize(
    "attica",
    ["rome athenae greece@athenae", "greece athenae rome", "greece athenae rome@marker"],
)
def test_a_city_occupied_by_another_or_merely_besieged_does_not_count(attica: str) -> None:
    """M31, M27."""
    assert not after_the_military_chapter({**OUR_CITIES, "attica": attica}).happened("game_over")


def test_a_city_counts_for_its_owner_also_in_a_province_at_war() -> None:
    """M31: here the attackers do not roll a hit."""
    land = {**OUR_CITIES, "attica": "rome athenae rome greece"}
    after = table(land=land, hit_divisor=60).marches("carthage")
    after.idle("fight attica greece").play("fight attica greece").idle("fight attica rome")
    assert won(after.play("fight attica rome")) == "cities rome 2"


def test_a_fourth_city_that_is_bought_wins_at_the_end_of_the_next_military_chapter() -> None:
    """M31: not at once."""
    land = {**OUR_CITIES, "attica": "rome"}
    after = table(land=land, hands={"rome": "coin:3"}).names_buyers().play("buyer rome")
    after.buy("city athenae", "coin:3").play("end buying", "buyer greece", "end buying")
    after.play("end buying")
    assert not after.is_over()
    after.play("turn greece", "turn rome")
    assert won(after) == "cities rome 2"


@pytest.mark.parametrize(("players", "cities"), [(3, 5), (4, 7), (5, 8)])
def test_there_are_as_many_capitals_and_legendary_cities_as_printed(
    players: int, cities: int
) -> None:
    """M31: three capitals and two legendary cities for three."""
    start = fresh_table(players)
    great = (start.rules.great[province] for province in members(start.state.in_play))
    assert sum(len(members(slots)) for slots in great) == cities


def test_cities_are_counted_after_the_last_turn_of_the_chapter() -> None:
    """M31: what the last one in the order takes is lost to those before."""
    land = {**OUR_CITIES, "attica": "rome athenae carthage:2"}
    after = table(land=land).marches("rome", "greece", "carthage").idle("pillage")
    after.play("pillage athenae")
    assert not after.happened("game_over")


@pytest.mark.parametrize("needed", [2, 3, 5])
def test_as_many_cities_win_as_the_rules_say(needed: int) -> None:
    """M31."""
    after = after_the_military_chapter(OUR_CITIES, cities_to_win=needed)
    assert bool(after.happened("game_over")) == (needed <= 3)


# Titles


def test_all_three_titles_win_after_the_claims() -> None:
    """M31."""
    after = table(levels={"greece": (3, 3, 3)}).claims()
    assert (after.is_over(), won(after)) == (True, "titles greece 2")
    assert after.outcome().end_reason == Way.TITLES


def test_two_titles_do_not_win() -> None:
    """M31."""
    after = table(levels={"greece": (3, 3, 2), "rome": (0, 0, 3)}).claims()
    assert not after.is_over()


@pytest.mark.parametrize(("needed", "winner"), [(1, "rome"), (2, "greece"), (4, "nobody")])
def test_as_many_titles_win_as_the_rules_say(needed: int, winner: str) -> None:
    """M31, M32: among several the first in turn order."""
    levels = {"greece": (3, 3, 2), "rome": (0, 0, 3)}
    after = table(levels=levels, titles_to_win=needed).claims()
    assert after.is_over() == (winner != "nobody")
    assert winner in (won(after) if after.is_over() else "nobody")


# Two at a time


@pytest.mark.parametrize(("order", "winner"), [("rome", "rome"), ("greece", "greece")])
def test_of_two_with_cities_enough_the_first_in_turn_order_wins(order: str, winner: str) -> None:
    """M32: in the military order of this round."""
    land = {"latium": "rome roma", "sicilia": "rome syracusae"}
    land |= {"mysia": "greece troia", "attica": "greece athenae"}
    after = after_the_military_chapter(land, order, cities_to_win=2)
    assert won(after) == f"cities {winner} 2"


@pytest.mark.parametrize(("needed", "end"), [(4, "cities rome 2"), (5, "titles greece 2")])
def test_cities_come_before_titles_in_a_round(needed: int, end: str) -> None:
    """M31, M32: two ways of winning in one round; Greece is highest on all tracks."""
    land = {**OUR_CITIES, "attica": "rome athenae"}
    tiles = {"greece": "hercules solomon"}
    after = after_the_military_chapter(land, "greece", tiles=tiles, cities_to_win=needed)
    assert won(after) == end


def test_two_ways_of_winning_by_one_purchase_are_one_win() -> None:
    """M32: the Pyramids end the game before anything else is counted."""
    land = {**OUR_CITIES, "attica": "rome athenae"}
    after = table(land=land, hands={"rome": "coin:12"}).buys("rome").buy("pyramids", "coin:12")
    assert won(after) == "pyramids rome 2"


def test_of_two_with_titles_enough_the_first_in_turn_order_wins() -> None:
    """M32."""
    for first in ("carthage", "greece"):
        land = {"africa": "carthage fruit", "attica": "greece athenae greece"}
        after = table(land=land, titles_to_win=1).marches(first).idle()
        assert won(after) == f"titles {first} 2"


def test_a_tie_that_a_holder_may_decide_can_win() -> None:
    """M29, M31."""
    after = table(levels={"greece": (3, 3, 3), "carthage": (3, 0, 0)}).claims()
    after.play("title greece")
    assert won(after) == "titles greece 2"


# The cap


def test_a_game_is_capped_after_the_claims_of_the_last_round() -> None:
    """M32."""
    after = table(levels=NO_TIES, rounds=30).claims()
    assert (after.is_over(), won(after)) == (True, "capped 30")
    row = after.outcome()
    assert (row.finished, row.end_reason, row.winner) == (0, NOT_APPLICABLE, NOT_APPLICABLE)
    assert [seat.credit for seat in row.seats[:3]] == [0, 0, 0]


def test_a_game_goes_on_before_the_cap() -> None:
    """M32."""
    assert not table(levels=NO_TIES, rounds=29).claims().is_over()
    assert table(levels=NO_TIES, rounds=29, rounds_cap=29).claims().is_over()


def test_a_win_in_the_last_round_counts() -> None:
    """M31, M32."""
    after = table(levels={"greece": (3, 3, 3)}, rounds=30).claims()
    assert won(after) == "titles greece 30"
    assert after.outcome().finished == 1


# Ranks


def ranks(after: Table) -> list[int]:
    ranks = [int(words.split()[2]) for words in after.happened("ranked")]
    seats = after.outcome().seats[: after.state.n_players]
    assert ranks == [int(seat.rank) for seat in seats]
    return ranks


def capped(levels: dict[str, tuple[int, int, int]], **arranged: Any) -> Table:
    """Return a table after the last round."""
    return table(levels=levels, rounds=30, **arranged).claims()


def test_the_winner_is_first_whatever_others_have() -> None:
    """M32."""
    start = table(hands={"rome": "coin:12"}, tiles={"greece": "helen midas"}, levels=NO_TIES)
    after = start.buys("rome").buy("pyramids", "coin:12")
    assert ranks(after) == [1, 3, 2]
    assert [seat.credit for seat in after.outcome().seats[:3]] == [1, 0, 0]


def test_then_titles_count_before_everything_else() -> None:
    """M32: here two against one with four heroes, and against great cities."""
    levels = {"rome": (1, 1, 0), "carthage": (0, 0, 9), "greece": (0, 0, 0)}
    tiles = {"carthage": "helen midas perseus"}
    land = {"attica": "greece athenae", "sicilia": "greece syracusae"}
    assert ranks(capped(levels, tiles=tiles, land=land)) == [1, 2, 3]


def test_then_heroes_and_wonders_count() -> None:
    """M32."""
    tiles = {"greece": "helen", "carthage": "midas colossus"}
    land = {"latium": "rome roma", "sicilia": "rome syracusae"}
    assert ranks(capped(NO_TIES, tiles=tiles, land=land)) == [3, 1, 2]


def test_then_great_cities_count_for_their_holder() -> None:
    """M32."""
    land = {"latium": "greece roma greece@roma", "sicilia": "carthage syracusae rome@syracusae"}
    assert ranks(capped({**NO_TIES, "carthage": (99, 0, 0)}, land=land)) == [1, 3, 1]


def test_then_the_sum_of_all_levels_counts_and_equals_share_the_rank() -> None:
    """M32."""
    levels = {"rome": (4, 3, 9), "carthage": (9, 4, 3), "greece": (0, 9, 8)}
    assert ranks(capped(levels)) == [2, 2, 1]
    assert ranks(capped(NO_TIES)) == [1, 1, 1]


# What is reported


def test_the_distances_to_each_way_to_win_are_reported() -> None:
    """M31: 12 tokens, 5 heroes, 4 cities, 3 titles."""
    start = table(land=OUR_CITIES, tiles={"rome": "helen"}, levels=NO_TIES)
    assert start.seat("rome").distances.tolist() == [12, 3, 1, 2]
    assert start.seat("greece").distances.tolist() == [12, 4, 4, 2]


def test_pieces_on_the_board_are_reported() -> None:
    """M14, M18, M27."""
    land = {
        "apulia": "rome oil fish tarentum market temple fortress rome:2",
        "attica": "greece athenae corinthus rome rome@athenae",
    }
    start = table(land=land, seas={"ionium": "rome:3"})
    rome, greece = start.seat("rome"), start.seat("greece")
    assert (rome.provinces, greece.provinces) == (1, 1)
    assert rome.buildings.tolist() == [2, 2, 1, 1]
    assert greece.buildings.tolist() == [0, 1, 0, 0]
    assert rome.units.tolist() == [4, 3, 1]
    assert (rome.great_cities, greece.great_cities) == (1, 0)


def test_tokens_are_reported_by_the_way_they_went() -> None:
    """M4, M12, M17."""
    start = table(land={"apulia": "rome oil fish tarentum"}, **box(fish=0))
    after = start.produces()
    after.give("rome", "coin:5")
    after.names_buyers().play("buyer rome").buy("legion apulia", "coin:3")
    after.play("end buying", "keep coin", "keep coin")
    assert after.seat("rome").tokens.tolist() == [2, 1, 0, 3, 2, 2]
    assert after.seat("rome").bought.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_score_and_levels_are_those_of_the_last_update() -> None:
    """M18."""
    seat = fresh_table().seat("carthage")
    assert (seat.score, seat.levels.tolist()) == (10, [7, 1, 2])
