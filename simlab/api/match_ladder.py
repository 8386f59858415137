"""Ladder of players from a file of matches played elsewhere, `simlab.ladder(matches=FILE)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simlab import shell
from simlab.api.arguments import AnyPath
from simlab.api.observer import Observer
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, plain
from simlab.errors import InputError, Problem
from simlab.files.checksum import file_hash
from simlab.studies.ladder.match_log import read_match_log
from simlab.studies.ladder.match_page import PAGE
from simlab.studies.ladder.match_rating import MatchRatings, match_ratings

TITLE = "this game"


@dataclass(frozen=True, eq=False, repr=False)
class MatchLadderResult(StudyResult[MatchRatings]):
    """Standings of players in matches played elsewhere.

    The frame has the strength of each player with its interval, matches, wins and mean place.
    """

    study_page = PAGE
    tables_as_json = ("strengths",)

    def to_dict(self) -> Content:
        """Return the standings as JSON."""
        return {
            "game": self.described["game"]["title"],
            "matches": self.study.n_games,
            "answer": self.sentences,
            "strengths": plain(self.study.strengths),
        }


def ladder_of_matches(
    matches: AnyPath, title: str, settings: Mapping[str, object], observer: Observer
) -> MatchLadderResult:
    """Rate the players of matches that were played elsewhere.

    `settings` are the options of games that simlab plays, of which none may be set.

    Raises:
        InputError: an option is set; the file cannot be read, or all of its cells that are not
            allowed.
    """
    problems = [
        Problem("is for games that simlab plays, not for matches; leave it out", (name,))
        for name, value in settings.items()
        if value
    ]
    if problems:
        raise InputError(problems)
    title = title or TITLE
    file = Path(matches)
    log = read_match_log(file)
    for remark in log.remarks:
        observer.remark(f"{file}: {remark}")
    described: Content = {
        "name": f"ladder-{file.stem}",
        "game": {"title": title},
        "identity": {"title": title, "files": {file.name: file_hash(file)}},
        "scenarios": [],
        "study": {"kind": "ladder"},
    }
    named = [] if title == TITLE else [title]
    command = shell.join(["simlab", "ladder", *named, "--matches", str(file)])
    return MatchLadderResult(study=match_ratings(log.matches), described=described, command=command)
