"""`simlab.ladder`: a tournament of policies, with strengths and a cross table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.match_ladder import MatchLadderResult, ladder_of_matches
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_look, open_executor, report_remarks
from simlab.api.result import Content, drop_empty
from simlab.api.study_result import StudyResult, scale_content
from simlab.errors import InputError, Interrupted
from simlab.execution.executor import prepare
from simlab.report.wording import n_of
from simlab.studies.ladder.page import PAGE
from simlab.studies.ladder.request import request_ladder
from simlab.studies.ladder.result import ROUND_ROBIN, Ladder
from simlab.studies.ladder.study import LadderProgress, play, result_of


@dataclass(frozen=True, eq=False, repr=False)
class LadderResult(StudyResult[Ladder]):
    """Standings of a tournament.

    The main frame, `strengths`, has the strength of each policy; if all seats share one score it is
    `means`, the mean score of each line-up. `crosstable` compares every two policies, `seats` has
    the wins by seat.
    """

    study_page = PAGE
    tables_as_json = ("crosstable", "strengths", "circles", "seats", "means", "lineups", "ends")

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """The standings first."""
        standings = {name: getattr(self.study, name) for name in ("strengths", "means")}
        return {**drop_empty(standings), **super().frames}

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "format": self.study.form,
            "seed": self.described["seed"],
            **scale_content(self.study.scale),
            "games": self.study.n_games,
        }

    def _numbers(self) -> Content:
        return {"undecided": len(self.study.undecided)}


def ladder(
    game: AnyGame = "",
    *,
    players: Count | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    format: str = "round_robin",
    margin: float | str | None = None,
    certify: str | None = None,
    less_luck: bool = False,
    matches: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> LadderResult | MatchLadderResult:
    """Run a tournament of policies and rank them.

    Every line-up is played in all seat rotations. After each look, further games go to the
    undecided pairings, until all are decided or the games are spent. With `matches`, the players of
    matches played elsewhere are rated, and nothing is played.

        >>> import simlab
        >>> simlab.ladder("pig", policy=["random", "hold"], games=2_000).study.policies
        ('hold', 'random')

    Args:
        game: Name or path of a game; with `matches` the title of any game. In Python also the
            `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policies that take part, `name` or `name:trait=2`; unless given, all of the game and
            its shipped players, with the noise of the game, or a small one where two of them would
            repeat the same few games.
        policy_file: Python files with further policies.
        games: Maximum number of games in total; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        format: "round_robin": every pair; "gauntlet": the first policy against each other one;
            "focus": one seat of the first policy among all mixtures of the others.
        margin: Smallest difference of interest: 1.5, or "2%" or 0.02 of a share.
        certify: A policy picked in this ladder: it meets each of the others, on deals that had no
            part in choosing.
        less_luck: Measure the luck of each game, and compare policies without it.
        matches: CSV or XLSX file of matches played elsewhere, with the columns match, player, and
            place or score.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The standings, with intervals that hold at every look.

    Raises:
        InputError: all that is unknown, impossible or out of range; no game and no matches.
        ContractError: a game or a policy broke its contract.
        Interrupted: stopped by Ctrl-C; `result` of the error has the standings of the last look.
    """
    name = arguments.name(game)
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
        less_luck=less_luck,
    )
    typed = arguments.write_options(options)
    smallest = arguments.margin(margin)
    if matches is not None:
        form = None if format == ROUND_ROBIN else format
        settings = {**options, "format": form, "margin": smallest, "certify": certify}
        return ladder_of_matches(matches, name, settings, observer)
    if not name:
        raise InputError("name a game, or a file of matches with --matches", "game")
    request = request_ladder({"game": name, **typed}, format, smallest, certify)
    experiment = request.matchups.experiment
    report_remarks(experiment.scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        progress, is_stopped = last_look(play(request, executor), brief, observer)
    study_options = {"format": format, "margin": smallest, "certify": certify}
    command = arguments.command_line("ladder", name, {**typed, **study_options})
    result = LadderResult(
        result_of(progress), described=progress.experiment.describe_experiment(), command=command
    )
    if is_stopped:
        raise Interrupted("stopped; the result of this error is from the last look", result)
    return result


def brief(progress: LadderProgress) -> str:
    """Return the progress line of a ladder."""
    n, n_open = len(progress.request.pairings), len(progress.undecided)
    decided = f"{n - n_open} of {n_of(n, 'pairing')} decided"
    return f"{n_of(progress.n_games, 'game')}: {decided}"
