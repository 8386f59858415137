"""Translator: turns plain games into kernels where that is faster than to play them as they are."""

from __future__ import annotations

import math
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from simlab.api.observer import Observer
from simlab.catalog import IS_PLAIN_PYTHON, find_game
from simlab.check.translation import prove_translation
from simlab.compiler.kept_translation import (
    KeptTranslation,
    folder_of,
    keep,
    kernel_file,
    read_translation,
    unplayable,
)
from simlab.errors import InputError, SimlabError
from simlab.execution.compared_rules import compare_rules, rules_to_compare
from simlab.execution.executor import Result
from simlab.execution.processes import Processes
from simlab.execution.run_estimate import pilot_run
from simlab.execution.translated_engine import (
    parts_of,
    policies_within,
    rules_of,
    translate_policy,
)
from simlab.execution.watchdog import in_background
from simlab.experiment.request import experiment_file
from simlab.experiment.resolve import Scenario
from simlab.game.definition import Game, Rules
from simlab.plain.definition import PlainDefinition
from simlab.players.search import Search

SHORTEST = 60.0
"""Seconds of play in plain Python from which on a translation pays, which takes half a minute."""
LONGEST = 30.0
"""Seconds after which the game of a study is translated, which plays until it is sure: about as
long as a translation takes, so that at most half of the time is lost."""
PATIENCE = 3.0
"""Seconds of play in plain Python after which a game is translated in the background: longer than
the first look of a game that is quick as it is."""
FEWEST_GAMES = 1_000
"""Fewer games are not timed first: they are over before it would pay."""
FEWEST_SEARCHES = 20
"""Fewer games with a search, of which each may take seconds, are not timed first."""
PILOT_SECONDS = 0.3
PROOF_GAMES = 40
"""Games for each number of players by which both are compared; `simlab compile` compares 200. More
are compared, without being asked for, at each set of rules that is new."""
WORTH_A_REPORT = "which is an error of simlab and worth a report"
OWN_ERROR = f"simlab cannot translate it, {WORTH_A_REPORT}"
MISTRANSLATED = f"its translation plays otherwise, {WORTH_A_REPORT}"


class Translator:
    """What is known of the translations of the games of a command, and who hears of them."""

    def __init__(self, observer: Observer) -> None:
        self.observer, self.is_idle = observer, IS_PLAIN_PYTHON.get()
        self._files: dict[Game, Path | None] = {}
        """The kernels of each game; None where it is played as it is."""
        self._seen: set[Scenario] = set()
        """First scenarios of what was looked at."""
        self._spent: defaultdict[Game, float] = defaultdict(float)
        """Seconds that each game has been played as it is."""

    def prepare(self, scenarios: Sequence[Scenario], n_cores: int, n_games: int) -> None:
        """Translate the game of some scenarios if that pays, or take the kernels that are kept.

        Nobody may know how many games are played, 0; see LONGEST.
        """
        playable = list(filter(_has_own_policies, scenarios))
        if playable and self.may_translate(playable[0].game) and playable[0] not in self._seen:
            self._seen.add(playable[0])
            slowest = next(filter(_has_search, playable), playable[0])
            self._decide(playable, lambda: _plain_seconds(slowest, n_games, n_cores))

    def file_for(self, scenarios: Sequence[Scenario]) -> Path | None:
        """Return the kernels by which some scenarios of one game are played, if there are any.

        Some games are compared first under rules that no proof has seen.
        """
        game = scenarios[0].game
        if self.may_translate(game) and self._spent[game] > LONGEST:
            # nobody knew that it would take so long: a study plays until it is sure
            self._decide(list(filter(_has_own_policies, scenarios)), lambda: math.inf)
        file = self._files.get(game)
        if file is None:
            return None
        compiled = find_game(str(file))
        new = rules_to_compare(
            filter(None, (_translate_scenario(scenario, compiled) for scenario in scenarios))
        )
        if new:
            self.observer.comparing()
        try:
            compare_rules(new)
        except InputError as error:
            self.observer.remark(f"{game.title} is played in plain Python: {error}")
            self._files[game] = None
        return self._files[game]

    def time_results(
        self, scenarios: Sequence[Scenario], results: Iterator[Result]
    ) -> Iterator[Result]:
        """Yield results of games that are played as they are, and note how long they take."""
        while True:
            begin = time.monotonic()
            try:
                result = next(results)
            except StopIteration:
                return
            finally:
                self._spent[scenarios[0].game] += time.monotonic() - begin
            yield result

    def may_translate(self, game: Game) -> bool:
        """Return whether it is not decided yet how a game is played."""
        return isinstance(game, PlainDefinition) and not self.is_idle and game not in self._files

    def _decide(self, scenarios: Sequence[Scenario], seconds_of: Callable[[], float]) -> None:
        """Take the kernels that are kept, or make some if plain Python takes long.

        If there are no kernels for what takes long, say why.
        """
        if not scenarios:
            return
        game = scenarios[0].game
        assert isinstance(game, PlainDefinition), "others are compiled"
        try:
            folder = folder_of(game)
        except InputError:
            return  # there are only other data than its own
        translation = read_translation(folder, game)
        can_play = _can_play(translation, scenarios)
        must_compile = can_play and _has_new_search(kernel_file(folder, game), scenarios)
        seconds = seconds_of() if must_compile or not can_play else 0.0
        is_long = seconds > SHORTEST
        if translation is None and is_long:
            translation = _make_translation(game, folder, self.observer, seconds)
        if translation is None or (must_compile and not is_long):
            return
        self._files[game] = kernel_file(folder, game) if translation.is_proved else None
        reasons = [
            translation.problem,
            *(translation.left_out.get(name, "") for name in _policies_in(scenarios)),
        ]
        for reason in filter(None, reasons if is_long else ()):
            self.observer.remark(f"{game.title} is played in plain Python: {reason}")


