"""simlab tension, as typed: games decided at the first move, at the last, and refusals."""

from __future__ import annotations

import pytest

import simlab as library
from simlab.players.trained import write_player
from tests.support.compiled_pig import PIG
from tests.support.read_page import one_line
from tests.support.written_player import linear_net

GAME = '''
from simlab.plain import PlainGame, define


class Race(PlainGame):
    """Seats take points turn by turn; one turn is worth more than all others."""

    players = (2, 2)
    sources = ("coin",)

    def setup(self, players, chance):
        self.points, self.turn = [0, 0], 0

    def seat(self):
        return self.turn % 2 if self.turn < 10 else None

    def choices(self):
        return ["toss"]

    def play(self, choice):
        if self.turn == {turn}:
            self.points[self.chance["coin"].below(2)] += 100
        self.turn += 1

    def scores(self):
        return self.points


GAME = define(Race)
'''
COOPERATIVE = """
from simlab.plain import PlainGame, define


class Dike(PlainGame):
    players = (1, 3)
    cooperative = True

    def setup(self, players, chance):
        self.done = False

    def seat(self):
        return None if self.done else 0

    def choices(self):
        return ["build"]

    def play(self, choice):
        self.done = True

    def scores(self):
        return 1


GAME = define(Dike)
"""
WON = """
from simlab.plain import PlainGame, define


class Draw(PlainGame):
    players = (2, 2)

    def setup(self, players, chance):
        self.done = False

    def seat(self):
        return None if self.done else 0

    def choices(self):
        return ["draw"]

    def play(self, choice):
        self.done = True

    def winner(self):
        return 0


GAME = define(Draw)
"""


def race(folder, turn: int):
    """Return the tension of a race that one of its ten turns decides."""
    file = folder / "race.py"
    file.write_text(GAME.format(turn=turn))
    return library.tension(str(file), games=200)


def test_a_game_that_its_first_turn_decides(tmp_path) -> None:
    result = race(tmp_path, 0)
    study = result.study
    assert study.median.estimate == 0.1
    assert study.decided.set_index("x")["estimate"][10] == 1
    behind = study.comebacks[study.comebacks["first"] > 0]
    assert behind["first"].tolist() == behind["last"].tolist() == [100, 100]
    assert (behind["estimate"] == 0).all()
    means = study.measures.set_index("name")["estimate"]
    assert (means["drama"], means["comebacks"], means["won_from_half_way"]) == (0, 0, 1)
    assert (means["lead_changes_per_turn"], means["no_lead_change"]) == (0, 1)
    assert "leads for good after 10\u202f% of the game; " in result.sentences[0]
    assert "; a seat 100 points behind at half-time wins 0" in result.sentences[0]


def test_a_game_that_its_last_turn_decides(tmp_path) -> None:
    study = race(tmp_path, 9).study
    assert study.median.estimate == 1
    assert study.decided.set_index("x")["estimate"][95] == 0
    assert (study.comebacks["first"] == 0).all()
    assert (study.leaders["with_leader"] == 0).all()


def test_the_command_opens_with_the_answer_and_writes_the_page(simlab, tmp_path) -> None:
    (tmp_path / "race.py").write_text(GAME.format(turn=5))
    typed = ("tension", "race.py", "--games", "200", "--plain", "--out", "page")
    answer = simlab(*typed)
    assert answer.code == 0
    assert one_line(answer.out).startswith(
        "Race with 2 players: in half of the games the later winner leads for good after 60"
    )
    assert "decided_at" in answer.out
    content = simlab(*typed, "--json").json
    moments = {row["moment"] for row in content["comebacks"]}
    assert moments == {"half-time", f"turn {content['turn']}"}
    assert content["median"]["estimate"] == 0.6
    assert "How exciting is Race?" in (tmp_path / "page" / "tension.html").read_text()


def test_games_in_which_nobody_leads_are_refused(simlab, tmp_path) -> None:
    for text, words in ((COOPERATIVE, "all players win or lose together"), (WON, "has no points")):
        (tmp_path / "game.py").write_text(text)
        answer = simlab("tension", "game.py")
        assert answer.code == 2
        (problem,) = answer.problems
        assert words in problem
    scores = "return [int(n == max(self.points)) for n in self.points]"
    (tmp_path / "race.py").write_text(GAME.format(turn=5).replace("return self.points", scores))
    answer = simlab("tension", "race.py", "--games", "100", "--plain")
    assert (answer.code, len(answer.problems)) == (2, 1)
    assert "scores() is 1 for who wins and 0 for the others" in answer.problems[0]
    (tmp_path / "race.py").write_text(GAME.format(turn=5))
    answer = simlab("tension", "race.py", "--games", "10")
    assert (answer.code, answer.problems) == (2, ["games: 10 are too few; take 100 or more"])


def test_winning_chances_come_from_rollouts_of_some_games(simlab, tmp_path) -> None:
    (tmp_path / "race.py").write_text(GAME.format(turn=4))
    typed = ("tension", "race.py", "--games", "100", "--plain", "--out", "page", "--chances")
    measures = {row["name"]: row for row in simlab(*typed, "10", "--json").json["chances"]}
    uncertain = measures["uncertainty"]
    assert uncertain["low"] - 0.02 <= 0.5 <= uncertain["high"] + 0.02
    out = " ".join(simlab(*typed, "10").out.split())
    assert "By winning chances: A game is " in out
    assert "as uncertain as one in which all seats have the same chance until the end." in out
    assert "How open the game is" in (tmp_path / "page" / "tension.html").read_text()
    answer = simlab(*typed, "5")
    assert (answer.code, answer.problems) == (
        2,
        ["chances: 5 is not from 10 to 100, the number of games"],
    )


def test_chances_by_a_player_without_a_net_are_refused(simlab, tmp_path) -> None:
    (tmp_path / "race.py").write_text(GAME.format(turn=4))
    typed = ("tension", "race.py", "--games", "100", "--plain", "--chances-by")
    for words, problem in (
        (
            ("random",),
            "chances_by: random has no net that says how likely each seat is to win; name a player"
            " that simlab train has made of whole games, or rollouts",
        ),
        (("rollouts",), "chances_by: say in how many games: --chances 100"),
    ):
        answer = simlab(*typed, *words)
        assert (answer.code, [one_line(line) for line in answer.problems]) == (2, [problem])


@pytest.mark.long
@pytest.mark.compiled
def test_chances_that_a_net_says_are_checked(tmp_path) -> None:
    """The net says nothing, and seats win half of the games: it is right, and all is uncertain."""
    player = tmp_path / "players" / "mine"
    write_player(player, linear_net(), PIG, {})
    result = library.tension("pig", policy="hold", games=200, chances_by=str(player), jobs=1)
    study = result.study
    assert (study.chances_by, len(study.reliability)) == ("@mine", 2)
    assert set(study.reliability["x"]) == {0.5}
    assert study.chances.set_index("name")["estimate"]["uncertainty"] == 1
    sentence = one_line(result.findings["Who says the chances"])
    assert sentence.startswith("The net of @mine says the chances, corrected by 100 games.")
    page = one_line(result.page(tmp_path / "page").read_text())
    assert "Are the chances right?" in page and sentence in page
