"""Choice of a game to watch: any deal, a typical one, the best, the closest, or a changed one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simlab.analysis.changed_games import clearest_among
from simlab.analysis.example_games import KINDS, examples_among
from simlab.analysis.games import Games
from simlab.errors import InputError
from simlab.studies.ab.watched_comparison import WatchedComparison
from simlab.studio.game_view import game_view
from simlab.studio.question import ComparedRules

Content = dict[str, Any]

DEAL, WORST, FLIPPED = "deal", "worst", "flipped"
PICKS = (DEAL, *KINDS, WORST, FLIPPED)
LAST_DEAL = (1 << 53) - 1
"""Largest whole number that a page writes without rounding."""


def views_of(
    rules: ComparedRules,
    request: Mapping[str, Any],
    games: Callable[[ComparedRules], WatchedComparison],
) -> Content:
    """Return a game under both rule sets; `request` has a `pick` and, for a deal, its number.

    `games` returns the games among which one is picked.

    Raises:
        InputError: there is no such game.
        ContractError: a policy broke its contract or does not return.
    """
    pick = request.get("pick")
    if pick not in PICKS:
        raise InputError("is no way to pick a game", "pick")
    deal, rotation = _numbers(request) if pick == DEAL else pick_game(str(pick), games(rules))
    comparison = rules.comparison
    views = [game_view(comparison.patched, deal, rotation)]
    if rules.changes:
        views = [game_view(comparison.base, deal, rotation), *views]
    titles = ("Unchanged rules", "Changed rules") if rules.changes else ("Unchanged rules",)
    titled_views = [{**view, "heading": title} for title, view in zip(titles, views, strict=True)]
    return {"deal": deal, "rotation": rotation, "pick": pick, "games": titled_views}


def _numbers(request: Mapping[str, Any]) -> tuple[int, int]:
    deal, rotation = request.get("deal", 0), request.get("rotation", 0)
    if type(deal) is not int or type(rotation) is not int or not 0 <= deal <= LAST_DEAL:
        raise InputError(f"must be a whole number from 0 to {LAST_DEAL}", "deal")
    return deal, rotation


def pick_game(pick: str, watched: WatchedComparison) -> tuple[int, int]:
    """Return deal and rotation of a game among those kept.

    Raises:
        InputError: no game fits.
    """
    base, changed = watched.first_games()
    if pick == FLIPPED:
        flipped = clearest_among(watched.sides, [base, changed])
        if not flipped:
            raise InputError("no game so far has another result under the changed rules", "pick")
        return flipped[0]["deal"], flipped[0]["rotation"]
    if pick == WORST:
        return worst(changed)
    examples = examples_among(changed, watched.sides.changed.facts)
    chosen_example = next((example for example in examples if example.kind == pick), None)
    if chosen_example is None:
        raise InputError(f"this game has no {pick} one", "pick")
    return chosen_example.deal, chosen_example.rotation


def worst(games: Games) -> tuple[int, int]:
    """Return the finished game with the lowest score, of a shared score or of any seat.

    Raises:
        InputError: none has been finished.
    """
    is_shared = games.seats is None
    scores = games.game("score") if is_shared else games.seat("score").min(axis=2)
    scores = np.where(games.game("finished") == 1, scores, np.nan)
    if np.isnan(scores).all():
        raise InputError("no game has been finished", "pick")
    index = int(np.nanargmin(scores))
    return int(games.game("deal").flat[index]), int(games.game("rotation").flat[index])
