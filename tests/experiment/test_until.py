"""When a run may stop is read from words."""

from __future__ import annotations

import pytest

from simlab.errors import InputError
from simlab.experiment.request import request_experiment
from simlab.experiment.until import Until, until_in


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("wins of seat 1 ± 1 %", Until("wins_seat_1", 0.01, True)),
        ("Wins of the seat 1 ±1%", Until("wins_seat_1", 0.01, True)),
        ("wins_of_seat_1 +- 1 pp", Until("wins_seat_1", 0.01, True)),
        ("wins_seat_1 +/- 0.01", Until("wins_seat_1", 0.01, False)),
        ("within_12_rounds+-.5%", Until("within_12_rounds", 0.005, True)),
        ("rounds + - 0.2", Until("rounds", 0.2, False)),
    ],
)
def test_the_words_of_a_precision_are_read(text: str, until: Until) -> None:
    assert until_in(text) == until
    assert until_in(str(until)) == until


@pytest.mark.parametrize("text", ["", "rounds", "± 1", "rounds ± 0", "rounds ± -1", "rounds 1"])
def test_what_is_no_precision_is_answered_with_an_example(text: str) -> None:
    with pytest.raises(InputError, match=r"until: .* as in \"wins of seat 1 ± 1 %\""):
        until_in(text)


def test_the_key_of_a_run_has_its_precision_however_it_is_written() -> None:
    plain, *narrow = (
        request_experiment("pig", {"policy": "hold", "games": "100k", "until": until}).key()
        for until in [None, "turns ± 1", "turns +- 1.0", "turns ± 0.5"]
    )
    assert narrow[0] == narrow[1]
    assert len({plain, *narrow}) == 3


def test_scenarios_that_are_compared_play_the_same_deals() -> None:
    with pytest.raises(InputError, match="until: is for runs"):
        request_experiment(
            "pig",
            {"until": "turns ± 1", "houserule": {"patch": [{"target": 50}]}, "policy": "hold"},
        )
