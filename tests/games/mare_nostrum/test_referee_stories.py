"""Games of one round told by hand: what the referee accepts, and what it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.games.mare_nostrum.events import KINDS
from simlab.games.mare_nostrum.state import COIN, GOODS, MARKER
from tests.games.mare_nostrum.game_record import Patch, rules_with
from tests.games.mare_nostrum.referee.verdict import watched

Event = dict[str, Any]
Told = tuple[Any, ...]
"""The name of an event and its numbers, in the order of its fields."""

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
ROME, CARTHAGE, GREECE, NOBODY = 0, 1, 2, -1
PAPYRUS, GLADIATORS, FRUIT, FISH, METAL, OIL, WINE, LIVESTOCK = (
    GOODS.index(good)
    for good in ("papyrus", "gladiators", "fruit", "fish", "metal", "oil", "wine", "livestock")
)
APULIA, ATTICA, PELOPONNESUS, CYRENAICA, TRIPOLITANIA = 2, 11, 12, 28, 29
IONIUM = 4
MARKER_ITEM, LEGION, TRIREME = 0, 5, 6

HANDS = {
    ROME: {FISH: 1, METAL: 2, OIL: 1, WINE: 2, COIN: 3},
    CARTHAGE: {PAPYRUS: 2, GLADIATORS: 2, FRUIT: 2, LIVESTOCK: 2, COIN: 1},
    GREECE: {FISH: 2, OIL: 2, COIN: 5},
}
LEVELS = {ROME: (5, 3, 4), CARTHAGE: (7, 1, 2), GREECE: (3, 4, 3)}
TITLES: list[Told] = [
    ("title_taken", 0, CARTHAGE, CARTHAGE, NOBODY),
    ("title_taken", 1, GREECE, GREECE, NOBODY),
    ("title_taken", 2, ROME, ROME, NOBODY),
]
NO_TRADE: list[Told] = [("chip_used", CARTHAGE, 0, 0)]


def opening() -> list[Told]:
    return [
        *(
            ("collected", seat, token, n, 4)
            for seat, hand in HANDS.items()
            for token, n in hand.items()
        ),
        *(("tile_revealed", tile) for tile in range(5)),
        *levels(LEVELS),
    ]


def levels(seats: Mapping[int, tuple[int, int, int]]) -> list[Told]:
    return [("levels", seat, *levels) for seat, levels in seats.items()]


def cleared(seat: int, kept: Mapping[int, int], returned: Mapping[int, int]) -> list[Told]:
    """Return the end of a buying turn."""
    return [
        *(("kept", seat, token, n) for token, n in kept.items()),
        *(("returned", seat, token, n) for token, n in returned.items()),
    ]


def all_returned(seat: int, spent: Mapping[int, int] | None = None) -> list[Told]:
    left = {token: n - (spent or {}).get(token, 0) for token, n in HANDS[seat].items()}
    return cleared(seat, {}, {token: n for token, n in left.items() if n})


def paid(seat: int, *tokens: int) -> list[Told]:
    return [("paid", seat, token) for token in tokens]


def story(
    *,
    trade: Sequence[Told] = NO_TRADE,
    purchases: Mapping[int, Sequence[Told]] | None = None,
    bought: Mapping[int, tuple[int, int, int]] | None = None,
    war: Mapping[int, Sequence[Told]] | None = None,
    fought: Mapping[int, tuple[int, int, int]] | None = None,
    titles: Sequence[Told] = TITLES,
    ranks: Sequence[int] = (1, 2, 2),
) -> list[Told]:
    """Return a game of one round; `bought` and `fought` are the levels after those chapters."""
    after_buying = LEVELS | dict(bought or {})
    return [
        *opening(),
        ("round_began", 1),
        *trade,
        *(
            event
            for seat in (GREECE, ROME, CARTHAGE)
            for event in [
                ("buyer_named", GREECE, seat),
                *(purchases or {}).get(seat, all_returned(seat)),
            ]
        ),
        *levels(after_buying),
        *(("order_named", ROME, seat, seat) for seat in HANDS),
        *(event for s in HANDS for event in [("turn_began", s), *(war or {}).get(s, [])]),
        *levels(after_buying | dict(fought or {})),
        *titles,
        ("game_over", 5, NOBODY, 1),
        *(("ranked", seat, rank) for seat, rank in enumerate(ranks)),
    ]


def breaches(events: Sequence[Told], **patch: object) -> list[str]:
    """Return what the referee says of a game of three."""
    events = [{"event": t[0], **dict(zip(FIELDS[t[0]], t[1:], strict=True))} for t in events]
    rules: Patch = {"rounds_cap": 1, **patch}
    components = rules_with(rules).components
    return watched(events, components.values, components.tables, 3).story.breaches


def rules_broken(events: Sequence[Told], **patch: object) -> set[str]:
    return {breach.split(":")[0] for breach in breaches(events, **patch)}


def test_a_quiet_round_keeps_to_the_rules() -> None:
    assert breaches(story()) == []


def test_a_round_too_short_does_not() -> None:
    assert rules_broken(story()[:-1]) == {"Rank"}
    assert rules_broken([*story(), ("round_began", 2)]) == {"M31"}


CHAIN: list[Told] = [
    ("chip_used", CARTHAGE, 1, 1),
    ("offered", ROME, COIN, 1),
    ("offered", CARTHAGE, LIVESTOCK, 1),
    ("offered", GREECE, COIN, 1),
    ("picked", CARTHAGE, GREECE, COIN),
    ("picked", GREECE, CARTHAGE, LIVESTOCK),
    ("picked", CARTHAGE, ROME, COIN),
    ("trade_ended", 3),
]
SWAPPED_HANDS = {
    ROME: [*cleared(ROME, {COIN: 2}, {FISH: 1, PAPYRUS: 1, METAL: 2, OIL: 1, WINE: 2})],
    CARTHAGE: cleared(
        CARTHAGE, {COIN: 2}, {PAPYRUS: 1, GLADIATORS: 2, FRUIT: 2, LIVESTOCK: 1, COIN: 1}
    ),
    GREECE: cleared(GREECE, {COIN: 2}, {FISH: 2, OIL: 2, LIVESTOCK: 1, COIN: 2}),
}


def test_a_chain_that_ends_on_another_brings_a_hand_over() -> None:
    gift: Told = ("handed_over", CARTHAGE, ROME, PAPYRUS)
    assert breaches(story(trade=[*CHAIN, gift], purchases=SWAPPED_HANDS)) == []
    assert rules_broken(story(trade=CHAIN, purchases=SWAPPED_HANDS)) == {"M10"}


def test_nobody_picks_back_and_back_again() -> None:
    chain = [event if event[0] != "offered" else (*event[:3], 2) for event in CHAIN]
    again = [*chain[:6], ("picked", CARTHAGE, GREECE, COIN), *chain[7:]]
    assert rules_broken(story(trade=[("chip_used", CARTHAGE, 2, 2), *again[1:]])) == {"M9"}


def test_more_coins_than_two_are_not_kept() -> None:
    greedy = {GREECE: cleared(GREECE, {COIN: 3}, {FISH: 2, OIL: 2, COIN: 2})}
    assert rules_broken(story(purchases=greedy)) == {"M17"}
    assert breaches(story(purchases=greedy), coins_kept=3) == []


def test_a_legion_for_three_coins_brings_a_tie_that_the_holder_decides() -> None:
    legion: list[Told] = [
        *paid(GREECE, COIN, COIN, COIN),
        ("bought", GREECE, LEGION, ATTICA, -1, 3),
    ]
    purchases = {GREECE: [*legion, *all_returned(GREECE, {COIN: 3})]}
    after = {GREECE: (3, 4, 4)}
    kept: list[Told] = [*TITLES[:2], ("title_taken", 2, ROME, ROME, ROME)]
    given: list[Told] = [*TITLES[:2], ("title_taken", 2, GREECE, ROME, ROME)]
    events = story(purchases=purchases, bought=after, titles=kept, ranks=(1, 3, 2))
    assert breaches(events) == []
    assert breaches(story(purchases=purchases, bought=after, titles=given, ranks=(3, 2, 1))) == []
    assert rules_broken(story(purchases=purchases, bought=after, ranks=(1, 3, 2))) == {"M29"}


def test_a_marker_is_no_stepping_stone_for_the_next() -> None:
    first: list[Told] = [
        *paid(CARTHAGE, PAPYRUS, GLADIATORS, FRUIT),
        ("bought", CARTHAGE, MARKER_ITEM, TRIPOLITANIA, -1, 3),
    ]
    second: list[Told] = [
        *paid(CARTHAGE, GLADIATORS, FRUIT, LIVESTOCK),
        ("bought", CARTHAGE, MARKER_ITEM, CYRENAICA, -1, 3),
    ]
    one = {PAPYRUS: 1, GLADIATORS: 1, FRUIT: 1}
    two = {PAPYRUS: 1, GLADIATORS: 2, FRUIT: 2, LIVESTOCK: 1}
    assert breaches(story(purchases={CARTHAGE: [*first, *all_returned(CARTHAGE, one)]})) == []
    both = [*first, *second, *all_returned(CARTHAGE, two)]
    assert rules_broken(story(purchases={CARTHAGE: both})) == {"M13"}


def test_a_good_twice_is_paid_by_hannibal_alone() -> None:
    twice = [*paid(CARTHAGE, FRUIT, FRUIT, LIVESTOCK), *bought_far_off()]
    returned = all_returned(CARTHAGE, {FRUIT: 2, LIVESTOCK: 1})
    events = story(purchases={CARTHAGE: [*twice, *returned]})
    assert breaches(events) == []
    assert rules_broken(events, **{"empires.carthage.power": "none"}) == {"M12"}


def bought_far_off() -> list[Told]:
    return [("bought", CARTHAGE, MARKER_ITEM, TRIPOLITANIA, -1, 3)]


SHIP: list[Told] = [*paid(ROME, COIN, COIN, COIN), ("bought", ROME, TRIREME, IONIUM, -1, 3)]
LANDING: Told = ("legion_moved", ROME, APULIA, PELOPONNESUS, -1, 1)
BATTLE: list[Told] = [
    ("battle_began", ROME, GREECE, PELOPONNESUS, 0, 1, 1, NOBODY),
    ("rolled", ROME, 4),
    ("rolled", GREECE, 2),
    ("counted", ROME, 5, 1, 1, 0, 0),
    ("counted", GREECE, 4, 0, 2, 0, 0),
    ("lost", GREECE, LEGION, PELOPONNESUS, 1),
]
OCCUPIED: list[Told] = [("occupying", ROME, PELOPONNESUS), ("seated", ROME, PELOPONNESUS, 0)]


def invasion(
    war: Sequence[Told], rome: tuple[int, int, int], greece: tuple[int, int, int]
) -> list[Told]:
    """Return a story of a Roman legion that crosses the sea to Greece."""
    return story(
        purchases={ROME: [*SHIP, *all_returned(ROME, {COIN: 3})]},
        bought={ROME: (5, 3, 5)},
        war={ROME: war},
        fought={ROME: rome, GREECE: greece},
        ranks=(1, 2, 3),
    )


def test_a_legion_crosses_fights_and_occupies() -> None:
    events = invasion([LANDING, *BATTLE, *OCCUPIED], (6, 3, 5), (2, 4, 2))
    assert breaches(events) == []


def test_occupied_buildings_may_count_for_their_owner() -> None:
    events = invasion([LANDING, *BATTLE, *OCCUPIED], (5, 3, 5), (3, 4, 2))
    assert rules_broken(events) == {"M18"}
    assert "M18" not in rules_broken(events, occupied_count_for="owner")


def test_a_legion_cannot_pass_by_its_enemies() -> None:
    assert rules_broken(invasion([LANDING], (5, 3, 5), (3, 4, 3))) == {"M22"}


def test_no_ship_no_landing() -> None:
    war = {ROME: [LANDING, *BATTLE, *OCCUPIED]}
    events = story(war=war, fought={ROME: (6, 3, 4), GREECE: (2, 4, 2)}, ranks=(1, 2, 3))
    assert rules_broken(events) == {"M21"}


def test_a_pillage_brings_a_token_and_takes_the_building_away() -> None:
    loot: list[Told] = [("pillaged", ROME, PELOPONNESUS, 1), ("collected", ROME, OIL, 1, 3)]
    assert breaches(invasion([LANDING, *BATTLE, *loot], (5, 3, 5), (2, 4, 2))) == []
    assert rules_broken(invasion([LANDING, *BATTLE, loot[0]], (5, 3, 5), (2, 4, 2))) == {"M26"}


def test_a_conversion_only_begins_in_the_first_turn() -> None:
    begun: list[Told] = [("converting", ROME, PELOPONNESUS, -1)]
    assert breaches(invasion([LANDING, *BATTLE, *begun], (5, 3, 5), (3, 4, 2))) == []
    done: list[Told] = [("converted", ROME, PELOPONNESUS, GREECE)]
    assert rules_broken(invasion([*done, LANDING, *BATTLE], (5, 3, 5), (3, 4, 2))) == {"M28"}
    seated: list[Told] = [("occupying", ROME, PELOPONNESUS), ("seated", ROME, PELOPONNESUS, MARKER)]
    assert "M27" in rules_broken(invasion([LANDING, *BATTLE, *seated], (5, 3, 5), (3, 4, 2)))
