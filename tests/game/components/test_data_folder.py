from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from simlab.errors import ComponentError
from simlab.files.paths import data_folder
from simlab.game.components import Column, Components, Parameter, Row, Schema, Table, flatten, read
from simlab.games.taxis.schema import SCHEMA as TAXIS
from simlab.games.taxis.state import COLOUR_NAMES

TOY = Schema(
    parameters=(
        Parameter("hand_limit", "cards kept", low=1, high=8),
        Parameter("events", "events apply"),
        Parameter("direction", "way round", choices=("left", "right")),
        Parameter("deck", "file of the cards", table=True),
    ),
    tables=(
        Table("streets", "a street", "street", (Column("length", "metres", 1, 99),), "streets.csv"),
        Table(
            "cards",
            "a card",
            "card",
            (
                Column("street", "where it is", table="streets"),
                Column("value", "points", 0, 6),
                Column("effect", "what it does", choices=("none", "draw"), blank="none"),
                Column("copies", "cards like this", 0, 9, blank=1),
            ),
            parameter="deck",
            max_rows=12,
        ),
    ),
)

RULES = """\
# rules of a toy game
[hand_limit]
value = 5
provenance = "rule"

[events]
value = true
provenance = "assumed"
note = "no source"

[direction]
value = "left"
provenance = "inferred"

[deck]
value = "cards"
provenance = "assumed"
"""
STREETS = "street,length,provenance\nfabert,10,rule\norsay,20,assumed\n"
CARDS = """\
card,street,value,effect,copies,provenance
red_1,fabert,1,,2,reported
red_2,orsay,2,draw,1,assumed
"""


