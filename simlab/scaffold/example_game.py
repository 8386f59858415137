"""The games that `simlab new --example` copies: those of simlab/examples, and shipped ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from simlab.catalog import find_game
from simlab.errors import InputError, not_one_of
from simlab.files.paths import data_folder
from simlab.plain.definition import PlainDefinition

PACKAGE = Path(__file__).parents[1]
FOLDER = PACKAGE / "examples"
SHIPPED = ("pig",)
"""Games that come with simlab, each a package in plain Python."""
RULEBOOK = "RULES.md"
RELATIVE_FIRST = re.compile(r"((?:from \..*\n)+)((?:from simlab.*\n)+)")
"""Imports of a package before those of simlab, which they follow by custom."""


@dataclass(frozen=True)
class ExampleGame:
    """An example game: its definition and its files."""

    mechanism: str
    definition: PlainDefinition
    sources: Mapping[str, str]
    """Its modules, by file name: one of its own name, or those of a package."""
    data: Mapping[str, str]
    """The files of its data folder, by name."""
    rulebook: str = ""

    @property
    def is_package(self) -> bool:
        """Whether it has several modules."""
        return "__init__.py" in self.sources

    @property
    def docstring(self) -> str:
        """The rules and their source, as the module says them."""
        main = "__init__.py" if self.is_package else f"{self.mechanism}.py"
        return ast.get_docstring(ast.parse(self.sources[main])) or ""

    def modules(self, name: str) -> dict[str, str]:
        """Return what each module of a game with another name holds, by file name."""
        if not self.is_package:
            return {f"{name}.py": "the rules, and the policies that play them"}
        return {
            file: re.split("[.;,]", ast.get_docstring(ast.parse(source_code)) or "")[0]
            for file, source_code in sorted(self.sources.items())
        }

    def files(self, name: str, class_name: str, title: str) -> dict[str, str]:
        """Return the modules and the data of a game with another name, class and title.

        The class is called a game where a module has something else of that name.
        """
        while any(
            re.search(rf"\b{class_name}\b", source_code) for source_code in self.sources.values()
        ):
            class_name += "Game"
        documents = {f"data/{file}": content for file, content in self.data.items()}
        if self.rulebook:
            documents[RULEBOOK] = self.rulebook.replace(f"../../../data/{self.mechanism}/", "data/")
        files = {
            file: self._replace_title(content, name, title) for file, content in documents.items()
        }
        for file, source_code in self.sources.items():
            file_name = f"{name}.py" if file == f"{self.mechanism}.py" else file
            files[file_name] = self._rename(source_code, class_name, title)
        return files

    def _rename(self, source_code: str, class_name: str, title: str) -> str:
        example_class, example_title = self.definition.rules_class.__name__, self.definition.title
        for before, after in (
            (f"class {example_class}(", f"class {class_name}("),
            (f"define({example_class},", f"define({class_name},"),
            (f"rules import {example_class}\n", f"rules import {class_name}\n"),
            (f'title = "{example_title}"', f'title = "{title}"'),
            (f"from simlab.games.{self.mechanism}.", "from ."),
            ("from simlab.files.paths import data_folder\n", ""),
            (f'data_folder("{self.mechanism}")', 'Path(__file__).parent / "data"'),
        ):
            source_code = source_code.replace(before, after)
        if (
            'Path(__file__).parent / "data"' in source_code
            and "from pathlib import Path" not in source_code
        ):
            source_code = re.sub(r"\n\n", "\n\nfrom pathlib import Path\n\n", source_code, count=1)
        return RELATIVE_FIRST.sub(r"\2\n\1", source_code)

    def _replace_title(self, content: str, name: str, title: str) -> str:
        """Return a file of data, or the rulebook, with the name and the title of a new game."""
        content = re.sub(rf"\b{re.escape(self.definition.title)}\b", title, content)
        return content.replace(f"{self.mechanism}.py", f"{name}.py")


def mechanisms() -> list[str]:
    """Return the names of the example games."""
    return [*sorted(file.stem for file in FOLDER.glob("*/*.py")), *SHIPPED]


def example_game(mechanism: str) -> ExampleGame:
    """Return the example game of a mechanism, or a game that comes with simlab.

    Raises:
        InputError: there is none.
    """
    if mechanism not in mechanisms():
        raise InputError(not_one_of(mechanism, mechanisms()), "--example")
    if mechanism in SHIPPED:
        folder, data = PACKAGE / "games" / mechanism, data_folder(mechanism)
        definition = import_module(f"simlab.games.{mechanism}").GAME
        rulebook = _text(folder / RULEBOOK)
    else:
        folder, rulebook = FOLDER / mechanism, ""
        definition, data = find_game(str(folder / f"{mechanism}.py")), folder / "data"
    assert isinstance(definition, PlainDefinition)
    components = [data / "rules.toml", *data.glob("*.csv")]
    return ExampleGame(
        mechanism,
        definition,
        {file.name: _text(file) for file in folder.glob("*.py")},
        {file.name: _text(file) for file in components if file.is_file()},
        rulebook,
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
