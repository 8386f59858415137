"""Translation of a plain game into a file of kernels, kept only if it is proved equal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simlab.catalog import find_game
from simlab.check.proof import Proof, prove
from simlab.compiler.module import Translation, translate_game
from simlab.errors import SimlabError
from simlab.execution.compared_rules import keep_proved
from simlab.experiment.patch import apply_patches
from simlab.experiment.rule_ends import rule_ends
from simlab.files.writing import write_whole
from simlab.plain.definition import PlainDefinition


def prove_translation(
    plain: PlainDefinition,
    file: Path,
    games: int,
    patches: Sequence[str] = (),
    data: str | None = None,
) -> tuple[Translation, Proof]:
    """Translate a plain game into a file, and play both games on the same deals.

    The file is removed again unless both are equal. `games` for each number of players are
    compared, and as many under a patch or other data.

    Raises:
        ContractError: one of both games breaks its contract.
        InputError: the rules cannot be loaded.
        Untranslatable: its choices have forms that kernels do not have.
        OSError: the file cannot be written.
    """
    other_rules = [apply_patches(plain, patches, data)] if patches or data else []
    ends = rule_ends(plain, data)
    folder = None if file.parent == plain.home.parent else file.parent
    translation = translate_game(
        plain, *other_rules, ends=[end.rules for end in ends], folder=folder
    )
    if not translation.code:
        return translation, Proof()
    write_whole(file, translation.code)
    try:
        compiled = find_game(str(file))
        proof = prove(plain, compiled, ends, games, patches, data)
    except SimlabError:
        file.unlink()
        raise
    if proof.shows_equality:
        keep_proved(compiled, [plain.load(), *other_rules])
    else:
        file.unlink()
    return translation, proof
