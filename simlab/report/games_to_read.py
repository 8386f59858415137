"""Section of a page with games to read: why each was picked, how it ended, its transcript."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from markupsafe import Markup, escape

from simlab.analysis.example_games import (
    BEST,
    CLOSEST,
    LONGEST,
    METHOD,
    MOST_GAMES,
    STRANGEST,
    TYPICAL,
    ExampleGame,
    Quantity,
)
from simlab.analysis.tables import Scenario, Tables
from simlab.game.nouns import singular
from simlab.report.figure_block import FigureBlock
from simlab.report.scenario import policies_at_table
from simlab.report.wording import MINUS, begin_sentence, n_of, whole

TITLES = {
    TYPICAL: "a typical one",
    BEST: "the best score",
    CLOSEST: "the closest",
    LONGEST: "the longest",
    STRANGEST: "the strangest",
}
MOST_CHARACTERS = 20_000
"""Characters of a transcript on a page: five of this length keep it below 150 KB."""
LEFT_OUT = "Left out here for its length; the command above prints it."
UNFINISHED = "Games to read are picked when the run is finished."
UNPLAYABLE = (
    "Games of this run cannot be read here: with the code, the data and the simlab that wrote this"
    " page they cannot be played again as they were."
)


@dataclass(frozen=True)
class Turn:
    """A turn or a round: its heading, its lines, and the state of the game after it, if it has one.

    A line is a sentence with the number of its decision, or with an empty text.
    """

    heading: str
    lines: Sequence[tuple[str, str]]
    state: str

    @property
    def n_characters(self) -> int:
        """Length of its text."""
        return sum(
            len(passage)
            for passage in (self.heading, *(line for _, line in self.lines), self.state)
        )


@dataclass(frozen=True)
class GameToRead:
    """A game of a run, move by move."""

    example: ExampleGame
    scenario: Scenario
    seats: Sequence[tuple[str, str]]
    """Name and policy of each seat."""
    turns: Sequence[Turn]
    ending: str
    """Who won or what was scored, and why the game ended, in sentences."""
    command: str
    """The command that replays it."""

    @property
    def slug(self) -> str:
        """Name of its place on the page."""
        return f"game-{self.example.kind}"

    @property
    def name(self) -> str:
        """Its number, with its rotation if there are several: `game 1,204, rotation 2`."""
        rotation = f", rotation {self.example.rotation}" if self.scenario.rotations > 1 else ""
        return f"game {whole(self.example.deal)}{rotation}"

    @property
    def title(self) -> str:
        """Its number, and why it was picked."""
        return f"{begin_sentence(self.name)}: {TITLES[self.example.kind]}"

    @property
    def reason(self) -> str:
        """The quantities by which it was picked, as a sentence."""
        return begin_sentence(f"{'; '.join(map(_quantity_text, self.example.quantities))}.")

    @property
    def n_lines(self) -> int:
        """Lines of its transcript."""
        return sum(len(turn.lines) for turn in self.turns)

    @property
    def shown_turns(self) -> Sequence[Turn]:
        """Its turns; of a long game those at the beginning and at the end."""
        return without_middle(self.turns, MOST_CHARACTERS)

    def marked(self, sentence: str) -> Markup:
        """Return a text in which seats that begin a clause are marked by a class of their own."""
        seat_by_name = {str(escape(name)): seat for seat, (name, _) in enumerate(self.seats)}
        # the longest first, as one name may begin another
        names = "|".join(map(re.escape, sorted(seat_by_name, key=len, reverse=True)))
        return Markup(
            re.sub(
                rf"(?:^|(?<=[.;:] ))(?:{names})(?!\w)",
                lambda name: f'<b class="seat-{seat_by_name[name.group()]}">{name.group()}</b>',
                str(escape(sentence)),
            )
        )


@dataclass(frozen=True)
class GamesToRead:
    """The games of a page, or a sentence on why there are none."""

    games: Sequence[GameToRead] = ()
    lead: str = ""
    note: str = METHOD


def lead_of(tables: Tables, scenario: Scenario) -> str:
    """Return from which games these were picked, and what the numbers of the lines are for."""
    n_games = tables.scenario_counts(scenario).n_games
    which = (
        f"the first {whole(MOST_GAMES)} games" if n_games > MOST_GAMES else n_of(n_games, "game")
    )
    rules = " by the changed rules" if scenario.changes else ""
    return (
        f"Picked from {which} with {n_of(scenario.players, 'player')}{rules},"
        f" {policies_at_table(scenario)}."
        " A number before a line is that of its decision, which simlab explain-move takes."
    )


def without_middle(turns: Sequence[Turn], most: int) -> list[Turn]:
    """Return turns without those in the middle, so that their text is no longer than `most`.

    A turn without lines names the first and the last of those that are left out.
    """
    sizes = np.array([turn.n_characters for turn in turns])
    n_first = int((sizes.cumsum() <= most / 2).sum())
    n_last = int((sizes[::-1].cumsum() <= most / 2).sum())
    middle = turns[n_first : len(turns) - n_last]
    if sizes.sum() <= most:
        return list(turns)
    heading = " – ".join(dict.fromkeys((middle[0].heading, middle[-1].heading)))
    gap = Turn(heading, (), LEFT_OUT)
    return [*turns[:n_first], gap, *turns[len(turns) - n_last :]]


def link_games(blocks: Iterable[FigureBlock], games: GamesToRead) -> list[FigureBlock]:
    """Return figure blocks with links to the games that are the extremes of a figure."""
    return [_link_block(block, games) for block in blocks]


def _link_block(block: FigureBlock, games: GamesToRead) -> FigureBlock:
    links = [
        Markup(' {} with {}: <a href="#{}">{}</a>.').format(
            begin_sentence(TITLES[game.example.kind]),
            n_of(game.scenario.players, "player"),
            game.slug,
            game.name,
        )
        for game in games.games
        if game.example.kind in (BEST, LONGEST, CLOSEST)
        and block.slug in (game.example.column, f"length_{game.example.column}")
    ]
    return replace(block, lead=Markup("").join([escape(block.lead), *links])) if links else block


def _quantity_text(quantity: Quantity) -> str:
    """Return `24 rounds (median 13)`, or `score: 54 points (median 57)`."""
    value, unit = _number(quantity.value), quantity.unit
    # "1 round", but "1 decision per player": only what is counted loses its plural
    if value == "1":
        counted, per, whom = unit.partition(" per ")
        unit = f"{singular(counted)}{per}{whom}"
    amount = value if quantity.unit in quantity.label else f"{value} {unit}".rstrip()
    label = quantity.label.replace(": ", ", ")
    phrase = f"{value} {unit}" if quantity.label == quantity.unit else f"{label}: {amount}"
    return f"{phrase} (median {_number(quantity.median)})"


def _number(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0").replace("-", MINUS)
