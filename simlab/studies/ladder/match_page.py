"""Page on matches played elsewhere: how strong each player is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simlab.analysis.tables import Description
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.head import Head
from simlab.report.page import Report, publish
from simlab.report.page_table import PageTable, records
from simlab.report.provenance import Provenance
from simlab.report.style import style
from simlab.report.wording import n_of, number, share, whole
from simlab.studies.ladder import match_answer as answers
from simlab.studies.ladder.match_rating import METHOD, MatchRatings
from simlab.version import VERSION

PAGE = "ladder.html"
STRENGTHS = "How strong each player is"
EVEN = 0.5
DISCLAIMERS = (
    "Whether a player will play as before: matches count alike, however long ago they were.",
    "Why a player is ahead: seats, rules and who was invited are not in the file.",
    "Players compare by one number each; who beats whom in a circle has none.",
)


def write_match_ratings(
    ratings: MatchRatings, described: dict[str, Any], command: str, folder: Path
) -> Path:
    """Write `ladder.html`, `figures/` and `tables/`; return the page's path.

    Raises:
        RunError: they cannot be written.
    """
    with style():
        return publish(report_of(ratings, Description(described), command), folder, PAGE)


def report_of(ratings: MatchRatings, described: Description, command: str) -> Report:
    """Return the report on the ratings of players."""
    players, matches = len(ratings.strengths), ratings.n_matches
    return Report(
        tables=described,
        head=Head(
            question=f"Who plays {described.game['title']} best?",
            answer=answers.answer(ratings),
            findings=list(answers.findings(ratings).items()),
            basis=[n_of(matches, "match", "matches"), n_of(players, "player")],
        ),
        main=[_strength_block(ratings)],
        sections=[],
        origin=Provenance(
            command=command,
            facts={"matches": whole(matches), "simlab": VERSION},
            policies={},
            hashes=described.described["identity"]["files"],
        ),
        disclaimers=DISCLAIMERS,
        has_rules=False,
    )


def _strength_block(ratings: MatchRatings) -> FigureBlock:
    rows = [row for row in records(ratings.strengths) if row["estimate"] == row["estimate"]]
    groups = [Group(row["player"], [Dot(answers.ahead_of_strongest(row))], EVEN) for row in rows]
    plot = Dots(groups, "chance to place ahead of the strongest other (%)", is_share=True)
    return FigureBlock(
        title=STRENGTHS,
        lead="The chance to place ahead of the strongest other player, by the strengths that make"
        " all results likeliest. The dashed line is even: a player whose whole interval is below it"
        " is not the strongest.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=strength_table(ratings),
    )


def strength_table(ratings: MatchRatings) -> PageTable:
    """Return a row for each player, the strongest first."""
    rows = [
        [
            row["player"],
            number(row),
            share(answers.ahead_of_strongest(row)),
            whole(row["n"]),
            f"{row['wins']:g}",
            f"{row['mean_place']:.2f}",
        ]
        for row in records(ratings.strengths)
    ]
    heads = ["player", "strength", "ahead of the strongest other", "matches", "wins", "mean place"]
    return PageTable("strengths", heads, rows, METHOD, ratings.strengths)
