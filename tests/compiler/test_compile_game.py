"""Plain games that are compiled: whole, and equal to the last cell, word and row."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.api.compile_game import CompileResult
from simlab.catalog import find_game
from simlab.engine.journal import new_journal
from simlab.engine.loop import Progress
from simlab.engine.menu_counts import MENU_COUNTS
from simlab.engine.record import new
from simlab.engine.rng import STREAM, seed_table
from simlab.errors import InputError
from simlab.plain.ledger import CHOICE
from simlab.scaffold.example_game import FOLDER as EXAMPLES
from tests.support.compiled_without_numba import what_is_wrong

pytestmark = pytest.mark.in_plain_python

PLAIN = Path(__file__).parents[1] / "plain"
WHOLE = (
    "plain_pig",
    "market",
    "harbour_goods",
    "constructs",
    "goods",
    "caravans",
    "regions",
    "rescue",
    "race",
    "duel",
    "islands",
    "workers",
    "pool",
    "lists",
    "auctions",
    "plans",
    "idioms",
)
MORE = (
    *("plain_pig", "goods", "caravans", "regions", "islands", "workers", "pool", "auctions"),
    *("market", "harbour_goods", "lists", "plans", "idioms", "race", "duel", "rescue"),
)
"""Some of them that share their idioms with others; they run with the long tests. Pig itself is
compiled for all tests that play it."""
WHOLE_EXAMPLES = (
    "area_majority",
    "auction",
    "cooperative_defence",
    "deck_building",
    "drafting",
    "push_your_luck",
    "race",
    "simultaneous_choice",
    "trick_taking",
    "worker_placement",
)
"""Of the games that `simlab new --example` copies, those that are translated whole."""
GAMES, FEW = 20, 6
TOLD_BY_LOOP = (CHOICE, "decision")
Compiled = Callable[[str], CompileResult]


def copied(name: str, folder: Path) -> Path:
    """Return the file of a copy of a game."""
    own = folder / name
    shutil.copytree(PLAIN / name, own, ignore=shutil.ignore_patterns("__pycache__"))
    return own / f"{name}.py"


@pytest.fixture(scope="module")
def bazaar_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game that `simlab new` writes."""
    folder = tmp_path_factory.mktemp("new") / "bazaar"
    simlab.new(folder)
    return folder / "bazaar.py"


