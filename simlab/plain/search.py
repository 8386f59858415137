"""The rollout search of plain games: that of kernels, as ordinary Python.

The functions of `simlab.engine.search`, `plan` and `tree` name those of a game, and read numbers
and records. Here copies of them that are not compiled are bound to a plain game: a table is a place
that holds a copy of the game, a choice is the number under which it was first offered, and the
memory of the search is an object with the fields of `work_record`. As a plain game draws the same
random numbers as its translation, a search chooses the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from simlab.engine import plan, search, tree
from simlab.engine.loop import OVER
from simlab.engine.record import fields_of
from simlab.engine.sources import called
from simlab.game.policy import Policy
from simlab.plain.chance import Chance, Stream, noise_stream
from simlab.plain.game import copy_game, players_at
from simlab.plain.results import results_of, whole
from simlab.plain.seated_policy import Memory, choose_by
from simlab.plain.view import View, game_behind
from simlab.players.search import OWN, Search, bounds_of, fields_of_search


def search_over(base: Policy, game: Any) -> Search:
    """Return the search of a plain game over a base policy; it has the traits of both.

    Raises:
        InputError: the base policy has too many traits, or one with the name of one of the search.
    """
    fields = fields_of_search(base, game, memory=0)
    function, memory_class = search_function(base, game), partial(SearchMemory, base, game)
    return Search(**fields, function=function, memory_class=memory_class)


def search_function(base: Policy, game: Any) -> Callable[..., Hashable]:
    """Return the function of a search policy."""
    number_of_choice, base_traits = bind_search(base, game), [*base.traits]

    def search_on(
        view: View,
        choices: Sequence[Hashable],
        chance: Stream,
        memory: SearchMemory,
        **traits: float,
    ) -> Hashable:
        # menus of a plain game have no known limit
        memory.make_room(len(choices))
        settings = SimpleNamespace(**{name: traits[name] for name in OWN})
        settings.base_traits = tuple(traits[name] for name in base_traits)
        table = Table(memory.numbers, memory.streams, game_behind(view))
        table.offer(list(choices))
        number = number_of_choice(None, table, view.me, table.menu, settings, memory, chance)
        return table.choice(number)

    return search_on


class Table:
    """A place that holds a game, with the choices of the seat that decides there.

    All tables of a search number the choices alike, so that those of two rollouts can be compared.
    """

    __slots__ = ("choices", "game", "menu", "numbers", "streams")

    def __init__(self, numbers: dict[Hashable, int], streams: Chance, game: Any = None) -> None:
        self.numbers, self.streams, self.game = numbers, streams, game
        self.choices: list[Hashable] = []
        self.menu: list[int] = []

    def offer(self, choices: list[Hashable]) -> None:
        """Take the choices of the seat that decides."""
        numbers, self.choices = self.numbers, choices
        self.menu = [numbers.setdefault(choice, len(numbers)) for choice in choices]

    def number(self, choice: Hashable) -> int:
        """Return the number of a choice."""
        return self.numbers.setdefault(choice, len(self.numbers))

    def choice(self, number: int) -> Hashable:
        """Return the choice of a number: that on the menu, or one that a restriction took off."""
        try:
            return self.choices[self.menu.index(number)]
        except ValueError:
            return list(self.numbers)[number]


class SearchMemory:
    """What a search keeps in a game: the fields of the kernels' `work_record`, and the numbers."""

    def __init__(self, base: Policy, game: Any) -> None:
        players, n_traits = game.players[1], len(base.traits)
        self.numbers: dict[Hashable, int] = {}
        self.silence = None
        self.streams = Chance(game.rules_class.sources, 0, 0)
        self.dealt = Table(self.numbers, self.streams)
        self.trial = Table(self.numbers, self.streams)
        self.row = empty_result(players)
        self.menu: list[int] = []
        self.noise: list[Stream | None] = [None] * players
        self.memory = BaseMemories(BaseMemory(base) for _ in range(players))
        self.base_memory = BaseMemory(base)
        self.weights, self.varied = np.zeros((players, n_traits)), np.zeros(n_traits)
        self.plan = zeros_of(plan.Plan.dtype)
        self.plan.weights = np.zeros(n_traits)
        self.tree = zeros_of(tree.Tree.dtype)
        for name, values in vars(self.tree).items():
            setattr(self.tree, name, values.tolist())  # Python reads lists faster than arrays
        self.chances = self.decisions = self.n_options = 0
        self.make_room(0)

    def make_room(self, n_choices: int) -> None:
        """Make room for the statistics of each choice or plan."""
        most = max(n_choices, plan.MOST_PLANS)
        self.options, self.ranking, self.rollouts = [0] * most, [0] * most, [0] * most
        self.total, self.total_square = [0.0] * most, [0.0] * most
        self.gain, self.gain_square = [0.0] * most, [0.0] * most


class BaseMemory(Memory):
    """What the base policy remembers at a seat; a search clears it as an array, `memory[:] = 0`."""

    def __getitem__(self, whole: slice) -> BaseMemory:
        return self

    def __setitem__(self, whole: slice, zero: int) -> None:
        self.clear()


class BaseMemories(list[BaseMemory]):
    """That of each seat in a rollout; `memories[:] = 0` clears all."""

    def __setitem__(self, whole: Any, zero: Any) -> None:
        for memory in self:
            memory.clear()


