"""Changes since an earlier examination: what got better or worse on the same fresh deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simlab.analysis.intervals import Interval, mean_t
from simlab.analysis.multiple_testing import benjamini_hochberg
from simlab.studies.doctor.result.effects import EffectKey, Effects
from simlab.studies.doctor.result.fault import Side
from simlab.studies.doctor.result.findings import FALSE_DISCOVERIES, FEWEST, p_value, sample_of


@dataclass(frozen=True)
class Change:
    """An effect that was measured before and after, on the same deals."""

    key: EffectKey
    before: float
    after: float
    interval: Interval[float]
    """The change: t on deals, 95 %."""

    @property
    def is_better(self) -> bool:
        """Whether it has moved to the good side of its limit."""
        beyond = self.key.fault.beyond
        return beyond(self.after, self.after) < beyond(self.before, self.before)


def changes_between(before: Effects, after: Effects) -> list[Change]:
    """Return the effects that have changed, the largest change by their margins first.

    At most 5 % of them have not, on average (Benjamini-Hochberg).
    """
    changes, p_values = [], []
    for key in before.keys() & after.keys():
        n = min(len(before[key]), len(after[key]))
        old, new = before[key][:n], after[key][:n]
        is_known = ~np.isnan(old) & ~np.isnan(new)
        if is_known.sum() < FEWEST:
            continue
        differences = (new - old)[is_known]
        means = float(old[is_known].mean()), float(new[is_known].mean())
        changes.append(Change(key, *means, mean_t(differences)))
        # differences of shares are -1, 0 or 1, and no shares
        sample = sample_of(key.fault, differences)._replace(is_share=False)
        p_values.append(p_value(sample, 0.0, Side.APART))
    if not changes:
        return []
    adjusted = benjamini_hochberg(p_values)
    changed = [
        change for change, p in zip(changes, adjusted, strict=True) if p <= FALSE_DISCOVERIES
    ]
    return sorted(
        changed,
        # by name last, so that equal ones have the same order each time
        key=lambda change: (
            -abs(change.interval.estimate) / change.key.fault.scale,
            change.key.fault.name,
            change.key.subject,
        ),
    )