class BackgroundTranslator(Translator):
    """Translates a game while it is played as it is, for a page that must not stand still."""

    def __init__(self, observer: Observer) -> None:
        super().__init__(observer)
        self._translations: dict[Game, threading.Thread] = {}

    def file_for(self, scenarios: Sequence[Scenario]) -> Path | None:
        """Return the kernels by which some scenarios of one game are played, once there are any."""
        game = scenarios[0].game
        playable = list(filter(_has_own_policies, scenarios))
        is_new = game not in self._translations and self.may_translate(game)
        if is_new and playable and self._spent[game] > PATIENCE:
            translate = partial(self._decide, playable, lambda: math.inf)
            self._translations[game] = threading.Thread(target=translate, daemon=True)
            self._translations[game].start()
        translation = self._translations.get(game)
        is_playing_on = translation is None or translation.is_alive()
        if is_playing_on and game not in self._files:
            return None
        return super().file_for(scenarios)

    def wait(self) -> None:
        """Wait until all translations that have begun are done."""
        for translation in self._translations.values():
            translation.join()


def kernels_of(name: str, observer: Observer) -> str:
    """Return the path of the kernels of a plain game, which are made now if there are none.

    A game that is compiled, and an experiment, is returned as it is.

    Raises:
        InputError: there is no such game, or it cannot be translated.
    """
    game = None if experiment_file(name) else find_game(name)
    if not isinstance(game, PlainDefinition):
        return name
    folder = folder_of(game)
    translation = read_translation(folder, game) or _make_translation(game, folder, observer)
    if not translation.is_proved:
        raise unplayable(game, translation.problem)
    return str(kernel_file(folder, game))


def _has_own_policies(scenario: Scenario) -> bool:
    """Return whether policies of the game itself have all seats, as kernels can play them."""
    functions = {policy.function for policy in scenario.game.policies}
    return all(
        inner_policy.function in functions
        for policy in scenario.lineup
        for inner_policy in policies_within(policy)
    )


def _has_search(scenario: Scenario) -> bool:
    """Return whether a policy of a scenario is a search, or is made of one."""
    return any(isinstance(part, Search) for policy in scenario.lineup for part in parts_of(policy))


def _has_new_search(file: Path, scenarios: Sequence[Scenario]) -> bool:
    """Return whether a search has no machine code yet, which takes as long as a translation."""
    plain, compiled = scenarios[0].game, find_game(str(file))
    searches = (
        translate_policy(plain, compiled, policy, scenario.rules.components)
        for scenario in filter(_has_search, scenarios)
        for policy in scenario.lineup
    )
    return not compiled.is_compiled(policy for policy in searches if policy is not None)


def _policies_in(scenarios: Sequence[Scenario]) -> list[str]:
    """Return the names of the policies of a game that play in some scenarios."""
    names = {policy.function: policy.name for policy in scenarios[0].game.policies}
    seated = (policy for scenario in scenarios for policy in scenario.lineup)
    within = (inner_policy for policy in seated for inner_policy in policies_within(policy))
    return list(dict.fromkeys(names[inner_policy.function] for inner_policy in within))


def _can_play(translation: KeptTranslation | None, scenarios: Sequence[Scenario]) -> bool:
    """Return whether there are kernels for the policies of some scenarios."""
    return (
        translation is not None
        and translation.is_proved
        and translation.left_out.keys().isdisjoint(_policies_in(scenarios))
    )


def _plain_seconds(scenario: Scenario, n_games: int, n_cores: int) -> float:
    """Return the seconds that some games take in plain Python, from a pilot."""
    if n_games < (FEWEST_SEARCHES if _has_search(scenario) else FEWEST_GAMES):
        return 0.0
    ((_, seconds, _),) = Processes(n_cores).map(pilot_run, [(scenario, PILOT_SECONDS)])
    return seconds * n_games / n_cores


def _make_translation(
    game: PlainDefinition, folder: Path, observer: Observer, seconds: float = math.inf
) -> KeptTranslation:
    """Translate a game into a folder, keep what came of it, and tell so."""
    observer.translating(game.title, seconds)
    translation = in_background(partial(_translate, game, folder))
    keep(folder, translation)
    return translation


def _translate(game: PlainDefinition, folder: Path) -> KeptTranslation:
    """Translate a game into a folder and compare both."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = kernel_file(folder, game)
        translation, proof = prove_translation(game, file, PROOF_GAMES)
    except (SimlabError, OSError) as error:
        return KeptTranslation(False, str(error).partition("\n")[0])
    except Exception as error:  # whatever is wrong in simlab, Python plays the game as it is
        return KeptTranslation(False, f"{OWN_ERROR}: {type(error).__name__}: {error}")
    if proof.shows_equality:
        left_out = {name: refusal.in_short for name, refusal in translation.left_out.items()}
        return KeptTranslation(True, left_out=left_out)
    if translation.refusals:
        return KeptTranslation(False, translation.refusals[0].in_short)
    return KeptTranslation(False, f"{MISTRANSLATED}: {proof.differences[0]}")


def _translate_scenario(scenario: Scenario, compiled: Game) -> Scenario | None:
    """Return a scenario of the compiled game, if it has a kernel for each policy."""
    components = scenario.rules.components
    game = scenario.game
    kernels = [translate_policy(game, compiled, policy, components) for policy in scenario.lineup]
    lineup = [policy for policy in kernels if policy is not None]
    if len(lineup) < len(kernels):
        return None
    row = rules_of(compiled, scenario.rules.row.tobytes())
    rules = Rules(row, scenario.rules.components)
    return replace(scenario, game=compiled, rules=rules, lineup=tuple(lineup))
