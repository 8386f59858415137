"""`simlab.train`: a player that learns a game from play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, opened_executor, report_remarks
from simlab.api.result import Content, Result, frame_of
from simlab.execution.executor import prepare
from simlab.report.wording import number, share
from simlab.study.train import TrainProgress, play, requested_training


@dataclass(frozen=True, eq=False, repr=False)
class TrainResult(Result):
    """A player that was learnt.

    The main frame, `curve`, has the result of each generation on held-out deals.
    """

    progress: TrainProgress

    @property
    def folder(self) -> Path:
        """The folder of the player."""
        return self.progress.request.folder

    @property
    def sentences(self) -> list[str]:
        """What the player reaches on fresh deals, and what it was learnt from."""
        progress, request = self.progress, self.progress.request
        n_games = progress.generations[-1].games
        return [
            _reached(progress),
            f"It is generation {progress.best.number} of {len(progress.generations)}, learnt from"
            f" {n_games:,} games in {progress.generations[-1].seconds:,.0f} s. The games that"
            " measure it were not used to learn or to choose.",
            f"Play it: simlab run {request.experiment.game_reference} --players"
            f" {request.scenario.players} --policy {self.folder}",
        ]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The learning curve."""
        return {"curve": frame_of([each.row() for each in self.progress.generations])}

    def to_dict(self) -> Content:
        """Return the result and the learning curve as JSON."""
        progress, request = self.progress, self.progress.request
        assert progress.final is not None
        compared = progress.compared
        return {
            "game": request.experiment.game.name,
            "players": request.scenario.players,
            "seed": request.experiment.seed,
            "player": str(self.folder),
            "against": [str(policy) for policy in request.against],
            "reference": str(request.reference),
            "unit": "points" if request.is_cooperative else "share of the wins",
            "generation": progress.best.number,
            "games": progress.generations[-1].games,
            "seconds": progress.generations[-1].seconds,
            "result": progress.final._asdict(),
            "score_of_reference": None if compared is None else compared._asdict(),
            "curve": [each.row() for each in progress.generations],
        }


def train(
    game: AnyGame,
    *,
    players: Count | None = None,
    against: OneOrMore | None = None,
    policy_file: AnyPath | list[AnyPath] | None = None,
    games: Count | None = None,
    generations: int | None = None,
    seed: Count | None = None,
    patch: Patch | list[Patch] | None = None,
    data: AnyPath | None = None,
    out: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> TrainResult:
    """Let a player learn a game from play, and write it into a folder.

    A player tries each choice and takes the one after which a small neural net values the position
    most. The net learns from games of the player against itself and its earlier generations. The
    folder of the player is a policy: `--policy players/mine`, or `@mine` if it is in `players`. If
    the folder holds an unfinished training, it goes on.

        >>> import simlab
        >>> result = simlab.train("pig", games=250, generations=1)
        >>> result.folder.name
        'pig-2p'

    Args:
        game: Name or path of a game, or the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        against: Policies in all other seats, to learn the best response to them; the player itself
            unless given.
        policy_file: Python files with further policies.
        games: Games of a generation; 6000 unless given.
        generations: Most generations; 60 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change: "hand_limit=5", {"hand_limit": 5}, or the name of a patch.
        data: Folder with the game's components instead of its own.
        out: Folder of the player; players/GAME-2p for two players unless given.
        jobs: Number of cores; all unless given.
        cluster: Cluster that plays instead of this machine: an address, a file or a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The result on fresh deals and the learning curve, with intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
        RunError: the folder cannot be written.
    """
    what = arguments.name(game)
    options = arguments.options(
        players=players,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    opponents = arguments.several(against, str) or []
    typed = arguments.typed(options)
    command = arguments.command_line("train", what, {**typed, "against": opponents})
    folder = None if out is None else Path(out)
    request = requested_training({"game": what, **typed}, opponents, generations, folder, command)
    report_remarks([request.scenario], observer)
    with opened_executor(jobs, cluster, observer) as executor:
        prepare(executor, [request.scenario], observer)
        progress = last_of(play(request, executor), brief, observer)
    return TrainResult(progress)


def brief(progress: TrainProgress) -> str:
    """Return the progress line of a training."""
    last, best = progress.generations[-1], progress.best
    return (
        f"Generation {last.number}: {in_words(progress, last.result)}; best so far"
        f" {in_words(progress, best.result)} in generation {best.number}; {last.seconds:,.0f} s"
    )


def in_words(progress: TrainProgress, result: Interval[float]) -> str:
    """Return a result with its interval: `45.2 % (43.0 to 47.4)`, or points."""
    formatted = number if progress.request.is_cooperative else share
    return formatted(result._asdict()).full


def _reached(progress: TrainProgress) -> str:
    """Return the sentence on the final result."""
    request = progress.request
    assert progress.final is not None
    result = in_words(progress, progress.final)
    if progress.compared is not None:
        other = in_words(progress, progress.compared)
        return f"The player scores {result} points; {request.reference} scores {other}."
    fair = 100 / request.scenario.players
    others = "the other seat" if request.scenario.players == 2 else "all other seats"
    return (
        f"The player in one seat and {request.reference} in {others}: it wins {result} of the"
        f" games, where {fair:.0f} % is even."
    )
