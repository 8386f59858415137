"""What a plain game says of its events, choices and rounds, and what follows if it says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game
from simlab.check.plain_game import look
from simlab.engine.loop import Progress
from simlab.engine.record import NOT_APPLICABLE, new
from simlab.errors import ComponentError, ContractError
from simlab.experiment.request import request_experiment
from simlab.explain.positions import positions_of
from simlab.explain.replay import replay
from simlab.explain.transcript import blocks
from simlab.game import Game
from simlab.game.language import Words
from simlab.plain.definition import PlainDefinition
from simlab.plain.game import PlainGame, describe_choice
from simlab.plain.words import Label, text_of, with_blanks
from tests.support.shown_in_both import shown_in_both

TEXT = '''"""Draw cards from a row until it is empty."""

from simlab.plain import Column, PlainGame, Table, define, policy


class Row(PlainGame):
    """Each takes a card in turn, or waits once."""

    players = (2, 3)
    tables = (
        Table("cards", "cards", "card", (Column("name", "name"), Column("points", "points", 0, 9))),
    )
    kinds = {"take": "take {card} for {points:point}", "wait": "wait"}
    events = {
        "took": "{seat} takes {card} for {n:point}.",
        "saw": "The next is {card.points}.",
        "turn_began": "Turn of {seat}.",
        "rounds": "",
    }
    headings = ("turn_began",)
    timeline = ("took", "saw")

    def setup(self, players, chance):
        self.row = list(self.table("cards"))
        self.points, self.to_move, self.is_begun = [0] * players, 0, False

    def seat(self):
        return self.to_move if self.row else None

    def choices(self):
        return [*(("take", card, card.points) for card in self.row[:1]), "wait"][: len(self.row)]

    def play(self, choice):
        if choice != "wait":
            card = self.row.pop(0)
            self.points[self.to_move] += card.points
            self.log("took", seat=self.to_move, card=card, n=card.points)
            if self.row:
                self.log("saw", card=self.row[0])
        else:
            self.row.pop()
        self.to_move = (self.to_move + 1) % len(self.points)
        if self.to_move == 0:
            self.log("rounds")
        self.log("turn_began", seat=self.to_move)

    def scores(self):
        return self.points


@policy()
def first(view, choices, chance):
    """Takes the first card."""
    return choices[0]


GAME = define(Row, first)
'''
CARDS = "card,name,points\nrope,Rope,3\nlamp,Lamp,1\nhook,Hook,0\nbell,Bell,2\nsail,Sail,4\n"
FRENCH = """
[words]
"{seat} takes {card} for {n:point}." = "{seat} prend {card} pour {n:point}."
"take {card} for {points:point}" = "prendre {card} ({points:point})"
"wait" = "attendre"
"Player {n}" = "Joueur {n}"
"points" = "points"
"point" = "point"
"no" = "0"
"Rope" = "Corde"
"""


def written(folder: Path, *replaced: tuple[str, str], cards: str = CARDS) -> Path:
    text = TEXT
    for line, other in replaced:
        assert line in text
        text = text.replace(line, other)
    (folder / "cards.csv").write_text(cards, encoding="utf-8")
    (folder / "fr.toml").write_text(FRENCH, encoding="utf-8")
    (folder / "row.py").write_text(text, encoding="utf-8")
    return folder / "row.py"


def game_in(folder: Path, *replaced: tuple[str, str], cards: str = CARDS) -> Game:
    return find_game(str(written(folder, *replaced, cards=cards)))


def lines_of(game: Game, words: Words | None = None, *, long: bool = False) -> Iterator[str]:
    """Yield headings, lines and states of the first game."""
    rules = replace(game.load(), words=words or Words())
    journal = game.new_journal()
    lineup = [game.policies[-1]] * 2
    game.engine().play(rules.row, lineup, 1, 0, 1, journal=journal)
    happened = list(game.events_in(journal, rules))
    for block in blocks(game, rules, 2, happened, long=long):
        yield block.heading
        yield from (line.text for line in block.lines)
        yield from filter(None, [block.state])


def test_rows_have_their_names_numbers_their_nouns_and_columns_their_cells(tmp_path) -> None:
    assert list(lines_of(game_in(tmp_path)))[:6] == [
        "Setup",
        "Player 1 takes Rope for 3 points.",
        "The next is 1.",
        "Turn of Player 2",
        "Player 2 takes Lamp for 1 point.",
        "The next is 0.",
    ]


def test_rows_of_one_name_have_their_keys(tmp_path) -> None:
    cards = CARDS.replace("Lamp", "Rope")
    assert "Player 1 takes rope for 3 points." in lines_of(game_in(tmp_path, cards=cards))


def test_sentences_and_choices_are_in_the_language_of_the_reader(tmp_path) -> None:
    game = game_in(tmp_path)
    assert list(lines_of(game, game.words("fr")))[1] == "Joueur 1 prend Corde pour 3 points."
    scenario = request_experiment(str(tmp_path / "row.py"), {"games": 1, "players": 2}).scenarios[0]
    scenario = replace(scenario, rules=replace(scenario.rules, words=game.words("fr")))
    first = next(positions_of(scenario, 0, 0, [0] * 5))
    assert first.options == ("prendre Corde (3 points)", "attendre")


def test_a_choice_that_no_event_tells_has_a_line_unless_the_game_words_none(tmp_path) -> None:
    waiting = ("return choices[0]", "return choices[-1]")
    unsaid = ('        self.log("turn_began", seat=self.to_move)\n', "")
    game = game_in(tmp_path, waiting, unsaid)
    assert "Player 1: wait." in lines_of(game)
    assert "Joueur 1: attendre." in lines_of(game, game.words("fr"))
    (tmp_path / "silent").mkdir()
    unworded = ('"rounds": ""', '"rounds": "", "chose": ""')
    silent = game_in(tmp_path / "silent", waiting, unsaid, unworded)
    assert not any("wait" in line for line in lines_of(silent))
    assert "chose" not in silent.outcome_row.names


OWN_WORDS = """
    @classmethod
    def sentence(cls, event):
        if event["event"] == "took" and event["n"] == 0:
            return "{seat} takes {card}, which is worth nothing."
        return super().sentence(event)

    @staticmethod
    def in_words(name, value, rules):
        if name == "card":
            return f"the {rules.words(value.name)}"
        return PlainGame.in_words(name, value, rules)

    @staticmethod
    def fold_events(events):
        for event in events:
            if event["event"] == "took" and event["card"].card == "rope":
                cards = [event["card"], event["card"]]
                yield {**event, "card": cards, "all": [event]}
            elif event["event"] != "saw":
                yield event

    @staticmethod
    def standing(events, players, rules):
        n_taken = sum(event["event"] == "took" for event in events)
        return f"{n_taken} of {len(rules.table('cards'))} are taken."

    def scores(self):"""


def test_a_game_says_it_in_its_own_words(tmp_path) -> None:
    game = game_in(tmp_path, ("\n    def scores(self):", OWN_WORDS))
    assert list(lines_of(game))[:8] == [
        "Setup",
        "Player 1 takes the Rope and the Rope for 3 points.",
        "1 of 5 are taken.",
        "Turn of Player 2",
        "Player 2 takes the Lamp for 1 point.",
        "2 of 5 are taken.",
        "Turn of Player 1",
        "Player 1 takes the Hook, which is worth nothing.",
    ]
    assert "The next is 1." in lines_of(game, long=True)


def test_events_have_keys_as_data_and_a_legend(tmp_path) -> None:
    scenario = request_experiment(str(written(tmp_path)), {"games": 1, "players": 2}).scenarios[0]
    table, *happened, _ = replay(scenario, 0)
    took = next(event for event in happened if event["event"] == "took")
    assert {key: took[key] for key in ("seat", "card", "n")} == {"seat": 0, "card": "rope", "n": 3}
    assert isinstance(took["card"], Label)
    assert [row["name"] for row in table["legend"]["cards"]][:2] == ["Rope", "Lamp"]


def timeline_of(game: Game, players: int) -> Any:
    timeline, progress = np.zeros(10, game.timeline_row), new(Progress.dtype)
    lineup = [game.policies[-1]] * players
    rules = game.load().row
    game.engine().play(rules, lineup, 1, 0, 1, progress=progress, timeline=timeline)
    return timeline[: progress["timeline_rows"][0]]


def test_counts_are_kept_at_the_end_of_each_round(tmp_path) -> None:
    game = game_in(tmp_path)
    kept = timeline_of(game, 2)
    assert kept["scores"].tolist() == [[3, 1, NOT_APPLICABLE], [3, 3, NOT_APPLICABLE]]
    assert kept["took"].tolist() == [[3, 1, NOT_APPLICABLE], [3, 3, NOT_APPLICABLE]]
    assert kept["saw"].tolist() == [2, 4]
    facts = game.facts_under(game.load()).timeline
    assert [measure.columns[0] for measure in facts.seats] == ["took_seat_1"]
    assert facts.columns["saw"].label == "saw"


SHARED = (
    ("    players = (2, 3)\n", "    players = (2, 3)\n    cooperative = True\n"),
    ("return self.points\n", "return sum(self.points)\n"),
)


def test_a_cooperative_game_keeps_its_points_and_counts(tmp_path) -> None:
    game = game_in(tmp_path, *SHARED)
    kept = timeline_of(game, 2)
    assert [kept[name].tolist() for name in ("score", "took", "saw")] == [[4, 6], [4, 6], [2, 4]]
    assert list(game.facts_under(game.load()).timeline.columns) == ["score", "took", "saw"]


@pytest.mark.parametrize(
    ("named", "problem"),
    [("tok", '"tok" is not one of'), ("rounds", "rounds is a column of every timeline")],
)
def test_a_timeline_of_unknown_events_is_refused(named, problem, tmp_path) -> None:
    with pytest.raises(Exception, match=problem):
        game_in(tmp_path, ('("took", "saw")', f'("{named}",)'))


PROBLEMS = """
    @staticmethod
    def problems(rules):
        for card in rules.table("cards"):
            if card.points > 8:
                yield f"cards.{card.card}.points", f"must be at most 8, not {card.points}."

    @staticmethod
    def remarks(rules):
        if len(rules.table("cards")) < 5:
            yield "cards", "fewer than 5 cards make a short game."

    def scores(self):"""


def test_data_that_the_rules_cannot_play_is_refused_with_its_place(tmp_path) -> None:
    checked = ("\n    def scores(self):", PROBLEMS)
    game = game_in(tmp_path, checked, cards=CARDS.replace("1", "9"))
    with pytest.raises(ComponentError) as refused:
        game.load()
    assert str(refused.value) == "cards.csv: lamp.points: must be at most 8, not 9."
    game = game_in(tmp_path, checked)
    with pytest.raises(ComponentError) as refused:
        game.load(patch={"cards.lamp.points": 9})
    assert str(refused.value) == "patch: cards.lamp.points: must be at most 8, not 9."


def test_what_may_be_meant_otherwise_is_remarked(tmp_path) -> None:
    game = game_in(tmp_path, ("\n    def scores(self):", PROBLEMS))
    assert game.load().components.remarks == []
    remarks = game.load(patch={"cards.lamp": False}).components.remarks
    assert remarks == ["cards.csv: fewer than 5 cards make a short game."]


@pytest.mark.parametrize("is_shared", [False, True], ids=["competitive", "cooperative"])
def test_its_translation_shows_the_same(is_shared, tmp_path) -> None:
    own = OWN_WORDS.replace("    def scores(self):", PROBLEMS.lstrip("\n"))
    own_words = ("\n    def scores(self):", own)
    unsaid = ('        self.log("turn_began", seat=self.to_move)\n', "")
    waiting = ("return choices[0]", "return choices[-1]")  # of which no event tells
    file = written(tmp_path, own_words, *(SHARED if is_shared else (unsaid, waiting)))
    french = find_game(str(file)).words("fr").translations
    problems, plain, translation = shown_in_both(file, {"cards.lamp.points": 9}, french)
    assert problems == []
    assert plain == translation
    assert plain["refused"] == "patch: cards.lamp.points: must be at most 8, not 9."
    assert len(plain["rounds"]) > 1


@pytest.mark.parametrize(
    ("line", "wrong", "problem"),
    [
        (
            "{seat} takes {card}, which is worth nothing.",
            "{seat} takes {cards}.",
            'the sentence of took: field "cards" is not one of seat, card, n',
        ),
        ("yield {**event, ", "yield {**even, ", "fold_events(): "),
        ('return f"{n_taken} of ', 'return f"{taken} of ', "standing(): "),
    ],
)
def test_check_names_what_is_wrong_with_the_words(line, wrong, problem, tmp_path) -> None:
    changed = OWN_WORDS.replace(line, wrong)
    file = written(tmp_path, ("\n    def scores(self):", changed))
    file.write_text(file.read_text().replace(line, wrong), encoding="utf-8")
    scenario = request_experiment(str(file), {"games": 1, "players": 2}).scenarios[0]
    looked, _ = look(scenario.game.engine(), scenario, 1)
    assert any(problem in each for each in looked.problems), looked.problems


def test_a_sentence_of_a_kind_has_a_field_for_each_item(tmp_path) -> None:
    game = game_in(tmp_path, ("take {card} for {points:point}", "take {card}"))
    with pytest.raises(ContractError, match=r'"take \{card\}" of take has 1 fields for 2 items'):
        list(lines_of(game))


def test_a_square_within_a_choice_is_one_word() -> None:
    game, choice = find_game("tests/plain/circle/circle.py"), ("move", (3, 4), (4, 5))
    assert isinstance(game, PlainDefinition)
    in_force = game.narration.in_force(game.load())
    assert describe_choice(game.rules_class, choice, in_force) == "move 3,4 4,5"
    assert with_blanks(choice) == "move 3,4 4,5"


@dataclass(frozen=True)
class Bare:
    suit: str
    rank: int


@dataclass(frozen=True)
class Named(Bare):
    def __str__(self) -> str:
        return f"the {self.rank}"


@dataclass(frozen=True)
class Shown(Bare):
    def __repr__(self) -> str:
        return f"<{self.suit}>"


def test_an_object_of_a_dataclass_is_shown_by_what_it_holds() -> None:
    cards = Bare("hearts", 7), Named("hearts", 7), Shown("hearts", 7)
    assert [text_of(card) for card in cards] == ["hearts 7", "the 7", "<hearts>"]
    assert with_blanks(("play", cards[0])) == "play hearts 7"
    assert with_blanks(("play", (3, cards[1]))) == "play 3,the 7"


class Side(Enum):
    LEFT = "left"
    FAR_RIGHT = 2


class Suit(Enum):
    HEARTS = 1

    def __str__(self) -> str:
        return "the hearts"


class Number(IntEnum):
    TWO = 2


def test_a_member_of_an_enum_is_shown_by_its_word_or_its_name() -> None:
    members = Side.LEFT, Side.FAR_RIGHT, Suit.HEARTS, Number.TWO
    assert [text_of(member) for member in members] == ["left", "far right", "the hearts", "2"]
    assert with_blanks(("pull", Side.FAR_RIGHT)) == "pull far right"


def test_a_choice_that_begins_with_no_word_is_of_no_kind() -> None:
    choices = [3, Side.LEFT, (1, 2), (), "pass", ("bid", 2)]
    kinds = [PlainGame.kind(None, choice) for choice in choices]
    assert kinds == ["", "", "", "", "pass", "bid"]


SECRET = ('    headings = ("turn_began",)\n', '    secrets = {"took": ("card",)}\n')


def test_people_see_no_secret_of_others(tmp_path) -> None:
    game = simlab.play(str(written(tmp_path, SECRET)), number=0, players=2)
    game.choose(1)
    news = game.news()
    assert "Player 1 takes Rope for 3 points." in news
    assert "Player 2 takes something for 1 point." in news
    assert "Player 2 takes Lamp for 1 point." in lines_of(find_game(str(tmp_path / "row.py")))


def test_check_finds_words_that_cannot_do_without_a_secret(tmp_path) -> None:
    file = written(tmp_path, SECRET, ("\n    def scores(self):", OWN_WORDS))
    scenario = request_experiment(str(file), {"games": 1, "players": 2}).scenarios[0]
    looked, _ = look(scenario.game.engine(), scenario, 1)
    [problem] = looked.problems
    assert problem.startswith("fold_events(): ")
    assert problem.endswith("where None is what a player cannot see)")


@pytest.mark.parametrize(
    ("secrets", "problem"),
    [
        ({"tok": ("card",)}, 'secrets: "tok" is not one of'),
        ({"saw": ("card",)}, "secrets: saw has no seat"),
        ({"took": ("lot",)}, 'secrets: took: "lot" is not one of card, n, seat'),
    ],
)
def test_a_secret_that_is_no_field_is_refused(secrets, problem, tmp_path) -> None:
    with pytest.raises(Exception, match=problem):
        game_in(tmp_path, (SECRET[0], f"    secrets = {secrets}\n"))


MAP = """
    @staticmethod
    def board_map(rules):
        cards = enumerate(rules.table("cards"))
        places = tuple(Place("stall", card.name, 10 * x, 0) for x, card in cards)
        return Map(places, (), ("stall",), ("path",))

    def scores(self):"""


def test_the_map_of_the_board_follows_from_the_rules(tmp_path) -> None:
    game = game_in(
        tmp_path,
        ("\n    def scores(self):", MAP),
        (
            "from simlab.plain import Column",
            "from simlab.game.map import Map, Place\nfrom simlab.plain import Column",
        ),
    )
    assert [place.name for place in game.map(game.load()).places][:2] == ["Rope", "Lamp"]
    (tmp_path / "none").mkdir()
    assert game_in(tmp_path / "none").map is None
