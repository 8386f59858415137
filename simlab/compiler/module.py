"""The file of a compiled game: its records and kernels as Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.compiler.encoding import state_field
from simlab.compiler.entries import Entries
from simlab.compiler.names import PARTS, Refusal
from simlab.compiler.observation import observe
from simlab.compiler.policies import policy_kernel
from simlab.compiler.program import Program
from simlab.compiler.source_code import definition_of
from simlab.compiler.value_type import MEMBER, NONE, NUMBER, ROW, TUPLE, Type, field_of
from simlab.compiler.writer import construct_name
from simlab.errors import Refused
from simlab.files.imports import digest_with_imports
from simlab.game.definition import Rules
from simlab.plain.definition import PlainDefinition, is_in_package, is_written
from simlab.plain.policies import random, random_by_kind
from simlab.plain.words import text_of

MARK = "by `simlab compile`."
"""What ends the first line of such a file; others are not replaced."""
MAIN_METHODS = ("setup", "seat", "choices", "play", "kind", "scores", "winner", "hide", "evaluate")
NEVER = (ast.Try, ast.With)
"""Statements that no kernel has."""
WIDTH = 100
HELPERS = {
    "importlib": ("import_module",),
    "pathlib": ("Path",),
    "numpy": ("array",),
    "simlab.catalog": ("find_game",),
    "simlab.compiler.encoding": ("FORM_BITS", "with_number"),
    "simlab.compiler.runtime": (
        "bit_of",
        "compiled_game",
        "offer",
        "random",
        "random_by_kind",
        "settle",
        "tally_record",
    ),
    "simlab.engine.checked": (
        "cell",
        "detail",
        "divisor",
        "finite",
        "floored",
        "foreseen",
        "narrow_detail",
        "of_text",
        "outcomes",
        "power",
        "present",
        "raised",
        "remainder",
        "rounded",
        "seat_at",
        "seat_or_none",
        "shifted_left",
        "shifted_right",
        "square_root",
        "times",
        "truncated",
        "whole_choice",
        "whole_root",
        "with_infinity",
        "word_as_choice",
    ),
    "simlab.engine.game_fault": (
        "EMPTY",
        "ILLEGAL",
        "MISSING",
        "OUTSIDE",
        "RAISED",
        "UNSEEN",
        "fail",
    ),
    "simlab.engine.items": (
        "INFINITE",
        "LAST_BITS",
        "NOTHING",
        "NO_VALUE",
        "append",
        "are_equal",
        "are_within",
        "arrange_items",
        "arrange_records",
        "bound_at",
        "copy_list",
        "count_of",
        "cut",
        "dict_of",
        "dict_record",
        "discard",
        "drop_entry",
        "drop_key",
        "end_at",
        "exchange",
        "expect",
        "expect_within",
        "have_same",
        "have_same_entries",
        "include",
        "insert",
        "is_new",
        "key_place",
        "known_among",
        "known_place",
        "known_place_of",
        "known_position",
        "last_at",
        "list_of",
        "list_of_rows",
        "list_record",
        "new_dict",
        "new_dict_of_fractions",
        "new_fractions",
        "new_list",
        "new_place",
        "order_by",
        "part_of",
        "place_at",
        "place_for",
        "pop",
        "pop_record",
        "position",
        "put",
        "rearrange_records",
        "remove",
        "replace_slice",
        "reverse_items",
        "reverse_records",
        "room_at",
        "shuffle_items",
        "shuffle_records",
        "sort_items",
        "with_part",
    ),
    "simlab.engine.journal": ("note",),
    "simlab.engine.kernel": ("kernel",),
    "simlab.engine.loop": ("OVER",),
    "simlab.engine.menu": ("is_on",),
    "simlab.engine.record": (
        "NOT_APPLICABLE",
        "clear",
        "copy_row",
        "nested",
        "real",
        "record",
        "record_on_stack",
        "small",
        "whole",
    ),
    "simlab.engine.rng": ("below", "uniform"),
    "simlab.game.policy": ("Trait", "policy"),
}
"""What such a file may need, by module."""


@dataclass(frozen=True)
class Translation:
    """A compiled game as text, or the statements that have no counterpart among kernels."""

    code: str
    """Empty if a rule cannot be translated."""
    refusals: Sequence[Refusal]
    policies: Sequence[str]
    left_out: Mapping[str, Refusal]
    """Policies that cannot be translated, and the first statement of each for which it cannot."""


def translate_game(
    definition: PlainDefinition,
    *others: Rules,
    ends: Sequence[Rules] = (),
    folder: Path | None = None,
    module: str = "",
) -> Translation:
    """Translate a plain game; it is observed under its own rules and under others.

    Under `ends`, rules at the ends of their ranges, fewer games are observed. `folder` is where the
    file of the compiled game will be, unless beside the plain one, which it finds by its path or,
    if it comes with simlab, as the GAME of a `module`.

    Raises:
        ContractError: the game breaks its contract in the games that are played to observe it.
        Untranslatable: its choices have forms that kernels do not have.
    """
    refusals = list(statements_without_kernel(definition))
    if refusals:
        return Translation("", refusals, [], {})
    observation = observe(definition, [definition.load(), *others], ends)
    if module:
        plain = f'import_module("{module}").GAME'
    else:
        plain = f"find_game({_place(definition.home, folder)})"
    program = Program(definition, observation)
    return _translation_of(program, plain)


def _place(home: Path, folder: Path | None) -> str:
    """Return the code of the path by which a game is found, relative to a file beside it."""
    if folder is not None:
        return repr(str(home.parent if is_in_package(home) else home))
    if is_in_package(home):
        return "str(Path(__file__).parent)"
    return f'str(Path(__file__).with_name("{home.name}"))'


def _translation_of(program: Program, plain: str) -> Translation:
    """Translate a game, which is the value of an expression in the file of its translation."""
    definition = program.definition
    entries = Entries(program)
    kernels = entries.kernels()
    is_whole = not program.refusals
    policies: dict[str, str] = {}  # their codes by name
    left_out: dict[str, Refusal] = {}
    for policy in definition.policies:
        if policy is random or (policy is random_by_kind and entries.has_kinds_of_forms):
            policies[policy.name] = "random" if policy is random else "random_by_kind"
            continue
        n_before = len(program.refusals)
        try:
            kernels.append(policy_kernel(program, policy))
            policies[policy.name] = policy.name
        except Refused:
            noted_refusals = list(program.refusals.values())
            left_out[policy.name] = noted_refusals[min(n_before, len(noted_refusals) - 1)]
    refusals = list(program.refusals.values())
    if not is_whole:
        return Translation("", refusals, [], left_out)
    methods = [kernel.code for kernel in program.kernels.values() if kernel.does_something]
    body = "\n\n\n".join(
        [_head(program, plain), *methods, *kernels, _game(program, [*policies.values()])]
    )
    source = f"{_imports(program, body)}\n\n{body}\n"
    return Translation(source, refusals, [*policies], left_out)


def statements_without_kernel(definition: PlainDefinition) -> Iterator[Refusal]:
    """Yield what kernels never have in the main methods of a game, before any game is played."""
    rules_class = definition.rules_class
    written = [getattr(rules_class, name) for name in MAIN_METHODS if is_written(rules_class, name)]
    for function in written:
        file = function.__code__.co_filename
        for node in ast.walk(definition_of(function)):
            if isinstance(node, NEVER):
                statement = ast.unparse(node).splitlines()[0]
                yield Refusal(
                    file, node.lineno, statement, f"kernels have no {construct_name(node)}"
                )


def _imports(program: Program, body: str) -> str:
    """Return docstring and imports of the file, of the helpers those that it needs."""
    plain = program.definition
    lines = [
        f'"""{plain.title}, compiled from {plain.home.name} {MARK}',
        "",
        "Change that file and compile it again. It has the words, the data and the columns; this",
        "one has the state and the rules.",
        '"""',
        "",
    ]
    for module, names in HELPERS.items():
        used = [name for name in names if re.search(rf"(?<![\w.]){name}\b", body)]
        if used:
            lines.append(_import(module, used))
    return "\n".join(lines)


