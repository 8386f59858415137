"""Habits of players in games where each is known, and the same of a game and its translation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from simlab.analysis.habit import NEVER_CHOSEN
from simlab.catalog import find_game, in_kernels
from simlab.errors import ContractError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.explain.clock import clock_of, time_marks
from simlab.explain.habits import game_habits, habits
from simlab.explain.turn_stepper import CompiledTurnStepper, frozen
from tests.plain.broken_game import written

PLAIN = Path(__file__).parents[1] / "plain"
SIESTA = str(PLAIN / "siesta" / "siesta.py")
SHORE, PIG = str(PLAIN / "shore" / "shore.py"), str(PLAIN / "plain_pig" / "plain_pig.py")
GAMES = 12
TURNS = 24
"""Turns of a game at the shore that nobody claims, twelve of each seat."""


def scenario_of(game: str, policy: str, players: int = 2) -> Scenario:
    return request_experiment(game, {"players": [players], "policy": [policy]}).scenarios[0]


def counts_of(scenario: Scenario, deal: int = 0):
    clock = clock_of([time_marks(scenario.game.engine(), scenario, 0)])
    return game_habits(scenario.game.engine(), scenario, deal, clock)[0]


def at_the_shore(policy: str):
    return counts_of(scenario_of(SHORE, policy))


def table_of(policy: str) -> dict[str, pd.Series]:
    """Return the first row of each habit by its name."""
    table = habits(scenario_of(SHORE, policy), Threads(1), GAMES)
    return {str(name): rows.iloc[0] for name, rows in table.groupby("habit")}


@pytest.mark.parametrize("policy", ["idler", "gazer"])
def test_a_player_who_always_passes_has_no_turn_with_effect(policy: str) -> None:
    counts = at_the_shore(policy)
    assert (counts.n_turns, counts.n_open_turns, counts.n_idle_turns) == (TURNS, TURNS, TURNS)
    assert (counts.n_returns, counts.most_repeats) == (0, 0)


def test_nobody_is_idle_where_no_choice_does_anything(tmp_path) -> None:
    file = written(
        tmp_path,
        ("self.stones -= choice[1]", "self.stones -= 1"),
        ('("take", n) for n in (1, 2) if n <= self.stones', '"wish", "hope"'),
        ("n=choice[1]", "n=1"),
        ('("take",)', '("wish", "hope")'),
    )
    counts = counts_of(scenario_of(str(file), "random"))
    assert (counts.n_open_turns, counts.n_idle_turns) == (0, 0)


def test_a_player_who_walks_to_and_fro_returns_to_where_it_was() -> None:
    counts = at_the_shore("pacer")
    assert counts.n_idle_turns == 0
    # after two turns of each seat, every position has been there before
    assert counts.n_returns == TURNS - 4
    assert counts.most_repeats == 1


def test_a_move_that_the_rival_undoes_is_made_again_and_again() -> None:
    counts = at_the_shore("shover")
    assert counts.most_repeats == TURNS / 2
    assert counts.n_returns == TURNS - 2


def test_a_player_who_scores_in_every_third_turn_waits_for_two() -> None:
    counts = at_the_shore("digger")
    assert (counts.drought, counts.drought_share) == (2, 2 / 12)
    assert counts.n_idle_turns == TURNS * 2 / 3


def test_a_player_who_never_scores_waits_for_the_whole_game() -> None:
    counts = at_the_shore("idler")
    assert (counts.drought, counts.drought_share) == (12, 1.0)


def test_a_player_who_does_not_claim_the_goal_lets_a_win_pass_in_each_turn() -> None:
    counts = at_the_shore("blind")
    assert (counts.n_wins_in_sight, counts.n_wins_passed) == (TURNS - 4, TURNS - 4)


def test_a_win_that_comes_later_in_the_turn_is_not_let_pass() -> None:
    counts = at_the_shore("careful")
    assert (counts.n_wins_in_sight, counts.n_wins_passed) == (1, 0)


COIN = """
from simlab.plain import PlainGame, define, policy


class Coin(PlainGame):
    players = (2, 2)

    def setup(self, players, chance):
        self.turn, self.winners, self.face = 0, [], chance.below(2)
        self.knows = [False] * players

    def seat(self):
        return None if self.winners or self.turn == 8 else self.turn % 2

    def choices(self):
        return ["wait", "look", "heads", "tails"]

    def play(self, choice):
        seat = self.turn % 2
        self.turn += 1
        if choice == "look":
            self.knows[seat] = True
        elif choice != "wait":
            is_right = ("heads", "tails")[self.face] == choice
            self.winners = [seat if is_right else 1 - seat]

    def winner(self):
        return self.winners or [0, 1]

    def hide(self, seat, chance):
        if not self.knows[seat]:
            self.face = chance.below(2)


