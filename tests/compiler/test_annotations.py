"""Annotations of attributes say what the games that are observed may never show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from simlab.compiler.annotations import type_named
from simlab.compiler.observation import observe
from simlab.compiler.value_type import A_NUMBER, A_TEXT, EMPTY, LIST, NONE, OPTIONAL_NUMBER, Type
from simlab.errors import Untranslatable
from tests.plain.broken_game import game_in
from tests.support.compiled_without_numba import what_is_wrong


class Side(Enum):
    LEFT = 1


@dataclass
class Ship:
    speed: int
    cargo: list[str]


@pytest.mark.parametrize(
    ("annotation", "own"),
    [
        (int, A_NUMBER),
        (bool, A_NUMBER),
        (int | None, OPTIONAL_NUMBER),
        (list[str], Type(LIST, of=A_TEXT)),
        (set[int], Type(LIST, of=A_NUMBER, distinct=True)),
        (list[list[int]], Type(LIST, of=Type(LIST, of=A_NUMBER))),
        (tuple[str, int], EMPTY),
        (object, EMPTY),
        (object | None, NONE),
    ],
)
def test_an_annotation_names_a_type(annotation, own) -> None:
    assert type_named(annotation) == own


def test_classes_have_the_types_of_their_fields() -> None:
    assert type_named(Side).own_class is Side
    ships = type_named(list[Ship])
    assert ships.of is not None
    assert dict(ships.of.fields) == {"speed": A_NUMBER, "cargo": Type(LIST, of=A_TEXT)}
    with pytest.raises(Untranslatable, match="now a number, now a text"):
        type_named(int | str)


def in_nim(folder, declared: str):
    """Return the game of Nim with an attribute that hardly any game uses."""
    begins = "self.to_move = 0\n"
    return game_in(
        folder,
        (begins, f"{begins}        {declared}\n"),
        (
            "self.stones -= choice[1]\n",
            "self.stones -= choice[1]\n        if self.stones == 100:\n"
            "            self.given = choice[1]\n        if self.given is not None:\n"
            "            self.stones += self.given\n",
        ),
    )


def test_what_no_game_shows_is_declared(tmp_path) -> None:
    for name, declared in (
        ("short", "self.given = None"),
        ("long", "self.given: int | None = None"),
    ):
        (tmp_path / name).mkdir()
        in_nim(tmp_path / name, declared)
    files = [tmp_path / name / "nim.py" for name in ("short", "long")]
    as_it_is, annotated = what_is_wrong(files, 2)
    assert as_it_is
    assert annotated == []


def test_an_annotation_that_is_no_type_is_as_none(tmp_path) -> None:
    game = in_nim(tmp_path, "self.given: Unknown = None")
    assert observe(game, [game.load()]).attributes[""]["given"] == NONE
