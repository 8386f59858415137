"""`simlab play`: people and policies at one table, in the terminal and from Python."""

from __future__ import annotations

import io
import re
import shlex
from itertools import cycle
from pathlib import Path

import pytest

import simlab as library
from simlab.errors import ContractError, InputError
from simlab.explain.transcript import sentences
from tests.plain.broken_game import written

PLAIN = Path(__file__).parents[1] / "plain"
MARKET = PLAIN / "market" / "market.py"
PIG = PLAIN / "plain_pig" / "plain_pig.py"
SHORT = {"patch": "target=20", "policy": "hold", "number": 3}


@pytest.fixture
def typed(simlab, monkeypatch):
    """Run `simlab play` with what a person types."""

    def run(text, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return simlab("play", *words)

    return run


def test_a_game_is_played_to_its_end_from_a_pipe(typed, simlab) -> None:
    words = (PIG, "--patch", "target=10", "--game", "3", "--policy", "hold")
    played = typed("2\n2\n1\n", *words)
    assert played.code == 0
    lines = [line.strip() for line in played.out.splitlines()]
    for line in (
        "Player 1 is you.",
        "Player 2 is played by hold.",
        "points: 0, 0",
        "1  hold",
        "2  roll",
    ):
        assert line in lines
    assert "Player 1 rolls a 4." in lines
    assert "Player 1 wins 10 : 0." in lines
    again = shlex.split(lines[-1])
    assert again[-2:] == ["--choices", "2,2,1"]
    assert "Player 1 wins 10 : 0." in typed("", *again[2:]).out


def test_a_game_that_is_not_finished_can_be_played_on(typed) -> None:
    words = (PIG, "--patch", "target=10", "--game", "3", "--policy", "hold")
    stopped = typed("2\nq\n", *words)
    assert stopped.code == 0
    lines = stopped.out.splitlines()
    assert lines[-2] == "Stopped. To play on:"
    assert "Player 1 wins 10 : 0." in typed("2\n1\n", *shlex.split(lines[-1])[2:]).out


def test_what_is_no_choice_is_asked_again(typed) -> None:
    played = typed("x\n9\nu\n\n2\nu\nq\n", PIG, "--game", "3", "--policy", "hold")
    for line in (
        '"x" is no number.',
        "there is no choice 9; the numbers are 1 to 2.",
        "there is no choice to take back.",
        "The last choice is taken back.",
    ):
        assert line in played.out


def test_choices_are_taken_back_to_the_same_table() -> None:
    game = library.play(PIG.as_posix(), **SHORT)
    game.choose(2)
    before = (game.visible, game.choices, game.seat, list(game.live.table.happened))
    game.choose(2)
    game.choose(1)
    game.undo()
    game.undo()
    assert (game.visible, game.choices, game.seat, list(game.live.table.happened)) == before


def test_compiled_and_plain_pig_play_the_same_game() -> None:
    stories = []
    for target in ("pig", PIG.as_posix()):
        game, numbers, sentences = library.play(target, **SHORT), cycle([2, 2, 1]), []
        while game.choices:
            game.choose(next(numbers))
            sentences += game.news()
        stories.append([*sentences, *game.ending])
    assert stories[0] == stories[1]


def test_a_policy_plays_its_seat_as_in_a_replay() -> None:
    """The choices of a policy, made by hand, give the game that a replay has."""
    story = library.replay(MARKET.as_posix(), 5, policy="thrifty", players=2).story
    game = library.play(MARKET.as_posix(), number=5, policy="thrifty", players=2, seat="all")
    sentences = game.news()
    while game.choices:
        offered = game.live.table.menu
        choice = game.scenario.lineup[0].function(None, offered, None)
        game.choose(offered.index(choice) + 1)
        sentences += game.news()
    assert sentences == story


def test_what_a_seat_cannot_see_is_hidden() -> None:
    lines = library.play(MARKET.as_posix(), number=5, players=2).visible
    deck = next(line for line in lines if line.startswith("deck: "))
    assert deck == "deck: 13 hidden"
    market = next(line for line in lines if line.startswith("market: "))
    assert "price" in market and "hidden" not in market


def test_the_hand_and_the_board_of_a_shipped_game_are_shown(typed) -> None:
    answer = typed("b\nq\n", "arriala", "--policy", "greedy", "--game", "3")
    assert "Hand: Player 1 (canal to vineyard, transfer), Player 2 (2 hidden)" in answer.out
    assert "Your choice (1 to 4, b for the board, u to undo, q to quit)" in answer.out
    assert "Chasselas (4 points): 4 × free cell" in answer.out


def test_several_people_share_a_screen_and_seats_are_checked() -> None:
    game = library.play(PIG.as_posix(), number=3, players=3, seat=[1, "Player 3"])
    assert game.live.people == {0, 2}
    with pytest.raises(InputError, match='seat: "4" is not one of 1, 2, 3'):
        library.play(PIG.as_posix(), players=3, seat=4)


def test_a_choice_without_an_alternative_is_made_at_once(tmp_path) -> None:
    file = written(tmp_path, ("7 + chance.below(3)", "2"))
    game = library.play(str(file), seat="all", number=0)
    game.choose(1)
    assert game.ending == ["Player 2 wins."]
    assert game.news()[-1] == "Player 2 takes 1."


def test_a_game_says_itself_what_a_seat_sees(tmp_path) -> None:
    lines = (
        "    def winner(self):",
        "    def visible(self, seat):\n"
        '        return [f"{self.stones} stones for player {seat + 1}"]\n\n'
        "    def winner(self):",
    )
    game = library.play(str(written(tmp_path, lines)), number=0)
    assert game.visible[0].endswith("stones for player 1")


def test_an_error_of_the_author_is_named_with_its_line(tmp_path) -> None:
    file = written(tmp_path, ("self.stones -= choice[1]", "self.stones -= choice[2]"))
    game = library.play(str(file), number=0)
    with pytest.raises(ContractError, match=r"nim.py:25: self.stones -= choice\[2\]: IndexError"):
        game.choose(1)


def news_of(game, n_choices: int) -> list[list[str]]:
    """The sentences before each choice, where a person always takes the first one."""
    news = [game.news()]
    for _ in range(n_choices):
        if game.choices:
            game.choose(1)
            news.append(game.news())
    return news


SHIPPED = [
    ("arriala", 2),
    pytest.param("mare_nostrum", 3, marks=pytest.mark.long),
    ("taxis", 2),
    ("pig", 2),
]


@pytest.mark.parametrize(("target", "players"), SHIPPED)
def test_no_sentence_of_a_replay_is_lost_between_two_questions(target, players) -> None:
    """Events that say nothing until others follow are kept until then."""
    game = library.play(target, number=3, players=players, seat="all")
    news = [sentence for latest in news_of(game, 150) for sentence in latest]
    happened = game.live.table.happened
    at_once = [*sentences(game.scenario.game, game.scenario.rules, happened)]
    for part in ("buys nothing", "nothing in", "pays ", "rolls ", "Rank ", "the title of"):
        is_in_replay = any(part in sentence for sentence in at_once)
        assert any(part in sentence for sentence in news) == is_in_replay, part


def test_no_turn_is_called_idle_before_it_is_over() -> None:
    """A person is asked what to buy, and where to move, at the beginning of a turn."""
    game, n_asked = library.play("mare_nostrum", number=3, players=3), 0
    while game.choices and n_asked < 8:
        name, asked = game.names[game.seat], game.choices[0]
        last = game.news()[-1:]
        if asked in ("buy nothing more", "move no more legions", "move no more triremes"):
            n_asked += 1
            for false in (f"{name} buys nothing", f"{name} does nothing", f"{name} keeps"):
                assert not any(false in sentence for sentence in last)
        game.choose(1)
    assert n_asked > 2


def test_who_buys_and_does_nothing_is_reported_afterwards() -> None:
    game = library.play("mare_nostrum", number=3, players=3)
    news = " ".join(sentence for latest in news_of(game, 40) for sentence in latest)
    assert "Rome buys nothing." in news
    assert re.search(
        r"(Rome|, Rome| and Rome).* (does|do) nothing in (its|their) military turn",
        news,
    )


def test_secret_cards_of_others_are_not_reported() -> None:
    game = library.play("arriala", number=3, seed=5, players=2)
    news = [sentence for latest in news_of(game, 12) for sentence in latest]
    assert "Player 2 gets 2 cards." in news
    assert any("Player 2 draws 1 card (2 action points)." in sentence for sentence in news)
    assert not any(re.search("Player 2 (gets|draws) the card", sentence) for sentence in news)
    assert any("Player 1 gets the card" in sentence for sentence in news)


def test_people_at_one_screen_see_their_own_cards_only() -> None:
    game = library.play("arriala", number=3, seed=5, players=2, seat="all")
    assert game.seat == 0
    first = game.news()
    assert any("Player 1 gets the card" in sentence for sentence in first)
    assert "Player 2 gets 2 cards." in first


def test_what_is_to_be_paid_is_shown() -> None:
    game = library.play("mare_nostrum", number=3, seed=5, players=3)
    while not any(choice.startswith("buy a legion") for choice in game.choices):
        game.choose(1)
    names = [choice for choice in game.choices if choice.startswith("buy a legion")]
    game.choose(game.choices.index(names[0]) + 1)
    thing = names[0].removeprefix("buy ")
    assert f"paid for {thing}: 0 of 3 tokens" in game.visible
    game.choose(1)
    assert f"paid for {thing}: 1 of 3 tokens" in game.visible


def test_the_streets_and_the_next_taxi_are_shown_with_the_hand() -> None:
    game = library.play("taxis", number=3, seed=5, players=1)
    game.choose(1)
    assert game.board == []
    streets = [line for line in game.visible if line.startswith(("rue ", "quai ", "avenue "))]
    assert any("officer 1" in line for line in streets)
    assert any(line.endswith(": empty") for line in streets)
    assert any("× taxi card, the next is " in line for line in game.visible)
