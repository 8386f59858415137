"""`simlab.rare`: the probability of a rare result, by multilevel splitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks
from simlab.api.result import Content, TableResult, drop_empty
from simlab.api.study_result import plain
from simlab.api.translating import kernels_of
from simlab.engine import splitting
from simlab.execution.watchdog import in_background
from simlab.experiment.spec import check_table
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import begin_sentence, n_of, share, whole
from simlab.studies.ladder.request import DEFAULT_GAMES
from simlab.studies.rare.result import LARGE_SPREAD, Rare
from simlab.studies.rare.study import REPLICATES, RarePilot, RareRequest, pilot, play, request_rare

WORTH_IT = 1.5
"""Saving from which splitting is said to save games; its estimate is uncertain by a quarter."""
RARE = 0.1
"""Probability below which it is worded as one in a number of games."""

METHOD = (
    "Multilevel splitting in independent replicates; t interval of the logarithm of their mean,"
    " 95 %."
)


@dataclass(frozen=True, eq=False, repr=False)
class RareResult(TableResult):
    """Probability of a rare result.

    The main frame, `probability`, has one row; n counts replicates. `stages` has the share of the
    games of each stage that reached the next one.
    """

    request: RareRequest
    pilot: RarePilot
    played: Rare | None
    """The games; None if no game of the pilot had the result."""

    @property
    def is_reached(self) -> bool:
        """Whether any game had the result."""
        return self.played is not None and self.played.is_reached

    @property
    def sentences(self) -> list[str]:
        """The probability, and how many games it would have taken without splitting."""
        subject, played = begin_sentence(result_in_words(self.request)), self.played
        if played is None or not self.is_reached:
            n_games = self.pilot.n_games if played is None else played.n_games
            return [
                f"{subject}: reached in none of {whole(n_games)} games, though the best were played"
                " on from copies; the result is rarer than splitting can show, or impossible."
            ]
        estimate = played.probability._asdict()
        return [
            f"{subject}: {one_in(estimate)}.",
            f"{whole(played.n_games)} games; {describe_saving(played)}",
            *spread_in_words(played),
        ]

    @property
    def tables(self) -> dict[str, PageTable]:
        """The share of the games of each stage that reached the next one."""
        if self.played is None or not self.is_reached or self.played.stages.empty:
            return {}
        stages = self.played.stages
        rows: list[list[Cell]] = [[str(row["stage"]), share(row)] for row in records(stages)]
        table = PageTable("stages", ["stage", "share"], rows, METHOD, stages)
        return {"Games of each stage that reach the next": table}

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The probability, then the stages."""
        if self.played is None:
            return {}
        estimate = pd.DataFrame([self.played.probability._asdict()])
        return drop_empty({"probability": estimate, "stages": self.played.stages})

    def to_dict(self) -> Content:
        """Return the question and the probability as JSON."""
        request, played = self.request, self.played
        scenario, is_score = request.scenario, request.result == splitting.Result.SCORE
        content: Content = {
            "game": scenario.game.name,
            "players": scenario.players,
            "policies": [str(policy) for policy in scenario.lineup],
            "seed": scenario.seed,
            "result": str(request.result),
            "score": request.target if is_score else None,
            "seat": None if request.is_cooperative else request.seat + 1,
            "is_reached": self.is_reached,
            "probability": None,
            "stages": [],
            "games": self.pilot.n_games if played is None else played.n_games,
            "plain_games": None,
        }
        if played is None or not played.is_reached:
            return content
        return content | {
            "probability": played.probability._asdict(),
            "spread": played.spread,
            "games_per_stage": played.n_per_stage,
            "stages": plain(played.stages),
            "plain_games": played.n_plain_games,
        }


def rare(
    game: AnyGame,
    *,
    score: float | None = None,
    win: bool = False,
    seat: Count | None = None,
    players: Count | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> RareResult:
    """Estimate the probability of a rare result.

    Games that come closer to the result are played on from copies several times (multilevel
    splitting), so that fewer games are needed.

        >>> import simlab
        >>> result = simlab.rare("pig", win=True, policy=["hold:at=3", "hold"])
        >>> bool(0.010 < result.frame["estimate"][0] < 0.018)
        True

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        score: The result is this final score or more.
        win: The result is a win of the seat, alone or shared.
        seat: Seat with this result, as a number from 1 or a name; the first unless given.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        games: Number of games, about; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The probability with its interval, and what splitting saved.

    Raises:
        InputError: all that is unknown, impossible or out of range; a game without values that tell
            before its end.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players, policy=policy, policy_file=policy_file, seed=seed, patch=patch, data=data
    )
    name = arguments.name(game)
    own_games = {} if games is None else {"games": arguments.text(games)}
    most_games = check_table({"game": name, **own_games}).games or DEFAULT_GAMES
    request = request_rare(
        kernels_of(name, observer),
        arguments.write_options(options),
        score,
        win,
        arguments.text(seat),
        most_games,
    )
    scenario = request.scenario
    report_remarks([scenario], observer)
    if not splitting.Splitting.is_compiled(scenario.game, scenario.lineup, request.result):
        observer.compiling(scenario.game.title)
    player = in_background(request.make_splitting)
    chosen = in_background(lambda: pilot(request, player))
    if not chosen.is_reached:
        return RareResult(request, chosen, None)
    with open_executor(jobs, cluster, observer) as executor:
        played = last_of(play(request, chosen, executor), brief, observer)
    return RareResult(request, chosen, played)


def brief(played: Rare) -> str:
    """Return the progress line: replicates played and the probability so far."""
    return f"{len(played.shares)} of {n_of(REPLICATES, 'replicate')}"


def result_in_words(request: RareRequest) -> str:
    """Return the result: `64 points or more`, `a win of seat 2`."""
    score = request.facts.score
    seat = request.facts.seat_names(request.scenario.players)[request.seat]
    if request.result == splitting.Result.WIN:
        return f"a win of {seat}"
    owner = "" if request.is_cooperative else f" of {seat}"
    return f"{score.label}{owner} of {request.target:g} {score.unit} or more"


def one_in(estimate: dict[str, float]) -> str:
    """Return a probability: `1 in 1,490 games (95 % interval: 1 in 1,150 to 1 in 1,920)`."""
    if estimate["estimate"] > RARE:
        return f"{share(estimate).full} of games"
    games = {
        name: whole(round_to_digits(1 / estimate[name])) for name in ("estimate", "low", "high")
    }
    return (
        f"1 in {games['estimate']} games"
        f" (95 % interval: 1 in {games['high']} to 1 in {games['low']})"
    )


def describe_saving(played: Rare) -> str:
    """Return how many games it would have taken without splitting."""
    n_plain, factor = (
        whole(round_to_digits(played.n_plain_games, 1)),
        f"{round_to_digits(played.saving, 2):g}",
    )
    if played.saving < WORTH_IT:
        return f"splitting saves nothing here: {n_plain} games of simlab run are as precise."
    return f"without splitting, about {n_plain} are as precise, {factor} times as many."


def spread_in_words(played: Rare) -> list[str]:
    """Return a caution if the replicates differ too much for the interval."""
    if played.spread <= LARGE_SPREAD:
        return []
    return [
        "The replicates differ much from each other, so that the interval may be too narrow and the"
        " probability too low; play more --games."
    ]


def round_to_digits(value: float, digits: int = 3) -> float:
    """Return a number rounded to some digits."""
    return float(f"{value:.{digits}g}")
