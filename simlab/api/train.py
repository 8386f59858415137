"""`simlab.train`: a player that learns a game from play, or a policy whose traits are tuned."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

import pandas as pd

from simlab import shell
from simlab.analysis.intervals import Interval
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.fit_evaluation import EvaluationResult, fit_evaluation
from simlab.api.ladder import LadderResult, ladder
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content, drop_empty
from simlab.api.study_result import StudyResult, plain
from simlab.api.translating import kernels_of
from simlab.errors import InputError, RunError
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.experiment.small_noise import SMALL
from simlab.files.writing import write_whole
from simlab.game.player_file import folders_of_players, name_of
from simlab.game.strengths import (
    FEWEST_GAMES_PER_SECOND,
    MeasuredPolicy,
    default_of,
    read_strengths,
    strengths_toml,
)
from simlab.report.answers.habits import exclusion_sentence
from simlab.report.wording import n_of, number, share
from simlab.studies.kit.matchups import fewest_to_compare
from simlab.studies.ladder.strength import measure_policies, with_learnt_habits
from simlab.studies.train.evaluation_fit import request_evaluation
from simlab.studies.train.habit_limits import AT_MOST
from simlab.studies.train.page import PAGE
from simlab.studies.train.request import TrainRequest, requested_training
from simlab.studies.train.result import BeyondLimits, Training, TraitTuning
from simlab.studies.train.study import TrainProgress, play, result_of
from simlab.studies.train.trait_request import TraitTuningRequest, request_tuning
from simlab.studies.train.trait_tuning import TraitTuningProgress, play_tuning
from simlab.studies.train.trait_tuning import result_of as result_of_tuning

LADDER_GAMES = 10_000
"""Most games of the ladder after a training: with five policies, a strength is known to 2 %."""


AnyTraining = TypeVar("AnyTraining", Training, TraitTuning)


@dataclass(frozen=True, eq=False, repr=False)
class TrainingResult(StudyResult[AnyTraining]):
    """Shared by a player that was learnt and a policy that was tuned: page, sentences, figures."""

    folder: Path
    """The folder of the player, which holds the page, too."""

    study_page = PAGE

    def page(self, folder: AnyPath | None = None) -> Path:
        """Write the page with figures and tables, into the folder of the player unless given.

        Raises:
            RunError: it cannot be written, or would replace a file of others.
        """
        return self._write(self.folder if folder is None else Path(folder))

    @property
    def sentences(self) -> list[str]:
        """What is reached on fresh deals, and how to play it."""
        return [*super().sentences, self._how_to_play()]

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "seed": self.described["seed"],
            "against": list(self.study.against),
            "unit": self.study.unit or "share of the wins",
            "games": self.study.n_games,
            "seconds": self.study.seconds,
            "result": self.study.result._asdict(),
        }

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """What was learnt or tuned, then the limited habits of each generation."""
        return drop_empty({**super().frames, "habits": self.study.habits})

    def _numbers(self) -> Content:
        return {"findings": self.findings, **self._habits()}

    def _habits(self) -> Content:
        """Return the limited habits of each generation, and what the limits cost, as JSON."""
        study = self.study
        if study.habits.empty:
            return {}
        beyond = study.beyond
        ruled_out = {} if beyond is None else {"beyond": _beyond_content(beyond)}
        return {"generation": study.best, "habits": plain(study.habits), **ruled_out}

    @abstractmethod
    def _how_to_play(self) -> str:
        """Return the sentence on how it is played."""


@dataclass(frozen=True, eq=False, repr=False)
class TrainResult(TrainingResult[Training]):
    """A player that was learnt.

    The main frame, `curve`, has the result of each generation on held-out deals.
    """

    strengths: Sequence[MeasuredPolicy] = ()
    """All players of the game at this table, the strongest first, measured afterwards where the
    player lies beside the file of the game."""

    tables_as_json = ("curve",)

    @property
    def sentences(self) -> list[str]:
        """What is reached, whether it is the default player now, how to play it."""
        *found, how_to_play = super().sentences
        return [*found, *self._default(), how_to_play]

    def _default(self) -> Iterator[str]:
        """Yield who plays from now on where no policy is named."""
        default = default_of(self.strengths)
        if default is None:
            return
        name, players = name_of(self.folder), n_of(self.study.players, "player")
        [own] = [policy for policy in self.strengths if policy.policy.partition(":")[0] == name]
        speed = f"{own.games_per_second:g} games a second on one core"
        if own is default:
            yield f"It is the default player with {players} now: the strongest, with {speed}."
        elif own.beyond and own.strength > default.strength:
            reason = exclusion_sentence(own.policy, own.beyond, default.policy)
            yield f"With {players}: {reason}"
        elif own.is_fast:
            yield f"The default player with {players} stays {default.policy}, which is stronger."
        else:
            yield (
                f"The default player with {players} stays {default.policy}: it plays {speed},"
                f" fewer than {FEWEST_GAMES_PER_SECOND:g}."
            )

    def _how_to_play(self) -> str:
        game, players = self.described["game"]["found"], str(self.study.players)
        command_words = ["simlab", "run", game, "--players", players, "--policy", str(self.folder)]
        return f"Play it: {shell.join(command_words)}"

    def _numbers(self) -> Content:
        study, par = self.study, self.study.score_of_reference
        return {
            **super()._numbers(),
            "player": str(self.folder),
            "reference": study.reference,
            "noise": SMALL if study.variety and study.variety.is_small else 0.0,
            "strengths": [asdict(policy) for policy in self.strengths],
            "generation": study.best,
            "score_of_reference": None if par is None else par._asdict(),
        }


@dataclass(frozen=True, eq=False, repr=False)
class TraitTuningResult(TrainingResult[TraitTuning]):
    """A policy whose traits were tuned.

    The main frame, `traits`, has each tuned trait before and after; `elites` the mean result of the
    best candidates of each generation; `seats` the share of the wins at each seat on fresh deals.
    """

    tables_as_json = ("traits", "elites", "seats")

    @property
    def policy(self) -> str:
        """The tuned policy, as it is written after `--policy`."""
        return self.study.policy or str(self.folder)

    def _how_to_play(self) -> str:
        written = self.study.policy
        return f"Play it: --policy {self.folder}" + (f", or --policy {written}" if written else "")

    def _numbers(self) -> Content:
        return {
            **super()._numbers(),
            "policy": self.policy,
            "untuned": self.study.untuned,
            **self._of_way(),
            "generations": len(self.study.elites),
        }

    def _of_way(self) -> Content:
        """Return the way to win that alone counted, with what the policy won before and in all."""
        study = self.study
        before, every = study.result_before, study.all_wins
        if before is None or every is None:
            return {}
        return {"way": study.way, "before": before._asdict(), "all_wins": every._asdict()}


def _beyond_content(beyond: BeyondLimits) -> Content:
    """Return the generation that the limits have ruled out as JSON."""
    return {
        "generation": beyond.generation,
        "result": beyond.result._asdict(),
        "cost": beyond.cost._asdict(),
    }


def train(
    game: AnyGame,
    *,
    players: Count | None = None,
    base: str | None = None,
    threshold: float | None = None,
    tune: OneOrMore | None = None,
    by_seat: bool = False,
    way: str | None = None,
    at_most: OneOrMore | None = None,
    evaluation: bool = False,
    against: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    generations: int | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    out: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> TrainResult | TraitTuningResult | EvaluationResult:
    """Let a player learn a game from play.

    A player tries each choice and takes the one after which a small neural net values the position
    most. The net learns from games of the player against itself and its earlier generations. In a
    game whose players plan their turn, it plays the plan of `base` unless the net sees a clear
    gain in another. The folder of the player is a policy for every command:
    `--policy players/mine`, or `@mine` if it is in players/. If the folder holds an unfinished
    training, it goes on. A player beside the file of its game takes part wherever policies are
    compared, and is the default player once a ladder shows that it is the strongest.

    With `tune`, the traits of a scripted policy are tuned instead: candidates play the same deals,
    and the best half plays on. The result is a policy as text. With `evaluation`, the weights by
    which the game evaluates positions are fitted to positions and results of games instead.

        >>> import simlab
        >>> result = simlab.train("pig", games=250, generations=1)
        >>> result.folder.name
        'pig-2p'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        base: Policy that proposes plans for a turn, between which the player learns to choose, in
            a game that has such players (Arriala); its best one unless given.
        threshold: Gain for which such a player leaves the plan of `base`, in even shares of the
            wins. A small one follows errors of the net, a large one misses gains; the best of five
            for each generation unless given.
        tune: A policy to be tuned, instead of a player that learns: the traits that it sets, from
            these values on, or else all. With a tuned player, `@name`, its traits are tuned on;
            with several, those of the best, by seat of the best at each seat.
        by_seat: Tune traits for each seat, where seats differ.
        way: Way to win that alone counts while traits are tuned, such as heroes; see the metrics
            won_by_NAME of `simlab metrics`.
        at_most: Limit of a habit that a person would call silly, such as unspent=15%: a generation
            wholly beyond it is not chosen while another keeps it, and while traits are tuned,
            candidates beyond it drop out. Habits are idle, unspent, repeats, most_repeats, undone,
            drought, drought_share and missed_wins.
        evaluation: Fit the weights by which the game evaluates positions, at tables of all sizes.
        against: Policies in all other seats, to learn the best response to them; the player itself
            and its earlier generations unless given. For an evaluation it plays in all seats, the
            best policy unless given.
        policy_file: Python files with further policies.
        games: Games of a generation; 6000 unless given. To tune: games that the best candidates
            of a generation play, 400 unless given. For an evaluation: games of each policy at each
            size of table, 400 unless given.
        generations: Most generations; 60 unless given, 20 to tune.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        out: Folder of the player, or of the weights; players/GAME-2p for two players,
            beside the file of a game of one's own, or players/GAME-evaluation, unless given.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The result on fresh deals and the learning curve, with intervals; or the weights.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
        RunError: the folder cannot be written, or another training writes it.
    """
    name = arguments.name(game)
    options = arguments.options(
        players=players,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    opponents = arguments.several(against, str) or []
    typed = arguments.write_options(options)
    to_tune = arguments.several(tune, str) or []
    if by_seat and not to_tune:
        raise InputError("is for traits that are tuned; name a policy to tune", "by_seat")
    if way and not to_tune:
        raise InputError("is for traits that are tuned; name a policy to tune", "way")
    of_plans = "base" if base else "" if threshold is None else "threshold"
    if of_plans and (to_tune or evaluation):
        what_for = "is for players that learn; it takes neither tune nor evaluation"
        raise InputError(what_for, of_plans)
    limits = arguments.several(at_most, str) or []
    if evaluation and limits:
        raise InputError("is for players; it does not go with evaluation", AT_MOST)
    if evaluation and (to_tune or generations is not None):
        raise InputError("fits weights; it takes neither tune nor generations", "evaluation")
    option_values = {**typed, "base": base or ""}
    option_values |= {"threshold": "" if threshold is None else f"{threshold:g}"}
    option_values |= {"against": opponents, "tune": to_tune}
    option_values |= {"by_seat": by_seat, "way": way or "", AT_MOST: limits}
    command = arguments.command_line("train", name, option_values)
    folder = None if out is None else Path(out)
    keys = {"game": name, **typed}
    if evaluation:
        wanted = f"{command} --evaluation"
        request = request_evaluation(keys, opponents, folder, wanted)
        return fit_evaluation(request, jobs, cluster, observer)
    if to_tune:
        search = request_tuning(
            keys,
            to_tune,
            opponents,
            generations,
            folder,
            command,
            by_seat=by_seat,
            way=way or "",
            at_most=limits,
        )
        if by_seat:
            kernels_of(name, observer)
        return _tune_traits(search, jobs, cluster, observer)
    training = requested_training(
        keys, opponents, generations, folder, command, base or "", threshold, limits
    )
    kernels_of(name, observer)
    return _train(training, jobs, cluster, observer)


def _train(
    request: TrainRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> TrainResult:
    report_remarks([request.scenario], observer)
    with (
        Store(request.folder).lock(),
        open_executor(jobs, cluster, observer) as executor,
    ):
        prepare(executor, [request.scenario], observer)
        progress = last_of(play(request, executor), brief, observer)
    return TrainResult(
        result_of(progress),
        request.folder,
        described=request.experiment.describe_experiment(),
        command=f"{request.command} --generations {len(progress.generations)}",
        strengths=_measure_strengths(request, jobs, cluster, observer),
    )


def _measure_strengths(
    request: TrainRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> list[MeasuredPolicy]:
    """Measure all players of a game at a table and keep that, if a new one lies beside its file.

    Raises:
        RunError: it cannot be kept.
    """
    game, players = request.experiment.game, request.scenario.players
    is_beside = request.folder.resolve() in folders_of_players(game)
    if not is_beside or players < fewest_to_compare(game) or request.is_about_other_rules:
        return []
    name = request.experiment.game_reference
    result = ladder(
        name, players=players, games=LADDER_GAMES, jobs=jobs, cluster=cluster, observer=observer
    )
    assert isinstance(result, LadderResult), "policies play, as no matches are given"
    with open_executor(jobs, cluster, observer) as executor:
        ranked = measure_policies(name, result.study)
        strengths = with_learnt_habits(name, players, ranked, executor)
    others = read_strengths(game.strengths_file, game.name, game.version)
    content = strengths_toml(game, {**others, players: strengths}, request.command)
    try:
        write_whole(game.strengths_file, content)
    except OSError as error:
        reason = f"{game.strengths_file}: cannot be written: {error.strerror or error}"
        raise RunError(reason) from error
    return strengths


def _tune_traits(
    request: TraitTuningRequest, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> TraitTuningResult:
    report_remarks([request.scenario], observer)
    for remark in request.remarks:
        observer.remark(remark)
    with (
        Store(request.folder).lock(),
        open_executor(jobs, cluster, observer) as executor,
    ):
        prepare(executor, [request.scenario], observer)
        progress = last_of(play_tuning(request, executor), brief_tuning, observer)
    return TraitTuningResult(
        result_of_tuning(progress),
        request.folder,
        described=request.experiment.describe_experiment(),
        command=f"{request.command} --generations {progress.last.generation}",
    )


def brief_tuning(progress: TraitTuningProgress) -> str:
    """Return the progress line of a search for traits."""
    last, is_for_points = progress.last, progress.request.is_for_points
    best = f"{last.elites:.1f} points" if is_for_points else f"{100 * last.elites:.0f} % of wins"
    return f"Generation {last.generation}: the best candidates reach {best}; {last.seconds:,.0f} s"


def brief(progress: TrainProgress) -> str:
    """Return the progress line of a training."""
    last, best = progress.generations[-1], progress.best
    among = ""
    if last.among_best is not None:
        among = f", {in_words(progress, last.among_best)} among the best ones before"
    return (
        f"Generation {last.number}: {in_words(progress, last.result)}{among}; best so far"
        f" generation {best.number} with {in_words(progress, best.result)}; {last.seconds:,.0f} s"
    )


def in_words(progress: TrainProgress, result: Interval[float]) -> str:
    """Return a result with its interval: `45.2 % (43.0 to 47.4)`, or points."""
    formatted = number if progress.request.is_for_points else share
    return formatted(result._asdict()).full
