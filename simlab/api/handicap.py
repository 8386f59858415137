"""`simlab.handicap`: what a seat must get to be even."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content
from simlab.api.study_result import StudyResult
from simlab.execution.executor import prepare
from simlab.report.wording import n_of, whole
from simlab.studies.handicap.page import PAGE
from simlab.studies.handicap.result import HandicapAnswer
from simlab.studies.handicap.study import (
    HandicapProgress,
    HandicapRequest,
    play,
    request_handicap,
    result_of,
    with_range,
)


@dataclass(frozen=True, eq=False, repr=False)
class HandicapResult(StudyResult[HandicapAnswer]):
    """What makes a seat even.

    The main frame, `probes`, has the share of the wins with each amount that was tried, or the
    points beyond the mean of all seats where these are the aim; `fresh` has it without and with the
    amount found, on fresh deals.
    """

    study_page = PAGE
    tables_as_json = ("probes", "fresh")

    def _settings(self) -> Content:
        study = self.study
        return {
            "players": study.players,
            "policy": study.policy,
            "seed": self.described["seed"],
            "seat": study.seat,
            "getting": list(study.getting),
            "what": study.label,
            "unit": study.unit,
            "margin": study.margin,
            "games": study.n_games,
        }

    def _numbers(self) -> Content:
        study = self.study
        return {
            "estimate": None if study.estimate != study.estimate else study.estimate,
            "amount": study.amount,
            "too_little": study.bracket.too_little,
            "too_much": study.bracket.too_much,
        }


def handicap(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    give: str | None = None,
    seat: Count | None = None,
    first: bool = False,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    margin: float | str | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> HandicapResult:
    """Measure what a seat must get to be even.

    A seat is even with its share of the wins or, in a game with the aim "points", with as many
    points as the mean of all seats. The game declares what may be given. Amounts are tried by
    bisection on the same deals, and the one found is played again on fresh deals.

        >>> import simlab
        >>> result = simlab.handicap("pig", policy="hold:at=20", patch="target=20", games=400)
        >>> result.study.seat
        'seat 2'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        give: What the seat gets; unless given, the first handicap that the game declares, or else
            points at the end, where these are the aim or decide who wins.
        seat: Number or name of the seat; unless given, the one that wins least or has the fewest
            points.
        first: Ask what moving first is worth: all other seats get the same.
        policy_file: Python files with further policies.
        games: Maximum number of games with each amount; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        margin: What is still even on fresh deals: "2%" or 0.02 of the wins, or 0.5 of the points.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The amount, which amounts are surely too little and too much, and the fresh deals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name, smallest = arguments.name(game), arguments.margin(margin)
    options = arguments.options(
        players=players, policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed, seat_text = arguments.write_options(options), arguments.text(seat)
    request = request_handicap(
        {"game": name, **typed}, policy, give, seat_text, smallest, is_first=first
    )
    scenarios = [request.base]
    report_remarks(scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, scenarios, observer)
        request = with_range(request, executor)
        progress = last_of(play(request, executor), partial(brief, request), observer)
    study_options = {
        "policy": policy,
        "give": give,
        "seat": seat_text,
        "first": first,
        "margin": smallest,
    }
    command = arguments.command_line("handicap", name, {**typed, **study_options})
    described = request.after(progress.probes, progress.seat).describe_experiment()
    return HandicapResult(result_of(request, progress), described=described, command=command)


def brief(request: HandicapRequest, progress: HandicapProgress) -> str:
    """Return the progress line: how many amounts are tried."""
    return f"{n_of(len(progress.probes), 'amount')} tried, {whole(progress.n_games)} games"