def zeros_of(layout: np.dtype[Any]) -> Any:
    """Return an object with the fields of a record, all zero."""
    fields = fields_of(layout).items()
    return SimpleNamespace(**{name: np.zeros(field.shape, field.dtype) for name, field in fields})


def empty_result(seats: int) -> Any:
    """Return an object with what a search reads of the OUTCOME row of a game."""
    seat_rows = np.array([SimpleNamespace(score=0, credit=0.0) for _ in range(seats)])
    return SimpleNamespace(score=0, seats=seat_rows)


def bind_search(base: Policy, game: Any) -> Any:
    """Return the search of kernels, in plain Python, bound to a plain game and a base policy."""
    names = dict(OF_GAMES)
    names["base"] = base_function(base)
    names["DECISION_LIMIT"] = game.decision_limit
    names["BOUNDS"] = np.array(bounds_of(base), np.float64).reshape(-1, 3)
    names["final_value"] = called(search.final_value_of(game))
    return functions_in_plain_python(names)["search"]


def functions_in_plain_python(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the modules of the search define, uncompiled, with other values of some names."""
    shared = {**vars(tree), **vars(plan), **vars(search)}
    modules = {module.__name__ for module in (tree, plan, search)}
    for name, value in shared.items():
        function = called(value)
        # copies with one dictionary of globals, where each finds the others and the game's
        if isinstance(function, FunctionType) and function.__module__ in modules:
            shared[name] = FunctionType(function.__code__, shared, name, function.__defaults__)
    shared.update(names)
    return shared


def base_function(policy: Policy) -> Callable[..., int]:
    """Return how a search asks its base policy."""
    choose = choose_by(policy)
    whole_numbers = [name for name, trait in policy.traits.items() if trait.whole]
    names = [*policy.traits]

    def base(
        rules: None, table: Table, seat: int, menu: Any, traits: Any, memory: Any, rng: Stream
    ) -> int:
        # asked at the root: the weights are as they were given
        if isinstance(traits, tuple):
            weights = dict(zip(names, traits, strict=True))
        else:  # these are varied, and all of them reals
            weights = dict(zip(names, traits.tolist(), strict=True))
            weights |= {name: int(weights[name]) for name in whole_numbers}
        view, choices = View(table.game, seat), table.choices.copy()
        return table.number(choose(view, choices, rng, weights, memory))

    return base


def next_seat(rules: None, table: Table) -> int:
    """Return the seat that decides, or OVER."""
    seat = table.game.seat()
    return OVER if seat is None else int(seat)


def legal(rules: None, table: Table, menu: list[int]) -> int:
    """Write the numbers of the choices; return how many."""
    table.offer([*table.game.choices()])
    menu[:] = table.menu
    return len(menu)


def apply(rules: None, table: Table, choice: int, streams: Chance, journal: None) -> None:
    """Carry out a choice."""
    table.game.play(table.choice(choice))


def outcome(rules: None, table: Table, is_over: bool, row: Any) -> None:
    """Describe a game that ended or was stopped."""
    game = table.game
    if game.cooperative:
        row.score = whole(game.scores(), "scores() of a cooperative game")
        return
    results = results_of(game, players_at(game), is_over)
    # the row has a place for each seat of the largest table
    for seat, score, credit in zip(row.seats, results.scores, results.credits, strict=False):
        seat.score, seat.credit = score, credit


def hide(rules: None, table: Table, seat: int, streams: Chance) -> None:
    """Deal again what a seat cannot see."""
    table.game.hide(seat, streams)


def evaluate(rules: None, table: Table, seat: int) -> float:
    """Return the value of an unfinished position."""
    return float(table.game.evaluate(seat))


def copy_row(source: Table, target: Table) -> None:
    """Put a copy of one table in the place of another."""
    target.game = copy_game(source.game, target.streams)
    # not copied: a menu is replaced, never changed
    target.choices, target.menu = source.choices, source.menu


def seed_table(streams: Chance, seed: int, deal: int) -> None:
    """Begin the sources of chance of the table again."""
    streams.restart(seed, deal)


def seed_noise(
    streams: list[Stream | None], seed: int, deal: int, rotation: int, players: int
) -> None:
    """Begin the stream of each seat's policy again."""
    streams[:] = [noise_stream(seed, deal, rotation, seat) for seat in range(players)]


def key(rng: Stream) -> int:
    """Draw a seed for the random streams of the rollouts."""
    return rng.word() >> 11


def below(rng: Stream, n: Any) -> int:
    """Return a uniform integer from 0 to n - 1."""
    return rng.below(int(n))


def uniform(rng: Stream) -> float:
    """Return a uniform real from 0 to below 1."""
    return rng.uniform()


def do_nothing(*_: Any) -> None:
    """Do nothing: copies of a game report to nobody, and errors are exceptions."""


OF_GAMES: Mapping[str, Any] = {
    **{
        function.__name__: function
        for function in (
            next_seat,
            legal,
            apply,
            outcome,
            hide,
            evaluate,
            copy_row,
            seed_table,
            seed_noise,
            key,
            below,
            uniform,
        )
    },
    "deaf_journal": do_nothing,
    "share_fault": do_nothing,
}
"""What the functions of the search name, for plain games."""
