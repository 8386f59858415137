"""Part of a run as plain data, as a worker returns it."""

from __future__ import annotations

import threading
from typing import Any

from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.execution.part import EncodedPart, play_and_encode
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario


def play_part(
    engine: Engine, scenario: Scenario, number: int, first_deal: int, n_deals: int, key: str
) -> tuple[Any, ...]:
    """Return the files of a part, and the sums of its tally."""
    part = Part(scenario, number, first_deal, n_deals)
    encoded = play_and_encode(engine, part, key, threading.Event(), new(Progress.dtype))
    assert encoded is not None, "nobody stops it"
    return as_data(encoded)


def as_data(encoded: EncodedPart) -> tuple[Any, ...]:
    """Return the files of a part, and the sums of its tally."""
    tally = encoded.tally
    return encoded.files, tally.n_capped, tally.total, tally.total_of_squares
