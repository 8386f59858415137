"""What a player of Mare Nostrum weighs: its traits, and the notes it keeps."""

from enum import IntEnum

from simlab.engine.record import real, record, whole
from simlab.games.mare_nostrum.state import LEGENDARY, MOST_PLAYERS, MOST_PROVINCES, TOKENS
from simlab.policy import Trait

MOST_BASIC = 8
"""Cheap things that are thought of at a time, the best first."""


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


TRAITS = {
    "good": Trait(0.69, 0.0, 5.0, "tokens that a good is worth that one does not produce yet"),
    "same_good": Trait(0.92, 0.0, 5.0, "tokens that one more of a good is worth that one produces"),
    "coin": Trait(0.49, 0.0, 5.0, "tokens that a coin of income is worth"),
    "horizon": Trait(5.64, 1.0, 30.0, "round up to which income is reckoned with"),
    "expansion": Trait(0.09, 0.0, 3.0, "part of what its sites are worth that a province is worth"),
    "trade": Trait(0.94, 0.0, 10.0, "tokens that a level of Trade is worth in a close race"),
    "culture": Trait(0.63, 0.0, 10.0, "tokens that a level of Culture is worth in a close race"),
    "military": Trait(1.01, 0.0, 10.0, "tokens that a military level is worth in a close race"),
    "politics": Trait(2.98, 0.0, 20.0, "how much more with each title one holds already"),
    "hero": Trait(0.38, 0.0, 40.0, "tokens that a hero or wonder is worth"),
    "next_hero": Trait(3.35, 0.0, 40.0, "how much more with each one owned already"),
    "powers": Trait(0.48, 0.0, 5.0, "weight of what a hero or wonder can do"),
    "pyramids": Trait(1.63, 0.0, 10.0, "pull of the Pyramids on tokens and income"),
    "city": Trait(2.77, 0.0, 40.0, "tokens that a great city is worth beyond its income"),
    "defence": Trait(0.88, 0.0, 5.0, "worth of guarding what rivals threaten"),
    "attack": Trait(0.79, 0.0, 5.0, "worth of what an attack may take"),
    "caution": Trait(0.51, 0.0, 5.0, "weight of one's own losses in an attack"),
    "rivalry": Trait(0.1, 0.0, 3.0, "worth of what rivals lose"),
    "denial": Trait(5.0, 0.0, 30.0, "tokens that hindering an imminent win is worth"),
    "legion": Trait(1.29, 0.0, 10.0, "tokens that a legion is worth as such"),
    "trireme": Trait(0.51, 0.0, 10.0, "tokens that a trireme is worth as such"),
    "spare": Trait(0.32, 0.0, 2.0, "tokens that a good is worth which completes nothing yet"),
    "trading": Trait(0.73, 0.0, 1.0, "part of the best possible trade that one hopes for"),
    "parting": Trait(0.07, 0.0, 2.0, "tokens that it costs to show and lose a token in trade"),
    "spare_coin": Trait(0.58, 0.0, 2.0, "tokens that a coin is worth beyond what it buys"),
    "approach": Trait(0.41, 0.0, 2.0, "part of what it may seize that a legion beside it is worth"),
    "sailing": Trait(1.16, 0.0, 5.0, "times by which an attack must be better to sail for it"),
}

NOTES = record(
    appraised=whole("moment of the last appraisal, 0 for none"),
    n_basic=whole("cheap things thought of"),
    basic=whole("the choices that buy them, the best first", shape=MOST_BASIC),
    basic_worth=real("what each is worth", "tokens", MOST_BASIC),
    sums=real("what the best so many are worth together", "tokens", MOST_BASIC + 1),
    dear=whole("the choice that buys the best market or temple, or NOTHING"),
    dear_worth=real("what it is worth", "tokens"),
    tile=whole("the choice that buys the best hero or wonder, or NOTHING"),
    tile_worth=real("what it is worth", "tokens"),
    next_tile_worth=real("what one more in the same turn is worth", "tokens"),
    basic_price=whole("price of a cheap thing", "tokens"),
    dear_price=whole("price of a market or temple", "tokens"),
    tile_price=whole("price of a hero or wonder", "tokens"),
    next_tile_price=whole("price of one more", "tokens"),
    pyramids_price=whole("price of the Pyramids", "tokens"),
    best_plan=real("worth of the best plan found so far", "tokens"),
    pays_coins=whole("1 when what is being bought is to be paid in coins"),
    income=whole("tokens collected in a round, goods and coins, by kind", shape=LEGENDARY),
    held=whole("goods in a hand held at least so often, from once on, added up", shape=8),
    coins=whole("coins in that hand", "coins"),
    has_joker=whole("1 when a power makes up for one missing good"),
    goods_alarm=whole("how alarming each rival's different goods are", shape=MOST_PLAYERS),
    coins_alarm=whole("how alarming each rival's coins are", shape=MOST_PLAYERS),
    trial=whole("tokens of a hand being tried", "tokens", TOKENS),
    target=whole("province to attack, or NOTHING"),
    to_send=whole("legions still to be sent there", "legions"),
    at_hand=whole("legions that could be sent to each province", "legions", MOST_PROVINCES),
    stakes=real("what a legion could seize in each province", "tokens", MOST_PROVINCES),
    tried=whole("set of the provinces attacked by the plans of this turn"),
    planned=whole("moment of the last military plan, 0 for none"),
)
