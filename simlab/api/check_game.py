"""`simlab.check_game`: the contract test of a game or a policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Count, Patch
from simlab.api.result import Content, Result, drop_empty
from simlab.catalog import find_game
from simlab.check.branches import branch_cells
from simlab.check.equality import GAMES, Equality
from simlab.check.proof import Proof, prove_under
from simlab.check.supervisor import Report, check_all
from simlab.errors import InputError

DEALS = 2
"""Deals of each line-up that the contract test plays."""


@dataclass(frozen=True, eq=False, repr=False)
class CheckResult(Result):
    """What the contract test of a game or a policy found.

    The frame has a row per problem; it is empty if there is none.
    """

    game: str
    report: Report
    proof: Proof = field(default_factory=Proof)
    """What playing it and another version of it on the same deals showed."""

    @property
    def equality(self) -> Equality | None:
        """What playing both under the rules asked for showed."""
        return self.proof.equality

    @property
    def problems(self) -> list[str]:
        """All problems, a sentence each."""
        return [*self.report.problems, *self.proof.differences]

    @property
    def is_good(self) -> bool:
        """Whether there is no problem."""
        return not self.problems

    @property
    def looked_at(self) -> str:
        """How much was checked."""
        return self.report.looked_at if self.equality is None else self.proof.sentence

    @property
    def sentences(self) -> list[str]:
        """How much was checked, line-ups whose games do not end, advice, number of problems."""
        n = len(self.problems) if self.equality is None else int(not self.is_good)
        remarks = [*self.report.endless, *self.report.advice, *self.proof.notes]
        return [self.looked_at, *remarks, f"{n or 'No'} problem{'s' * (n != 1)}."]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The problems."""
        return drop_empty({"problems": pd.DataFrame({"problem": self.problems})})

    def to_dict(self) -> Content:
        """Return the problems as JSON."""
        looked_at = {"games": self.report.n_games, "decisions": self.report.n_decisions}
        if self.equality is not None:
            looked_at = {"games": self.equality.games, "cells": self.equality.cells}
        missing = {"missing_branches": branch_cells(self.proof.missing)} if self.equality else {}
        return {
            "game": self.game,
            "is_good": self.is_good,
            "problems": self.problems,
            "endless": self.report.endless,
            "advice": self.report.advice,
            **looked_at,
            **missing,
        }


def check_game(
    game: AnyGame,
    *,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    players: Count | Sequence[Count] | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    deals: int | None = None,
    against: AnyGame | None = None,
    verbose: bool = False,
) -> CheckResult:
    """Test whether a game or a policy keeps the contract, like `simlab check`.

    Checks endings, menus, setup, hidden information, memory and more at every number of players,
    compiled with bounds checks and in plain Python, in processes of their own. For a game outside
    simlab it also writes a report page. Habits of the default player that a person would call
    silly, such as turns in which nothing is done, are a remark among `sentences`.

        >>> import simlab
        >>> simlab.check_game("pig", players=2).problems
        []

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        policy_file: Python files whose policies are tested in place of the game's own.
        players: Numbers of players; all that the game allows unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        deals: Deals to check per line-up; 2 unless given. With `against`, games for each number of
            players; 200 unless given.
        against: Another version of the game, one of both in plain Python. Both play the same deals,
            and every column that both have is compared, instead of the contract test. Branches of
            the plain game that no game enters are named.
        verbose: Whether to print each line-up on stderr when it is checked.

    Returns:
        The problems, and how many games and decisions were checked.

    Raises:
        InputError: there is no such game, policy file, patch or folder.
    """
    name = arguments.name(game)
    options = arguments.options(players=players, policy_file=policy_file, patch=patch, data=data)
    counts = None if options["players"] is None else ",".join(options["players"])
    files, patches = options["policy_file"] or [], arguments.patch_texts(options["patch"]) or []
    if against is not None:
        left_out = [name for name in ("players", "policy_file") if options[name]]
        if left_out:
            raise InputError("leave it out where two games are compared", left_out[0])
        games = [find_game(game_name) for game_name in (name, arguments.name(against))]
        compiled, plain = sorted(games, key=lambda version: version.is_plain)
        proof = prove_under(plain, compiled, deals or GAMES, patches, options["data"])
        return CheckResult(name, Report(), proof)
    report = check_all(name, files, counts, patches, options["data"], deals or DEALS, not verbose)
    return CheckResult(name, report)
