"""Compared rules: under which of its rules a compiled game was compared with the plain one.

`simlab compile` proves that both are equal under the rules of the game. Under other rules some
games are compared before the first is played, once for each set of rules, number of players and
policy.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import simlab.engine
from simlab import shell
from simlab.catalog import name_of
from simlab.errors import ContractError, InputError
from simlab.execution.game_pair import (
    STOPS,
    CompiledGameStops,
    Difference,
    GamePair,
    Match,
    RuleSet,
    policy_pairs,
    short_name,
)
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.files.imports import digest_with_imports
from simlab.files.paths import cache_folder
from simlab.game.components import Components
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy
from simlab.plain.rules import decode_rules, encode_rules
from simlab.version import VERSION

GAMES = 15
"""Games that are compared: a plain game plays about 100 in a second."""
SECONDS = 5.0
"""Processor time after which no more are played, since a slow game may need seconds for each."""
SEED, DEALS = 6173, 1 << 28
"""Deals that no proof has played, others for each set of rules."""
FOLDER = "compared"
DIGITS = 16

_KNOWN: dict[Game, set[str]] = {}
"""What was compared, by game."""


def rules_to_compare(scenarios: Iterable[Scenario]) -> list[Scenario]:
    """Return scenarios under whose rules a compiled game was never compared, one for each entry.

    Games that come with simlab were compared by its tests.
    """
    entries: set[str] = set()
    new = []
    for scenario in dict.fromkeys(scenarios):
        if scenario.game.plain is None or scenario.game.is_shipped_translation:
            continue
        scenario_entries = set(entries_of(scenario)) - entries_compared(scenario.game)
        if scenario_entries - entries:
            new.append(scenario)
        entries |= scenario_entries
    return new


def compare_rules(scenarios: Iterable[Scenario]) -> None:
    """Compare a compiled game with the plain one under rules that were never compared.

    Raises:
        ContractError: the plain game stops with an error, as it would in any game.
        InputError: they differ, or the compiled game stops alone.
    """
    for scenario in rules_to_compare(scenarios):
        in_background(partial(_compare, scenario))
        keep_entries(scenario.game, entries_of(scenario))


def entries_of(scenario: Scenario) -> list[str]:
    """Return what a scenario needs to be compared: its rules with each policy at its table."""
    policies = {compiled.name for _, compiled in _policy_pairs(scenario)}
    rules = scenario.rules.components
    return [entry(rules, scenario.players, policy) for policy in sorted(policies)]


def entry(rules: Components, players: int, policy: str) -> str:
    """Return the line that says that a policy was compared under some rules."""
    return f"{_digest(rules)} {players} {policy}"


def _digest(rules: Components) -> str:
    content = json.dumps([rules.values, rules.tables], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def _policy_pairs(scenario: Scenario) -> list[tuple[Policy, Policy]]:
    """Return the plain and the compiled policy of each seat.

    A policy that the plain game does not have, such as a search or a trained player, is replaced
    by its base, or else by the first that both games have.
    """
    game = scenario.game.unmeasured or scenario.game
    assert game.plain is not None, "only compiled games are compared"
    shared = policy_pairs(game.plain, game, scenario.players)
    by_function = {compiled.function: plain for plain, compiled in shared}
    by_name = {compiled.name: (plain, compiled) for plain, compiled in shared}
    seated = []
    for policy in scenario.lineup:
        plain = by_function.get(policy.function)
        # in plain Python all seats have the same traits
        if plain is not None and not policy.seat_traits:
            # a tuned player is its base with other traits
            tuned = {
                name: trait.default
                for name, trait in policy.traits.items()
                if trait.default != plain.traits[name].default
            }
            seated.append((plain.with_weights(**{**tuned, **policy.weights}), policy))
        elif by_name:
            seated.append(by_name.get(policy.base, shared[0]))
    return seated


def _compare(scenario: Scenario) -> None:
    """Play some deals of both games.

    Raises:
        ContractError: the plain game stops with an error, as it would in any game.
        InputError: they differ, or the compiled game stops alone.
    """
    game = scenario.game.unmeasured or scenario.game
    seated, rules = _policy_pairs(scenario), rule_set_of(scenario)
    if not seated or game.plain is None:
        return
    pair = GamePair(game.plain, game)
    pair.prepare(seated)
    lineups = [plain for plain, _ in seated], [compiled for _, compiled in seated]
    first = int(_digest(scenario.rules.components), 16) % DEALS
    end = time.thread_time() + SECONDS
    for number in range(GAMES):
        # rotations in turn, as the few games have to do for all of them
        match = Match(*lineups, number % scenario.n_rotations)
        try:
            difference = pair.difference(rules, match, SEED, first + number, 1)
        except STOPS as error:
            condition = f"with {rules.changes}, " if rules.changes else ""
            if isinstance(error, CompiledGameStops):
                message = f"{condition}the compiled game {game.title} stops: {error}"
                raise InputError(message) from error
            raise ContractError(f"{condition}{game.title} stops: {error}") from error
        if difference:
            raise InputError(_complaint(game, difference))
        if time.thread_time() > end:
            return


def rule_set_of(scenario: Scenario) -> RuleSet:
    """Return the rules of a scenario for both games."""
    row = encode_rules(scenario.rules.components)
    _, changes = decode_rules(row, scenario.game.schema)
    data = None if scenario.data is None else str(scenario.data)
    plain = Rules(row, scenario.rules.components)
    return RuleSet(plain, scenario.rules, tuple(changes), data)


def _complaint(game: Game, difference: Difference) -> str:
    """Return what differs, and the commands that show it."""
    assert game.plain is not None, "only compiled games are compared"
    names = [short_name(name_of(twin)) for twin in (game, game.plain)]
    check = ["simlab", "check", names[0], "--against", names[1], *difference.rules.options]
    return (
        f"{names[0]} does not equal {names[1]} under these rules, under which they were never"
        f" compared: {difference.sentence} (seed {difference.seed}). Play {names[1]} under these"
        f" rules. To compare more games: {shell.join(check)}; to see this one:"
        f" {' and '.join(difference.commands)}"
    )


def entries_compared(game: Game) -> set[str]:
    """Return what was compared, by this process and earlier ones."""
    if game not in _KNOWN:
        with suppress(OSError):
            # an entry that was damaged is of nothing, so its rules are compared again
            entries = _file(game).read_text(encoding="utf-8", errors="replace").splitlines()
            _KNOWN[game] = set(entries)
    return _KNOWN.setdefault(game, set())


def keep_entries(game: Game, entries: Iterable[str]) -> None:
    """Keep what was compared; a file that cannot be written is left out."""
    new = sorted(set(entries) - entries_compared(game))
    _KNOWN[game] |= set(new)
    with suppress(OSError):
        _file(game).parent.mkdir(parents=True, exist_ok=True)
        with _file(game).open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in new)


def keep_proved(game: Game, rules: Iterable[Rules]) -> None:
    """Keep that a proof compared a game under some rules with all policies that both games have."""
    assert game.plain is not None, "only compiled games are compared"
    players = range(game.players[0], game.players[1] + 1)
    pairs = [(n, policy.name) for n in players for _, policy in policy_pairs(game.plain, game, n)]
    keep_entries(
        game, [entry(rule_set.components, n, policy) for rule_set in rules for n, policy in pairs]
    )


def _file(game: Game) -> Path:
    """Return the file of what was compared, for these versions of both games and of simlab."""
    assert game.plain is not None, "only compiled games are compared"
    made_from = [VERSION, simlab.engine.VERSION, digest_with_imports(game.plain.home)]
    made_from.append(hashlib.sha256(game.home.read_bytes()).hexdigest())
    digest = hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:DIGITS]
    return cache_folder() / FOLDER / f"{game.home.stem}-{digest}.txt"
