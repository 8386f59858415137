"""Advice of `simlab check` on declarations that are hardly what an author means."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.check.advice import advice, further_games
from tests.plain.broken_game import written
from tests.support.own_game import write_dice, write_game


def test_a_solo_game_is_shown_of_cooperative_games(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, fewest=1), players=2)
    assert result.is_good
    assert any("cooperative = True" in sentence for sentence in result.sentences)
    assert result.to_dict()["advice"] == result.report.advice


def test_a_clock_that_no_game_logs_is_named(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, events='"rounds": ""'))
    (sentence,) = result.report.advice
    assert sentence.startswith("No game logged rounds, which events declares")


@pytest.mark.parametrize(("scores", "has_points"), [("int(n == best)", False), ("n", True)])
def test_scores_that_only_say_who_has_won_are_named(
    tmp_path: Path, scores: str, has_points: bool
) -> None:
    file = write_dice(tmp_path)
    source = Path(file).read_text(encoding="utf-8")
    [line] = [line for line in source.splitlines() if "return" in line and "self.points" in line][
        -1:
    ]
    lines = f"        best = max(self.points)\n        return [{scores} for n in self.points]"
    Path(file).write_text(source.replace(line, lines), encoding="utf-8")
    sentences = simlab.check_game(file).report.advice
    assert any("Write winner() instead" in line for line in sentences) is not has_points


def test_a_game_that_is_over_at_once_is_a_problem(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, is_over="True"))
    assert result.problems == [
        "Each game is over before its first decision: seat() is None after setup()"
    ]
    assert result.report.advice == []


def test_a_second_game_of_a_file_is_named(tmp_path: Path) -> None:
    second = "GAME = define(Nim, greedy)\nLONG_GAME = define(Nim, greedy)"
    file = written(tmp_path, ("GAME = define(Nim, greedy)", second))
    assert [*further_games(find_game(str(file)))] == ["LONG_GAME"]
    assert any("LONG_GAME" in sentence for sentence in advice(find_game(str(file))))


def test_a_usual_game_gets_no_advice(tmp_path: Path) -> None:
    assert simlab.check_game(write_dice(tmp_path)).report.advice == []


HANDS = """
    players = (2, 3)

    def setup(self, players, chance):
        deck = list(range(12))
        chance.shuffle(deck)
        self.turn = 0
        {hands}

    def seat(self):
        return None if self.turn == 6 else self.turn % {players}

    def choices(self):
        return {choices}

    def play(self, choice):
        self.turn += 1
        {played}

    def winner(self):
        return 0
{more}
"""
OWN_HAND = {"players": "len(self.hands)", "choices": "self.hands[self.seat()]"}
PLAYED = {"played": "self.hands[(self.turn - 1) % len(self.hands)].remove(choice)"}
LISTS = {
    "hands": "self.hands = [deck[3 * seat : 3 * seat + 3] for seat in range(players)]",
    **OWN_HAND,
    **PLAYED,
    "more": "",
}
SHUFFLED = """
    def hide(self, seat, chance):
        others = [each for each in range(len(self.hands)) if each != seat]
        cards = [card for each in others for card in self.hands[each]]
        chance.shuffle(cards)
        for each in others:
            n = len(self.hands[each])
            self.hands[each], cards = cards[:n], cards[n:]
"""
OF_OBJECTS = {
    "hands": "self.seats = [Place(deck[3 * n : 3 * n + 3]) for n in range(players)]",
    "players": "len(self.seats)",
    "choices": "self.seats[self.seat()].hand",
    "played": "self.seats[(self.turn - 1) % len(self.seats)].hand.remove(choice)",
    "more": """

class Place:
    def __init__(self, hand):
        self.hand, self.coins = hand, 3
""",
}


def advice_on(folder: Path, **changes: str) -> list[str]:
    result = simlab.check_game(write_game(folder, HANDS.format(**{**LISTS, **changes})))
    assert result.problems == []
    return result.report.advice


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "hands"),
        (
            {
                "hands": LISTS["hands"]
                .replace("[deck", "{seat: deck")
                .replace("players)]", "players)}")
            },
            "hands",
        ),
        (OF_OBJECTS, "seats.hand"),
    ],
    ids=["list", "dict", "objects"],
)
def test_hands_of_a_game_without_hide_are_said_to_lie_open(changes, name, tmp_path) -> None:
    assert advice_on(tmp_path, **changes) == [
        "hide() is not written, so each policy sees the whole table, also what the other seats have"
        f" in {name}. If players do not see that, deal it again in hide()."
    ]


def test_hide_that_leaves_what_others_have_is_named_and_one_that_deals_it_again_is_not(
    tmp_path,
) -> None:
    goals = LISTS["hands"] + "\n        self.goals = [deck[-1 - n:][:1] for n in range(players)]"
    goals += "\n        self.goals[0].append(12)"
    assert advice_on(tmp_path, hands=goals, more=SHUFFLED) == [
        "Each policy sees what the other seats have in goals. If players do not see that, deal it"
        " again in hide()."
    ]
    assert advice_on(tmp_path, more=SHUFFLED) == []


@pytest.mark.parametrize(
    "table",
    [
        "self.coins = [3] * players",
        "self.goods = [[0, 2, 1] for _ in range(players)]",
        'self.goods = [{"wood": 1, "clay": 2} for _ in range(players)]',
        "self.rows = [deck[:4], deck[4:]]",
        "self.camps = [[] for _ in range(players)]",
        "self.deck = deck",
    ],
)
def test_a_table_without_lists_of_cards_per_seat_gets_no_remark(table, tmp_path) -> None:
    alone = {"choices": '["draw", "wait"]', "played": "pass", "players": "2", "hands": table}
    assert advice_on(tmp_path, **alone) == []


def test_a_habit_of_the_default_player_is_named_and_is_no_problem(tmp_path: Path) -> None:
    shore = Path(__file__).parents[1] / "plain" / "shore" / "shore.py"
    text = shore.read_text(encoding="utf-8")
    file = tmp_path / "shore.py"
    file.write_text(f"{text}\nGAME = define(Shore, blind, idler)\n", encoding="utf-8")
    result = simlab.check_game(file)
    assert result.is_good
    idle, missed, unused = result.report.advice
    assert idle.startswith("idler, the default player with 2 players, does nothing in 100")
    assert idle.endswith("of the turns in which it could do something, more than 25\u202f%.")
    # digging in the last turn wins a game in which nobody has a shell
    assert "misses 100" in missed and "of the wins that are one choice away" in missed
    options = "never chooses dig, look, shove and step, each offered in 20 games or more."
    assert unused == f"idler, the default player with 2 players, {options}"
