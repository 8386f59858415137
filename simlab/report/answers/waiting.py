"""Says where the length of games follows the players, who wait for as long as a trait says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simlab.analysis.length import clocks
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.waiting import Wait, waits_that_set_length
from simlab.report.wording import join_list, n_of


def who_sets_length(tables: Tables, scenarios: Sequence[Scenario]) -> str:
    """Say who sets the length of games in some scenarios; empty if nobody does."""
    waits = [
        (wait, scenario.players)
        for scenario in scenarios
        for wait in waits_that_set_length(tables, scenario)
    ]
    return sentence_on_waits(waits, clocks(tables)[0]) if waits else ""


def sentence_on_waits(waits: Iterable[tuple[Wait, int]], clock: str) -> str:
    """Say who sets the length of games, from waits that most games outlast; empty without any."""
    who = _who_waits(waits, f" {clock}")
    if not who:
        return ""
    return (
        f"How long games are follows the players: {who}, and most games end only after that."
        " Another value of the trait gives another length."
    )


def remark_on_waits(waits: Iterable[tuple[Wait, int]]) -> str:
    """Say who may set the length of games, before it is known; empty if nobody waits."""
    who = _who_waits(waits, "")
    return f"{who}; where most games end only after that, their length follows it." if who else ""


def _who_waits(waits: Iterable[tuple[Wait, int]], unit: str) -> str:
    """Return which players wait, and for how long at each number of players."""
    lengths: dict[tuple[str, str], list[str]] = {}
    for wait, players in dict.fromkeys(waits):
        phrase = f"{wait.length:g}{unit} with {n_of(players, 'player')}"
        lengths.setdefault((wait.policy, wait.trait), []).append(phrase)
    return "; ".join(
        f"{policy} waits for {join_list(waited)} (its trait {trait})"
        for (policy, trait), waited in lengths.items()
    )
