"""The report on a game with winners: which seat wins, which policy wins, and how long it takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from simlab.analysis import end, length, points, seat
from simlab.analysis.tables import Scenario, Tables
from simlab.report.convergence import convergence_plates
from simlab.report.figures import bars, dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.lines import lines_of
from simlab.report.plate import Plate, Section
from simlab.report.scenario import Part, called, capped_sentence, results_sheet
from simlab.report.sheet import Cell, Sheet, across, heads_of, records, rows_of
from simlab.report.wording import THIN, number, share, whole

POINTS = round(100 * seat.MARGIN)
SEAT_ORDER = {
    seat.FAIR: f"fair within {POINTS} points",
    seat.UNFAIR: f"unfair by more than {POINTS} points",
    seat.UNDECIDED: "not decided yet",
}
COMPARED = {
    seat.MORE: f"better by more than {POINTS} points",
    seat.LESS: f"worse by more than {POINTS} points",
    seat.SAME: f"even within {POINTS} points",
    seat.UNDECIDED: "not decided yet",
}
METHOD = (
    "Win credit: simultaneous intervals on blocks, all seats, or all policies, of a scenario"
    " together. Length: Student’s t interval on blocks, finished games only. Capped:"
    " Clopper–Pearson interval. All at 95 %."
)


def main_plates(tables: Tables) -> list[Plate]:
    """Return the pictures that answer the question: policies where several meet, and seats."""
    return [*_policy_plates(tables), _seat_plate(tables)]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main pictures and the rules."""
    lengths = [*_points_plates(tables), *_length_plates(tables)]
    found = [
        Section("All scenarios", sheets=[_scenario_sheet(tables)]),
        Section("Points and length", plates=lengths, lead=capped_sentence(tables)),
        Section("Enough games?", plates=list(convergence_plates(tables))),
    ]
    return [section for section in found if section.plates or section.sheets]


def seat_order(tables: Tables, scenario: Scenario) -> str:
    """Return the verdict on the seat order of a scenario in words."""
    return SEAT_ORDER[seat.seat_order(rows_of(seat.by_seat(tables), scenario))]


def fair_share(players: int) -> str:
    """Return the share of the wins that every seat would have in a fair game."""
    return f"{100 / players:.3g}{THIN}%"


def _seat_plate(tables: Tables) -> Plate:
    seats = seat.by_seat(tables)
    plot = _credit_plot(tables, seats)
    return Plate(
        title="Which seat wins",
        lead="Share of the wins of each seat; seat 1 begins. The dashed line is a fair share, the"
        f" stripe around it a margin of {POINTS} points.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_credit_sheet("seats", "seat", seats),
    )


def _policy_plates(tables: Tables) -> list[Plate]:
    policies = seat.by_policy(tables)
    if policies.empty:
        return []
    plot = _credit_plot(tables, policies)
    plate = Plate(
        title="Which policy wins",
        lead="Share of the wins per seat of each policy, over all seats equally often. The dashed"
        f" line is an even share, the stripe around it a margin of {POINTS} points.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_credit_sheet("policies", "policy", policies),
    )
    return [plate]


def _credit_plot(tables: Tables, credits: pd.DataFrame) -> Dots:
    """Return a group of dots for each scenario, labelled by who won."""
    names = dict(zip([s.name for s in tables.scenarios], heads_of(tables.scenarios), strict=True))
    groups = []
    for scenario, rows in credits.groupby("scenario", sort=False):
        found = [Dot(row, label=row["who"]) for row in records(rows)]
        groups.append(Group(names[str(scenario)], found, fair=float(rows["fair"].iloc[0])))
    return Dots(groups, "share of the wins (%)", is_share=True, margin=seat.MARGIN)


def _credit_sheet(slug: str, head: str, credits: pd.DataFrame) -> Sheet:
    rows = [
        [
            row["scenario"],
            row["who"],
            share(row),
            fair_share(row["players"]),
            COMPARED[row["verdict"]],
        ]
        for row in records(credits)
    ]
    heads = ["scenario", head, "wins", "fair share", "compared with the fair share"]
    return Sheet(slug, heads, rows, seat.METHOD, credits, labels=2)


def _points_plates(tables: Tables) -> Iterator[Plate]:
    shares, means = points.distribution(tables), points.mean(tables)
    lines = lines_of(shares, called(tables.main))
    if not lines:
        return
    first = rows_of(means, tables.main[0])
    said = "; ".join(f"{row['who']} {number(row).full}" for row in records(first))
    yield Plate(
        title="Points of every seat, not only the winner’s",
        lead=f"Mean points with {lines[0].name}: {said}.",
        alt=bars.describe(lines, "points", "points"),
        figure=bars.draw(lines, "points", "points at the end of the game"),
        sheet=across("points", shares, "points", tables.main, share, points.DISTRIBUTION_METHOD),
    )


def _length_plates(tables: Tables) -> Iterator[Plate]:
    """Yield the distribution of the plainest clock of the game."""
    clock = length.clocks(tables)[0]
    shares = length.distribution(tables, clock)
    lines = lines_of(shares, called(tables.main))
    if not lines:
        return
    means = length.length(tables)
    first = rows_of(means[means["clock"] == clock], tables.main[0]).iloc[0]
    meaning, _ = tables.meaning(clock)
    yield Plate(
        title=f"How long a game is, in {clock}",
        lead=f"{number(first).full} {clock} on average with {lines[0].name} ({meaning}).",
        alt=bars.describe(lines, clock, clock),
        figure=bars.draw(lines, clock, clock),
        sheet=across(
            f"length_{clock}", shares, clock, tables.main, share, length.DISTRIBUTION_METHOD
        ),
    )


def _scenario_sheet(tables: Tables) -> Sheet:
    return results_sheet(tables, _results(tables), partial(_counted, tables), METHOD)


def _results(tables: Tables) -> Iterator[Part]:
    seats, policies = seat.by_seat(tables), seat.by_policy(tables)
    if policies.size:
        yield policies.assign(quantity="wins of " + policies["who"]), share
    yield seats.assign(quantity="wins of " + seats["who"]), share
    lengths = length.length(tables)
    plainest = lengths[lengths["clock"] == length.clocks(tables)[0]]
    yield plainest.assign(quantity=plainest["clock"]), number
    yield end.capped(tables).assign(quantity="capped"), share


def _counted(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    games = tables.census(scenario).n_games
    return {"seat order": seat_order(tables, scenario), "games": whole(games)}
