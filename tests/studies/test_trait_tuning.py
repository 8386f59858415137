"""Tuning of traits: better traits are found, alike on any number of cores and after a stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.execution.processes import all_cores
from simlab.game.player_file import PLAYER, read_description
from simlab.players.trained import write_tuned_player
from simlab.studies.train.trait_distribution import DISTRIBUTION, last_spread
from simlab.studies.train.trait_race import Race
from simlab.studies.train.trait_request import TraitTuningRequest, request_tuning
from simlab.studies.train.trait_tuning import (
    LEAST_SPREAD,
    SPREAD,
    TraitTuningProgress,
    first_of,
    play_tuning,
)

PLAIN_PIG = Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"
DUEL = PLAIN_PIG.parents[1] / "duel" / "duel.py"
COMMAND = "simlab train pig --tune hold"


def requested(
    folder: Path, tuned: str = "hold:at=3", generations: int = 2, **options: Any
) -> TraitTuningRequest:
    """Return a short search for the traits of a policy of Pig."""
    keys = {"game": "pig", "games": 80, **options}
    return request_tuning(keys, (tuned,), (), generations, folder, COMMAND)


def ended(request: TraitTuningRequest, jobs: int = 2) -> TraitTuningProgress:
    """Return the end of a search."""
    *_, last = play_tuning(request, all_cores(jobs))
    return last


def content(folder: Path) -> list[str]:
    """Return the files of a search without the seconds."""
    rows = (row.split(",") for row in (folder / DISTRIBUTION).read_text().splitlines())
    return [(folder / PLAYER).read_text(), *(",".join([*row[:2], *row[3:-1]]) for row in rows)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a search that nobody stopped, played on two cores."""
    folder = tmp_path_factory.mktemp("whole") / "player"
    ended(requested(folder), jobs=2)
    return folder


@pytest.mark.compiled
def test_a_policy_that_holds_too_early_learns_to_hold_later(tmp_path: Path) -> None:
    end = ended(requested(tmp_path, generations=6))
    assert end.final is not None
    assert end.final.result.low > 0.55
    assert end.tuned.weights["at"] > 4
    last = end.last
    assert last.sd[0, 0] >= LEAST_SPREAD * SPREAD * last.mean[0, 0], "however long the search"


@pytest.mark.long
@pytest.mark.compiled
def test_each_seat_may_find_traits_of_its_own(tmp_path: Path) -> None:
    keys = {"game": "pig", "games": 160}
    folder = tmp_path / "one"
    request = request_tuning(keys, ("hold:at=3",), (), 6, folder, COMMAND, by_seat=True)
    last = ended(request)
    assert last.final is not None
    assert last.final.result.low > 0.55
    values = last.tuned.seat_traits["at"]
    assert len(set(values)) == 2
    assert min(values) > 4
    assert [last.tuned.trait_row(seat)[0] for seat in (0, 1)] == list(values)
    assert read_description(folder)["traits"]["at"] == list(values)
    again = request_tuning(keys, ("hold:at=3",), (), 6, tmp_path / "two", COMMAND, by_seat=True)
    ended(again, jobs=1)
    assert content(folder) == content(tmp_path / "two")
    longer = request_tuning(keys, ("hold:at=3",), (), 7, folder, COMMAND, by_seat=True)
    assert ended(longer).last.generation == 7, "the search goes on where it was"


@pytest.mark.compiled
def test_a_search_goes_on_with_the_traits_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keys, folder = {"game": "pig", "games": 80}, tmp_path / "players" / "first"
    ended(request_tuning(keys, ("hold:at=3",), (), 2, folder, COMMAND, by_seat=True))
    first = read_description(folder)
    again = request_tuning(
        keys, ("@first",), ("hold",), 1, tmp_path / "second", "again", by_seat=True
    )
    begin = first_of(again, all_cores(1)).mean[:, 0]
    assert begin.tolist() == first["traits"]["at"]
    last = (folder / DISTRIBUTION).read_text().splitlines()[-1].split(",")
    assert first_of(again, all_cores(1)).sd[:, 0].tolist() == [float(sd) for sd in last[-3:-1]]
    ended(again)
    second = read_description(tmp_path / "second")
    assert second["base"] == "hold"
    assert second["training"]["start"] == [f"{COMMAND} --generations 2"]
    made = {"training": second["training"]}
    write_tuned_player(tmp_path / "players" / "second", again.policy, 2, find_game("pig"), made)
    both = ("@second", "@first", "@second:at=9")
    third = request_tuning(keys, both, ("hold",), 1, tmp_path / "both", "x", by_seat=True)
    ended(third)
    made = ["again --generations 1", f"{COMMAND} --generations 2"]
    assert read_description(tmp_path / "both")["training"]["start"] == made
    higher = request_tuning(keys, ("@first:at=9",), (), 1, tmp_path / "third", "x", by_seat=True)
    assert first_of(higher, all_cores(1)).mean[:, 0].tolist() == [9, 9]
    assert (higher.names_among, again.names_among) == (["@first:at=9"], ["hold"])
    with pytest.raises(InputError, match="the traits of @first differ by seat; add --by-seat"):
        request_tuning(keys, ("@first",), (), 1, tmp_path / "fourth", COMMAND)


