"""The policy that draws a kind of choice first, then one of it."""

from pathlib import Path
from typing import Any

from simlab.catalog import find_policy
from simlab.compiler.module import translate_game
from tests.plain.broken_game import game_in

IMPORTED = ("PlainGame, define, policy", "PlainGame, define, policy, random_by_kind")
CHOSEN = ("GAME = define(Nim, greedy)", "GAME = define(Nim, random_by_kind, greedy)")
KINDS = ('kinds = ("take",)', 'kinds = ("take", "pass")')
MANY = (
    'return [("take", n) for n in (1, 2) if n <= self.stones]',
    'return [*[("take", n) for n in range(1, 8) if n <= self.stones], "pass"]',
)
PASS = ("self.stones -= choice[1]", 'self.stones -= choice[1] if choice != "pass" else 1')
QUIET = ('self.log("took", seat=self.to_move, n=choice[1])', "pass")
OWN_KIND = (
    "    def play(self",
    '    def kind(self, choice):\n        return "pass" if choice == "pass" else "take"\n\n'
    "    def play(self",
)


def by_kind(folder: Path, *replaced: tuple[str, str]) -> Any:
    """Return the game, in which a player may pass, with this policy."""
    return game_in(folder, IMPORTED, CHOSEN, KINDS, MANY, PASS, QUIET, *replaced)


def test_a_kind_of_many_choices_is_not_likelier(tmp_path: Path) -> None:
    game = by_kind(tmp_path)
    seats = [find_policy("random", game.policies, 2, game)] * 2
    rows = game.engine().play(game.load().row, seats, 1914, 0, 2000)["seats"]
    n_passed, n_taken = rows["chosen_pass"].sum(), rows["chosen_take"].sum()
    n = n_passed + n_taken
    assert abs(n_passed - n / 2) < 5 * (n / 4) ** 0.5  # by single choices, one in eight would be


def test_it_is_compiled_where_forms_of_choices_are_kinds(tmp_path: Path) -> None:
    for name, replaced, is_of_engine in (("forms", (), True), ("own", (OWN_KIND,), False)):
        (tmp_path / name).mkdir()
        translation = translate_game(by_kind(tmp_path / name, *replaced))
        assert translation.policies == ["random", "greedy"]
        assert ("policies=(random_by_kind, greedy,)" in translation.code) == is_of_engine
