"""Cards: drawing them, playing them, art works, and what nobody sees [A9–A11]."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import pytest

from simlab.games.arriala import GAME
from simlab.games.arriala.state import ACTIONS, CARDS
from tests.games.arriala.table import Table, in_words, table

DECK = [in_words(card) for card in CARDS]
CHOICES = {
    "move 2": ("2 from montech", "montech 2"),
    "move 3": ("2 from montech", "montech 3"),
    "move 4": ("2 from montech", "montech 4"),
    "move 5": ("2 from montech", "montech 5"),
    "to vineyard": ("1 from montech", "brulhois"),
    "place": ("montech 6",),
    "lock": ("moissac 4",),
    "to canal": ("chasselas", "montech 1"),
    "transfer": ("2 from montech", "valence d'agen"),
    "pente d eau": (),
    "pont canal": (),
}


def holding(hand: str, left: int | None = None, **patch: Any) -> Table:
    """Return a table where every card can be played."""
    return table(
        towns={"montech": "12"}, vineyards={"chasselas": "1"}, hands=[hand], left=left, **patch
    )


# Drawing


def test_the_card_drawn_goes_to_the_hand() -> None:
    """A9."""
    after = table(hands=["place"], pile="lock")
    after.play("draw")
    assert (after.hand(), after.pile(), after.left()) == ("place, lock", "", 3)


def test_any_card_of_the_pile_may_be_on_top() -> None:
    """A9."""
    drawn = set()
    for deal in range(40):
        after = table(pile="move 2, place, lock", deal=deal)
        after.play("draw")
        drawn.add(after.hand())
    assert drawn == {"move 2", "place", "lock"}


def test_a_hand_may_be_of_any_size() -> None:
    """A9."""
    after = table(hands=[", ".join(["move 2"] * 54)], pile="move 2")
    after.play("draw")
    assert after.state.players[0].n_cards == 55


def test_the_discards_become_a_new_pile_when_a_card_is_wanted_from_an_empty_one() -> None:
    """A9."""
    after = table(hands=["lock"], discards="place, place, place")
    after.play("draw")
    assert (after.hand(), after.pile(), after.discards()) == ("place, lock", "place, place", "")
    assert after.happened("reshuffled") == [{"event": "reshuffled", "cards": 3}]


def test_drawing_the_last_card_of_the_pile_reshuffles_nothing_yet() -> None:
    """A9."""
    after = table(pile="lock", discards="place")
    after.play("draw")
    assert (after.hand(), after.pile(), after.discards()) == ("lock", "", "place")
    assert not after.happened("reshuffled")


def test_a_new_pile_is_drawn_from_by_chance() -> None:
    """A9."""
    drawn = set()
    for deal in range(40):
        after = table(discards="move 2, place, lock", deal=deal)
        after.play("draw")
        drawn.add(after.hand())
    assert drawn == {"move 2", "place", "lock"}


def test_nothing_can_be_drawn_when_pile_and_discards_are_empty() -> None:
    """A9."""
    assert table(hands=["place", "lock"]).menu() == ["end turn", "place", "lock", "play place"]


def test_a_card_may_be_played_on_the_turn_it_is_drawn() -> None:
    """A9, A10."""
    after = table(pile="place")
    after.play("draw", "play place", "montech 1")
    assert (after.drawn("montech"), after.left()) == ("1.....", 2)


def test_a_card_just_played_may_be_drawn_again() -> None:
    """A9, A10: it is discarded at once."""
    after = table(hands=["place"])
    after.play("play place", "montech 1", "draw")
    assert (after.hand(), after.discards(), after.left()) == ("place", "", 2)


# Playing


@pytest.mark.parametrize("card", DECK)
def test_a_card_costs_one_point_whatever_it_does_and_is_discarded(card: str) -> None:
    """A10."""
    after = holding(card, left=1)
    after.play(f"play {card}", *CHOICES[card])
    assert (after.hand(), after.discards(), after.left()) == ("", card, 0)
    spent = dict(zip(ACTIONS, after.state.players[0].tally.spent.tolist(), strict=True))
    assert {action: points for action, points in spent.items() if points} == {"play": 1}


@pytest.mark.parametrize("card", DECK)
def test_a_card_needs_what_playing_it_costs(card: str) -> None:
    """A10."""
    assert f"play {card}" not in holding(card, left=0).menu()
    assert f"play {card}" not in holding(card, left=2, cost_play=3).menu()
    after = holding(card, left=3, cost_play=3)
    after.play(f"play {card}", *CHOICES[card])
    assert after.left() == 0


def test_each_kind_of_card_is_one_choice_however_many_of_it_are_held() -> None:
    """A10."""
    after = holding("place, place, lock")
    assert after.offers("play") == ["play place", "play lock"]
    after.play("play place", "montech 1")
    assert (after.hand(), after.offers("play")) == ("place, lock", ["play place", "play lock"])


def test_the_cards_of_others_are_not_played() -> None:
    """A10."""
    assert not table(hands=["", "place, lock"]).offers("play")


@pytest.mark.parametrize(("card", "reach"), [("move 2", 2), ("move 3", 3), ("move 4", 4)])
def test_a_move_by_card_goes_one_space_up_to_its_reach(card: str, reach: int) -> None:
    """A10, A4."""
    start = table(towns={"castelsarrasin": "1"}, hands=[card], left=1)
    west = [f"montech {7 - n}" for n in range(1, reach + 1)]
    east = [f"castelsarrasin {n}" for n in range(1, reach + 1)]
    assert start.menu(f"play {card}", "1 from castelsarrasin") == [*reversed(west), *east]


def test_a_move_by_five_spaces_passes_a_town() -> None:
    """A10, A4."""
    start = table(towns={"castelsarrasin": "1"}, hands=["move 5"], left=1)
    menu = start.menu("play move 5", "1 from castelsarrasin")
    assert (menu[0], menu[-1]) == ("montech 2", "moissac")


@pytest.mark.parametrize("card", ["move 2", "transfer"])
def test_cards_move_workers_of_any_colour_from_anywhere_on_the_canal(card: str) -> None:
    """A10, A4: towns, cells and built sections."""
    start = table(
        canal={"montech": "2n....", "castelsarrasin": "(...1)"},
        towns={"moissac": "122n"},
        vineyards={"chasselas": "1"},
        river="2",
        hands=[card],
    )
    assert start.menu(f"play {card}") == [
        "1 from castelsarrasin 4",
        "1 from moissac",
        "2 from montech 1",
        "2 from moissac",
        "neutral from montech 2",
        "neutral from moissac",
    ]


def test_a_transfer_knows_no_distance() -> None:
    """A10."""
    after = table(players=3, towns={"grisolles": "2"}, hands=["transfer"])
    others = [space for space in after.spaces if space != "grisolles"]
    assert after.menu("play transfer", "2 from grisolles") == others
    after.play("valence d'agen")
    assert (after.in_town("grisolles"), after.in_town("valence d'agen")) == ("", "2")


def test_a_card_brings_the_same_points_as_the_action() -> None:
    """A10, A8, A13, A14."""
    after = table(canal={"montech": "11.222"}, hands=["lock"])
    after.play("play lock", "montech 3")
    assert (after.scores(), after.drawn("montech")) == ([4, 4], "(11)L(222)")


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("move 5", {"vineyards": {"chasselas": "1"}}),
        ("transfer", {"vineyards": {"chasselas": "1"}}),
        ("move 2", {"canal": {"montech": "(..1...)"}}),
        ("place", {"towns": {"montech": "1"}, "workers_per_player": 1}),
        ("to vineyard", {"towns": {"montech": "2n"}}),
        ("to vineyard", {"river": "1"}),
        ("to canal", {"towns": {"montech": "1"}, "vineyards": {"chasselas": "2"}}),
        ("lock", {"lock_pieces": 0}),
        ("pente d eau", {"scores": (1, 0)}),
        ("pont canal", {"scores": (1, 0)}),
    ],
)
def test_a_card_is_not_played_when_its_whole_effect_is_not_possible(
    card: str, places: dict[str, Any]
) -> None:
    """A10, A11."""
    start = table(hands=[card], **places)
    assert f"play {card}" not in start.menu()


def test_a_card_that_reaches_a_free_space_is_played_where_a_shorter_one_is_not() -> None:
    """A10."""
    start = table(canal={"montech": "(..1...)"}, hands=["move 2, move 3, transfer"])
    assert start.offers("play") == ["play move 3", "play transfer"]
    assert start.menu("play move 3", "1 from montech 3") == ["montech"]


# Art works


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("card", ["pente d eau", "pont canal"])
def test_an_art_work_scores_at_once(card: str, players: int) -> None:
    """A11."""
    after = table(players=players, hands=[card], scores=[0, 3, 3, 3][:players])
    after.play(f"play {card}")
    assert after.scores() == [5, 3, 3, 3][:players]


@pytest.mark.parametrize("points", [0, 9])
def test_an_art_work_is_worth_what_the_rules_say(points: int) -> None:
    """A11."""
    after = table(hands=["pont canal"], art_points=points)
    after.play("play pont canal")
    assert after.scores() == [points, 0]


@pytest.mark.parametrize(
    ("scores", "is_last", "is_last_alone"),
    [
        ([0, 3, 3], True, True),
        ([3, 3, 3], True, False),
        ([2, 4, 2], True, False),
        ([2, 2, 4], True, False),
        ([3, 4, 2], False, False),
        ([3, 2, 4], False, False),
        ([4, 2, 2], False, False),
    ],
)
def test_the_art_work_card_is_for_who_is_last_on_the_score_track(
    scores: list[int], is_last: bool, is_last_alone: bool
) -> None:
    """A11: tied or not, as the rules have it."""
    start = table(players=3, hands=["pont canal"], scores=scores)
    assert ("play pont canal" in start.menu()) == is_last
    strict = table(players=3, hands=["pont canal"], scores=scores, tied_last_may_build=False)
    assert ("play pont canal" in strict.menu()) == is_last_alone


@pytest.mark.parametrize("player", [1, 2])
def test_who_is_last_is_asked_of_the_player_of_the_card(player: int) -> None:
    """A11."""
    start = table(player=player, hands=["pont canal", "pont canal"], scores=(0, 3))
    assert ("play pont canal" in start.menu()) == (player == 1)


def test_points_won_earlier_in_the_turn_count_against_an_art_work() -> None:
    """A11."""
    after = table(towns={"montech": "1"}, hands=["pont canal"], scores=(0, 2))
    assert "play pont canal" in after.menu()
    assert "play pont canal" not in after.menu("river work from montech")


def test_each_art_work_is_built_once_and_by_anyone() -> None:
    """A11."""
    after = table(hands=["pont canal, pont canal", "pont canal, pente d eau"], scores=(0, 2))
    after.play("play pont canal")
    assert not after.offers("play")
    after.play("end turn")
    assert after.offers("play") == ["play pente d eau"]


def test_one_player_may_build_both_art_works_in_one_turn() -> None:
    """A11."""
    after = table(hands=["pont canal, pente d eau"], scores=(0, 20))
    after.play("play pont canal", "play pente d eau")
    assert (after.scores(), after.left()) == ([10, 20], 3)


def test_without_its_card_no_art_work_is_built() -> None:
    """A11."""
    assert table(scores=(0, 9)).menu() == ["end turn", "place", "lock"]


# What nobody sees


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_cards_of_others_and_the_pile_are_any_that_are_not_seen(seat: int) -> None:
    """A1, A9."""
    cards = ("move 2", "move 3", "move 4", "move 5")
    start = table(players=3, hands=cards[:3], pile=cards[3], discards="place")
    board, seen = str(start.board), set()
    for _ in range(60):
        GAME.hide(start.rules, start.state, seat, start.rng)
        seen.add((start.hand(1), start.hand(2), start.hand(3), start.pile()))
    assert seen == {dealt for dealt in permutations(cards) if dealt[seat] == cards[seat]}
    assert (str(start.board), start.discards()) == (board, "place")


def test_every_hidden_hand_is_dealt_with_the_same_chance() -> None:
    """A1, A9: each set of unseen cards in a rival's hand within five standard errors."""
    unseen = ["move 2", "move 3", "move 4", "move 5", "place", "transfer"]
    start = table(
        players=3, hands=["lock", "move 2, move 3", "move 4"], pile="move 5, place, transfer"
    )
    n_deals, hands = 6000, Counter[str]()
    for _ in range(n_deals):
        GAME.hide(start.rules, start.state, 0, start.rng)
        hands.update([start.hand(2), start.hand(3)])
    for size, n_hands in ((2, 15), (1, 6)):
        for cards in combinations(unseen, size):
            expected = n_deals / n_hands
            error = sqrt(expected * (1 - 1 / n_hands))
            assert abs(hands[", ".join(cards)] - expected) < 5 * error, cards
    assert hands.total() == 2 * n_deals
    assert len(hands) == 15 + 6


def test_the_sizes_of_hands_are_no_secret() -> None:
    """A1, A9."""
    start = table(players=3, hands=["lock", "move 2, move 2, move 2"], pile="place, place")
    for _ in range(10):
        GAME.hide(start.rules, start.state, 0, start.rng)
        assert [player.n_cards for player in start.state.players] == [1, 3, 0, 0]
        assert len(start.hand(2).split(", ")) == 3
        assert (start.hand(3), start.state.deck.n_pile) == ("", 2)
