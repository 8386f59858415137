"""Page on matches played elsewhere: how strong each player is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simlab.analysis.tables import Description
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.page import Report
from simlab.report.page_table import PageTable, records
from simlab.report.provenance import Provenance
from simlab.report.study_page import StudyPage
from simlab.report.wording import n_of, number, share, whole
from simlab.studies.ladder import match_answer as answers
from simlab.studies.ladder.match_rating import METHOD, MatchRatings
from simlab.version import VERSION

STRENGTHS = "How strong each player is"
EVEN = 0.5
DISCLAIMERS = (
    "Whether a player will play as before: matches count alike, however long ago they were.",
    "Why a player is ahead: seats, rules and who was invited are not in the file.",
    "Players compare by one number each; who beats whom in a circle has none.",
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


@dataclass(frozen=True, kw_only=True)
class MatchPage(StudyPage[MatchRatings]):
    """Page on games that simlab did not play: it has no rules and no policies."""

    def report(self, study: MatchRatings, described: Description, command: str) -> Report:
        """Return all that the page shows, drawn in simlab's style."""
        return replace(
            super().report(study, described, command), disclaimers=DISCLAIMERS, has_rules=False
        )

    def _basis(self, study: MatchRatings, described: Description) -> list[str]:
        players = n_of(len(study.strengths), "player")
        return [n_of(study.n_games, "match", "matches"), players]

    def _origin(self, study: MatchRatings, described: Description, command: str) -> Provenance:
        return Provenance(
            command=command,
            facts={"matches": whole(study.n_games), "simlab": VERSION},
            policies={},
            hashes=described.described["identity"]["files"],
        )


PAGE = MatchPage(
    file="ladder.html",
    question=lambda ratings, described: f"Who plays {described.game['title']} best?",
    answer=answers.answer,
    findings=answers.findings,
    tables=lambda ratings: {STRENGTHS: strength_table(ratings)},
    blocks=lambda ratings: [_strength_block(ratings)],
)
