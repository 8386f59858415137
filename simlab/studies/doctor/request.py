"""Request of an examination: the game, who plays it, and all that is asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simlab.catalog import game_to_play, without_learnt_players
from simlab.errors import InputError
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.rollout_metric import KINGMAKING
from simlab.experiment.rollout_request import add_rollouts, possible_metrics
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game.definition import Game
from simlab.game.policy import NOISE, with_option
from simlab.studies.decides.study import DecidesRequest, request_decides
from simlab.studies.doctor.arm import Arm, Role, Table
from simlab.studies.doctor.variant import Variant, variants_of
from simlab.studies.kit.alike_games import noise_if_alike
from simlab.studies.kit.matchups import matchups_of, policy_of, policy_or_default, with_players

MOST_MINUTES = 24 * 60
WHAT_DECIDES = "what decides"


@dataclass(frozen=True, eq=False)
class DoctorRequest:
    """A game with its arms, the usual players first."""

    experiment: Experiment
    policy: str
    table: Table
    """What the arms are made of."""
    arms: Sequence[Arm]
    variants: Sequence[Variant]
    decides: DecidesRequest | None
    """What decides the games of the usual players; None if it cannot be asked."""
    left_out: Mapping[str, str]
    """What cannot be examined, and why."""
    seconds: float

    @property
    def scenario(self) -> Scenario:
        """The usual players at the table in question."""
        return self.arms[0].scenario

    @property
    def kingmaking(self) -> Scenario | None:
        """The usual players at the smallest table where one can decide between others."""
        for arm in self.arms:
            is_asked = arm.questions[0].role == Role.USUAL
            if is_asked and KINGMAKING in possible_metrics(arm.scenario):
                return add_rollouts(arm.scenario, [KINGMAKING])
        return None

    @property
    def scenarios(self) -> list[Scenario]:
        """All that may be played."""
        kingmaking = [self.kingmaking] if self.kingmaking else []
        variants = [variant.scenario for variant in self.variants]
        decides = [] if self.decides is None else self.decides.matchups.experiment.scenarios
        return [*(arm.scenario for arm in self.arms), *variants, *decides, *kingmaking]

    def after(self, n_games: int) -> Experiment:
        """Return the experiment with the number of games that were played, and the study."""
        scenarios = (replace(self.scenario, n_asked=n_games),)
        return replace(self.experiment, scenarios=scenarios, study={"kind": "doctor"})


@without_learnt_players()
def request_examination(
    options: Mapping[str, Any], policy: str | None, minutes: float
) -> DoctorRequest:
    """Return the examination that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    if not 0 < minutes <= MOST_MINUTES:
        raise InputError(
            f"must be above 0 and at most {MOST_MINUTES:,}, not {minutes:g}", "minutes"
        )
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    players = _players_of(table, game)
    [policy_name], table = with_players([policy_or_default(policy, game, players)], table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    written = str(policy_of(policy_name, table, game, players))
    name = f"doctor-{game.name}"
    matchups = matchups_of(table, name, [(written,) * players])
    noise = noise_if_alike(matchups.experiment.scenarios[0])
    if noise:
        written = with_option(written, NOISE, f"{noise:g}")
        matchups = matchups_of(table, name, [(written,) * players])
    usual = matchups.experiment.scenarios[0]
    usual_table = Table(table, game, written, usual, noise)
    arms, left_out = usual_table.arms(all_numbers=not table.players)
    decides = None
    try:
        decides = request_decides({**options, "players": [str(players)]}, written, [])
    except InputError as error:
        left_out[WHAT_DECIDES] = str(error)
    return DoctorRequest(
        matchups.experiment,
        written,
        usual_table,
        arms,
        variants_of(usual),
        decides,
        left_out,
        60 * minutes,
    )


def _players_of(table: ExperimentTable, game: Game) -> int:
    """Return the number of players, by default the fewest who are not alone.

    Raises:
        InputError: several numbers are given, or one that the game does not allow.
    """
    low, high = game.players
    sizes = table.players or [min(max(low, 2), high)]
    if len(sizes) > 1:
        raise InputError("name one number; without it, all are looked at", "players")
    if not low <= sizes[0] <= high:
        raise InputError(f"{game.title} is for {low} to {high} players, not {sizes[0]}", "players")
    return sizes[0]
