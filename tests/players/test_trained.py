"""Player files: written and read back, found by name, and refused where they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.catalog import find_game, find_policy, policies_of
from simlab.errors import InputError
from simlab.files.checksum import CHECKSUM
from simlab.game import Game
from simlab.game.player_file import PLAYER, WEIGHTS, WEIGHTS_HASH, is_whole, read_description
from simlab.game.policy import Policy
from simlab.games.taxis import GAME as TAXIS
from simlab.players.mixture import mix_policies
from simlab.players.restriction import restrict_policy
from simlab.players.search import search_over
from simlab.players.trained import (
    read_net,
    read_player,
    shipped_players,
    write_player,
    write_tuned_player,
)
from tests.support.compiled_pig import PIG
from tests.support.games import GAMES
from tests.support.written_player import bold, linear_net


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player of Pig in the folder of players, which is below the working folder."""
    monkeypatch.chdir(tmp_path)
    bold(tmp_path / "players" / "bold")
    return tmp_path / "players" / "bold"


def changed(folder: Path, old: str, new: str) -> Path:
    text = without_checksums(folder)
    assert old in text
    (folder / PLAYER).write_text(text.replace(old, new))
    return folder


def without_checksums(folder: Path) -> str:
    """Describe a player as an earlier simlab did; return the text."""
    lines = (folder / PLAYER).read_text().splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith((CHECKSUM, WEIGHTS_HASH)))
    (folder / PLAYER).write_text(text)
    return text


def test_a_player_is_read_as_it_was_written(folder: Path) -> None:
    net, policy = linear_net(turn_total=0.01), read_player(folder, PIG)
    assert read_net(folder, PIG).trait_numbers().tobytes() == net.trait_numbers().tobytes()
    assert policy.name == "@bold"
    assert policy.trait_row(0)[0] == 12
    assert policy.trait_row(0)[1:].tobytes() == net.trait_numbers().tobytes()


def test_a_player_is_found_by_its_name_with_traits_and_as_base_of_a_search(folder: Path) -> None:
    assert str(find_policy("@bold:noise=0.1,samples=6", PIG.policies, 2, PIG)) == (
        "@bold:samples=6,noise=0.1"
    )
    search = find_policy("search:base=@bold,rollouts=20,samples=3", PIG.policies, 2, PIG)
    assert search.base == "@bold"
    assert search.files == (folder / PLAYER, folder / WEIGHTS)


def test_a_search_over_a_player_reads_its_net_and_has_no_plans(folder: Path) -> None:
    policy = read_player(folder, PIG)
    search = search_over(policy, PIG)
    n_own = len(search.traits) - len(policy.traits)
    assert search.trait_row(0)[n_own:].tobytes() == policy.trait_row(0).tobytes()
    with pytest.raises(InputError, match="plans: 4 is out of range 0 to 0; 0: none, since @bold"):
        find_policy("search:base=@bold,plans=4", PIG.policies, 2, PIG)


def test_a_player_may_belong_to_the_data_of_its_game(folder: Path, tmp_path: Path) -> None:
    shipped = replace(PIG, data=tmp_path / "data")
    bold(tmp_path / "data" / "players" / "house")
    assert find_policy("@house", PIG.policies, 2, shipped).name == "@house"


def test_an_unknown_player_is_answered_with_those_there_are(folder: Path) -> None:
    with pytest.raises(InputError, match=r'"@bald" is not one of .*@bold. Did you mean "@bold"'):
        find_policy("@bald", PIG.policies, 2, PIG)
    with pytest.raises(InputError, match="nobody: no player"):
        (folder.parent / "nobody").mkdir()
        policies_of(PIG, [folder.parent / "nobody"])


def test_a_player_sits_only_at_tables_of_its_size(folder: Path) -> None:
    with pytest.raises(InputError, match="@bold plays with 2 players, not with 3"):
        find_policy("@bold", PIG.policies, 3, PIG)


def test_a_player_of_another_game_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="game: is a player of pig, not of taxis"):
        read_player(folder, TAXIS)


def test_a_player_of_another_version_is_refused_with_the_command_that_made_it(tmp_path) -> None:
    made = {"training": {"command": "simlab train pig"}}
    write_player(tmp_path, linear_net(), PIG, made)
    changed(tmp_path, "version = 1", "version = 7")
    with pytest.raises(
        InputError, match="version 7 of pig, but this is version 1; train it again:"
    ):
        read_player(tmp_path, PIG)


