"""Words at the top of a page: short, in sentences, without identifiers."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.report.page import write
from tests.report.test_page import duel, toy
from tests.support.competitive_game import CONTEST, contest
from tests.support.named_seats_game import HOUSE_FACTS, campaign
from tests.support.page_words import word_problems
from tests.support.written_run import write_run


@pytest.fixture(params=["toy", "duel", "contest", "campaign"])
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The short page of a run."""
    runs = {
        "toy": ([toy(40, n, name, n) for name in ("greedy", "planner") for n in (1, 3)], {}),
        "duel": ([duel(40, 0.6)], {"cooperative": False}),
        "contest": ([contest(40, n) for n in (2, 3)], {"cooperative": False, "facts": CONTEST}),
        "campaign": ([campaign(40, 3)], {"cooperative": False, "facts": HOUSE_FACTS}),
    }
    scenarios, more = runs[request.param]
    return write(write_run(tmp_path / "run", scenarios, **more))


def test_the_top_of_a_page_is_short_and_in_plain_words(page: Path) -> None:
    assert list(word_problems(page)) == []


def test_long_answers_and_identifiers_are_noticed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace('<p class="answer">', '<p class="answer">of_many ' + "word " * 41))
    problems = list(word_problems(page))
    assert any("words of answer" in problem for problem in problems)
    assert any("words in a sentence" in problem for problem in problems)
    assert "identifier in prose: of_many" in problems
