"""Golden transcripts: a few whole games told in words, to be read from start to end in a diff.

After a change that is meant, write them again and read them:

    .venv/bin/python -m tests.games.test_transcript
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from simlab.engine.build import Engine
from simlab.engine.journal import events, new_journal
from simlab.engine.record import NOT_APPLICABLE, fields_of
from simlab.explain.replay import named_event
from simlab.explain.transcript import Block, blocks
from simlab.game import Game
from simlab.games.arriala import GAME as ARRIALA
from simlab.games.mare_nostrum import GAME as MARE_NOSTRUM
from simlab.games.taxis import GAME as TAXIS
from tests.support.compiled_pig import PIG

FOLDER = Path(__file__).parent / "transcripts"
SEED = 1914
WIDTH = 100
LONGEST = 150
"""Lines that somebody will still read."""

SAID_BEFORE = {"deal", "rotation"}


@dataclass(frozen=True)
class Tale:
    """A game worth telling."""

    game: Game
    players: int
    policy: str
    deal: int
    patch: Mapping[str, object] = field(default_factory=dict)
    note: str = ""

    def text(self) -> str:
        """Return the game in words: a title, the setup and the turns line by line, the result."""
        rules, journal = self.game.load(patch=self.patch), new_journal(listening=True)
        policy = next(policy for policy in self.game.policies if policy.name == self.policy)
        lineup = [policy] * self.players
        row = Engine(self.game).play(rules.row, lineup, SEED, self.deal, 1, journal=journal)[0]
        numbers = events(journal).tolist()
        happened = [named_event(event, self.game, rules) for event in numbers]
        turns = blocks(self.game, rules, self.players, happened)
        lines = [self.title(), *(line for block in turns for line in lines_of(block))]
        return "\n".join([*lines, "", *result(row, self.game)]) + "\n"

    def title(self) -> str:
        table = f"{self.players} players" if self.players > 1 else "1 player"
        return (
            f"{self.game.title}, {table}, {self.policy}, seed {SEED}, game {self.deal}{self.note}"
        )


def lines_of(block: Block) -> Iterator[str]:
    """Yield the heading of a block, its lines with the numbers of decisions, and its state."""
    yield from ("", block.heading)
    for line in block.lines:
        yield f"{'' if line.decision is None else line.decision:>4}  {line.text}"
    if block.state:
        yield f"      {block.state}"


def result(row: npt.NDArray[Any], game: Game) -> list[str]:
    """Return the columns of the game itself that say something, in lines."""
    cells = ", ".join(f"{name}={number}" for name, number in columns(row, game.outcome_row))
    return textwrap.wrap(cells, WIDTH)


def columns(row: Any, dtype: np.dtype[Any]) -> Iterator[tuple[str, int]]:
    """Yield the columns of a row and their numbers, an array as a column for each entry."""
    for name, entry in fields_of(dtype).items():
        if name in SAID_BEFORE or entry.dtype.names:
            continue
        for column, number in zip(entry.each or (name,), np.ravel(row[name]), strict=True):
            if number != NOT_APPLICABLE:
                yield column, int(number)


STREETS = (
    *("fabert", "saint_dominique", "orsay", "constantine"),
    *("grenelle", "invalides", "tourville", "tour_maubourg"),
)
SHORT = {f"taxis.{street}_3.copies": 0 for street in STREETS}
WITHOUT = ", without taxis of value 3"

SHORT_CANAL = {
    "stretches.grisolles_montech.cells": 6,
    "stretches.montech_castelsarrasin.cells": 4,
    "stretches.castelsarrasin_moissac.cells": 3,
    "stretches.moissac_valence_d_agen.cells": 5,
}
SHORTER = ", on a canal of 18 cells"

ONE_ROUND, TWO_ROUNDS = {"rounds_cap": 1}, {"rounds_cap": 2}
CUT_AT_ONE, CUT_AT_TWO = ", capped after 1 round", ", capped after 2 rounds"

TALES = {
    "arriala_2p": Tale(ARRIALA, 2, "planner", 1, SHORT_CANAL, SHORTER),
    "arriala_3p": Tale(ARRIALA, 3, "greedy", 3, SHORT_CANAL, SHORTER),
    "arriala_4p": Tale(ARRIALA, 4, "planner", 14, SHORT_CANAL, SHORTER),
    "mare_nostrum_3p": Tale(MARE_NOSTRUM, 3, "balanced", 0, TWO_ROUNDS, CUT_AT_TWO),
    "mare_nostrum_4p": Tale(MARE_NOSTRUM, 4, "greedy", 0, ONE_ROUND, CUT_AT_ONE),
    "mare_nostrum_5p": Tale(MARE_NOSTRUM, 5, "balanced", 0, ONE_ROUND, CUT_AT_ONE),
    "taxis_1p": Tale(TAXIS, 1, "greedy", 1, SHORT, WITHOUT),
    "taxis_2p": Tale(TAXIS, 2, "greedy", 13, SHORT, WITHOUT),
    "taxis_5p": Tale(TAXIS, 5, "greedy", 0, SHORT, WITHOUT),
    "pig_2p": Tale(PIG, 2, "hold", 0, {"target": 60}, ", up to 60 points"),
}


@pytest.mark.parametrize("name", TALES)
def test_a_game_is_reported_as_before(name: str) -> None:
    assert TALES[name].text() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TALES)
def test_a_transcript_is_short_enough_to_be_read(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8").count("\n") <= LONGEST


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, tale in TALES.items():
        (FOLDER / f"{name}.txt").write_text(tale.text(), encoding="utf-8")
