"""What may be meant otherwise, though it can be played."""

from collections.abc import Iterator

from simlab.game.components import Components
from simlab.games.arriala.board import n_blue_cells, n_workers, row_of, stretches_in_play
from simlab.games.arriala.schema import LOCK_TABLE, PLAYERS, STRETCH_TABLE


def remarks_on(components: Components) -> Iterator[str]:
    """Say at which numbers of players the workers may not suffice to complete a stretch."""
    for players in PLAYERS:
        workers, blue_cells = n_workers(components, players), n_blue_cells(components, players)
        for stretch, n_locks in sure_locks(components, players).items():
            row = row_of(components, STRETCH_TABLE, stretch)
            if workers - blue_cells < int(row["cells"]) - n_locks:
                yield (
                    f"arriala: with {players} players {row['name']} may never be completed:"
                    f" it has {row['cells']} cells, of which locks are sure to take {n_locks},"
                    f" and of {workers} workers {blue_cells} may end on blue cells."
                )


def sure_locks(components: Components, players: int) -> dict[str, int]:
    """Return how many locks each stretch in play can take, however many the others take."""
    stretches = stretches_in_play(components, players)
    limits = {name: int(row_of(components, LOCK_TABLE, name)["locks"]) for name in stretches}
    spare = int(components.values["lock_pieces"]) - sum(limits.values())
    return {name: max(limit + min(spare, 0), 0) for name, limit in limits.items()}
