"""Prints on which assumption an answer rests most, or how to find out."""

from __future__ import annotations

from pathlib import Path

from simlab import shell
from simlab.analysis.tables import Tables
from simlab.cli.terminal.output import from_here, say, say_line
from simlab.report.answers.assumptions import rests_most_on
from simlab.report.answers.player_traits import length_sentence
from simlab.report.rulebook import assumption_notes
from simlab.report.wording import n_of


def say_assumptions(tables: Tables, folder: Path) -> None:
    """Print which assumption moves the answer most if other values were played, else the command.

    To play them takes some 20 seconds, which is left to the page.
    """
    sentence = rests_most_on(tables)
    say(sentence) if sentence else say_how_to_vary(tables, folder)
    if sentence := length_sentence(tables):
        say(sentence)


def say_how_to_vary(tables: Tables, folder: Path) -> None:
    """Print the command that plays other values of what is assumed, unless nothing is."""
    if n_assumed := len(assumption_notes(tables)):
        command = shell.join(["simlab", "report", str(from_here(folder))])
        say_line(f"{assumptions_in_words(n_assumed)}; {command} says which moves the answer most.")


def assumptions_in_words(n_assumed: int) -> str:
    """Say how much is assumed: `3 rules and tables are assumed`."""
    return f"{n_of(n_assumed, 'rule or table is', 'rules and tables are')} assumed"
