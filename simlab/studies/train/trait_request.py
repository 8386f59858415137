"""What a command requests of the tuning of traits: a policy, its opponents, and the limits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.catalog import game_to_play
from simlab.errors import InputError, not_one_of
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve, with_players
from simlab.experiment.spec import check_table
from simlab.game.definition import Game
from simlab.game.player_file import read_description
from simlab.game.policy import COMMON, NOISE, Policy, Trait, shortest_decimal, with_option
from simlab.players.trained import tuned_base
from simlab.studies.kit.matchups import players_of
from simlab.studies.train.folder import check_folder
from simlab.studies.train.habit_limits import AT_MOST, HabitLimits, read_limits
from simlab.studies.train.request import RESPONSE, found_in_kernels
from simlab.studies.train.trait_distribution import last_spread

Array = NDArray[np.float64]

DEFAULT_GAMES = 400
"""Default number of games in which a candidate is judged that is never dropped."""
DEFAULT_GENERATIONS = 20
LOOKS = 3
"""Looks at the results of a generation; the candidates still there play twice as many deals after
each."""
DIGITS = 3
"""Significant digits of a trait; more cannot be told apart."""
TUNED = "tuned"
"""Name of a policy with traits by seat, as long as it is in no folder."""


@dataclass(frozen=True, eq=False)
class Start:
    """Traits with which a search may begin."""

    policy: Policy
    name: str
    """The policy, or the player whose traits they are, as it was named."""
    commands: Sequence[str] = ()
    """The commands that made the player whose traits they are, if it is one, the last one first."""
    spread: Mapping[str, float] = field(default_factory=dict)
    """Last standard deviations of the search that made that player, by the names of its numbers."""

    @property
    def chosen(self) -> Collection[str]:
        """The traits that are set, or else all; the noise is set, and is not tuned."""
        chosen = {**self.policy.seat_traits, **self.policy.weights}.keys() - COMMON.keys()
        return chosen or self.policy.traits


@dataclass(frozen=True, eq=False)
class TraitTuningRequest:
    """A policy to be tuned, its opponents, and the limits of the search."""

    experiment: Experiment
    starts: tuple[Start, ...]
    """One, or several of which it begins with the best."""
    against: tuple[Policy, ...]
    """Opponents in the other seats; if there are none, the policy itself and what it was before."""
    most_generations: int
    folder: Path
    command: str
    """The command line; its folder holds no other search."""
    by_seat: bool = False
    """Whether each seat has traits of its own."""
    way: int | None = None
    """The way to win that alone counts, a value of the column of `Ends`; None if all count."""
    limits: HabitLimits = field(default_factory=dict)
    """The largest value of each habit that the tuned policy may have."""

    @property
    def way_label(self) -> str:
        """The way to win that alone counts, in words; empty if all count."""
        return "" if self.way is None else ways_to_win(self.scenario)[self.way]

    @property
    def wins_that_count(self) -> str:
        """What is counted in a game with winners: `wins`, or `wins by heroes`."""
        return " by ".join(filter(None, ["wins", self.way_label]))

    @property
    def policy(self) -> Policy:
        """The policy that is tuned, with its first traits."""
        return self.starts[0].policy

    @property
    def names_among(self) -> list[str]:
        """Who sits in the other seats when the result is measured, by name."""
        return list(dict.fromkeys(map(str, self.against))) or [self.starts[0].name]

    @property
    def remarks(self) -> list[str]:
        """What is to be known of players without noise in a game that is played with it."""
        game, start = self.experiment.game, self.starts[0]
        if not game.noise or NOISE in start.policy.weights:
            return []
        noisy = with_option(start.name, NOISE, shortest_decimal(game.noise))
        return [
            f"without noise these traits may fit one line of play of {game.title}; --tune {noisy}"
            " tunes them for many"
        ]

    @property
    def opponents(self) -> Sequence[Policy]:
        """Policies in the other seats, besides earlier generations: given, or its own starts."""
        # a name of its own, else a line-up could not tell it from the candidate
        starts = [replace(start.policy, name=f"start_{i}") for i, start in enumerate(self.starts)]
        return self.against or starts

    @property
    def measured_among(self) -> tuple[Policy, ...]:
        """The policies in the other seats when the result is measured."""
        n_others = self.scenario.players - 1
        return tuple(islice(cycle(self.against or (self.policy,)), n_others))

    @property
    def seats(self) -> Sequence[int | None]:
        """The seats with a distribution of their own, or None for a common one."""
        return range(self.scenario.players) if self.by_seat else [None]

    @property
    def scenario(self) -> Scenario:
        """The scenario whose line-up is replaced."""
        return self.experiment.scenarios[0]

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.experiment.game.cooperative

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.experiment.game.is_for_points

    @property
    def traits(self) -> dict[str, Trait]:
        """The traits that are tuned: those that are set, or else all.

        Those that count something stay, since they set the effort.
        """
        chosen = {name for start in self.starts for name in start.chosen}
        traits = self.policy.traits.items()
        return {name: trait for name, trait in traits if name in chosen and not trait.whole}

    @property
    def n_deals(self) -> int:
        """Deals that a candidate plays at most in a generation."""
        return max(self.scenario.n_asked // self._rotations, 1 << LOOKS)

    @property
    def n_final(self) -> int:
        """Deals on which the result is measured."""
        return max(10 * self.scenario.n_asked // self._rotations, 100)

    @property
    def _rotations(self) -> int:
        return 1 if self.is_cooperative else self.scenario.players

    def with_traits(self, values: Array, name: str = "") -> Policy:
        """Return the policy with some values of its tuned traits, within their bounds.

        `values` has shape (distributions, traits); `name` sets it apart from others.
        """
        weights = {
            name: tuple(_round_within_range(value, trait) for value in column)
            for (name, trait), column in zip(self.traits.items(), values.T, strict=True)
        }
        if not self.by_seat:
            tuned = self.policy.with_weights(
                **{name: trait_values for name, (trait_values,) in weights.items()}
            )
            return replace(tuned, name=name or tuned.name)
        other_weights = {
            name: trait_values
            for name, trait_values in self.policy.weights.items()
            if name not in weights
        }
        return replace(self.policy, name=name or TUNED, weights=other_weights, seat_traits=weights)

    def with_lineup(self, policy: Policy, opponents: Sequence[Policy], seed: int) -> Scenario:
        """Return the scenario of a policy among others; in a cooperative game it has all seats.

        The policy is the first of the line-up.
        """
        n_others = self.scenario.players - 1
        lineup = (policy, *((policy,) * n_others if self.is_cooperative else opponents))
        files = with_players(self.scenario.policy_files, lineup)
        return replace(self.scenario, lineup=lineup, policy_files=files, seed=seed)

    def alone(self, policy: Policy, seed: int) -> Scenario:
        """Return the scenario of a policy that has all seats."""
        return self.with_lineup(policy, (policy,) * (self.scenario.players - 1), seed)

    def columns(self) -> list[str]:
        """Return the names of the numbers of a distribution: traits, or `trait_2` of a second seat.

        They go by seat, then by trait.
        """
        return [
            name if seat is None else f"{name}_{seat + 1}"
            for seat in self.seats
            for name in self.traits
        ]


def _round_within_range(value: float, trait: Trait) -> float:
    return min(max(float(f"{value:.{DIGITS}g}"), trait.low), trait.high)


def request_tuning(
    options: Mapping[str, Any],
    tuned: Sequence[str],
    against: Sequence[str],
    generations: int | None,
    folder: Path | None,
    command: str,
    *,
    by_seat: bool = False,
    way: str = "",
    at_most: Sequence[str] = (),
) -> TraitTuningRequest:
    """Return the search that a command requests; `options` are keys of an experiment.

    `at_most` has limits of habits such as `unspent=15%`.

    Raises:
        InputError: all that is unknown, impossible or out of range, or the folder holds something
            else than this search.
    """
    set_options = {key: value for key, value in options.items() if value}
    table = check_table(set_options)
    game = found_in_kernels(table) if by_seat else game_to_play(table.game, table.policy_file)
    players = players_of(table, game)
    lineup = [tuned[0], *islice(cycle(against or tuned[:1]), players - 1)]
    experiment = _experiment_of_lineup(set_options, game, players, lineup)
    named = [_policy(set_options, game, players, policy_text) for policy_text in tuned]
    sized_scenario = replace(experiment.scenarios[0], n_asked=table.games or DEFAULT_GAMES)
    starts = tuple(_start(named_policy, game) for named_policy in named)
    how = f"{RESPONSE * bool(against)}{'-by-seat' * by_seat}{way and f'-{way}'}"
    name = f"{experiment.game.name}-{starts[0].policy.name}{how}-{players}p"
    request = TraitTuningRequest(
        replace(experiment, scenarios=(sized_scenario,)),
        starts,
        tuple(_policy(set_options, game, players, policy_text) for policy_text in against),
        generations or DEFAULT_GENERATIONS,
        folder or Path("players") / name,
        command,
        by_seat,
        way_named(sized_scenario, way) if way else None,
        read_limits(at_most, sized_scenario),
    )
    if by_seat and game.cooperative:
        raise InputError(f"all seats of {game.title} share one score", "by_seat")
    if by_seat and at_most:
        # a candidate for one seat has no habits: they are of a policy that has all seats
        raise InputError("is of a policy that has all seats; it does not go with by_seat", AT_MOST)
    _check_starts(request, named)
    check_folder(request.folder, command, request.folder)
    return request


def ways_to_win(scenario: Scenario) -> Mapping[int, str]:
    """Return the ways to win of a game, by their value in the column of `Ends`."""
    ends = scenario.game.facts_under(scenario.rules).ends
    return ends.labels if ends.winning else {}


def way_named(scenario: Scenario, name: str) -> int:
    """Return the value of a way to win, which is named as in metrics such as won_by_NAME.

    Raises:
        InputError: the game has no such way.
    """
    ways = {
        label.replace(" ", "_").lower(): value for value, label in ways_to_win(scenario).items()
    }
    if not ways:
        raise InputError(f"{scenario.game.title} does not name ways to win", "way")
    if name.lower() not in ways:
        raise InputError(not_one_of(name, [*ways]), "way")
    return ways[name.lower()]


def _experiment_of_lineup(
    set_options: Mapping[str, Any], game: Game, players: int, lineup: Sequence[str]
) -> Experiment:
    table = check_table({**set_options, "players": players, "policy": lineup})
    return resolve(with_full_paths(table, Path()), "train", game=game)


def _policy(set_options: Mapping[str, Any], game: Game, players: int, policy_text: str) -> Policy:
    """Return the policy that a text names at a table of this size."""
    return (
        _experiment_of_lineup(set_options, game, players, [policy_text] * players)
        .scenarios[0]
        .lineup[0]
    )


def _start(named: Policy, game: Game) -> Start:
    """Return the start with a policy of a game, or with the policy that a tuned player is."""
    policy = tuned_base(named, game)
    if policy is None:
        return Start(named, str(named))
    folder = named.files[0].parent
    return Start(policy, str(named), _commands_of(folder), last_spread(folder))


def _commands_of(folder: Path) -> list[str]:
    """Return the commands that made a player, the last one first, with their generations."""
    made = read_description(folder).get("training", {})
    if "command" not in made:
        return []
    return [f"{made['command']} --generations {made['generations']}", *made.get("start", [])]


def _check_starts(request: TraitTuningRequest, named: Sequence[Policy]) -> None:
    game, policy = request.experiment.game, request.policy
    for start, named_policy in zip(request.starts, named, strict=True):
        if start.policy.seat_traits and not request.by_seat:
            raise InputError(
                f"the traits of {named_policy.name} differ by seat; add --by-seat", "tune"
            )
        if start.policy.name not in {game_policy.name for game_policy in game.policies}:
            own_ones = f"only policies that {game.title} itself has can be tuned"
            raise InputError(f"{own_ones}, not {start.policy.name}", "tune")
        if start.policy.function != policy.function:
            problem = (
                f"{named[0].name} and {named_policy.name} are not the same policy with other traits"
            )
            raise InputError(problem, "tune")
    if not request.traits:
        raise InputError(f"{policy.name} has no traits to tune", "tune")