@pytest.fixture(scope="module")
def bazaar(bazaar_file: Path) -> CompileResult:
    """Return the game that `simlab new` writes, compiled."""
    return simlab.compile_game(bazaar_file, games=GAMES)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Return a function that compiles a copy of a game, once."""
    results: dict[str, CompileResult] = {}

    def result_of(name: str) -> CompileResult:
        if name not in results:
            file = copied(name, tmp_path_factory.mktemp("compiled"))
            results[name] = simlab.compile_game(file, games=GAMES)
        return results[name]

    return result_of


def events_in(file: Path, deal: int) -> list[str]:
    """Return the events of a game of the best policy, in sentences."""
    game = find_game(str(file))
    rules, journal = game.load(), game.new_journal()
    lineup = [game.policies[-1]] * game.players[1]
    game.engine().play(rules.row, lineup, 1914, deal, 1, journal=journal)
    tell = game.tell
    assert tell is not None
    events = [each for each in game.events_in(journal, rules) if each["event"] not in TOLD_BY_LOOP]
    return [sentence for event in events if (sentence := tell(event, rules))]


def each_of(*names: str) -> list[Any]:
    """Return games as parameters of a test, MORE of them marked as long."""
    return [pytest.param(name, marks=[pytest.mark.long] * (name in MORE)) for name in names]


@pytest.mark.parametrize("name", each_of(*WHOLE))
def test_a_game_is_translated_whole_and_equal(compiled: Compiled, name: str) -> None:
    result = compiled(name)
    assert result.is_good
    assert result.problems == []
    assert result.translation.left_out == {}
    assert result.equality is not None
    assert result.equality.games >= GAMES
    seats = "" if name == "rescue" else "seats."
    assert {"decisions", f"{seats}score"} <= set(result.equality.columns)
    assert (f"{seats}rank" in result.equality.columns) == (name != "rescue")
    assert {f"{seats}{column}" for column in MENU_COUNTS} <= set(result.equality.columns)
    assert result.equality.only_plain == []


def test_the_game_of_simlab_new_is_translated_whole(bazaar_file: Path) -> None:
    assert what_is_wrong([bazaar_file], FEW) == [[]]


@pytest.mark.long
def test_the_game_of_simlab_new_is_compiled_whole(bazaar: CompileResult) -> None:
    assert bazaar.is_good
    assert bazaar.translation.policies == ["random", "thrifty"]
    assert bazaar.file.name == "bazaar_compiled.py"


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE_EXAMPLES)
def test_an_example_game_is_translated_whole_and_equal(tmp_path: Path, name: str) -> None:
    own = shutil.copytree(EXAMPLES / name, tmp_path / name)
    result = simlab.compile_game(own / f"{name}.py", games=GAMES)
    assert (list(result.problems), list(result.translation.left_out)) == ([], [])
    assert result.is_good


@pytest.mark.parametrize(
    "name",
    each_of(
        "harbour_goods",
        "constructs",
        "goods",
        "caravans",
        "islands",
        "workers",
        "pool",
        "lists",
        "auctions",
    ),
)
def test_both_tell_the_same(compiled: Compiled, name: str) -> None:
    file = compiled(name).file
    plain = file.with_name(f"{name}.py")
    for deal in range(3):
        sentences = events_in(file, deal)
        assert sentences
        assert sentences == events_in(plain, deal)


def test_both_keep_the_same_points_at_the_end_of_rounds(compiled: Compiled) -> None:
    file = compiled("constructs").file
    kept = []
    for each in (file, file.with_name("constructs.py")):
        game = find_game(str(each))
        assert game.timeline_row is not None
        timeline, progress = new(game.timeline_row, 4000), new(Progress.dtype)
        lineup = [game.policies[-1]] * 3
        game.engine().play(game.load().row, lineup, 7, 0, 40, progress=progress, timeline=timeline)
        rows = timeline[: int(progress["timeline_rows"][0])]
        kept.append(np.column_stack([rows["deal"], rows["rounds"], rows["scores"]]))
    assert len(kept[0]) > 40
    assert np.array_equal(kept[0], kept[1])


def test_kinds_and_choices_have_the_words_of_the_plain_game(compiled: Compiled) -> None:
    game = find_game(str(compiled("constructs").file))
    assert game.kind_names == ("draw", "keep", "swap", "paint")
    for name in game.kind_names:
        first = game.kinds[name].start
        assert game.kind_in_words(first) == name
        assert game.in_words(first, None, game.load()).split()[0] == name


@pytest.mark.long
def test_choices_have_the_words_of_the_plain_game(bazaar: CompileResult) -> None:
    game = find_game(str(bazaar.file))
    rules = game.load()
    first = rules.components.tables["cards"][0]["card"]
    buy = game.kinds["buy"].start
    assert game.in_words(buy, None, rules) == f"buy {first}"
    assert game.kind_in_words(buy) == "buy"
    assert game.in_words(game.kinds["coins"].start, None, rules) == "coins"
    assert game.kind_names == ("coins", "buy")


@pytest.mark.long
def test_a_seat_of_the_compiled_game_sees_what_is_in_its_lists(compiled: Compiled) -> None:
    game = simlab.play(str(compiled("market").file), number=5, players=2)
    for _ in range(4):
        game.choose(len(game.choices))
        (deck,) = [line for line in game.visible if line.startswith("deck: ")]
        assert re.fullmatch(r"deck: \d+ hidden", deck)
        assert not any("faults" in line or "items" in line for line in game.visible)


def test_a_patch_changes_both_alike(compiled: Compiled) -> None:
    file = compiled("constructs").file
    plain = file.with_name("constructs.py")
    result = simlab.check_game(file, against=plain, patch="rounds=4", deals=GAMES)
    assert result.problems == []


@pytest.mark.long
def test_hide_of_a_game_adds_to_that_of_its_parts(compiled: Compiled, tmp_path: Path) -> None:
    file = copied("harbour_goods", tmp_path)
    method = "    def hide(self, seat, chance):\n        super().hide(seat, chance)\n\n"
    file.write_text(file.read_text().replace("    def scores(", f"{method}    def scores("))
    result = simlab.compile_game(file, games=GAMES)
    assert result.is_good
    hidden = [after_hiding(each) for each in (result.file, compiled("harbour_goods").file)]
    assert hidden[0] == hidden[1]


def after_hiding(file: Path) -> bytes:
    """Return the state of a game after its setup, as another seat may imagine it."""
    game = find_game(str(file))
    rules, state = game.load().row[0], new(game.state_row).view(np.recarray)[0]
    journal = new_journal(listening=False).view(np.recarray)[0]
    streams = np.empty((len(game.sources), STREAM), np.uint64)
    seed_table(streams, 1, 2)
    game.setup(rules.view(np.recarray), state, 3, streams, journal)
    before = state.tobytes()
    game.hide(rules.view(np.recarray), state, 1, streams)
    after: bytes = state.tobytes()
    assert before != after
    return after


def test_a_compiled_game_is_refused_once_its_plain_game_has_changed(
    compiled: Compiled, tmp_path: Path
) -> None:
    own = shutil.copytree(compiled("constructs").file.parent, tmp_path / "constructs")
    file, compiled_file = own / "constructs.py", own / "constructs_compiled.py"
    assert find_game(str(compiled_file))
    file.write_text(file.read_text().replace("dice.die(4)", "dice.die(5)"))
    forget_modules(file, compiled_file)
    with pytest.raises(InputError) as refused:
        find_game(str(compiled_file))
    assert str(refused.value) == (
        f"{compiled_file}: constructs.py, or a file that it imports, has changed since it was"
        f" compiled; call simlab compile {file}"
    )


@pytest.mark.long
def test_a_compiled_game_is_refused_once_a_module_has_changed(tmp_path: Path) -> None:
    file, beside = copied("race", tmp_path), tmp_path / "race" / "race_steps.py"
    beside.write_text("LONGEST = 3\n", encoding="utf-8")
    text = file.read_text(encoding="utf-8").replace("below(3)", "below(LONGEST)")
    file.write_text(text.replace("from simlab", "from race_steps import LONGEST\nfrom simlab", 1))
    compiled = simlab.compile_game(file, games=GAMES).file
    beside.write_text("LONGEST = 4\n", encoding="utf-8")
    forget_modules(file, compiled, beside)
    with pytest.raises(InputError, match="or a file that it imports, has changed"):
        find_game(str(compiled))


def forget_modules(*files: Path) -> None:
    """Import these files again when they are needed, as another process would."""
    paths = set(map(str, files))
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in paths:
            del sys.modules[name]


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_a_compiled_game_keeps_the_contract(compiled: Compiled, name: str) -> None:
    assert simlab.check_game(compiled(name).file).problems == []
