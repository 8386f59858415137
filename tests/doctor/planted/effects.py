"""Sizes of faults, measured in games: an estimate and its standard error for each code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, wraps
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.analysis.tension import FollowedGames, leaders
from simlab.catalog import find_policy
from simlab.engine.lead import THOUSANDTHS, KeptPoints
from simlab.experiment.patch import apply_patches
from simlab.game import Game
from simlab.game.policy import Policy
from simlab.plain.restriction import row_key, row_word, rows_in

Array = npt.NDArray[Any]

SEED = 1914
POINTS = 100
LONG = 2.5
"""Medians from which a game is long."""
QUARTER = THOUSANDTHS // 4
NOISE, ATTEMPTS = 0.05, 10
"""Attempts to win a deal: half of them with this share of choices by chance, half by chance."""


MOST_FOLLOWED = 20_000
"""Games whose points are kept turn by turn, which takes long in kernels."""


class Size(NamedTuple):
    """A size in the unit of the code, with its standard error."""

    estimate: float
    error: float


def mean(values: Array, unit: float = 1) -> Size:
    """Return the mean of games that are independent of each other."""
    error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.inf
    return Size(unit * float(values.mean()), unit * float(error))


def ratio(numerators: Array, denominators: Array, unit: float = 1) -> Size:
    """Return a ratio of sums over games, with the error of its linear approximation."""
    estimate = numerators.sum() / denominators.sum()
    residuals = (numerators - estimate * denominators) / denominators.mean()
    return Size(unit * float(estimate), unit * float(residuals.std() / np.sqrt(len(residuals))))


@cache
def engine_of(game: Game) -> Any:
    """Return the engine of a game, made once."""
    return game.engine()


@dataclass(frozen=True, eq=False)
class Bench:
    """A game under a patch, with a number of players, that plays deals to measure faults."""

    game: Game
    patch: Sequence[str]
    players: int
    n_deals: int

    def __post_init__(self) -> None:
        """Read the rules once, and play each line-up once."""
        vars(self)["engine"] = engine_of(self.game)
        vars(self)["row"] = apply_patches(self.game, self.patch, None).row
        vars(self)["rows"] = cache(self.rows)

    def rows(self, *lineup: str, rotation: int = 0, n_deals: int = 0) -> Array:
        """Return the rows of games between some policies."""
        policies = [self.policy(name) for name in lineup]
        return vars(self)["engine"].play(
            vars(self)["row"], policies, SEED, 0, n_deals or self.n_deals, rotation
        )

    def policy(self, name: str) -> Policy:
        """Return a policy by its name."""
        return find_policy(name, self.game.policies, self.players, self.game)

    @property
    def default(self) -> str:
        """The policy that the file defines last."""
        return self.plain.policies[-1].name

    @property
    def all_default(self) -> Array:
        """The games of the default policy in all seats."""
        return self.rows(*[self.default] * self.players)

    @property
    def plain(self) -> Any:
        """The game in ordinary Python."""
        return self.game.plain or self.game

    @property
    def kinds(self) -> list[str]:
        """The kinds of choices."""
        return list(self.plain.kind_names)

    @property
    def cards(self) -> list[str]:
        """The rows of the tables, as restrictions name them."""
        components = apply_patches(self.plain, self.patch, None).components
        return [
            row_word(table.name, str(row[table.key]))
            for table in self.plain.schema.tables
            for row in components.tables[table.name]
        ]

    def shares(self, policy: str, others: str = "") -> Size:
        """Return the share of the wins of one player among default ones, less an even share."""
        others = others or self.default
        shares = []
        for rotation in range(self.players):
            lineup = [policy, *[others] * (self.players - 1)]
            rows = self.rows(*lineup, rotation=rotation)
            seat = -rotation % self.players
            finished = rows["finished"] == 1
            shares.append(np.where(finished, rows["seats"]["credit"][:, seat], 1 / self.players))
        return mean(np.mean(shares, axis=0) - 1 / self.players, POINTS)

    def without(self, *kinds: str) -> str:
        """Return the default policy that never makes choices of some kinds or rows."""
        return f"{self.default}:never={'+'.join(kinds)}"

    def only(self, kind: str) -> str:
        """Return the default policy that makes choices of one kind wherever there is one."""
        return self.without(*(each for each in self.kinds if each != kind))


def endless(bench: Bench, subject: str) -> Size:
    """Games that are stopped at the limit, in percent."""
    return mean(bench.all_default["finished"] == 0, POINTS)


def stalling(bench: Bench, subject: str) -> Size:
    """Games that are stopped with a player who never, or only, makes one kind, in percent."""
    word, kind = subject.split()
    policy = bench.without(kind) if word == "never" else bench.only(kind)
    lineup = [policy, *[bench.default] * (bench.players - 1)]
    stopped = [
        bench.rows(*lineup, rotation=rotation)["finished"] == 0 for rotation in range(bench.players)
    ]
    return mean(np.mean(stopped, axis=0), POINTS)


def counts(bench: Bench, column: str) -> Array:
    """Return what the seats of each game counted together."""
    rows = bench.all_default
    if bench.game.cooperative:
        return rows[column].astype(float)
    return rows["seats"][column][:, : bench.players].sum(axis=1).astype(float)


def too_long(bench: Bench, subject: str) -> Size:
    """Decisions with more than one choice, of a player in a game."""
    return mean((counts(bench, "decided") - counts(bench, "forced")) / bench.players)


def waiting(bench: Bench, subject: str) -> Size:
    """The longest run of decisions of others, mean over seats."""
    if bench.game.cooperative:
        return mean(counts(bench, "longest_wait"))
    return mean(counts(bench, "longest_wait") / bench.players)


def uneven_length(bench: Bench, subject: str) -> Size:
    """Games of more than 2.5 times the median of decisions, in percent."""
    decisions = counts(bench, "decided")
    return mean(decisions > LONG * np.median(decisions), POINTS)


def seat_advantage(bench: Bench, subject: str) -> Size:
    """Wins of a seat more than an even share, in percentage points."""
    seat = int(subject.removeprefix("seat ")) - 1
    return mean(bench.all_default["seats"]["credit"][:, seat] - 1 / bench.players, POINTS)


def ties(bench: Bench, subject: str) -> Size:
    """Games whose win is shared, in percent."""
    credits = bench.all_default["seats"]["credit"][:, : bench.players]
    return mean((credits > 0).sum(axis=1) > 1, POINTS)


def pure_luck(bench: Bench, subject: str) -> Size:
    """Wins of the default player among random ones more than an even share, in points."""
    return bench.shares(bench.default, "random")


def runaway(bench: Bench, subject: str) -> Size:
    """Wins of the leader at half-time, less those with gains in another order, in points."""
    kept: list[KeptPoints] = []
    lineup = [bench.policy(bench.default)] * bench.players
    n_deals = min(bench.n_deals, MOST_FOLLOWED)
    engine = vars(bench)["engine"]
    rows = engine.play(vars(bench)["row"], lineup, SEED, 0, n_deals, points=kept)
    columns = {
        "finished": rows["finished"][:, None],
        "credit": rows["seats"]["credit"][:, None, : bench.players],
    }
    games: Any = SimpleNamespace(game=columns.get, seat=columns.get)
    followed = FollowedGames(
        games,
        np.concatenate([game.points for game in kept]),
        np.concatenate([game.movers for game in kept]),
        np.array([len(game.movers) for game in kept]),
        np.array([game.span for game in kept]),
    )
    frame = leaders(followed).set_index("percent")
    if 50 not in frame.index:
        return Size(0, 0)
    half = frame.loc[50]
    bonferroni = 2.394
    error = (half["difference_high"] - half["difference_low"]) / 2 / bonferroni
    return Size(POINTS * half["difference_estimate"], POINTS * error)


def decided_early(bench: Bench, subject: str) -> Size:
    """Games whose winner leads for good within the first quarter, in percent."""
    return mean(decided_at(bench) <= QUARTER, POINTS)


def last_turn(bench: Bench, subject: str) -> Size:
    """Games whose winner leads only from the last turn on, in percent."""
    return mean(decided_at(bench) == THOUSANDTHS, POINTS)


def decided_at(bench: Bench) -> Array:
    """Return when games with a single winner are decided, in thousandths of the turns."""
    parts: Array = bench.all_default["decided_at"]
    return parts[parts >= 0]


def dominant_strategy(bench: Bench, subject: str) -> Size:
    """Wins of a player who makes one kind, or of another policy, more than an even share."""
    word, _, kind = subject.partition(" ")
    return bench.shares(bench.only(kind) if word == "only" else word)


def useless_choice(bench: Bench, subject: str) -> Size:
    """Wins lost by a player who never makes a kind or makes no other, the larger, in points."""
    sizes = [bench.shares(bench.without(subject)), bench.shares(bench.only(subject))]
    largest = max(sizes, key=lambda size: abs(size.estimate))
    return Size(-largest.estimate, largest.error)


def dead_choice(bench: Bench, subject: str) -> Size:
    """Games in which a player makes a kind of choice, in percent."""
    return mean(counts(bench, f"chosen_{subject}") > 0, POINTS)


def mandatory_choice(bench: Bench, subject: str) -> Size:
    """Wins without a kind of choice as a share of even ones, in percent."""
    share = bench.shares(bench.without(subject))
    even = POINTS / bench.players
    return Size(POINTS * (share.estimate / even + 1), POINTS * share.error / even)


def forced(bench: Bench, subject: str) -> Size:
    """Decisions with a single choice, in percent."""
    return ratio(counts(bench, "forced"), counts(bench, "decided"), POINTS)


def way(bench: Bench, subject: str) -> Size:
    """Finished games that end in a way, in percent."""
    rows = bench.all_default
    number = bench.plain.ends.index(subject) + 1
    return mean(rows["end_reason"][rows["finished"] == 1] == number, POINTS)


def dead_card(bench: Bench, subject: str) -> Size:
    """Games in which somebody chooses what names a row, in percent."""
    return mean(np.array([subject in used for used in used_rows(bench)]), POINTS)


def used_rows(bench: Bench) -> Iterator[set[str]]:
    """Yield the rows that the choices of each game name."""
    policy, used = bench.plain.policies[-1], set[str]()

    @wraps(policy.function)
    def noting(*arguments: Any, **traits: Any) -> Any:
        choice = policy.function(*arguments, **traits)
        used.update(map(row_key, rows_in(choice)))
        return choice

    engine, rules = bench.plain.engine(), apply_patches(bench.plain, bench.patch, None)
    lineup = [replace(policy, function=noting)] * bench.players
    for deal in range(min(bench.n_deals, 2000)):
        used.clear()
        engine.play(rules.row, lineup, SEED, deal, 1)
        yield set(used)


def card_worth(bench: Bench, subject: str) -> Size:
    """Wins lost without a card more than the median of all cards, in points."""
    losses = [-bench.shares(bench.without(card)).estimate for card in bench.cards]
    loss = bench.shares(bench.without(subject))
    return Size(-loss.estimate - float(np.median(losses)), loss.error)


def dead_parameter(bench: Bench, subject: str) -> Size:
    """Games that change with a rule value at either end of its range, the larger, in percent."""
    [parameter] = [each for each in bench.plain.schema.parameters if each.name == subject]
    ends = ("true", "false") if parameter.is_switch else (parameter.low, parameter.high)
    sizes = []
    for end in ends:
        other = replace(bench, patch=(*bench.patch, f"{subject}={end}"))
        base, changed = bench.all_default, other.all_default
        sizes.append(mean(np.array(base != changed), POINTS))
    return max(sizes)


def games_won(bench: Bench, subject: str) -> Size:
    """Games of a cooperative table that are won, in percent."""
    return mean(bench.all_default["score"] > 0, POINTS)


def unwinnable(bench: Bench, subject: str) -> Size:
    """Deals that are lost in ten attempts, in percent."""
    engine, n_deals, is_lost = vars(bench)["engine"], min(bench.n_deals, 20_000), []
    for attempt in range(ATTEMPTS):
        name = f"{bench.default}:noise={NOISE}" if attempt % 2 else "random"
        lineup = [bench.policy(name)] * bench.players
        rows = engine.play(vars(bench)["row"], lineup, SEED, 0, n_deals, attempt)
        is_lost.append(rows["score"] <= 0)
    return mean(np.all(is_lost, axis=0), POINTS)


def solo(bench: Bench, subject: str) -> Size:
    """Wins lost where all seats except one play by chance, in points; the least of all seats."""
    all_won = bench.all_default["score"] > 0
    sizes = []
    for rotation in range(bench.players):
        lineup = [bench.default, *["random"] * (bench.players - 1)]
        won = bench.rows(*lineup, rotation=rotation)["score"] > 0
        sizes.append(mean(all_won.astype(float) - won, POINTS))
    return min(sizes)


MEASURES: dict[str, Callable[[Bench, str], Size]] = {
    "endless": endless,
    "stalling": stalling,
    "too_long": too_long,
    "waiting": waiting,
    "uneven_length": uneven_length,
    "seat_advantage": seat_advantage,
    "ties": ties,
    "pure_luck": pure_luck,
    "runaway": runaway,
    "decided_early": decided_early,
    "last_turn": last_turn,
    "dominant_strategy": dominant_strategy,
    "useless_choice": useless_choice,
    "dead_choice": dead_choice,
    "mandatory_choice": mandatory_choice,
    "forced": forced,
    "dead_way": way,
    "dominant_way": way,
    "dead_card": dead_card,
    "strong_card": card_worth,
    "weak_card": card_worth,
    "dead_parameter": dead_parameter,
    "too_easy": games_won,
    "too_hard": games_won,
    "unwinnable": unwinnable,
    "solo": solo,
}
