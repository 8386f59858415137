"""Rules in force, patches, assumptions and remarks of a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.analysis.tables import Described, Scenario, Tables
from simlab.game.nouns import singular
from simlab.report.page_table import PageTable
from simlab.report.wording import join_list, n_of, whole

WITHOUT_PATCH = "without a patch"
RULES_FILE = "rules.toml"


def patches(tables: Described) -> list[str]:
    """Return each patch in force with the scenarios it is for; none where nothing is patched."""
    changed = {scenario.name: patch_of(scenario) for scenario in tables.spelled_out}
    lines = []
    for patch in dict.fromkeys(filter(None, changed.values())):
        names = [name for name, scenario_patch in changed.items() if scenario_patch == patch]
        whose = "all scenarios" if len(names) == len(changed) else join_list(names)
        lines.append(f"{patch} ({whose})")
    return lines


def patch_of(scenario: Scenario) -> str:
    """Return the changes of a scenario to its rules: `hand_limit = 6, events = off`.

    A data folder of its own is named too.
    """
    folder, patch = scenario.described.get("data"), _list_patch(scenario.described["patch"])
    return ", ".join(filter(None, [f"data = {Path(folder).name}" if folder else "", patch]))


def changes_of(scenario: Scenario) -> str:
    """Return the changes of a scenario beyond those that all scenarios have."""
    return _list_patch(scenario.changes)


def assumption_notes(tables: Described) -> dict[str, str]:
    """Return what the rules rest on without a source, with its meaning and note where it has any.

    What a patch changes is tried out, not assumed.
    """
    # the scenarios with the fewest changes have the rules that all share
    fewest = min(len(scenario.described["patch"]) for scenario in tables.spelled_out)
    lines = _unique(
        line
        for scenario in tables.spelled_out
        if len(scenario.described["patch"]) == fewest
        for line in scenario.described["assumed"]
        if rule_or_file(line) not in scenario.described["patch"]
    )
    parameters = tables.game["parameters"]
    meanings = {line: parameters.get(rule_or_file(line), [""])[0] for line in lines}
    notes = {line: _note(tables, rule_or_file(line)) for line in lines}
    return {line: ". ".join(filter(None, [meanings[line], notes[line]])) for line in lines}


def _note(tables: Described, name: str) -> str:
    """Return the note on a rule; empty if it has none, or its data folders have several."""
    # runs of earlier versions have no notes
    notes = _unique(
        scenario.described.get("notes", {}).get(name, "") for scenario in tables.spelled_out
    )
    return notes[0] if len(notes) == 1 else ""


def declares_nothing(tables: Described) -> bool:
    """Whether the game has neither rule values nor component tables."""
    files = {
        Path(name).name for s in tables.described["identity"]["scenarios"] for name in s["files"]
    }
    return not tables.game["parameters"] and files <= {RULES_FILE}


def nothing_assumed(tables: Described) -> str:
    """Return the sentence on rules of which nothing is assumed."""
    if declares_nothing(tables):
        return (
            "Nothing is declared: all numbers of this game stand in its code, so that none could be"
            " varied, and nothing is known of where they come from."
        )
    return "Nothing is guessed: every rule and component has a source."


def is_guess(tables: Described, scenario: Scenario) -> bool:
    """Say whether a scenario changes nothing but what is assumed."""
    names = {rule_or_file(line).removesuffix(".csv") for line in assumption_notes(tables)}
    base = min(tables.spelled_out, key=lambda candidate: len(candidate.described["patch"]))
    # runs of earlier versions tell tables apart, not columns
    columns = base.described.get("assumed_columns", {})
    return bool(scenario.changes) and all(
        key in names or _is_assumed_cell(key, names, columns) for key in scenario.changes
    )


def _is_assumed_cell(key: str, names: Collection[str], columns: Mapping[str, list[str]]) -> bool:
    """Say whether a cell is in a column that is assumed, or a row in a table that is."""
    table, _, cell = key.partition(".")
    _, _, column = cell.rpartition(".")
    return table in names and ("." not in cell or column in columns.get(table, [column]))


def rule_or_file(line: str) -> str:
    """Return the rule of `rule = value`, or the file of `file: 3 of 9 rows`."""
    return line.partition(" = ")[0].partition(":")[0]


def remarks(tables: Described) -> list[str]:
    """Return what was noticed while the rules were read."""
    return _unique(line for s in tables.spelled_out for line in s.described["remarks"])


def rules_table(tables: Described) -> PageTable:
    """Return the rule values in force, a column for each different set of rules."""
    variants = {patch_of(scenario) or WITHOUT_PATCH: scenario for scenario in tables.spelled_out}
    rows = [
        [name, *_values_of(name, unit, variants.values()), meaning, rule, _note(tables, name)]
        for name, (meaning, unit, rule) in tables.game["parameters"].items()
    ]
    values = ["value"] if len(variants) == 1 else list(variants)
    heads = ["rule", *values, "meaning", "rule number", "note"]
    return PageTable("rules", heads, rows, "", pd.DataFrame(rows, columns=heads))


def _values_of(name: str, unit: str, variants: Iterable[Scenario]) -> list[str]:
    values = (_value_text(scenario.described["rules"][name]) for scenario in variants)
    return [f"{value} {singular(unit) if value == '1' else unit}".strip() for value in values]


def _list_patch(patch: Mapping[str, str]) -> str:
    return ", ".join(f"{key} = {_value_text(value)}" for key, value in patch.items())


def _unique(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(lines))


def _value_text(value: Any) -> str:
    """Return a rule value as a designer writes it; JSON has turned patches into words already."""
    switch_states = {"True": "on", "False": "off"}
    return switch_states.get(str(value), str(value))


def basis(tables: Tables) -> list[str]:
    """Return what the answer rests on, in a few words each."""
    n_games = sum(tables.scenario_counts(scenario).n_games for scenario in tables.scenarios)
    n_patches = len(patches(tables))
    return [
        n_of(n_games, "game"),
        _number_capped(tables),
        n_of(len(tables.scenarios), "scenario"),
        f"rules with {n_of(n_patches, 'patch', 'patches')}"
        if n_patches
        else "rules without a patch",
        assumption_count(tables),
    ]


def _number_capped(tables: Tables) -> str:
    """Return how many games were capped, and how many of those that the answer of a run is of."""
    answering = tables.scenarios if tables.study else tables.main
    n_capped, n_own = (
        sum(tables.scenario_counts(scenario).n_capped for scenario in scenarios)
        for scenarios in (tables.scenarios, answering)
    )
    if not n_capped:
        return "no game capped"
    n_all = n_of(n_capped, "capped game")
    return (
        n_all
        if n_own == n_capped
        else f"{n_all}, {whole(n_own) if n_own else 'none'} in the answer"
    )


def assumption_count(tables: Described) -> str:
    """Return how much the rules rest on without a source: `3 assumptions`."""
    n_assumed = len(assumption_notes(tables))
    if n_assumed:
        return n_of(n_assumed, "assumption")
    return "nothing declared" if declares_nothing(tables) else "nothing assumed"


def patch_titles(tables: Tables) -> list[str]:
    """Return title and name of the patches that the game ships."""
    shipped = tables.study.get("shipped", [])
    return [f"{patch['title']} ({patch['name']})".strip() for patch in shipped]
