"""Trade: chips, offers, the chain of picks, the token handed over at its end [M7–M10]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.mare_nostrum.state import Flow
from tests.games.mare_nostrum.table import Table, table

HANDS = {"rome": "wine:3", "carthage": "gems:3", "greece": "fish:3"}
"""Whose token is whose shows in every pick."""


def offered(n: int, hands: dict[str, str] | None = None, **arranged: Any) -> Table:
    """Return a table where everybody has offered that many tokens, all of a kind."""
    after = table(hands=HANDS if hands is None else hands, **arranged).trades()
    after.play(f"trade {n}")
    while after.offers("offer"):
        after.play(f"offer {after.offers('offer')[0]}")
    return after


def picks(after: Table) -> list[str]:
    return [event.removeprefix("picked ") for event in after.happened("picked")]


# Chips


def test_the_leader_of_trade_picks_any_face_of_three_chips() -> None:
    """M7."""
    start = table(titles=("greece", "greece", "rome")).trades()
    assert start.decider() == "greece"
    assert start.menu() == [f"trade {n}" for n in (0, 5, 1, 4, 2, 3)]


@pytest.mark.parametrize(("n", "blocked"), [(0, {0, 5}), (5, {0, 5}), (1, {1, 4}), (3, {2, 3})])
def test_a_used_chip_is_blocked_with_both_its_faces(n: int, blocked: set[int]) -> None:
    """M7: also for N = 0, and when nobody can trade."""
    after = table().trades().play(f"trade {n}")
    assert {int(words) for words in after.trades().offers("trade")} == set(range(6)) - blocked


def test_when_all_three_chips_are_used_all_are_free_again() -> None:
    """M7."""
    after = table()
    for n in (0, 4, 2):
        after.trades().play(f"trade {n}")
    assert len(after.trades().menu()) == 6


def test_two_used_chips_stay_blocked() -> None:
    """M7."""
    after = table()
    for n in (5, 2):
        after.trades().play(f"trade {n}")
    assert after.trades().offers("trade") == ["1", "4"]


def test_a_new_leader_of_trade_takes_all_chips_back() -> None:
    """M7, M29."""
    after = table(levels={"rome": (3, 0, 0), "greece": (0, 1, 0), "carthage": (0, 0, 1)})
    after.trades().play("trade 0")
    assert after.claims().titles()[0] == "rome"
    assert len(after.trades().menu()) == 6


@pytest.mark.parametrize("levels", [(0, 0, 5), (0, 5, 0)])
def test_chips_stay_blocked_while_trade_keeps_its_leader(levels: tuple[int, int, int]) -> None:
    """M7, M29: with any holders of the other titles."""
    after = table(
        levels={"carthage": (5, 0, 0), "rome": levels, "greece": (0, 2, 2)},
    )
    after.trades().play("trade 0")
    assert after.claims().titles()[0] == "carthage"
    assert len(after.trades().menu()) == 4


# Offers


def test_everybody_offers_exactly_as_many_tokens_as_the_leader_said() -> None:
    """M8."""
    after = offered(2)
    assert after.happened("offered") == [
        "offered rome wine 2",
        "offered carthage gems 2",
        "offered greece fish 2",
    ]
    assert after.offers("pick") == ["wine from rome", "fish from greece"]


def test_offers_are_chosen_in_secret_and_shown_together() -> None:
    """M8."""
    after = table(hands={"rome": "wine coin:2", "carthage": "gems:2", "greece": "fish:2"}).trades()
    after.play("trade 1", "offer wine", "offer gems")
    assert not after.happened("offered")
    assert after.decider() == "greece"
    after.play("offer fish")
    assert len(after.happened("offered")) == 3


def test_a_token_is_offered_once() -> None:
    """M8."""
    after = table(hands={"rome": "wine coin:2", "greece": "coin:3"}).trades()
    after.play("trade 2")
    assert after.offers("offer") == ["wine", "coin"]
    assert after.play("offer wine").offers("offer") == ["coin"]


def test_a_player_with_fewer_tokens_sits_out() -> None:
    """M8: nobody picks from him, nor does he pick."""
    hands = {"rome": "wine:4", "carthage": "gems:3", "greece": "fish:3"}
    after = table(hands={**hands, "greece": "fish:2"}).trades()
    after.play("trade 3", "offer wine", "offer wine", "offer wine")
    assert after.offers("pick") == ["wine from rome"]
    after.play("pick wine from rome", "pick gems from carthage")
    assert picks(after) == ["carthage rome wine", "rome carthage gems"]
    assert after.hand("greece") == "fish:2"


def test_a_player_with_just_enough_tokens_takes_part_with_all_of_them() -> None:
    """M8: without being asked which."""
    after = table(hands={"rome": "wine coin", "carthage": "gems:2", "greece": ""}).trades()
    after.play("trade 2")
    assert after.happened("offered") == [
        *("offered rome wine 1", "offered rome coin 1"),
        "offered carthage gems 2",
    ]


@pytest.mark.parametrize("hands", [{}, {"greece": "fish:5"}])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_with_fewer_than_two_who_can_offer_nothing_is_exchanged(
    hands: dict[str, str], n: int
) -> None:
    """M8."""
    after = table(hands=hands).trades().play(f"trade {n}")
    assert after.offers("buyer")
    assert not after.happened("offered", "trade_ended")


def test_without_tokens_to_offer_there_is_no_trade() -> None:
    """M8: N = 0."""
    after = table(hands=HANDS).trades().play("trade 0")
    assert after.offers("buyer")
    assert after.happened("chip_used", "offered", "trade_ended") == ["chip_used carthage 0"]


def test_coins_and_legendary_goods_may_be_offered_and_stay_what_they_are() -> None:
    """M8, M9."""
    hands = {"rome": "legendary_wine wine coin", "carthage": "gems:2", "greece": "fish"}
    after = table(hands=hands).trades().play("trade 1")
    assert after.offers("offer") == ["wine", "coin", "legendary_wine"]
    after.play("offer legendary_wine", "offer gems", "pick legendary_wine from rome")
    assert after.hand("carthage") == "gems:2 legendary_wine"


def test_a_legendary_good_that_is_offered_is_shown() -> None:
    """M8: also drawn face down."""
    start = table(hands={"rome": "legendary_wine", "carthage": "gems", "greece": "fish"})
    start.player("rome").seen[:] = 0
    after = start.trades().play("trade 1")
    assert after.player("rome").seen.sum() == 1


# Picks


def test_the_leader_picks_first_then_each_time_who_was_robbed() -> None:
    """M9."""
    after = offered(2)
    for pick in ("fish from greece", "wine from rome", "gems from carthage", "fish from greece"):
        after.play(f"pick {pick}")
    assert picks(after) == [
        "carthage greece fish",
        "greece rome wine",
        "rome carthage gems",
        "carthage greece fish",
    ]
    assert after.decider() == "greece"
    assert after.hand("greece") == "fish wine"


def test_nobody_picks_from_the_own_offer_nor_from_an_empty_one() -> None:
    """M9."""
    after = offered(1)
    after.play("pick fish from greece")
    assert after.offers("pick") == ["wine from rome", "gems from carthage"]
    after.play("pick wine from rome")
    assert after.offers("pick") == ["gems from carthage"]


def test_any_kind_of_token_in_an_offer_may_be_picked() -> None:
    """M9."""
    hands = {"rome": "wine oil coin", "carthage": "gems:3", "greece": "fish:3"}
    after = table(hands=hands).trades().play("trade 3")
    assert [words for words in after.offers("pick") if "rome" in words] == [
        *("oil from rome", "wine from rome", "coin from rome")
    ]


def test_a_token_that_was_picked_is_in_nobodys_offer() -> None:
    """M9."""
    after = offered(2)
    after.play("pick wine from rome", "pick fish from greece", "pick wine from rome")
    assert not [words for words in after.offers("pick") if words.endswith("rome")]
    assert after.hand("carthage") == "gems:3 wine"


def test_after_one_there_and_back_one_must_pick_elsewhere() -> None:
    """M9: the back-and-forth lock."""
    after = offered(3)
    after.play("pick wine from rome", "pick gems from carthage")
    assert after.decider() == "carthage"
    assert after.offers("pick") == ["fish from greece"]


def test_two_players_may_trade_once_each_way_only() -> None:
    """M9, by the switch: not even after a pick from somebody else."""
    chain = ("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    after = offered(3, pairs_trade_once=True).play(*chain)
    assert after.offers("pick") == ["wine from rome", "gems from carthage"]
    after.play("pick gems from carthage")
    assert after.offers("pick") == []
    assert after.happened("trade_ended") == ["trade_ended 4"]


def test_who_answers_a_pick_may_pick_back_once() -> None:
    """M9."""
    after = offered(3)
    after.play("pick wine from rome")
    assert after.offers("pick") == ["gems from carthage", "fish from greece"]


def test_the_lock_ends_when_one_has_picked_from_somebody_else() -> None:
    """M9."""
    after = offered(3)
    after.play("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    assert after.offers("pick") == ["wine from rome", "gems from carthage"]
    after.play("pick gems from carthage")
    assert (after.decider(), after.offers("pick")) == ("carthage", ["wine from rome"])


def test_a_pick_from_somebody_else_lies_between_two_picks_from_one_without_a_lock() -> None:
    """M9: A→B, B→C, C→A, A→B is no there and back."""
    after = offered(3)
    after.play("pick wine from rome", "pick fish from greece", "pick gems from carthage")
    assert after.offers("pick") == ["wine from rome", "fish from greece"]


def test_two_players_pick_one_there_and_one_back() -> None:
    """M9, M10: the rest returns to its owners."""
    after = offered(3, hands={"rome": "wine:3", "carthage": "gems:3", "greece": ""})
    after.play("pick wine from rome", "pick gems from carthage")
    assert after.happened("trade_ended") == ["trade_ended 2"]
    assert not after.happened("handed_over")
    assert (after.hand("rome"), after.hand("carthage")) == ("gems wine:2", "gems:2 wine")
    assert after.offers("buyer")


def test_picking_is_compulsory() -> None:
    """M9."""
    assert all(words.startswith("pick ") for words in offered(1).menu())


def test_who_takes_part_and_stands_highest_starts_for_a_leader_that_sits_out() -> None:
    """M9: the leader may pick a face that he cannot meet."""
    after = table(
        hands={"rome": "wine:2", "carthage": "gems", "greece": "fish:2"},
        levels={"carthage": (9, 0, 0), "rome": (2, 0, 0), "greece": (3, 0, 0)},
    ).trades()
    after.play("trade 2")
    assert (after.decider(), after.offers("pick")) == ("greece", ["wine from rome"])


def test_among_equals_the_first_seat_starts_for_a_leader_that_sits_out() -> None:
    """M9."""
    after = table(hands={"rome": "wine:2", "carthage": "gems", "greece": "fish:2"}).trades()
    assert after.play("trade 2").decider() == "rome"


def test_the_leader_starts_however_low_on_the_track() -> None:
    """M9."""
    after = offered(1, levels={"rome": (9, 0, 0), "greece": (5, 0, 0)})
    assert after.decider() == "carthage"


# The end


def test_a_chain_that_ends_on_another_makes_the_leader_hand_over_a_token() -> None:
    """M10: the leader is one over and the last robbed player one short."""
    after = offered(1)
    after.play("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    assert after.happened("trade_ended") == ["trade_ended 3"]
    assert (after.decider(), after.offers("hand")) == (
        "carthage",
        ["over gems", "over fish", "over wine"],
    )
    after.play("hand over wine")
    assert after.happened("handed_over") == ["handed_over carthage greece wine"]
    assert after.hand("greece") == "fish:2 wine"
    assert [after.player(name).n_hand for name in HANDS] == [3, 3, 3]
    assert after.offers("buyer")


def test_what_is_left_of_an_offer_stays_with_its_owner_who_may_hand_it_over() -> None:
    """M10: any token that the starter now holds, the returned offer included."""
    after = offered(3)
    after.play("pick wine from rome", "pick fish from greece", "pick wine from rome")
    after.play("pick gems from carthage", "pick wine from rome", "pick fish from greece")
    after.play("pick gems from carthage", "pick fish from greece")
    assert after.happened("trade_ended") == ["trade_ended 8"]
    assert after.hand("carthage") == "gems fish wine:2"
    after.play("hand over gems")
    assert after.hand("greece") == "gems:2 wine"


def test_the_leader_may_hand_over_what_lay_behind_the_screen_all_the_time() -> None:
    """M10: which is shown."""
    hands = {"rome": "wine", "carthage": "gems legendary_oil", "greece": "fish"}
    start = table(hands=hands)
    start.player("carthage").seen[:] = 0
    start.trades().play("trade 1", "offer gems")
    start.play("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    after = start.play("hand over legendary_oil")
    assert (after.hand("carthage"), after.hand("greece")) == ("fish wine", "legendary_oil")
    for empire in ("carthage", "greece"):
        assert after.player(empire).seen.tolist() == after.player(empire).hand.tolist()


def test_who_replaces_the_leader_hands_over() -> None:
    """M10."""
    hands = {"rome": "wine:2", "carthage": "", "greece": "fish:2", "egypt": "grain:2"}
    after = offered(1, hands=hands, players=4, levels={"greece": (3, 0, 0)})
    after.play("pick wine from rome", "pick fish from greece", "pick grain from egypt")
    assert after.decider() == "greece"
    after.play("hand over grain")
    assert after.hand("egypt") == "grain:2"


def test_nothing_is_handed_over_when_the_starter_was_robbed_last() -> None:
    """M10."""
    after = offered(1)
    after.play("pick wine from rome", "pick fish from greece", "pick gems from carthage")
    assert after.happened("trade_ended", "handed_over") == ["trade_ended 3"]
    assert after.offers("buyer")


def test_tokens_that_are_picked_or_handed_over_are_counted_as_traded() -> None:
    """M9, M10."""
    after = offered(1)
    after.play("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    after.play("hand over fish")
    assert [int(after.player(name).tally.tokens[Flow.TRADED]) for name in HANDS] == [1, 3, 0]
    assert after.outcome().picks == 4


def test_what_was_left_of_an_offer_is_not_offered_in_the_next_trade() -> None:
    """M8, M10."""
    after = offered(3, hands={"rome": "wine:3", "carthage": "gems:3", "greece": ""})
    after.play("pick wine from rome", "pick gems from carthage").forget()
    after.trades().play("trade 1", "offer gems", "offer gems")
    assert after.happened("offered") == ["offered rome gems 1", "offered carthage gems 1"]
    assert after.offers("pick") == ["gems from rome"]


def test_a_new_trade_begins_without_any_lock() -> None:
    """M9."""
    after = offered(1)
    after.play("pick wine from rome", "pick gems from carthage", "pick fish from greece")
    after.play("hand over fish").trades().play("trade 2")
    while after.offers("offer"):
        after.play(f"offer {after.offers('offer')[0]}")
    assert {words.split()[2] for words in after.offers("pick")} == {"rome", "greece"}