def test_a_player_for_other_records_is_refused(folder: Path) -> None:
    text = without_checksums(folder)
    changed(folder, 'rules = "', 'rules = "0')
    with pytest.raises(InputError, match="rules: the rules record has other fields"):
        read_player(folder, PIG)
    (folder / PLAYER).write_text(text.replace("turn_total", "turn_sum"))
    with pytest.raises(InputError, match="features: the state has no turn_sum"):
        read_player(folder, PIG)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros(5), "holds other weights than the net has"),
        (np.zeros(8, np.float32), "holds other weights than the net has"),
        (np.full(8, np.nan), "holds weights that are no numbers"),
    ],
)
def test_other_weights_are_refused(folder: Path, weights: np.ndarray, message: str) -> None:
    without_checksums(folder)
    np.save(folder / WEIGHTS, weights)
    with pytest.raises(InputError, match=message):
        read_player(folder, PIG)


@pytest.mark.parametrize("name", [PLAYER, WEIGHTS])
def test_a_flipped_bit_of_a_player_is_refused(folder: Path, name: str) -> None:
    raw = bytearray((folder / name).read_bytes())
    raw[raw.rindex(b"t")] ^= 1
    (folder / name).write_bytes(raw)
    with pytest.raises(InputError, match=rf"{name}: damaged: .*; train the player again"):
        read_player(folder, PIG)


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"game = 'pig'\n"])
def test_a_player_without_its_description_is_not_whole(folder: Path, content: bytes) -> None:
    assert is_whole(folder)
    (folder / PLAYER).write_bytes(content)
    assert not is_whole(folder)


def test_a_damaged_player_is_refused(folder: Path) -> None:
    without_checksums(folder)
    (folder / WEIGHTS).write_bytes(b"")
    with pytest.raises(InputError, match=r"weights.npy: cannot be read"):
        read_player(folder, PIG)
    (folder / WEIGHTS).unlink()
    with pytest.raises(InputError, match=r"weights.npy: cannot be read: No such file .*; train th"):
        read_player(folder, PIG)
    (folder / PLAYER).write_text("game = ")
    with pytest.raises(InputError, match=r"player.toml: broken TOML"):
        read_player(folder, PIG)
    (folder / PLAYER).write_text("game = 3")
    with pytest.raises(InputError, match="hidden_units: is missing or of the wrong type"):
        read_player(folder, PIG)


def tuned(folder: Path, players: int = 2, **weights: float) -> Path:
    hold = next(policy for policy in PIG.policies if policy.name == "hold")
    write_tuned_player(folder, hold.with_weights(**weights), players, PIG, {})
    return folder


def test_a_tuned_player_is_its_policy_with_other_traits(tmp_path: Path) -> None:
    policy = read_player(tuned(tmp_path / "mine", at=23), PIG)
    assert policy.name == "@mine"
    assert policy.traits["at"].default == policy.trait_row(0)[0] == 23
    assert policy.players == (2, 2)
    assert policy.files == (tmp_path / "mine" / PLAYER,)
    assert "at" in search_over(policy, PIG).traits


def test_a_tuned_player_with_traits_that_are_not_there_is_refused(tmp_path: Path) -> None:
    folder = changed(tuned(tmp_path / "mine", at=23), "at = 23", "ad = 23")
    with pytest.raises(InputError, match="traits: ad: is no trait, or out of range"):
        read_player(folder, PIG)
    changed(folder, 'base = "hold"', 'base = "fold"')
    with pytest.raises(InputError, match="base: the game has no policy fold"):
        read_player(folder, PIG)


def tuned_by_seat(folder: Path, *at: float, game: Game = PIG) -> Policy:
    hold = next(policy for policy in game.policies if policy.name == "hold")
    policy = replace(hold, seat_traits={"at": at})
    write_tuned_player(folder, policy, len(at), game, {})
    return read_player(folder, game)


def test_a_player_tuned_by_seat_plays_each_seat_with_its_own_traits(tmp_path: Path) -> None:
    policy = tuned_by_seat(tmp_path / "mine", 12, 20)
    assert [policy.trait_row(seat)[0] for seat in (0, 1)] == [12, 20]
    assert policy.with_weights(at=15).trait_row(1)[0] == 15, "a weight holds at every seat"
    assert policy.traits["at"].default == 16, "the mean is what lists of traits show"
    assert policy.sentence.startswith("Tuned for each seat: ")
    early, late = (find_policy(f"hold:at={at}", PIG.policies, 2, PIG) for at in (12, 20))
    rules, engine = PIG.load().row, PIG.engine()
    rows, expected = (
        engine.play(rules, lineup, 1914, 0, 50) for lineup in ([policy, policy], [early, late])
    )
    assert (rows == expected).all()
    turned = engine.play(rules, [policy, early], 1914, 0, 50, 1)
    assert (turned == engine.play(rules, [late, early], 1914, 0, 50, 1)).all()


