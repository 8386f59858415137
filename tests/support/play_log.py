"""Play logs of simulated plays, as a designer would write them down.

    python -m tests.support.play_log

writes those in tests/support/plays again: each is named by its game and the known noise.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import simlab

PLAYS = Path(__file__).parent / "plays"
LOGS: dict[str, dict[str, Any]] = {
    "pig_hold_20.csv": {"what": "pig", "policy": "hold:noise=0.2", "players": [2], "games": 40},
    "taxis_greedy_30.csv": {
        "what": "taxis",
        "policy": "greedy:noise=0.3",
        "players": [2, 3],
        "games": 30,
    },
}


def write_play_log(log: dict[str, Any], file: Path, runs: Path) -> None:
    """Write the results of games of each number of players as a play log."""
    given = {**log, "seed": 77}
    sizes = given.pop("players")
    rows = [
        row
        for players in sizes
        for row in _rows(players, simlab.run(**given, players=players, out=runs / f"{players}"))
    ]
    names = list(dict.fromkeys(name for row in rows for name in row))
    with file.open("w", newline="") as opened:
        writer = csv.DictWriter(opened, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _rows(players: int, run: Any) -> Iterator[dict[str, Any]]:
    games = run.games()
    clock = "rounds" if "rounds" in games else "turns"
    seats = None if "score" in games else run.seats()
    for game in games.to_dict("records"):
        length = {clock: int(game[clock])}
        if seats is None:
            yield {"players": players, "score": int(game["score"]), **length}
            continue
        own = seats[seats["deal"] == game["deal"]]
        scores = {f"score_{row.seat + 1}": int(row.score) for row in own.itertuples()}
        yield {"players": players, **scores, "winner": int(game["winner"]) + 1, **length}


if __name__ == "__main__":
    import tempfile

    for name, log in LOGS.items():
        write_play_log(log, PLAYS / name, Path(tempfile.mkdtemp()))
