"""How much of what the first seat wins it shares with others, where that is not rare."""

from __future__ import annotations

from simlab.analysis import win_rate
from simlab.analysis.tables import Tables
from simlab.report.answers.other_players import seat_to_watch
from simlab.report.answers.strongest import strongest
from simlab.report.page_table import records, rows_of
from simlab.report.scenario import scenarios_with_rivals
from simlab.report.wording import n_of, share


def sentence_on_shared_wins(tables: Tables) -> str:
    """Say how often the seat that the answer is about wins outright, and how often with others.

    It is empty where hardly a win is shared.
    """
    sentences = []
    for main in scenarios_with_rivals(tables.main):
        scenario = strongest(tables, main)
        who = seat_to_watch(tables, scenario)["who"]
        rows = records(rows_of(win_rate.outright(tables), scenario))
        alone, shared_share = (share(row) for row in rows if row["who"] == who)
        shared = records(rows_of(win_rate.joint_win_rate(tables), scenario))[0]
        if shared["estimate"] >= win_rate.SHARED_OFTEN:
            sentences.append(
                f"With {n_of(main.players, 'player')}, {share(shared).value} of the games have"
                f" several winners; {who} wins {alone.full} outright and shares"
                f" {shared_share.full}."
            )
    return " ".join([*sentences, "A win shared by n players counts 1/n."] if sentences else [])
