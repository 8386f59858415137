"""`simlab.cards`: what a card is worth, by an intervention on the same deals."""

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
from simlab.studies.cards.page import PAGE
from simlab.studies.cards.result import CardWorths
from simlab.studies.cards.study import CardsProgress, CardsRequest, play, request_cards, result_of


@dataclass(frozen=True, eq=False, repr=False)
class CardsResult(StudyResult[CardWorths]):
    """What each card is worth.

    The main frame, `worths`, has the effect of each card, the most valuable first, and the
    association of its use with wins or the score.
    """

    study_page = PAGE
    tables_as_json = ("worths", "lineups", "ends")

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            **scale_content(self.study.scale),
            "games": self.study.n_games,
        }

    def _numbers(self) -> Content:
        return {"level": self.study.level, "stops": dict(self.study.stops)}


def cards(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    card: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    margin: float | str | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> CardsResult:
    """Measure what each card is worth.

    The same deals are played with the card replaced or, in a competitive game, with one player who
    may never use it. The association of the card with wins stands beside it.

        >>> import simlab
        >>> result = simlab.cards("taxis", policy="greedy", card="joker 3", games=100)
        >>> list(result.frame["by"])
        ['red 3']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        card: Cards to try; unless given, all that the game declares, or all that choices name in a
            game in plain Python.
        policy_file: Python files with further policies.
        games: Maximum number of games in total; 20,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        margin: Smallest worth of interest: 1.5, or "2%" or 0.02 of a share.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The worth of each card with simultaneous intervals, the most valuable first. Cards without
        which the game stops are left out, and named with the reason.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name, smallest = arguments.name(game), arguments.margin(margin)
    options = arguments.options(
        players=players, policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed, named = arguments.write_options(options), arguments.several(card, str) or []
    request = request_cards({"game": name, **typed}, policy, named, smallest)
    report_remarks([request.base], observer)
    with open_executor(jobs, cluster, observer) as executor:
        # where rules differ, each is compared as it is played: without a card the game may stop
        differs_in_rules = request.matchups.is_cooperative
        scenarios = [request.base, *([] if differs_in_rules else request.without)]
        prepare(executor, scenarios, observer)
        progress = last_of(play(request, executor), partial(brief, request), observer)
    study_options = {"policy": policy, "card": named, "margin": smallest}
    command = arguments.command_line("cards", name, {**typed, **study_options})
    return CardsResult(
        result_of(request, progress),
        described=request.after().describe_experiment(),
        command=command,
    )


def brief(request: CardsRequest, progress: CardsProgress) -> str:
    """Return the progress line: how many cards are played."""
    n_played = len(progress.without) + len(progress.stops)
    return f"{n_played} of {n_of(len(request.trials), 'card')} played"
