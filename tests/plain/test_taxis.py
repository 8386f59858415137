"""Les Taxis de la Marne in plain Python plays the games of the hand-written kernels."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.catalog import find_game, find_policy
from simlab.engine.record import fields_of
from simlab.games.taxis import GAME as KERNELS
from simlab.games.taxis.names import ring_of
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, EVENTS
from tests.plain.plain_taxis.words import BY_CHOICE, BY_ITSELF
from tests.plain.plain_taxis.words import EVENTS as SENTENCES
from tests.support.compiled_without_numba import what_is_wrong

FOLDER = Path(__file__).parent / "plain_taxis"
PLAIN = find_game(str(FOLDER))
ENDS = getattr(PLAIN, "ends", ())
GAMES, GAMES_OF_LONG_TEST, LOGS = 5, 100, 2
PATCHES: tuple[dict[str, object], ...] = (
    {},
    {"joker_any_street": False, "officers": 3, "taxi_deck": "taxis_12_events"},
    {"bonus_before_arrival": False, "officers_may_share": False, "soldier_deck": "soldiers_b"},
    {"events": False, "arrival_direction": "clockwise", "token_penalty": 3, "officers": 1},
    {"silence_forbids_exchange": True, "solo_reserve_limit": 7, "soldier_deck": "soldiers_c"},
    {"hand_limit": 2, "actions_per_turn": 8, "initial_cards": 20, "soldier_deck": "soldiers_e"},
)


def play(game: Any, policy: str, players: int, games: int, patch: Any, journal: Any = None) -> Any:
    lineup = [find_policy(policy, game.policies, players, game)] * players
    rules = game.load(patch=patch).row
    return game.engine().play(rules, lineup, 1914, 0, games, journal=journal)


def columns(rows: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the columns of the kernels by the names that they have in tables."""
    for name, own in fields_of(KERNELS.outcome_row).items():
        for place, entry in enumerate(own.each):
            yield entry, rows[name][:, place]
        if not own.each:
            yield name, rows[name]


def check_columns(policy: str, players: int, games: int, patch: Any) -> None:
    plain, kernels = (play(game, policy, players, games, patch) for game in (PLAIN, KERNELS))
    for name, column in columns(kernels):
        assert (plain[name] == column).all(), name


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("policy", ["random", "random:noise=0.5", "greedy"])
def test_each_column_is_that_of_the_kernels(policy: str, players: int) -> None:
    check_columns(policy, players, GAMES, {})


@pytest.mark.parametrize("patch", PATCHES[1:], ids=lambda patch: next(iter(patch)))
def test_each_column_is_that_of_the_kernels_under_other_rules(patch: Any) -> None:
    for players in (1, 3):
        check_columns("random", players, GAMES, patch)


@pytest.mark.long
@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("policy", ["random", "random:noise=0.5", "greedy"])
def test_each_column_of_many_games_is_that_of_the_kernels(policy: str, players: int) -> None:
    for patch in PATCHES:
        check_columns(policy, players, GAMES_OF_LONG_TEST, patch)


@pytest.mark.long
@pytest.mark.compiled
def test_a_search_deals_and_values_tables_as_in_the_kernels() -> None:
    for players in (1, 3):
        check_columns("search:base=greedy,rollouts=8,turns=1", players, 3, {})


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_each_event_of_the_log_is_that_of_the_kernels(policy: str, players: int) -> None:
    check_events(policy, players, LOGS, {})


def check_events(policy: str, players: int, games: int, patch: Any) -> None:
    logs = []
    for game in (PLAIN, KERNELS):
        journal = game.new_journal()
        play(game, policy, players, games, patch, journal)
        logs.append(list(game.events_in(journal, game.load(patch=patch))))
    plain, kernels = logs
    words = Words(patch)
    expected = [words.of(event) for event in kernels if event["event"] != "decision"]
    assert [event for event in plain if SENTENCES.get(event["event"])] == expected


@pytest.mark.long
def test_its_translation_plays_the_same_games(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "taxis_in_python")
    assert what_is_wrong([folder], 10) == [[]]


class Words:
    """What the plain game reports of the events of the kernels."""

    def __init__(self, patch: Mapping[str, object]) -> None:
        rules = KERNELS.load(patch=patch)
        tables = rules.components.tables
        self.row, self.token_penalty = rules.row[0], rules.components.values["token_penalty"]
        self.streets = [str(row["street"]) for row in ring_of(rules.components)]
        self.cards = [str(row["card"]) for row in tables["soldiers"]]
        self.taxis = [
            str(row["card"]) for row in tables["taxis"] for _ in range(int(row["copies"]))
        ]

    def of(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return the event of the plain game for one of the kernels."""
        own = {name: self._word(name, value) for name, value in event.items()}
        name = self._name(event)
        drop: tuple[str, ...] = ()
        match event["event"]:
            case "dealt":
                own["owner"], drop = own["hand"], ("hand",)
            case "taxi_placed":
                own["passed"] = self._passed(event)
            case "officer_moved":
                own |= {"origin": own["from"], "street": own["to"]}
                drop = ("from", "to", "means")
            case "event_met":
                drop = ("kind_of_event", "has_effect", "seat")
            case "sent":
                own["token"] *= self.token_penalty
                drop = ("taxi",)
            case "turn_ended":
                own["how"] = BY_CHOICE if event["is_by_choice"] else BY_ITSELF
                own["n"] = event["actions_left"]
                drop = ("is_by_choice", "actions_left")
            case "game_over":
                own["reason"] = ENDS[event["reason"] - 1]
            case "drew":
                drop = ("means",)
            case "discarded":
                drop = ("reason",)
        kept = {field: value for field, value in own.items() if field not in drop}
        return {**kept, "event": name}

    def _name(self, event: Mapping[str, Any]) -> str:
        match event["event"]:
            case "taxi_placed":
                return "arrivals"
            case "token_placed":
                return "tokens_placed"
            case "reshuffled":
                return "reshuffles"
            case "exchanged":
                return "exchanges"
            case "turn_ended":
                return "wasted_actions"
            case "drew":
                return ("drew", "drew_by_bonus", "drew_to_reserve")[event["means"]]
            case "officer_moved":
                return ("moves", "moved_by_bonus")[event["means"]]
            case "discarded":
                return ("discarded_by_event", "discarded_by_limit")[event["reason"] - 1]
            case "bonus_played":
                return f"bonus_{self._effect(event['card'])}"
            case "event_met":
                kind = EVENTS[event["kind_of_event"] - 1]
                return f"event_{kind if event['has_effect'] else 'without_effect'}"
            case "token_removed":
                return "token_removed"
        return str(event["event"])

    def _passed(self, event: Mapping[str, Any]) -> int:
        way = event["street"] - int(self.row["taxi_street"][event["taxi"]])
        return way * int(self.row["arrival_step"]) % len(self.streets)

    def _effect(self, kind: int) -> str:
        effect = self.cards[kind]
        assert effect in EFFECTS
        return effect

    def _word(self, name: str, value: Any) -> Any:
        if name in ("street", "from", "to"):
            return self.streets[value]
        if name in ("card", "other_card"):
            return self.cards[value]
        if name == "taxi":
            return self.taxis[value]
        return COLOUR_NAMES[value] if name == "colour" else value
