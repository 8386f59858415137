"""Other values of assumed rules and tables: which there are, and how a rulebook words them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from simlab.catalog import find_game
from simlab.experiment.assumption import Assumption, assumptions
from simlab.game.components import VALUES
from simlab.game.components.table import is_assumed

SHIPPED = ("taxis", "arriala", "mare_nostrum", "pig")


def of(game: str, patch: Mapping[str, object] | None = None) -> dict[str, Assumption]:
    return {own.names[0]: own for own in assumptions(find_game(game), None, patch or {})}


@pytest.fixture(scope="module")
def taxis() -> dict[str, Assumption]:
    return of("taxis")


@pytest.fixture(scope="module")
def arriala() -> dict[str, Assumption]:
    return of("arriala")


def changes(assumption: Assumption) -> list[str]:
    return [" ".join(variation.changes) for variation in assumption.variations]


def targets(folder: Path, value: int, provenance: str = "assumed", more: str = "") -> list[object]:
    """Return the other values of the target of Pig."""
    text = f'[target]\nvalue = {value}\nprovenance = "{provenance}"\n{more}'
    (folder / "rules.toml").write_text(text)
    several = assumptions(find_game("pig"), folder, {})
    return [variation.patch["target"] for own in several for variation in own.variations]


def test_a_number_is_varied_by_a_quarter(tmp_path) -> None:
    assert targets(tmp_path, 50) == [38, 62]


def test_a_number_stays_in_its_range(tmp_path) -> None:
    assert targets(tmp_path, 10) == [12]
    assert targets(tmp_path, 100) == [75]


def test_what_has_a_source_is_not_varied(tmp_path) -> None:
    assert targets(tmp_path, 50, "rule") == []


def test_a_rule_takes_the_values_that_its_entry_lists_whatever_its_provenance(tmp_path) -> None:
    assert targets(tmp_path, 50, "reported", "other_values = [60, 80]") == [60, 80]
    assert targets(tmp_path, 50, "assumed", "other_values = []") == []


@pytest.mark.parametrize("game", SHIPPED)
def test_every_switch_and_choice_that_is_not_printed_is_varied(game: str) -> None:
    components = find_game(game).load().components
    choices = [own.name for own in find_game(game).schema.parameters if own.is_choice]
    assumed = {name for name in choices if components.provenance[name] != "rule"}
    varied = of(game)
    assert {name for name in choices if name in varied} == assumed
    assert all(varied[name].variations for name in assumed)


@pytest.mark.parametrize("game", SHIPPED)
def test_no_variation_changes_what_is_known(game: str) -> None:
    base = find_game(game).load().components.tables
    for variation in (each for own in of(game).values() for each in own.variations):
        patched = find_game(game).load(patch=variation.patch).components.tables
        cells = [key.split(".") for key in variation.patch if "." in key]
        for table, row, column in cells:
            about = next(own for own in find_game(game).schema.tables if own.name == table)
            known = next(own.known for own in about.columns if own.name == column)
            before, after = (
                sorted(int(own[column]) for own in tables[table]) if known else []
                for tables in (base, patched)
            )
            assert sum(before) == sum(after), variation
            assert known != VALUES or before == after, variation
            (own,) = (own for own in base[table] if own[about.key] == row)
            assert is_assumed(own, column), variation


@pytest.mark.parametrize("game", SHIPPED)
def test_no_value_that_is_printed_has_a_note_that_calls_it_assumed(game: str) -> None:
    components = find_game(game).load().components
    notes = {
        name: note
        for name, note in components.notes.items()
        if name not in components.assumed_parameters
    }
    printed = [row for rows in components.tables.values() for row in rows]
    notes |= {str(row): str(row.get("note", "")) for row in printed if row["provenance"] == "rule"}
    assert [name for name, note in notes.items() if "assumed" in note] == []


def test_a_switch_takes_its_other_state(taxis) -> None:
    assert changes(taxis["officers_may_share"]) == [
        "No longer: two officers may stand on one spot [T11]."
    ]


def test_a_deck_is_replaced_by_the_other_decks_and_then_varied_by_a_card(taxis) -> None:
    soldiers = taxis["soldiers.csv"]
    assert soldiers.title == "Soldier cards"
    assert soldiers.names == ("soldiers.csv", "soldier_deck")
    decks = [dict(variation.patch) for variation in soldiers.variations]
    assert decks[:3] == [{"soldier_deck": f"soldiers_{letter}"} for letter in "bce"]
    assert decks[3:] == [{"soldiers.red_3.value": 2}]


def test_a_shipped_patch_lends_its_title_and_no_file_is_named(taxis) -> None:
    own = taxis["soldiers.csv"].variations
    first, *others = (variation.title for variation in own)
    assert first == "Twice as many jokers"
    assert "A fourth joker, no card against tokens" in others
    assert not any("File" in sentence for variation in own for sentence in variation.changes)


def test_a_shipped_patch_that_changes_one_assumed_table_is_a_variation(arriala) -> None:
    titles = [variation.title for variation in arriala["cards.csv"].variations]
    assert titles == ["No card moves a worker further than three spaces", "", "", ""]


def test_a_shipped_patch_that_changes_more_is_none(arriala) -> None:
    titles = [variation.title for own in arriala.values() for variation in own.variations]
    assert "One lock more in each stretch" not in titles  # it has more pieces too
    assert "A longer canal" not in titles  # that stretch has a source


def test_the_largest_rows_are_varied_by_one_at_least(arriala) -> None:
    assert changes(arriala["locks.csv"]) == [
        f"Most locks in each stretch: {new} instead of {old} for {stretch}."
        for old, stretch in ((3, "grisolles montech"), (2, "montech castelsarrasin"))
        for new in (old - 1, old + 1)
    ]


def test_only_assumed_rows_are_varied(arriala) -> None:
    keys = [key for own in arriala["stretches.csv"].variations for key in own.patch]
    assert {key.split(".")[1] for key in keys} == {
        "montech_castelsarrasin",
        "moissac_valence_d_agen",
    }


def test_the_number_of_players_of_a_stretch_is_printed_though_its_length_is_not(arriala) -> None:
    columns = {
        key.split(".")[2] for own in arriala["stretches.csv"].variations for key in own.patch
    }
    assert columns == {"cells"}


def test_a_column_whose_total_is_known_keeps_it(arriala) -> None:
    assert changes(arriala["cards.csv"])[2] == (
        "Cards, copies: 9 instead of 12 for move 2; 13 instead of 10 for move 3."
    )


def test_a_column_whose_values_are_known_exchanges_them() -> None:
    chips = [dict(variation.patch) for variation in of("mare_nostrum")["chips.csv"].variations]
    assert chips[2:] == [
        {"chips.chip_1.front": 1, "chips.chip_2.front": 0},
        {"chips.chip_1.back": 4, "chips.chip_2.back": 5},
    ]


def test_words_change_places_so_that_their_numbers_stay(taxis) -> None:
    assert changes(taxis["streets.csv"])[0] == (
        "Ring of streets, colour: red and blue exchanged between rue Fabert and rue"
        " Saint-Dominique."
    )


def test_what_no_game_would_notice_is_no_variation(arriala) -> None:
    assert arriala["blue_cells.csv"].variations == ()  # a river work in each stretch, as before


def test_what_a_patch_sets_is_not_assumed() -> None:
    patch = {"officers_may_share": "off", "soldier_deck": "soldiers_b", "taxis.fabert_2.event": ""}
    patched = of("taxis", patch)
    assert "officers_may_share" not in patched and "soldiers_b.csv" not in patched
    rows = {key.split(".")[1] for own in patched["taxis.csv"].variations[1:] for key in own.patch}
    assert rows and "fabert_2" not in rows


def test_variations_are_on_top_of_the_patch() -> None:
    silence = of("taxis", {"officers": 3})["silence_forbids_exchange"]
    assert changes(silence) == ["Now: silence bans exchanges with 2 or more [T8]."]
