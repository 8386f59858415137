"""The order in which the metrics of a rule change are printed."""

from __future__ import annotations

from pathlib import Path

import simlab
from simlab.analysis.rule_comparison import comparisons
from simlab.analysis.tables import Tables
from simlab.game.facts import FAIRNESS
from simlab.report.answers.metric_change import MENUS, most_telling, rank_metrics
from tests.support.own_game import write_game

RULES = """
    players = (2, 2)
    parameters = (Parameter("rolls", "rolls of each seat", "1", 1, 9),)
    kinds = ("roll", "rest")
    events = {"turns": "", "rolled": "{seat} rolls."}

    def setup(self, players, chance):
        self.points, self.turn = [0, 0], 0

    def seat(self):
        return None if self.turn == 2 * self.rules.rolls else self.turn % 2

    def choices(self):
        return ["roll", "rest"]

    def play(self, choice):
        if choice == "roll":
            self.points[self.turn % 2] += self.chance.die()
            self.log("rolled", seat=self.turn % 2)
        self.turn += 1
        self.log("turns")

    def scores(self):
        return self.points
"""


def test_who_wins_comes_first_and_no_number_twice(tmp_path: Path) -> None:
    game = write_game(tmp_path, RULES)
    (tmp_path / "rules.toml").write_text('[rolls]\nvalue = 3\nprovenance = "rule"\n')
    run = simlab.houserule(game, patch="rolls=4", games=400, out=tmp_path / "run")
    tables = Tables(run.folder)
    (pair,) = comparisons(tables)
    rows = most_telling(tables, pair)
    groups = rows["group"].tolist()
    n_fair = groups.count(FAIRNESS)
    assert n_fair and set(groups[:n_fair]) == {FAIRNESS}
    assert "turns" in set(rows["metric"]) and "decisions" not in set(rows["metric"])
    of_menus = rows["label"].str.startswith(MENUS).tolist()
    assert of_menus == sorted(of_menus), "what is counted of menus comes last"
    assert {"decisions", "chosen_roll"} <= set(rank_metrics(tables, pair)["metric"])
