"""Certificate in words: which deals were used for choosing, and which for judging."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simlab.analysis.tables import Tables
from simlab.report.wording import n_of


def is_one(tables: Tables) -> bool:
    """Return whether a run judges what was picked on other deals."""
    return "certifies" in tables.study


def has_design(tables: Tables) -> bool:
    """Return whether a run has the cells of a design, and not only those picked from one."""
    return not is_one(tables)


def sentence(tables: Tables) -> list[str]:
    """Return the sentence that says so, or none."""
    return sentences(tables.study.get("certifies"), "change of the rules", "changes of the rules")


def sentences(certifies: Mapping[str, Any] | None, singular: str, plural: str) -> list[str]:
    """Return the sentence of a certificate that chose from several things, or none."""
    if certifies is None:
        return []
    n_compared = certifies["compared"]
    picked = f" among {n_of(n_compared, singular, plural)}" if n_compared > 1 else ""
    return [
        f"Certificate: none of these deals was used for choosing{picked}, which was done on the"
        f" deals of seed {certifies['seed']}."
    ]
