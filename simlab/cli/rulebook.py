"""A game as its data describes it: gathered as plain content, then printed for reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from simlab.catalog import find_game, game_names
from simlab.cli.terminal import Cell, say, say_heading, say_table
from simlab.components import Components, Parameter, Table
from simlab.experiment.patch import patched
from simlab.game import Game
from simlab.policy import COMMON, Policy, Trait
from simlab.table import ASSUMED, PROVENANCE

Content = dict[str, Any]

STYLES = {"assumed": "yellow", "patched": "bold magenta"}


def game_list() -> list[Content]:
    """Return every game that can be found by name."""
    return [summary(find_game(name)) for name in game_names()]


def rulebook(name: str, patches: list[str], data: str | None) -> Content:
    """Return rules, component tables and policies of a game, patched.

    Raises:
        InputError: there is no such game, or its data or a patch is broken.
    """
    game = find_game(name)
    now, before = (patched(game, each, data).components for each in (patches, []))
    return {
        **summary(game),
        "version": game.version,
        "rules": [rule(parameter, now, before) for parameter in game.schema.parameters],
        "tables": [table(entry, now, before) for entry in game.schema.tables],
        "policies": [policy_content(policy) for policy in game.policies],
        "every_policy": trait_contents(COMMON),
        "assumed": now.assumed(),
        "patched": now.patched,
        "remarks": now.remarks,
    }


def summary(game: Game) -> Content:
    """Return what a list of games says of one."""
    return {
        "name": game.name,
        "title": game.title,
        "players": game.players,
        "cooperative": game.cooperative,
        "policies": [policy.name for policy in game.policies],
    }


def rule(parameter: Parameter, now: Components, before: Components) -> Content:
    """Return one rule value with all that is known of it."""
    name = parameter.name
    return {
        "name": name,
        "value": now.values[name],
        "unpatched": before.values[name],
        "low": parameter.low,
        "high": parameter.high,
        "choices": parameter.choices,
        "unit": parameter.unit,
        "meaning": parameter.meaning,
        "rule": parameter.rule,
        "provenance": now.provenance[name],
    }


def table(table: Table, now: Components, before: Components) -> Content:
    """Return one component table, and what stood in the cells that the patch changed."""
    rows = {str(row[table.key]): row for row in before.tables[table.name]}
    keys = [key.split(".") for key in now.patched if key.startswith(f"{table.name}.")]
    return {
        "name": table.name,
        "meaning": table.meaning,
        "file": now.sources[table.name],
        "key": table.key,
        "columns": {column.name: column.meaning for column in table.columns},
        "rows": now.tables[table.name],
        "unpatched": {f"{key}.{column}": rows.get(key, {}).get(column) for _, key, column in keys},
    }


def policy_content(policy: Policy) -> Content:
    """Return one policy with its traits."""
    return {
        "name": policy.name,
        "sentence": policy.sentence,
        "players": policy.players,
        "traits": trait_contents(policy.traits),
    }


def trait_contents(traits: Mapping[str, Trait]) -> list[Content]:
    """Return traits with all that is known of them."""
    return [{"name": name, **vars(trait)} for name, trait in traits.items()]


def print_games(games: list[Content]) -> None:
    """Print one line per game."""
    rows = [
        (game["name"], game["title"], _players(game), ", ".join(game["policies"])) for game in games
    ]
    say_table(["game", "title", "players", "policies"], rows)


def print_rulebook(book: Content) -> None:
    """Print rules, tables and policies, one below the other."""
    say(Text(f"{book['title']} ({book['name']}), {_players(book)}", style="bold"))
    print_rules(book["rules"])
    for entry in book["tables"]:
        print_table(entry)
    for policy in book["policies"]:
        print_policy(policy, model_of(policy, book["policies"]))
    say_heading("Every policy")
    print_traits(book["every_policy"])
    for remark in book["remarks"]:
        say(f"Note: {remark}")


def print_rules(rules: list[Content]) -> None:
    """Print the rule values; what is assumed and what the patch changed stand out."""
    say_heading("Rules: change one with --patch KEY=VALUE")
    rows = [
        (entry["name"], _value(entry), _range(entry), _meaning(entry), _provenance(entry))
        for entry in rules
    ]
    say_table(["rule", "value", "range", "meaning", "provenance"], rows)


def print_table(table: Content) -> None:
    """Print a component table as it stands in its file, leaving out empty columns."""
    name, key = table["name"], table["key"]
    say_heading(f"{name}: {table['meaning']} ({table['file']})")
    say(f"Change one cell with --patch {name}.{key.upper()}.COLUMN=VALUE")
    columns = [
        column
        for column in (key, *table["columns"], PROVENANCE.name)
        if any(row[column] not in ("", "none") for row in table["rows"])
    ]
    rows = [[_cell(table, row, column) for column in columns] for row in table["rows"]]
    say_table([_header(column, table["rows"]) for column in columns], rows)


def model_of(policy: Content, policies: list[Content]) -> Content:
    """Return the policy listed last, the best one, of those with the traits of this one."""
    traits = _ranges(policy)
    return [p for p in policies if _ranges(p) == traits][-1] if traits else policy


def _ranges(policy: Content) -> list[Content]:
    """Return what the traits of a policy are, but for their defaults."""
    return [{**trait, "default": None} for trait in policy["traits"]]


def print_policy(policy: Content, model: Content) -> None:
    """Print a policy, then its traits; of one that has a model, where it differs from that."""
    limits = f" ({_numbers(*policy['players'])} players)" if policy["players"] else ""
    say_heading(f"Policy {policy['name']}{limits}")
    say(policy["sentence"])
    if policy is not model:
        say(f"Traits as of {model['name']}, but {_differences(policy, model)}.")
        return
    if policy["traits"]:
        print_traits(policy["traits"])


def print_traits(traits: list[Content]) -> None:
    """Print a line per trait."""
    rows = [
        (t["name"], f"{t['default']:g}", f"{t['low']:g}–{t['high']:g}", t["meaning"])
        for t in traits
    ]
    say_table(["trait", ">default", "range", "meaning"], rows)


def _differences(policy: Content, model: Content) -> str:
    """Return the traits with other defaults than those of a model: `token=0.8, delay=0.2`."""
    pairs = zip(policy["traits"], model["traits"], strict=True)
    other = [own for own, its in pairs if own["default"] != its["default"]]
    return (
        ", ".join(f"{trait['name']}={trait['default']:g}" for trait in other) or "no other default"
    )


def _players(game: Content) -> str:
    aim = "together" if game["cooperative"] else "against each other"
    return f"{_numbers(*game['players'])} players, {aim}"


def _numbers(low: int, high: int) -> str:
    return f"{low}–{high}" if low < high else str(low)


def _value(entry: Content) -> Cell:
    value, unpatched = _spoken(entry["value"]), _spoken(entry["unpatched"])
    return value if value == unpatched else Text(f"{unpatched} → {value}", style=STYLES["patched"])


def _spoken(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _range(entry: Content) -> str:
    if entry["low"] is not None:
        return f"{entry['low']}–{entry['high']} {entry['unit']}".strip()
    return "on, off" if isinstance(entry["value"], bool) else ""


def _meaning(entry: Content) -> str:
    choices = f": {' or '.join(entry['choices'])}" if entry["choices"] else ""
    rule = f" [{entry['rule']}]" if entry["rule"] else ""
    return f"{entry['meaning']}{choices}{rule}"


def _provenance(entry: Content) -> Cell:
    word = entry["provenance"]
    return Text(word, style=STYLES["assumed"]) if word == ASSUMED else word


def _header(column: str, rows: list[Content]) -> str:
    is_number = all(isinstance(row[column], int) for row in rows)
    return f">{column}" if is_number else column


def _cell(table: Content, row: Content, column: str) -> Cell:
    value = str(row[column])
    place = f"{row[table['key']]}.{column}"
    if place in table["unpatched"]:
        before = table["unpatched"][place]
        return Text(value if before is None else f"{before} → {value}", style=STYLES["patched"])
    return Text(value, style=STYLES["assumed"]) if value == ASSUMED else value
