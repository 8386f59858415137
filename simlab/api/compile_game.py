"""`simlab.compile_game`: a plain game translated into kernels, and proof that both are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Count, Patch
from simlab.api.result import Content, Result, drop_empty
from simlab.catalog import find_game
from simlab.check.branches import branch_cells
from simlab.check.equality import GAMES, Equality
from simlab.check.proof import Proof
from simlab.check.redealt import Redealt
from simlab.check.translation import prove_translation
from simlab.compiler.module import MARK, Translation
from simlab.errors import InputError, RunError, Untranslatable
from simlab.files.paths import COMPILED
from simlab.plain.definition import PlainDefinition
from simlab.report.wording import join_list, n_of

MOST_REASONS = 3
"""Changes of the plain game that are recommended."""


@dataclass(frozen=True, eq=False, repr=False)
class CompileResult(Result):
    """A plain game as kernels, or what of it has no counterpart among kernels.

    The frame has a row per statement that cannot be translated; it is empty if there is none.
    """

    game: str
    file: Path
    """The file of the compiled game; it is not written if a rule cannot be translated."""
    translation: Translation
    proof: Proof = field(default_factory=Proof)
    """What playing both games on the same deals showed."""

    @property
    def equality(self) -> Equality | None:
        """What playing both games under the rules of the game showed."""
        return self.proof.equality

    @property
    def redealt(self) -> Redealt:
        """What playing both with hidden things dealt again showed."""
        return self.proof.redealt

    @property
    def is_written(self) -> bool:
        """Whether there is a compiled game."""
        return self.is_good

    @property
    def is_good(self) -> bool:
        """Whether all rules are translated, and both games are equal."""
        return self.proof.shows_equality

    @property
    def problems(self) -> list[str]:
        """Statements that cannot be translated with their reasons, or the first difference."""
        return [*map(str, self.translation.refusals), *self.proof.differences]

    @property
    def sentences(self) -> list[str]:
        """What was written and how it was proved, or what would help most."""
        proof = self.proof
        if proof.equality is None:
            n = n_of(len(self.translation.refusals), "statement")
            return [f"Nothing is written: {n} cannot be translated.", *self._advice]
        if proof.differences:
            differ = f"Nothing is written: the two games differ. {proof.sentence}"
            return [differ, *filter(None, [proof.cause])]
        sentences = [f"{self.file} is written. {proof.sentence}", *proof.notes]
        left_out = self.translation.left_out
        if left_out:
            sentences.append(f"Left out: {join_list(list(left_out))}, which cannot be translated.")
        return sentences

    @property
    def _advice(self) -> list[str]:
        """The changes that would help most: the reasons of most statements."""
        reasons = Counter(refusal.reason for refusal in self.translation.refusals)
        most = [f"{reason} ({n_of(n, 'statement')})" for reason, n in reasons.most_common()]
        if len(most) < 2:
            return []
        return [f"What would help most: {'; '.join(most[:MOST_REASONS])}."]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The statements that cannot be translated."""
        columns = ["file", "line", "statement", "reason"]
        rows = [vars(refusal) for refusal in self.translation.refusals]
        return drop_empty({"refusals": pd.DataFrame(rows, columns=columns)})

    def to_dict(self) -> Content:
        """Return the result as JSON."""
        equality, ends, redealt = self.proof.equality, self.proof.ends, self.proof.redealt
        search = self.proof.search
        return {
            "game": self.game,
            "file": str(self.file) if self.is_written else None,
            "is_good": self.is_good,
            "policies": list(self.translation.policies),
            "left_out": list(self.translation.left_out),
            "refusals": [vars(refusal) for refusal in self.translation.refusals],
            "games": 0 if equality is None else equality.games,
            "cells": 0 if equality is None else equality.cells,
            "rule_sets": ends.rule_sets,
            "games_of_rule_sets": ends.games,
            "stops": self.proof.stops,
            "redealt_decisions": redealt.decisions,
            "games_of_branches": search.compared,
            "missing_branches": branch_cells(self.proof.missing),
            "speedup": None if equality is None else equality.speedup,
            "problems": self.problems,
        }


def compile_game(
    game: AnyGame,
    *,
    games: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
) -> CompileResult:
    """Translate a plain game into kernels, like `simlab compile`.

    The compiled game is a file beside the plain one, `bazaar_compiled.py` for `bazaar.py`, which
    every command plays. Both games then play the same deals, and every cell is compared; a fortieth
    as many games are compared with each rule value at its ends and with each shipped patch. Then
    games are looked for, for up to 10 seconds of processor time where 200 are compared, that enter
    branches of the rules which few of these have entered; `proof.missing` has the branches that no
    compared game has entered.

        >>> import simlab
        >>> simlab.compile_game("bazaar/bazaar.py").is_good  # doctest: +SKIP
        True

    Args:
        game: Path of a plain game, or its `GAME`.
        games: Games for each number of players by which both are compared; 200 unless given.
        patch: Rules under which games are observed and compared besides its own: "hand_limit=5",
            {"hand_limit": 5}, or the name of a patch.
        data: Folder with the components of these rules.

    Returns:
        The file and what the comparison showed, or the statements that cannot be translated.

    Raises:
        InputError: there is no such game, it is not plain Python, its choices cannot be numbers,
            or a file of somebody else is in the way.
        ContractError: one of both games breaks its contract.
        RunError: the file cannot be written.
    """
    name = arguments.name(game)
    options = arguments.options(patch=patch, data=data)
    patches, folder = arguments.patch_texts(options["patch"]) or [], options["data"]
    plain = find_game(name)
    if not isinstance(plain, PlainDefinition):
        raise InputError(f"{plain.title} is a compiled game already", "game")
    file = _file_of(plain)
    n_games = GAMES if games is None else int(games)
    try:
        translation, proof = prove_translation(plain, file, n_games, patches, folder)
    except Untranslatable as error:
        raise InputError(str(error), name) from error
    except OSError as error:
        raise RunError(f"{file}: cannot be written: {error.strerror or error}") from error
    return CompileResult(name, file, translation, proof)


def _file_of(plain: PlainDefinition) -> Path:
    """Return the file of the compiled game.

    Raises:
        InputError: there is one that was not compiled.
    """
    home = plain.home
    file = home.with_name(f"{plain.name}{COMPILED}.py")
    if file.exists() and MARK not in file.read_text(encoding="utf-8").partition("\n")[0]:
        raise InputError(f"{file} is there already and was not written by this command", "game")
    return file
