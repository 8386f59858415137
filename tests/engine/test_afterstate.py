"""Afterstate play: the choice after which the net values the position most."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.catalog import find_game, in_kernels
from simlab.engine.net import n_weights
from simlab.engine.observation import SEATS_SEEN, state_numbers
from simlab.execution.stepper import Case, Stepper
from simlab.players.trained import Net, learnt_policy
from tests.support.compiled_pig import HOLD, PIG, ROLL
from tests.support.written_player import linear_net


def choice(total: int, own_score: int = 0, samples: int = 12, **weights: float) -> int:
    """Return the choice of a linear net at a position of Pig."""
    policy = learnt_policy("@x", linear_net(**weights), PIG).with_weights(samples=samples)
    table = Stepper(Case(PIG, PIG.load(), (policy, policy)), 0)
    table.set_up()
    table.state["points"]["items"][0, 0] = own_score
    table.state["turn_total"] = total
    return table.ask(0, table.offer())


@pytest.mark.parametrize("samples", [6, 12, 60])
def test_who_values_every_point_alike_holds_at_twenty(samples: int) -> None:
    # rolling loses the total k in one case of six and adds 4 on average in the others
    points = {"own": 0.01, "turn_total": 0.01, "samples": samples}
    assert choice(19, **points) == ROLL
    assert choice(20, **points) == HOLD  # equal, and first on the menu
    assert choice(21, **points) == HOLD


def test_points_are_taken_where_the_net_values_them() -> None:
    assert choice(5, turn_total=0.01) == ROLL
    assert choice(5, own=0.01) == HOLD


def test_a_win_is_worth_what_it_is_whatever_the_net_says() -> None:
    assert choice(10, own_score=90, turn_total=0.01) == HOLD
    assert choice(10, own_score=90, turn_total=1.0) == ROLL


def test_values_that_differ_by_the_last_bits_are_equal() -> None:
    assert choice(7, turn_total=1e-9) == HOLD


DUEL = """\
from simlab.parts import Simultaneous
from simlab.plain import PlainGame, define


class Duel(PlainGame):
    title = "Duel"
    players = (2, 3)
    picks = Simultaneous()
    events = {"picks_revealed": "{seat} shows {choice}."}

    def setup(self, players, chance):
        self.points, self.n_rounds = [0] * players, 0
        self.picks.begin()

    def seat(self):
        return None if self.n_rounds == 9 else self.picks.seat()

    def choices(self):
        return ["low", "high"]

    def play(self, choice):
        self.picks.put(choice)
        if self.picks.seat() is None:
            for seat, shown in enumerate(self.picks.reveal()):
                self.points[seat] += shown == "high"
            self.n_rounds += 1
            self.picks.begin()

    def scores(self):
        return self.points


GAME = define(Duel)
"""


@pytest.mark.in_plain_python
def test_a_choice_that_is_revealed_with_others_is_valued_by_what_comes_of_all(tmp_path) -> None:
    (tmp_path / "duel.py").write_text(DUEL, encoding="utf-8")
    game = in_kernels(find_game(str(tmp_path / "duel.py")))
    by_name = {number.name: number for number in state_numbers(game.state_row, 3, 2)}
    numbers = (by_name["points.items[+0]"], by_name["points.items[+1]"])
    n_features = SEATS_SEEN * 2 + len(numbers)
    weights = np.zeros(n_weights(n_features, 0))
    weights[-2:] = [0.1, -0.1]  # of the own points and those of the other
    policy = learnt_policy("@x", Net(2, numbers, 0, weights), game)
    table = Stepper(Case(game, game.load(), (policy, policy)), 0)
    table.set_up()
    shown = []
    for seat in (0, 1):
        choice = table.ask(seat, table.offer())
        shown.append(str(game.in_words(choice, table.state, game.load())))
        table.apply(choice)
    assert shown == ["high", "high"]
