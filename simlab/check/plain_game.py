"""Contract checks of plain games: errors, repeatability, and hidden information in policies."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.analysis.wins_only import says_wins_only
from simlab.check.scene import scene_problem
from simlab.check.seat_lists import SeatLists, seat_lists
from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.execution.fresh_process import ProcessEnded
from simlab.execution.processes import all_cores
from simlab.execution.repeatability import (
    Repeater,
    Steps,
    difference_of,
    replay_steps,
    steps,
)
from simlab.experiment.resolve import Scenario
from simlab.explain.live_game import visible_event
from simlab.explain.transcript import transcript
from simlab.game.definition import Game, Rules
from simlab.game.facts import POINTS
from simlab.game.policy import Policy
from simlab.game.scene import scene_for_seat
from simlab.plain.engine import Deal, Session
from simlab.plain.failure import in_short, sentence_of
from simlab.plain.game import PlainGame, deal_again
from simlab.plain.ledger import CLOCKS
from simlab.plain.seated_policy import Memory

SEED = 1914
REDEALS = 3
"""Redeals of hidden information at each decision: the first may leave cards unchanged."""
REDEALT = 1 << 40
"""Number of a deal that no run reaches; redeals are numbered from here."""
MOST_DECISIONS = 300
"""Decisions of a deal at which hidden information is dealt again; each copies the table."""


@dataclass(frozen=True)
class Looked:
    """What the checks of a line-up found, and how much they played."""

    problems: list[str]
    n_games: int = 0
    n_ended: int = 0
    n_decisions: int = 0
    idle_clocks: frozenset[str] = frozenset(CLOCKS)
    """Clocks that no game moved."""
    left_behind: tuple[str, ...] = ()
    """What of the modules has changed while games were played."""
    seat_lists: SeatLists = field(default_factory=SeatLists)
    has_points: bool = True
    """Whether some game ended with points that say more than who has won."""


def line_ups(
    game: Game,
    rules: Rules,
    policies: Sequence[Policy],
    player_counts: Iterable[int],
    files: Iterable[Path],
    n_deals: int,
) -> Iterator[Scenario]:
    """Yield each policy in all seats, and one mixture, for these numbers of players."""
    for n in player_counts:
        fitting_policies = [policy for policy in policies if policy.can_sit(n)]
        other_policies = [
            policy
            for policy in game.policies
            if policy not in fitting_policies and policy.can_sit(n)
        ]
        tables = [(policy,) * n for policy in fitting_policies]
        if n > 1 and fitting_policies and len(fitting_policies + other_policies) > 1:
            tables.append(tuple(islice(cycle([*reversed(fitting_policies), *other_policies]), n)))
        for lineup in tables:
            names = " and ".join(dict.fromkeys(str(policy) for policy in lineup))
            yield Scenario(
                slug=f"{game.name}, {n} player{'s' * (n > 1)}, {names}",
                game=game,
                rules=rules,
                patch={},
                lineup=lineup,
                seed=SEED,
                n_asked=n_deals,
                policy_files=tuple(files),
            )


def check_lineup(scenario: Scenario, n_deals: int) -> Looked:
    """Play some deals of a line-up and return the first problem of each kind.

    Another process plays them, since a game may end it; a fresh one plays them in another order.
    """
    deals, repeater = range(n_deals), common_repeater()
    try:
        wait = repeater.again(replay_steps, scenario, deals)
        ((looked, first_deals),) = all_cores(1).map(look, [(scenario, n_deals)])
        second_deals = wait()
    except (ContractError, ProcessEnded) as error:
        return Looked([str(error)])
    left_behind = tuple(repeater.changed[scenario])
    differences = (
        difference_of(scenario, deal, first_steps, again_steps, left_behind)
        for deal, first_steps, again_steps in zip(deals, first_deals, second_deals, strict=True)
    )
    found_problems = filter(None, [first_problem(differences), *looked.problems])
    return replace(looked, problems=[*found_problems], left_behind=left_behind)


@lru_cache(maxsize=1)
def common_repeater() -> Repeater:
    """Return what plays games of all line-ups again."""
    return Repeater()


def look(engine: Engine, scenario: Scenario, n_deals: int) -> tuple[Looked, list[Steps]]:
    """Return what the checks within one process found, and the steps of the deals."""
    rows = engine.play(scenario.rules.row, scenario.lineup, SEED, 0, n_deals)
    first_deals, second_deals = (
        [steps(engine, scenario, deal) for deal in range(n_deals)] for _ in range(2)
    )
    problems = [
        first_problem(
            difference_of(scenario, deal, first_steps, again_steps)
            for deal, (first_steps, again_steps) in enumerate(
                zip(first_deals, second_deals, strict=True)
            )
        ),
        first_problem(problem_of_secrecy(scenario, deal) for deal in range(n_deals)),
    ]
    problems.append(
        first_problem(
            replay_problem(scenario, deal, deal_steps)
            for deal, deal_steps in enumerate(first_deals)
        )
    )
    for check_name in POSITION_CHECKS:
        problems.append(
            first_problem(position_problems(scenario, deal, check_name) for deal in range(n_deals))
        )
    n_ended, n_decisions = int(rows["finished"].sum()), int(rows["decisions"].sum())
    if not n_decisions:
        problems.append("Each game is over before its first decision: seat() is None after setup()")
    idle = {
        clock for clock in CLOCKS if clock in (rows.dtype.names or ()) and not rows[clock].any()
    }
    found_problems = [problem for problem in problems if problem]
    lists = SeatLists() if found_problems or not n_deals else seat_lists(scenario, SEED)
    looked = Looked(
        found_problems,
        n_deals,
        n_ended,
        n_decisions,
        frozenset(idle),
        seat_lists=lists,
        has_points=has_points(rows[rows["finished"] == 1]),
    )
    return looked, first_deals


def has_points(rows: npt.NDArray[Any]) -> bool:
    """Return whether scores say more than who has won; true, too, if no game has ended."""
    if "seats" not in (rows.dtype.names or ()) or not len(rows):
        return True
    return not says_wins_only(rows["seats"]["score"], rows["seats"]["credit"])


def first_problem(problems: Iterable[str]) -> str:
    """Return the first problem that is not empty, or nothing."""
    return next((problem for problem in problems if problem), "")


def problem_of_secrecy(scenario: Scenario, deal: int) -> str:
    """Return a problem where what a seat cannot see changes its menu or its choice."""
    session = Session(
        scenario.game, scenario.rules.row, scenario.lineup, SEED, 0, new(Progress.dtype), None
    )
    table = Deal(session, deal)
    for number, (seat, choices) in enumerate(islice(table.decisions(), MOST_DECISIONS)):
        try:
            problem = problem_after_redeals(table, seat, choices)
        except Exception as error:  # an author's code may raise anything
            problem = f"{sentence_of(error)}, after hide({seat})"
        if problem:
            return f"{problem} ({scenario.slug}, seed {SEED}, game {deal}, decision {number})"
    return ""


def replay_problem(scenario: Scenario, deal: int, happened: Steps) -> str:
    """Return a problem of the words of a game, folded or not, with its secrets or without."""
    kinds = {kind.name: kind.secret for kind in scenario.game.events.values()}
    events = [event for event in happened if event["event"] != "result"]
    secretive = [visible_event(event, kinds.get(event["event"], ()), ()) for event in events]
    for shown_events, condition in (
        (events, ""),
        (secretive, ", where None is what a player cannot see"),
    ):
        try:
            for long in (False, True):
                _ = [*transcript(scenario, shown_events, long=long)]
        except ContractError as error:
            return f"{error} (replay of {scenario.slug}, seed {SEED}, game {deal}{condition})"
    return ""


def position_problems(scenario: Scenario, deal: int, check_name: str) -> str:
    """Return the first problem that one of POSITION_CHECKS finds in a deal."""
    session = Session(
        scenario.game, scenario.rules.row, scenario.lineup, SEED, 0, new(Progress.dtype), None
    )
    table = Deal(session, deal)
    for number, (seat, _) in enumerate(islice(table.decisions(), MOST_DECISIONS)):
        try:
            problem = POSITION_CHECKS[check_name](table.game, seat, len(scenario.lineup))
        except Exception as error:  # an author's code may raise anything
            problem = sentence_of(error)
        if problem:
            return (
                f"{check_name}: {problem} ({scenario.slug}, seed {SEED}, game {deal},"
                f" decision {number})"
            )
    return ""


def problem_of_scene(game: PlainGame, seat: int, players: int) -> str:
    """Return a problem of the scene of one position, or an empty text."""
    scene = game.scene()
    if scene is None:
        return ""
    if problem := scene_problem(scene, players):
        return problem
    redealt_scene = deal_again(game, seat, SEED, REDEALT).scene()
    if redealt_scene is None or scene_for_seat(redealt_scene, seat) != scene_for_seat(scene, seat):
        return f"shows seat {seat} what it cannot see, and does not mark it as secret"
    return ""


def problem_of_value(game: PlainGame, seat: int, players: int) -> str:
    """Return a problem of the evaluation of one position, or an empty text."""
    if type(game).evaluate is PlainGame.evaluate:
        return ""
    value = game.evaluate(seat)
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        return f"returns {in_short(value)}, which is no number"
    if not (game.cooperative or game.aim == POINTS) and not 0 <= value <= 1:
        return f"returns {in_short(value)}; a share of the win is from 0 to 1"
    return ""


POSITION_CHECKS = {"scene": problem_of_scene, "evaluate": problem_of_value}
"""What is checked of each position, by the method of the game that it concerns."""


def problem_after_redeals(table: Deal, seat: int, choices: list[Hashable]) -> str:
    """Deal what a seat cannot see again, and compare its menu and the choice of its policy."""
    policy, chance = table.session.policies[seat], table.noise[seat]

    def chosen(game: PlainGame, memory: Memory) -> Hashable:
        copies = copy.copy(chance), copy.deepcopy(memory)
        choice: Hashable = policy.choose(game, seat, list(choices), *copies)
        return choice

    # with an empty memory, it cannot follow a plan without looking at the table
    memories = [table.memories[seat]]
    memories += [Memory(policy.policy)] * (policy.policy.memory_class is not None)
    usual_choices = [chosen(table.game, memory) for memory in memories]
    for redeal in range(REDEALS):
        redealt_game = deal_again(table.game, seat, SEED, REDEALT + redeal)
        if redealt_game.seat() != seat or list(redealt_game.choices()) != choices:
            return "hide() changes who decides or what may be chosen, which the seat can see"
        for memory, expected in zip(memories, usual_choices, strict=True):
            choice = chosen(redealt_game, memory)
            if choice != expected:
                return (
                    f"policy {policy.policy} at seat {seat} reads what it cannot see: it chooses"
                    f" {in_short(expected)}, but {in_short(choice)} after hide({seat})"
                )
    return ""
