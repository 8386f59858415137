"""The list of things that a player plans to buy, the best for their price first."""

from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.policies.notes import MOST_PURCHASES, Notes
from simlab.games.mare_nostrum.state import NOTHING

MOST_PRICE = 1000
"""More than anything costs."""


@kernel
def consider(notes: Notes, choice: int, price: int, worth: float) -> None:
    """Note a thing if it is among the best for its price."""
    if worth <= 0.0:
        return
    rank = notes.n_purchases
    # worth per token, compared across: without a division, a price of 0 does no harm
    while rank > 0 and notes.worths[rank - 1] * price < worth * notes.prices[rank - 1]:
        rank -= 1
    if rank == MOST_PURCHASES:
        return
    last = min(notes.n_purchases, MOST_PURCHASES - 1)
    for i in range(last, rank, -1):
        notes.purchases[i] = notes.purchases[i - 1]
        notes.worths[i] = notes.worths[i - 1]
        notes.prices[i] = notes.prices[i - 1]
    notes.purchases[rank] = choice
    notes.worths[rank] = worth
    notes.prices[rank] = price
    notes.n_purchases = last + 1


@kernel
def note_dearest(notes: Notes) -> None:
    """Note the lowest price of all things, and the thing worth most if it costs more than that."""
    notes.cheapest = MOST_PRICE
    notes.dear = NOTHING
    for rank in range(notes.n_purchases):
        notes.cheapest = min(notes.cheapest, notes.prices[rank])
    most = 0.0
    for rank in range(notes.n_purchases):
        # best for their price come first, so a dear thing is paid for only if a plan begins with it
        if notes.prices[rank] > notes.cheapest and notes.worths[rank] > most:
            notes.dear = rank
            most = notes.worths[rank]
