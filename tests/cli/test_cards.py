"""simlab cards, as typed."""

from __future__ import annotations

from tests.support.read_page import one_line

TAXIS = ("cards", "taxis", "--players", "2", "--policy", "greedy", "--card", "joker 3")
FEW = ("--card", "bonus draw two", "--games", "300")


def test_the_worth_of_cards_is_reported_with_its_page(simlab, tmp_path) -> None:
    answer = simlab(*TAXIS, *FEW)
    assert answer.code == 0
    assert " worth most" in answer.out and ": replaced by red " in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "cards-taxis-"))


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*TAXIS, *FEW, "--jobs", "1", "--out", "one")
    simlab(*TAXIS, *FEW, "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "cards.html").read_text() for name in ("one", "other"))
    assert one == other
    assert "--card &#39;joker 3&#39;" in one or "--card 'joker 3'" in one_line(one)


def test_a_game_without_cards_says_so(simlab) -> None:
    answer = simlab("cards", "pig")
    assert answer.code == 2
    (problem,) = answer.problems
    assert problem.startswith("game: Pig has no cards that simlab knows. In a cooperative game")


DIKE = """\
from simlab.plain import Column, PlainGame, Table, define, policy


class Dike(PlainGame):
    players = (1, 3)
    cooperative = True
    columns = (Column("height", "of the dike", 0, 99), Column("copies", "of it", 1, 9))
    tables = (Table("cards", "cards of the deck", "card", columns),)

    def setup(self, players, chance):
        self.deck = [card for card in self.table("cards") for _ in range(card.copies)]
        chance.shuffle(self.deck)
        self.n_players, self.turn, self.height = players, 0, 0

    def seat(self):
        return self.turn % self.n_players if self.turn < 6 else None

    def choices(self):
        return [("lay", card) for card in dict.fromkeys(self.deck[:2])]

    def play(self, choice):
        self.deck.remove(choice[1])
        self.height += choice[1].height
        self.turn += 1

    def scores(self):
        return self.height


@policy()
def layer(view, choices, chance):
    \"\"\"Lays the higher card.\"\"\"
    return max(choices, key=lambda choice: choice[1].height)


GAME = define(Dike, layer)
"""


def test_the_cards_of_a_cooperative_game_in_plain_python_are_replaced(simlab, tmp_path) -> None:
    """By the row that is nearest to the average; the wall is far above it, the net below."""
    (tmp_path / "dike.py").write_text(DIKE)
    (tmp_path / "cards.csv").write_text(
        "card,height,copies\nsand,3,6\nstone,4,6\nSt. Malo wall,40,2\nnet,0,6\n"
    )
    answer = simlab("cards", "dike.py", "--games", "1000", "--json")
    worths = {row["card"]: row for row in answer.json["worths"]}
    assert {name: row["by"] for name, row in worths.items()} == {
        "St. Malo wall": "stone",
        "net": "stone",
        "sand": "stone",
        "stone": "sand",
    }
    assert worths["St. Malo wall"]["low"] > 5
    assert worths["net"]["high"] < 0


def test_the_cards_of_a_game_from_a_sheet_are_ranked(simlab, tmp_path) -> None:
    """A card that wins is found; its name needs no sign that the name of a policy has."""
    (tmp_path / "sheet.csv").write_text(
        'Name,Cost,VP,Qty\n"Öl, the +1 card",2,19,6\nRope,3,3,6\nNet,4,3,6\n'
    )
    simlab("new", "quay", "--from", "sheet.csv")
    answer = simlab("cards", "quay/quay.py", "--games", "700")
    assert answer.code == 0
    assert answer.out.startswith("Öl, the +1 card is worth most: a player without it loses ")
    assert "association" not in answer.out
    simlab("cards", "quay/quay.py", "--games", "300", "--card", "Rope", "--out", "rope")
    page = (tmp_path / "rope" / "cards.html").read_text()
    assert "Worth of each card" in page and "association" not in page
    answer = simlab("cards", "quay/quay.py", "--card", "Rop")
    assert 'card: "Rop" is not one of Öl, the +1 card, Rope, Net.' in answer.problems[0]
