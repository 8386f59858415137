"""What a policy is called where few words have room."""

from __future__ import annotations

import pytest

from simlab.experiment.lineup import display_name, display_names
from tests.support.lineup import described


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("planner", "planner"),
        ("planner:token=0.8,noise=0.2", "planner:token=0.8,noise=0.2"),
        ("search:base=planner", "search over planner"),
        ("search:base=planner,rollouts=50", "search over planner (50 rollouts)"),
        ("search:base=hold,rollouts=50,at=25", "search over hold (50 rollouts, at 25)"),
    ],
)
def test_a_policy_with_a_base_is_called_after_it(written, spoken) -> None:
    assert display_name(described(written)) == spoken


def test_traits_are_reported_only_where_names_would_be_the_same() -> None:
    few, many, other = (
        f"search:base={base},rollouts={n}"
        for base, n in (("greedy", 50), ("greedy", 400), ("planner", 50))
    )
    assert display_names(map(described, ["greedy", few, many, other])) == {
        "greedy": "greedy",
        few: "search over greedy (50 rollouts)",
        many: "search over greedy (400 rollouts)",
        other: "search over planner",
    }
