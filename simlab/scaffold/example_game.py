"""The example games that `simlab new --example` copies: one folder of simlab/examples each."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simlab.catalog import find_game
from simlab.errors import InputError, not_one_of
from simlab.plain.definition import PlainDefinition

FOLDER = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class ExampleGame:
    """An example game: its definition and its files."""

    mechanism: str
    definition: PlainDefinition
    text: str
    """The module of the game."""
    data: Mapping[str, str]
    """The files of its data folder, by name."""

    @property
    def docstring(self) -> str:
        """The rules and their source, as the module says them."""
        return ast.get_docstring(ast.parse(self.text)) or ""

    def module(self, class_name: str, title: str) -> str:
        """Return the module of the game with another class and title.

        The class is called a game where the module has something else of that name.
        """
        while re.search(rf"\b{class_name}\b", self.text):
            class_name += "Game"
        own, own_title = self.definition.rules_class.__name__, self.definition.title
        text = self.text.replace(f"class {own}(", f"class {class_name}(")
        text = text.replace(f"define({own},", f"define({class_name},")
        return text.replace(f'title = "{own_title}"', f'title = "{title}"')

    def data_files(self, name: str, title: str) -> dict[str, str]:
        """Return the files of the data folder for a game with another name and title."""
        new_words = {self.definition.title: title, f"{self.mechanism}.py": f"{name}.py"}
        files = dict(self.data)
        for old, new in new_words.items():
            files = {file: text.replace(old, new) for file, text in files.items()}
        return files


def mechanisms() -> list[str]:
    """Return the names of the example games."""
    return sorted(file.stem for file in FOLDER.glob("*/*.py"))


def example_game(mechanism: str) -> ExampleGame:
    """Return the example game of a mechanism.

    Raises:
        InputError: there is none.
    """
    if mechanism not in mechanisms():
        raise InputError(not_one_of(mechanism, mechanisms()), "--example")
    file = FOLDER / mechanism / f"{mechanism}.py"
    definition = find_game(str(file))
    assert isinstance(definition, PlainDefinition)
    data = {each.name: each.read_text(encoding="utf-8") for each in file.parent.glob("data/*")}
    return ExampleGame(mechanism, definition, file.read_text(encoding="utf-8"), data)
