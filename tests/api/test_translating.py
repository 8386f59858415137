"""Plain games are translated by themselves where that pays, and results are the same bytes."""

from __future__ import annotations

import math
import shutil
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from inspect import unwrap
from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor

import simlab
from simlab.analysis.games import Games
from simlab.api import translating
from simlab.api.observer import Observer
from simlab.api.playing import own_cores
from simlab.api.run import Run
from simlab.catalog import find_game, find_policy, forget_module, policies_of
from simlab.compiler import kept_translation
from simlab.compiler.module import translate_game
from simlab.engine.record import row_of
from simlab.engine.restriction import is_forbidden
from simlab.errors import ContractError, InputError
from simlab.execution.processes import FIRST_TASKS, all_cores
from simlab.execution.translated_engine import engine_from_file, translate_policy
from simlab.experiment.request import request_experiment
from simlab.plain.engine import PlainEngine
from simlab.players.restriction import Restricted
from simlab.studies.kit.blocks import play_blocks, play_deals

PIG = Path(__file__).parents[1] / "plain" / "plain_pig"
MARKET = PIG.parent / "market" / "market.py"
DRAFTING = Path(simlab.__file__).parent / "examples" / "drafting" / "drafting.py"
GAMES = 300
SEARCH = "search:base=hold,rollouts=8"

pytestmark = pytest.mark.compiled


class Notes(Observer):
    """Notes what a user hears of a translation."""

    def __init__(self) -> None:
        self.translated: list[str] = []
        self.remarks: list[str] = []
        self.n_comparisons = 0

    def translating(self, what: str, seconds: float) -> None:
        self.translated.append(what)

    def comparing(self) -> None:
        self.n_comparisons += 1

    def remark(self, text: str) -> None:
        self.remarks.append(text)


