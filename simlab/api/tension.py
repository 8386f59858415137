"""`simlab.tension`: when games are decided, comebacks, and what a lead is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from simlab.analysis.chance_tension import GameChances
from simlab.analysis.tension import FollowedGames, Tension
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult
from simlab.execution.executor import prepare
from simlab.report.wording import n_of
from simlab.studies.tension.net_chances import ValuedTurns, net_chances
from simlab.studies.tension.page import PAGE
from simlab.studies.tension.study import (
    TensionRequest,
    play,
    play_chances,
    request_tension,
    result_of,
    value_games,
)


@dataclass(frozen=True, eq=False, repr=False)
class TensionResult(StudyResult[Tension]):
    """How exciting a game is.

    The main frame, `measures`, has the mean of each metric of tension; `comebacks` the chance to
    win by distance to the leader; `decided` the share of games decided within each part of the
    game; `leaders` the chance of the leader, and that with the same points in other order.
    """

    study_page = PAGE
    tables_as_json = (
        "measures",
        "chances",
        "reliability",
        "decided",
        "comebacks",
        "leaders",
        "lineups",
        "ends",
    )

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            "unit": self.study.unit,
            "games": self.study.n_games,
        }

    def _numbers(self) -> Content:
        study = self.study
        return {
            "median": study.median._asdict(),
            "last_turn": study.last_turn._asdict(),
            "turn": study.turn,
            "chances_by": "" if study.chances.empty else study.chances_by,
        }


def tension(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    chances: int | None = None,
    chances_by: str | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> TensionResult:
    """Measure how exciting a game is.

    When it is decided, how often a seat comes back, and what a lead is worth: all is counted from
    the points at the end of each turn of games with one policy in all seats.

        >>> import simlab
        >>> result = simlab.tension("pig", policy="hold", games=500)
        >>> result.frames["leaders"]["percent"].tolist()
        [25, 50, 75]

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        policy_file: Python files with further policies.
        games: Number of games; 20,000 unless given.
        chances: Number of these games with winning chances, for uncertainty, volatility, drama and
            decision by chances. By the net of a learnt player, 4,000 unless given; by rollouts, 100
            at each of up to 24 turns, none unless given.
        chances_by: Who says the winning chances: a learnt player whose net does, such as @mine, or
            rollouts; the policy unless given, or rollouts where it has no net.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Metrics of tension, comebacks, the point of decision and the worth of a lead, each with
        intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name = arguments.name(game)
    options = arguments.options(
        players=players, policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed = arguments.write_options(options)
    request = request_tension({"game": name, **typed}, policy, chances, chances_by)
    report_remarks([request.scenario], observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, [request.scenario], observer)
        followed = last_of(play(request, executor), partial(brief, request), observer)
        by_chances: list[GameChances] = []
        reliability = pd.DataFrame()
        if request.n_followed and request.net is not None:
            valued = last_of(value_games(request, executor), brief_values, observer)
            by_net = net_chances(valued)
            by_chances, reliability = by_net.games, by_net.reliability
        elif request.n_followed:
            by_chances = last_of(play_chances(request, executor), brief_chances, observer)
    study_options = {"policy": policy, "chances": arguments.text(chances), "chances_by": chances_by}
    command = arguments.command_line("tension", name, {**typed, **study_options})
    study = result_of(request, followed, by_chances, reliability)
    return TensionResult(study, described=request.after().describe_experiment(), command=command)


def brief(request: TensionRequest, followed: FollowedGames) -> str:
    """Return the progress line: how many games are played."""
    return f"{followed.games.n_blocks:,} of {n_of(request.n_games, 'game')} played"


def brief_chances(games: list[GameChances]) -> str:
    """Return the progress line: in how many games there were rollouts."""
    return f"rollouts in {n_of(len(games), 'game')}"


def brief_values(games: list[ValuedTurns]) -> str:
    """Return the progress line: of how many games the net has valued the turns."""
    return f"the turns of {n_of(len(games), 'game')} valued"
