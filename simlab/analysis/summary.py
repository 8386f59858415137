"""What came out of a run, one row per scenario."""

from __future__ import annotations

import pandas as pd

from simlab.analysis import end, score, seat
from simlab.analysis.answer import question
from simlab.analysis.tables import Tables

KEYS = ["scenario", "players", "entry", "number", "estimate", "low", "high", "n"]


@question
def summary(tables: Tables) -> pd.DataFrame:
    """Return the main number of each scenario, its games and the capped among them.

    `number` names it: the mean score of a cooperative table, else the win credit of the first
    policy, or of the first seat where all policies are alike. `capped_low` and `capped_high`
    bound the share of capped games.
    """
    main = score.mean(tables) if tables.is_cooperative else seat.main(tables)
    capped = end.capped(tables)
    bounds = {"capped_low": capped["low"], "capped_high": capped["high"]}
    return main[KEYS].assign(games=capped["games"], capped=capped["capped"], **bounds)