@pytest.fixture(scope="module", autouse=True)
def pays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let every translation pay, and keep those of these tests in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("translations")
        patch.setattr(kept_translation, "folder_of_kept_translations", lambda: folder)
        patch.setattr(translating, "SHORTEST", 0.0)
        patch.setattr(translating, "LONGEST", -1.0)
        patch.setattr(translating, "FEWEST_GAMES", 0)
        patch.setattr(translating, "PROOF_GAMES", 10)
        yield


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a copy of plain Pig."""
    folder = tmp_path_factory.mktemp("games") / "plain_pig"
    shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "plain_pig.py"


def files_of(run: Run) -> dict[str, bytes]:
    """Return the files of the games of a run, by name."""
    files = sorted(run.folder.rglob("*.parquet"))
    return {str(file.relative_to(run.folder)): file.read_bytes() for file in files}


def played(file: Path, notes: Notes, out: Path, *, plain: bool = False, **options: object) -> Run:
    """Return a run of a game, which may be played as it is."""
    with simlab.plain_python() if plain else nullcontext():
        return simlab.run(str(file), **{"games": GAMES, **options}, out=out, observer=notes)


def test_results_are_the_same_bytes_and_it_is_translated_once(pig, tmp_path) -> None:
    plain, first, second = Notes(), Notes(), Notes()
    line_up = {"players": 3, "policy": ["hold:at=15", "random", "hold:noise=0.1"]}
    as_it_is = played(pig, plain, tmp_path / "plain", **line_up, plain=True)
    translated = played(pig, first, tmp_path / "translated", **line_up)
    again = played(pig, second, tmp_path / "again", **line_up, seed=7)
    assert (plain.translated, first.translated, second.translated) == (
        [],
        ["Pig in plain Python"],
        [],
    )
    assert files_of(as_it_is) == files_of(translated) != files_of(again)
    assert [*plain.remarks, *first.remarks, *second.remarks] == []


@pytest.mark.parametrize(
    "text",
    [
        "hold:or=random,share=0.3",
        "hold:at=15,never=roll,noise=0.2",
        *(
            pytest.param(f"{SEARCH}{more}", marks=pytest.mark.long)
            for more in (",noise=0.2,uncertainty=1", ",plans=4", ",never=hold", ",or=random")
        ),
    ],
)
def test_mixtures_restrictions_and_searches_have_kernels_too(text, pig, monkeypatch) -> None:
    game = find_game(str(pig))
    known = policies_of(game, [])
    lineup = [find_policy(each, known, 2, game) for each in (text, "hold")]
    asked = game.load().row, lineup, 1914, 0, 5 if "search" in text else 40
    expected = PlainEngine(game).play(*asked)
    engine = engine_from_file(game, Path(translating.kernels_of(str(pig), Notes())))
    monkeypatch.setattr(PlainEngine, "play", None)
    assert engine.play(*asked).tobytes() == expected.tobytes()


def test_a_row_that_may_not_be_chosen_is_a_number_in_choices(tmp_path) -> None:
    game = find_game(str(MARKET))
    file = tmp_path / "market_compiled.py"
    file.write_text(translate_game(game, folder=tmp_path).code)
    compiled = find_game(str(file))
    policy = find_policy("thrifty:never=cards.wine", policies_of(game, []), 2, game)
    for patch, number in (({}, 2), ({"cards.wool": False}, 1)):
        components = game.load(patch=patch).components
        own = translate_policy(game, compiled, policy, components)
        assert isinstance(own, Restricted)
        [forbidden] = own.forbidden
        traits = row_of(own.trait_row(0).view(own.trait_record))
        is_refused, buy = unwrap(is_forbidden), compiled.kinds["buy"].start
        assert is_refused(buy + (number << 32), traits)
        assert not is_refused(buy + (number + 1 << 32), traits)
        assert not is_refused(compiled.kinds["coins"].start, traits)
        assert forbidden.number == number


def test_a_kind_that_the_row_alone_decides_stands_for_its_rows(tmp_path) -> None:
    game = find_game(str(DRAFTING))
    file = tmp_path / "drafting_compiled.py"
    file.write_text(translate_game(game, folder=tmp_path).code)
    compiled = find_game(str(file))
    components = game.load().components
    forbidden = {}
    for never in ("maki", "tempura"):
        policy = find_policy(f"taster:never={never}", policies_of(game, []), 2, game)
        own = translate_policy(game, compiled, policy, components)
        assert isinstance(own, Restricted)
        forbidden[never] = {part.number for part in own.forbidden}
    cards = components.tables["cards"]
    assert forbidden == {
        never: {number for number, card in enumerate(cards) if card["group"] == never}
        for never in forbidden
    }


@pytest.mark.long
def test_players_who_may_not_choose_a_kind_of_row_have_kernels_too(monkeypatch) -> None:
    game = find_game(str(DRAFTING))
    known = policies_of(game, [])
    written = ("taster:never=maki+wasabi", "collector:never=tempura", "random:never=nigiri")
    lineup = [find_policy(own, known, 3, game) for own in written]
    engine = engine_from_file(game, Path(translating.kernels_of(str(DRAFTING), Notes())))
    asked = game.load().row, lineup, 1914, 0, 40
    expected = PlainEngine(game).play(*asked)
    monkeypatch.setattr(PlainEngine, "play", None)
    assert engine.play(*asked).tobytes() == expected.tobytes()


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_players_who_may_not_choose_a_row_have_kernels_too(players, monkeypatch) -> None:
    game = find_game(str(MARKET))
    known = policies_of(game, [])
    written = ("thrifty:never=cards.salt", "random:never=buy", "thrifty:never=cards.wine,noise=0.2")
    lineup = [find_policy(own, known, players, game) for own in written * 2][:players]
    engine = engine_from_file(game, Path(translating.kernels_of(str(MARKET), Notes())))
    for patch in ({}, {"cards.salt.copies": 9}):
        asked = game.load(patch=patch).row, lineup, 1914, 0, 40
        expected = PlainEngine(game).play(*asked)
        with monkeypatch.context() as without_python:
            without_python.setattr(PlainEngine, "play", None)
            assert engine.play(*asked).tobytes() == expected.tobytes()


def test_a_search_is_compiled_only_where_its_games_take_long(pig, monkeypatch) -> None:
    translating.kernels_of(str(pig), Notes())
    monkeypatch.setattr(translating, "LONGEST", math.inf)
    has_kernels = []
    never_compiled = "search:base=random,rollouts=8"
    for policy, shortest in (("hold", math.inf), (never_compiled, math.inf), (never_compiled, 0)):
        monkeypatch.setattr(translating, "SHORTEST", shortest)
        (scenario,) = request_experiment(str(pig), {"policy": [policy, "random"]}).scenarios
        translator = translating.Translator(Notes())
        translator.prepare([scenario], 1, 30)
        has_kernels.append(translator.file_for([scenario]) is not None)
    assert has_kernels == [True, False, True]


def test_a_page_plays_on_while_its_game_is_translated(pig, monkeypatch) -> None:
    translating.kernels_of(str(pig), Notes())
    may_end, kept = threading.Event(), kept_translation.read_translation
    monkeypatch.setattr(translating, "PATIENCE", -1.0)
    monkeypatch.setattr(
        translating, "read_translation", lambda *asked: may_end.wait() and kept(*asked)
    )
    translator = translating.BackgroundTranslator(Notes())
    executor = replace(all_cores(1), translator=translator)
    (scenario,) = request_experiment(str(pig), {"policy": ["hold", "random"]}).scenarios
    as_it_is = play_blocks(executor, scenario, 0, 10)
    assert translator.file_for([scenario]) is None
    may_end.set()
    translator.wait()
    assert translator.file_for([scenario]) is not None
    assert play_blocks(executor, scenario, 0, 10).games.equals(as_it_is.games)


def test_one_long_call_plays_on_by_kernels(pig, monkeypatch) -> None:
    translating.kernels_of(str(pig), Notes())
    (scenario,) = request_experiment(str(pig), {"policy": ["hold", "random"]}).scenarios
    tasks = [(scenario, first, 5) for first in range(0, 40, 5)]
    as_it_is = list(all_cores(2).map(play_deals, tasks))
    executor = own_cores(2, Notes())
    assert executor.translator is not None
    monkeypatch.setattr(translating, "LONGEST", 0.0)
    done: list[Games] = []
    has_kernels = []
    for games in executor.map(play_deals, tasks):
        done.append(games)
        has_kernels.append(not executor.translator.may_translate(scenario.game))
    assert has_kernels == [False] * 2 * FIRST_TASKS + [True] * (len(tasks) - 2 * FIRST_TASKS)
    assert all(own.games.equals(other.games) for own, other in zip(done, as_it_is, strict=True))


@pytest.mark.long
def test_a_run_with_a_search_is_the_same_bytes(pig, tmp_path) -> None:
    notes = Notes()
    line_up = {"policy": [SEARCH, "random"], "games": 30}
    as_it_is = played(pig, notes, tmp_path / "plain", **line_up, plain=True)
    translated = played(pig, notes, tmp_path / "translated", **line_up)
    assert files_of(as_it_is) == files_of(translated)
    assert notes.remarks == []


def test_new_rules_are_compared_before_they_are_played(pig, tmp_path) -> None:
    notes = Notes()
    as_it_is = played(pig, notes, tmp_path / "plain", patch="target=40", plain=True)
    translated = played(pig, notes, tmp_path / "translate_game", patch="target=40")
    assert notes.n_comparisons == 1
    assert files_of(as_it_is) == files_of(translated)


COINS = """\
from simlab.plain import Parameter, PlainGame, define, policy