@policy()
def patient(view, choices, chance):
    \"""Never looks under the cup.\"""
    return "wait"


@policy()
def curious(view, choices, chance):
    \"""Looks under the cup, and says nothing.\"""
    return "look"


GAME = define(Coin, patient, curious)
"""


@pytest.mark.parametrize(("policy", "in_sight"), [("patient", 0), ("curious", 6)])
def test_a_win_is_in_sight_if_the_seat_can_know_it(tmp_path, policy: str, in_sight: int) -> None:
    file = tmp_path / "coin.py"
    file.write_text(COIN, encoding="utf-8")
    counts = counts_of(scenario_of(str(file), policy))
    assert (counts.n_wins_in_sight, counts.n_wins_passed) == (in_sight, in_sight)


def test_a_likely_win_is_not_in_sight(tmp_path) -> None:
    file = tmp_path / "coin.py"
    die = COIN.replace("chance.below(2)", "chance.below(8)").replace(
        "[self.face]", "[self.face < 1]"
    )
    file.write_text(die.replace("self.turn == 8", "self.turn == 200"), encoding="utf-8")
    # heads wins in one of eight deals and tails in seven, which a seat never knows
    assert counts_of(scenario_of(str(file), "patient"), 1).n_wins_in_sight == 0


def test_choices_tried_count_as_steps_of_a_game(tmp_path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(COIN, encoding="utf-8")
    scenario = scenario_of(str(file), "patient")
    clock = clock_of([time_marks(scenario.game.engine(), scenario, 0)])
    _, n_steps = game_habits(scenario.game.engine(), scenario, 0, clock)
    assert n_steps == 8 + 8 * 4  # eight decisions, of which each tries four choices


def test_a_table_in_kernels_deals_again_what_a_seat_cannot_see() -> None:
    stepper = CompiledTurnStepper(scenario_of("arriala", "greedy"), 0)
    before, menu = bytes(stepper.states.tobytes()), stepper.menu()
    redealt = [stepper.redealt(0, seed) for seed in range(2)]
    states = {before, *(bytes(copied.states.tobytes()) for copied in redealt)}
    assert len(states) == 3
    assert [copied.menu() for copied in redealt] == [menu] * 2
    assert stepper.states.tobytes() == before


def test_the_clock_is_what_all_choices_of_a_turn_change_alike() -> None:
    scenario = scenario_of(SHORE, "idler")
    votes = [time_marks(scenario.game.engine(), scenario, deal) for deal in range(3)]
    assert clock_of(votes) == {"turn", "has_looked"}


def test_a_lost_roll_is_not_a_turn_without_effect() -> None:
    counts = [counts_of(scenario_of(PIG, "hold"), deal) for deal in range(3)]
    assert [counted.n_idle_turns for counted in counts] == [0, 0, 0]
    assert max(counted.drought for counted in counts) > 1


@pytest.mark.parametrize("policy", ["hold", "random"])
def test_a_game_in_kernels_has_the_habits_of_the_plain_one(policy: str) -> None:
    scenario = scenario_of("pig", policy, players=3)
    plain = scenario.game.plain
    (player,) = [known for known in plain.policies if known.name == policy]
    as_plain = replace(scenario, game=plain, rules=plain.load(), lineup=(player,) * 3)
    for deal in range(3):
        assert counts_of(scenario, deal) == counts_of(as_plain, deal)


def test_each_habit_has_a_row_with_its_interval_and_its_limit() -> None:
    table = table_of("blind")
    passed = table["missed wins"]
    assert (passed["policy"], passed["players"], passed["n_games"]) == ("blind", 2, GAMES)
    assert (passed["estimate"], passed["limit"], passed["is_beyond"]) == (1.0, 0.05, True)
    assert passed["low"] > 0.5
    assert not table["turns without effect"]["is_beyond"]
    assert table["longest stretch without a point"]["estimate"] == 12


def test_options_that_are_never_chosen_are_listed() -> None:
    table = habits(scenario_of(SHORE, "idler"), Threads(1), GAMES)
    options = table[table["habit"] == NEVER_CHOSEN]
    assert [*options["option"]] == ["dig", "look", "shove", "step"]
    assert (options["estimate"] == 0).all() and (options["high"] > 0.2).all()


def test_wins_are_no_habit_of_games_that_nobody_wins() -> None:
    scenario = scenario_of(SHORE, "blind")
    cooperative = replace(scenario, game=replace(scenario.game, aim="points"))
    assert counts_of(cooperative).n_wins_in_sight == 0


PORTER = """
from simlab.plain import PlainGame, define, policy


class Porter(PlainGame):
    players, cooperative = (1, 1), True

    def setup(self, players, chance):
        self.day, self.stones = 0, 0

    def seat(self):
        return 0 if self.day < 6 else None

    def choices(self):
        return ["carry", "rest"]

    def play(self, choice):
        self.stones += choice == "carry"
        self.day += 1

    def scores(self):
        return self.stones


@policy()
def lazy(view, choices, chance):
    \"""Carries a stone on every third day.\"""
    return "carry" if view.day % 3 == 2 else "rest"


GAME = define(Porter, lazy)
"""


def test_one_player_alone_is_idle_as_the_clock_goes_on(tmp_path) -> None:
    file = tmp_path / "porter.py"
    file.write_text(PORTER, encoding="utf-8")
    counts = counts_of(scenario_of(str(file), "lazy", players=1))
    assert (counts.n_turns, counts.n_open_turns, counts.n_idle_turns) == (6, 6, 4)
    assert (counts.drought, counts.drought_share) == (2, 2 / 6)


def test_an_error_of_the_author_is_a_sentence_with_its_line(tmp_path) -> None:
    file = written(tmp_path, ("self.stones -= choice[1]", "self.stones //= 0"))
    with pytest.raises(ContractError, match=r"nim\.py:\d+: self\.stones //= 0: ZeroDivisionError"):
        habits(scenario_of(str(file), "random"), Threads(1), 1)


def test_equal_tables_are_equal_whatever_they_are_made_of() -> None:
    class Stack:
        def __init__(self, *cards: str) -> None:
            self.cards = list(cards)

    assert frozen({"a": [1, {2, 3}], "b": Stack("x")}) == frozen(
        {"b": Stack("x"), "a": [1, {3, 2}]}
    )
    assert frozen(Stack("x", "y")) != frozen(Stack("y", "x"))


def test_objects_that_know_each_other_are_compared() -> None:
    class Player:
        def __init__(self, coins: int) -> None:
            self.coins, self.left = coins, self

    def at_table(*coins: int) -> list[Player]:
        players = list(map(Player, coins))
        for player, neighbour in zip(players, players[1:] + players[:1], strict=True):
            player.left = neighbour
        return players

    assert frozen(at_table(1, 2)) == frozen(at_table(1, 2)) != frozen(at_table(1, 3))


def test_what_turns_leave_unspent_is_counted_where_a_game_says_what_they_have() -> None:
    scenario = scenario_of("arriala", "greedy")
    counts = counts_of(scenario)
    rows = scenario.game.engine().play(scenario.rules.row, scenario.lineup, scenario.seed, 0, 1)
    seats = rows["seats"][0, :2]
    assert counts.n_unspent == seats["lost"].sum() > 0
    points = scenario.rules.components.values["action_points"]
    # in the last turn the game ends before all points are spent or lost
    assert points * (counts.n_turns - 1) < counts.n_to_spend <= points * counts.n_turns
    assert counts_of(scenario_of(PIG, "hold")).n_to_spend == 0


def test_a_game_in_plain_python_says_it_in_its_facts() -> None:
    counts = counts_of(scenario_of(str(PLAIN / "plain_taxis"), "random"))
    assert 0 < counts.n_unspent < counts.n_to_spend


def test_a_game_sets_limits_of_its_habits() -> None:
    table = habits(scenario_of(SIESTA, "worker:rests=1"), Threads(1), GAMES).set_index("habit")
    unspent, idle = table.loc["left unspent"], table.loc["turns without effect"]
    assert (unspent["estimate"], unspent["limit"], unspent["is_beyond"]) == (1.0, 0.4, True)
    assert pd.isna(idle["limit"]) and not idle["is_beyond"]
    assert table.loc["moves undone", "limit"] == 0.05, "the usual one where it sets none"
    assert in_kernels(find_game(SIESTA)).limits_of_habits["unspent"] == 0.4


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        ({"unspnt": 0.1}, 'habit_limits: "unspnt" is not one of idle, .* Did you mean "unspent"'),
        ({"unspent": -1}, "habit_limits: unspent must be 0 or more, or None for no limit, not -1"),
    ],
)
def test_limits_of_a_game_are_those_of_habits(limits: dict[str, float], problem: str) -> None:
    game = find_game(SIESTA)
    with pytest.raises(ValueError, match=problem):
        replace(game, habit_limits=limits)
