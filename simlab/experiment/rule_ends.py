"""Rule ends: the rules under which the declared ranges, switches and choices of a game end.

Each rule value in turn is set to the ends of its range, or to what else it may be; then all of them
together are at their lowest, and at their highest. The patches that are shipped follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simlab.errors import InputError
from simlab.experiment.patch import apply_patches, patch_files
from simlab.game.components import Components, Parameter, files_to_choose
from simlab.game.components.key import join_key
from simlab.game.components.relative import without_step
from simlab.game.definition import Game, Rules


@dataclass(frozen=True)
class RuleEnd:
    """Rule values at an end."""

    patch: tuple[str, ...]
    """The changes, as words of a command."""
    rules: Rules
    title: str = ""
    """The changes in short, if there are many."""


LOWEST, HIGHEST = "all rule values at their lowest", "all rule values at their highest"


def rule_ends(game: Game, data: str | None = None) -> list[RuleEnd]:
    """Return the ends that can be loaded, each set of rules once.

    Raises:
        ComponentError: the rules of the game itself cannot be loaded.
    """
    folder = game.folder if data is None else Path(data)
    unchanged = apply_patches(game, [], data).components
    ends = {_content(unchanged): RuleEnd((), apply_patches(game, [], data))}
    for title, patch in _patches(game, unchanged, folder):
        with suppress(InputError):  # no command loads such rules either
            rules = apply_patches(game, patch, data)
            ends.setdefault(_content(rules.components), RuleEnd(patch, rules, title))
    # without the unchanged rules, which come first
    return list(ends.values())[1:]


def _content(components: Components) -> str:
    return repr([components.values, components.tables])


def _patches(
    game: Game, components: Components, folder: Path
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the changes of each end, with a title if they are many."""
    ranges = {
        parameter.name: _values(parameter, game, folder) for parameter in game.schema.parameters
    }
    for name, values in ranges.items():
        yield from (("", (f"{name}={value}",)) for value in values)
    for table in game.schema.tables:
        keys = [row[table.key] for row in components.tables.get(table.name, [])]
        for column in table.columns:
            for value in (column.low, column.high) if column.low is not None else ():
                title = f"{column.name}={value} in all rows of {table.name}"
                yield (
                    title,
                    tuple(
                        f"{join_key(table.name, key, column.name)}={without_step(value)}"
                        for key in keys
                    ),
                )
    ordered = {
        parameter.name: ranges[parameter.name]
        for parameter in game.schema.parameters
        if not parameter.table
    }
    for title, index in ((LOWEST, 0), (HIGHEST, -1)):
        yield title, tuple(f"{name}={values[index]}" for name, values in ordered.items())
    yield from (("", (name,)) for name in patch_files(game, folder))


def _values(parameter: Parameter, game: Game, folder: Path) -> Sequence[object]:
    """Return the ends of a range, lowest first, or all that a rule value may be."""
    if parameter.table:
        return files_to_choose(folder, game.schema.tables)
    if parameter.is_switch:
        return ("off", "on")
    return parameter.choices or (parameter.low, parameter.high)
