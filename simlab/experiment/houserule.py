"""House rule: scenarios that play the same deals under unchanged and changed rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from simlab.experiment.patch import Patch, patch_hash
from simlab.experiment.population import witness_games
from simlab.experiment.spec import (
    DEFAULT_GAMES,
    ExperimentTable,
    HouseruleTable,
    Patches,
    ScenarioTable,
)
from simlab.game.definition import Game

KIND = "houserule"
UNCHANGED, CHANGED = "unchanged", "changed"
OTHERS_PART = 20
"""Games of the line-up per game of each other policy: these need only show a sign."""
FEWEST_OF_OTHERS = 400
"""With fewer games an interval is too wide to show even that."""


def comparison_entries(
    change: HouseruleTable, *, prefix: str = "", **more: Any
) -> Iterator[ScenarioTable]:
    """Yield the two entries of a comparison."""
    yield ScenarioTable(name=prefix + UNCHANGED, **more)
    changed = ScenarioTable(name=prefix + CHANGED, data=change.data, **more)
    # validating again would lose the files and lines of the patch
    yield changed.model_copy(update={"patch": change.patch})


def entries(
    table: ExperimentTable,
    game: Game,
    change: HouseruleTable,
    players: int,
    other_policies: Iterable[str],
) -> Iterator[ScenarioTable]:
    """Yield the entries of a house rule for this number of players: others, then the line-up.

    Each other policy has all seats; they show how far the effect depends on the policy. A slow one
    plays fewer games. They are left out where each would play more than the line-up.
    """
    n_asked = table.games or DEFAULT_GAMES
    n_games = max(n_asked // OTHERS_PART, FEWEST_OF_OTHERS)
    for policy in other_policies if n_games <= n_asked else ():
        n_own = witness_games(n_games, policy, game, players)
        settings = {"players": [players], "policy": [policy], "games": n_own}
        yield from comparison_entries(change, prefix=f"{policy}-", **settings)
    yield from comparison_entries(change, players=[players])


def study(slugs: Sequence[str]) -> dict[str, Any]:
    """Return the study of the scenarios of these names.

    `pairs` are the comparisons of the line-up, `others` those of other policies.
    """
    bases = [slug for slug in slugs if slug.endswith(f"-{UNCHANGED}")]
    comparisons = [[slug, slug.removesuffix(UNCHANGED) + CHANGED] for slug in bases]
    # `2-unchanged` is of the line-up, `2-random-unchanged` of another policy
    main = [
        comparison for comparison in comparisons if comparison[0].partition("-")[2] == UNCHANGED
    ]
    return {
        "kind": KIND,
        "pairs": main,
        "others": [comparison for comparison in comparisons if comparison not in main],
    }


def among(shipped: Iterable[Patch], patches: Patches) -> list[dict[str, str]]:
    """Return name and title of the shipped patches among some patches."""
    patch_by_hash = {patch_hash(patch.values): patch for patch in shipped}
    matches = [
        patch_by_hash[content_hash]
        for content_hash in map(patch_hash, patches)
        if content_hash in patch_by_hash
    ]
    return [{"name": patch.name, "title": patch.title} for patch in matches]
