"""What is reported of a game, and of the table at the end of each round."""

from simlab.engine.bits import count, has
from simlab.engine.kernel import kernel
from simlab.engine.record import NOT_APPLICABLE, Row, copy_fields
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.standing import (
    cities_towards_win,
    great_cities,
    rank_of,
    titles_of,
)
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    MARKET,
    NOBODY,
    QUARTERS,
    TEMPLE,
    Asks,
    Flow,
    Item,
    Player,
    State,
)

PYRAMIDS, HEROES, GREAT_CITIES, TITLES = 0, 1, 2, 3
"""The ways to win in the order of `WAYS`."""


@kernel
def outcome(rules: Rules, state: State, finished: bool, row: Row) -> None:
    """Describe the game; one that met the cap is capped, and nobody has won it [M32]."""
    is_won = state.winner != NOBODY
    row.finished = is_won
    row.end_reason = state.way if is_won else NOT_APPLICABLE
    row.rounds = state.rounds
    row.winner = state.winner if is_won else NOT_APPLICABLE
    row.picks = 0
    row.battles = 0
    row.reshuffles = state.reshuffles
    for track in range(state.title_changes.shape[0]):
        row.holders[track] = state.titles[track]
        row.title_changes[track] = state.title_changes[track]
    describe_lead(state, row)
    for n in range(state.chip_uses.shape[0]):
        row.trades[n] = state.chip_uses[n]
    for seat in range(state.n_players):
        row.picks += state.players[seat].tally.tokens[Flow.TRADED]
        row.battles += state.players[seat].tally.battles
        describe_seat(rules, state, seat, row.seats[seat])
    row.battles //= 2


@kernel
def describe_lead(state: State, row: Row) -> None:
    """Report who led alone after each quarter of the rounds."""
    row.lead_changes = state.lead_changes
    for i in range(len(QUARTERS)):
        ended = -(-QUARTERS[i] * state.rounds // 100)
        leader = state.leaders[ended - 1]
        row.leaders[i] = leader if leader != NOBODY else NOT_APPLICABLE


@kernel
def describe_seat(rules: Rules, state: State, seat: int, result: Row) -> None:
    """Report one empire [M31, M32]."""
    player = state.players[seat]
    result.score = 0
    for track in range(player.levels.shape[0]):
        result.levels[track] = player.levels[track]
        result.title_rounds[track] = player.title_rounds[track]
        result.score += player.levels[track]
    result.credit = 1.0 if state.winner == seat else 0.0
    result.rank = rank_of(rules, state, seat)
    result.titles = titles_of(state, seat)
    result.heroes = player.n_heroes
    result.great_cities = great_cities(rules, state, seat)
    describe_pieces(rules, state, seat, result)
    copy_fields(player.tally, result)
    describe_tiles(player, result)
    describe_distances(rules, state, seat, result)


@kernel
def describe_pieces(rules: Rules, state: State, seat: int, result: Row) -> None:
    """Report what stands on the board for one empire."""
    player = state.players[seat]
    result.provinces = rules.markers - player.markers
    result.buildings[:] = 0
    for province in range(rules.n_provinces):
        slots = collects(state.provinces[province], seat)
        result.buildings[0] += count(slots & CARAVANS)
        result.buildings[1] += count(slots & CITIES)
        result.buildings[2] += has(slots, MARKET)
        result.buildings[3] += has(slots, TEMPLE)
    result.units[0] = rules.legions - player.legions
    result.units[1] = rules.triremes - player.triremes
    result.units[2] = rules.fortresses - player.fortresses


@kernel
def describe_tiles(player: Player, result: Row) -> None:
    """Report in which round one empire bought each tile."""
    for tile in range(player.tile_round.shape[0]):
        bought = player.tile_round[tile]
        result.tile_rounds[tile] = bought if bought > 0 else NOT_APPLICABLE


@kernel
def describe_distances(rules: Rules, state: State, seat: int, result: Row) -> None:
    """Report how much was missing to each way to win; nothing to the one that was won [M31]."""
    player = state.players[seat]
    pyramids = rules.prices[Item.PYRAMIDS] - player.nearest
    has_pyramids = player.tally.bought[Item.PYRAMIDS] > 0
    result.distances[PYRAMIDS] = 0 if has_pyramids else max(pyramids, 0)
    result.distances[HEROES] = max(rules.heroes_to_win - player.n_heroes, 0)
    cities = cities_towards_win(rules, state, seat)
    result.distances[GREAT_CITIES] = max(rules.cities_to_win - cities, 0)
    result.distances[TITLES] = max(rules.titles_to_win - result.titles, 0)


@kernel
def snapshot(rules: Rules, state: State, row: Row) -> int:
    """Describe the table at the end of a round; that in which the game ends counts as ended.

    The next production has been collected before the next decision.
    """
    is_over = state.asks == Asks.OVER
    for seat in range(row.income.shape[0]):
        is_there = seat < state.n_players
        player = state.players[seat]
        income = player.income if is_over else player.earlier_income
        row.trade[seat] = player.levels[0] if is_there else NOT_APPLICABLE
        row.culture[seat] = player.levels[1] if is_there else NOT_APPLICABLE
        row.military[seat] = player.levels[2] if is_there else NOT_APPLICABLE
        row.income[seat] = income if is_there else NOT_APPLICABLE
    for track in range(row.titles.shape[0]):
        row.titles[track] = state.titles[track]
    describe_course(state, row)
    return state.rounds if is_over else state.rounds - 1


@kernel
def describe_course(state: State, row: Row) -> None:
    """Report what everybody together has done so far."""
    row.bought[:] = 0
    row.trade_size = state.trade_size
    row.traded = 0
    row.battles = 0
    for seat in range(state.n_players):
        player = state.players[seat]
        for item in range(row.bought.shape[0]):
            row.bought[item] += player.tally.bought[item]
        row.traded += player.tally.tokens[Flow.TRADED]
        row.battles += player.tally.battles
    row.battles //= 2
