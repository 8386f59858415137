"""`simlab.replay`: any game again, move by move, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, own_cores, report_compiling, report_remarks
from simlab.api.result import Content, Result, drop_empty, frame_of
from simlab.engine.win_chances import HALVES
from simlab.errors import InputError, not_one_of
from simlab.execution.executor import prepare
from simlab.execution.store import NOT_AS_IT_WAS, Store
from simlab.execution.win_chances import prepare_rollouts
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import RESOLVED
from simlab.explain import replay as explain_replay
from simlab.explain.chance_track import (
    MOST_POSITIONS,
    ROLLOUTS,
    ChanceTrack,
    chance_tracks,
    check_winners,
)
from simlab.explain.ending import ending
from simlab.explain.replay import Event
from simlab.explain.transcript import Block, seat_names, transcript
from simlab.explain.viewer_data import viewer_data
from simlab.files.paths import is_file
from simlab.game.language import ENGLISH, choose_language
from simlab.report.viewer.page import check_name, write_viewer
from simlab.report.wording import n_of

LAST_GAME = (1 << 62) - 1
"""Numbers of games have 64 bits; this leaves room to add to any of them without overflow."""
GAMES_OF_A_TRACK = MOST_POSITIONS * HALVES * ROLLOUTS // 2
"""Games that the rollouts of a track are worth at most: they begin halfway on average."""
Target = AnyGame | Path | Store
"""A run or its folder, or a game or an experiment with options."""


@dataclass(frozen=True, eq=False, repr=False)
class Replay(Result):
    """One game: its events in order, and its result.

    The main frame has a sentence per row, with the heading of its turn or round and the number of
    the decision it is about; `seats` has the result of each seat of a competitive game.
    """

    scenario: Scenario
    events: Sequence[Event]
    """The table, every event and decision, and the result, as `--json` prints them."""

    @property
    def sentences(self) -> list[str]:
        """How the game ended."""
        return ending(self.scenario, self.result)

    @property
    def blocks(self) -> list[Block]:
        """The turns or rounds with their lines, as the terminal prints them."""
        return list(transcript(self.scenario, self.events))

    @property
    def story(self) -> list[str]:
        """The sentences of all turns or rounds."""
        return [line.text for block in self.blocks for line in block.lines]

    @property
    def result(self) -> Event:
        """The row of the game in the tables of a run."""
        return self.events[-1]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The sentences, then the seats."""
        seats = [
            {"seat": seat, "name": name, **result}
            for seat, (name, result) in enumerate(
                # a cooperative game has no results of seats
                zip(names_of(self.scenario), self.result.get("seats", []), strict=False)
            )
        ]
        story = [
            {"heading": block.heading, "decision": line.decision, "event": line.text}
            for block in self.blocks
            for line in block.lines
        ]
        return drop_empty({"story": frame_of(story), "seats": frame_of(seats)})

    def write_html(
        self, file: AnyPath, *, chances: bool = False, observer: Observer = SILENT
    ) -> Path:
        """Write a self-contained page that shows the game step by step on its board.

        `chances` adds the winning chances of all seats over the game, by rollouts.

        Raises:
            InputError: the file is no `.html`, or cannot be written; no seat can win against
                others, so that there are no chances.
        """
        return save_viewer(self.scenario, self.events, file, chances, observer)

    def to_dict(self) -> Content:
        """Return all events as JSON."""
        return {"events": list(self.events)}


