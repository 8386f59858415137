"""The data of Arriala: what is shipped, what a patch may change, what is refused or remarked."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from simlab.errors import ComponentError
from simlab.files.paths import data_folder
from simlab.game import Rules
from simlab.game.components import Components
from simlab.games.arriala import GAME
from simlab.games.arriala.events import KINDS, legend, tell
from simlab.games.arriala.schema import (
    CARD_ACTIONS,
    FEWEST_PLAYERS,
    HEAD_STARTS,
    MOST_WORKERS,
    PARAMETERS,
)
from simlab.games.arriala.state import ACTIONS, CARDS, MOST_PLAYERS, MOST_TOWNS, VINEYARDS, Action

SHIPPED = data_folder("arriala")
MONTECH, MOISSAC = 11, 23
"""Spaces on the shipped board."""


def load(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Rules:
    return GAME.load(folder, patch)


def filled(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Any:
    return load(patch, folder).row[0]


def problems(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> list[str]:
    with pytest.raises(ComponentError) as caught:
        load(patch, folder)
    return str(caught.value).splitlines()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the data folder, to be edited."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "arriala"))


def spaces(bits: int) -> list[int]:
    return [space for space in range(64) if bits >> space & 1]


def provenances(components: Components, table: str, key: str) -> dict[str, str]:
    return {str(row[key]): str(row["provenance"]) for row in components.tables[table]}


# What is shipped


def test_the_printed_rule_values_are_shipped() -> None:
    assert load().components.values == {
        "action_points": 5,
        "cost_move": 1,
        "cost_place": 3,
        "cost_to_vineyard": 2,
        "cost_to_canal": 4,
        "cost_river": 3,
        "cost_lock": 4,
        "cost_draw": 2,
        "cost_play": 1,
        "lock_points": 1,
        "river_points": 3,
        "art_points": 5,
        "workers_per_player": 5,
        **dict.fromkeys(HEAD_STARTS, 0),
        "starting_cards": 2,
        "lock_pieces": 8,
        "neutral_workers": False,
        "may_place_in_town": True,
        "may_enter_built": False,
        "tied_last_may_build": True,
        "max_rounds": 200,
        "score_table": "score",
    }


def test_every_rule_value_says_where_it_comes_from() -> None:
    provenance = load().components.provenance
    by_word = {
        word: [name for name in provenance if provenance[name] == word]
        for word in ("rule", "reported", "inferred", "assumed")
    }
    assert by_word == {
        "rule": [
            "action_points",
            "cost_lock",
            "lock_points",
            "river_points",
            "art_points",
            "workers_per_player",
            *HEAD_STARTS,
            "starting_cards",
            "lock_pieces",
        ],
        "reported": [
            "cost_move",
            "cost_place",
            "cost_to_vineyard",
            "cost_to_canal",
            "cost_river",
            "cost_draw",
            "cost_play",
        ],
        "inferred": ["neutral_workers", "may_place_in_town"],
        "assumed": ["may_enter_built", "tied_last_may_build", "max_rounds", "score_table"],
    }


def test_every_row_says_where_it_comes_from() -> None:
    components = load().components
    assert provenances(components, "towns", "town") == {
        "grisolles": "rule",
        "montech": "rule",
        "castelsarrasin": "inferred",
        "moissac": "inferred",
        "valence_d_agen": "reported",
    }
    assert provenances(components, "stretches", "stretch") == {
        "grisolles_montech": "reported",
        "montech_castelsarrasin": "assumed",
        "castelsarrasin_moissac": "reported",
        "moissac_valence_d_agen": "assumed",
    }
    assert provenances(components, "vineyards", "vineyard") == dict.fromkeys(VINEYARDS, "rule")
    assert provenances(components, "cards", "card") == dict.fromkeys(CARDS, "assumed")
    assert set(provenances(components, "locks", "stretch").values()) == {"assumed"}
    assert list(provenances(components, "blue_cells", "blue_cell").values()) == [
        "rule",
        "assumed",
        "assumed",
        "assumed",
    ]


@pytest.mark.parametrize(
    ("file", "points"),
    [
        ("score", [1, 3, 4, 6, 7, 9, 10, 12, 13, 15]),
        ("score_steep", [1, 2, 4, 6, 8, 10, 12, 14, 16, 18]),
        ("score_flat", [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ],
)
def test_three_score_tables_are_shipped_and_four_workers_are_reported(
    file: str, points: list[int]
) -> None:
    """A14."""
    rules = load({"score_table": file})
    assert rules.row[0]["section_points"].tolist()[:12] == [0, *points, 0]
    reported = provenances(rules.components, "score", "workers")
    assert [workers for workers, word in reported.items() if word == "reported"] == ["4"]
    assert rules.components.sources["score"] == f"{file}.csv"


def test_the_deck_has_55_cards_by_kind() -> None:
    rules = filled()
    assert rules["n_deck"] == 55
    deck = rules["deck"][:55].tolist()
    copies = {card: deck.count(kind) for kind, card in enumerate(CARDS)}
    assert copies == {
        "move_2": 12,
        "move_3": 10,
        "move_4": 4,
        "move_5": 3,
        "to_vineyard": 6,
        "place": 4,
        "lock": 4,
        "to_canal": 4,
        "transfer": 4,
        "pente_d_eau": 2,
        "pont_canal": 2,
    }


def test_every_card_does_one_thing_and_only_moves_have_a_reach() -> None:
    """A10."""
    rules = filled()
    assert tuple(CARD_ACTIONS) == CARDS
    assert [Action(int(action)).name for action in rules["card_action"]] == [
        "MOVE",
        "MOVE",
        "MOVE",
        "MOVE",
        "TO_VINEYARD",
        "PLACE",
        "LOCK",
        "TO_CANAL",
        "TRANSFER",
        "ART_WORK",
        "ART_WORK",
    ]
    assert rules["card_reach"].tolist() == [2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0]


def test_costs_stand_in_the_order_of_actions() -> None:
    assert filled()["cost"].tolist() == [1, 3, 2, 4, 3, 4, 2, 1]
    for action, name in enumerate(ACTIONS):
        costs = filled({f"cost_{name}": 12})["cost"].tolist()
        assert costs[action] == 12
        assert costs.count(12) == 1


# The board


def test_towns_and_cells_are_numbered_along_the_canal() -> None:
    rules = filled()
    assert rules["n_spaces"] == 33
    assert rules["n_towns"] == 5
    assert rules["town_space"].tolist()[:5] == [0, 11, 18, 23, 32]
    assert [rules["town_at"][space] for space in (0, 11, 18, 23, 32)] == [0, 1, 2, 3, 4]
    assert rules["n_stretches"] == 4
    assert [spaces(int(cells)) for cells in rules["stretch_cells"][:4]] == [
        list(range(1, 11)),
        list(range(12, 18)),
        list(range(19, 23)),
        list(range(24, 32)),
    ]
    assert rules["lock_limit"].tolist()[:4] == [3, 2, 1, 2]


def test_every_cell_knows_its_stretch() -> None:
    rules = filled()
    for stretch in range(4):
        for cell in spaces(int(rules["stretch_cells"][stretch])):
            assert rules["stretch_at"][cell] == stretch


@pytest.mark.parametrize(
    ("players", "towns", "n_cells", "n_blue_cells", "vineyards"),
    [
        (2, [11, 18, 23, 32], 18, 3, ["chasselas", "brulhois"]),
        (3, [0, 11, 18, 23, 32], 28, 4, ["chasselas", "brulhois"]),
        (4, [0, 11, 18, 23, 32], 28, 4, ["frontonnais", "chasselas", "brulhois"]),
    ],
)
def test_fewer_players_use_less_of_the_board(
    players: int, towns: list[int], n_cells: int, n_blue_cells: int, vineyards: list[str]
) -> None:
    """A2."""
    rules = filled()
    cells = spaces(int(rules["cells"][players]))
    assert spaces(int(rules["towns"][players])) == towns
    assert cells == [space for space in range(towns[0], 33) if space not in towns]
    assert len(cells) == n_cells
    assert rules["river_cells"][players] == n_blue_cells
    assert [VINEYARDS[v] for v in spaces(int(rules["vineyards"][players]))] == vineyards


def test_nothing_is_in_play_without_players() -> None:
    rules = filled()
    for name in ("cells", "towns", "river_cells", "vineyards"):
        assert rules[name].tolist()[:2] == [0, 0]


def test_vineyards_are_worth_their_size() -> None:
    """A16."""
    rules = filled()
    assert rules["vineyard_cells"].tolist() == [8, 4, 6]
    assert rules["vineyard_points"].tolist() == [8, 4, 6]


# Patches


def test_a_patch_lengthens_a_stretch_and_all_beyond_it_moves_on() -> None:
    rules = filled({"stretches.castelsarrasin_moissac.cells": 7})
    assert rules["n_spaces"] == 36
    assert rules["town_space"].tolist()[:5] == [0, 11, 18, 26, 35]
    assert spaces(int(rules["stretch_cells"][2])) == list(range(19, 26))


def test_a_patch_adds_a_stretch_with_its_town_locks_and_blue_cell() -> None:
    rules = filled(
        {
            "towns.agen": {"name": "Agen", "position": 5},
            "stretches.valence_agen": {
                "name": "Valence d'Agen–Agen",
                "position": 4,
                "cells": 5,
                "min_players": 3,
            },
            "locks.valence_agen.locks": 1,
            "blue_cells.blue_5.stretch": "valence_agen",
        }
    )
    assert rules["n_spaces"] == 39
    assert rules["town_space"].tolist()[:6] == [0, 11, 18, 23, 32, 38]
    assert spaces(int(rules["cells"][2]))[-1] == 31
    assert spaces(int(rules["cells"][3]))[-5:] == [33, 34, 35, 36, 37]
    assert rules["river_cells"].tolist() == [0, 0, 3, 5, 5]
    assert rules["lock_limit"].tolist()[:5] == [3, 2, 1, 2, 1]


def test_rows_may_stand_in_any_order(copied: Path) -> None:
    for file in ("towns", "stretches", "locks", "vineyards", "cards", "score"):
        path = copied / f"{file}.csv"
        header, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([header, *reversed(rows)]), encoding="utf-8")
    assert filled(folder=copied) == filled()


def test_a_patch_changes_how_many_cards_there_are() -> None:
    rules = filled({"cards.lock.copies": 9, "cards.move_2.copies": 0})
    deck = rules["deck"][: rules["n_deck"]].tolist()
    assert len(deck) == 55 + 5 - 12
    assert deck.count(CARDS.index("lock")) == 9
    assert CARDS.index("move_2") not in deck


def test_a_patch_changes_one_entry_of_the_score_table_and_makes_it_assumed() -> None:
    rules = load({"score.4.points": 8})
    assert rules.row[0]["section_points"][4] == 8
    assert provenances(rules.components, "score", "workers")["4"] == "assumed"


def test_a_longer_stretch_comes_with_a_longer_score_table() -> None:
    rules = filled(
        {"stretches.grisolles_montech.cells": 12, "score.12.points": 18, "score.11.points": 16}
    )
    assert rules["section_points"].tolist()[10:14] == [15, 16, 18, 0]


def test_a_vineyard_may_be_left_out() -> None:
    rules = filled({"vineyards.chasselas.cells": 0, "vineyards.brulhois.min_players": 4})
    assert rules["vineyard_cells"].tolist() == [8, 0, 6]
    assert rules["vineyards"].tolist()[2:] == [0b010, 0b010, 0b111]


def test_a_board_may_have_no_blue_cells(copied: Path) -> None:
    (copied / "blue_cells.csv").write_text("blue_cell,stretch\n", encoding="utf-8")
    assert filled(folder=copied)["river_cells"].tolist() == [0, 0, 0, 0, 0]


def test_the_most_workers_fit_the_score_table() -> None:
    high = next(entry.high for entry in PARAMETERS if entry.name == "workers_per_player")
    assert high is not None
    assert MOST_PLAYERS * high <= MOST_WORKERS
    assert FEWEST_PLAYERS * high + MOST_TOWNS <= MOST_WORKERS


# What is refused

OUT_OF_RANGE: list[tuple[str, object]] = [
    ("action_points", 0),
    ("action_points", 13),
    *((f"cost_{action}", cost) for action in ACTIONS for cost in (0, 13)),
    *((f"{work}_points", points) for work in ("lock", "river", "art") for points in (-1, 21)),
    ("workers_per_player", 0),
    ("workers_per_player", 11),
    ("starting_cards", -1),
    ("starting_cards", 11),
    ("lock_pieces", -1),
    ("lock_pieces", 31),
    ("neutral_workers", "few"),
    ("may_place_in_town", "never"),
    ("may_enter_built", 2),
    ("tied_last_may_build", "sometimes"),
    ("max_rounds", 0),
    ("max_rounds", 201),
    ("score_table", "towns"),
    ("stretches.grisolles_montech.cells", 0),
    ("stretches.grisolles_montech.min_players", 1),
    ("stretches.grisolles_montech.min_players", 5),
    ("vineyards.chasselas.points", -1),
    ("cards.lock.copies", -1),
    ("blue_cells.blue_1.stretch", "montech"),
]


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE)
def test_a_value_out_of_range_is_refused_by_name(name: str, value: object) -> None:
    (problem,) = problems({name: value})
    assert problem.startswith(f"patch: {name}: ")


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        (
            {"stretches.grisolles_montech.cells": 11},
            "score.csv: workers end at 10, and grisolles_montech has 11 cells.",
        ),
        (
            {"score_table": "score_flat", "score.12.points": 9},
            "score_flat.csv: workers must be 1 to 11, each once,"
            " not 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12.",
        ),
        (
            {"cards.move_2.copies": 0, "starting_cards": 10, "cards.move_3.copies": 6},
            "starting_cards: 10 for each of 4 players are more than the 39 of cards.csv.",
        ),
        (
            {"locks.castelsarrasin_moissac.locks": 5},
            "locks.csv: castelsarrasin_moissac: 5 locks do not fit on 4 cells.",
        ),
        (
            {"locks.montech_castel.locks": 1},
            'locks.csv: "montech_castel" is not one of grisolles_montech, montech_castelsarrasin,'
            " castelsarrasin_moissac, moissac_valence_d_agen."
            ' Did you mean "montech_castelsarrasin"?',
        ),
        (
            {"towns.agen": {"name": "Agen", "position": 5}},
            "towns.csv: 6 towns; 4 stretches lie between 5 towns.",
        ),
        (
            {"stretches.moissac_valence_d_agen.position": 4},
            "stretches.csv: moissac_valence_d_agen: position 4;"
            " positions must be 0 to 3, each once.",
        ),
        (
            {"stretches.castelsarrasin_moissac.min_players": 3},
            "stretches.csv: min_players: with 2 players there is a gap between"
            " montech_castelsarrasin, moissac_valence_d_agen.",
        ),
        (
            {"cards.move_2.reach": 0},
            "cards.csv: move_2: cards named move, and only they, have a reach.",
        ),
        (
            {"cards.lock.reach": 1},
            "cards.csv: lock: cards named move, and only they, have a reach.",
        ),
        (
            {"cards.move_6": {"name": "move", "reach": 6}},
            'cards.csv: "move_6" is not one of move_2, move_3, move_4, move_5, to_vineyard, place,'
            " lock, to_canal, transfer, pente_d_eau, pont_canal."
            ' Did you mean "move_5"?',
        ),
        (
            {"vineyards.buzet": {"name": "Buzet", "cells": 5, "points": 5, "min_players": 2}},
            'vineyards.csv: "buzet" is not one of frontonnais, chasselas, brulhois.',
        ),
        (
            {"cards.move_2.copies": 118},
            "cards.csv: 161 rows, copies counted, are out of range 0 to 160.",
        ),
    ],
)
def test_components_that_make_no_game_together_are_refused(
    patch: dict[str, object], problem: str
) -> None:
    assert problem in problems(patch)


def test_two_towns_on_one_place_are_both_named() -> None:
    assert problems({"towns.moissac.position": 1}) == [
        f"towns.csv: {town}: position 1; positions must be 0 to 4, each once."
        for town in ("montech", "moissac")
    ]


def test_a_board_without_a_canal_for_two_players_is_refused() -> None:
    """A2."""
    names = ("montech_castelsarrasin", "castelsarrasin_moissac", "moissac_valence_d_agen")
    assert problems({f"stretches.{name}.min_players": 3 for name in names}) == [
        "stretches.csv: min_players: no stretch is in play with 2 players."
    ]


def test_a_canal_of_more_than_sixty_spaces_is_refused() -> None:
    lengths = {
        f"stretches.{stretch}.cells": 14
        for stretch in (
            "grisolles_montech",
            "montech_castelsarrasin",
            "castelsarrasin_moissac",
            "moissac_valence_d_agen",
        )
    }
    scores = {f"score.{workers}.points": workers for workers in range(11, 15)}
    assert problems(lengths | scores) == ["stretches.csv: 61 towns and cells are more than 60."]
    shorter = {"stretches.castelsarrasin_moissac.cells": 13}
    assert filled(lengths | scores | shorter)["n_spaces"] == 60


@pytest.mark.parametrize(
    ("file", "row"),
    [("cards.csv", "transfer"), ("vineyards.csv", "brulhois"), ("locks.csv", "grisolles_montech")],
)
def test_a_missing_row_is_named(copied: Path, file: str, row: str) -> None:
    lines = (copied / file).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(row)]
    (copied / file).write_text("\n".join(kept), encoding="utf-8")
    assert problems(folder=copied) == [f'{file}: no row "{row}".']


def test_all_problems_between_tables_come_at_once() -> None:
    assert problems(
        {
            "cards.lock.reach": 1,
            "locks.castelsarrasin_moissac.locks": 5,
            "towns.moissac.position": 7,
            "stretches.grisolles_montech.cells": 11,
        }
    ) == [
        "towns.csv: moissac: position 7; positions must be 0 to 4, each once.",
        "locks.csv: castelsarrasin_moissac: 5 locks do not fit on 4 cells.",
        "cards.csv: lock: cards named move, and only they, have a reach.",
        "score.csv: workers end at 10, and grisolles_montech has 11 cells.",
    ]


# What is remarked


def remarked(**patch: object) -> list[int]:
    """Return the numbers of players that a remark names."""
    remarks = load(patch).components.remarks
    return [players for players in (2, 3, 4) if any(f"with {players} pl" in r for r in remarks)]


def test_the_shipped_board_needs_no_remark() -> None:
    assert load().components.remarks == []


def test_a_stretch_longer_than_the_workers_left_is_remarked() -> None:
    patch = {"workers_per_player": 4, "lock_pieces": 6, "neutral_workers": True}
    assert load(patch).components.remarks == [
        "arriala: with 3 players Grisolles–Montech may never be completed:"
        " it has 10 cells, of which locks are sure to take 1,"
        " and of 12 workers 4 may end on blue cells."
    ]


@pytest.mark.parametrize(("pieces", "players"), [(8, []), (7, []), (6, [3]), (0, [3])])
def test_locks_that_no_other_stretch_can_take_make_up_for_workers(
    pieces: int, players: list[int]
) -> None:
    """A8."""
    assert remarked(workers_per_player=4, neutral_workers=True, lock_pieces=pieces) == players


@pytest.mark.parametrize(
    ("workers", "neutral", "players"),
    [(5, False, []), (4, True, []), (4, False, [2]), (3, True, [3]), (3, False, [2, 3])],
)
def test_neutral_workers_count_with_two_players_only(
    workers: int, neutral: bool, players: list[int]
) -> None:
    """A2."""
    assert remarked(workers_per_player=workers, neutral_workers=neutral) == players


def test_a_remark_looks_at_the_stretches_in_play() -> None:
    scores = {f"score.{workers}.points": 15 + workers for workers in range(11, 16)}
    assert remarked(**{"stretches.grisolles_montech.cells": 15}, **scores) == [3]


# Stories


def sentence_of(kind: str, *numbers: int, **patch: object) -> str:
    fields = next(event.fields for event in KINDS.values() if event.name == kind)
    return tell({"event": kind, **dict(zip(fields, numbers, strict=True))}, load(patch))


@pytest.mark.parametrize(
    ("kind", "numbers", "sentence"),
    [
        ("neutral_placed", [MONTECH], "A neutral worker stands in Montech."),
        ("dealt", [1, 1], 'Player 2 gets the card "move up to 3".'),
        ("turn_began", [0, 3], "Round 3, Player 1's turn."),
        (
            "moved",
            [0, 0, MONTECH, MONTECH + 2, 2, -1],
            "Player 1 moves their own worker from Montech to cell 2 of Montech–Castelsarrasin"
            " (2 action points).",
        ),
        (
            "moved",
            [0, 1, 32, MOISSAC, 1, 3],
            "Player 1 moves a worker of Player 2 from Valence d'Agen to Moissac"
            ' by the card "move up to 5" (1 action point).',
        ),
        (
            "moved",
            [2, 4, 0, 1, 1, 8],
            "Player 3 moves a neutral worker from Grisolles to cell 1 of Grisolles–Montech"
            ' by the card "transfer" (1 action point).',
        ),
        ("placed", [1, MOISSAC, 3, -1], "Player 2 places a worker in Moissac (3 action points)."),
        (
            "placed",
            [1, 22, 1, 5],
            "Player 2 places a worker on cell 4 of Castelsarrasin–Moissac"
            ' by the card "place a worker" (1 action point).',
        ),
        (
            "went_to_vineyard",
            [0, MONTECH, 1, 2, -1],
            "Player 1 sends a worker from Montech to the vineyard Chasselas (2 action points).",
        ),
        (
            "went_to_canal",
            [3, 2, 10, 1, 7],
            "Player 4 calls a worker from the vineyard Brulhois to cell 10 of Grisolles–Montech"
            ' by the card "vineyard to canal" (1 action point).',
        ),
        (
            "river_built",
            [0, MONTECH, 3, 3, 7],
            "Player 1 builds a river work with the worker from Montech (3 action points):"
            " 3 points, 7 in all.",
        ),
        (
            "lock_built",
            [0, 31, 4, -1, 1, 8],
            "Player 1 builds a lock on cell 8 of Moissac–Valence d'Agen (4 action points):"
            " 1 point, 8 in all.",
        ),
        ("drew", [0, 6, 2], 'Player 1 draws the card "lock" (2 action points).'),
        ("reshuffled", [12], "A new draw pile is made of 12 discarded cards."),
        (
            "art_built",
            [3, 10, 1, 5, 5],
            "Player 4 builds the Pont-canal du Cacor (1 action point): 5 points, 5 in all.",
        ),
        (
            "section_built",
            [12, 15, 2, 0, 1, 0, 1],
            "Cells 1 to 4 of Montech–Castelsarrasin are built:"
            " 2 × Player 1, 1 × Player 3, 1 × neutral.",
        ),
        (
            "section_built",
            [12, 16, 2, 2, 1, 0, 0],
            "Cells 1 to 5 of Montech–Castelsarrasin are built:"
            " 2 × Player 1, 2 × Player 2, 1 × Player 3; Player 1 and Player 2 tie for most.",
        ),
        (
            "section_built",
            [20, 20, 0, 1, 0, 0, 0],
            "Cell 2 of Castelsarrasin–Moissac is built: 1 × Player 2.",
        ),
        (
            "section_scored",
            [0, 4, 6, 13],
            "The section of 4 workers goes to Player 1: 6 points, 13 in all.",
        ),
        (
            "section_scored",
            [4, 1, 0, 0],
            "The section of 1 worker goes to the neutral workers: nobody scores.",
        ),
        (
            "section_scored",
            [-1, 6, 0, 0],
            "The section of 6 workers goes to no colour: nobody scores.",
        ),
        (
            "vineyard_counted",
            [0, 1, 3, 0, 0],
            "In the vineyard Frontonnais: 1 × Player 1, 3 × Player 2.",
        ),
        ("vineyard_counted", [1, 0, 0, 0, 0], "In the vineyard Chasselas: no workers."),
        ("vineyard_scored", [0, 1, 8, 21], "The vineyard goes to Player 2: 8 points, 21 in all."),
        ("vineyard_scored", [1, -1, 0, 0], "The vineyard goes to no colour: nobody scores."),
        ("turn_ended", [0, 0], "Player 1 ends the turn."),
        ("turn_ended", [0, 1], "Player 1 ends the turn, leaving 1 action point unspent."),
        ("game_over", [1, 23], "The game is over in round 23: every section is built."),
        ("game_over", [2, 200], "The game is over in round 200: no more rounds are allowed."),
        ("ranked", [2, 34, 1, 1], "Rank 1: Player 3 with 34 points and 1 worker on the canal."),
    ],
)
def test_every_kind_of_event_is_reported(kind: str, numbers: list[int], sentence: str) -> None:
    assert sentence_of(kind, *numbers) == sentence


def test_a_story_follows_the_patch() -> None:
    assert sentence_of("dealt", 0, 0, **{"cards.move_2.reach": 6}).endswith('"move up to 6".')
    assert sentence_of("neutral_placed", 13, **{"stretches.grisolles_montech.cells": 8}).endswith(
        "cell 4 of Montech–Castelsarrasin."
    )


def test_the_legend_names_every_number_of_an_event() -> None:
    content = legend(load())
    assert [entry["space"] for entry in content["spaces"]] == list(range(33))
    assert content["spaces"][MONTECH] == {
        "space": MONTECH,
        "name": "Montech",
        "kind": "town",
        "stretch": None,
    }
    assert content["spaces"][12] == {
        "space": 12,
        "name": "cell 1 of Montech–Castelsarrasin",
        "kind": "cell",
        "stretch": "montech_castelsarrasin",
    }
    assert tuple(row["card"] for row in content["cards"]) == CARDS
    assert tuple(row["vineyard"] for row in content["vineyards"]) == VINEYARDS
    assert [row["position"] for row in content["stretches"]] == [0, 1, 2, 3]
    assert content["section_points"]["4"] == 6


# What the box must suffice for


@pytest.mark.parametrize(("players", "most"), [(2, 11), (3, 13), (4, 12)])
def test_eighteen_construction_markers_always_suffice(players: int, most: int) -> None:
    """A2, A15: one for each part not in play and for each section, of which a lock adds one."""
    tables = load().components.tables
    in_play = {row["stretch"] for row in tables["stretches"] if int(row["min_players"]) <= players}
    n_closed = len(tables["stretches"]) - len(in_play)
    n_closed += sum(row["stretch"] not in in_play for row in tables["blue_cells"])
    n_closed += sum(int(row["min_players"]) > players for row in tables["vineyards"])
    n_locks = sum(int(row["locks"]) for row in tables["locks"] if row["stretch"] in in_play)
    n_sections = len(in_play) + min(n_locks, int(load().components.values["lock_pieces"]))
    assert n_closed + n_sections == most
    assert most <= 18
