"""Section with a slider: the reader chooses rules and sees the games played by them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from simlab.analysis import sweep, win_rate
from simlab.analysis.histogram import Histogram, histogram
from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.game.facts import FAIRNESS
from simlab.report.answers.certificate import has_design
from simlab.report.answers.effect import change_of, rows_of, value_of, verdict_words
from simlab.report.figure_block import Slider
from simlab.report.inline_svg import colour_variable
from simlab.report.section import Section
from simlab.report.style import band_colour
from simlab.report.wording import begin_sentence, n_of

Content = dict[str, Any]

# of shares: a hundredth of a percentage point is less than a pixel
DIGITS = 4
MISSING = "This set of rules was not played; the dashed line is that of the unchanged rules."


def _slider(tables: Tables) -> Slider:
    """Return the slider of a sweep, with all that it can show."""
    all_effects = sweep_effects(tables)
    content = {
        "dials": [
            {
                "label": factor.label,
                "levels": [factor.title(level) for level in range(len(factor.levels))],
                "base": factor.base,
                "isNumber": factor.is_number,
            }
            for factor in all_effects[0].factors
        ],
        "axis": _axis(tables),
        "missing": MISSING,
        "isAlone": tables.study["design"] == "one_at_a_time",
        "tables": [_table(tables, effects) for effects in all_effects],
    }
    return Slider("Choose the rules", _lead(tables), content)


def _shows_seats(tables: Tables) -> bool:
    """Say whether wins are shown by seat: how often one seat wins has no spread to look at."""
    metric = sweep_effects(tables)[0].metric
    return not tables.is_cooperative and metric.is_share and metric.group == FAIRNESS


def _axis(tables: Tables) -> str:
    metric = sweep_effects(tables)[0].metric
    if _shows_seats(tables):
        return f"wins of each {tables.facts.seats.one}"
    return f"{metric.label} ({metric.unit or 'share'})"


def _lead(tables: Tables) -> str:
    quantity = (
        f"the wins of each {tables.facts.seats.one}"
        if _shows_seats(tables)
        else (f"the share of the games by their {sweep_effects(tables)[0].metric.label}")
    )
    lead = f"The bars are {quantity} by these rules, the dashed line by the unchanged ones."
    return f"{lead} The full line is an even share." if _shows_seats(tables) else lead


def _table(tables: Tables, effects: SweepEffects) -> Content:
    readings = [_cell_sentence(effects, row) for row in rows_of(sweep.cells(tables), effects)]
    labels, shares = _wins(tables, effects) if _shows_seats(tables) else _spread(effects)
    cells = zip(effects.cells.tolist(), shares, readings, strict=True)
    return {
        "label": n_of(effects.players, "player"),
        "bars": labels,
        "fair": 1 / effects.players if _shows_seats(tables) else None,
        "bands": _bands(tables, effects),
        "cells": {
            ",".join(map(str, cell)): {
                "shares": np.round(bars, DIGITS).tolist(),
                "reading": reading,
            }
            for cell, bars, reading in cells
        },
    }


def _bands(tables: Tables, effects: SweepEffects) -> list[Content]:
    """Return the bands of the victory table, each with the bar that it begins with."""
    score, tiers = tables.facts.score, tables.facts.bands.tiers
    if not tables.is_cooperative or effects.metric.name != score.column:
        return []
    starts = histogram(effects.counts).starts
    names = [(-math.inf, tables.facts.bands.below), *((tier.start, tier.label) for tier in tiers)]
    return [
        {
            "label": str(label),
            "bar": int((starts < start).sum()),
            "colour": f"var({colour_variable(band_colour(index, len(names))[0])})",
        }
        for index, (start, label) in enumerate(names)
    ]


def _cell_sentence(effects: SweepEffects, row: Content) -> str:
    """Return the metric and its change in a cell, as a sentence."""
    metric = effects.metric
    mean = begin_sentence(f"{row['title']}: {metric.label} {value_of(metric, row).full}")
    if row["is_base"]:
        return f"{mean}."
    verdict_phrase = verdict_words(effects, row)
    return f"{mean}; {change_of(metric, row).full} from the unchanged rules, {verdict_phrase}."


def _wins(tables: Tables, effects: SweepEffects) -> tuple[list[str], list[list[float]]]:
    credits = win_rate.by_seat(tables)
    by_cell = [credits[credits["scenario"] == s.name] for s in effects.scenarios]
    return by_cell[0]["who"].tolist(), [rows["estimate"].tolist() for rows in by_cell]


def _spread(effects: SweepEffects) -> tuple[list[str], list[list[float]]]:
    bars = histogram(effects.counts)
    return _labels(effects, bars), bars.shares.tolist()


def _labels(effects: SweepEffects, bars: Histogram) -> list[str]:
    """Return what each bar stands for: its value, or the lowest of those that share it."""
    scale, unit = (100, " %") if effects.metric.is_share else (1, "")
    return [f"{scale * start:g}{unit}" for start in bars.starts.tolist()]


def _content(tables: Tables) -> Iterator[Slider]:
    yield _slider(tables)


SECTION = Section({"sweep": 10}, "Try it", _content, applies=has_design, in_short=True)
