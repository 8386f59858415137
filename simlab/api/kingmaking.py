"""`simlab.kingmaking`: who decides between others, and whose choices move winning chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult
from simlab.execution.executor import prepare
from simlab.execution.win_chances import prepare_rollouts
from simlab.experiment.spec import check_table
from simlab.report.page_table import records
from simlab.report.wording import n_of
from simlab.studies.kingmaking.page import PAGE
from simlab.studies.kingmaking.result import Kingmaking
from simlab.studies.kingmaking.study import KingmakingProgress, play, request_kingmaking, result_of


@dataclass(frozen=True, eq=False, repr=False)
class KingmakingResult(StudyResult[Kingmaking]):
    """Kingmaking and influence.

    The main frame, `rates`, has the kingmaking decisions per game; for two players it is
    `influence`, how far the free decisions of each seat move winning chances.
    """

    study_page = PAGE
    tables_as_json = ("rates", "influence", "concentration", "decisions", "sample")

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "seed": self.described["seed"],
            "games": self.study.n_games,
            "played_in_games": round(self.study.n_game_lengths),
        }


def kingmaking(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> KingmakingResult:
    """Measure kingmaking, and how much each seat's choices matter.

    A player makes a king who cannot win any more, whatever it chooses, and whose choice moves
    another player's chance to win by 20 percentage points or more. Rollouts from sampled decisions
    tell, as the player sees the table.

        >>> import simlab
        >>> result = simlab.kingmaking("pig", policy="hold", games=1000)
        >>> list(result.frame["seat"])
        ['seat 1', 'seat 1', 'seat 2', 'seat 2']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        games: Decisions to play, in games, about; 30,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Kingmaking decisions per game, the influence of each seat, and the decisions found.

    Raises:
        InputError: all that is unknown, impossible or out of range; a game without winners.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players, policy=policy, policy_file=policy_file, seed=seed, patch=patch, data=data
    )
    name, typed = arguments.name(game), arguments.write_options(options)
    own_games = {} if games is None else {"games": arguments.text(games)}
    most_games = check_table({"game": name, **own_games}).games
    request = request_kingmaking(name, typed, most_games)
    report_remarks([request.scenario], observer)
    with open_executor(jobs, cluster, observer) as executor:
        if request.scenario.game.is_plain or cluster is not None:
            prepare(executor, [request.scenario], observer)
        else:
            prepare_rollouts(request.scenario, observer)
        progress = last_of(play(request, executor), brief, observer)
    study = with_commands(result_of(request, progress), name, typed)
    command = arguments.command_line("kingmaking", name, {**typed, **own_games})
    return KingmakingResult(study, described=request.after().describe_experiment(), command=command)


def with_commands(study: Kingmaking, name: str, typed: Mapping[str, Any]) -> Kingmaking:
    """Return a study with the commands that show each kingmaking decision."""
    decisions = study.decisions
    places = [
        {
            **typed,
            "game": str(row["deal"]),
            **({"rotation": str(row["rotation"])} if row["rotation"] else {}),
        }
        for row in records(decisions)
    ]
    numbers = [str(decision) for decision in decisions["decision"]]
    replays = [arguments.command_line("replay", name, place) for place in places]
    values = [
        arguments.command_line("explain-move", name, {**place, "decision": number})
        for place, number in zip(places, numbers, strict=True)
    ]
    return replace(study, decisions=decisions.assign(replay=replays, values=values))


def brief(progress: KingmakingProgress) -> str:
    """Return the progress line: how many deals are played."""
    return f"{len(progress.deals)} of {n_of(progress.n_deals, 'deal')} played"
