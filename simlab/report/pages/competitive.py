"""The report on a game with winners: who wins, by which points, and how sure the lead is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from simlab.analysis import band, end_reason, length, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import FigureBlock, Section
from simlab.report.page_table import Cell, PageTable
from simlab.report.scenario import (
    Part,
    capped_sentence,
    results_sheet,
    score_unit,
    seat_word,
    seats_word,
)
from simlab.report.sections.cards import card_plates, cards_title
from simlab.report.sections.convergence import convergence_plates
from simlab.report.sections.lead import lead_plates
from simlab.report.sections.length import length_plates
from simlab.report.sections.other_players import lineup_plates
from simlab.report.sections.points_by_source import (
    apart_plates,
    group_plates,
    points_plates,
    rank_plates,
)
from simlab.report.sections.prizes import prize_plates
from simlab.report.sections.robustness import variant_plates
from simlab.report.sections.rounds import gain_plates, has_gains, seat_round_plates
from simlab.report.sections.timeline import end_plates, timeline_plates
from simlab.report.sections.title_share import has_tenures, tenure_plates, tenures_title
from simlab.report.sections.trade_size import size_plates
from simlab.report.sections.usage import use_plates
from simlab.report.sections.victory_type import has_ways, seat_way_plates, way_plates
from simlab.report.sections.winners import (
    policy_plates,
    seat_order_cell,
    seat_plate,
    sections_plates,
    shared_sentence,
)
from simlab.report.sections.winning_distance import distance_plates
from simlab.report.wording import number, share, whole

METHOD = (
    "Win credit: simultaneous intervals on blocks, all seats of a scenario"
    " together. {}. Length: Student’s t interval on blocks, capped"
    " games as by Kaplan and Meier. Capped: Clopper–Pearson interval. All at 95 %."
)


def main_plates(tables: Tables) -> list[FigureBlock]:
    """Return the pictures that answer the question: who wins, and by which points."""
    apart = [] if has_ways(tables) else apart_plates(tables)
    return [*policy_plates(tables), seat_plate(tables), *seat_way_plates(tables), *apart]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main pictures and the rules."""
    one, many = seat_word(tables), seats_word(tables)
    points = [*rank_plates(tables), *points_plates(tables)]
    plain = list(sections_plates(tables))
    found = [
        Section("All scenarios", sheets=[scenario_sheet(tables)]),
        _way_section(tables),
        Section(f"{many.capitalize()} and policies", shared_sentence(tables), plates=plain),
        Section("With other players", plates=list(lineup_plates(tables))),
        Section("Under other rules", plates=list(variant_plates(tables))),
        Section(score_unit(tables).capitalize(), plates=points),
        Section("The lead", plates=[*lead_plates(tables), *timeline_plates(tables)]),
        *_round_sections(tables),
        _length_section(tables),
        Section(f"What every {one} gets and does", plates=list(group_plates(tables))),
        Section(cards_title(tables), plates=list(card_plates(tables))),
        Section("Trade", plates=list(size_plates(tables))),
        Section("What is won and built", plates=_use_plates(tables)),
        Section("Enough games?", plates=list(convergence_plates(tables))),
    ]
    return [section for section in found if section.plates or section.sheets]


def _way_section(tables: Tables) -> Section:
    """Return the section on the ways to win, and on how long they take, where there are several."""
    title = "Ways to win, and how long they take"
    if not has_ways(tables):
        return Section(title)
    told = [*end_plates(tables), *way_plates(tables), *distance_plates(tables)]
    return Section(title, plates=[*told, *apart_plates(tables), *length_plates(tables)])


def _length_section(tables: Tables) -> Section:
    """Return the section on length and ends, unless these are told as ways to win."""
    if has_ways(tables):
        return Section("Length")
    ends = list(end_plates(tables))
    plates = [*length_plates(tables), *ends]
    return Section("Length", "" if ends else capped_sentence(tables), plates=plates)


def _round_sections(tables: Tables) -> Iterator[Section]:
    """Yield the sections on what is followed round by round, and on what is held by turns."""
    uses = use_plates(tables) if has_gains(tables) else ()
    rounds = [*seat_round_plates(tables), *gain_plates(tables), *uses]
    yield Section("Round by round", plates=rounds)
    if has_tenures(tables):
        held = [*tenure_plates(tables), *prize_plates(tables)]
        wide_first = sorted(held, key=lambda plate: plate.narrow is None)
        yield Section(tenures_title(tables), plates=wide_first)


def _use_plates(tables: Tables) -> list[FigureBlock]:
    """Return the plates on prizes and on what happens in a game that are not told elsewhere."""
    prizes = () if has_tenures(tables) else prize_plates(tables)
    uses = () if has_gains(tables) else use_plates(tables)
    return [*prizes, *uses]


def scenario_sheet(tables: Tables) -> PageTable:
    """Return the table of all scenarios."""
    ways = "Ways: Goodman’s intervals, all of a scenario together"
    own = ways if has_ways(tables) else "Shared: Clopper–Pearson interval"
    return results_sheet(tables, _results(tables), partial(_counted, tables), METHOD.format(own))


def _results(tables: Tables) -> Iterator[Part]:
    seats = win_rate.by_seat(tables)
    yield seats.assign(quantity="wins of " + seats["who"]), share
    if has_ways(tables):
        ways = _won_games(tables)
        yield ways.assign(quantity="won by " + ways["end"]), share
    else:
        yield win_rate.shared(tables).assign(quantity="shared wins"), share
    lengths = length.length(tables)
    plainest = lengths[lengths["clock"] == length.clocks(tables)[0]]
    yield plainest.assign(quantity=plainest["clock"]), number
    yield end_reason.capped(tables).assign(quantity="capped"), share


def _won_games(tables: Tables) -> pd.DataFrame:
    """Return the share of games that are won in each way; the capped have a column of their own."""
    ends = end_reason.end(tables)
    return ends[ends["end"] != band.CAPPED]


def _counted(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    games = tables.scenario_counts(scenario).n_games
    return {**seat_order_cell(tables, scenario), "games": whole(games)}
