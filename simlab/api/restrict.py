"""`simlab.restrict`: what a player loses who may never make a kind of choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, scale_content
from simlab.execution.executor import prepare
from simlab.report.wording import n_of
from simlab.studies.restrict.page import PAGE
from simlab.studies.restrict.result import Restriction
from simlab.studies.restrict.study import (
    Played,
    RestrictRequest,
    play,
    request_restriction,
    result_of,
)


@dataclass(frozen=True, eq=False, repr=False)
class RestrictResult(StudyResult[Restriction]):
    """What each kind of choice is worth.

    The main frame, `worths`, has what a player loses under each restriction, the most costly first.
    `counts` has how often the kinds are chosen and how often a restriction matters.
    """

    study_page = PAGE
    tables_as_json = ("worths", "counts", "lineups", "ends")

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            "restricted_seats": self.study.seats,
            **scale_content(self.study.scale),
            "games": self.study.n_games,
        }

    def _numbers(self) -> Content:
        return {"unrestricted": self.study.level._asdict()}


def restrict(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    kind: OneOrMore | None = None,
    instead: OneOrMore | None = None,
    one_seat: bool = False,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    margin: float | str | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> RestrictResult:
    """Measure what each kind of choice is worth.

    A player who may never draw, never attack, … plays among players who may, in all rotations, on
    the same deals. If all seats share one score, all of them are restricted, or one.

        >>> import simlab
        >>> result = simlab.restrict("pig", policy="hold", games=600)
        >>> list(result.frame["worth"].astype(str))
        ['mandatory', 'mandatory']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        kind: Kinds of choices to forbid, each alone; all that the game declares unless given.
        instead: Policies that the player must play as, each like a restriction.
        one_seat: Restrict one seat only in a cooperative game, and not all seats.
        policy_file: Python files with further policies.
        games: Maximum number of games in total; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        margin: Smallest loss of interest: 1.5, or "2%" or 0.02 of a share.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        What each restriction costs, with simultaneous intervals, the most costly first.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name, smallest = arguments.name(game), arguments.margin(margin)
    options = arguments.options(
        players=players, policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed = arguments.write_options(options)
    kinds, instead_policies = (
        arguments.several(option_value, str) or [] for option_value in (kind, instead)
    )
    request = request_restriction(
        {"game": name, **typed}, policy, kinds, instead_policies, smallest, one_seat=one_seat
    )
    experiment = request.matchups.experiment
    report_remarks(experiment.scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        played = last_of(play(request, executor), partial(brief, request), observer)
    study_options = {
        "policy": policy,
        "kind": kinds,
        "instead": instead_policies,
        "one_seat": one_seat,
    }
    command = arguments.command_line(
        "restrict", name, {**typed, **study_options, "margin": smallest}
    )
    described = request.after(played.games).describe_experiment()
    return RestrictResult(result_of(request, played), described=described, command=command)


def brief(request: RestrictRequest, played: Played) -> str:
    """Return the progress line of a study of restricted play."""
    return f"{len(played.games)} of {n_of(1 + len(request.lineups), 'line-up')} played"
