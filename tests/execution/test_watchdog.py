"""What stands still, or goes on for ever, is noticed."""

from __future__ import annotations

import threading
import time

import pytest
from numba.core.compiler_lock import global_compiler_lock

from simlab.engine import loop
from simlab.execution import watchdog
from simlab.execution.watchdog import ENDLESS, Stillness
from tests.support.compiled_pig import PIG


def test_a_game_that_goes_on_and_on_is_reported_once_in_a_while(monkeypatch) -> None:
    monkeypatch.setattr(watchdog, "STUCK_SECONDS", 0.05)
    stillness = Stillness()
    stillness.progress["decision"] = ENDLESS
    assert not stillness.is_stuck()
    time.sleep(0.06)
    stillness.progress["decision"] = ENDLESS + 1
    assert stillness.is_stuck()
    assert (
        stillness.sentence(PIG.policies[:2]) == "the game has not ended after 1,000,001 decisions"
    )
    stillness.progress["decision"] = ENDLESS + 2
    assert not stillness.is_stuck()


def test_who_stands_still_is_the_function_that_was_called_last(monkeypatch) -> None:
    monkeypatch.setattr(watchdog, "STUCK_SECONDS", 0.0)
    stillness = Stillness()
    stillness.progress["doing"], stillness.progress["seat"] = loop.POLICY, 1
    assert stillness.sentence(PIG.policies[:2]) == "policy hold at seat 1 has not returned for 0 s"
    stillness.progress["doing"] = loop.APPLY
    assert stillness.sentence(PIG.policies[:2]) == "apply has not returned for 0 s"


@pytest.mark.compiled
def test_time_in_which_numba_compiles_does_not_count() -> None:
    stillness = Stillness()
    stillness.seconds()
    begun, done = threading.Event(), threading.Event()

    def compile_for_long() -> None:
        with global_compiler_lock:
            begun.set()
            done.wait()

    thread = threading.Thread(target=compile_for_long)
    thread.start()
    begun.wait()
    stillness.since -= 60
    assert stillness.seconds() < 30
    done.set()
    thread.join()
    stillness.since -= 60
    assert stillness.seconds() > 30
