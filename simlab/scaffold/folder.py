"""Writes the folder of a new game and says how to go on."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from simlab import shell
from simlab.catalog import game_names
from simlab.errors import InputError
from simlab.files.paths import exists
from simlab.files.writing import RESERVED, write_whole
from simlab.scaffold.card_sheet import CardSheet, cards_of, number_and_noun, read_cards
from simlab.scaffold.example_game import ExampleGame, example_game
from simlab.scaffold.layout import Choices

NAME = re.compile(r"[a-z][a-z0-9_]*")
TEMPLATES = Environment(
    loader=PackageLoader("simlab.scaffold", "."),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,
)
CARDS = b"""card,cost,points,copies
salt,2,1,4
wool,3,2,4
wine,5,4,3
silk,8,7,3
amber,10,9,2
pearl,13,13,1
"""
"""The cards of a new game without a sheet."""
STALLS = 4


@dataclass(frozen=True)
class NewGame:
    """A folder that was written."""

    folder: Path
    files: list[str]
    commands: list[str]
    """What to do next."""
    sheet: CardSheet | None = None
    """The cards of the sheet that was read."""


def write_game(
    folder: Path,
    sheet: Path | None,
    choices: Choices | None = None,
    mechanism: str | None = None,
) -> NewGame:
    """Write the folder of a new game, called by the last part of its path.

    Raises:
        InputError: the name cannot be that of a game, something is there, the sheet cannot be
            used, or there is no example game of that mechanism.
    """
    check_name(folder)
    if mechanism is not None and sheet is not None:
        raise InputError("has components of its own; leave out --from", "--example")
    if choices not in (None, Choices()) and sheet is None:
        raise InputError("are for a sheet of cards; add --from", "--sheet, --header-row, --column")
    game = Path(short_path(folder)) / f"{folder.name}.py"
    if mechanism is not None:
        example = example_game(mechanism)
        game = Path(short_path(folder)) if example.is_package else game
        return _write_files(folder, example_files(folder, example), game)
    if sheet is None:
        return _write_files(folder, plain_files(folder, cards_of(CARDS)), game)
    cards = read_cards(sheet, choices)
    return replace(_write_files(folder, plain_files(folder, cards), game), sheet=cards)


def check_name(folder: Path) -> None:
    """Check that a folder can be that of a new game.

    Raises:
        InputError: its name is no name of a game, or is taken.
    """
    name = folder.name
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        suggestion = re.sub(r"\W+", "_", name.lower()).strip("_0123456789")
        hint = (
            f", such as {suggestion}"
            if NAME.fullmatch(suggestion) and not keyword.iskeyword(suggestion)
            else ""
        )
        raise InputError(
            f'"{name}" cannot be the name of a game; it needs small letters, digits and'
            f" underscores, and a letter at the beginning{hint}"
        )
    if RESERVED.fullmatch(name):
        raise InputError(f"{name} is the name of no file on Windows; choose another name")
    if name in game_names():
        raise InputError(f"{name} is a game of simlab; choose another name")
    if exists(folder):
        raise InputError(f"{folder} is there already; choose another name")


def short_path(folder: Path) -> str:
    """Return a path so that a command takes it for one, not for a name."""
    path = folder.as_posix()
    return path if "/" in path else f"./{path}"


def plain_files(folder: Path, cards: CardSheet) -> dict[str, str]:
    """Return the files of a game in plain Python, by path."""
    name = folder.name
    variables = {
        **_names(folder),
        "game": shell.quote(f"{folder.as_posix()}/{name}.py"),
        "rules": f"{name}.py",
        "sheet": cards,
        "stalls": STALLS,
    }
    templates = {
        f"{name}.py": "game.py",
        "data/rules.toml": "rules.toml",
        "README.md": "README.md",
        f"{name}.toml": "experiment.toml",
        f"test_{name}.py": "test_game.py",
        "AGENTS.md": "AGENTS.md",
    }
    files = {file: _render(f"plain/{source}", variables) for file, source in templates.items()}
    return {**files, "data/cards.csv": cards.as_csv()}


def example_files(folder: Path, example: ExampleGame) -> dict[str, str]:
    """Return the files of a game that starts from an example, by path."""
    names, definition = _names(folder), example.definition
    name, title = names["name"], names["title"]
    game_files = example.files(name, names["class_name"], title)
    fewest, most = definition.players
    is_shared = definition.cooperative
    variables = {
        **names,
        "game": short_path(folder) if example.is_package else f"{folder.as_posix()}/{name}.py",
        "file": "." if example.is_package else f"{name}.py",
        "rules": "rules.py" if example.is_package else f"{name}.py",
        "modules": example.modules(name),
        "docstring": example.docstring,
        "question": "What does a table score?" if is_shared else "Does it matter who begins?",
        "players": sorted({fewest if is_shared else max(fewest, 2), most}),
        "policy_at": definition.default_policy,
    }
    templates = {
        "README.md": "example/README.md",
        f"{name}.toml": "example/experiment.toml",
        f"test_{name}.py": "example/test_game.py",
        "AGENTS.md": "plain/AGENTS.md",
    }
    files = {file: _render(source, variables) for file, source in templates.items()}
    return {**files, **game_files}


def _names(folder: Path) -> dict[str, str]:
    name_words = folder.name.split("_")
    return {
        "name": folder.name,
        "title": " ".join(filter(None, name_words)).capitalize(),
        "class_name": "".join(word.capitalize() for word in name_words),
        "letter": folder.name[0].upper(),
        "folder": shell.quote(folder.as_posix()),
        "experiment": shell.quote(f"{folder.as_posix()}/{folder.name}.toml"),
    }


def _render(template: str, variables: Mapping[str, object]) -> str:
    return TEMPLATES.get_template(f"{template}.jinja").render(variables, counted=number_and_noun)


def _write_files(folder: Path, files: Mapping[str, str], game: Path) -> NewGame:
    """Write all files of a new folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    typed = game.as_posix() if game.suffix else short_path(game)
    experiment = f"{(folder / folder.name).as_posix()}.toml"
    calls = [["check", typed], ["doctor", typed], ["play", typed], ["run", experiment]]
    commands = [shell.join(["simlab", *arguments]) for arguments in calls]
    return NewGame(folder, sorted(files), commands)
