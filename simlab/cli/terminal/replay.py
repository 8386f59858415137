"""Prints a replay in words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.text import Text

from simlab.cli.terminal.output import GAP, NARROWEST, console, say, say_heading
from simlab.experiment.resolve import Scenario
from simlab.explain.ending import ending
from simlab.explain.replay import Event
from simlab.explain.transcript import Block, seat_names, transcript
from simlab.files.writing import printable

MARGIN = 6
"""Width of the column with the numbers of decisions, and of the blanks after it."""


def print_replay(scenario: Scenario, events: Iterator[Event], *, long: bool = False) -> None:
    """Print the seats, the turns or rounds, and how the game ended."""
    print_table(scenario, next(events))
    results: list[Event] = []
    for block in transcript(scenario, _without_result(events, results), long=long):
        print_block(block)
    for result in results:
        say_heading(scenario.rules.words("End"))
        for sentence in ending(scenario, result):
            say(sentence)


def _without_result(events: Iterator[Event], results: list[Event]) -> Iterator[Event]:
    """Yield all events but the result, which is appended to a list."""
    for event in events:
        if event["event"] == "result":
            results.append(event)
        else:
            yield event


def print_table(scenario: Scenario, table: Event) -> None:
    """Print the game, the policy of each seat, and what the numbers of the lines are for."""
    vocabulary = scenario.rules.words
    deal_label = vocabulary("game {deal}, rotation {rotation}, seed {seed}").format_map(table)
    say(Text(f"{scenario.game.title}: {deal_label}", style="bold"))
    names = seat_names(scenario.game, scenario.rules, scenario.players)
    for name, policy in zip(names, table["policies"], strict=True):
        say(vocabulary("{name} is played by {policy}.").format(name=name, policy=policy))
    for key, value in scenario.patch.items():
        say(vocabulary("Patch: {key} = {value}").format(key=key, value=value))
    say(vocabulary("The number before a line is its decision, for explain-move --decision."))


def print_block(block: Block) -> None:
    """Print the heading, the numbered lines and the state of the game after them."""
    say_heading(block.heading)
    for line in block.lines:
        print_line("" if line.decision is None else str(line.decision), line.text)
    if block.state:
        print_line("", block.state, style="italic")


def print_line(number: str, sentence: str, style: str = "") -> None:
    """Print a sentence, wrapped beside the number of its decision."""
    out = console()
    rows = wrap(printable(sentence), max(out.width - MARGIN, NARROWEST), break_on_hyphens=False)
    for i, row in enumerate(rows):
        margin = Text(f"{'' if i else number:>{MARGIN - GAP}}{'':{GAP}}", style="dim")
        out.print(margin + Text(row, style=style))
