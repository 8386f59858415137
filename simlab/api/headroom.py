"""`simlab.headroom`: how far the best scripted policy is from strong play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, scale_content
from simlab.execution.executor import prepare
from simlab.experiment.lineup import in_short
from simlab.report.wording import join_list, n_of
from simlab.studies.headroom.page import PAGE
from simlab.studies.headroom.result import Headroom
from simlab.studies.headroom.study import HeadroomProgress, play, request_headroom, result_of

SHORTEST = 0.001
"""Shorter times per game, in seconds, are not named one by one."""


@dataclass(frozen=True, eq=False, repr=False)
class HeadroomResult(StudyResult[Headroom]):
    """Gap between a scripted policy and strong play.

    The main frame, `gains`, has the gain of each search, and of weaker policies, over the scripted
    policy. `levels` has their wins or scores.
    """

    study_page = PAGE
    tables_as_json = ("gains", "levels", "tiers", "lineups", "ends")

    seconds: Mapping[str, float]
    """Mean seconds of a game of each measured policy on one core."""

    @property
    def findings(self) -> dict[str, str]:
        """Other players, luck, ends of games; and how long games take, which the page leaves out.

        A page is the same on every machine.
        """
        times = [
            f"{seconds:.2g} for {policy}"
            for policy, seconds in self.seconds.items()
            if seconds >= SHORTEST
        ]
        if len(times) < len(self.seconds):
            times.append(f"less than {SHORTEST} for {'the others' if times else 'all players'}")
        return {
            **super().findings,
            "Seconds per game": f"On one core of this machine {join_list(times)}.",
        }

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            **scale_content(self.study.scale),
            "games": self.study.n_games,
        }

    def _numbers(self) -> Content:
        return {"par": self.study.par._asdict()}

    def to_dict(self) -> Content:
        """Return all tables as JSON, and how long games take."""
        return {**super().to_dict(), "seconds_per_game": dict(self.seconds)}


def headroom(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    over: OneOrMore | None = None,
    rollouts: str | Sequence[int] = (50, 200, 800),
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    margin: float | str | None = None,
    less_luck: bool = False,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> HeadroomResult:
    """Measure how far a policy is from strong play.

    A scripted policy is compared with rollout searches at growing budgets, and with weaker
    baselines. Each of them takes one seat among scripted policies, in all rotations, or all seats
    if they share one score.

        >>> import simlab
        >>> result = simlab.headroom("pig", policy="hold:at=3", rollouts=[16], games=80)
        >>> int(result.frame["rollouts"].max())
        16

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: The scripted policy, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        over: Base policies of the searches; the game's two best unless given.
        rollouts: Rollout budgets of the searches, per turn or choice.
        policy_file: Python files with further policies.
        games: Games at the smallest budget, 200 unless given; larger budgets play fewer.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        margin: Smallest difference of interest: 1.5, or "2%" or 0.02 of a share.
        less_luck: Measure the luck of each game, and compare wins without it.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The gain of each search over the scripted policy, with simultaneous intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name, smallest = arguments.name(game), arguments.margin(margin)
    options = arguments.options(
        players=players,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
        less_luck=less_luck,
    )
    typed = arguments.write_options(options)
    bases = arguments.several(over, str)
    budgets = arguments.numbers("rollouts", rollouts, "50,200,800", int)
    request = request_headroom({"game": name, **typed}, policy, bases, budgets, smallest)
    experiment = request.matchups.experiment
    report_remarks(experiment.scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        look = last_of(play(request, executor), brief, observer)
    study_options = {"policy": policy, "over": bases, "rollouts": arguments.join_numbers(rollouts)}
    command = arguments.command_line(
        "headroom", name, {**typed, **study_options, "margin": smallest}
    )
    described = request.after(look.played).describe_experiment()
    return HeadroomResult(result_of(look), look.seconds, described=described, command=command)


def brief(look: HeadroomProgress) -> str:
    """Return the progress line of a headroom study."""
    now = ", ".join(in_short(look.parts[-1].lineup))
    return f"{len(look.parts)} of {n_of(look.n_parts, 'part')} played: {now}"
