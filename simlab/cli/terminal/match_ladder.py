"""Prints the standings of players in matches played elsewhere."""

from __future__ import annotations

from simlab.cli.terminal.output import say, say_notes, say_table
from simlab.report.page_table import records
from simlab.report.wording import number, share, whole
from simlab.studies.ladder import match_answer as answers
from simlab.studies.ladder.match_rating import METHOD, MatchRatings


def print_match_ladder(ratings: MatchRatings, *, explain: bool) -> None:
    """Print the answer and a row for each player."""
    for sentence in answers.answer(ratings):
        say(sentence)
    rows = []
    for row in records(ratings.strengths):
        strength, chance = number(row), share(answers.ahead_of_strongest(row))
        rows.append(
            [
                row["player"],
                strength.short,
                strength.range,
                chance.short,
                chance.range,
                whole(row["n"]),
                f"{row['wins']:g}",
                f"{row['mean_place']:.2f}",
            ]
        )
    heads = ["!player", ">strength", ">95 %", ">ahead of strongest other", ">95 %"]
    say_table([*heads, ">matches", ">wins", ">mean place"], rows)
    say_notes([METHOD], explain=explain)
