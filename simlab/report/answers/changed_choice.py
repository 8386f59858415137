"""Rule changes that concern only choices that nobody makes by either set of rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simlab.analysis.games import Games
from simlab.analysis.rule_comparison import Comparison, sides_of
from simlab.analysis.tables import Tables
from simlab.game.facts import Facts, Group, SeatGroup
from simlab.report.wording import join_list


def sentence_on_choices(tables: Tables, pair: Comparison) -> str:
    """Return the sentence on such a change; empty if somebody makes one of these choices."""
    changed = _differences(pair)
    concerned = [choice for choice in _choices(pair.unchanged.facts) if changed & set(choice.rules)]
    named = {rule for choice in concerned for rule in choice.rules}
    if not concerned or not changed <= named or _is_made(concerned, sides_of(tables, pair)):
        return ""
    return (
        "The change concerns only what these players never choose by either set of rules:"
        f" {join_list([choice.label for choice in concerned])}. Nothing on this page says what it"
        " is worth."
    )


@dataclass(frozen=True)
class _Choice:
    """A choice, its column, and the rules that matter only where it is made."""

    column: str
    label: str
    is_of_seats: bool
    rules: tuple[str, ...]


def _choices(facts: Facts) -> Iterator[_Choice]:
    groups: list[Group] = [*facts.groups, *facts.seat_groups]
    for group in groups:
        for column, rules in group.rules.items():
            is_of_seats = isinstance(group, SeatGroup)
            yield _Choice(column, str(group.columns[column]), is_of_seats, rules)


def _differences(pair: Comparison) -> set[str]:
    """Return the changed rule values, and what else differs: cells of tables, a data folder."""
    before, after = (side.described for side in (pair.unchanged, pair.changed))
    values = {name for name in after["rules"] if after["rules"][name] != before["rules"].get(name)}
    patched = {key for key, value in after["patch"].items() if value != before["patch"].get(key)}
    folders = {"data"} if after.get("data") != before.get("data") else set()
    return values | patched | folders


def _is_made(choices: list[_Choice], sides: list[Games]) -> bool:
    """Return whether somebody makes one of these choices by some set of rules."""
    return any(
        (games.seat if choice.is_of_seats else games.game)(choice.column).any()
        for games in sides
        for choice in choices
    )