@pytest.mark.compiled
def test_opponents_are_drawn_from_all_generations_before(tmp_path: Path) -> None:
    *_, last = play_tuning(requested(tmp_path, generations=3), all_cores(1))
    assert [(each.name, each.weights["at"]) for each in last.earlier()] == [
        (f"generation_{each.generation}", float(f"{each.mean[0, 0]:.3g}"))
        for each in last.distributions[1:]
    ]
    race = Race(last.request, None, 7, last.earlier())
    names = [one.name for deal in range(4000) for one in race.opponents(deal)]
    assert set(names) == {"start_0", "generation_1", "generation_2", "generation_3"}
    assert abs(names.count("start_0") - 2000) < 5 * 32, "half of them, within five sigma"
    assert race.opponents(7) == race.opponents(7)


class RenamesPolicies(Threads):
    """An executor whose workers know policies with the same traits by one name."""

    def map(self, function: Any, tasks: Any, *_others: Any) -> Iterator[Any]:
        for scenario, *task in tasks:
            lineup = tuple(replace(policy, name="hold") for policy in scenario.lineup)
            yield function(scenario.game.engine(), replace(scenario, lineup=lineup), *task)


def test_a_candidate_may_have_the_traits_of_an_earlier_generation(tmp_path: Path) -> None:
    keys = {"game": str(PLAIN_PIG), "games": 80}
    request = request_tuning(keys, ("hold:at=12",), (), 1, tmp_path, COMMAND)
    values = np.array([[15.0]])
    candidate, earlier = (request.with_traits(values, name) for name in ("", "generation_1"))
    results, n_games = Race(request, None, 7, [earlier]).results(
        candidate, 0, 200, RenamesPolicies(1)
    )
    assert (len(results), n_games) == (200, 400)


def test_given_opponents_are_drawn_alike_for_all_candidates(tmp_path: Path) -> None:
    given = request_tuning(
        {"game": "mare_nostrum"}, ("balanced",), ("greedy", "patron"), 1, tmp_path, COMMAND
    )
    race = Race(given, 0, 7, ())
    drawn = [tuple(one.name for one in race.opponents(deal)) for deal in range(400)]
    assert set(drawn) == {
        (one, two) for one in ("greedy", "patron") for two in ("greedy", "patron")
    }
    assert drawn == [tuple(one.name for one in race.opponents(deal)) for deal in range(400)]


@pytest.mark.compiled
def test_a_search_begins_with_the_best_player_at_each_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = {"game": "pig", "games": 400}
    [hold] = [policy for policy in find_game("pig").policies if policy.name == "hold"]
    for name, at in {"early": (2.0, 19.0), "late": (21.0, 80.0)}.items():
        tuned = replace(hold, seat_traits={"at": at})
        made = {"training": {"command": name, "generations": 4}}
        write_tuned_player(tmp_path / "players" / name, tuned, 2, find_game("pig"), made)
    request = request_tuning(
        keys, ("@early", "@late"), ("optimal",), 1, tmp_path / "both", COMMAND, by_seat=True
    )
    first = first_of(request, all_cores(1))
    assert first.mean[:, 0].tolist() == [21, 19]
    assert first.games == 2 * 2 * 200, "two players at two seats"
    ended(request)
    assert read_description(tmp_path / "both")["training"]["start"] == [
        "early --generations 4",
        "late --generations 4",
    ]
    other = request_tuning(keys, ("hold:at=4", "hold:at=20"), (), 1, tmp_path / "x", COMMAND)
    assert first_of(other, all_cores(1)).mean.tolist() == [[20]]


def test_more_opponents_than_seats_are_all_drawn(tmp_path: Path) -> None:
    several = ("optimal", "hold:at=9", "random")
    request = request_tuning({"game": "pig"}, ("hold",), several, 1, tmp_path, COMMAND)
    race = Race(request, None, 7, ())
    assert {str(one) for deal in range(200) for one in race.opponents(deal)} == set(several)


def test_players_to_begin_with_are_of_one_policy(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="balanced and greedy are not the same policy"):
        request_tuning({"game": "mare_nostrum"}, ("balanced", "greedy"), (), 1, tmp_path, COMMAND)


def test_traits_by_seat_need_a_game_with_winners(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="all seats of Les Taxis de la Marne share one score"):
        request_tuning({"game": "taxis"}, ("planner",), (), 1, tmp_path, COMMAND, by_seat=True)


@pytest.mark.compiled
def test_the_traits_depend_on_the_seed_alone(whole: Path, tmp_path: Path) -> None:
    ended(requested(tmp_path / "one"), jobs=1)
    ended(requested(tmp_path / "other", seed=7))
    assert content(tmp_path / "one") == content(whole)
    assert content(tmp_path / "one")[1:] != content(tmp_path / "other")[1:]


@pytest.mark.compiled
def test_a_stopped_search_goes_on_to_the_same_traits(whole: Path, tmp_path: Path) -> None:
    for progress in play_tuning(requested(tmp_path / "stopped"), all_cores(1)):
        if progress.last.generation == 1:
            break
    ended(requested(tmp_path / "stopped"))
    assert content(whole) == content(tmp_path / "stopped")


