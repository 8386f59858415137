"""What is shown of Les Taxis de la Marne in plain Python is what is shown of its kernels."""

from __future__ import annotations

import operator
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.catalog import find_policy
from simlab.cli import main
from simlab.engine.loop import Progress
from simlab.engine.record import new, row_of
from simlab.errors import ComponentError
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.request import request_experiment
from simlab.explain.replay import replay
from simlab.explain.transcript import Block, blocks
from simlab.explain.viewer_data import viewer_data
from simlab.game import Game, Rules
from simlab.game.facts import columns_named
from simlab.game.language import Words, read_words
from simlab.game.scene import Scene, problems_of
from simlab.games.taxis import GAME as KERNELS
from simlab.plain.engine import Deal, Session
from tests.plain.test_taxis import FOLDER, PLAIN, play
from tests.support.shown_in_both import shown_in_both

SEED = 1914
"""The seed of `play`."""
FRENCH = Words("fr", KERNELS.words("fr").translations | read_words(FOLDER, "fr").translations)


def rules_in(game: Game, words: Words, patch: Any = None) -> Rules:
    return replace(game.load(patch=patch), words=words)


def replay_blocks(
    game: Game, policy: str, players: int, rules: Rules, *, long: bool
) -> list[Block]:
    """Return the blocks of the replay of a game."""
    journal = game.new_journal()
    play(game, policy, players, 1, {}, journal)
    happened = list(game.events_in(journal, rules))
    return list(blocks(game, rules, players, happened, long=long))


@pytest.mark.parametrize("long", [False, True], ids=["folded", "long"])
@pytest.mark.parametrize("words", [Words(), FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [1, 3])
def test_a_replay_says_the_same(policy: str, players: int, words: Words, long: bool) -> None:
    plain, kernels = (
        replay_blocks(game, policy, players, rules_in(game, words), long=long)
        for game in (PLAIN, KERNELS)
    )
    for block, expected in zip(plain, kernels, strict=True):
        assert block == expected
    assert len(plain) > 10


def test_every_sentence_is_translated() -> None:
    from tests.plain.plain_taxis.words import EVENTS, KINDS

    sentences = {*filter(None, EVENTS.values()), *KINDS.values()} - FRENCH.translations.keys()
    assert sentences == {EVENTS["wasted_actions"]}  # for which TURN_ENDS stands


PATCHES: list[dict[str, Any]] = [
    {},
    {"taxi_deck": "taxis_12_events", "soldier_deck": "soldiers_c"},
    {"streets.fabert.colour": "red", "soldiers.joker_3.copies": 0, "tiers.4.label": "Hooray"},
]


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: next(iter(patch), "as printed"))
def test_reports_know_the_same(patch: dict[str, Any]) -> None:
    plain, kernels = (game.facts_under(game.load(patch=patch)) for game in (PLAIN, KERNELS))
    assert plain == kernels
    assert columns_named(plain)


def tables_at_round_ends(game: Game, policy: str, players: int) -> list[tuple[int, ...]]:
    timeline, progress = np.zeros(500, game.timeline_row), new(Progress.dtype)
    lineup = [find_policy(policy, game.policies, players, game)] * players
    rules, games = game.load().row, 4
    game.engine().play(rules, lineup, SEED, 0, games, progress=progress, timeline=timeline)
    names = ("deal", "rotation", "rounds", "streets", "tokens", "score")
    kept = timeline[: progress["timeline_rows"][0]]
    return list(zip(*(kept[name].tolist() for name in names), strict=True))


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [1, 3])
def test_the_table_at_the_end_of_each_round_is_the_same(policy: str, players: int) -> None:
    """Where a choice ends two rounds, only kernels remember how the first of them ended."""
    plain, kernels = (tables_at_round_ends(game, policy, players) for game in (PLAIN, KERNELS))
    assert [row[:3] for row in plain] == [row[:3] for row in kernels]
    for row, after, expected in zip(plain, [*plain[1:], ()], kernels, strict=True):
        assert row == expected or row[3:] == after[3:]
    assert sum(map(operator.eq, plain, kernels)) >= len(plain) - 4 > 5


