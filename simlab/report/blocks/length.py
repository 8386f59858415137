"""Figure blocks on game length: distribution, or survival curve if games were capped."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from simlab.analysis import length, spread
from simlab.analysis.tables import Tables
from simlab.report.answers.waiting import who_sets_length
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, ecdf
from simlab.report.figures.lines import lines_of
from simlab.report.figures.small_multiples import layout_of, narrow_layout_of
from simlab.report.page_table import across, rows_of
from simlab.report.scenario import labels_by_name
from simlab.report.wording import number, share


def length_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the plainest clock of the game."""
    clock = length.clocks(tables)[0]
    if any(tables.scenario_counts(scenario).n_capped for scenario in tables.main):
        yield _survival_block(tables, clock)
        return
    shares = spread.spread(tables, clock, tables.main)
    lines = lines_of(shares, labels_by_name(tables.main))
    means = length.length(tables)
    first = rows_of(means[means["clock"] == clock], tables.main[0]).iloc[0]
    meaning, _ = tables.meaning(clock)
    yield FigureBlock(
        title=f"How long a game is, in {clock}",
        lead=f"{number(first).full} {clock} on average with {lines[0].name} ({meaning})."
        f" {who_sets_length(tables, tables.main)}".rstrip(),
        alt=bars.describe(lines, clock, clock),
        figure=bars.draw(lines, clock, clock),
        table=across(f"length_{clock}", shares, clock, tables.main, share, spread.METHOD),
    )


def _survival_block(tables: Tables, clock: str) -> FigureBlock:
    lasting = length.survival(tables, clock, tables.main)
    lines = lines_of(lasting, labels_by_name(tables.main))
    narrow = narrow_layout_of(len(lines))
    # post: the share falls where the round of a game ends, and is level before
    draw = partial(ecdf.draw, lines, clock, "games still going on", column=clock, where="post")
    return FigureBlock(
        title=f"How long a game is, in {clock}, capped games among them",
        lead=" ".join(_sentences(tables, clock)),
        alt=ecdf.describe(lines, f"games still going on by {clock}", column=clock),
        figure=draw(layout=layout_of(len(lines))),
        narrow=draw(layout=narrow) if narrow else None,
        table=across(f"length_{clock}", lasting, clock, tables.main, share, length.SURVIVAL_METHOD),
    )


def _sentences(tables: Tables, clock: str) -> Iterator[str]:
    """Yield how long half of the games last, the mean, and how many were capped."""
    means = length.length(tables)
    for scenario, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True):
        half = rows_of(length.median(tables, clock), scenario).iloc[0]
        if not math.isfinite(half["estimate"]):
            yield f"With {name} more than half of the games go on after {half['followed']} {clock}."
            continue
        mean = rows_of(means[means["clock"] == clock], scenario).iloc[0]
        yield (
            f"With {name} half of the games end within {number(half).full} {clock}; the mean is"
            f" {number(mean).full}, counted up to {clock[:-1]} {half['followed']}."
        )
    yield "A capped game counts as long as it was played, and as going on from then."
    if who := who_sets_length(tables, tables.main):
        yield who
