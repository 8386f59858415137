"""What holds at every moment of every game, with any policies and any rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.build import Engine, compiled_policy, new_scratch
from simlab.engine.record import NOT_APPLICABLE, row_of
from simlab.engine.rng import seed_noise
from simlab.games.taxis import GAME
from simlab.games.taxis.state import HIGHEST_TAXI, RESERVE, Effect, Event, Phase
from tests.games.taxis.menu_by_hand import menu_by_hand
from tests.games.taxis.table import SEED, Table, fresh_table

pytestmark = pytest.mark.compiled

Chooser = Callable[[Table], int]

POLICIES = {policy.name: policy for policy in GAME.policies}
ANYBODY = "anybody"
"""Chooses among all choices on the menu with the same chance."""
LIMIT = 600
"""Decisions after which a game is left: an extra action can buy itself back for ever."""

ANY_PATCH = st.fixed_dictionaries(
    {},
    optional={
        "actions_per_turn": st.integers(1, 8),
        "hand_limit": st.integers(1, 12),
        "initial_cards": st.integers(0, 27),
        "solo_reserve_limit": st.integers(0, 12),
        "officers": st.integers(1, 4),
        "token_penalty": st.integers(0, 3),
        "events": st.booleans(),
        "silence_forbids_exchange": st.booleans(),
        "officers_may_share": st.booleans(),
        "joker_any_street": st.booleans(),
        "bonus_before_arrival": st.booleans(),
        "arrival_direction": st.sampled_from(["clockwise", "counter_clockwise"]),
        "taxi_deck": st.sampled_from(["taxis", "taxis_12_events"]),
        "soldier_deck": st.sampled_from(["soldiers", "soldiers_b", "soldiers_c", "soldiers_e"]),
    },
)


@dataclass(frozen=True)
class Play:
    """A game to be played: how many players, which deal, who chooses, which rules."""

    players: int
    deal: int
    chooser: str
    patch: Mapping[str, object]

    def moments(self) -> Iterator[Table]:
        """Yield the table after setup and after every choice, until the end or the limit."""
        table = fresh_table(self.players, self.deal, **self.patch)
        choose = self.anybody() if self.chooser == ANYBODY else self.seated()
        yield table
        for _ in range(LIMIT):
            if table.phase() == Phase.OVER:
                return
            table.choose(choose(table))
            yield table

    def anybody(self) -> Chooser:
        chance = random.Random(self.deal)
        return lambda table: chance.choice(table.codes().tolist())

    def seated(self) -> Chooser:
        """Return how the policy at every seat chooses."""
        policy = POLICIES[self.chooser]
        ask = compiled_policy(policy, GAME)
        scratch = row_of(new_scratch(GAME, (policy,) * self.players))
        seed_noise(scratch.noise, SEED, self.deal, 0, self.players)

        def choose(table: Table) -> int:
            codes = table.codes()
            scratch.menu[: codes.size] = codes
            return int(ask(table.rules, table.state, int(table.state.seat), codes.size, scratch))

        return choose


ANY_PLAY = st.builds(
    Play,
    st.integers(1, 5),
    st.integers(0, 10**9),
    st.sampled_from([ANYBODY, *POLICIES]),
    ANY_PATCH,
)


def test_games_come_through_every_phase() -> None:
    patch = {"solo_reserve_limit": 12}
    plays = [Play(1, deal, ANYBODY, patch) for deal in range(20)]
    assert {table.phase() for play in plays for table in play.moments()} == set(Phase)


Demand = Callable[[Table], None]
DEMANDS: list[Demand] = []
"""What must hold whenever somebody decides."""


def at_every_moment(demand: Demand) -> Demand:
    """Let `test_at_every_moment` demand something: all demands look at the same games."""
    DEMANDS.append(demand)
    return demand


@settings(max_examples=30, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_at_every_moment(play: Play) -> None:
    for table in play.moments():
        for demand in DEMANDS:
            demand(table)


def in_any_game(test: Callable[[Play], None]) -> Callable[[], None]:
    return settings(max_examples=30, deadline=None, derandomize=True)(given(ANY_PLAY)(test))


# Components


@at_every_moment
def no_soldier_card_comes_or_goes(table: Table) -> None:
    rules, state = table.rules, table.state
    deck = state.deck
    kinds = [*deck.pile[: deck.n_pile], *deck.discards[: deck.n_discards]]
    for hand in state.hands:
        kinds += list(hand.cards[: hand.n_cards])
    if table.phase() == Phase.KEEP_CARD:
        kinds.append(state.drawn)
    assert Counter(kinds) == Counter(rules.soldiers[: rules.n_soldiers])


@at_every_moment
def no_taxi_comes_or_goes(table: Table) -> None:
    rules, state = table.rules, table.state
    here = [*table.coming(), *table.standing().values()]
    assert len(set(here)) == len(here)
    assert len(here) + state.tally.sends == rules.n_taxis
    values = sum(int(taxi.split()[-1]) for taxi in here)
    assert values + state.score == rules.taxi_value[: rules.n_taxis].sum()


@at_every_moment
def there_are_as_many_tokens_as_taxis_marked_and_fewer_than_streets(table: Table) -> None:
    assert table.state.n_tokens == len(table.tokens()) <= table.rules.n_streets - 1
    assert set(table.tokens()) <= set(table.standing())
    assert table.state.n_taken == len(table.standing()) <= table.state.tally.most_streets


@at_every_moment
def a_hand_knows_its_cards(table: Table) -> None:
    for hand in table.state.hands:
        kinds = hand.cards[: hand.n_cards]
        assert hand.kinds == sum(1 << kind for kind in set(kinds.tolist()))
        sums = np.zeros_like(hand.sums)
        np.add.at(sums, table.rules.kind_colour[kinds], table.rules.kind_value[kinds])
        assert hand.sums.tolist() == sums.tolist()


@at_every_moment
def cards_lie_only_in_the_hands_of_players_and_in_the_reserve(table: Table) -> None:
    state = table.state
    assert not any(hand.n_cards for hand in state.hands[table.state.n_players : RESERVE])
    if table.state.n_players > 1:
        assert state.hands[RESERVE].n_cards == 0
    else:
        limit = int(table.rules.solo_reserve_limit)
        assert state.hands[RESERVE].n_cards <= limit


@at_every_moment
def all_officers_stand_on_spots_apart_where_they_must(table: Table) -> None:
    spots = table.officers()
    if table.phase() != Phase.PLACE_OFFICERS:
        assert len(spots) == table.rules.officers
    if not table.rules.officers_may_share:
        assert len(set(spots)) == len(spots)


# Choices


@at_every_moment
def the_menu_is_what_the_rules_say(table: Table) -> None:
    if table.phase() != Phase.OVER:
        menu = table.menu()
        assert len(set(menu)) == len(menu) > 0
        assert set(menu) == menu_by_hand(table)


@at_every_moment
def choices_of_a_kind_stand_together_on_the_menu(table: Table) -> None:
    if table.phase() != Phase.OVER:
        verbs = [words.split()[0] for words in table.menu()]
        runs = [verb for i, verb in enumerate(verbs) if i == 0 or verbs[i - 1] != verb]
        assert len(set(runs)) == len(runs)


# Turns


@at_every_moment
def every_action_is_taken_wasted_or_left(table: Table) -> None:
    if table.phase() == Phase.PLACE_OFFICERS:
        return
    state = table.state
    turns = state.rounds_ended * state.n_players + state.seat + 1
    extra = state.tally.bonus[Effect.EXTRA_ACTION - 1]
    taken = state.tally.draws + state.tally.moves + state.tally.exchanges + state.tally.sends
    left = 0 if table.phase() == Phase.LIMIT_DISCARD else state.actions_left
    assert left >= 0
    assert taken + state.tally.wasted_actions + left == turns * table.rules.actions_per_turn + extra


@in_any_game
def test_nobody_passes_the_turn_on_with_too_many_cards(play: Play) -> None:
    seat = 0
    for table in play.moments():
        state = table.state
        if state.seat != seat:
            assert state.hands[seat].n_cards <= table.rules.hand_limit
            assert state.seat == (seat + 1) % play.players
        seat = int(state.seat)


@at_every_moment
def every_turn_brings_one_taxi_and_one_more_for_each_event_that_calls_one(table: Table) -> None:
    state = table.state
    called = int(state.tally.events[Event.ANOTHER_TAXI - 1])
    unanswered = state.turns + called - state.tally.arrivals
    is_cut_short = table.phase() == Phase.OVER
    assert unanswered in ((0, 1) if is_cut_short else (0,))
    assert state.tally.events.sum() <= state.tally.arrivals == state.n_taken + state.tally.sends


# Results


@at_every_moment
def the_score_is_the_sum_of_the_values_sent(table: Table) -> None:
    state = table.state
    values = range(1, HIGHEST_TAXI + 1)
    assert state.score == sum(v * n for v, n in zip(values, state.tally.sent_value, strict=True))
    assert state.tally.sends == sum(state.tally.sent_value) == sum(state.tally.sent_colour)


@in_any_game
def test_nothing_that_is_counted_ever_falls(play: Play) -> None:
    before = np.zeros(1)
    for table in play.moments():
        state, tally = table.state, table.state.tally
        counters = (state.score, state.turns, state.rounds_ended, state.deck.reshuffles)
        now = np.hstack([*counters, *(tally[name] for name in tally.dtype.names)])
        assert (now >= before).all()
        before = now


@settings(max_examples=60, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_a_game_without_extra_actions_ends(play: Play) -> None:
    patch = {**play.patch, "soldiers.extra_action.copies": 0, "initial_cards": 10}
    for table in replace(play, patch=patch).moments():
        last = table
    assert last.phase() == Phase.OVER
    assert last.state.end == (2 if last.coming() else 1)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(ANY_PLAY, st.integers(1, 400))
def test_a_game_ends_by_its_rules_or_at_the_limit_of_decisions(play: Play, limit: int) -> None:
    name = POLICIES.get(play.chooser, POLICIES["random"])
    rules = GAME.load(patch=play.patch)
    row = engine(limit).play(rules.row, (name,) * play.players, SEED, play.deal, 1)[0]
    assert row["finished"] == (row["end_reason"] != NOT_APPLICABLE)
    assert row["decisions"] == limit or row["finished"]
    assert row["decisions"] <= limit


@cache
def engine(limit: int = LIMIT) -> Engine:
    return Engine(replace(GAME, decision_limit=limit))
