"""Gate: statements about metrics, each played until it is decided.

The error of all statements together is at most ERROR, at all looks together: a statement that is
true is called failed, or one that is missed by its margin or more is called held.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from simlab.analysis.games import Games, join_games
from simlab.analysis.group_sequential import FIRST_LOOK, Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import find_metric
from simlab.analysis.sequential import looks
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.population import witness_games
from simlab.experiment.resolve import Scenario
from simlab.game.strengths import WITNESS_GAMES
from simlab.studies.gate.request import SEAT_GAP, Gate, Statement
from simlab.studies.gate.result import Decision, GateAnswer, StatementAnswer, WitnessAnswer
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.kit.quantity import Quantity, gap, mean_of, seat_differences, seat_metrics

ERROR = 0.05
"""Probability that any statement of a gate is decided wrongly."""
DEFAULT_GAMES = 50_000
"""Most games of each table, unless given."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A statement with its value and what the games say of it."""

    statement: Statement
    label: str
    unit: str
    margin: float
    value: Interval[float]
    decision: Decision
    n_games: int
    witnesses: tuple[Judged, ...] = ()
    """The same with strongest players."""


def play(gate: Gate, most_games: int, executor: Executor) -> Iterator[list[Judged]]:
    """Play table by table and look by look; yield what is known of all statements begun.

    Then the strongest players play the tables of others, at most WITNESS_GAMES games of each, until
    each statement that is decided is so with them.

    Raises:
        InputError: a game does not have a metric, or a margin does not fit it.
    """
    judged: dict[Statement, Judged] = {}
    for scenario in gate.scenarios:
        own_statements = [
            statement for statement in gate.statements if statement.scenario is scenario
        ]
        for known in _looks(executor, scenario, own_statements, most_games, len(gate.statements)):
            judged |= known
            yield [judged[statement] for statement in gate.statements if statement in judged]
    for witness in gate.witnesses:
        # only what the games of the line-up have decided can be contradicted
        by_witness = {
            _with_witness(statement, judged[statement], witness): statement
            for statement in gate.statements
            if witness in statement.witnesses and judged[statement].decision != Decision.UNDECIDED
        }
        if not by_witness:
            continue
        n_games = min(most_games, _most_games_of(witness))
        *_, known = _looks(executor, witness, list(by_witness), n_games, len(gate.statements))
        for statement, answer in known.items():
            own_answer = judged[by_witness[statement]]
            judged[by_witness[statement]] = replace(
                own_answer, witnesses=(*own_answer.witnesses, answer)
            )
        yield [judged[statement] for statement in gate.statements]


