"""The traits of the planner."""

from simlab.game.policy import Trait

MOST_WIDTH = 6
"""Most boards kept for each number of action points left."""

TRAITS = {
    "section": Trait(0.46, 0, 4, "worth of what sections not yet built may bring"),
    "ripe_own": Trait(
        0.61, 0, 1, "share of a section's worth left for each free cell, where one leads it"
    ),
    "ripe_rival": Trait(
        0.62, 0, 1, "share of a section's worth left for each free cell, where a rival leads it"
    ),
    "cut_own": Trait(0.29, 0, 2, "worth of own workers in a row that a lock would close off"),
    "cut_rival": Trait(0.54, 0, 2, "worth of rivals' workers in a row that a lock would close off"),
    "rivalry": Trait(0.76, 0, 2, "worth of a point less for the rivals"),
    "focus": Trait(0.41, 0, 3, "how much more the best rival counts than the others"),
    "vineyard": Trait(1.02, 0, 4, "worth of a point that a vineyard will pay"),
    "vineyard_early": Trait(
        0.17, 0, 1, "share of a vineyard's worth that counts from the first turn on"
    ),
    "vineyard_risk": Trait(
        0.52, 0, 1, "share of a vineyard's worth still at risk for each worker ahead"
    ),
    "placed": Trait(1.87, -2, 4, "worth of a worker that has left the reserve and can be moved"),
    "lock": Trait(0.11, -4, 6, "worth of building a lock beyond what it brings"),
    "river": Trait(0.23, -4, 6, "worth of a river work beyond its points"),
    "card_move": Trait(
        0.08, 0, 2, "worth of a card that moves a worker, by action point of its move"
    ),
    "card_vineyard": Trait(
        0.36, -1, 4, "worth of a card canal to vineyard, by action point that it saves"
    ),
    "card_place": Trait(
        0.835, -1, 4, "worth of a card that places a worker, by action point that it saves"
    ),
    "card_lock": Trait(0.633, -1, 6, "worth of a lock card, by action point that it saves"),
    "card_canal": Trait(
        0.123, -1, 4, "worth of a card vineyard to canal, by action point that it saves"
    ),
    "card_transfer": Trait(0.45, -1, 4, "worth of a transfer card"),
    "card_art": Trait(
        0.296, -1, 6, "worth of an art work card that can still be built, by point that it brings"
    ),
    "crowd": Trait(0.87, 0, 1, "share of its worth that a card keeps for each other card in hand"),
    "haste": Trait(2, 0, 40, "worth of the whole canal being dug, to a player who leads"),
    "patience": Trait(
        28, 1, 200, "rounds after which rivals are hindered less and less", sets_length=True
    ),
    "win": Trait(21.0, 0, 100, "worth of winning, when the last section closes"),
    "width": Trait(
        3, 1, MOST_WIDTH, "boards tried further for each number of action points left", whole=True
    ),
    "river_of_two": Trait(
        -0.99,
        -4,
        6,
        "worth of a river work beyond its points, at a table of two, where workers are few",
    ),
    "card_early": Trait(1.6, 0, 4, "how much more cards are worth at first, when nothing is built"),
    "placed_early_of_two": Trait(1.2, -2, 6, "more worth of placed at first, at a table of two"),
    "haste_behind": Trait(
        16.0, 0, 80, "more haste for each round beyond patience, to a player who would not win now"
    ),
    "haste_ahead": Trait(
        0.24, 0, 80, "more haste for each round beyond patience, to a player who would win now"
    ),
}
