"""The notes of the balanced policy."""

from simlab.engine.record import Record, real, whole
from simlab.games.mare_nostrum.state import (
    LEGENDARY,
    MOST_PLAYERS,
    MOST_PROVINCES,
    TOKENS,
    TRACKS,
)

MOST_PURCHASES = 10
"""Things that are planned with at a time, the best for their price."""
LAYERS = 8
"""Goods of a kind beyond which more of it are not counted; payments want few of each kind."""


class Notes(Record):
    """What a policy keeps between its decisions."""

    appraised = whole("moment of the last appraisal, 0 for none")
    n_purchases = whole("purchases planned with", "purchases")
    purchases = whole("choices that buy them, the best for their price first", shape=MOST_PURCHASES)
    worths = real("what each is worth", "tokens", MOST_PURCHASES)
    prices = whole("what each costs", "tokens", MOST_PURCHASES)
    cheapest = whole("lowest of these prices", "tokens")
    dear = whole("place of the thing worth most, if it is not among the cheapest, or NOTHING")
    tile = whole("the choice that buys the best hero or wonder, or NOTHING")
    tile_worth = real("what it is worth", "tokens")
    next_tile_worth = real("what one more in the same turn is worth", "tokens")
    tile_price = whole("price of a hero or wonder", "tokens")
    next_tile_price = whole("price of one more", "tokens")
    pyramids_price = whole("price of the Pyramids", "tokens")
    saved_coin = real("what a coin kept is worth, 0 outside the own buying turn", "tokens")
    n_kept = whole("coins that may be kept", "coins")
    post = whole("own province that gains most from one more legion, or NOTHING")
    best_plan = real("worth of the best plan found so far", "tokens")
    pays_coins = whole("1 when what is being bought is to be paid in coins")
    income = whole("tokens collected in a round, goods and coins, by kind", shape=LEGENDARY)
    held = whole("goods in a hand held at least so often, from once on, added up", shape=LAYERS)
    coins = whole("coins in that hand", "coins")
    has_joker = whole("1 when a power makes up for one missing good")
    discount = whole("1 when it does so in every payment")
    goods_alarm = whole("how alarming each rival's different goods are", shape=MOST_PLAYERS)
    coins_alarm = whole("how alarming each rival's coins are", shape=MOST_PLAYERS)
    trial = whole("tokens of a hand being tried", "tokens", TOKENS)
    target = whole("province to attack, or NOTHING")
    to_send = whole("legions still to be sent there", "legions")
    at_hand = whole("legions that could be sent to each province", "legions", MOST_PROVINCES)
    stakes = real("what a legion could seize in each province", "tokens", MOST_PROVINCES)
    threats = whole("most legions one rival can bring to each province", "legions", MOST_PROVINCES)
    threat_by = whole("that rival", shape=MOST_PROVINCES)
    reach = whole("legions of one rival that can be brought there", "legions", MOST_PROVINCES)
    targets = whole(
        "set of the provinces to which its legions of each can go", shape=MOST_PROVINCES
    )
    levels = whole("levels of each seat as the board stands", "levels", (MOST_PLAYERS, len(TRACKS)))
    seizable = whole(
        "levels on each track that one seat can seize from each",
        "levels",
        (MOST_PLAYERS, len(TRACKS)),
    )
    n_seizing = whole("legions with which it can", "legions")
    n_seized = whole("levels that it seizes on each track", "levels", len(TRACKS))
    lacking = whole("levels that it then lacks there for the title", "levels", len(TRACKS))
    levels_left = whole("levels of each on that track, less what is seized", "levels", MOST_PLAYERS)
    to_seize = whole("levels there that can still be seized from each", "levels", MOST_PLAYERS)
    guard_gain = real("what a legion that guards adds beyond its level", "tokens", MOST_PROVINCES)
    fortress_gain = real("what a fortress adds beyond its level", "tokens", MOST_PROVINCES)
    building_gain = real(
        "what a building on a track adds beyond its level", "tokens", (MOST_PROVINCES, len(TRACKS))
    )
    level_worth = real("what a level on each track is worth", "tokens", len(TRACKS))
    claimant = whole("rival who wins by titles at the claims if levels stay, or NOBODY")
    leads = whole("levels by which it leads each track, NOT_LED where it does not", "", len(TRACKS))
    tried = whole("set of the provinces attacked by the plans of this turn")
    planned = whole("moment of the last military plan, 0 for none")
