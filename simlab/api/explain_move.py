"""`simlab.explain_move`: the value of each choice of a decision, or the largest regrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.api import arguments, regret
from simlab.api.arguments import AnyCluster, AnyPath, Count, OneOrMore, Patch
from simlab.api.choice_values import content_of
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor, report_remarks
from simlab.api.replay import Target, choose_scenario, experiment_of, name_of
from simlab.api.result import Content, Result, drop_empty, frame_of
from simlab.execution.executor import prepare
from simlab.explain.decision import PlayedGame, replay_game
from simlab.explain.search_values import policies_at, searches_at
from simlab.game.language import ENGLISH

AT_ONE_DECISION, AT_EVERY_DECISION = 1000, 200
"""Default numbers of rollouts."""


@dataclass(frozen=True, eq=False, repr=False)
class ExplainedDecision(Result):
    """The value of each choice of a decision.

    The frame has a row per choice, the best first: `estimate`, `low` and `high` are its gain over
    the choice of the base policy, `worth` is its value.
    """

    past: PlayedGame
    content: Content

    @property
    def sentences(self) -> list[str]:
        """Which decision it is, and who decided."""
        content = self.content
        return [
            f"Decision {content['decision']} of 0 to {content['decisions'] - 1}:"
            f" {content['name']}, played by {content['policy']}."
        ]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The choices."""
        return {"choices": frame_of(self.content["options"])}

    def to_dict(self) -> Content:
        """Return the decision and its choices as JSON."""
        return self.content


@dataclass(frozen=True, eq=False, repr=False)
class Regrets(Result):
    """The decisions of a game at which another choice was clearly better.

    The frame has a row per decision, the largest regret first: `estimate`, `low` and `high` are the
    gain of the better choice over the played one.
    """

    past: PlayedGame
    content: Content

    @property
    def sentences(self) -> list[str]:
        """How many decisions were searched, and how many of them have a clear regret."""
        return [regret.summary_of(self.content)]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The regrets."""
        rows = [
            {
                **missed,
                "played": missed["played"]["words"],
                "better": missed["better"]["words"],
            }
            for missed in self.content["missed"]
        ]
        return drop_empty({"regrets": frame_of(rows)})

    def to_dict(self) -> Content:
        """Return the regrets as JSON."""
        return self.content


def explain_move(
    target: Target,
    game: int,
    *,
    decision: int | None = None,
    rollouts: int | None = None,
    base: str | None = None,
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
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> ExplainedDecision | Regrets:
    """Return the value of each choice of a decision, or the largest regrets of a game.

    The game is replayed up to a decision. Each choice is then valued by rollouts, in which all that
    the player cannot see is dealt again. In a competitive game the weights of the other players
    differ in each, so that no gain comes from foreseeing them.

        >>> import simlab
        >>> choices = simlab.explain_move("pig", 3, decision=9, policy="hold:at=5", rollouts=100)
        >>> sorted(choices.frame["words"])
        ['hold', 'roll']

    Args:
        target: A run or its folder, or the name of a game or an experiment.
        game: Number of the game (its deal).
        decision: Number of the decision, from 0; without it, the largest regrets are found.
        rollouts: Rollouts of a decision: 1,000 unless given. Without `decision` 200 each, and five
            times as many for the largest regrets.
        base: Policy that plays the rollouts, in all seats; that of the seat unless given.
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
        jobs: Number of cores for the regrets of a game; all unless given.
        cluster: Cluster that searches instead of this machine, for the regrets of a game: an
            address, a file or a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The choices with their gains, or the decisions with a clear regret.

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
    report_remarks([chosen], observer)
    policies = policies_at(chosen)
    if rollouts is None:
        rollouts = AT_EVERY_DECISION if decision is None else AT_ONE_DECISION
    searches = searches_at(chosen, rotation, policies, base, rollouts)
    needed = [*policies, *(search.search for search in searches)]
    with open_executor(jobs, cluster, observer) as executor:
        lineups = [chosen.lineup, *((policy,) * chosen.players for policy in needed)]
        prepare(executor, [replace(chosen, lineup=lineup) for lineup in lineups], observer)
        past = replay_game(chosen, game, rotation)
        if decision is not None:
            return ExplainedDecision(past, content_of(past, decision, searches, policies))
        return Regrets(past, regret.content_of(past, base, rollouts, executor, observer))
