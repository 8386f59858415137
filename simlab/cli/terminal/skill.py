"""Prints the effect of skill on seats and scores."""

from __future__ import annotations

from simlab.api.skill import SkillResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.cli.terminal.verdict import STRENGTH, verdict_text
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.wording import number, share
from simlab.studies.skill.page import answer, findings, percent, say_step, step_of
from simlab.studies.skill.result import (
    GAIN_METHOD,
    SCORE_METHOD,
    SEAT_METHOD,
    SEAT_POINTS_METHOD,
    WIN_METHOD,
    Skill,
)


def print_result(result: SkillResult, *, explain: bool) -> None:
    """Print the answer, the tables and further findings."""
    skill = result.skill
    for sentence in answer(skill):
        say(sentence)
    print_seats(skill) if skill.seats.size else print_scores(skill)
    print_steps(skill)
    for topic, sentence in findings(skill).items():
        say(f"{topic}: {sentence}")
    of_steps = WIN_METHOD if skill.scale.is_share else GAIN_METHOD
    say_notes([_first_method(skill), of_steps], explain=explain)


def _first_method(skill: Skill) -> str:
    """Return how the first table was made."""
    if not skill.seats.size:
        return SCORE_METHOD
    return SEAT_METHOD if skill.scale.is_share else SEAT_POINTS_METHOD


def print_seats(skill: Skill) -> None:
    """Print a row per skill level and a column per seat."""
    say_row = share if skill.scale.is_share else number
    cells = {(row["skill"], row["seat"]): say_row(row) for row in records(skill.seats)}
    skills, seats = (list(dict.fromkeys(key)) for key in zip(*cells, strict=True))
    rows: list[list[Cell]] = []
    for level in skills:
        results = [cells[level, seat] for seat in seats]
        rows.append([percent(level), *(f"{cell.short}\n{cell.range}" for cell in results)])
    heading = "Wins" if skill.scale.is_share else skill.scale.unit.capitalize()
    say_heading(f"{heading} by seat, with the same policy in all seats")
    say_table(["skill", *(f">{seat}" for seat in seats)], rows)


def print_scores(skill: Skill) -> None:
    """Print a row per skill level."""
    means = [(percent(row["skill"]), number(row)) for row in records(skill.means)]
    say_heading(f"{skill.scale.label.capitalize()} ({skill.scale.unit})")
    say_table(["skill", ">mean", ">95 %"], [[level, x.short, x.range] for level, x in means])


def print_steps(skill: Skill) -> None:
    """Print the gain of each step of skill."""
    is_share, say_row = skill.scale.is_share, say_step(skill)
    rows: list[list[Cell]] = []
    for row in records(skill.steps):
        estimate, verdict = say_row(row), verdict_text(row["verdict"], STRENGTH)
        rows.append([step_of(row), estimate.short, estimate.range, verdict])
    say_heading(f"Each step of skill; the margin is {margin_of(skill.scale)}")
    heading = ">wins" if is_share else ">difference"
    say_table(["skill", heading, ">95 %", "!verdict"], rows)
