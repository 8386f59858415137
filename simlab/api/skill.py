"""`simlab.skill`: the effect of skill on seats and scores, by the noise of a policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from simlab.analysis.crosstable import Lineup
from simlab.analysis.games import Games
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, scale_content
from simlab.execution.executor import prepare
from simlab.report.wording import n_of
from simlab.studies.skill.page import PAGE
from simlab.studies.skill.result import Skill
from simlab.studies.skill.study import SkillRequest, play, request_skill, result_of


@dataclass(frozen=True, eq=False, repr=False)
class SkillResult(StudyResult[Skill]):
    """Effect of skill.

    The main frame, `steps`, has the gain of each step of skill against policies one step worse.
    `seats` has the wins by seat among equal policies or, if all seats share one score, `means` the
    mean scores.
    """

    study_page = PAGE
    tables_as_json = ("seats", "means", "tiers", "steps", "lineups", "ends")

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """The steps first."""
        return {"steps": self.study.steps, **super().frames}

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            **scale_content(self.study.scale),
            "games": self.study.n_games,
        }


def skill(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    noise: str | Sequence[float] = (0, 0.1, 0.2, 0.4, 0.8),
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    margin: float | str | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> SkillResult:
    """Measure the effect of skill on seats and scores.

    The same policy takes all seats, with a larger share of random choices at each level. What a
    level is worth is measured by one player among others one level below.

        >>> import simlab
        >>> result = simlab.skill("pig", policy="hold", noise=[0, 0.5, 1], games=2_000)
        >>> list(result.frame["verdict"])
        ['more', 'more']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        policy_file: Python files with further policies.
        noise: Share of random choices at each level.
        games: Maximum number of games in total; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        margin: Smallest difference of interest: 1.5, or "2%" or 0.02 of a share.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Seats or scores at each level, and the gain of each step, with simultaneous intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name, smallest = arguments.name(game), arguments.margin(margin)
    options = arguments.options(
        players=players,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    typed = arguments.write_options(options)
    noises = arguments.numbers("noise", noise, "0,0.1,0.5", float)
    request = request_skill({"game": name, **typed}, policy, noises, smallest)
    experiment = request.matchups.experiment
    report_remarks(experiment.scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        played = last_of(play(request, executor), partial(brief, request), observer)
    study_options = {"policy": policy, "noise": arguments.join_numbers(noise), "margin": smallest}
    command = arguments.command_line("skill", name, {**typed, **study_options})
    return SkillResult(
        result_of(request, played),
        described=request.after(played).describe_experiment(),
        command=command,
    )


def brief(request: SkillRequest, played: Mapping[Lineup, Games]) -> str:
    """Return the progress line of a skill study."""
    return f"{len(played)} of {n_of(len(request.lineups), 'line-up')} played"
