"""Figure blocks on game length: distribution, or survival curve if games were capped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simlab.analysis import length, spread
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, ecdf
from simlab.report.figures.lines import Line, lines_of
from simlab.report.page_table import across, rows_of
from simlab.report.scenario import called
from simlab.report.wording import number, share


def length_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the plainest clock of the game."""
    clock = length.clocks(tables)[0]
    if any(tables.scenario_counts(scenario).n_capped for scenario in tables.main):
        yield _survival_block(tables, clock)
        return
    shares = spread.spread(tables, clock, tables.main)
    lines = lines_of(shares, called(tables.main))
    means = length.length(tables)
    first = rows_of(means[means["clock"] == clock], tables.main[0]).iloc[0]
    meaning, _ = tables.meaning(clock)
    yield FigureBlock(
        title=f"How long a game is, in {clock}",
        lead=f"{number(first).full} {clock} on average with {lines[0].name} ({meaning}).",
        alt=bars.describe(lines, clock, clock),
        figure=bars.draw(lines, clock, clock),
        table=across(f"length_{clock}", shares, clock, tables.main, share, spread.METHOD),
    )


TOLD = (0.5, 0.2, 0.05)
"""Shares of games still going on for which the description names the length."""


def _survival_block(tables: Tables, clock: str) -> FigureBlock:
    lasting = length.survival(tables, clock, tables.main)
    lines = lines_of(lasting, called(tables.main))
    return FigureBlock(
        title=f"How long a game is, in {clock}, capped games among them",
        lead=" ".join(_sentences(tables, clock)),
        alt=_describe(lines, clock),
        figure=ecdf.draw(lines, clock, "games still going on", column=clock, where="post"),
        table=across(f"length_{clock}", lasting, clock, tables.main, share, length.SURVIVAL_METHOD),
    )


def _sentences(tables: Tables, clock: str) -> Iterator[str]:
    """Yield how long half of the games last, the mean, and how many were capped."""
    means = length.length(tables)
    for scenario, name in zip(tables.main, called(tables.main).values(), strict=True):
        half = rows_of(length.median(tables, clock), scenario).iloc[0]
        mean = rows_of(means[means["clock"] == clock], scenario).iloc[0]
        yield (
            f"With {name} half of the games end within {number(half).full} {clock}; the mean is"
            f" {number(mean).full}, counted up to {clock[:-1]} {half['followed']}."
        )
    yield "A capped game counts as long as it was played, and as going on from then."


def _describe(lines: Sequence[Line], clock: str) -> str:
    return " ".join(_describe_line(line, clock) for line in lines)


def _describe_line(line: Line, clock: str) -> str:
    last = line.table.iloc[-1]
    reached = [line.table[line.table["estimate"] <= target] for target in TOLD]
    phrases = [
        f"{share(own.iloc[0]).full} after {own.iloc[0][clock]}" for own in reached if len(own)
    ]
    ends = f"{share(last).full} after {last[clock]}, the longest seen"
    return f"{line.name}: of the games still go on {', '.join([*phrases, ends])} {clock}."