def test_a_search_expects_the_traits_of_each_seat_there(tmp_path: Path) -> None:
    policy = tuned_by_seat(tmp_path / "mine", 12, 20)
    search = search_over(policy, PIG).with_weights(rollouts=20)
    n_own = len(search.traits) - 1
    assert search.trait_row(0)[n_own : n_own + 3].tolist() == [12, 12, 20]
    assert search.trait_row(1)[n_own : n_own + 3].tolist() == [20, 12, 20]
    rules, engine = PIG.load().row, PIG.engine()

    def played(base: Policy) -> object:
        over = search_over(base, PIG).with_weights(rollouts=20)
        rival = find_policy("hold", PIG.policies, 2, PIG)
        return engine.play(rules, [over, rival], 3, 0, 20).tobytes()

    even = tuned_by_seat(tmp_path / "even", 20, 20)
    assert played(even) == played(find_policy("hold:at=20", PIG.policies, 2, PIG))
    assert played(tuned_by_seat(tmp_path / "odd", 20, 99)) != played(even)


def test_wrappers_pass_the_seat_on(tmp_path: Path) -> None:
    policy = tuned_by_seat(tmp_path / "mine", 12, 20)
    rules, engine = PIG.load().row, PIG.engine()
    hold = find_policy("hold:at=20", PIG.policies, 2, PIG)
    for wrapped in (restrict_policy(policy, ["hold"], PIG), mix_policies(policy, hold, 0.0, PIG)):
        rows = [wrapped.trait_row(seat) for seat in (0, 1)]
        assert (rows[0] != rows[1]).sum() == 1
    alone, within = (
        engine.play(rules, [hold, each], 1914, 0, 30)
        for each in (policy, mix_policies(policy, hold, 0.0, PIG))
    )
    assert (alone == within).all()


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("[12, 20, 15]", "traits: at: must have one value, or one for each of 2 seats"),
        ("[12, 2000]", "traits: at: is no trait, or out of range"),
        ('["a", 3]', "traits: at: is no trait, or out of range"),
    ],
)
def test_traits_by_seat_that_do_not_fit_are_refused(tmp_path: Path, at: str, message: str) -> None:
    folder = tmp_path / "mine"
    tuned_by_seat(folder, 12, 20)
    changed(folder, "[12, 20]", at)
    with pytest.raises(InputError, match=message):
        read_player(folder, PIG)


def test_plain_python_plays_no_traits_by_seat(tmp_path: Path) -> None:
    plain = find_game(str(Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"))
    with pytest.raises(InputError, match="for each seat, plays in machine code alone"):
        tuned_by_seat(tmp_path / "mine", 12, 20, game=plain)


def test_one_name_stands_for_the_player_of_each_size_of_table(folder: Path) -> None:
    both = folder.parent / "both"
    tuned(both / "2p", 2, at=22)
    tuned(both / "3p", 3, at=18)
    for players, at in ((2, 22), (3, 18)):
        policy = find_policy("@both", PIG.policies, players, PIG)
        assert (str(policy), policy.traits["at"].default) == ("@both", at)
        known = policies_of(PIG, [both / "3p", both / "2p"])
        assert find_policy("@both", known, players, PIG).traits["at"].default == at
    with pytest.raises(InputError, match=r'"@both" is not one of'):
        find_policy("@both", PIG.policies, 4, PIG)


def test_players_in_the_data_of_a_game_are_its_shipped_players(tmp_path: Path) -> None:
    shipped = replace(PIG, data=tmp_path)
    tuned(tmp_path / "players" / "house" / "2p", 2)
    tuned(tmp_path / "players" / "house" / "3p", 3)
    assert {
        name: [player.players for player in each] for name, each in shipped_players(shipped).items()
    } == {"@house": [(2, 2), (3, 3)]}


SHIPPED = [
    pytest.param(game, place, id=f"{game.name} {place.parent.name} {place.name}")
    for game in GAMES.values()
    for place in sorted(game.folder.glob("players/*/*p"))
]


@pytest.mark.parametrize(("game", "place"), SHIPPED)
def test_a_shipped_player_fits_its_game(game: Game, place: Path) -> None:
    described = read_description(place)
    players = described["players"]
    policy = find_policy(f"@{place.parent.name}", game.policies, players, game)
    assert policy.can_sit(players)
    # one for one way to win is measured by its wins in this way alone
    is_for_one_way = described["held_out"]["what"].startswith("share of the wins by")
    assert described["held_out"]["low"] > (0 if is_for_one_way else 1 / players)
    traits, training = described["traits"], described["training"]
    if "learner" in described:
        assert policy.function is game.learner.function
        assert {name: policy.traits[name].default for name in traits} == traits
        return
    base = next(each for each in game.policies if each.name == described["base"])
    assert policy.function is base.function
    if "policy" in training:
        assert str(base.with_weights(**traits)) == training["policy"]
    else:
        assert policy.seat_traits == {name: tuple(values) for name, values in traits.items()}
