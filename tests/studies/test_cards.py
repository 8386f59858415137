"""Studies of cards: a planted card is found, in play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from simlab.analysis.verdict import Verdict
from simlab.catalog import find_game
from simlab.errors import ContractError, InputError
from simlab.execution.executor import Executor, Threads
from simlab.experiment.resolve import Scenario
from simlab.studies.cards.result import CardWorths
from simlab.studies.cards.study import CardsRequest, play, request_cards, result_of


def request_of(game: str = "taxis", cards: tuple[str, ...] = (), **options: Any) -> CardsRequest:
    return request_cards({"game": game, "games": 600, **options}, "greedy", cards, None)


def worths_of(request: CardsRequest, executor: Executor) -> CardWorths:
    executor.prepare([request.base, *request.without])
    *_, progress = play(request, executor)
    return result_of(request, progress)


def test_a_planted_card_is_found() -> None:
    # nine cards that serve any colour, in place of one
    planted = ["soldiers.joker_3.copies=9"]
    study = worths_of(request_of(cards=("joker 3", "joker 1"), patch=planted), Threads(1))
    assert list(study.worths["card"]) == ["joker 3", "joker 1"]
    assert list(study.worths["by"]) == ["red 3", "red 1"]
    assert study.worths["verdict"][0] == Verdict.MORE
    assert study.worths["estimate"][0] > study.worths["high"][1]


SEA = """from pathlib import Path

from simlab.parts import Deck
from simlab.plain import Column, PlainGame, Table, define, random_by_kind


class Sea(PlainGame):
    players = (1, 2)
    cooperative = True
    tables = (Table("cards", "cards", "card", (Column("copies", "copies", 1, 9),)),)
    deck = Deck()

    def setup(self, players, chance):
        self.saved = self.water = self.turn = 0
        self.deck.set_up("cards")
        self.storm = next(row for row in self.table("cards") if row.card == "Storm")

    def seat(self):
        return None if self.turn == 6 else 0

    def choices(self):
        return ["row"]

    def play(self, choice):
        self.turn += 1
        card = self.deck.draw()
        self.saved += {"Calm": 2, "Storm": 0}.get(card.card, 1)

    def scores(self):
        return self.saved


GAME = define(Sea, random_by_kind, data=Path(__file__).parent)
"""


@pytest.fixture
def sea(tmp_path: Path) -> str:
    """The path of a cooperative game that looks for one of its cards as it begins."""
    rows = "Calm,6,rule\nStorm,2,rule\nWind,6,rule\n"
    (tmp_path / "cards.csv").write_text(f"card,copies,provenance\n{rows}")
    (tmp_path / "sea.py").write_text(SEA)
    return str(tmp_path / "sea.py")


def cards_of_the_sea(sea: str, *cards: str) -> CardWorths:
    request = request_cards({"game": sea, "games": 100}, None, cards, None)
    return worths_of(request, Threads(1))


def test_a_card_without_which_the_game_stops_is_left_out_and_named(sea: str) -> None:
    study = cards_of_the_sea(sea)
    assert list(study.worths["card"]) == ["Calm", "Wind"]
    assert study.stops.keys() == {"Storm"}
    assert "sea.py:16: self.storm = next(" in study.stops["Storm"]


def test_a_card_is_left_out_where_the_plain_game_stops_in_the_comparison(
    sea: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As that of a compiled game does, before it is played."""

    def compare(scenarios: Sequence[Scenario]) -> None:
        if any("Calm" in key for key in scenarios[0].patch):
            raise ContractError("Sea stops\nin setup()")

    monkeypatch.setattr("simlab.studies.cards.study.compare_rules", compare)
    study = cards_of_the_sea(sea)
    assert list(study.worths["card"]) == ["Wind"]
    assert study.stops["Calm"] == "Sea stops"


def test_a_game_that_stops_without_any_of_the_cards_is_an_error(sea: str) -> None:
    with pytest.raises(ContractError, match="stops without any of these cards; without Storm: "):
        cards_of_the_sea(sea, "Storm")


def test_any_number_of_cores_finds_the_same() -> None:
    request = request_of(cards=("bonus draw two",))
    one, two = (worths_of(request, Threads(jobs)) for jobs in (1, 2))
    assert one.worths.equals(two.worths)
    assert one.worths["used"][0] > 0


@pytest.mark.parametrize("name", ["taxis", "arriala", "mare_nostrum"])
def test_what_a_game_declares_can_be_played(name: str) -> None:
    request = request_of(name, games=200_000)
    facts = find_game(name).facts(request.base.rules)
    n_cards = len(facts.replacements) + sum(bool(kind.choice) for kind in facts.cards.kinds)
    assert len(request.without) == len(request.trials) == n_cards > 10


def test_in_a_competitive_game_one_player_may_never_use_the_card() -> None:
    request = request_of("arriala", ("lock",), players=3)
    [scenario] = request.without
    assert [str(policy) for policy in scenario.lineup] == [
        "greedy:never=play_lock",
        "greedy",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"cards": ("joker",)}, 'card: "joker" is not one of red 2, '),
        ({"game": "pig"}, 'policy: "greedy" is not one of'),
        ({"games": 100}, "games: 100 are too few for 15 cards"),
    ],
)
def test_requests_that_are_impossible_are_refused(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**words)
