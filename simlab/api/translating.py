"""Translator: turns plain games into kernels where that is faster than to play them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from simlab.api.observer import Observer
from simlab.api.plain_python import is_plain_python
from simlab.catalog import find_game
from simlab.check.translation import proved_translation
from simlab.errors import InputError, SimlabError
from simlab.execution.compared_rules import compare_rules, rules_to_compare
from simlab.execution.kept_translation import (
    KeptTranslation,
    compiled_file,
    folder_of,
    keep,
    kept_in,
)
from simlab.execution.processes import Processes
from simlab.execution.run_estimate import pilot_run
from simlab.execution.translated_engine import rules_of, translated_policy
from simlab.execution.watchdog import in_background
from simlab.experiment.request import experiment_file
from simlab.experiment.resolve import Scenario
from simlab.game import Game, Rules
from simlab.plain.definition import PlainDefinition

SHORTEST = 60.0
"""Seconds of play in plain Python from which on a translation pays, which takes half a minute."""
FEWEST_GAMES = 1_000
"""Fewer games are not timed first: they are over before it would pay."""
PILOT_SECONDS = 0.3
PROOF_GAMES = 40
"""Games for each number of players by which both are compared; `simlab compile` compares 200. More
are compared, without being asked for, at each set of rules that is new."""


class Translator:
    """What is known of the translations of the games of a command, and who is told of them."""

    def __init__(self, observer: Observer) -> None:
        self.observer, self.is_idle = observer, is_plain_python()
        self._files: dict[Game, Path | None] = {}
        """The kernels of each game; None where it is played as it is."""
        self._quick: set[Scenario] = set()
        """First scenarios of what is played faster than translated."""

    def prepare(self, scenarios: Sequence[Scenario], n_cores: int) -> None:
        """Translate the game of some scenarios if that pays, once, and say so in a line."""
        game = scenarios[0].game
        if self.is_idle or not isinstance(game, PlainDefinition) or self._files.get(game):
            return
        own = [scenario for scenario in scenarios if _has_own_policies(scenario)]
        if not own or own[0] in self._quick:
            return
        folder = folder_of(game)
        kept = kept_in(folder)
        if kept is None or not kept.is_proved:
            seconds = _plain_seconds(own, n_cores)
            if seconds < SHORTEST:
                self._quick.add(own[0])
                return
            kept = kept or _kept(game, folder, self.observer, seconds)
        seated = {policy.name for scenario in own for policy in scenario.lineup}
        missing = seated & kept.left_out.keys()
        problems = [kept.problem] if kept.problem else [kept.left_out[each] for each in missing]
        for problem in problems:
            if game not in self._files:
                self.observer.remark(f"{game.title} is played in plain Python: {problem}")
        is_good = kept.is_proved and not missing
        self._files[game] = compiled_file(folder, game) if is_good else None

    def file_for(self, scenarios: Sequence[Scenario]) -> Path | None:
        """Return the kernels by which some scenarios of one game are played, if there are any.

        Some games are compared first under rules that no proof has seen.
        """
        game = scenarios[0].game
        file = self._files.get(game)
        if file is None:
            return None
        compiled = find_game(str(file))
        known = [own for each in scenarios if (own := _translated_scenario(each, compiled))]
        new = rules_to_compare(known)
        if new:
            self.observer.comparing()
        try:
            compare_rules(new)
        except InputError as error:
            self.observer.remark(f"{game.title} is played in plain Python: {error}")
            self._files[game] = None
        return self._files[game]


def kernels_of(what: str, observer: Observer) -> str:
    """Return the path of the kernels of a plain game, which are made now if there are none.

    A game that is compiled, and an experiment, is returned as it is.

    Raises:
        InputError: there is no such game, or it cannot be translated.
    """
    game = None if experiment_file(what) else find_game(what)
    if not isinstance(game, PlainDefinition):
        return what
    folder = folder_of(game)
    kept = kept_in(folder) or _kept(game, folder, observer)
    if not kept.is_proved:
        raise InputError(f"this needs {game.title} in machine code, but {kept.problem}", "game")
    return str(compiled_file(folder, game))


def _has_own_policies(scenario: Scenario) -> bool:
    """Return whether policies of the game itself have all seats, as kernels can play them."""
    own = {policy.function for policy in scenario.game.policies}
    return all(policy.function in own for policy in scenario.lineup)


def _plain_seconds(scenarios: Sequence[Scenario], n_cores: int) -> float:
    """Return the seconds that some scenarios take in plain Python, from a pilot of the first."""
    n_games = sum(scenario.n_games for scenario in scenarios)
    if n_games < FEWEST_GAMES:
        return 0.0
    ((_, seconds, _),) = Processes(n_cores).map(pilot_run, [(scenarios[0], PILOT_SECONDS)])
    return seconds * n_games / n_cores


def _kept(
    game: PlainDefinition, folder: Path, observer: Observer, seconds: float | None = None
) -> KeptTranslation:
    """Translate a game into a folder, keep what came of it, and tell so."""
    observer.translating(game.title, seconds)
    kept = in_background(partial(_translated, game, folder))
    keep(folder, kept)
    return kept


def _translated(game: PlainDefinition, folder: Path) -> KeptTranslation:
    """Translate a game into a folder and compare both."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = compiled_file(folder, game)
        translation, proof = proved_translation(game, file, PROOF_GAMES)
    except (SimlabError, OSError) as error:
        return KeptTranslation(False, str(error).partition("\n")[0])
    if proof.shows_equality:
        left_out = {name: own.in_short for name, own in translation.left_out.items()}
        return KeptTranslation(True, left_out=left_out)
    if translation.refusals:
        return KeptTranslation(False, translation.refusals[0].in_short)
    return KeptTranslation(False, proof.differences[0])


def _translated_scenario(scenario: Scenario, compiled: Game) -> Scenario | None:
    """Return a scenario of the compiled game, if it has a kernel for each policy."""
    known = [translated_policy(scenario.game, compiled, policy) for policy in scenario.lineup]
    lineup = [policy for policy in known if policy is not None]
    if len(lineup) < len(known):
        return None
    row = rules_of(compiled, scenario.rules.row.tobytes())
    rules = Rules(row, scenario.rules.components)
    return replace(scenario, game=compiled, rules=rules, lineup=tuple(lineup))
