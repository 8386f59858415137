"""The words of a game in another language: what is translated, and that nothing is left out."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from string import Formatter

import pytest

from simlab.api.rulebook import rule, table
from simlab.catalog import find_game
from simlab.engine.journal import DECISION, events, new_journal
from simlab.engine.record import row_of
from simlab.errors import ComponentError, InputError
from simlab.execution.stepper import Case, Stepper, engine_of
from simlab.game import Game
from simlab.game.language import Words, choose_language, read_words
from tests.support.game_record import named
from tests.support.games import IN_FRENCH, player_counts

MOST_DECISIONS, EVERY = 400, 9
"""Decisions of a game, and which of them are looked at."""


@dataclass(frozen=True)
class Recorder(Words):
    """Words that note which texts were asked for."""

    asked: set[str] = field(default_factory=set)

    def __call__(self, text: str) -> str:
        if any(letter.isalpha() for letter in text):
            self.asked.add(text)
        return super().__call__(text)


def recorder(game: Game) -> Recorder:
    return Recorder("fr", game.words("fr").translations)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("name", IN_FRENCH)
def test_a_translation_has_the_fields_of_its_sentence(name: str) -> None:
    for english, french in find_game(name).words("fr").translations.items():
        assert fields(french) == fields(english), english


@pytest.mark.parametrize("name", IN_FRENCH)
def test_every_sentence_of_a_game_is_translated(name: str) -> None:
    sentences = importlib.import_module(f"simlab.games.{name}.events").SENTENCES.values()
    assert set(sentences) <= find_game(name).words("fr").translations.keys()


@pytest.mark.parametrize("name", IN_FRENCH)
def test_every_choice_of_a_game_is_translated(name: str) -> None:
    game, module = find_game(name), importlib.import_module(f"simlab.games.{name}.choices")
    words = recorder(game)
    assert set(module.DESCRIPTIONS.values()) <= words.translations.keys()
    rules = replace(game.load(), words=words)
    table = Stepper(Case(game, rules, (game.policies[0],) * game.players[1]), 0)
    table.set_up()
    for _, menu in table.decisions():
        assert all(table.in_words(choice) for choice in menu.tolist())
    assert words.asked - cells(game) <= words.translations.keys()


@pytest.mark.parametrize("name", IN_FRENCH)
def test_every_word_of_a_replay_is_translated(name: str) -> None:
    game = find_game(name)
    words = recorder(game)
    rules = replace(game.load(), words=words)
    for players in player_counts(game):
        lineup, journal = (game.policies[0],) * players, new_journal(listening=True)
        engine_of(game).play(rules.row, lineup, Case.seed, 0, 1, journal=journal)
        happened = [named(event, game) for event in events(journal) if event[0] != DECISION]
        folded = game.fold(happened) if game.fold else []
        assert game.tell and all(game.tell(event, rules) for event in [*happened, *folded])
    assert words.asked - cells(game) <= words.translations.keys()


@pytest.mark.parametrize("name", IN_FRENCH)
def test_every_word_of_a_scene_is_translated(name: str) -> None:
    game = find_game(name)
    words = recorder(game)
    rules = replace(game.load(), words=words)
    for players in player_counts(game):
        table = Stepper(Case(game, rules, (game.policies[0],) * players), 0)
        table.set_up()
        for number, _ in enumerate(islice(table.decisions(), MOST_DECISIONS)):
            if game.scene and number % EVERY == 0:
                game.scene(row_of(table.state), rules)
    assert words.asked - cells(game) <= words.translations.keys()


def cells(game: Game) -> set[str]:
    """Return what the component tables hold: names that may be French already, and notes."""
    tables = game.load().components.tables.values()
    return {str(cell) for rows in tables for row in rows for cell in row.values()}


@pytest.mark.parametrize("name", IN_FRENCH)
def test_every_rule_and_every_table_is_translated(name: str) -> None:
    game = find_game(name)
    words, components = recorder(game), game.load().components
    for parameter in game.schema.parameters:
        rule(parameter, components, words)
    for entry in game.schema.tables:
        table(entry, components, words)
    assert words.asked - cells(game) <= words.translations.keys()


def test_names_of_components_are_reported_in_french() -> None:
    game = find_game("taxis")
    tiers = next(entry for entry in game.schema.tables if entry.name == "tiers")
    content = table(tiers, game.load().components, game.words("fr"))
    assert [row["label"] for row in content["rows"]][3:5] == [
        "Bravo\u00a0!",
        "Félicitations\u00a0!",
    ]
    assert content["meaning"] == "le tableau de victoire"


def test_what_the_table_lacks_stays_english() -> None:
    assert Words("fr", {"red": "rouge"})("blue") == "blue"


@pytest.mark.parametrize(
    ("language", "number", "counted"),
    [
        *(("en", 0, "no cards"), ("en", 1, "1 card"), ("en", 2, "2 cards")),
        *(("fr", 0, "0 carte"), ("fr", 1, "1 carte"), ("fr", 2, "2 cartes")),
    ],
)
def test_numbers_are_reported_with_the_plural_of_the_language(
    language: str, number: int, counted: str
) -> None:
    table = {"no": "0", "card": "carte", "cards": "cartes"} if language == "fr" else {}
    assert Words(language, table).number_and_noun(number, "card") == counted


def test_the_language_is_the_one_asked_for_or_that_of_the_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"LC_ALL": "", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB"}.items():
        monkeypatch.setenv(name, value)
    assert choose_language(None) == "fr"
    assert choose_language("en") == "en"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert choose_language(None) == "en"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match='--lang: "rf" is not one of en, fr'):
        choose_language("rf")


@pytest.mark.parametrize("text", ['[words]\n"a" = 3', '"a" = "b"', "[words", "words = 3"])
def test_a_broken_table_of_words_is_refused_with_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "fr.toml").write_text(text)
    with pytest.raises(ComponentError, match=r"fr\.toml"):
        read_words(tmp_path, "fr")


def test_a_game_without_a_table_is_reported_in_english(tmp_path: Path) -> None:
    assert read_words(tmp_path, "fr")("a card") == "a card"
