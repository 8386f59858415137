"""What things cost [M12]."""

from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import Item, Power, State


@kernel
def price_of(rules: Rules, state: State, seat: int, item: int) -> int:
    """Return what a thing costs a player now, by the powers of heroes and wonders."""
    player = state.players[seat]
    if item == Item.TILE:
        return price_of_tile(rules, player.n_heroes, state.rounds)
    price = rules.prices[item]
    power = Power.NONE
    if item == Item.LEGION:
        power = Power.LEGION_PRICE
    elif item == Item.TRIREME:
        power = Power.TRIREMES
    elif item == Item.FORTRESS:
        power = Power.FORTRESS_PRICE
    elif item == Item.MARKET or item == Item.TEMPLE:
        power = Power.BUILDING_PRICE
    reduced = player.power_price[power]
    return min(price, reduced) if reduced > 0 else price


@kernel
def price_of_tile(rules: Rules, n_heroes: int, rounds: int) -> int:
    """Return the price of a hero or wonder, by the tiles owned or by the round [M12]."""
    steps = min(rounds, rules.dearest_round) if rules.price_by_round else n_heroes
    return rules.hero_price + steps
