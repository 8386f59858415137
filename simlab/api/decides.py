"""`simlab.decides`: what decides a game: chance by source, choices, skill and seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult
from simlab.execution.executor import prepare
from simlab.report.wording import n_of
from simlab.studies.decides.page import PAGE
from simlab.studies.decides.result import Decides
from simlab.studies.decides.study import DecidesProgress, play, request_decides, result_of


@dataclass(frozen=True, eq=False, repr=False)
class DecidesResult(StudyResult[Decides]):
    """What decides a game.

    The main frame, `shares`, has a row per factor, table and metric: the share of the variation
    that the factor causes alone, and with interactions (`total`).
    """

    study_page = PAGE
    tables_as_json = ("shares", "luck")

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "among": list(self.study.among),
            "seed": self.described["seed"],
            "games": self.study.n_games,
        }


def decides(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    among: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> DecidesResult:
    """Measure what decides a game: chance, choices, skill or seat.

    Games share the draws of one source of chance, such as a deck or the dice, the random choices of
    the players, or who plays, and nothing else; others have one of them redrawn. So each gets its
    share of the variation of wins and points, among equal and among unequal players.

        >>> import simlab
        >>> result = simlab.decides("pig", policy="hold", among=["hold", "random"], games=9_000)
        >>> list(result.frame["factor"])[:3]
        ['dice', 'choices of the players', 'seat']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of equal players, `name` or `name:trait=2`; unless given, the game's
            strongest that was measured, or its last one where none was.
        among: Policies from which each of the unequal players is drawn; all policies and shipped
            players unless given.
        policy_file: Python files with further policies.
        games: Maximum number of games in total; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The share of the variation of wins and points that each factor causes, with intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name = arguments.name(game)
    options = arguments.options(
        players=players, policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed, named = arguments.write_options(options), arguments.several(among, str) or []
    request = request_decides({"game": name, **typed}, policy, named)
    scenarios = request.matchups.experiment.scenarios
    report_remarks(scenarios[:1], observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, scenarios, observer, request.most_games)
        progress = last_of(play(request, executor), brief, observer)
    command = arguments.command_line("decides", name, {**typed, "policy": policy, "among": named})
    return DecidesResult(
        result_of(request, progress),
        described=request.after().describe_experiment(),
        command=command,
    )


def brief(progress: DecidesProgress) -> str:
    """Return the progress line."""
    return f"{n_of(progress.n_games, 'game')} played"
