"""Ladder: pairwise matches of policies; further games go to undecided pairings.

All pairings begin with the same deals. After each look only undecided pairings play on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import pandas as pd

from simlab.analysis.crosstable import (
    Answer,
    Lineup,
    Pairing,
    Scale,
    answer_of,
    crosstable,
    superiority_p_values,
)
from simlab.analysis.games import Games, join_games
from simlab.analysis.lineups import (
    by_lineup,
    by_seat,
    ends,
    means,
    points_by_seat,
    points_of_policies,
    strongest_first,
)
from simlab.analysis.rating import cycles
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment
from simlab.studies.ladder.pairing import lineups_of
from simlab.studies.ladder.request import LadderRequest
from simlab.studies.ladder.result import ROUND_ROBIN, Ladder


@dataclass(eq=False)
class LadderProgress:
    """Games played of a request, and results so far."""

    request: LadderRequest
    played: dict[Lineup, Games] = field(default_factory=dict)
    answers: dict[Pairing, Answer] = field(default_factory=dict)
    scale: Scale | None = None
    """Scale of the comparison, fixed at the first look."""

    @property
    def undecided(self) -> list[Pairing]:
        """Undecided pairings."""
        return [pairing for pairing in self.request.pairings if not self.is_decided(pairing)]

    def is_decided(self, pairing: Pairing) -> bool:
        """Return whether a pairing is decided."""
        return pairing in self.answers and self.answers[pairing].is_decided

    @property
    def n_games(self) -> int:
        """Games played."""
        return sum(len(games.games) for games in self.played.values())

    @property
    def experiment(self) -> Experiment:
        """The experiment with the games played of each scenario."""
        request = self.request
        study = {"kind": "ladder", "format": request.form, "margin": request.margin}
        certificate = {"certifies": request.certifies} if request.certifies else {}
        return request.matchups.after(self.played, {**study, **certificate})


def play(request: LadderRequest, executor: Executor) -> Iterator[LadderProgress]:
    """Play and yield the progress at each look, until all pairings are decided or games spent."""
    progress = LadderProgress(request)
    n_blocks = 0
    for look in request.design.looks:
        undecided = progress.undecided
        n_more = min(look - n_blocks, _affordable(progress, undecided))
        if not n_more:
            return
        for lineup in lineups_of(undecided):
            more = request.matchups.play(executor, lineup, n_blocks, n_more)
            before = [progress.played[lineup]] if n_blocks else []
            progress.played[lineup] = join_games([*before, more])
        n_blocks += n_more
        _look(progress, undecided)
        yield replace(progress, played=dict(progress.played), answers=dict(progress.answers))


def _affordable(progress: LadderProgress, pairings: list[Pairing]) -> int:
    """Return how many more blocks of some pairings the remaining games allow."""
    request = progress.request
    per_block = request.matchups.games_per_block(lineups_of(pairings))
    return (request.most_games - progress.n_games) // per_block if per_block else 0


def _look(progress: LadderProgress, pairings: list[Pairing]) -> None:
    """Update the results of some pairings; decided ones stay as they are."""
    request, played = progress.request, progress.played
    if progress.scale is None:
        progress.scale = request.matchups.scale(list(played.values()), request.margin)
    design = request.design.split(len(request.pairings))
    for pairing in pairings:
        progress.answers[pairing] = answer_of(progress.scale, design, pairing, played)


def result_of(progress: LadderProgress) -> Ladder:
    """Return the result of a ladder with at least one look."""
    request, played, scale = progress.request, progress.played, progress.scale
    assert scale is not None
    is_share, nothing = scale.is_share, pd.DataFrame()
    strengths = strongest_first(played) if is_share else nothing
    if scale.is_of_seat:
        scored = points_of_policies(played, request.policies)
    else:
        scored = nothing if is_share else means(scale, request.design, played)
    table = crosstable(progress.answers)
    return Ladder(
        form=request.form,
        players=request.matchups.players,
        policies=_rank_participants(
            request, best_first(table, strengths["policy"] if is_share else scored["lineup"])
        ),
        scale=scale,
        crosstable=table,
        n_pairings=len(progress.answers),
        strengths=strengths,
        circles=cycles(superiority_p_values(request.pairings, played))
        if _has_circles(request)
        else nothing,
        seats=_seats(request, scale, played),
        means=scored,
        lineups=by_lineup(played),
        ends=ends(played),
        certifies=request.certifies,
        variety=request.variety,
    )


def _seats(request: LadderRequest, scale: Scale, played: Mapping[Lineup, Games]) -> pd.DataFrame:
    """Return what each seat wins or gets over all line-ups; nothing where all share one score."""
    names = request.matchups.seat_names
    if scale.is_of_seat:
        return points_by_seat(played, names, scale.margin)
    return by_seat(played, names, scale.margin) if scale.is_share else pd.DataFrame()


def _has_circles(request: LadderRequest) -> bool:
    """Return whether cycles are possible: not for mean scores, and only if all met."""
    all_met = request.form == ROUND_ROBIN and len(request.policies) > 2
    return all_met and not request.matchups.is_for_points


def best_first(table: pd.DataFrame, played: Iterable[str]) -> Iterable[str]:
    """Return the policies, the strongest first: by their mean results where luck was subtracted.

    Else they are in the order of what was `played`.
    """
    if "played" not in table:
        return played
    means = table.groupby("policy")["estimate"].mean()
    # stable: equal ones rank alike on any machine
    return [str(policy) for policy in means.sort_values(ascending=False, kind="stable").index]


def _rank_participants(request: LadderRequest, best_first: Iterable[str]) -> tuple[str, ...]:
    """Return the participants: strongest first in a round robin, else in the requested order."""
    return tuple(best_first) if request.form == ROUND_ROBIN else request.policies
