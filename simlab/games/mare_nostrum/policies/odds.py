"""The odds of a battle, with the powers and fortresses that count in it [M20, M23]."""

from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.odds import MOST_DICE, MOST_POINTS
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import NOBODY, Player, Power, State

LAND, SEA = 0, 1


@kernel
def chance_of(rules: Rules, where: int, units: int, bonus: int, points: int) -> float:
    """Return the chance that units roll at least this many points, with a bonus on each die."""
    limit = rules.sea_dice if where == SEA else rules.land_dice
    # the limits of the rules are 4 and 9 dice [M23]; beyond ten, a patch counts as ten
    dice = min(units, limit, MOST_DICE)
    wanted = points - bonus * dice
    if wanted <= 0:
        return 1.0
    return rules.tails[where, dice, wanted] if wanted <= MOST_POINTS else 0.0


@kernel
def expected_losses(
    rules: Rules, where: int, units: int, bonus: int, extra: int, enemies: int
) -> float:
    """Return how many of some enemies fall to units with extra points, without a fortress."""
    losses = 0.0
    for hit in range(1, enemies + 1):
        losses += chance_of(rules, where, units, bonus, hit * rules.hit_divisor - extra)
    return losses


@kernel
def can_convert(player: Player, enemies: int) -> bool:
    """Say whether a player can send one of some enemy legions away before the roll."""
    return enemies > 0 and player.power[Power.CONVERT_LEGION] > player.used[Power.CONVERT_LEGION]


@kernel
def odds_on_land(
    rules: Rules,
    state: State,
    attacker: int,
    defender: int,
    attackers: int,
    legions: int,
    fort: int,
) -> float:
    """Return the chance that the attacker, whose turn it is, is alone left after one roll.

    `fort` is 1 where a fortress of the defender stands. A legion that changes sides before the roll
    and powers over dice and fortresses are counted, points for attacks from the sea are not.
    """
    player, rival = state.players[attacker], state.players[defender]
    # Helen's power works before the roll and takes a legion from stock, if there is one
    converts, is_converted = can_convert(player, legions), can_convert(rival, attackers)
    attackers += converts * min(1, player.legions) - is_converted
    legions += is_converted * min(1, rival.legions) - converts
    if attackers <= 0:
        return 0.0
    if legions + fort <= 0:
        return 1.0
    own, other = player.power, rival.power
    # a fortress falls last, and cancels a hit unless a power forbids it [M23]
    hits = legions + fort
    if own[Power.NO_CANCEL] == 0:
        hits += fort * rules.fortress_cancels
    divisor = rules.hit_divisor
    wins = chance_of(rules, LAND, attackers, own[Power.ATTACK_DICE], divisor * hits)
    points = divisor * attackers - fort * rules.fortress_points
    falls = chance_of(rules, LAND, legions, other[Power.DEFENCE_DICE], points)
    # both roll together and independently
    return wins * (1.0 - falls)


@kernel
def the_defender(state: State, seat: int, province: int) -> int:
    """Return the only rival with units in a province, the owner where there is none.

    NOBODY where an attack makes no sense: in own peace, in nobody's land, against several rivals.
    """
    there = state.provinces[province]
    if there.owner == NOBODY:
        return NOBODY
    defender = NOBODY
    for rival in range(state.n_players):
        is_there = there.legions[rival] > 0 or (there.fortress and there.owner == rival)
        if rival != seat and is_there:
            # against two at once the odds of one roll do not hold
            if defender != NOBODY:
                return NOBODY
            defender = rival
    if defender == NOBODY and there.owner != seat:
        return there.owner
    return defender


@kernel
def odds_of(
    rules: Rules, state: State, seat: int, province: int, defender: int, legions: int
) -> float:
    """Return the chance that only a number of legions of one seat are left after one roll."""
    there = state.provinces[province]
    fort = there.fortress and there.owner == defender
    return odds_on_land(rules, state, seat, defender, legions, there.legions[defender], 1 * fort)


@kernel
def losses_on_land(
    rules: Rules, state: State, defender: int, attackers: int, legions: int, fort: int
) -> float:
    """Return how many attacking legions are expected to fall."""
    bonus = state.players[defender].power[Power.DEFENCE_DICE]
    extra = fort * rules.fortress_points
    return expected_losses(rules, LAND, legions, bonus, extra, attackers)


@kernel
def gain_at_sea(rules: Rules, state: State, seat: int, rival: int, sea: int) -> float:
    """Return how many more triremes a rival is expected to lose in a battle than a seat [M20]."""
    own, other = state.triremes[sea, seat], state.triremes[sea, rival]
    # a parameter, as what is reported of these powers speaks of battles on land
    attack = rules.dice_powers_at_sea * state.players[seat].power[Power.ATTACK_DICE]
    defence = rules.dice_powers_at_sea * state.players[rival].power[Power.DEFENCE_DICE]
    sunk = expected_losses(rules, SEA, own, attack, 0, other)
    return sunk - expected_losses(rules, SEA, other, defence, 0, own)