def positions_in(
    game: Any, players: int, deal: int, words: Words
) -> Iterator[tuple[Scene, list[str]]]:
    """Yield the scene, and the choices in words, of decisions of a random game."""
    rules = rules_in(game, words)
    lineup = (find_policy("random", game.policies, players, game),) * players
    if game.is_plain:
        table = Deal(Session.for_readers(game, rules, lineup, SEED), deal)
        for _, choices in table.decisions():
            yield table.game.scene(), [table.game.describe(choice) for choice in choices]
        yield table.game.scene(), []
        return
    stepper = Stepper(Case(game, rules, lineup, SEED), deal)
    stepper.set_up()
    for _, menu in stepper.decisions():
        choices = [stepper.in_words(choice) for choice in menu.tolist()]
        yield game.scene(row_of(stepper.state), rules), choices
    yield game.scene(row_of(stepper.state), rules), []


@pytest.mark.parametrize("words", [Words(), FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("players", [1, 4])
def test_the_board_and_the_choices_are_the_same(players: int, words: Words) -> None:
    pairs = zip(
        positions_in(PLAIN, players, 0, words),
        positions_in(KERNELS, players, 0, words),
        strict=True,
    )
    for plain, kernels in pairs:
        assert plain == kernels
    assert list(problems_of(plain[0])) == []


@pytest.mark.compiled
@pytest.mark.parametrize("words", [Words(), FRENCH], ids=["en", "fr"])
def test_the_page_of_a_game_shows_the_same_steps(words: Words) -> None:
    pages = []
    for name in (str(FOLDER), "taxis"):
        options = {"games": 1, "players": 2, "policy": ["greedy", "random"]}
        scenario = request_experiment(name, options).scenarios[0]
        scenario = replace(scenario, rules=replace(scenario.rules, words=words))
        pages.append(viewer_data(scenario, list(replay(scenario, 0))) | {"title": ""})
    assert pages[0] == pages[1]
    assert len(pages[0]["steps"]) > 50


REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        {"initial_cards": 60},
        "patch: initial_cards: must be at most 27, the cards of the deck, not 60.",
    ),
    (
        {"streets.orsay.position": 0},
        "patch: streets.orsay.position: 0 is that of fabert; each street has another one.",
    ),
    (
        {"soldiers.red_1.effect": "draw_two"},
        "patch: soldiers.red_1.effect: draw_two: bonus cards, and only they, have an effect.",
    ),
    (
        {"soldiers.red_1.value": 0},
        "patch: soldiers.red_1.value: 0: bonus cards, and only they, have value 0.",
    ),
    (
        {"tiers.1.from": 40},
        "tiers.csv: 2.from: must be at least 41, above tier 1, not 40.",
    ),
    (
        {"officers": 4, "streets.fabert.colour": "blue", "streets.orsay.colour": "blue"},
        "streets.csv: 4 officers begin two by two on the streets of a colour that has exactly two",
    ),
]


@pytest.mark.parametrize(("patch", "problem"), REFUSED, ids=lambda own: next(iter(own)))
def test_what_the_rules_cannot_play_is_refused(patch: dict[str, Any], problem: str) -> None:
    with pytest.raises(ComponentError):
        KERNELS.load(patch=patch)
    with pytest.raises(ComponentError, match=re.escape(problem)) as refused:
        PLAIN.load(patch=patch)
    assert len(refused.value.problems) == 1


def test_a_command_names_what_the_rules_cannot_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["simlab", "rules", str(FOLDER), "--patch", "initial_cards=60"]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert REFUSED[0][1] in " ".join(capsys.readouterr().err.split())


def test_what_may_be_meant_otherwise_is_remarked() -> None:
    yellow = {
        f"streets.{row['street']}.colour": "red"
        for row in KERNELS.load().components.tables["streets"]
        if row["colour"] == "yellow"
    }
    plain, kernels = (
        game.load(patch={"officers": 2, **yellow}).components.remarks for game in (PLAIN, KERNELS)
    )
    assert plain == kernels
    assert len(plain) == 1


@pytest.mark.long
def test_its_translation_shows_the_same(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "taxis_in_python")
    patch, problem = REFUSED[0]
    problems, plain, translation = shown_in_both(folder, patch, FRENCH.translations)
    assert problems == []
    assert plain == translation
    assert plain["refused"] == problem
    assert len(plain["rounds"]) > 5
