"""The contract notices every way in which a game or a policy can break it.

Each offender is Pig, or a policy, with one thing wrong. Broken games are tried step by step only:
the engine's cache knows a game by its name and package and must not learn a broken one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simlab.check.contract import (
    CHECKS,
    cases,
    check_every_choice,
    check_for_peeking,
    check_the_evaluation,
    check_the_events,
    check_the_folded_events,
    check_the_memory,
    check_the_noise,
    check_the_outcome,
    check_the_questions,
    check_the_rounds,
    check_the_sentence,
    check_the_setup,
    check_the_standing,
    check_the_words,
    problem_of,
    problems_of,
)
from simlab.engine.items import NO_VALUE
from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Ints, Row, Words, small
from simlab.engine.rng import below
from simlab.execution.stepper import Case
from simlab.game import Game, timeline_record
from simlab.game.policy import policy
from simlab.games.taxis import GAME as TAXIS
from tests.support.compiled_pig import HOLD, PIG, ROLL

outcome_of_pig = PIG.outcome
HOLDER = next(policy for policy in PIG.policies if policy.name == "hold")


def problem(
    check: Any, *, policy: Any = HOLDER, game: Game = PIG, players: int = 2, **wrong: Any
) -> str:
    """Return what a check says of a game in which something is wrong."""
    broken = replace(game, **wrong)
    return problem_of(Case(broken, broken.load(), (policy,) * players), check)


def test_a_sound_game_has_no_problems() -> None:
    assert problems_of(Case(PIG, PIG.load(), (HOLDER,) * 3)) == []


def test_a_problem_names_players_line_up_seed_game_and_decision() -> None:
    complaint = problem(check_the_outcome, legal=legal_offers_nothing)
    assert complaint == (
        "legal offers 0 choices; 1 to 12 (longest_menu) may be"
        " (pig, 2 players, hold, seed 1914, game 0, decision 0)"
    )


@kernel
def legal_offers_nothing(rules: Row, state: Row, menu: Ints) -> int:
    return 0


@kernel
def legal_repeats(rules: Row, state: Row, menu: Ints) -> int:
    menu[0], menu[1] = HOLD, HOLD
    return 2


def test_a_menu_that_repeats_a_choice_is_noticed() -> None:
    complaint = problem(check_the_outcome, legal=legal_repeats)
    assert complaint.startswith("legal offers a choice twice: [0, 0]")


@kernel
def legal_overflows(rules: Row, state: Row, menu: Ints) -> int:
    menu[0], menu[1] = HOLD, ROLL
    menu[menu.shape[0]] = ROLL
    return 2


def test_a_menu_written_beyond_its_stated_length_is_noticed() -> None:
    assert "1 to 12 (longest_menu) may be" in problem(check_the_outcome, legal=legal_overflows)


@kernel
def legal_meddles(rules: Row, state: Row, menu: Ints) -> int:
    state.tally.turns += 1
    menu[0], menu[1] = HOLD, ROLL
    return 2


def test_a_menu_that_changes_the_state_is_noticed() -> None:
    complaint = problem(check_the_questions, legal=legal_meddles)
    assert complaint.startswith("next_seat or legal changes state.tally.turns from 1 to 2")


@kernel
def next_seat_leaves_the_table(rules: Row, state: Row) -> int:
    return 5


def test_a_seat_that_nobody_sits_on_is_noticed() -> None:
    complaint = problem(check_the_outcome, next_seat=next_seat_leaves_the_table)
    assert complaint.startswith("next_seat returns 5 with 2 at the table")


@kernel
def setup_keeps_the_turns(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    state.n_players = players
    state.points.n = players
    for seat in range(state.points.items.shape[0]):
        state.points.items[seat] = 0
    state.fault = 0
    state.decides = 0
    state.to_move = 0
    state.turn_total = 0
    state.winning_seat = NO_VALUE
    for seat in range(state.chosen.shape[0]):
        state.chosen[seat, 0] = state.chosen[seat, 1] = 0
    for seat in range(state.tally.rolled.shape[0]):
        state.tally.rolled[seat] = 0
        state.tally.busted[seat] = 0
        state.tally.banked[seat] = 0


def test_a_setup_that_leaves_a_field_as_it_was_is_noticed() -> None:
    complaint = problem(check_the_setup, setup=setup_keeps_the_turns)
    assert complaint.startswith(
        "setup leaves something of the game before, so that the same deal differs:"
        " state.tally.turns"
    )


@kernel
def apply_refuses_to_hold(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    if choice == HOLD:
        raise ValueError("no holding here")


def test_a_choice_that_is_offered_but_not_accepted_is_noticed() -> None:
    complaint = problem(check_every_choice, apply=apply_refuses_to_hold)
    assert complaint.startswith("raises ValueError('no holding here')")


@kernel
def outcome_forgets_the_turns(rules: Row, state: Row, finished: bool, row: Row) -> None:
    turns = row.turns
    outcome_of_pig(rules, state, finished, row)
    row.turns = turns


def test_an_outcome_that_leaves_a_field_unassigned_is_noticed() -> None:
    complaint = problem(check_the_outcome, outcome=outcome_forgets_the_turns)
    assert complaint.startswith("outcome leaves fields of its row unassigned: row.turns (pig")


@kernel
def outcome_credits_everybody(rules: Row, state: Row, finished: bool, row: Row) -> None:
    outcome_of_pig(rules, state, finished, row)
    for seat in range(state.n_players):
        row.seats[seat].credit = 1.0


def test_credits_that_do_not_sum_to_one_are_noticed() -> None:
    complaint = problem(check_the_outcome, outcome=outcome_credits_everybody)
    assert complaint.startswith("credits of a finished game sum to 2, not 1")


def test_a_capped_game_is_no_problem() -> None:
    assert problem(check_the_outcome, decision_limit=5) == ""


@kernel
def hide_passes_the_turn(rules: Row, state: Row, seat: int, rng: Words) -> None:
    state.to_move = 1 - state.to_move


def test_hiding_that_changes_who_decides_is_noticed() -> None:
    complaint = problem(check_for_peeking, hide=hide_passes_the_turn)
    assert complaint.startswith("hide changes who decides or the menu of seat")


@policy()
def peeker(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Looks at the face of the next taxi."""
    return menu[state.next_taxi % menu.shape[0]]