def _looks(
    executor: Executor,
    scenario: Scenario,
    statements: Sequence[Statement],
    most_games: int,
    n_statements: int,
) -> Iterator[dict[Statement, Judged]]:
    """Play a table look by look until statements about it are decided; yield what is known.

    The error of the gate is split over all its statements.
    """
    schedule = looks(FIRST_LOOK, max(most_games // scenario.n_rotations, FIRST_LOOK))
    design = Design(tuple(schedule), ERROR).split(n_statements)
    judged: dict[Statement, Judged] = {}
    games: Games | None = None
    for n_blocks in schedule:
        games = _more(executor, scenario, games, n_blocks)
        for statement in statements:
            # a decision stays: the error of a gate is that of the first one
            if statement not in judged or judged[statement].decision == Decision.UNDECIDED:
                judged[statement] = judge(statement, games, design)
        yield judged
        if all(judged[statement].decision != Decision.UNDECIDED for statement in statements):
            break


def _with_witness(statement: Statement, judged: Judged, witness: Scenario) -> Statement:
    """Return a statement about the same bounds, by the margin as it was, with another player."""
    return replace(statement, scenario=witness, margin=judged.margin)


def _most_games_of(witness: Scenario) -> int:
    """Return how many games of a table a strongest player plays: fewer if it is slow."""
    player = str(witness.lineup[0])
    return witness_games(WITNESS_GAMES, player, witness.game, witness.players)


def _more(executor: Executor, scenario: Scenario, games: Games | None, n_blocks: int) -> Games:
    """Return the first blocks of a scenario, of which some may have been played."""
    if games is None:
        return play_blocks(executor, scenario, 0, n_blocks)
    first = games.n_blocks
    return join_games([games, play_blocks(executor, scenario, first, n_blocks - first)])


def judge(statement: Statement, games: Games, design: Design) -> Judged:
    """Return what some games say of a statement.

    Raises:
        InputError: there is no such metric, or a bound or the margin does not fit it.
    """
    try:
        return _judge(statement, games, design)
    except InputError as error:
        raise InputError(error.problems, *statement.place) from error


def _judge(statement: Statement, games: Games, design: Design) -> Judged:
    metrics, n_games = metrics_at(statement.scenario, games), len(games.games)
    if statement.metric == SEAT_GAP:
        if statement.at_most is None or statement.at_least is not None:
            raise InputError(f"{SEAT_GAP} has at_most and no other bound", "metric")
        seat = seat_metrics(statement.scenario, games, metrics)[0]
        margin = statement.margin or seat.margin(games)
        seat.check_margin(margin)
        near = statement.at_most + margin
        pairs = seat_differences(statement.scenario, games, metrics, near)
        pair_design = design.split(len(pairs))
        decision, value = (
            decision_on_gap(statement, pairs, margin, pair_design),
            gap(pairs, pair_design),
        )
        return Judged(statement, "gap between seats", seat.unit, margin, value, decision, n_games)
    metric = find_metric(statement.metric, metrics)
    margin = metric.margin(games) if statement.margin is None else statement.margin
    metric.check_margin(margin)
    ratio = mean_of(metric, games, _near(statement, margin)).ratio
    decision, value = decision_on_mean(statement, ratio, margin, design), ratio.interval(design)
    return Judged(statement, metric.label, metric.unit, margin, value, decision, n_games)


def _near(statement: Statement, margin: float) -> list[float]:
    """Return both sides of each bound."""
    bounds = [end for end in (statement.at_least, statement.at_most) if end is not None]
    return [end + sign * margin for end in bounds for sign in (-1, 1)]


def decision_on_mean(
    statement: Statement, ratio: LikelihoodRatio, margin: float, design: Design
) -> Decision:
    """Return whether a mean is surely within its bounds and their margin, or surely beyond one.

    METHODS.md: Gate.
    """
    if not ratio.n:
        return Decision.UNDECIDED
    low, high = statement.at_least, statement.at_most
    if ratio.is_range_seen and len(ratio.values) == 1:
        # the same in all games, and in enough of them: no chance is left
        ends = (-math.inf if low is None else low, math.inf if high is None else high)
        is_within = ends[0] - margin <= ratio.mean <= ends[1] + margin
        return Decision.HOLDS if is_within else Decision.FAILS
    limit = ratio.limit(design.one_sided)
    holds = [
        *([] if high is None else [ratio.root(high + margin) < -limit]),
        *([] if low is None else [ratio.root(low - margin) > limit]),
    ]
    fails = [
        *([] if high is None else [ratio.root(high) > limit]),
        *([] if low is None else [ratio.root(low) < -limit]),
    ]
    if all(holds):
        return Decision.HOLDS
    return Decision.FAILS if any(fails) else Decision.UNDECIDED


def decision_on_gap(
    statement: Statement, pairs: Sequence[Quantity], margin: float, design: Design
) -> Decision:
    """Return whether every two seats are surely within the bound, or two surely are not."""
    bound = statement.at_most
    assert bound is not None
    ratios = [pair.ratio for pair in pairs]
    limits = [ratio.limit(design.one_sided) for ratio in ratios]
    near = bound + margin
    if all(
        ratio.root(near) < -limit and ratio.root(-near) > limit
        for ratio, limit in zip(ratios, limits, strict=True)
    ):
        return Decision.HOLDS
    is_beyond = any(
        ratio.root(bound) > limit or ratio.root(-bound) < -limit
        for ratio, limit in zip(ratios, limits, strict=True)
    )
    return Decision.FAILS if is_beyond else Decision.UNDECIDED


def result_of(title: str, judged: Sequence[Judged]) -> GateAnswer:
    """Return the statements of a game with what is known of each."""
    return GateAnswer(title, tuple(map(_answer, judged)))


def _answer(judged: Judged) -> StatementAnswer:
    statement, scenario = judged.statement, judged.statement.scenario
    return StatementAnswer(
        metric=statement.metric,
        label=judged.label,
        unit=judged.unit,
        players=scenario.players,
        policies=tuple(str(policy) for policy in scenario.lineup),
        changes=tuple(scenario.changes),
        at_least=statement.at_least,
        at_most=statement.at_most,
        margin=judged.margin,
        value=judged.value,
        lineup_decision=judged.decision,
        n_games=judged.n_games,
        witnesses=tuple(map(_witness_answer, judged.witnesses)),
        strongest=tuple(scenario.game.strongest_players(scenario.players)),
    )


def _witness_answer(judged: Judged) -> WitnessAnswer:
    player = str(judged.statement.scenario.lineup[0])
    return WitnessAnswer(player, judged.value, judged.decision, judged.n_games)