HOW_TO_QUOTE = 'Put quotes around a name with a dot: cards."red_1.value".x.'
HOW_TO_NAME = "name one cell as cards.CARD.COLUMN, or take a row out with cards.CARD=off."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the data folder of the toy game, without a problem in it."""
    for name, text in {"rules.toml": RULES, "streets.csv": STREETS, "cards.csv": CARDS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def problems(
    folder: Path, patch: Mapping[str, object] | None = None, schema: Schema = TOY
) -> list[str]:
    with pytest.raises(ComponentError) as caught:
        read(folder, schema, patch or {})
    return str(caught.value).splitlines()


def edit(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def row_of(components: Components, table: str, key: str) -> Row:
    return next(row for row in components.tables[table] if key in row.values())


def n_cards(rows: list[Row]) -> int:
    return sum(int(row["copies"]) for row in rows)


# the folder


def test_a_folder_becomes_values_tables_provenance_and_hashes(folder: Path) -> None:
    components = read(folder, TOY, {})
    assert components.values == {
        "hand_limit": 5,
        "events": True,
        "direction": "left",
        "deck": "cards",
    }
    assert components.provenance["direction"] == "inferred"
    assert components.tables["cards"][0] == {
        "card": "red_1",
        "street": "fabert",
        "value": 1,
        "effect": "none",
        "copies": 2,
        "provenance": "reported",
    }
    assert components.sources == {"streets": "streets.csv", "cards": "cards.csv"}
    assert list(components.files) == ["rules.toml", "streets.csv", "cards.csv"]
    assert components.files["rules.toml"] == hashlib.sha256(RULES.encode()).hexdigest()
    assert not components.remarks + components.patched


def test_a_patch_changes_nothing_for_who_reads_the_folder_afterwards(folder: Path) -> None:
    before = read(folder, TOY, {})
    read(folder, TOY, {"hand_limit": 3, "cards.red_1.value": 6, "cards.red_2": "off"})
    assert read(folder, TOY, {}) == before


def test_what_is_assumed_is_reported_in_one_line_each(folder: Path) -> None:
    assert read(folder, TOY, {}).assumed() == [
        "events = on",
        "direction = left",
        "deck = cards",
        "streets.csv: 1 of 2 rows",
        "cards.csv: 1 of 2 rows",
    ]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    assert problems(tmp_path / "nowhere") == [f"{tmp_path / 'nowhere'}: no such folder."]


def test_a_missing_file_is_an_error_and_the_other_files_are_still_checked(folder: Path) -> None:
    (folder / "streets.csv").unlink()
    edit(folder, "cards.csv", "red_1,fabert,1", "red_1,fabert,x")
    assert problems(folder) == [
        f"streets.csv: not readable in {folder} (No such file or directory).",
        'cards.csv: row 2, column C "value": "x" is not a whole number from 0 to 6.',
    ]


def test_a_game_without_rule_values_needs_no_file_for_them(tmp_path: Path) -> None:
    assert read(tmp_path, Schema(parameters=()), {}).values == {}
    old = Schema(parameters=(Parameter("limit", "cards", low=1, high=9, default=3),))
    assert read(tmp_path, old, {}).values == {"limit": 3}


def test_a_missing_file_of_rule_values_is_reported_with_what_belongs_in_it(tmp_path: Path) -> None:
    problem, *_ = problems(tmp_path)
    assert problem == (
        f"rules.toml: is missing in {tmp_path}; write it, with a value below each of [hand_limit],"
        " [events], [direction], [deck]."
    )


@pytest.mark.parametrize("number", [Parameter("exact", "whether", "1", False, True)])
def test_a_switch_with_low_and_high_is_shown_how_it_is_written(number: Parameter) -> None:
    with pytest.raises(ValueError, match="exact: low and high are whole numbers; a rule that is"):
        Schema(parameters=(number,))


def test_all_problems_of_all_files_and_the_patch_come_at_once(folder: Path) -> None:
    edit(folder, "rules.toml", "value = 5", "value = 40")
    edit(folder, "streets.csv", "orsay,20", "orsay,")
    edit(folder, "cards.csv", "red_2,orsay,2", "red_2,orsay,02-janv")
    assert problems(folder, {"hand_limt": 3, "cards.red_1.value": 9}) == [
        "rules.toml:2: hand_limit: 40 is out of range 1 to 8.",
        'streets.csv: row 3, column B "length": is empty.',
        'cards.csv: row 3, column C "value": "02-janv" is a date, not a whole number from 0 to 6;'
        " format the cell as text and type it again.",
        "patch: cards.red_1.value: 9 is out of range 0 to 6.",
        'patch: hand_limt: no such rule. Did you mean "hand_limit"?',
    ]


# rules.toml


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("value = 5", 'value = "many"', '2: hand_limit: "many" is not a whole number from 1 to 8.'),
        ("value = 5", "value = true", '2: hand_limit: "True" is not a whole number from 1 to 8.'),
        ("value = true", "value = 1", '6: events: "1" is neither on nor off.'),
        (
            '"left"',
            '"lift"',
            '11: direction: "lift" is not one of left, right. Did you mean "left"?',
        ),
        ('"cards"', '"crads"', '15: deck: "crads" is not one of cards. Did you mean "cards"?'),
        (
            '"inferred"',
            '"infered"',
            '11: direction: "infered" is not one of rule, reported, inferred, assumed.'
            ' Did you mean "inferred"?',
        ),
        (
            "note =",
            "nota =",
            '6: events: "nota" is not one of value, provenance, other_values, note.'
            ' Did you mean "note"?',
        ),
        ("value = 5\n", "", "2: hand_limit: no value."),
        (
            'note = "no source"',
            "other_values = false",
            "6: events: other_values is no list; write it as [1, 2].",
        ),
        (
            "value = 5\n",
            "value = 5\nother_values = [4, 9]\n",
            "2: hand_limit: 9 is out of range 1 to 8.",
        ),
    ],
)
def test_a_broken_entry_is_reported_with_its_line(
    folder: Path, old: str, new: str, problem: str
) -> None:
    edit(folder, "rules.toml", old, new)
    assert problems(folder) == [f"rules.toml:{problem}"]


def test_an_unknown_and_a_missing_rule_are_both_reported(folder: Path) -> None:
    edit(folder, "rules.toml", "[hand_limit]", "[hand_limits]")
    assert problems(folder) == [
        'rules.toml:2: hand_limits: no such rule. Did you mean "hand_limit"?',
        "rules.toml: hand_limit: missing; write [hand_limit] and a value below it.",
    ]


def test_a_rule_that_an_older_folder_lacks_has_its_default(folder: Path) -> None:
    start = Parameter("head_start", "points at the start", low=0, high=9, default=0)
    schema = replace(TOY, parameters=(*TOY.parameters, start))
    assert read(folder, schema, {}).values["head_start"] == 0
    with (folder / "rules.toml").open("a", encoding="utf-8") as rules:
        rules.write('\n[head_start]\nvalue = 3\nprovenance = "rule"\n')
    assert read(folder, schema, {}).values["head_start"] == 3


def test_a_bare_value_is_reported_how_to_be_written(folder: Path) -> None:
    bare = RULES.replace('[hand_limit]\nvalue = 5\nprovenance = "rule"\n', "hand_limit = 5\n")
    (folder / "rules.toml").write_text(bare, encoding="utf-8")
    assert problems(folder) == [
        "rules.toml:2: hand_limit: not a table; write [hand_limit] and a value below it."
    ]


def test_broken_toml_is_reported_with_line_and_column(folder: Path) -> None:
    edit(folder, "rules.toml", "value = 5", "value = = 5")
    assert problems(folder) == ["rules.toml: broken TOML: Invalid value (at line 3, column 9)."]


def test_toml_that_is_not_utf_8_is_an_error(folder: Path) -> None:
    (folder / "rules.toml").write_bytes("# é\n".encode("cp1252"))
    assert problems(folder) == ["rules.toml: not UTF-8 text; save it as UTF-8."]


def test_toml_with_a_byte_order_mark_is_read(folder: Path) -> None:
    (folder / "rules.toml").write_text(RULES, encoding="utf-8-sig")
    assert read(folder, TOY, {}).values["hand_limit"] == 5


def test_a_value_without_provenance_counts_as_assumed(folder: Path) -> None:
    edit(folder, "rules.toml", 'provenance = "rule"\n', "")
    assert read(folder, TOY, {}).provenance["hand_limit"] == "assumed"


# tables


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("red_2,orsay", ",orsay", 'row 3, column A "card": is empty.'),
        ("red_2", "red_1", 'row 3, column A "card": "red_1" names an earlier row already.'),
        ("1,,2", "7,,2", 'row 2, column C "value": 7 is out of range 0 to 6.'),
        ("1,,2", ",,2", 'row 2, column C "value": is empty.'),
        (
            "draw",
            "darw",
            'row 3, column D "effect": "darw" is not one of none, draw. Did you mean "draw"?',
        ),
        (
            "orsay",
            "orsy",
            'row 3, column B "street": "orsy" is not one of fabert, orsay. Did you mean "orsay"?',
        ),
        ("card,street,value", "card,street,valeu", 'no column "value". Did you mean "valeu"?'),
        ("2,reported", "9,reported\nred_3,orsay,1,,9,", "19 rows, copies counted, are out of"),
        ("card,", '"card,', "line 3: broken quotes (unexpected end of data)."),
    ],
)
def test_a_broken_table_is_reported_as_the_spreadsheet_shows_it(
    folder: Path, old: str, new: str, problem: str
) -> None:
    edit(folder, "cards.csv", old, new)
    (complaint,) = problems(folder)
    assert complaint.startswith(f"cards.csv: {problem}")


def test_a_column_that_is_nearly_an_optional_one_is_an_error(folder: Path) -> None:
    edit(folder, "cards.csv", "copies", "copy")
    (complaint,) = problems(folder)
    assert '"copy" is no known column. Did you mean "copies"?' in complaint


def test_columns_nobody_asked_for_are_ignored_and_remarked(folder: Path) -> None:
    edit(folder, "streets.csv", STREETS, "Street;Notes perso;LENGTH\nfabert;joli;10\norsay;;20,0\n")
    components = read(folder, TOY, {})
    assert components.remarks == ['streets.csv: column B "Notes perso" is ignored.']
    assert [row["length"] for row in components.tables["streets"]] == [10, 20]
    assert [row["provenance"] for row in components.tables["streets"]] == ["assumed", "assumed"]


def test_choices_are_found_without_regard_to_case(folder: Path) -> None:
    edit(folder, "cards.csv", "red_2,orsay,2,draw", "red_2,Orsay,2,DRAW")
    row = row_of(read(folder, TOY, {}), "cards", "red_2")
    assert (row["street"], row["effect"]) == ("orsay", "draw")


def test_a_table_without_copies_has_one_of_each(folder: Path) -> None:
    edit(folder, "cards.csv", CARDS, "card,street,value\nred_1,fabert,1\n")
    assert n_cards(read(folder, TOY, {}).tables["cards"]) == 1


def test_a_broken_table_does_not_blame_the_tables_that_refer_to_it(folder: Path) -> None:
    edit(folder, "streets.csv", "length", "lenght")
    assert problems(folder) == ['streets.csv: no column "length". Did you mean "lenght"?']


# the patch


def test_a_patch_changes_values_and_cells_and_makes_them_assumed(folder: Path) -> None:
    patch = {"hand_limit": 4, "cards": {"red_1": {"value": 6, "qty": 3}}}
    components = read(folder, TOY, patch)
    row = row_of(components, "cards", "red_1")
    assert components.values["hand_limit"] == 4
    assert components.provenance["hand_limit"] == "assumed"
    assert (row["value"], row["copies"], row["provenance"]) == (6, 3, "assumed")
    assert components.patched == ["hand_limit", "cards.red_1.value", "cards.red_1.copies"]


def test_a_patch_that_changes_nothing_leaves_no_trace(folder: Path) -> None:
    patched = read(folder, TOY, {"hand_limit": 5, "cards.red_1.value": "1"})
    assert patched == read(folder, TOY, {})


def test_words_of_a_command_line_become_what_the_rule_is(folder: Path) -> None:
    values = read(folder, TOY, {"hand_limit": "4", "events": "off", "direction": "Right"}).values
    assert values == {"hand_limit": 4, "events": False, "direction": "right", "deck": "cards"}


def test_a_patch_may_state_where_its_change_comes_from(folder: Path) -> None:
    patch = {"cards.red_1.value": 6, "cards.red_1.provenance": "reported"}
    assert row_of(read(folder, TOY, patch), "cards", "red_1")["provenance"] == "reported"


def test_a_patch_chooses_the_designers_own_deck_before_it_changes_cells(folder: Path) -> None:
    (folder / "mine.csv").write_text("card;street;value\nblue_1;orsay;3\n", encoding="utf-8")
    components = read(folder, TOY, {"cards.blue_1.value": 4, "deck": "mine"})
    assert [row["value"] for row in components.tables["cards"]] == [4]
    assert components.sources["cards"] == "mine.csv"
    assert "cards.csv" not in components.files


def test_a_deck_may_lie_neither_elsewhere_nor_in_a_file_with_another_use(folder: Path) -> None:
    (folder.parent / "outside.csv").write_text(CARDS, encoding="utf-8")
    assert problems(folder, {"deck": "../outside"}) == [
        'patch: deck: "../outside" is not one of cards.'
    ]
    assert problems(folder, {"deck": "streets"}) == ['patch: deck: "streets" is not one of cards.']


def test_a_patch_adds_a_row_when_it_says_enough(folder: Path) -> None:
    components = read(folder, TOY, {"cards.blue_1": {"street": "orsay", "value": 5}})
    assert components.tables["cards"][-1] == {
        "card": "blue_1",
        "street": "orsay",
        "value": 5,
        "effect": "none",
        "copies": 1,
        "provenance": "assumed",
    }


def test_a_step_goes_on_from_the_number_so_far(folder: Path) -> None:
    patch = {"hand_limit": "+2", "cards.red_1.value": "-1", "cards.red_2": {"copies": " +3 "}}
    components = read(folder, TOY, patch)
    assert components.values["hand_limit"] == 7
    assert row_of(components, "cards", "red_1")["value"] == 0
    assert row_of(components, "cards", "red_2")["copies"] == 4
    assert components.patched == ["hand_limit", "cards.red_1.value", "cards.red_2.copies"]


def test_a_step_in_a_swapped_table_goes_on_from_what_stands_there(folder: Path) -> None:
    (folder / "mine.csv").write_text("card,street,value\nblue_1,orsay,3\n", encoding="utf-8")
    components = read(folder, TOY, {"cards.blue_1.value": "+1", "deck": "mine"})
    assert row_of(components, "cards", "blue_1")["value"] == 4


def test_a_step_in_a_new_row_goes_on_from_an_empty_cell(folder: Path) -> None:
    patch = {"cards.blue_1": {"street": "orsay", "value": "+2", "copies": "+2"}}
    row = row_of(read(folder, TOY, patch), "cards", "blue_1")
    assert (row["value"], row["copies"]) == (2, 3)


def test_no_rule_value_may_be_negative_since_a_sign_makes_a_step() -> None:
    with pytest.raises(ValueError, match="drop: low is -5, but must be 0 or more"):
        Schema((Parameter("drop", "points lost", low=-5, high=0),))


@pytest.mark.parametrize(("change", "value"), [("-1", -3), ("+3", 1), ("=-1", -1), (-1, -1)])
def test_a_cell_may_be_negative_and_is_set_by_a_number_or_with_two_signs_of_equality(
    tmp_path, change, value
) -> None:
    (tmp_path / "rules.toml").write_text("")
    (tmp_path / "falls.csv").write_text("fall,drop\ncliff,-2\n")
    schema = Schema((), (Table("falls", "a fall", "fall", (Column("drop", "points", -5, 5),)),))
    assert read(tmp_path, schema, {"falls.cliff.drop": change}).tables["falls"][0]["drop"] == value


def test_a_name_with_a_dot_is_quoted_in_patches(folder: Path) -> None:
    edit(folder, "cards.csv", "red_2,", "St. Malo,")
    for patch in ({'cards."St. Malo".value': "+1"}, {"cards": {"St. Malo": {"value": 3}}}):
        components = read(folder, TOY, patch)
        assert row_of(components, "cards", "St. Malo")["value"] == 3
        assert components.patched == ['cards."St. Malo".value']
    assert len(read(folder, TOY, {'cards."St. Malo"': "off"}).tables["cards"]) == 1


def test_only_a_word_with_a_sign_is_a_step(folder: Path) -> None:
    assert read(folder, TOY, {"hand_limit": "2"}).values["hand_limit"] == 2
    assert read(folder, TOY, {"hand_limit": 2}).values["hand_limit"] == 2
    assert problems(folder, {"hand_limit": -1}) == ["patch: hand_limit: -1 is out of range 1 to 8."]


def test_a_patch_takes_a_row_out(folder: Path) -> None:
    for value in (False, "off", "False"):
        components = read(folder, TOY, {"cards.red_1": value})
        assert [row["card"] for row in components.tables["cards"]] == ["red_2"]
        assert components.patched == ["cards.red_1"]


def test_a_row_may_take_the_place_of_one_that_was_taken_out(folder: Path) -> None:
    patch = {"cards.red_1": False, "cards.red_1.street": "orsay", "cards.red_1.value": 6}
    row = row_of(read(folder, TOY, patch), "cards", "red_1")
    assert (row["street"], row["value"], row["copies"]) == ("orsay", 6, 1)


def test_a_table_keeps_as_many_rows_as_it_needs(folder: Path) -> None:
    assert problems(folder, {"cards.red_1": False, "cards.red_2": False}) == [
        "cards.csv: 0 rows, copies counted, are out of range 1 to 12."
    ]


def test_a_row_that_others_name_cannot_be_taken_out_alone(folder: Path) -> None:
    assert problems(folder, {"streets.fabert": False}) == [
        'cards.csv: row 2, column B "street": "fabert" is not one of orsay.'
    ]


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ({"cards": 3}, f"cards: {HOW_TO_NAME}"),
        ({"cards.red_1": 3}, f"cards.red_1: {HOW_TO_NAME}"),
        ({"cards.red_1.value.x": 3}, f"cards.red_1.value.x: {HOW_TO_NAME} {HOW_TO_QUOTE}"),
        (
            {"crads.red_1.value": 3},
            'crads.red_1.value: no such rule. Did you mean "cards.red_1.value"?',
        ),
        ({"red_1.value": 3}, 'red_1.value: no such rule. Did you mean "cards.red_1.value"?'),
        ({"hand_limit.value": 3}, 'hand_limit.value: no such rule. Did you mean "hand_limit"?'),
        (
            {"cards.rde_1.value": 3},
            'cards.rde_1: no such row. Did you mean "red_1"? A new row also needs street.',
        ),
        (
            {"cards.red_1.card": "red_9"},
            'cards.red_1.card: "card" is not one of street, value, effect, copies, provenance.',
        ),
        ({"cards.red_1.value": ""}, "cards.red_1.value: is empty."),
        ({"cards.rde_1": False}, 'cards.rde_1: no such row. Did you mean "red_1"?'),
        ({"hand_limit": "+4"}, "hand_limit: 9 is out of range 1 to 8."),
        ({"cards.red_2.copies": "-2"}, "cards.red_2.copies: -1 is out of range 0 to 9."),
        ({"events": "+1"}, 'events: "+1" is neither on nor off.'),
        ({"direction": "-1"}, 'direction: "-1" is not one of left, right.'),
        ({"events": "maybe"}, 'events: "maybe" is neither on nor off.'),
        ({"hand_limit": [3]}, 'hand_limit: "[3]" is not a whole number from 1 to 8.'),
    ],
)
def test_a_patch_that_fits_nowhere_is_reported_what_would_fit(
    folder: Path, patch: dict[str, object], problem: str
) -> None:
    assert problems(folder, patch) == [f"patch: {problem}"]


def test_flatten_joins_the_keys_of_nested_tables_with_dots() -> None:
    nested = {"a": 1, "b": {"c": 2, "d": {"e": 3}}, "f.g": 4, "empty": {}}
    assert flatten(nested) == {"a": 1, "b.c": 2, "b.d.e": 3, "f.g": 4}


# the shipped data


@pytest.fixture
def taxis() -> Components:
    return read(data_folder("taxis"), TAXIS, {})


def test_taxis_has_the_printed_rule_values(taxis: Components) -> None:
    assert taxis.values == {
        "actions_per_turn": 3,
        "hand_limit": 5,
        "initial_cards": 10,
        "solo_reserve_limit": 5,
        "officers": 2,
        "token_penalty": 1,
        "events": True,
        "silence_forbids_exchange": False,
        "officers_may_share": True,
        "joker_any_street": True,
        "bonus_before_arrival": True,
        "arrival_direction": "counter_clockwise",
        "taxi_deck": "taxis",
        "soldier_deck": "soldiers",
    }


def test_taxis_tells_what_it_assumes(taxis: Components) -> None:
    assert taxis.assumed() == [
        "silence_forbids_exchange = off",
        "officers_may_share = on",
        "taxi_deck = taxis",
        "soldier_deck = soldiers",
        "streets.csv: 8 of 8 rows",
        "taxis.csv: 24 of 24 rows",
        "soldiers.csv: 19 of 19 rows",
    ]


def test_opposite_streets_share_a_colour(taxis: Components) -> None:
    streets = taxis.tables["streets"]
    assert [row["position"] for row in streets] == list(range(8))
    assert [row["colour"] for row in streets] == [*COLOUR_NAMES, *COLOUR_NAMES]
    assert streets[0]["name"] == "rue Fabert"


def test_the_victory_table_has_six_tiers(taxis: Components) -> None:
    assert [row["from"] for row in taxis.tables["tiers"]] == [1, 40, 46, 52, 58, 64]


@pytest.mark.parametrize(("deck", "n_of_each_event"), [("taxis", 2), ("taxis_12_events", 3)])
def test_each_taxi_deck_has_a_2_a_3_and_a_4_for_each_street(
    deck: str, n_of_each_event: int
) -> None:
    cards = read(data_folder("taxis"), TAXIS, {"taxi_deck": deck}).tables["taxis"]
    streets = Counter(card["street"] for card in cards)
    events = Counter(card["event"] for card in cards if card["event"] != "none")
    assert n_cards(cards) == 24
    assert sum(int(card["value"]) for card in cards) == 72
    assert set(streets.values()) == {3}
    assert len(streets) == 8
    assert Counter(card["value"] for card in cards) == {2: 8, 3: 8, 4: 8}
    assert events == dict.fromkeys(
        ("no_bonus", "silence", "discard", "another_taxi"), n_of_each_event
    )


def test_events_of_the_default_deck_stand_on_the_value_2_cards_in_street_order(
    taxis: Components,
) -> None:
    events = [card["event"] for card in taxis.tables["taxis"] if card["value"] == 2]
    no_bonus, silence, discard, another = "no_bonus", "silence", "discard", "another_taxi"
    assert events == [no_bonus, silence, discard, another, discard, another, no_bonus, silence]


def test_the_12_event_deck_adds_events_on_the_first_four_value_3_cards() -> None:
    patch = {"taxi_deck": "taxis_12_events"}
    cards = read(data_folder("taxis"), TAXIS, patch).tables["taxis"]
    events = [card["event"] for card in cards if card["value"] == 3]
    assert events == ["another_taxi", "no_bonus", "silence", "discard", *["none"] * 4]


@pytest.mark.parametrize(
    ("deck", "per_colour", "jokers", "bonus", "soldiers"),
    [
        ("soldiers", [1, 1, 2, 2, 3], [1, 2, 3], [1, 1, 1, 1], 42),
        ("soldiers_b", [1, 2, 2, 3], [1, 1, 1, 2, 2, 2], [2, 1, 1, 1], 41),
        ("soldiers_c", [1, 1, 2, 2, 3], [1, 1, 2, 2], [1, 1, 0, 1], 42),
        ("soldiers_e", [1, 2, 2, 3, 3], [1, 2, 3], [1, 1, 1, 1], 50),
    ],
)
def test_each_soldier_deck_has_27_cards_and_its_soldiers(
    deck: str, per_colour: list[int], jokers: list[int], bonus: list[int], soldiers: int
) -> None:
    rows = read(data_folder("taxis"), TAXIS, {"soldier_deck": deck}).tables["soldiers"]
    cards = [row for row in rows for _ in range(int(row["copies"]))]
    effects = Counter(card["effect"] for card in cards if card["colour"] == "bonus")
    kinds = ("place_officer", "draw_two", "remove_token", "extra_action")
    assert len(cards) == 27
    assert sum(int(card["value"]) for card in cards) == soldiers
    for colour in COLOUR_NAMES:
        assert [card["value"] for card in cards if card["colour"] == colour] == per_colour
    assert [card["value"] for card in cards if card["colour"] == "joker"] == jokers
    assert [effects[kind] for kind in kinds] == bonus
    assert all(card["effect"] == "none" for card in cards if card["colour"] != "bonus")


def test_pig_is_played_to_100() -> None:
    names = ("target", *(f"head_start_{seat}" for seat in range(1, 5)))
    schema = Schema(tuple(Parameter(name, "points", low=0, high=100) for name in names))
    pig = read(data_folder("pig"), schema, {})
    assert pig.values == {**dict.fromkeys(names, 0), "target": 100}
    assert set(pig.provenance.values()) == {"rule"}


@pytest.mark.parametrize("file", sorted(data_folder("taxis").glob("*.csv")), ids=lambda f: f.name)
def test_every_shipped_row_says_where_it_comes_from(file: Path) -> None:
    with file.open(newline="", encoding="ascii") as lines:
        assert all(row["provenance"] for row in csv.DictReader(lines))