class Coins(PlainGame):
    players = (2, 2)
    parameters = (Parameter("risk", "whether a coin may break", "C3"),)
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.points = [0] * players
        self.turn = 0

    def seat(self):
        return None if self.turn == 6 else self.turn % 2

    def choices(self):
        return ["take", "give"]

    def play(self, choice):
        self.points[self.seat()] += self.chance.below(3) * (choice == "take")
        if self.rules.risk:
            self.points[0] += 1 // self.chance.below(2_000)
        PLAYED
        self.turn += 1
        if self.turn % 2 == 0:
            self.log("rounds")

    def scores(self):
        return self.points


@policy()
def adviser(view, choices, chance):
    \"\"\"Takes, after some thought.\"\"\"
    thought = hash(choices[0])
    return "take"


@policy()
def taker(view, choices, chance):
    \"\"\"Takes.\"\"\"
    return "take"


GAME = define(Coins, adviser, taker)
"""


def written(folder: Path, played: str = "pass") -> Path:
    """Return the file of a game with a line in `play`."""
    file = folder / "coins.py"
    file.write_text(COINS.replace("PLAYED", played), encoding="utf-8")
    (folder / "rules.toml").write_text("[risk]\nvalue = false\nprovenance = 'rule'\n")
    return file


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a game with rounds and a policy that cannot be translated."""
    return written(tmp_path_factory.mktemp("games"))