def _import(module: str, names: Sequence[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def _head(program: Program, plain: str) -> str:
    """Return the plain game, the constants and the record of the state."""
    forms = tuple(
        (
            form.word,
            tuple(_meaning_of_detail(detail, program) for detail in form.details),
            form.is_tuple,
        )
        for form in program.forms
    )
    numbers = [f"{number} << FORM_BITS" for number in range(len(forms))]
    return "\n".join(
        [
            f"PLAIN = {plain}",
            f"TEXTS = {tuple(program.texts)!r}",
            '"""Texts by their number."""',
            f"FILES = {tuple(map(_file_name, program.files))!r}",
            '"""Files of the plain game, by the millions of the numbers of lines."""',
            f"FORMS = {forms!r}",
            '"""The word of each form of choices, what follows it, and whether it is a tuple."""',
            f"{', '.join(program.constants)} = {', '.join(numbers)}",
            *(f"{name} = {code}" for code, name in program.arrays.items()),
            "",
            "STATE = record(",
            *(f"    {field}," for field in _fields(program)),
            ")",
            *(
                f"{name} = record_on_stack({record})"
                for record, name in program.record_makers.items()
            ),
        ]
    )


def _file_name(file: str) -> str:
    """Return how a file is named, wherever it lies."""
    name = Path(file).name
    return f"simlab/parts/{name}" if Path(file).is_relative_to(PARTS) else name


def _meaning_of_detail(detail: Type, program: Program) -> Any:
    """Return what a detail of a choice stands for: a list of meanings for a tuple."""
    if detail.kind == TUPLE:
        return [_meaning_of_detail(item_type, program) for _, item_type in detail.fields]
    return _meaning_of_number(detail, program)


def _meaning_of_number(value_type: Type, program: Program) -> str | tuple[str, ...]:
    """Return what a number stands for, as `Numbers.in_words` asks for it."""
    if value_type.kind == MEMBER:
        return tuple(map(text_of, program.members(value_type.own_class)))
    return value_type.table if value_type.kind == ROW else value_type.kind


def _fields(program: Program) -> Iterator[str]:
    seats = program.definition.players[1]
    most_rows = {table.name: table.max_rows for table in program.schema.tables}
    yield 'n_players=whole("players", "players")'
    yield 'fault=whole("number of the first fault, see simlab.engine.game_fault; 0: none")'
    yield 'decides=whole("seat that decides", "seat")'
    for part, attributes in program.observation.attributes.items():
        for name, value_type in attributes.items():
            is_declared = bool(part) and name in vars(program.parts[part])
            if value_type != NONE and not is_declared:
                declaration = field_of(value_type, f"{part} {name}".strip(), most_rows)
                yield f"{state_field(part, name)}={declaration}"
    if Entries(program).has_timeline:
        yield 'first_round=whole("rounds that were counted before the first decision", "rounds")'
    if program.event_fields:
        yield 'tally=nested(tally_record(PLAIN), "what is counted")'
    n_kinds = Entries(program).n_kinds
    if program.cooperative:
        yield f'chosen=small("choices by kind", shape={n_kinds})'
    else:
        yield f'chosen=small("choices by seat and kind", shape=({seats}, {n_kinds}))'


def _game(program: Program, policies: Sequence[str]) -> str:
    """Return the declaration of the game."""
    fields = {
        key: _meaning_of_number(value_type, program)
        for key, value_type in program.event_types.items()
        if value_type.kind not in ("", NUMBER)
    }
    kernels = ["setup", "next_seat", "legal", "apply", "outcome", "hide"]
    entries = Entries(program)
    kernels += ["evaluate"] * entries.has("evaluate")
    kernels += ["points_so_far"] * entries.has_lead + ["snapshot"] * entries.has_timeline
    return "\n".join(
        [
            "GAME = compiled_game(",
            "    PLAIN,",
            f'    made_from="{digest_with_imports(program.definition.home)}",',
            "    texts=TEXTS,",
            "    files=FILES,",
            "    forms=FORMS,",
            f"    event_fields={fields!r},",
            "    state_row=STATE,",
            f"    longest_menu={program.observation.longest_menu},",
            *([f"    lookups={tuple(program.lookups)!r},"] if program.lookups else []),
            *(f"    {name}={name}," for name in kernels),
            f"    policies=({', '.join(policies)},),",
            ")",
        ]
    )
