"""simlab bench: speeds and start times, as text and as JSON."""

from __future__ import annotations

import pytest

from simlab.bench import speed
from simlab.studio import latency
from tests.support.games_without_chance import write_nim


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    monkeypatch.setattr(speed, "DRAWS", 10_000)


def test_every_policy_and_search_is_measured(simlab) -> None:
    measured = simlab("bench", "pig", "--quick", "--json").json
    assert [row["policy"] for row in measured["speeds"]] == ["random", "hold", "optimal"]
    for row in measured["speeds"]:
        assert row["decisions"] > row["games"] > 0
        assert row["bytes_per_game"] > 0
        assert row["speed_up"] > 0
    assert measured["players"] == []
    assert [search["base"] for search in measured["searches"]] == ["hold", "optimal"]
    for search in measured["searches"]:
        assert search["decisions"] > search["rollouts"] > search["moves"] > 0
        assert search["share"] > 0
        assert search["speed_up"] > 0
        assert 0 < search["megabytes"] < 3
    assert measured["starts"] == []


@pytest.mark.long
def test_the_start_is_measured_with_an_empty_cache_and_a_full_one(simlab) -> None:
    (start,) = simlab("bench", "pig", "--json").json["starts"]
    assert start["cold"] > start["warm"] > 0


@pytest.mark.long
def test_the_start_of_a_game_of_a_file_is_measured(simlab, tmp_path) -> None:
    (start,) = simlab("bench", write_nim(tmp_path), "--json").json["starts"]
    assert (start["game"], start["policy"]) == ("nim", "greedy")


def test_start_times_can_be_left_out(simlab) -> None:
    printed = simlab("bench", "pig", "--quick").out
    assert "games/s" in printed
    assert "search over" in printed
    assert "first start" not in printed


def test_the_latency_of_the_studio_is_measured(simlab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latency, "CHANGES", 3)
    measured = simlab("bench", "studio", "pig", "--json").json["latencies"]
    assert [row["policy"] for row in measured] == ["random", "hold", "optimal"]
    for row in measured:
        assert row["changes"] == 3
        assert 0 < row["picture_median"] <= row["interval_median"]
        assert row["picture_median"] <= row["picture_p95"]
        assert row["blocked"] > 0
