"""Titles of the levels of a sweep's factors, and their rule changes as rulebook sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from simlab.experiment.factor import UNCHANGED, BaseRules, Factor, Level
from simlab.experiment.patch import find_shipped_patches, patch_hash
from simlab.game.components.change import changes


def level_words(factor: Factor, rules: BaseRules) -> dict[str, Any]:
    """Return the title of each level of a factor, and the sentences on what it changes.

    A patch or a file has the title of the shipped patch that makes the same change, if there is
    one.

    Raises:
        InputError: a shipped patch is broken.
    """
    shipped = find_shipped_patches(rules.game, rules.data)
    titles = {patch_hash(patch.values): patch.title.rstrip(".") for patch in shipped}
    return {
        "titles": [_title(factor, level, titles) for level in factor.levels],
        "changes": [_sentences(factor, level, rules) for level in factor.levels],
    }


def _title(factor: Factor, level: Level, titles: dict[str, str]) -> str:
    if factor.is_named and not level.is_change:
        return UNCHANGED
    is_whole_patch = factor.is_named and level.is_change and level.data is None
    title = titles.get(patch_hash(level.patch), "") if is_whole_patch else ""
    return title or level.label.replace("_", " ")


def _sentences(factor: Factor, level: Level, rules: BaseRules) -> list[str]:
    """Return the changes of a level; that another file is read is left out beside its content."""
    if not level.is_change:
        return []
    level_rules = rules if level.data is None else replace(rules, data=Path(level.data))
    rule_changes = changes(rules.under({}), level_rules.under(level.patch), rules.game.schema)
    content = [change for change in rule_changes if set(change.new) != {factor.name}]
    return [change.sentence for change in content or rule_changes]
