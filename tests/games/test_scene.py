"""Scenes of the shipped games: no piece is lost, all lie where the state says, places are apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from simlab.engine.record import row_of
from simlab.execution.stepper import Case, Stepper
from simlab.game.scene import Place, Scene, problems_of
from simlab.games.arriala import GAME as ARRIALA
from simlab.games.mare_nostrum import GAME as MARE_NOSTRUM
from simlab.games.mare_nostrum.scene import CARAVAN, SHRINE
from simlab.games.mare_nostrum.state import COIN, LEGENDARY
from simlab.games.taxis import GAME as TAXIS
from simlab.games.taxis.state import RESERVE
from tests.support.games import GAMES, player_counts

WITH_SCENE = [name for name, game in GAMES.items() if game.scene]
EVERY = 11
"""Every such decision is looked at, so that all phases are met over some games."""
MOST_DECISIONS = 1500


def positions(
    game: Any, players: int, deal: int, patch: dict[str, object] | None = None
) -> Iterator[tuple[Any, Scene]]:
    """Yield the state and the scene of some positions of a random game."""
    policy = next(policy for policy in game.policies if policy.name == "random")
    table = Stepper(Case(game, game.load(patch=patch), (policy,) * players), deal)
    table.set_up()
    for number, _ in enumerate(table.decisions()):
        if number % EVERY == deal % EVERY:
            state = row_of(table.state)
            scene = game.scene(state, table.case.rules)
            assert list(problems_of(scene)) == []
            yield state, scene
        if number == MOST_DECISIONS:
            break


def cards_in(scene: Scene) -> int:
    hands = [*scene.common, *(hand for seat in scene.seats for hand in seat.hands)]
    return sum(card.count for hand in hands for card in hand.cards)


def of_kind(scene: Scene, name: str) -> Counter[int]:
    """Return how many pieces of a kind lie in each place."""
    counts: Counter[int] = Counter()
    for piece in scene.pieces:
        if scene.kinds[piece.kind].name == name:
            counts[piece.place] += piece.count
    return counts


@pytest.mark.parametrize("players", player_counts(TAXIS))
def test_no_card_of_taxis_is_lost(players: int) -> None:
    n_taxis, n_soldiers = (int(TAXIS.load().row[0][name]) for name in ("n_taxis", "n_soldiers"))
    for state, scene in positions(TAXIS, players, deal=players):
        soldiers, taxis = scene.decks
        drawn = any(value.name == "card drawn" for value in scene.values)
        n = soldiers.cards + (soldiers.discards or 0) + cards_in(scene) + drawn
        assert n == n_soldiers
        sent = int(state.tally.sent_value.sum())
        assert of_kind(scene, "taxi").total() + taxis.cards + sent == n_taxis
        assert len(scene.common) == (players == 1)
        if players == 1:
            assert sum(card.count for card in scene.common[0].cards) == state.hands[RESERVE].n_cards


def test_taxis_tokens_and_officers_stand_where_the_state_says() -> None:
    for state, scene in positions(TAXIS, 3, deal=1):
        taxis, tokens = of_kind(scene, "taxi"), of_kind(scene, "token")
        assert set(taxis) == set(state.street_value.nonzero()[0])
        assert set(tokens) == set(state.street_token.nonzero()[0])
        assert of_kind(scene, "officer") == Counter(state.officers[: state.n_officers].tolist())
        labels = {p.place: p.label for p in scene.pieces if scene.kinds[p.kind].name == "taxi"}
        assert all(labels[street] == str(state.street_value[street]) for street in taxis)


@pytest.mark.parametrize("players", player_counts(ARRIALA))
def test_no_lock_and_no_card_of_arriala_is_lost(players: int) -> None:
    rules = ARRIALA.load()
    for state, scene in positions(ARRIALA, players, deal=players):
        left = {value.name: value.value for value in scene.values}["lock pieces left"]
        assert of_kind(scene, "lock").total() + left == rules.components.values["lock_pieces"]
        (deck,) = scene.decks
        assert deck.cards + (deck.discards or 0) + cards_in(scene) == rules.row[0]["n_deck"]
        assert of_kind(scene, "built section").total() == int(state.board.built).bit_count()


def test_workers_of_arriala_stand_where_the_state_says() -> None:
    rules = ARRIALA.load()
    for state, scene in positions(ARRIALA, 4, deal=2):
        names = [place.name for place in scene.places]
        for seat in range(4):
            mine = [piece for piece in scene.pieces if piece.owner == seat]
            towns = {row["name"]: int(row["position"]) for row in rules.components.tables["towns"]}
            in_towns = {piece.place: piece.count for piece in mine if names[piece.place] in towns}
            for place, count in in_towns.items():
                town = towns[names[place]]
                assert count == state.board.colours[seat].in_towns[town]
            n_spaces = int(state.board.colours[seat].spaces).bit_count()
            n_canal = len(
                [piece for piece in mine if piece.place < scene.places.index(areas(scene))]
            )
            assert n_canal == n_spaces


def areas(scene: Scene) -> Place:
    """Return the first place beside the canal."""
    return next(place for place in scene.places if place.colour)


def test_neutral_workers_of_arriala_are_shown() -> None:
    for state, scene in positions(ARRIALA, 2, deal=1, patch={"neutral_workers": True}):
        assert of_kind(scene, "neutral worker").total() == int(state.board.towns).bit_count()


@pytest.mark.parametrize("players", player_counts(MARE_NOSTRUM))
def test_no_building_and_no_token_of_mare_nostrum_is_lost(players: int) -> None:
    rules = MARE_NOSTRUM.load()
    box = rules.row[0]["supply"].tolist()
    for state, scene in positions(MARE_NOSTRUM, players, deal=players):
        built = [piece for piece in scene.pieces if CARAVAN <= piece.kind <= SHRINE]
        assert len(built) == sum(int(there.built).bit_count() for there in state.provinces)
        hands = sum(player.hand for player in state.players[:players])
        assert (hands[:LEGENDARY] + state.supply).tolist() == box
        deck = scene.decks[1]
        assert deck.cards + (deck.discards or 0) + hands[LEGENDARY:].sum() == COIN
        shown = sum(card.count for seat in scene.seats for card in seat.hands[1].cards)
        assert shown == hands.sum()


def test_provinces_of_mare_nostrum_have_the_colour_of_their_owner() -> None:
    rows = MARE_NOSTRUM.load().components.tables["provinces"]
    for state, scene in positions(MARE_NOSTRUM, 5, deal=3):
        markers = {
            scene.places[piece.place].name: piece.owner
            for piece in scene.pieces
            if scene.kinds[piece.kind].shape == "fill"
        }
        owned = {
            row["name"]: int(there.owner)
            for row, there in zip(rows, state.provinces, strict=False)
            if there.owner >= 0
        }
        assert markers == owned


@pytest.mark.parametrize("name", WITH_SCENE)
def test_places_do_not_cover_each_other(name: str) -> None:
    game = GAMES[name]
    for players in player_counts(game):
        _, scene = next(positions(game, players, deal=0))
        for one, other in combinations(scene.places, 2):
            apart = (
                abs(one.x - other.x) >= (one.width + other.width) / 2
                or abs(one.y - other.y) >= (one.height + other.height) / 2
            )
            is_oval = "oval" in (one.shape, other.shape)
            assert apart or (is_oval and not ovals_meet(one, other)), (one.name, other.name)


def ovals_meet(one: Place, other: Place) -> bool:
    """Return whether two places meet of which one is an oval at least, as seen from its middle."""
    oval, box = (one, other) if one.shape == "oval" else (other, one)
    dx = max(abs(oval.x - box.x) - box.width / 2, 0) / (oval.width / 2)
    dy = max(abs(oval.y - box.y) - box.height / 2, 0) / (oval.height / 2)
    return dx**2 + dy**2 < 1


@pytest.mark.parametrize("name", WITH_SCENE)
def test_a_scene_has_a_seat_for_each_player(name: str) -> None:
    game = GAMES[name]
    for players in player_counts(game):
        _, scene = next(positions(game, players, deal=0))
        assert len(scene.seats) == players


@pytest.mark.parametrize("n_streets", [6, 10])
def test_other_rings_of_taxis_have_a_place_for_each_street(n_streets: int) -> None:
    rows = TAXIS.load().components.tables["streets"]
    extra = {
        f"streets.new_{n}": {"name": f"rue {n}", "position": n, "colour": "red"} for n in (8, 9)
    }
    gone = {f"streets.{row['street']}": False for row in rows[6:]}
    taxis = {
        f"taxis.{row['card']}": False
        for row in TAXIS.load().components.tables["taxis"]
        if row["street"] in [gone_row["street"] for gone_row in rows[6:]]
    }
    patch = extra if n_streets == 10 else gone | taxis
    _, scene = next(positions(TAXIS, 2, deal=0, patch=patch))
    assert len(scene.places) == n_streets + 1
    middles = {(place.x, place.y) for place in scene.places}
    assert len(middles) == n_streets + 1
