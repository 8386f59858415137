"""Sentences on a sensitivity study: which rules cause the variation of a metric, and how surely."""

from __future__ import annotations

from typing import Any

from simlab.report.page_table import records
from simlab.report.wording import PERCENTAGE_POINTS, THIN, Row, join_list, n_of, share, with_unit
from simlab.studies.sensitivity.result import Kind, Sensitivity

LEAST = 0.01
"""Share of the variation below which a factor is not named in a sentence."""
MOST_NAMED = 4


def answer(sensitivity: Sensitivity) -> list[str]:
    """Return the two sentences that answer which rules matter."""
    if not sensitivity.is_measurable:
        return [
            f"No variation of {sensitivity.label} that rules within these ranges cause is surely"
            " above the noise of the games.",
            "More games, or wider ranges, might show one.",
        ]
    return [_ranking(sensitivity), _interactions(sensitivity)]


def findings(sensitivity: Sensitivity) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    if not sensitivity.is_measurable:
        return {}
    sentences = {
        "Size of the variation": _size(sensitivity),
        "Assumptions": _assumption(sensitivity),
        "Policy": _policy(sensitivity),
        "Screening": _sentence_on_screening(sensitivity),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def first_share(row: Row) -> Row:
    """Return the share of a factor alone as an estimate with bounds."""
    return {"estimate": row["first"], "low": row["first_low"], "high": row["first_high"]}


def total_share(row: Row) -> Row:
    """Return the share of a factor with its interactions as an estimate with bounds."""
    return {"estimate": row["total"], "low": row["total_low"], "high": row["total_high"]}


def causes(sensitivity: Sensitivity) -> str:
    """Return what varies: `rule changes`, or that with policies and assumed values."""
    kinds = set(sensitivity.effects["kind"])
    labels = {
        Kind.RULE: "rule changes within these ranges",
        Kind.ASSUMPTION: "other values of what is assumed",
        Kind.TRAIT: "other values of the player’s traits",
        Kind.POLICY: "other policies",
    }
    return join_list([word for kind, word in labels.items() if kind in kinds])


def _ranking(sensitivity: Sensitivity) -> str:
    rows = records(sensitivity.effects.sort_values("first", ascending=False, kind="stable"))
    named = [row for row in rows if row["first"] >= LEAST][:MOST_NAMED]
    phrases = [f"{share(first_share(row)).full} is {row['factor']}" for row in named[:1]]
    phrases += [f"{share(first_share(row)).full} {row['factor']}" for row in named[1:]]
    return (
        f"Of the variation in {sensitivity.label} that {causes(sensitivity)} cause,"
        f" {join_list(phrases)}, each alone."
    )


def _interactions(sensitivity: Sensitivity) -> str:
    """Say how much is left to interactions, which is the largest, and what hardly matters."""
    largest = [row for row in records(sensitivity.pairs)[:1] if row["estimate"] >= LEAST / 10]
    where = [
        f", the largest that of {row['one']} and {row['other']}, {share(row).full}"
        for row in largest
    ]
    rest = f"{share(sensitivity.together._asdict()).full} is due to interactions{''.join(where)}"
    least = [row["factor"] for row in records(sensitivity.effects) if row["total_most"] < LEAST]
    if not least:
        return f"{rest}."
    cause = "each cause" if len(least) > 1 else "causes"
    return f"{rest}; {join_list(least)} surely {cause} less than {100 * LEAST:g}{THIN}%."


def _size(sensitivity: Sensitivity) -> str:
    scale, unit = (1, sensitivity.unit) if sensitivity.unit else (100, PERCENTAGE_POINTS)
    mean, spread = (
        float(f"{scale * size:.{digits}g}")
        for size, digits in ((sensitivity.mean, 3), (sensitivity.spread, 2))
    )
    mean_text = with_unit(mean, unit) if sensitivity.unit else f"{mean:g} %"
    spread_text = with_unit(spread, unit)
    return (
        f"over {n_of(sensitivity.n_cells, 'set of rules', 'sets of rules')} the mean"
        f" {sensitivity.label} is {mean_text}, with a standard deviation of {spread_text}"
        " between sets of rules."
    )


def _effects_of(sensitivity: Sensitivity, kind: Kind) -> list[dict[str, Any]]:
    """Return the effects of the factors of one kind, in the order of the table."""
    return records(sensitivity.effects[sensitivity.effects["kind"] == kind])


def _assumption(sensitivity: Sensitivity) -> str:
    """Name the assumed value that most deserves to be looked up."""
    assumption_rows = _effects_of(sensitivity, Kind.ASSUMPTION)
    if not assumption_rows:
        return ""
    return (
        f"{assumption_rows[0]['factor']} most deserves to be looked up: other values of it cause"
        f" {share(total_share(assumption_rows[0])).full} of the variation, with all its"
        " interactions."
    )


def _policy(sensitivity: Sensitivity) -> str:
    policy_rows = _effects_of(sensitivity, Kind.POLICY)
    if not policy_rows:
        return ""
    beyond = max(0.0, policy_rows[0]["total"] - policy_rows[0]["first"])
    return (
        f"which policy has all seats causes {share(first_share(policy_rows[0])).full} alone;"
        f" {100 * beyond:.2g} % more is how rules act differently with other policies."
    )


def _sentence_on_screening(sensitivity: Sensitivity) -> str:
    if not sensitivity.screened:
        return ""
    return f"least in a screening, and so unchanged: {join_list(sensitivity.screened)}."
