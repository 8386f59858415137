"""`simlab.play`: a game in progress, played by people and policies."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import report_compiling, report_remarks
from simlab.api.replay import experiment_of, in_language, names_of
from simlab.errors import InputError, not_one_of
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.explain.ending import ending
from simlab.explain.live_game import LiveGame
from simlab.game.language import ENGLISH

ALL = "all"
NEW_GAMES = 1_000_000
"""A new game is one of this number of deals."""


@dataclass(frozen=True, eq=False)
class GameInProgress:
    """A game that waits for the choice of a person.

    `choose(2)` makes the second choice of `choices`; the policies then play on. At the end,
    `choices` is empty and `ending` says who won.
    """

    live: LiveGame
    target: str
    options: Mapping[str, Any]

    @property
    def scenario(self) -> Scenario:
        """Game, rules and policies."""
        return self.live.scenario

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return names_of(self.scenario)

    @property
    def seat(self) -> int | None:
        """The seat that is asked, from 0; None at the end."""
        return self.live.offer and self.live.offer[0]

    @property
    def choices(self) -> list[str]:
        """What may be chosen, in words."""
        return self.live.offer[1] if self.live.offer else []

    @property
    def visible(self) -> list[str]:
        """What the seat that is asked sees, in lines."""
        return [] if self.seat is None else self.live.table.visible(self.seat)

    @property
    def board(self) -> list[str]:
        """What lies in each place of the board, in lines; none without a board."""
        return self.live.table.board()

    def choose(self, number: int) -> None:
        """Make a choice by its number, from 1, and let the policies play on.

        Raises:
            InputError: there is no such choice.
            ContractError: the game or a policy broke its contract.
        """
        in_background(lambda: self.live.choose(number - 1))

    def undo(self) -> None:
        """Take back the last choice of a person.

        Raises:
            InputError: there is none.
        """
        in_background(self.live.undo)

    def news(self) -> list[str]:
        """Return the sentences of what has happened since the last call."""
        return self.live.news()

    @property
    def ending(self) -> list[str]:
        """How the game ended, in sentences; none before the end."""
        return [] if self.live.offer else ending(self.scenario, self.live.table.result())

    @property
    def command(self) -> str:
        """The command that plays the same game again, up to here."""
        people = sorted(self.live.people)
        play_options = {
            "seat": [] if people == [0] else [str(seat + 1) for seat in people],
            "game": str(self.live.deal),
            "choices": ",".join(str(position + 1) for position in self.live.chosen),
        }
        return arguments.command_line("play", self.target, {**self.options, **play_options})


def play(
    game: AnyGame,
    *,
    seat: int | str | Sequence[int | str] = 1,
    number: int | None = None,
    choices: str | Sequence[int] = (),
    players: Count | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    lang: str | None = ENGLISH,
    observer: Observer = SILENT,
) -> GameInProgress:
    """Begin a game in which you make the choices of a seat, and policies those of the others.

        >>> import simlab
        >>> game = simlab.play("pig", number=3, policy="hold")
        >>> game.choices
        ['hold', 'roll']
        >>> game.choose(2)
        >>> game.news()[0]
        'Player 1 rolls a 4.'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        seat: Seats of people, as numbers from 1 or names, or "all".
        number: Number of the game (its deal); a new one unless given.
        choices: Choices to begin with, as numbers from 1: [2, 2, 1] or "2,2,1".
        players: Number of players.
        policy: Policy of the other seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        lang: Language of the game's terms and sentences: en, fr; None: that of the locale.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The game, at the first choice of a person.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: the game or a policy broke its contract.
    """
    options = arguments.write_options(
        arguments.options(
            players=players,
            policy=policy,
            policy_file=policy_file,
            seed=seed,
            patch=patch,
            data=data,
        )
    )
    target = arguments.name(game)
    scenario = in_language(experiment_of(target, options, False).scenarios[0], lang)
    seats = [str(seat_name) for seat_name in arguments.several(seat, str) or []]
    people = frozenset(seat_numbers(names_of(scenario), seats))
    positions = arguments.numbers("choices", choices or [], "2,2,1", int)
    report_remarks([scenario], observer)
    report_compiling(scenario.game, scenario.lineup, observer)
    deal = random.randrange(NEW_GAMES) if number is None else number
    live = in_background(lambda: LiveGame(scenario, deal, people))
    started = GameInProgress(live, target, options)
    for position in positions:
        started.choose(position)
    return started


def seat_numbers(names: Sequence[str], seats: Sequence[str]) -> list[int]:
    """Return the numbers of seats, from 0, by numbers from 1, names, or all.

    Raises:
        InputError: there is no such seat.
    """
    if ALL in seats:
        return [*range(len(names))]
    known = {str(number + 1): number for number in range(len(names))}
    known |= {name.lower(): number for number, name in enumerate(names)}
    unknown = next((seat for seat in seats if seat.lower() not in known), None)
    if unknown is not None:
        raise InputError(not_one_of(unknown, [*known, ALL]), "seat")
    return [known[seat.lower()] for seat in seats]
