"""Equality of a plain game and a compiled one: both play the same deals, cell by cell."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from simlab.check.branches import Branches, branches_of
from simlab.check.decisions import compare_decisions
from simlab.check.steps import SEED
from simlab.engine.kernel import config
from simlab.errors import ContractError, InputError
from simlab.execution.game_pair import (
    COMPILED,
    PLAIN,
    STOPS,
    CompiledGameStops,
    Difference,
    GamePair,
    Match,
    RuleSet,
    matches,
    policy_pairs,
)
from simlab.experiment.patch import apply_patches
from simlab.experiment.rule_ends import RuleEnd
from simlab.game.definition import Game
from simlab.report.wording import n_of

GAMES = 200
"""Games for each number of players, unless given."""
END_SHARE = 40
"""A fortieth of them is played under each set of rules at the ends of their ranges: often 20 sets
at two or three numbers of players, so that the ends take about as long as the rules of the game."""
END_SECONDS = 2.0
"""Processor time after which no more games are played under such rules, less where fewer games are
compared; some never end. Before they are played, more games are compared under them anyway."""
FACTOR = 1 if config.DISABLE_JIT else 10
"""Deals that the compiled game plays for each one of the plain game, so that both can be timed."""


@dataclass(frozen=True)
class Equality:
    """What playing both games showed."""

    games: int
    cells: int
    columns: list[str]
    only_plain: list[str]
    """Columns that the compiled game does not have; they are not compared."""
    policies: list[str]
    plain_seconds: float
    """Time per game."""
    compiled_seconds: float
    difference: Difference | None = None

    @property
    def sentence(self) -> str:
        """What was compared, and how much faster the compiled game is."""
        verdict = "all equal" if self.difference is None else "equal up to one"
        left_out = f"; only plain: {', '.join(self.only_plain)}" if self.only_plain else ""
        return (
            f"{self.games:,} games of {', '.join(self.policies)} played by both:"
            f" {self.cells:,} cells, {verdict} ({', '.join(self.columns)}{left_out})."
            f" The compiled game is {self.speedup:.0f} times as fast."
        )

    def combine_with(self, next_equality: Equality | EndEquality) -> Equality:
        """Return both together, of which this one had no difference; the speed is that of this."""
        games, cells = self.games + next_equality.games, self.cells + next_equality.cells
        return replace(self, games=games, cells=cells, difference=next_equality.difference)

    @property
    def speedup(self) -> float:
        """How often the compiled game is played in the time of one plain game."""
        return self.plain_seconds / self.compiled_seconds


@dataclass(frozen=True)
class EndEquality:
    """What playing both games at the ends of what their rule values may be showed."""

    rule_sets: int = 0
    games: int = 0
    cells: int = 0
    stops: tuple[str, ...] = ()
    """Rules under which one of both games stops, and why, a sentence each."""
    difference: Difference | None = None

    @property
    def sentence(self) -> str:
        """What was compared; empty if there was nothing to compare."""
        if not self.rule_sets:
            return ""
        verdict = "all equal" if self.difference is None else "not equal"
        return (
            f"{n_of(self.games, 'more game')} under {n_of(self.rule_sets, 'other set')} of rules,"
            f" such as the lowest and the highest of each rule value: {verdict}."
        )


def compare(
    plain: Game,
    compiled: Game,
    games: int = GAMES,
    patch: Sequence[str] = (),
    data: str | None = None,
    branches: Branches | None = None,
) -> Equality:
    """Play both games with the same line-ups on the same deals until a cell differs.

    `games` is the number for each number of players, divided over the line-ups. The `branches` that
    they enter are noted; see `Comparison`.

    Raises:
        InputError: they have no policy or no number of players in common, or cannot be compiled.
        ContractError: one of them breaks its contract.
    """
    rules = rule_set(plain, compiled, patch, data)
    return Comparison(plain, compiled, branches).equality(rules, games)


def compare_ends(
    plain: Game,
    compiled: Game,
    ends: Sequence[RuleEnd],
    games: int = GAMES,
    data: str | None = None,
    branches: Branches | None = None,
) -> EndEquality:
    """Play both games under each of some rules until a cell differs.

    A part of `games` is played for each set of rules and number of players. Rules under which one
    of both games stops are noted, and not compared from there on.

    Raises:
        InputError: see `compare`.
    """
    comparison = Comparison(plain, compiled, branches)
    rule_sets = [rule_set(plain, compiled, end.patch, data, end.title) for end in ends]
    differences = (comparison.difference_at_end(rules, games) for rules in rule_sets)
    difference = next(filter(None, differences), None)
    pair, stops = comparison.pair, tuple(comparison.stops.values())
    n_compared = rule_sets.index(difference.rules) + 1 if difference else len(rule_sets)
    return EndEquality(n_compared, pair.n_games, pair.n_cells, stops, difference)


def rule_set(
    plain: Game, compiled: Game, patch: Sequence[str], data: str | None, title: str = ""
) -> RuleSet:
    """Return the rules of both games under some patches.

    Raises:
        InputError: all problems of the patches.
    """
    rules = apply_patches(plain, patch, data), apply_patches(compiled, patch, data)
    return RuleSet(rules[0], rules[1], tuple(patch), data, title)


def stop_sentence(rules: RuleSet, error: ContractError) -> str:
    """Return why one of both games stops under some rules."""
    condition = f"With {rules.changes}, the" if rules.changes else "The"
    side = "compiled" if isinstance(error, CompiledGameStops) else "plain"
    reason = str(error).partition("\n")[0]
    return f"{condition} {side} game stops: {reason}"


class Comparison:
    """State of a comparison of two games.

    The first game that enters a branch of the plain game is compared once more, decision by
    decision, if the compiled game is a translation of it.
    """

    def __init__(self, plain: Game, compiled: Game, branches: Branches | None = None) -> None:
        if not plain.is_plain or compiled.is_plain:
            raise InputError(
                f"{plain.title} and {compiled.title}: one must be in plain Python and one compiled",
                "against",
            )
        self.pair = GamePair(plain, compiled)
        self.branches = branches or branches_of(plain)
        self.is_translation = compiled.plain is not None
        low = max(plain.players[0], compiled.players[0])
        high = min(plain.players[1], compiled.players[1])
        self.tables = {n: policy_pairs(plain, compiled, n) for n in range(low, high + 1)}
        if not any(self.tables.values()):
            raise InputError(f"{plain.name} and {compiled.name} have no policy in common")
        self.pair.prepare([policies for pairs in self.tables.values() for policies in pairs])
        self.stops: dict[str, str] = {}
        """Why one of both games stops, by the rules."""

    def equality(self, rules: RuleSet, games: int) -> Equality:
        """Compare line-up by line-up."""
        pair = self.pair
        pairs = [policies for table_pairs in self.tables.values() for policies in table_pairs]
        difference, compiled_seconds = None, 0.0
        for match, count in self._line_ups(games):
            if difference is None:
                difference = self.difference(rules, match, 0, count)
                # of all line-ups, also after a difference, as the speed is that of all
            compiled_seconds += self._seconds(rules, match, FACTOR * count) / FACTOR
        return Equality(
            pair.n_games,
            pair.n_cells,
            pair.columns,
            pair.only_plain,
            list(dict.fromkeys(policy.name for policy, _ in pairs)),
            pair.seconds[PLAIN] / pair.n_games,
            compiled_seconds / pair.n_games,
            difference,
        )

    def difference_at_end(self, rules: RuleSet, games: int) -> Difference | None:
        """Return the first difference under some rules, or note why one of both games stops."""
        # of this thread, so that other processes on the machine do not count
        end = time.thread_time() + END_SECONDS * min(games / GAMES, 1.0)
        for match, count in self._line_ups(max(games // END_SHARE, 1)):
            for deal in range(count):
                if time.thread_time() > end:
                    return None
                try:
                    difference = self.difference(rules, match, deal, 1)
                except STOPS as error:
                    self.stops.setdefault(rules.changes, stop_sentence(rules, error))
                    break
                if difference:
                    return difference
        return None

    def difference(self, rules: RuleSet, match: Match, first: int, count: int) -> Difference | None:
        """Return the first difference in some deals.

        Raises:
            ContractError: PlainGameStops or CompiledGameStops, if one breaks its contract.
        """
        try:
            with self.branches.watch_branches():
                difference = self.pair.difference(rules, match, SEED, first, count)
        finally:
            # after an error, too, else the next deal would count these branches
            entered = self.branches.take()
        if difference:
            return difference
        for deal, branches in entered.items():
            if self.is_translation and match.rotation == 0:  # steps know no other rotation
                difference = self.difference_of_decisions(rules, match, deal)
            if difference:
                return difference
            self.branches.count(branches)
        return None

    def difference_of_decisions(self, rules: RuleSet, match: Match, deal: int) -> Difference | None:
        """Return what differs first in a deal, decision by decision.

        Raises:
            ContractError: PlainGameStops or CompiledGameStops, if one breaks its contract.
        """
        parting = compare_decisions(self.pair, rules, match, deal)
        if not parting.sentence:
            return None
        commands = () if match.silent else self.pair.replays(rules, match, SEED, deal)
        values = parting.name, None, parting.plain, parting.compiled
        return Difference(*values, SEED, deal, commands, match, rules)

    def _line_ups(self, games: int) -> Iterator[tuple[Match, int]]:
        """Yield the line-ups of each number of players, and how many games each plays."""
        for players, pairs in self.tables.items():
            line_ups = list(matches(pairs, players))
            # rounded up: every line-up plays
            yield from ((match, -(-games // len(line_ups))) for match in line_ups)

    def _seconds(self, rules: RuleSet, match: Match, count: int) -> float:
        """Return the seconds that the compiled game takes for some deals."""
        before = self.pair.seconds[COMPILED]
        self.pair.rows(COMPILED, rules, match, SEED, 0, count)
        return self.pair.seconds[COMPILED] - before
