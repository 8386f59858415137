"""ladder: who plays best, and against whom? Line-ups of policies, played until that is decided.

All pairings begin with the same deals. From look to look only those are played on whose answer is
still open, so that the games go where they are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import pandas as pd

from simlab.analysis.crosstable import Answer, Lineup, Pairing, Scale, answer_of, beaten, crosstable
from simlab.analysis.games import Games, joined
from simlab.analysis.ladder import ROUND_ROBIN, Ladder
from simlab.analysis.lineups import by_lineup, by_seat, ends, means, strongest_first
from simlab.analysis.rating import cycles
from simlab.analysis.sequential import looks
from simlab.engine.build import Engine
from simlab.experiment.resolve import Experiment
from simlab.study.ladder_request import Contest
from simlab.study.pairing import lineups_of

FIRST_LOOK = 100
"""Blocks of each line-up before the first look."""


@dataclass(eq=False)
class Standing:
    """What has been played of a contest, and what it says so far."""

    contest: Contest
    played: dict[Lineup, Games] = field(default_factory=dict)
    answers: dict[Pairing, Answer] = field(default_factory=dict)
    scale: Scale | None = None
    """What policies are measured by, fixed at the first look."""

    @property
    def undecided(self) -> list[Pairing]:
        """The pairings that more games could decide."""
        return [pairing for pairing in self.contest.pairings if not self.is_decided(pairing)]

    def is_decided(self, pairing: Pairing) -> bool:
        """Say whether a pairing needs no more games."""
        return pairing in self.answers and self.answers[pairing].is_decided

    @property
    def n_games(self) -> int:
        """Games played."""
        return sum(len(games.games) for games in self.played.values())

    @property
    def experiment(self) -> Experiment:
        """The experiment, with as many games of each scenario as were played."""
        contest = self.contest
        study = {"kind": "ladder", "format": contest.form, "margin": contest.margin}
        return contest.venue.after(self.played, study)


def climb(contest: Contest, engine: Engine, jobs: int | None) -> Iterator[Standing]:
    """Play on and yield what is known at each look, until all is decided or the games are spent."""
    standing = Standing(contest)
    n_blocks = 0
    for look in looks(FIRST_LOOK, contest.most_games):
        undecided = standing.undecided
        n_more = min(look - n_blocks, _affordable(standing, undecided))
        if not n_more:
            return
        for lineup in lineups_of(undecided):
            more = contest.venue.play(engine, lineup, n_blocks, n_more, jobs)
            before = [standing.played[lineup]] if n_blocks else []
            standing.played[lineup] = joined([*before, more])
        n_blocks += n_more
        _look(standing, undecided)
        yield replace(standing, played=dict(standing.played), answers=dict(standing.answers))


def _affordable(standing: Standing, pairings: list[Pairing]) -> int:
    """Return how many more blocks of some pairings the games that are left allow."""
    contest = standing.contest
    per_block = contest.venue.games_per_block(lineups_of(pairings))
    return (contest.most_games - standing.n_games) // per_block if per_block else 0


def _look(standing: Standing, pairings: list[Pairing]) -> None:
    """Take down what is known of some pairings; what is decided stays as it was."""
    contest, played = standing.contest, standing.played
    if standing.scale is None:
        some, n_pairings = list(played.values()), len(contest.pairings)
        standing.scale = contest.venue.scale(some, contest.margin, n_pairings)
    for pairing in pairings:
        standing.answers[pairing] = answer_of(standing.scale, pairing, played)


def found(standing: Standing) -> Ladder:
    """Return the tables of a ladder that somebody has looked at."""
    contest, played, scale = standing.contest, standing.played, standing.scale
    assert scale is not None
    is_share, nothing = scale.is_share, pd.DataFrame()
    strengths = strongest_first(played) if is_share else nothing
    scored = nothing if is_share else means(scale, played)
    names = contest.venue.seat_names
    return Ladder(
        form=contest.form,
        players=contest.venue.players,
        policies=_ranked(contest, strengths["policy"] if is_share else scored["lineup"]),
        scale=scale,
        crosstable=crosstable(standing.answers),
        n_pairings=len(standing.answers),
        strengths=strengths,
        circles=cycles(beaten(contest.pairings, played)) if _has_circles(contest) else nothing,
        seats=by_seat(played, names, scale.margin) if is_share else nothing,
        means=scored,
        lineups=by_lineup(played),
        ends=ends(played),
    )


def _has_circles(contest: Contest) -> bool:
    """Say whether policies could beat each other in a circle: means of scores cannot."""
    all_met = contest.form == ROUND_ROBIN and len(contest.policies) > 2
    return all_met and not contest.venue.is_cooperative


def _ranked(contest: Contest, best_first: Iterable[str]) -> tuple[str, ...]:
    """Return who took part: the strongest first where all met all, else as they were named."""
    return tuple(best_first) if contest.form == ROUND_ROBIN else contest.policies
