"""Cards of a game in plain Python: the rows of its tables that choices offer, such as ("buy", row).

Only play shows which rows these are, so a few games are played first.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

from simlab.errors import InputError
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.plain.chance import Stream
from simlab.plain.restriction import row_key, rows_in
from simlab.plain.rules import TableRow
from simlab.plain.view import View

LOOKED_DEALS = 20
"""Deals that are looked at; a row that none of them offers is hardly ever chosen."""


def rows_on_offer(scenario: Scenario) -> dict[str, str]:
    """Return the names of the rows that choices offer, with the words that forbid each.

    They are in the order of the tables; a name that two tables have is that of the first.

    Raises:
        ContractError: a game or a policy broke its contract.
        InputError: two rows have the same word.
    """
    offered: dict[TableRow, None] = {}
    base = scenario.lineup[0].function

    def look_and_choose(
        view: View, choices: Sequence[Hashable], chance: Stream, **traits: float
    ) -> Hashable:
        offered.update(dict.fromkeys(row for choice in choices for row in rows_in(choice)))
        choice: Hashable = base(view, choices, chance, **traits)
        return choice

    lineup = [replace(policy, function=look_and_choose) for policy in scenario.lineup]
    play = partial(scenario.game.engine().play, scenario.rules.row, lineup, scenario.seed)
    in_background(lambda: play(0, LOOKED_DEALS))
    name_by_word = {row_key(row): str(row) for row in offered}
    if len(name_by_word) < len(offered):
        twice = next(row for row in offered if str(row) != name_by_word[row_key(row)])
        raise InputError(
            f"{twice} and {name_by_word[row_key(twice)]} differ in signs only; rename one of them",
            "card",
        )
    return _by_name(name_by_word, scenario)


def _by_name(name_by_word: dict[str, str], scenario: Scenario) -> dict[str, str]:
    """Return the word of each row by its name, in the order of the tables."""
    word_by_name: dict[str, str] = {}
    tables = scenario.rules.components.tables
    keys = {table.name: table.key for table in scenario.game.schema.tables}
    names = [(name, str(row[keys[name]])) for name, rows in tables.items() for row in rows]
    for table, name in names:
        for word, row_name in name_by_word.items():
            if row_name == name and word.partition(".")[0] == table:
                word_by_name.setdefault(name, word)
    return word_by_name
