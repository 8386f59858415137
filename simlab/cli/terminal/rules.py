"""Prints the rules, components, policies and patches of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from simlab import shell
from simlab.api.rulebook import players_in_words, span
from simlab.cli.terminal.output import Cell, say, say_heading, say_line, say_table
from simlab.game.components.table import ASSUMED, NOTE, PROVENANCE
from simlab.game.policy import BASE
from simlab.players.search import SEARCH
from simlab.report.wording import group_by_key, join_list

Content = dict[str, Any]

ASSUMED_STYLE = "yellow"
INTERPRETATIONS = "Assumed as well, since the rules may be understood in another way:"


def print_changes(book: Content) -> None:
    """Print only the changes of the patches."""
    names = ", ".join(patch["name"] for patch in book["patches"])
    say(Text(f"{book['title']}, changed by {names}", style="bold"))
    for patch in book["patches"]:
        if patch["title"]:
            say(f"{patch['name']}: {patch['title']}. {patch['question']}".rstrip())
    say()
    for change in book["changes"]:
        say(f"- {change['sentence']}")
    if not book["changes"]:
        say("No rule changes: all values are the same as before.")
    print_remarks(book)
    command_words = [
        "simlab",
        "rules",
        book["found"],
        *(["--data", book["data"]] if book["data"] else []),
    ]
    say_line(f"\nThe whole rulebook without the patch: {shell.join(command_words)}")


def print_games(games: list[Content]) -> None:
    """Print one line per game."""
    rows = [
        (game["name"], game["title"], players_in_words(game), ", ".join(game["policies"]))
        for game in games
    ]
    say_table(["game", "title", "players", "policies"], rows)


def print_rulebook(book: Content) -> None:
    """Print rules, tables and policies, one below the other."""
    say(Text(f"{book['title']} ({book['name']}), {players_in_words(book)}", style="bold"))
    if book["rules"]:
        print_rules(book["rules"])
    for entry in book["tables"]:
        print_table(entry)
    for policy in book["policies"]:
        print_policy(policy, model_of(policy, book["policies"]), book["found"])
    if book["search"]:
        print_search(book["search"])
    if book["every_policy"]:
        say_heading("Every policy")
        print_traits(book["every_policy"])
    print_patches(book["shipped_patches"])
    print_remarks(book)


def print_remarks(book: Content) -> None:
    """Print remarks on suspicious components."""
    for remark in book["remarks"]:
        say(f"Note: {remark}")


def print_patches(patches: list[Content]) -> None:
    """Print the patches that the game ships, if any."""
    if patches:
        say_heading("Patches: show the changes of one, or play with it, by --patch NAME")
        rows = [(patch["name"], patch["title"], patch["question"]) for patch in patches]
        say_table(["!patch", "title", "question"], rows)


def print_rules(rules: list[Content]) -> None:
    """Print the rule parameters and the notes on them; assumed ones are highlighted."""
    say_heading("Rules: change one by --patch KEY=VALUE, or by a step, --patch KEY=+1")
    rows = [
        (
            entry["name"],
            _value(entry),
            _range(entry),
            _meaning(entry),
            _mark_assumption(entry["provenance"]),
        )
        for entry in rules
    ]
    say_table(["!rule", "!value", "range", "meaning", "provenance"], rows)
    notes = [f"{entry['name']}: {entry['note']}" for entry in rules if entry["note"]]
    interpretations = [
        entry["name"] for entry in rules if entry["is_assumed"] and entry["provenance"] != ASSUMED
    ]
    if interpretations:
        notes.append(f"{INTERPRETATIONS} {join_list(interpretations)}.")
    if notes:
        say()
    for note in notes:
        say(note)


def print_table(table: Content) -> None:
    """Print a component table like its file, without empty columns."""
    name, key = table["name"], table["key"]
    say_heading(f"{name}: {table['meaning']} ({table['file']})")
    say(f"Change one cell by --patch {name}.{key.upper()}.COLUMN=VALUE")
    columns = [
        column
        for column in (key, *table["columns"], PROVENANCE.name)
        if not column.endswith(f"_{PROVENANCE.name}")
        and any(row[column] not in ("", "none") for row in table["rows"])
    ]
    rows = [[_mark_assumption(str(row[column])) for column in columns] for row in table["rows"]]
    say_table([_header(column, table) for column in columns], rows, optional=NOTE.name)
    for sentence in _provenance_sentences(table):
        say(sentence)


def _provenance_sentences(table: Content) -> Iterator[str]:
    """Yield where the cells of a column come from if not from where their rows do."""
    key, end = table["key"], f"_{PROVENANCE.name}"
    for column in table["columns"]:
        pairs = [(row[column], str(row[key])) for row in table["rows"] if column.endswith(end)]
        rows = group_by_key(pair for pair in pairs if pair[0])
        if rows:
            phrases = [
                word if len(keys) == len(pairs) else f"{word} for {join_list(keys)}"
                for word, keys in rows.items()
            ]
            yield f"Provenance of {column.removesuffix(end)}: {'; '.join(phrases)}."


def model_of(policy: Content, policies: list[Content]) -> Content:
    """Return the policy that one is explained by: the last, that is the best, with its traits.

    A player that learns has those of the policy that proposes its plans, then its own.
    """
    traits = _ranges(policy)
    models = [p for p in policies if p["traits"] and _ranges(p) == traits[: len(p["traits"])]]
    fewest = min((len(p["traits"]) for p in models), default=0)
    return [p for p in models if len(p["traits"]) == fewest][-1] if traits else policy


def _ranges(policy: Content) -> list[Content]:
    """Return the traits of a policy without their defaults."""
    return [{**trait, "default": None} for trait in policy["traits"]]


def print_policy(policy: Content, model: Content, game: str) -> None:
    """Print a policy with its traits; of one with a model those that differ, and its own."""
    limits = f" ({span(*policy['players'])} players)" if policy["players"] else ""
    say_heading(f"Policy {policy['name']}{limits}")
    say(policy["sentence"])
    if policy is model:
        print_traits(policy["traits"], policy["by_size"])
        if policy["is_by_seat"]:
            say("Each value is a mean over the seats, which have their own.")
    elif len(policy["by_size"]) > 1:
        say(f"Traits of {model['name']}, others for each size of table:")
        say_line(shell.join(["simlab", "rules", game, policy["name"]]))
    else:
        own_traits = policy["traits"][len(model["traits"]) :]
        end = ", and its own:" if own_traits else "."
        say(f"Traits of {model['name']}, with {_differences(policy, model)}{end}")
        print_traits(own_traits)


def print_search(search: Content) -> None:
    """Print the search policy, which every game has, with its own traits."""
    say_heading(f"Policy {SEARCH}:{BASE}=POLICY")
    say(search["sentence"])
    say(f"It has the traits of its {BASE} policy (the one listed last unless given) and its own:")
    print_traits(search["traits"])


def print_traits(traits: list[Content], by_size: Content | None = None) -> None:
    """Print a line per trait, with its values at each size of table of a player for several."""
    if not traits:
        return
    heads, values = [">default"], [[f"{t['default']:g}"] for t in traits]
    if by_size and len(by_size) > 1:
        say(f"Traits at tables of {join_list([*map(str, by_size)])} players:")
        heads = [f">{size}" for size in by_size]
        values = [[f"{defaults[t['name']]:g}" for defaults in by_size.values()] for t in traits]
    rows = [
        (t["name"], *trait_values, f"{t['low']:g}–{t['high']:g}", t["meaning"])
        for t, trait_values in zip(traits, values, strict=True)
    ]
    say_table(["!trait", *heads, "!range", "meaning"], rows)


def _differences(policy: Content, model: Content) -> str:
    """Return the traits whose defaults differ from those of the model: `token=0.8, delay=0.2`."""
    # a policy may have further traits behind those of the model
    pairs = zip(policy["traits"], model["traits"], strict=False)
    different = [trait for trait, its in pairs if trait["default"] != its["default"]]
    return (
        ", ".join(f"{trait['name']}={trait['default']:g}" for trait in different)
        or "the same defaults"
    )


def _value(entry: Content) -> str:
    value = entry["value"]
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _range(entry: Content) -> str:
    if entry["low"] is not None:
        return f"{entry['low']}–{entry['high']} {entry['unit']}".strip()
    return "on, off" if isinstance(entry["value"], bool) else ""


def _meaning(entry: Content) -> str:
    choices = f": {' or '.join(entry['choices'])}" if entry["choices"] else ""
    rule = f" [{entry['rule']}]" if entry["rule"] else ""
    return f"{entry['meaning']}{choices}{rule}"


def _mark_assumption(word: str) -> Cell:
    return Text(word, style=ASSUMED_STYLE) if word == ASSUMED else word


def _header(column: str, table: Content) -> str:
    """Return the heading of a column; only texts may wrap, not numbers and names to type."""
    cells = [row[column] for row in table["rows"]]
    if all(isinstance(cell, int) for cell in cells):
        return f">{column}"
    is_text = column != table["key"] and any(" " in str(cell) for cell in cells)
    return column if is_text else f"!{column}"
