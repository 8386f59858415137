"""What a player of Mare Nostrum weighs: its traits, and the notes it keeps."""

from enum import IntEnum

from simlab.engine.record import real, record, whole
from simlab.games.mare_nostrum.state import (
    LEGENDARY,
    MOST_PLAYERS,
    MOST_PROVINCES,
    TOKENS,
    TRACKS,
)
from simlab.policy import Trait

MOST_THINGS = 10
"""Things that are planned with at a time, the best for their price."""


class Weight(IntEnum):
    """The traits in their order."""

    GOOD = 0
    SAME_GOOD = 1
    COIN = 2
    HORIZON = 3
    EXPANSION = 4
    TRADE = 5
    CULTURE = 6
    MILITARY = 7
    POLITICS = 8
    HERO = 9
    NEXT_HERO = 10
    POWERS = 11
    PYRAMIDS = 12
    CITY = 13
    DEFENCE = 14
    ATTACK = 15
    CAUTION = 16
    RIVALRY = 17
    DENIAL = 18
    LEGION = 19
    TRIREME = 20
    SPARE = 21
    TRADING = 22
    PARTING = 23
    SPARE_COIN = 24
    APPROACH = 25
    SAILING = 26
    GUARD = 27
    FINISH = 28


TRAITS = {
    "good": Trait(0.48, 0.0, 5.0, "tokens that a good is worth that one does not produce yet"),
    "same_good": Trait(0.82, 0.0, 5.0, "tokens that one more of a good is worth that one produces"),
    "coin": Trait(0.29, 0.0, 5.0, "tokens that a coin of income is worth"),
    "horizon": Trait(4.05, 1.0, 30.0, "round up to which income is reckoned with"),
    "expansion": Trait(0.3, 0.0, 3.0, "part of what its sites are worth that a province is worth"),
    "trade": Trait(0.7, 0.0, 10.0, "tokens that a level of Trade is worth in a close race"),
    "culture": Trait(0.36, 0.0, 10.0, "tokens that a level of Culture is worth in a close race"),
    "military": Trait(1.27, 0.0, 10.0, "tokens that a military level is worth in a close race"),
    "politics": Trait(4, 0.0, 20.0, "how much more with each title one holds already"),
    "hero": Trait(0.36, 0.0, 40.0, "tokens that a hero or wonder is worth"),
    "next_hero": Trait(4.91, 0.0, 40.0, "how much more with each one owned already"),
    "powers": Trait(0.57, 0.0, 5.0, "weight of what a hero or wonder can do"),
    "pyramids": Trait(2.25, 0.0, 10.0, "pull of the Pyramids on tokens and income"),
    "city": Trait(1.53, 0.0, 40.0, "tokens that a great city is worth beyond its income"),
    "defence": Trait(3, 0.0, 5.0, "worth of guarding what rivals threaten"),
    "attack": Trait(0.57, 0.0, 5.0, "worth of what an attack may take"),
    "caution": Trait(1.8, 0.0, 5.0, "weight of one's own losses in an attack"),
    "rivalry": Trait(0.11, 0.0, 3.0, "worth of what rivals lose"),
    "denial": Trait(5.14, 0.0, 30.0, "tokens that hindering an imminent win is worth"),
    "legion": Trait(1.3, 0.0, 10.0, "tokens that a legion is worth as such"),
    "trireme": Trait(0.5, 0.0, 10.0, "tokens that a trireme is worth as such"),
    "spare": Trait(0.66, 0.0, 2.0, "tokens that a good is worth which completes nothing yet"),
    "trading": Trait(0.7, 0.0, 1.0, "part of the best possible trade that one hopes for"),
    "parting": Trait(0.08, 0.0, 2.0, "tokens that it costs to show and lose a token in trade"),
    "spare_coin": Trait(0.41, 0.0, 2.0, "tokens that a coin is worth beyond what it buys"),
    "approach": Trait(0.25, 0.0, 2.0, "part of what it may seize that a legion beside it is worth"),
    "sailing": Trait(1.55, 0.0, 5.0, "times by which an attack must be better to sail for it"),
    "guard": Trait(0.3, 0.0, 1.0, "chance to lose a great city that a legion stays to take away"),
    "finish": Trait(4.24, 0.0, 30.0, "tokens that a level is worth which wins the last title"),
}

NOTES = record(
    appraised=whole("moment of the last appraisal, 0 for none"),
    n_things=whole("things planned with"),
    things=whole("the choices that buy them, the best for their price first", shape=MOST_THINGS),
    worths=real("what each is worth", "tokens", MOST_THINGS),
    prices=whole("what each costs", "tokens", MOST_THINGS),
    cheapest=whole("lowest of these prices", "tokens"),
    dear=whole("place of the thing worth most, if it is not among the cheapest, or NOTHING"),
    tile=whole("the choice that buys the best hero or wonder, or NOTHING"),
    tile_worth=real("what it is worth", "tokens"),
    next_tile_worth=real("what one more in the same turn is worth", "tokens"),
    tile_price=whole("price of a hero or wonder", "tokens"),
    next_tile_price=whole("price of one more", "tokens"),
    pyramids_price=whole("price of the Pyramids", "tokens"),
    saved_coin=real("what a coin kept is worth, 0 outside the own buying turn", "tokens"),
    n_kept=whole("coins that may be kept", "coins"),
    post=whole("own province that gains most from one more legion, or NOTHING"),
    best_plan=real("worth of the best plan found so far", "tokens"),
    pays_coins=whole("1 when what is being bought is to be paid in coins"),
    income=whole("tokens collected in a round, goods and coins, by kind", shape=LEGENDARY),
    held=whole("goods in a hand held at least so often, from once on, added up", shape=8),
    coins=whole("coins in that hand", "coins"),
    has_joker=whole("1 when a power makes up for one missing good"),
    discount=whole("1 when it does so in every payment"),
    goods_alarm=whole("how alarming each rival's different goods are", shape=MOST_PLAYERS),
    coins_alarm=whole("how alarming each rival's coins are", shape=MOST_PLAYERS),
    trial=whole("tokens of a hand being tried", "tokens", TOKENS),
    target=whole("province to attack, or NOTHING"),
    to_send=whole("legions still to be sent there", "legions"),
    at_hand=whole("legions that could be sent to each province", "legions", MOST_PROVINCES),
    stakes=real("what a legion could seize in each province", "tokens", MOST_PROVINCES),
    threats=whole("most legions one rival can bring to each province", "legions", MOST_PROVINCES),
    threat_by=whole("that rival", shape=MOST_PROVINCES),
    reach=whole("legions of one rival that can be brought there", "legions", MOST_PROVINCES),
    level_worth=real("what a level on each track is worth", "tokens", len(TRACKS)),
    claimant=whole("rival who wins by titles at the claims if levels stay, or NOBODY"),
    leads=whole("levels by which it leads each track, NOT_LED where it does not", "", len(TRACKS)),
    tried=whole("set of the provinces attacked by the plans of this turn"),
    planned=whole("moment of the last military plan, 0 for none"),
)
