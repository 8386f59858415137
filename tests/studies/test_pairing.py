"""Who meets whom: every pairing once, in line-ups whose rotations are all their seatings."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.studies.ladder.pairing import lineups_of, pairings
from simlab.studies.ladder.result import FOCUS, FORMATS, GAUNTLET, ROUND_ROBIN

POLICIES = st.integers(2, 6).map(lambda n: list("abcdef"[:n]))
PLAYERS = st.integers(2, 5)


@given(POLICIES, PLAYERS, st.sampled_from(FORMATS), st.booleans())
def test_no_pairing_is_played_twice(policies, players, form, is_cooperative) -> None:
    all_pairings = pairings(form, policies, players, is_cooperative=is_cooperative)
    assert all_pairings
    assert max(Counter(all_pairings).values()) == 1
    assert max(Counter(lineups_of(all_pairings)).values()) == 1
    assert all(len(lineup) == players for lineup in lineups_of(all_pairings))


@given(POLICIES)
def test_two_seats_need_one_line_up_for_every_two_policies(policies) -> None:
    all_pairings = pairings(ROUND_ROBIN, policies, 2, is_cooperative=False)
    meetings = [frozenset(pairing.lineup) for pairing in all_pairings]
    n = len(policies)
    assert len(set(meetings)) == len(meetings) == n * (n - 1) // 2


@given(POLICIES, st.integers(3, 5))
def test_at_larger_tables_each_policy_sits_alone_among_each_other(policies, players) -> None:
    all_pairings = pairings(ROUND_ROBIN, policies, players, is_cooperative=False)
    assert {(p.policy, p.against) for p in all_pairings} == {
        (a, b) for a in policies for b in policies if a != b
    }
    for pairing in all_pairings:
        assert pairing.lineup == (pairing.policy, *[pairing.against] * (players - 1))


@given(POLICIES, PLAYERS)
def test_a_gauntlet_is_what_a_round_robin_says_of_the_first(policies, players) -> None:
    run = pairings(GAUNTLET, policies, players, is_cooperative=False)
    whole = pairings(ROUND_ROBIN, policies, players, is_cooperative=False)
    assert run == [p for p in whole if policies[0] in (p.policy, p.against)]


@given(POLICIES, PLAYERS)
def test_focus_tries_the_first_policy_among_every_mixture_of_the_others(policies, players) -> None:
    all_pairings = pairings(FOCUS, policies, players, is_cooperative=False)
    for pairing in all_pairings:
        first, *rivals = pairing.lineup
        assert first == policies[0] not in rivals
    mixtures = [tuple(sorted(p.lineup[1:])) for p in all_pairings]
    assert len(set(mixtures)) == len(mixtures)
    assert {rival for mixture in mixtures for rival in mixture} == set(policies[1:])


@pytest.mark.parametrize("form", [ROUND_ROBIN, GAUNTLET])
def test_where_the_score_is_shared_tables_of_one_policy_are_compared(form) -> None:
    (pairing,) = pairings(form, ["a", "b"], 3, is_cooperative=True)
    assert (pairing.lineup, pairing.base) == (("a",) * 3, ("b",) * 3)


def test_where_the_score_is_shared_focus_puts_one_policy_in_a_table_of_another() -> None:
    (pairing,) = pairings(FOCUS, ["a", "b"], 3, is_cooperative=True)
    assert (pairing.lineup, pairing.base) == (("a", "b", "b"), ("b", "b", "b"))