def replay(
    target: Target,
    game: int,
    *,
    rotation: int = 0,
    scenario: str | None = None,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    lang: str | None = ENGLISH,
    trust: bool = False,
    observer: Observer = SILENT,
) -> Replay:
    """Replay any game, move by move.

    The game is played again: seed, number and rotation determine it, so none is stored.

        >>> import simlab
        >>> simlab.replay("pig", 3, policy="hold").story[0]
        'Player 1 rolls a 4.'

    Args:
        target: A run or its folder, or the name of a game or an experiment.
        game: Number of the game (its deal).
        rotation: Number of seats by which the line-up is rotated.
        scenario: The scenario, if a run has several.
        players: Number of players, of a game that is named; likewise the next five.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        lang: Language of the game's terms and sentences: en, fr; None: that of the locale.
        trust: Whether to import the code that the run folder names, even if you never played it.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Events, sentences and the result.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        FolderError: the run was made with another version, or its code or data have changed.
        ContractError: a policy broke its contract or does not return.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        seed=seed,
        patch=patch,
        data=data,
    )
    experiment = experiment_of(name_of(target), options, trust)
    chosen = choose_scenario(experiment, name_of(target), game, scenario, lang)
    events = list(replay_events(chosen, game, rotation, observer))
    return Replay(chosen, events)


def replay_events(
    scenario: Scenario, game: int, rotation: int, observer: Observer = SILENT
) -> Iterator[Event]:
    """Yield the events of a game; those before an error are yielded too."""
    report_remarks([scenario], observer)
    report_compiling(scenario.game, scenario.lineup, observer)
    yield from explain_replay.replay(scenario, game, rotation)


def save_viewer(
    scenario: Scenario,
    events: Iterable[Event],
    file: AnyPath,
    chances: bool = False,
    observer: Observer = SILENT,
) -> Path:
    """Write the page with the viewer of a game, given by its events; return the path of the file.

    Raises:
        InputError: the file is no `.html`, or cannot be written; no seat can win against others,
            so that there are no chances.
    """
    page = Path(file)
    check_name(page)
    if chances:
        check_winners(scenario)
    told = list(events)
    track = track_of(scenario, told[0]["deal"], told[0]["rotation"], observer) if chances else None
    write_viewer(viewer_data(scenario, told, track), page)
    return page


def track_of(scenario: Scenario, deal: int, rotation: int, observer: Observer) -> ChanceTrack:
    """Play rollouts from positions of a game on all cores; return the winning chances.

    Raises:
        ContractError: a policy or the game broke its contract.
    """
    executor = own_cores(None, observer)
    if scenario.game.is_plain:
        prepare(executor, [scenario], observer, GAMES_OF_A_TRACK)
    else:
        prepare_rollouts(scenario, observer)
    return last_of(chance_tracks(executor, scenario, deal, rotation), brief, observer)


def brief(track: ChanceTrack) -> str:
    """Return the progress line: at how many positions the chances are known."""
    return f"{len(track.chances)} of {n_of(len(track.decisions), 'position')} played on"


def choose_scenario(
    experiment: Experiment, target: str, game: int, scenario: str | None, lang: str | None
) -> Scenario:
    """Return the scenario of the replayed game, with its terms in a language.

    Raises:
        InputError: there is no such scenario, language or game.
    """
    chosen = in_language(scenario_of(experiment, scenario), lang)
    check_game(target, chosen, game)
    return chosen


def name_of(target: Target) -> str:
    """Return the path of a run, or the name of a game or an experiment."""
    if isinstance(target, Store):
        return str(target.folder)
    return str(target) if isinstance(target, Path) else arguments.name(target)


def experiment_of(target: str, options: Mapping[str, Any], trust: bool) -> Experiment:
    """Return the experiment of a run folder, or of a game or file with options.

    Raises:
        InputError: options with a run, which has its own; or the options are invalid.
        FolderError: the run was made with another version, or its code or data have changed.
    """
    store = Store(Path(target).absolute())
    if not _is_run(target):
        return request_experiment(target, options)
    set_options = [key for key, value in options.items() if value]
    if set_options:
        raise InputError(
            f"{', '.join(set_options)}: set by the run; give these options with a game's name"
        )
    experiment = store.restore_experiment(trust)
    store.check(experiment, NOT_AS_IT_WAS)
    return experiment


def scenario_of(experiment: Experiment, name: str | None) -> Scenario:
    """Return the scenario of this name, or the only one.

    Raises:
        InputError: there is no such scenario, or there are several.
    """
    scenarios = {scenario.slug: scenario for scenario in experiment.scenarios}
    if name is None and len(scenarios) > 1:
        raise InputError(f"name one with --scenario: {', '.join(scenarios)}", "scenario")
    if name is not None and name not in scenarios:
        raise InputError(not_one_of(name, list(scenarios)), "scenario")
    return scenarios[name] if name else experiment.scenarios[0]


def in_language(scenario: Scenario, language: str | None) -> Scenario:
    """Return the scenario with the vocabulary of a language, by default that of the locale.

    Raises:
        InputError: there is no such language, or the game's translation file is invalid.
    """
    vocabulary = scenario.game.words(choose_language(language))
    return replace(scenario, rules=replace(scenario.rules, words=vocabulary))


def check_game(target: str, scenario: Scenario, game: int) -> None:
    """Check that the number of the game is valid, and that the run, if one is named, has it.

    Raises:
        InputError: it is too large.
    """
    last = scenario.n_deals - 1
    if game > LAST_GAME:
        raise InputError(f"must be at most {LAST_GAME}, not {game}", "game")
    if _is_run(target) and game > last:
        raise InputError(
            f"must be from 0 to {last} in this run, not {game};"
            " the rotations of a game share its number",
            "game",
        )


def _is_run(target: str) -> bool:
    return is_file(Path(target) / RESOLVED)


def names_of(scenario: Scenario) -> list[str]:
    """Return the names of the seats: those of the game if it has any, else `Player 1` and so on."""
    return seat_names(scenario.game, scenario.rules, scenario.players)