def test_rounds_are_the_same_bytes(coins, tmp_path) -> None:
    notes = Notes()
    as_it_is = played(coins, notes, tmp_path / "plain", plain=True)
    translated = played(coins, notes, tmp_path / "translated")
    assert notes.translated == ["Coins"]
    assert files_of(as_it_is) == files_of(translated)
    assert any("timeline" in name for name in files_of(translated))


def test_studies_play_on_by_kernels(coins) -> None:
    """All pairs of policies; those with one that has no kernel are played as they are."""
    translated = simlab.ladder(str(coins), games=1_200)
    with simlab.plain_python():
        as_it_is = simlab.ladder(str(coins), games=1_200)
    assert as_it_is.to_dict() == translated.to_dict()


def test_a_policy_that_cannot_be_translated_is_named(coins, tmp_path) -> None:
    notes, others = Notes(), Notes()
    played(coins, notes, tmp_path / "adviser", policy="adviser")
    played(coins, others, tmp_path / "random", policy="random")
    (remark,) = notes.remarks
    assert remark.startswith(f"Coins is played in plain Python: {coins}:35 cannot be translated: ")
    assert others.remarks == []


def test_an_error_has_the_words_of_plain_python(coins, tmp_path) -> None:
    messages, notes = [], Notes()
    options = {"policy": "random", "games": 3_000, "patch": "risk=on"}
    for plain in (True, False):
        with pytest.raises(ContractError) as caught:
            played(coins, notes, tmp_path / "run", **options, plain=plain)
        messages.append(str(caught.value))
    assert notes.n_comparisons == 1
    assert notes.remarks == []
    assert messages[0] == messages[1]
    assert "ZeroDivisionError" in messages[0]


def replaced(file: Path, text: str) -> None:
    """Exchange a file of kernels, also for the processes that have played by it."""
    file.write_text(text, encoding="utf-8")
    forget_module(file)
    get_reusable_executor().shutdown(kill_workers=True)


def test_last_games_are_played_again_by_plain_python(coins, tmp_path, monkeypatch) -> None:
    folder = kept_translation.folder_of(find_game(str(coins)))
    file = kept_translation.kernel_file(folder, find_game(str(coins)))
    right = file.read_text(encoding="utf-8")
    assert "below(rng[0], 3)" in right
    monkeypatch.setattr(translating, "rules_to_compare", lambda scenarios: [])
    try:
        replaced(file, right.replace("below(rng[0], 3)", "below(rng[0], 2)"))
        with pytest.raises(ContractError, match="goes otherwise in machine code, where"):
            played(coins, Notes(), tmp_path / "run", seed=77, jobs=1)
    finally:
        replaced(file, right)
    assert not (tmp_path / "run").exists()


def test_what_needs_kernels_gets_them(coins) -> None:
    result = simlab.rare(str(coins), score=6, policy="random", games=10_000)
    (probability,) = result.frame["estimate"]
    # three coins of 0, 1 or 2, each taken in half of the turns: (1/6)^3
    assert 1 / 400 < probability < 1 / 100


def test_what_cannot_be_translated_is_said_once_with_its_line(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, notes = written(tmp_path, "self.points[0] += hash(choice) * 0"), Notes()
    run = played(file, notes, tmp_path / "run")
    assert len(run.games()) == GAMES
    (remark,) = notes.remarks
    assert remark.startswith("Coins is played in plain Python: coins.py:23 cannot be translated: ")
    with pytest.raises(
        InputError, match=r"needs Coins in machine code, but coins\.py:23 cannot be"
    ):
        simlab.rare(str(file), score=6)


def test_an_error_of_the_translator_stops_no_game(tmp_path, monkeypatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("place")

    monkeypatch.setattr(translating, "prove_translation", broken)
    file, notes = written(tmp_path, "self.turn += 0"), Notes()
    assert len(played(file, notes, tmp_path / "run").games()) == GAMES
    (remark,) = notes.remarks
    assert "simlab cannot translate it, which is an error of simlab" in remark
    again = Notes()
    played(file, again, tmp_path / "again", seed=2)
    assert again.translated == []


@pytest.mark.long
def test_a_game_that_is_edited_is_translated_again(tmp_path) -> None:
    file = written(tmp_path)
    for name in ("one", "two"):
        notes = Notes()
        run = played(file, notes, tmp_path / name)
        assert notes.translated == ["Coins"]
        file.write_text(file.read_text(encoding="utf-8").replace("== 6", "== 8"), encoding="utf-8")
    assert (run.games()["decisions"] == 8).all()