@pytest.mark.compiled
def test_the_file_says_how_the_traits_were_found(tmp_path: Path) -> None:
    last = ended(requested(tmp_path, generations=1))
    table = read_description(tmp_path)
    assert table["traits"] == last.tuned.weights
    assert table["training"]["policy"] == str(last.tuned)
    assert table["training"]["command"] == COMMAND
    assert table["held_out"]["what"] == "share of the wins of one seat among hold:at=3"
    assert table["held_out"]["n"] == 400


@pytest.mark.compiled
def test_a_candidate_that_is_dropped_is_never_among_the_best(tmp_path: Path) -> None:
    request = requested(tmp_path, generations=1)
    # 24 candidates on a quarter of 40 deals, 12 on another quarter, 6 on the other half
    assert ended(request).last.games == 2 * (24 * 10 + 12 * 10 + 6 * 20)


def test_traits_that_are_set_are_tuned_alone(tmp_path: Path) -> None:
    options = {"game": "arriala", "games": 80}
    some = request_tuning(options, ("planner:lock=1,river=0",), (), 1, tmp_path, COMMAND)
    assert list(some.traits) == ["lock", "river"]
    every = request_tuning(options, ("planner",), (), 1, tmp_path, COMMAND)
    assert len(every.traits) == len(some.policy.traits) - 1
    assert "width" not in every.traits


def test_a_policy_without_traits_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="tune: optimal has no traits to tune"):
        requested(tmp_path, tuned="optimal")


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"out: .* is not empty; choose another folder"):
        requested(tmp_path)


def test_a_policy_that_is_not_of_the_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="tune: only policies that Pig itself has can be tuned, not search"
    ):
        requested(tmp_path, tuned="search")


def searched_for(way: str, folder: Path) -> TraitTuningProgress:
    """Return the end of a search for wins by one way."""
    keys = {"game": str(DUEL), "games": 120}
    request = request_tuning(keys, ("duellist",), ("duellist",), 3, folder, COMMAND, way=way)
    return ended(request, jobs=1)


@pytest.mark.long
def test_wins_by_one_way_alone_are_counted(tmp_path: Path) -> None:
    arms, learning = (searched_for(way, tmp_path / way) for way in ("arms", "Learning"))
    assert arms.tuned.weights["strike"] > 0.7
    assert learning.tuned.weights["strike"] < 0.3
    final = arms.final
    assert final is not None and final.untuned is not None and final.all_wins is not None
    assert final.result.low > final.untuned.high
    assert final.result.estimate <= final.all_wins.estimate
    measure = read_description(tmp_path / "arms")["held_out"]["what"]
    assert measure == "share of the wins by arms of one seat among duellist"


def test_a_way_to_win_is_one_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(InputError, match='way: "hart" is not one of pyramids, heroes, cities'):
        request_tuning(
            {"game": "mare_nostrum"}, ("balanced",), (), 1, tmp_path, COMMAND, way="hart"
        )
    with pytest.raises(InputError, match="way: Pig does not name ways to win"):
        request_tuning({"game": "pig"}, ("hold",), (), 1, tmp_path, COMMAND, way="points")


def test_a_noise_that_is_set_stays_and_is_not_tuned(tmp_path: Path) -> None:
    noisy = requested(tmp_path, "hold:noise=0.05")
    assert [*noisy.traits] == [*requested(tmp_path, "hold").traits]
    assert noisy.with_traits(np.array([[20.0]])).weights == {"at": 20.0, "noise": 0.05}


def test_traits_without_noise_are_remarked_in_a_game_that_is_played_with_it(tmp_path: Path) -> None:
    keys = {"game": "mare_nostrum", "players": [3]}
    remarks = [
        request_tuning(keys, (tuned,), (), 1, tmp_path, COMMAND).remarks
        for tuned in ("balanced", "balanced:noise=0.05")
    ]
    assert remarks[1] == []
    assert "--tune balanced:noise=0.05 tunes them for many" in remarks[0][0]
    assert requested(tmp_path, "hold").remarks == []


@pytest.mark.compiled
def test_changed_distributions_are_refused(tmp_path: Path) -> None:
    ended(requested(tmp_path, generations=2))
    whole, file = content(tmp_path), tmp_path / DISTRIBUTION
    text = file.read_text()
    rows = [line.rpartition(",")[0] for line in text.splitlines()]  # of an earlier simlab
    no_number = ",".join([*rows[-1].split(",")[:4], "nan", "nan"])
    for changed in (text.replace("\n1,", "\n2,"), text[:-20], "\n".join([*rows[:-1], no_number])):
        file.write_text(changed)
        with pytest.raises(InputError, match=rf"{DISTRIBUTION}: damaged: "):
            ended(requested(tmp_path, generations=2))
        with pytest.raises(InputError, match=r"damaged: .*; train this player again"):
            last_spread(tmp_path)
    file.write_text("\n".join(rows))
    ended(requested(tmp_path, generations=2))
    assert content(tmp_path)[:2] == whole[:2]
