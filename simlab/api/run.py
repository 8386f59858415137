"""`simlab.run`: plays a game or an experiment and keeps the results; the run that it returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pandas as pd

import simlab.engine
from simlab import shell
from simlab.analysis.tables import Tables
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.assumptions import vary_assumptions
from simlab.api.observer import SILENT, Observer
from simlab.api.other_players import play_other_players
from simlab.api.playing import open_executor, report_remarks, report_rounding
from simlab.api.result import Content, Result
from simlab.api.run_until import run_until
from simlab.api.short_search import play_short_search
from simlab.catalog import find_game, game_names
from simlab.execution.executor import Executor, prepare
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.experiment.identity import version_text
from simlab.experiment.request import problems_placed_in, request_experiment
from simlab.experiment.resolve import Experiment
from simlab.experiment.run_folder import EXPERIMENT, read_resolved
from simlab.game.language import ENGLISH, Words, choose_language
from simlab.report.more_games import NextStep
from simlab.studies.run.metric_check import check_metric, refuse_rollouts


@dataclass(frozen=True, repr=False)
class Run(Result, Store):
    """A run folder: its games as frames, and the answer to its question.

    The main frame depends on the question. That of a plain run has the mean score, or the wins of
    policies and seats, of each scenario; that of a sweep the effect of each set of rules; that of a
    house rule the effect on each metric. `games()`, `seats()` and `timeline()` return the games.
    """

    @property
    def sentences(self) -> list[str]:
        """The answer at the top of the page."""
        answers: list[str] = self._module("report.answers").answer(self._tables)
        return answers

    @property
    def next_steps(self) -> list[NextStep]:
        """Undecided numbers with the commands that decide them."""
        from simlab.report.answers.next_steps import steps

        kind = self._tables.study.get("kind", "run")
        command = shell.join(["simlab", kind, str(self.folder / EXPERIMENT)])
        return steps(self._tables, command)

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames of the run's question, the main one first."""
        frames: dict[str, pd.DataFrame] = self._module("api.contents").frames(self._tables)
        return frames

    def to_dict(self) -> Content:
        """Return the folder, the key and the answer to the question as JSON."""
        head = {"run": str(self.folder), "key": self._tables.described["key"]}
        return {**head, **self._module("api.contents").content(self._tables)}

    def page(
        self,
        folder: AnyPath | None = None,
        lang: str = ENGLISH,
        *,
        full: bool = False,
        assumptions: int | None = None,
        observer: Observer = SILENT,
    ) -> Path:
        """Write `report.html` with figures and tables, into the run folder unless given.

        It has the answer, what carries it and the method in brief; `full` writes `full.html`, with
        all figures, except for a run of so few games that they would show nothing. For the first
        page of a run, other values of its assumed rules and tables are played and kept in the run
        folder. `assumptions` is the number of games of each, 0 for none; unless given, as many as
        take some 20 seconds in all. For that of a sweep, other policies play the changes that its
        answer names, as often; for that of a plain game that one policy has played, a short search
        over it plays too, if that takes less than a minute. Some games are played again to be read
        on the page, for which the game may have to be compiled. `lang` is the language of the
        game's terms: en, fr.

        Raises:
            RunError: the run is damaged or unfinished, or the page cannot be written.
            Interrupted: stopped by Ctrl-C.
        """
        from simlab.api.games_to_read import games_to_read
        from simlab.report.page import FEW_GAMES, write  # imports all figures

        # before the tables are read: these play the runs of which the page tells
        vary_assumptions(self, assumptions, observer)
        play_other_players(self, assumptions, observer)
        play_short_search(self, assumptions, observer)
        vars(self).pop("_tables", None)  # it may not know them yet
        vocabulary = self._words(lang)
        tables = Tables(self.folder, vocabulary)
        games = games_to_read(self.folder, tables, lang, observer)
        n_games = max(tables.scenario_counts(scenario).n_games for scenario in tables.scenarios)
        out = None if folder is None else Path(folder)
        is_full, note = full and n_games >= FEW_GAMES, self.version_note
        return write(self.folder, out, vocabulary, games, is_full=is_full, note=note)

    @property
    def version_note(self) -> str:
        """Sentences on another engine or another version of the game that made the run, if any."""
        identity = self.experiment_in_full()["identity"]
        name = identity["game"][0]
        versions: dict[str, object] = {"engine": simlab.engine.VERSION}
        if name in game_names():
            versions["game"] = [name, find_game(name).version]
        notes = (
            f"This run was made with {key} {version_text(identity[key])}, but this simlab has"
            f" {version_text(version)}, so its games cannot be replayed."
            for key, version in versions.items()
            if identity[key] != version
        )
        return " ".join(notes)

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.folder)

    def _module(self, package: str) -> ModuleType:
        """Return the module of a package for the kind of study of this run."""
        return import_module(f"simlab.{package}.{self._tables.study.get('kind', 'run')}")

    def _words(self, lang: str) -> Words:
        """Return the vocabulary of the run's game, if simlab knows the game by name."""
        language = choose_language(lang)
        name = read_resolved(self.folder)["identity"]["game"][0]
        return find_game(name).words(language) if name in game_names() else Words(language)


def run(
    what: AnyGame,
    *,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    less_luck: bool = False,
    until: str | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    fresh: bool = False,
    observer: Observer = SILENT,
) -> Run:
    """Play a game or experiment many times and keep the results.

    What is given overrides an experiment file in every scenario; patches are added to its own. A
    finished run is only read.

        >>> import simlab
        >>> run = simlab.run("pig", policy=["hold", "random"], games=200, out="runs/hold")
        >>> len(run.games()), run.frame["metric"][0]
        (200, 'wins of hold')

    Args:
        what: Name of a game or of an experiment, or a .toml file. In Python also the `GAME` of a
            package.
        players: Number of players; with several numbers, each of them is played.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        games: Games per scenario, rounded up to whole blocks; 10,000 unless given. With `until` it
            is the most games, 100,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        less_luck: Measure the luck of each game and subtract it: more precision, slower games.
        until: Metric and half-width of its interval at which the run stops: wins of seat 1 ± 1 %,
            or rounds +- 0.2.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: The run folder; `runs/NAME-KEY` unless given.
        fresh: Play again even if the run exists.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The run: its games as frames, the answer and the page.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
        RunError: the run folder cannot be written or holds another run.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
        less_luck=less_luck,
    )
    name = arguments.name(what)
    experiment = request_experiment(name, {**options, "until": until})
    with open_executor(jobs, cluster, observer) as executor:
        return play_unless_kept(
            experiment, executor, out=out, fresh=fresh, observer=observer, source=name
        )


def play_unless_kept(
    experiment: Experiment,
    executor: Executor,
    *,
    out: AnyPath | None,
    fresh: bool,
    observer: Observer,
    source: str = "",
) -> Run:
    """Play an experiment unless its run exists.

    `source` is its file or name if it sets the metric of a sweep; problems are reported there.

    Raises:
        InputError: the game does not have the metric of the sweep, or it needs rollouts.
        ContractError, RunError, Interrupted: as in `run`.
    """
    with problems_placed_in(source):
        refuse_rollouts(experiment)
    report_remarks(experiment.scenarios, observer)
    report_rounding(experiment.scenarios, observer)
    if experiment.study.get("metric") is not None or experiment.formulas:
        prepare(executor, experiment.scenarios, observer)
        with problems_placed_in(source):
            check_metric(experiment, executor)
    play = run_experiment if experiment.until is None else run_until
    store = play(experiment, out=out, executor=executor, fresh=fresh, observer=observer)
    return Run(store.folder)
