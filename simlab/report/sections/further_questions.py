"""Section on what a run cannot answer: who picks the winner, and what decides, with commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from simlab import shell
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import PageSection, Story
from simlab.report.replay_command import path_to_show
from simlab.report.section import SectionSeries
from simlab.report.wording import n_of

TITLE = "What a run does not show"
LEAD = "These questions take games of another kind, which the commands play; each writes a page."
KINGMAKING = "How often a player who cannot win decides between the others, by rollouts."
INFLUENCE = "How far the choices of each seat move the chances to win, by rollouts."
DECIDES = (
    "How much of the variation of wins comes from each source of chance, from the choices of the"
    " players, from skill and from the seat."
)


def _sections(tables: Tables) -> Iterator[PageSection]:
    """Yield the section for the first of the largest tables, if several players meet there."""
    scenario = max(tables.main, key=lambda main: main.players)
    if scenario.players == 1:
        return
    lineup = scenario.described["policies"]
    equal_players = lineup[:1] if len(set(lineup)) == 1 else []
    about_others = (
        ("Who picks the winner", KINGMAKING)
        if scenario.players > 2
        else ("Whose choices matter", INFLUENCE)
    )
    asked = {
        "kingmaking": (*about_others, equal_players or lineup),
        "decides": ("What decides", DECIDES, equal_players),
    }
    stories = [
        Story(
            f"{question}, with {n_of(scenario.players, 'player')}?",
            sentence,
            [_command(name, tables, scenario, policies)],
        )
        for name, (question, sentence, policies) in asked.items()
    ]
    yield PageSection(TITLE, LEAD, stories=stories)


def _command(name: str, tables: Tables, scenario: Scenario, policies: Sequence[str]) -> str:
    """Return the command of a study of a scenario, without paths of this machine."""
    described = tables.described
    data = scenario.described.get("data") or described.get("data")
    options = {
        "players": [scenario.players],
        "policy": policies,
        "policy-file": [path_to_show(Path(file)) for file in described["policy_files"]],
        "seed": [described["seed"]],
        "patch": [f"{key}={value}" for key, value in scenario.described["patch"].items()],
        "data": [] if data is None else [path_to_show(Path(data))],
    }
    typed_options = [
        word
        for key, values in options.items()
        for value in values
        for word in (f"--{key}", str(value))
    ]
    return shell.join(["simlab", name, path_to_show(Path(tables.game["found"])), *typed_options])


SECTION = SectionSeries({"competitive": 195}, _sections)
