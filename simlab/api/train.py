"""`simlab.train`: a player that learns a game from play, or a policy whose traits are tuned."""

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
from simlab.study.train import TrainProgress, TrainRequest, play, requested_training
from simlab.study.trait_tuning import (
    TraitTuningProgress,
    TraitTuningRequest,
    play_tuning,
    requested_tuning,
)


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


@dataclass(frozen=True, eq=False, repr=False)
class TraitTuningResult(Result):
    """A policy whose traits were tuned.

    The main frame, `traits`, has each tuned trait before and after.
    """

    progress: TraitTuningProgress

    @property
    def policy(self) -> str:
        """The tuned policy, as it is written after `--policy`."""
        return str(self.progress.tuned)

    @property
    def folder(self) -> Path:
        """The folder of the search."""
        return self.progress.request.folder

    @property
    def sentences(self) -> list[str]:
        """What the tuned policy reaches on fresh deals, and the policy itself."""
        progress, request = self.progress, self.progress.request
        last = progress.last
        return [
            _gained(progress),
            f"Found in {last.games:,} games of {last.generation} generations, {last.seconds:,.0f}"
            " s. The games that measure it were not used to tune it.",
            f"Play it: --policy {request.folder}, or --policy {self.policy}",
        ]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """Each trait before and after, and the spread of the last candidates."""
        first, last = self.progress.distributions[0], self.progress.last
        names = list(self.progress.request.traits)
        columns = {"before": first.mean, "after": last.mean, "sd": last.sd}
        return {
            "traits": frame_of(
                [
                    {"trait": name, **{key: float(values[i]) for key, values in columns.items()}}
                    for i, name in enumerate(names)
                ]
            )
        }

    def to_dict(self) -> Content:
        """Return the result as JSON."""
        progress, request = self.progress, self.progress.request
        assert progress.final is not None
        return {
            "game": request.experiment.game.name,
            "players": request.scenario.players,
            "seed": request.experiment.seed,
            "policy": self.policy,
            "untuned": str(request.policy),
            "against": [str(policy) for policy in request.against],
            "unit": "points" if request.is_cooperative else "share of the wins",
            "generations": progress.last.generation,
            "games": progress.last.games,
            "seconds": progress.last.seconds,
            "result": progress.final._asdict(),
        }


def train(
    game: AnyGame,
    *,
    players: Count | None = None,
    tune: str | None = None,
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
) -> TrainResult | TraitTuningResult:
    """Let a player learn a game from play, and write it into a folder.

    A player tries each choice and takes the one after which a small neural net values the position
    most. The net learns from games of the player against itself and its earlier generations. The
    folder of the player is a policy: `--policy players/mine`, or `@mine` if it is in `players`. If
    the folder holds an unfinished training, it goes on.

    With `tune`, the traits of a scripted policy are tuned instead: candidates play the same deals,
    and the best half plays on. The result is a policy as text.

        >>> import simlab
        >>> result = simlab.train("pig", games=250, generations=1)
        >>> result.folder.name
        'pig-2p'

    Args:
        game: Name or path of a game, or the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        tune: A policy to be tuned, instead of a player that learns: the traits that it sets, from
            these values on, or else all.
        against: Policies in all other seats, to learn the best response to them; the player itself
            unless given.
        policy_file: Python files with further policies.
        games: Games of a generation; 6000 unless given. To tune: games that the best candidates
            of a generation play, 400 unless given.
        generations: Most generations; 60 unless given, 20 to tune.
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
    own = {**typed, "against": opponents, **({} if tune is None else {"tune": tune})}
    command = arguments.command_line("train", what, own)
    folder = None if out is None else Path(out)
    keys = {"game": what, **typed}
    if tune is not None:
        search = requested_tuning(keys, tune, opponents, generations, folder, command)
        return _tuned(search, jobs, cluster, observer)
    training = requested_training(keys, opponents, generations, folder, command)
    return _trained(training, jobs, cluster, observer)


def _trained(
    request: TrainRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> TrainResult:
    report_remarks([request.scenario], observer)
    with opened_executor(jobs, cluster, observer) as executor:
        prepare(executor, [request.scenario], observer)
        return TrainResult(last_of(play(request, executor), brief, observer))


def _tuned(
    request: TraitTuningRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> TraitTuningResult:
    report_remarks([request.scenario], observer)
    with opened_executor(jobs, cluster, observer) as executor:
        prepare(executor, [request.scenario], observer)
        return TraitTuningResult(last_of(play_tuning(request, executor), brief_tuning, observer))


def brief_tuning(progress: TraitTuningProgress) -> str:
    """Return the progress line of a search for traits."""
    last, is_cooperative = progress.last, progress.request.is_cooperative
    best = f"{last.elites:.1f} points" if is_cooperative else f"{100 * last.elites:.0f} % of wins"
    return f"Generation {last.generation}: the best candidates reach {best}; {last.seconds:,.0f} s"


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


def _gained(progress: TraitTuningProgress) -> str:
    """Return the sentence on the result of a search for traits."""
    request, result = progress.request, progress.final
    assert result is not None
    if request.is_cooperative:
        return f"The tuned policy scores {number(result._asdict()).full} points more."
    among = ", ".join(dict.fromkeys(map(str, request.against)))
    fair = 100 / request.scenario.players
    return (
        f"One seat of the tuned policy among {among}: it wins {share(result._asdict()).full} of"
        f" the games, where {fair:.0f} % is even."
    )
