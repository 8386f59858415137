"""Keys of TOML files are found where they are written."""

from __future__ import annotations

import pytest

from simlab.experiment.toml_lines import place_of

TEXT = """game = "taxis"
policy = ["greedy",
  "planner"]
patch = "mine.toml"
[sweep]
design = "grid"
[sweep.vary]
officers = [1, 2]
"soldiers.red_1.copies" = [3]
[[scenario]]
policy = "random"
[scenario.patch]
officers = 3
soldiers.red_1 = { value = 2, copies = 4 }
[[scenario]]
'players' = 3
[houserule]
patch = "third_officer"
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("game", 1),
        ("policy.1", 2),
        ("patch", 4),
        ("sweep", 5),
        ("sweep.design", 6),
        ("design", 6),
        ("vary.officers", 8),
        ("vary.soldiers.red_1.copies", 9),
        ("scenario.1.policy.0", 11),
        ("scenario.1.patch", 12),
        ("scenario.1.patch.officers", 13),
        ("scenario.1.patch.soldiers.red_1.copies", 14),
        ("scenario.2", 15),
        ("scenario.2.players", 16),
        ("houserule.patch", 18),
    ],
)
def test_a_key_is_found_in_whatever_table_and_quotes_it_stands(key: str, line: int) -> None:
    assert place_of("mine.toml", TEXT, key) == (f"mine.toml:{line}",)


def test_what_a_scenario_does_not_say_is_found_at_the_top() -> None:
    assert place_of("mine.toml", TEXT, "scenario.2.policy") == ("mine.toml:2",)


def test_what_is_not_written_has_no_line() -> None:
    for key in ("seed", "scenario.2.games", "sweep.margin"):
        assert place_of("mine.toml", TEXT, key) == ("mine.toml",)
    assert place_of("", "", "seed") == ()
