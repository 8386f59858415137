"""Marks a verdict in a table by a sign, short words and a colour."""

from __future__ import annotations

from rich.text import Text

from simlab.analysis.verdict import Verdict

SIGNS = {
    Verdict.MORE: "▲",
    Verdict.LESS: "▼",
    Verdict.SAME: "=",
    Verdict.UNDECIDED: "?",
    Verdict.DEPENDS: "±",
}
STYLES = {
    Verdict.MORE: "bold yellow",
    Verdict.LESS: "bold magenta",
    Verdict.SAME: "green",
    Verdict.UNDECIDED: "dim",
    Verdict.DEPENDS: "bold",
}
CHANGE = {
    Verdict.MORE: "higher",
    Verdict.LESS: "lower",
    Verdict.SAME: "the same",
    Verdict.UNDECIDED: "not decided",
    Verdict.DEPENDS: "depends on who plays",
}
"""Words on a changed metric; the margin stands nearby."""


def verdict_text(verdict: Verdict) -> Text:
    """Return a verdict for a table: `▲ higher`."""
    return label_with_sign(verdict, CHANGE[verdict])


def legend(margin: str) -> str:
    """Return what the signs say of players where no words stand beside them."""
    more, less, same, undecided, _ = SIGNS.values()
    return (
        f"{more} better, {less} worse by more than {margin}; {same} even; {undecided} not decided"
    )


def label_with_sign(verdict: Verdict, label: str) -> Text:
    """Return a text with the sign and the colour of a verdict: `▲ 54 %`."""
    return Text(f"{SIGNS[verdict]} {label}", style=STYLES[verdict])
