"""What a notebook and a terminal show of a result."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest

import simlab
from simlab.api.check_game import CheckResult
from simlab.api.result import MOST_COLUMNS, MOST_ROWS, Content, Result, frame_of
from simlab.check.supervisor import Report
from tests.support.play_log import PLAYS

DUEL = Path(__file__).parents[1] / "plain" / "duel" / "duel.py"
HOT_DICE = Path(__file__).parents[1] / "plain" / "hot_dice" / "hot_dice.py"
"""A game that cannot be compiled, so that nothing is written beside it."""
RESULTS: dict[str, Callable[[], Result]] = {
    "run": lambda: simlab.run("pig", policy="hold", games=200),
    "houserule": lambda: simlab.houserule("pig", patch="target=50", games=200),
    "sweep": lambda: simlab.sweep("pig", policy="hold", vary={"target": "20,30"}, games=200),
    "ab": lambda: simlab.ab("pig", policy="hold", patch="target=20", margin="50%"),
    "plan_ab": lambda: simlab.plan_ab("pig", policy="hold", patch="target=20"),
    "plan": lambda: simlab.plan("pig", games=200),
    "metrics": lambda: simlab.metrics("pig", policy="hold"),
    "ladder": lambda: simlab.ladder("pig", policy=["hold", "random"], games=900),
    "skill": lambda: simlab.skill("pig", policy="hold", noise=[0, 1], games=900),
    "rare": lambda: simlab.rare("pig", win=True, policy=["hold:at=3", "hold"], games="9k"),
    "headroom": lambda: simlab.headroom("pig", policy="hold:at=3", rollouts=[16], games=80),
    "gate": lambda: simlab.gate("pig", games=100),
    "tune": lambda: simlab.tune("pig", vary="target=80..90", target="turns<=17", games=200),
    "sensitivity": lambda: simlab.sensitivity("pig", policy="hold", vary="target=40,80", games=100),
    "restrict": lambda: simlab.restrict("pig", policy="hold", games=600),
    "calibrate": lambda: simlab.calibrate(
        "pig", plays=PLAYS / "pig_hold_20.csv", policy="hold", games=200
    ),
    "handicap": lambda: simlab.handicap("pig", policy="hold", patch="target=20", games=400),
    "cards": lambda: simlab.cards("taxis", policy="greedy", card="joker 3", games=100),
    "tension": lambda: simlab.tension("pig", policy="hold", games=200),
    "decides": lambda: simlab.decides(
        "pig", policy="hold", among=["hold", "random"], patch="target=20", games=6_000
    ),
    "kingmaking": lambda: simlab.kingmaking(DUEL, games=1100),
    "doctor": lambda: simlab.doctor("pig", policy="hold", players=2, minutes=0.02),
    "new": lambda: simlab.new("bazaar"),
    "patch": lambda: simlab.patch("pig", "target=50", write="shorter"),
    "train": lambda: simlab.train("pig", games=250, generations=1),
    "replay": lambda: simlab.replay("pig", 3, policy="hold"),
    "explain_move": lambda: simlab.explain_move("pig", 3, decision=9, rollouts=20),
    "rules": lambda: simlab.rules("mare_nostrum"),
    "compile_game": lambda: simlab.compile_game(HOT_DICE),
    "check_game": lambda: CheckResult("pig", Report(["pig: does not end"])),
}


@pytest.fixture(scope="module", autouse=True)
def in_an_empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with chdir(tmp_path_factory.mktemp("results")):
        yield


@cache
def result_of(name: str) -> Result:
    """Return the result of a function, which is called once."""
    return RESULTS[name]()


def test_every_function_that_returns_a_result_is_looked_at() -> None:
    no_results = {"read_run", "play", "plain_python"}
    assert no_results | {*RESULTS} == {name for name in simlab.__all__ if name.islower()}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_shown_in_words_and_as_html(name: str) -> None:
    result = result_of(name)
    assert result.answer
    for sentence in result.sentences:
        assert sentence in repr(result)
    page = ET.fromstring(result._repr_html_())
    assert [each.text for each in page.findall("p")] == list(result.sentences)
    assert (page.find("table") is not None) == (not result.frame.empty)
    assert "color" not in result._repr_html_(), "the colours are those of the notebook"
    shown = len(page.findall("table/tbody/tr"))
    assert shown == min(len(result.frame), MOST_ROWS + 1)
    assert len(page.findall("table/thead/tr/th")) == min(len(result.frame.columns), MOST_COLUMNS)


ESTIMATES = (
    "run",
    "houserule",
    "sweep",
    "ab",
    "ladder",
    "skill",
    "headroom",
    "gate",
    "tune",
    "sensitivity",
    "restrict",
    "calibrate",
    "handicap",
    "cards",
    "tension",
    "decides",
    "kingmaking",
    "doctor",
    "train",
    "rare",
    "explain_move",
)


@pytest.mark.parametrize("name", ESTIMATES)
def test_the_main_frame_has_estimates_with_intervals(name: str) -> None:
    frame = result_of(name).frame
    counts = "rollouts" if name == "explain_move" else "n"
    assert {"estimate", "low", "high", counts} <= set(frame.columns)


class Odd(Result):
    """A result with a text that HTML must escape."""

    sentences = ("1 < 2 & 3",)

    @property
    def frames(self):
        import pandas as pd

        return {"odd": pd.DataFrame({"<b>": ["<script>"], "estimate": [float("nan")]})}

    def to_dict(self) -> Content:
        return {}


def test_texts_are_escaped_and_unknown_numbers_are_dashes() -> None:
    page = ET.fromstring(Odd()._repr_html_())
    assert page.findtext("p") == "1 < 2 & 3"
    assert [cell.text for cell in page.iter("td")] == ["<script>", "–"]
    assert re.search(r"–$", repr(Odd()))


def test_nested_estimates_become_columns_and_other_cells_stay() -> None:
    rows = [{"rules": {"a": 1}, "change": {"estimate": 2.0, "low": 1.0, "high": 3.0}}]
    assert frame_of(rows).to_dict("records") == [
        {"rules": {"a": 1}, "estimate": 2.0, "low": 1.0, "high": 3.0}
    ]
