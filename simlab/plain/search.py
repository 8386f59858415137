"""The rollout search of plain games: plays each choice on with a base policy at every seat."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeVar

from simlab.errors import InputError
from simlab.facts import POINTS
from simlab.plain.chance import Chance, Stream, noise_stream
from simlab.plain.game import PlainGame, copied, players_at
from simlab.plain.results import results_of, whole
from simlab.plain.view import View, game_behind
from simlab.policy import Policy, Trait

SEARCH = "search"
SENTENCE = (
    "Thinks ahead: plays each choice on many times with `base` in all seats and what it cannot see"
    " dealt again, and leaves the choice of `base` only where another does clearly better."
)
OWN = {
    "rollouts": Trait(
        200, 8, 100_000, "games played on, over all choices, at least two for each", whole=True
    ),
    "doubt": Trait(2, 0, 6, "how clearly another must do better, in standard errors"),
}
"""The search's own traits."""
TURNS, MOST_TURNS = "turns", 1000
"""The trait of games that evaluate positions."""

Choose = Callable[..., Hashable]
Choice = TypeVar("Choice", bound=Hashable)


def search_over(base: Policy, game: Any) -> Policy:
    """Return the search of a plain game over a base policy; it has the traits of both.

    Raises:
        InputError: the base policy has a trait with the name of one of the search.
    """
    own = own_traits(game)
    taken = own.keys() & base.traits.keys()
    if taken:
        raise InputError(
            f"cannot be based on {base.name}, which has a trait {', '.join(taken)} of its own",
            "policy",
            SEARCH,
        )
    return Policy(
        SEARCH,
        SENTENCE,
        searching(base.function, game.decision_limit),
        {**own, **base.traits},
        players=base.players,
        base=base.name,
        files=base.files,
    )


def own_traits(game: Any) -> dict[str, Trait]:
    """Return the search's own traits, in a game that evaluates positions with `turns`."""
    rules_class = game.rules_class
    if rules_class.evaluate is PlainGame.evaluate:
        return OWN
    meaning = "turns of its own after which evaluate() ends a rollout; 0: to the end"
    return {**OWN, TURNS: Trait(rules_class.horizon, 0, MOST_TURNS, meaning, whole=True)}


def searching(base: Choose, decision_limit: int) -> Choose:
    """Return the function of a search policy over the function of another."""

    def search(
        view: View,
        choices: Sequence[Hashable],
        chance: Stream,
        *,
        rollouts: int,
        doubt: float,
        turns: int = 0,
        **traits: float,
    ) -> Hashable:
        usual = base(view, choices, chance, **traits)
        if len(choices) == 1:
            return usual
        n = max(rollouts // len(choices), 2)
        rollout = Rollout(view, base, traits, chance.word(), decision_limit, turns)
        values = {choice: rollout.values(choice, n) for choice in choices}
        return clearly_best(values, usual, doubt)

    return search


def clearly_best(values: Mapping[Choice, list[float]], usual: Choice, doubt: float) -> Choice:
    """Return the choice with the best mean value if it is clearly above the usual one's.

    The values of a rollout number are of the same deal, so that differences are compared.
    """
    best = max(values, key=lambda choice: fmean(values[choice]))
    gains = [own - other for own, other in zip(values[best], values[usual], strict=True)]
    error = stdev(gains) / sqrt(len(gains))
    return best if fmean(gains) > doubt * error else usual


class Rollout:
    """Games played on from one decision; those of a number meet the same chance.

    They end with the game, or with its evaluation after a number of own turns; 0: never.
    """

    def __init__(
        self,
        view: View,
        base: Choose,
        traits: dict[str, float],
        seed: int,
        decision_limit: int,
        turns: int = 0,
    ) -> None:
        self.game = game_behind(view)
        self.seat: int = view.me
        self.players = players_at(self.game)
        self.base, self.traits = base, traits
        self.seed, self.decision_limit, self.turns = seed, decision_limit, turns

    def values(self, choice: Hashable, n: int) -> list[float]:
        """Return the value of a choice in `n` rollouts."""
        return [self.value(choice, number) for number in range(n)]

    def value(self, choice: Hashable, number: int) -> float:
        """Return the seat's share of the win at the end, or the points where it plays for them.

        After the last of its turns it is what the game's `evaluate` says.
        """
        game = dealt_again(self.game, self.seat, self.seed, number)
        streams = [noise_stream(self.seed, number, 0, seat) for seat in range(self.players)]
        game.play(choice)
        before, seat, n_decisions, turns = self.seat, game.seat(), 0, self.turns
        while seat is not None and n_decisions < self.decision_limit:
            if before != self.seat == seat:
                turns -= 1
                if turns == 0:
                    return float(game.evaluate(self.seat))
            choices = list(game.choices())
            game.play(self.base(View(game, seat), choices, streams[seat], **self.traits))
            before, seat, n_decisions = seat, game.seat(), n_decisions + 1
        if game.cooperative:
            return whole(game.scores(), "scores() of a cooperative game")
        results = results_of(game, self.players, seat is None)
        return float((results.scores if game.aim == POINTS else results.credits)[self.seat])


def dealt_again(game: PlainGame, seat: int, seed: int, number: int) -> PlainGame:
    """Return a copy of a game with other chance, and what a seat cannot see dealt again."""
    chance = Chance(type(game).sources, seed, number)
    other = copied(game, chance)
    other.hide(seat, chance)
    return other