def test_a_policy_that_looks_at_what_it_cannot_see_is_noticed() -> None:
    complaint = problem(check_for_peeking, policy=peeker, game=TAXIS, decision_limit=60)
    assert complaint.startswith("peeker at seat")
    assert "peeks" in complaint


@policy(memory=1)
def rare_peeker(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Looks at the next taxi at one decision in fifty, else plays any choice."""
    memory[0] += 1
    if memory[0] % 50 == 0:
        return menu[state.next_taxi % menu.shape[0]]
    return menu[below(rng, menu.shape[0])]


def test_a_policy_that_peeks_at_one_decision_in_fifty_is_noticed() -> None:
    case = Case(TAXIS, TAXIS.load(), (rare_peeker,), n_deals=4)
    assert "rare_peeker at seat 0 peeks" in problem_of(case, check_for_peeking)


@policy()
def meddler(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Gives itself points."""
    state.points.items[seat] += 1
    return menu[0]


def test_a_policy_that_writes_to_the_state_is_noticed() -> None:
    complaint = problem(check_the_questions, policy=meddler)
    assert complaint.startswith("meddler changes state.points.items[0] from 0 to 1")


@policy(memory=2)
def sprawler(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes beyond the memory it asked for."""
    memory[2] = 1
    return HOLD if state.turn_total >= 10 else ROLL


def test_a_policy_that_takes_more_memory_than_it_asked_for_is_noticed() -> None:
    complaint = problem(check_the_memory, policy=sprawler)
    assert complaint.startswith("sprawler writes beyond the memory it asked for")


@policy(memory=1)
def forgetter(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Is lost when it no longer knows that it has played."""
    if memory[0] == 0 and state.points.items[seat] > 0:
        return 77
    memory[0] = 1
    return HOLD if state.turn_total >= 10 else ROLL


def test_a_policy_that_is_lost_without_its_memory_is_noticed() -> None:
    assert problem(check_the_outcome, policy=forgetter) == ""
    complaint = problem(check_the_memory, policy=forgetter)
    assert "returns 77 (hold), which is not on its menu of" in complaint


@policy()
def derailed(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Is lost at a score that it never comes to by its own choices."""
    if 0 < state.points.items[seat] < 10:
        return 77
    return HOLD if state.turn_total >= 10 else ROLL


def test_a_policy_that_is_lost_after_choices_of_its_noise_is_noticed() -> None:
    assert problem(check_the_outcome, policy=derailed) == ""
    complaint = problem(check_the_noise, policy=derailed)
    assert "derailed:noise=0.3 at seat" in complaint
    assert "returns 77 (hold), which is not on its menu" in complaint


def test_an_event_without_a_name_or_a_sentence_is_noticed() -> None:
    first_two = dict(list(PIG.events.items())[:2])
    assert problem(check_the_events, events=first_two).startswith("event 3 is not among")
    complaint = problem(check_the_events, tell=lambda event, rules: "")
    assert complaint.startswith("tell has no sentence for {'event': 'rolled'")


def test_choices_that_are_not_described_apart_are_noticed() -> None:
    complaint = problem(check_the_words, describe=lambda choice, state, rules: "play")
    assert complaint.startswith('describe returns "play" for two choices of a menu')
    complaint = problem(check_the_words, describe=lambda choice, state, rules: "")
    assert complaint.startswith("describe has no words for choice 0")
    complaint = problem(check_the_words, kind=lambda choice: {0: "hold"}[choice])
    assert complaint.startswith(f"kind raises KeyError({ROLL}) (")


def raising_tell(event: Any, rules: Any) -> str:
    return str(event["no such number"])


def test_a_sentence_that_raises_is_reported_with_its_line() -> None:
    complaint = problem(check_the_events, tell=raising_tell)
    assert complaint.startswith("tell raises KeyError('no such number') (")
    line = raising_tell.__code__.co_firstlineno + 1
    place = f'test_contract.py:{line}: return str(event["no such number"])'
    assert f"{place}) at {{'event': 'rolled'" in complaint


@policy()
def lowerer(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Makes the game shorter."""
    rules.target = 10
    return HOLD if state.turn_total >= 10 else ROLL


def test_rules_that_a_policy_writes_to_are_named_and_stay_as_they_were() -> None:
    case = Case(PIG, PIG.load(), (lowerer,) * 2)
    complaints = problems_of(case)
    assert complaints == [
        "lowerer changes rules.target from 100 to 10"
        " (pig, 2 players, lowerer, seed 1914, game 0, decision 0)"
    ]
    assert case.rules.row["target"][0] == 100


@kernel
def evaluate_in_points(rules: Row, state: Row, seat: int) -> float:
    return 2.0 + state.points.items[seat]


@kernel
def evaluate_that_rolls_on(rules: Row, state: Row, seat: int) -> float:
    state.turn_total += 1
    return 0.5


def test_an_evaluation_that_is_no_share_or_plays_on_is_noticed() -> None:
    complaint = problem(check_the_evaluation, evaluate=evaluate_in_points)
    assert complaint.startswith("evaluate returns 2; a share of the win is from 0 to 1")
    complaint = problem(check_the_evaluation, evaluate=evaluate_that_rolls_on)
    assert complaint.startswith("evaluate changes state.turn_total from 0 to 1")
    complaint = problem(check_the_evaluation, evaluate=None, horizon=3)
    assert complaint.startswith("horizon is 3, but there is no evaluate")


@kernel
def snapshot_counts_down(rules: Row, state: Row, row: Row) -> int:
    row.turns = state.tally.turns
    return 10 - state.tally.turns


def test_rounds_that_fall_are_noticed() -> None:
    row = timeline_record(turns=small("turns ended", "turns"))
    complaint = problem(
        check_the_rounds, timeline_row=row, snapshot=snapshot_counts_down, most_rounds=50
    )
    assert complaint.startswith("9 rounds have ended after 10, of 50")


@kernel
def snapshot_renumbers(rules: Row, state: Row, row: Row) -> int:
    row.rounds += row.rounds > 2
    return min(state.tally.turns, 4)


def test_a_round_that_the_timeline_skips_is_noticed() -> None:
    row = timeline_record(turns=small("turns ended", "turns"))
    complaint = problem(
        check_the_rounds, timeline_row=row, snapshot=snapshot_renumbers, most_rounds=50
    )
    assert complaint.startswith(
        "the timeline has a row for the rounds [1, 2, 4, 5], not for 1 to 4"
    )


@pytest.mark.parametrize("players", [2, 3])
def test_every_policy_that_can_sit_there_is_tried_alone_and_all_of_them_mixed(players) -> None:
    lineups = [
        [policy.name for policy in case.lineup]
        for case in cases(PIG, PIG.load(), PIG.policies, [players])
    ]
    alone = ["random", "hold", *["optimal"] * (players == 2)]
    assert lineups[:-1] == [[name] * players for name in alone]
    assert lineups[-1] == {2: ["optimal", "hold"], 3: ["hold", "random", "hold"]}[players]


def test_a_standing_that_raises_or_returns_no_text_is_noticed() -> None:
    complaint = problem(check_the_events, standing=lambda events, players, rules: events[0]["turn"])
    assert complaint.startswith("standing raises KeyError('turn'")
    complaint = problem(check_the_events, standing=lambda events, players, rules: None)
    assert complaint.startswith("standing returns None after")


def test_no_check_is_forgotten() -> None:
    import simlab.check.contract

    named = {
        value
        for name, value in vars(simlab.check.contract).items()
        if name.startswith("check_the_") or name in {"check_every_choice", "check_for_peeking"}
    }
    parts = {check_the_sentence, check_the_folded_events, check_the_standing}
    assert named - parts == set(CHECKS)
