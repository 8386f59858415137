"""Changes of rules in sentences, as a designer would write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from simlab.game.components import Column, Parameter, Schema, Table, read
from simlab.game.components.change import MOST_LISTED, Change, changes
from simlab.game.components.table import NOTE
from tests.support.games import GAMES

TOY = Schema(
    parameters=(
        Parameter("hand", "cards kept", "X1", low=0, high=8, unit="cards"),
        Parameter("price", "price of a hat; 0 for free", low=0, high=8, unit="coins"),
        Parameter("rain", "whether it rains", "X2"),
        Parameter("music", "the music"),
        Parameter("way", "way round: up or down", choices=("going_up", "going_down")),
        Parameter("deck", "file with the hats", table=True),
    ),
    tables=(
        Table(
            "hats",
            "the hats, each with a brim",
            "hat",
            (
                Column("name", "what it is called", blank=""),
                Column("value", "points", 0, 99),
                Column("trim", "on the brim", blank="none"),
                Column("copies", "how many", 0, 9, blank=1),
                NOTE,
            ),
            parameter="deck",
        ),
        Table("steps", "the points for each step", "step", (Column("points", "", 0, 99),), "s.csv"),
    ),
)
VALUES = {"hand": 5, "price": 3, "rain": True, "music": False, "way": "going_up", "deck": "plain"}
HATS = "hat,name,value,trim,copies,note,provenance\n"
FILES = {
    "rules.toml": "\n".join(
        f"[{name}]\nvalue = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for name, value in VALUES.items()
    ),
    "plain.csv": HATS
    + "top_hat,Topper,1,,,,rule\nblue_cap,Cap,2,,2,,rule\nred_cap,Cap,2,,2,,rule\n",
    "fancy.csv": HATS
    + "top_hat,Topper,1,,,old,assumed\nblue_cap,Cap,2,gold_lace,2,,\nbonnet,,9,,,,\n",
    "s.csv": "step,points\n" + "".join(f"{step},{step}\n" for step in range(1, 11)),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def sentences_of(folder: Path, patch: Mapping[str, object]) -> list[str]:
    return [change.sentence for change in changes_under(folder, patch)]


def changes_under(folder: Path, patch: Mapping[str, object]) -> list[Change]:
    return changes(read(folder, TOY, {}), read(folder, TOY, patch), TOY)


def test_the_same_rules_have_no_change(folder: Path) -> None:
    assert not changes_under(folder, {})
    assert not changes_under(folder, {"hand": 5, "hats.top_hat.provenance": "reported"})
    assert not changes_under(folder, {"hats.top_hat.note": "worn by the banker"})


@pytest.mark.parametrize(
    ("patch", "sentence"),
    [
        ({"hand": 4}, "Cards kept: 4 instead of 5 [X1]."),
        ({"price": 2}, "Price of a hat (0 for free): 2 coins instead of 3."),
        ({"price": 1}, "Price of a hat (0 for free): 1 instead of 3 coins."),
        ({"rain": False}, "No longer: it rains [X2]."),
        ({"music": True}, "The music: on instead of off."),
        ({"way": "going_down"}, "Way round (up or down): going down instead of going up."),
        ({"hats.top_hat.value": 3}, "Hats, value: 3 instead of 1 for Topper."),
        ({"hats.top_hat.trim": "gold_lace"}, "Hats, trim: gold lace instead of none for Topper."),
        ({"hats.red_cap": False}, "Removed from the hats, each with a brim: red cap."),
        (
            {"hats.crown": {"value": 9, "copies": 1}},
            "Added to the hats, each with a brim: crown (value 9).",
        ),
        ({"steps.3.points": 5}, "Points for each step: 5 instead of 3 for step 3."),
    ],
)
def test_a_change_reads_like_a_rule(folder: Path, patch: dict[str, object], sentence: str) -> None:
    assert sentences_of(folder, patch) == [sentence]


def test_a_rule_that_begins_to_hold_is_reported_as_new(folder: Path) -> None:
    before, after = (read(folder, TOY, {"rain": rain}) for rain in (False, True))
    assert [change.sentence for change in changes(before, after, TOY)] == ["Now: it rains [X2]."]


def test_rows_that_change_alike_are_reported_together(folder: Path) -> None:
    patch = {f"hats.{hat}.copies": "+1" for hat in ("top_hat", "blue_cap", "red_cap")}
    assert sentences_of(folder, patch) == [
        "Hats, copies: 2 instead of 1 for Topper; 3 instead of 2 for blue cap and red cap."
    ]


def test_cells_that_two_rows_exchange_are_named_once(folder: Path) -> None:
    exchanged = {"hats.top_hat.copies": 2, "hats.blue_cap.copies": 1}
    assert sentences_of(folder, exchanged) == [
        "Hats, copies: 1 and 2 exchanged between Topper and blue cap."
    ]


def test_a_swapped_table_is_reported_with_the_rows_that_differ(folder: Path) -> None:
    assert sentences_of(folder, {"deck": "fancy"}) == [
        "File with the hats: fancy instead of plain.",
        "Removed from the hats, each with a brim: red cap.",
        "Added to the hats, each with a brim: bonnet (value 9).",
        "Hats, trim: gold lace instead of none for blue cap.",
    ]


def test_long_lists_end_in_a_count(folder: Path) -> None:
    alike = {f"steps.{step}.points": 50 for step in range(1, 11)}
    steps = {f"steps.{step}.points": "+1" for step in range(1, 11)}
    new = {f"hats.cap_{n}.value": n for n in range(1, 13)}
    (sentence,) = sentences_of(folder, steps)
    assert sentence.count(";") == MOST_LISTED - 1 and sentence.endswith("; 3 more.")
    (sentence,) = sentences_of(folder, new)
    assert sentence.endswith("cap 6 (value 6), cap 7 (value 7) and 5 more.")
    sentences = sentences_of(folder, alike)
    assert len(sentences) == 1 and sentences[0].count("50 instead of") == MOST_LISTED - 1


def test_all_that_changes_is_there_as_data_however_long_the_list(folder: Path) -> None:
    (change,) = changes_under(folder, {f"steps.{step}.points": "+1" for step in range(1, 11)})
    assert change.old == {f"steps.{step}.points": step for step in range(1, 11)}
    assert change.new == {f"steps.{step}.points": step + 1 for step in range(1, 11)}
    (switched,) = changes_under(folder, {"rain": False})
    assert (switched.old, switched.new) == ({"rain": True}, {"rain": False})
    removed, added = changes_under(folder, {"hats.red_cap": False, "hats.crown.value": 9})
    assert (removed.new, added.old) == ({}, {})
    assert removed.old["hats.red_cap"]["name"] == "Cap"
    assert added.new["hats.crown"]["value"] == 9


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_a_game_has_a_sentence_for_its_change(name: str) -> None:
    game = GAMES[name]
    before = game.read(None, {})
    for parameter in game.schema.parameters:
        other = other_value(before.values[parameter.name], parameter)
        after = replace(before, values=before.values | {parameter.name: other})
        (change,) = changes(before, after, game.schema)
        assert change.sentence.endswith(f" [{parameter.rule}].")
        assert change.sentence[0].isupper() and change.sentence.count(": ") == 1
        assert not change.sentence.startswith("Whether")
        assert change.new == {parameter.name: other}


def other_value(value: object, parameter: Parameter) -> int | bool | str:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value == parameter.high else value + 1
    return next((word for word in parameter.choices if word != value), "a_file")
