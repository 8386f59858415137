"""The report on a game with winners: who wins, by which points, and how sure the lead is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from simlab.analysis import end, length, seat
from simlab.analysis.tables import Scenario, Tables
from simlab.report.cards import card_plates
from simlab.report.convergence import convergence_plates
from simlab.report.course import end_plates, timeline_plates
from simlab.report.lead import lead_plates
from simlab.report.length import length_plates
from simlab.report.origin import apart_plates, group_plates, points_plates, rank_plates
from simlab.report.plate import Plate, Section
from simlab.report.prizes import prize_plates
from simlab.report.robustness import variant_plates
from simlab.report.scenario import Part, capped_sentence, results_sheet
from simlab.report.sheet import Cell, Sheet
from simlab.report.use import use_plates
from simlab.report.winners import (
    policy_plates,
    seat_order,
    seat_plate,
    sections_plates,
    shared_sentence,
)
from simlab.report.wording import number, share, whole

METHOD = (
    "Win credit: simultaneous intervals on blocks, all seats of a scenario"
    " together. Shared: Clopper–Pearson interval. Length: Student’s t interval on blocks, capped"
    " games as by Kaplan and Meier. Capped: Clopper–Pearson interval. All at 95 %."
)


def main_plates(tables: Tables) -> list[Plate]:
    """Return the pictures that answer the question: who wins, and by which points."""
    return [*policy_plates(tables), seat_plate(tables), *apart_plates(tables)]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main pictures and the rules."""
    points = [*rank_plates(tables), *points_plates(tables)]
    ends = list(end_plates(tables))
    found = [
        Section("All scenarios", sheets=[_scenario_sheet(tables)]),
        Section(
            "Seats and policies", shared_sentence(tables), plates=list(sections_plates(tables))
        ),
        Section("Under other rules", plates=list(variant_plates(tables))),
        Section("Points", plates=points),
        Section("The lead", plates=[*lead_plates(tables), *timeline_plates(tables)]),
        Section(
            "Length",
            "" if ends else capped_sentence(tables),
            plates=[*length_plates(tables), *ends],
        ),
        Section("What every seat gets and does", plates=list(group_plates(tables))),
        Section("Cards", plates=list(card_plates(tables))),
        Section("What is won and built", plates=[*prize_plates(tables), *use_plates(tables)]),
        Section("Enough games?", plates=list(convergence_plates(tables))),
    ]
    return [section for section in found if section.plates or section.sheets]


def _scenario_sheet(tables: Tables) -> Sheet:
    return results_sheet(tables, _results(tables), partial(_counted, tables), METHOD)


def _results(tables: Tables) -> Iterator[Part]:
    seats = seat.by_seat(tables)
    yield seats.assign(quantity="wins of " + seats["who"]), share
    yield seat.shared(tables).assign(quantity="shared wins"), share
    lengths = length.length(tables)
    plainest = lengths[lengths["clock"] == length.clocks(tables)[0]]
    yield plainest.assign(quantity=plainest["clock"]), number
    yield end.capped(tables).assign(quantity="capped"), share


def _counted(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    games = tables.census(scenario).n_games
    return {"seat order": seat_order(tables, scenario), "games": whole(games)}
