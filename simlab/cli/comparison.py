"""A comparison of two sets of rules told on the terminal, or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric
from simlab.analysis.paired import paired
from simlab.analysis.seat import LESS, MORE, SAME
from simlab.cli.terminal import say, say_heading, say_table
from simlab.experiment.lineup import in_short
from simlab.experiment.patch import patch_hash
from simlab.report.wording import (
    Spoken,
    difference,
    difference_of_shares,
    listed,
    n_of,
    number,
    share,
    whole,
)
from simlab.study.ab import Look, Question
from simlab.study.population import Effect

Content = dict[str, Any]
