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
    place = notes.n_purchases
    # worth per token, compared across: without a division, a price of 0 does no harm
    while place > 0 and notes.worths[place - 1] * price < worth * notes.prices[place - 1]:
        place -= 1
    if place == MOST_PURCHASES:
        return
    last = min(notes.n_purchases, MOST_PURCHASES - 1)
    for i in range(last, place, -1):
        notes.purchases[i] = notes.purchases[i - 1]
        notes.worths[i] = notes.worths[i - 1]
        notes.prices[i] = notes.prices[i - 1]
    notes.purchases[place] = choice
    notes.worths[place] = worth
    notes.prices[place] = price
    notes.n_purchases = last + 1


@kernel
def note_dearest(notes: Notes) -> None:
    """Note the lowest price of all things, and the thing worth most if it costs more than that."""
    notes.cheapest = MOST_PRICE
    notes.dear = NOTHING
    for place in range(notes.n_purchases):
        notes.cheapest = min(notes.cheapest, notes.prices[place])
    most = 0.0
    for place in range(notes.n_purchases):
        # best for their price come first, so a dear thing is paid for only if a plan begins with it
        if notes.prices[place] > notes.cheapest and notes.worths[place] > most:
            notes.dear = place
            most = notes.worths[place]
