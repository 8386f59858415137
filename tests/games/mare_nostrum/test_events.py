"""Every event has a sentence."""

from __future__ import annotations

import pytest

from simlab.games.mare_nostrum.events import KINDS, legend, tell
from simlab.games.mare_nostrum.state import (
    CITY,
    COIN,
    EMPIRES,
    GOODS,
    LEGENDARY,
    MARKER,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    TILES,
    TOKENS,
    Item,
    Way,
)
from tests.games.mare_nostrum.components import (
    BABYLON,
    CARTHAGE,
    EGYPT,
    GREECE,
    NUMBER,
    ROME,
    SEA,
    UNPATCHED,
    load,
)

LATIUM, ETRURIA, APULIA, SICILIA, ATTICA, MYSIA = (
    NUMBER[name] for name in ("latium", "etruria", "apulia", "sicilia", "attica", "mysia")
)
IONIUM, TYRRHENUM = SEA["ionium"], SEA["tyrrhenum"]
METAL, WINE, OIL = (GOODS.index(good) for good in ("metal", "wine", "oil"))


def sentence_of(kind: str, *numbers: int, **patch: object) -> str:
    fields = next(event.fields for event in KINDS.values() if event.name == kind)
    rules = load(patch) if patch else UNPATCHED
    return tell({"event": kind, **dict(zip(fields, numbers, strict=True))}, rules)


STORY: list[tuple[str, list[int], str]] = [
    ("round_began", [4], "Round 4."),
    ("collected", [ROME, METAL, 2, 0], "Rome collects 2 × metal."),
    ("collected", [ROME, COIN, 3, 0], "Rome collects 3 coins."),
    ("collected", [ROME, WINE, 1, 2], "Rome chooses wine."),
    ("collected", [EGYPT, WINE, 1, 3], "Egypt gains wine."),
    ("collected", [ROME, METAL, 2, 4], "Rome begins with 2 × metal."),
    ("lacked", [BABYLON, OIL, 1, 0], "Babylon goes without oil: there are no more."),
    ("lacked", [BABYLON, OIL, 1, 3], "Babylon goes without oil: there are no more."),
    ("lacked", [BABYLON, COIN, 1, 4], "Babylon goes without a coin: there are no more."),
    ("lacked", [ROME, NOTHING, 1, 2], "Rome finds no good to choose: there are no more."),
    ("drew_legendary", [GREECE, LEGENDARY + WINE, 0], "Greece draws legendary wine."),
    (
        "drew_legendary",
        [GREECE, NOTHING, 3],
        "Greece draws nothing: there are no more legendary goods.",
    ),
    ("reshuffled", [9], "9 discarded legendary goods make a new pile."),
    ("chip_used", [CARTHAGE, 2, 3], "Carthage sets the trade at 3 tokens each, with the chip 2/3."),
    ("chip_used", [CARTHAGE, 1, 1], "Carthage sets the trade at 1 token each, with the chip 1/4."),
    ("chip_used", [CARTHAGE, 0, 0], "Carthage calls the trade off, with the chip 0/5."),
    ("sat_out", [ROME], "Rome has too few tokens for this trade and sits out."),
    ("offered", [ROME, METAL, 2], "Rome offers 2 × metal."),
    ("picked", [ROME, GREECE, OIL], "Rome takes oil from Greece."),
    ("picked", [ROME, GREECE, COIN], "Rome takes a coin from Greece."),
    ("trade_ended", [1], "The trade ends: 1 pick in all."),
    ("trade_ended", [0], "The trade ends: no picks in all."),
    ("handed_over", [CARTHAGE, ROME, WINE], "Carthage hands wine to Rome."),
    ("swapped", [ROME, COIN, OIL], "Rome swaps a coin for oil."),
    ("buyer_named", [GREECE, ROME], "Greece names a buyer: Rome."),
    ("paid", [ROME, LEGENDARY + OIL], "Rome pays legendary oil."),
    ("paid", [ROME, COIN], "Rome pays a coin."),
    (
        "bought",
        [ROME, Item.MARKER, SICILIA, -1, 3],
        "Rome buys a control marker in Sicilia for 3.",
    ),
    (
        "bought",
        [ROME, Item.MARKER, SICILIA, -1, 0],
        "Rome gets a control marker in Sicilia for nothing.",
    ),
    (
        "bought",
        [ROME, Item.CARAVAN, ETRURIA, 1, 3],
        "Rome buys a caravan of wine in Etruria for 3.",
    ),
    (
        "bought",
        [ROME, Item.CITY, APULIA, CITY, 3],
        "Rome buys the city Tarentum in Apulia for 3.",
    ),
    (
        "bought",
        [GREECE, Item.CITY, MYSIA, CITY, 3],
        "Greece buys the legendary city Troia in Mysia for 3.",
    ),
    (
        "bought",
        [GREECE, Item.CITY, ATTICA, CITY, 3],
        "Greece buys the capital Athenae in Attica for 3.",
    ),
    ("bought", [ROME, Item.MARKET, APULIA, MARKET, 6], "Rome buys a market in Apulia for 6."),
    ("bought", [ROME, Item.TEMPLE, LATIUM, TEMPLE, 6], "Rome buys a temple in Latium for 6."),
    ("bought", [ROME, Item.LEGION, LATIUM, -1, 3], "Rome buys a legion in Latium for 3."),
    (
        "bought",
        [ROME, Item.TRIREME, IONIUM, -1, 2],
        "Rome buys a trireme in Mare Ionium for 2.",
    ),
    ("bought", [ROME, Item.FORTRESS, APULIA, -1, 3], "Rome buys a fortress in Apulia for 3."),
    (
        "bought",
        [ROME, Item.TILE, TILES.index("hercules"), -1, 7],
        "Rome buys the hero Hercules for 7.",
    ),
    ("bought", [EGYPT, Item.PYRAMIDS, -1, -1, 12], "Egypt buys the Pyramids for 12."),
    ("kept", [ROME, COIN, 2], "Rome keeps 2 coins."),
    ("returned", [ROME, LEGENDARY + WINE, 1], "Rome returns legendary wine."),
    ("tile_revealed", [TILES.index("colossus")], "Put up for sale: the wonder Colossus."),
    ("levels", [ROME, 5, 3, 17], "Rome stands at Trade 5, Culture 3, Military 17."),
    ("order_named", [ROME, EGYPT, 0], "Rome names number 1 of the military order: Egypt."),
    ("turn_began", [EGYPT], "Egypt's military turn."),
    (
        "converted",
        [ROME, ATTICA, GREECE],
        "Rome puts its marker in Attica instead of that of Greece.",
    ),
    (
        "trireme_moved",
        [ROME, TYRRHENUM, IONIUM],
        "A trireme of Rome sails from Mare Tyrrhenum to Mare Ionium.",
    ),
    ("sea_named", [ROME, IONIUM], "Rome may cross Mare Ionium without a trireme."),
    (
        "legion_moved",
        [ROME, LATIUM, APULIA, -1, 0],
        "A legion of Rome marches from Latium to Apulia.",
    ),
    (
        "legion_moved",
        [ROME, ATTICA, SICILIA, CITY + 1, 1],
        "A legion of Rome sails from Attica to Sicilia, off the city Corinthus in Attica.",
    ),
    (
        "battle_began",
        [ROME, GREECE, ATTICA, 0, 3, 1, GREECE],
        "Rome must fight Greece in Attica: three legions against a legion and a fortress.",
    ),
    (
        "battle_began",
        [ROME, GREECE, ATTICA, 0, 13, 0, GREECE],
        "Rome must fight Greece in Attica: 13 legions against a fortress alone.",
    ),
    (
        "battle_began",
        [ROME, GREECE, LATIUM, 0, 1, 2, ROME],
        "Rome must fight Greece in Latium: a legion and a fortress against two legions.",
    ),
    (
        "battle_began",
        [ROME, GREECE, IONIUM, 1, 2, 1, NOBODY],
        "Rome attacks Greece in Mare Ionium: two triremes against a trireme.",
    ),
    (
        "legion_converted",
        [ROME, GREECE, ATTICA, 0],
        "Rome sends a legion of Greece home from Attica and has none left to put there.",
    ),
    (
        "legion_converted",
        [ROME, GREECE, ATTICA, 1],
        "Rome puts a legion in Attica in place of one of Greece.",
    ),
    ("rolled", [ROME, 6], "Rome rolls 6."),
    (
        "counted",
        [ROME, 12, 2, 3, 0, 0],
        "Rome counts 12 points (9 on the dice, 3 by Caesar): 2 hits.",
    ),
    ("counted", [ROME, 1, 0, 0, 0, 0], "Rome counts 1 point: no hits."),
    (
        "counted",
        [GREECE, 5, 1, 0, 5, 0],
        "Greece counts 5 points (5 by the fortress): 1 hit.",
    ),
    (
        "counted",
        [GREECE, 18, 3, 2, 5, 5],
        "Greece counts 18 points (6 on the dice, 2 by Pericles, 5 by the fortress, 5 by the wonder"
        " Statue of Zeus): 3 hits.",
    ),
    (
        "counted",
        [EGYPT, 6, 1, 2, 0, 0],
        "Egypt counts 6 points (4 on the dice, 2 by a hero): 1 hit.",
    ),
    (
        "counted",
        [ROME, 6, 0, 0, 0, 0],
        "Rome counts 6 points: 1 hit, of which the fortress cancels 1.",
    ),
    (
        "counted",
        [ROME, 16, 2, 0, 0, 0],
        "Rome counts 16 points: 3 hits, of which the fortress cancels 1.",
    ),
    ("lost", [ROME, Item.LEGION, ATTICA, 2], "Rome loses two legions in Attica."),
    ("lost", [ROME, Item.TRIREME, IONIUM, 1], "Rome loses a trireme in Mare Ionium."),
    ("lost", [GREECE, Item.FORTRESS, ATTICA, 1], "Greece loses a fortress in Attica."),
    ("seat_lost", [ROME, ATTICA, TEMPLE], "Rome gives up the temple in Attica."),
    (
        "pillaged",
        [ROME, ETRURIA, 0],
        "Rome pillages the caravan of metal in Etruria.",
    ),
    ("occupying", [ROME, ATTICA], "Rome occupies Attica."),
    (
        "seated",
        [ROME, ATTICA, CITY],
        "A legion of Rome stands on the capital Athenae in Attica.",
    ),
    (
        "converting",
        [ROME, ATTICA, -1],
        "A legion of Rome stands on the control marker of Attica.",
    ),
    (
        "converting",
        [ROME, ATTICA, TEMPLE],
        "A legion of Rome stands on the control marker of Attica, off the temple in Attica.",
    ),
    ("stepped_off", [ROME, ATTICA], "The legion of Rome leaves the control marker of Attica."),
    (
        "title_taken",
        [1, EGYPT, GREECE, -1],
        "Egypt takes the title of Culture from Greece.",
    ),
    (
        "title_taken",
        [0, EGYPT, CARTHAGE, CARTHAGE],
        "Egypt takes the title of Trade from Carthage: Carthage decides the tie.",
    ),
    ("title_taken", [2, ROME, ROME, -1], "Rome keeps the title of Military."),
    (
        "game_over",
        [Way.PYRAMIDS, EGYPT, 7],
        "The game is over in round 7: Egypt has built the Pyramids.",
    ),
    (
        "game_over",
        [Way.HEROES, ROME, 9],
        "The game is over in round 9: Rome has 5 heroes and wonders.",
    ),
    (
        "game_over",
        [Way.CITIES, ROME, 9],
        "The game is over in round 9: Rome holds 4 capitals and legendary cities.",
    ),
    (
        "game_over",
        [Way.TITLES, ROME, 9],
        "The game is over in round 9: Rome holds 3 titles.",
    ),
    (
        "game_over",
        [Way.CAPPED, NOBODY, 30],
        "The game stops after round 30: nobody has won.",
    ),
    ("city_held", [ROME, ATTICA, CITY], "Rome collects from the capital Athenae in Attica."),
    ("ranked", [CARTHAGE, 2], "Rank 2: Carthage."),
]


@pytest.mark.parametrize(("kind", "numbers", "sentence"), STORY)
def test_an_event_is_reported(kind: str, numbers: list[int], sentence: str) -> None:
    assert sentence_of(kind, *numbers) == sentence


def test_every_kind_of_event_is_reported() -> None:
    assert {kind for kind, *_ in STORY} == {event.name for event in KINDS.values()}


def test_a_story_follows_the_patch() -> None:
    patch = {
        "heroes_to_win": 6,
        "empires.rome.name": "Roma Aeterna",
        "provinces.etruria.name": "Tuscia",
        "caravan_sites.etruria_wine.good": "oil",
        "start_pieces.rome_caravan_etruria_wine.what": "oil",
    }
    assert sentence_of("game_over", Way.HEROES, ROME, 8, **patch) == (
        "The game is over in round 8: Roma Aeterna has 6 heroes and wonders."
    )
    assert sentence_of("bought", ROME, Item.CARAVAN, ETRURIA, 1, 3, **patch) == (
        "Roma Aeterna buys a caravan of oil in Tuscia for 3."
    )


def test_hits_that_a_fortress_cancels_are_reported_by_the_rule_values() -> None:
    """M23."""
    patch = {"hit_divisor": 6, "fortress_cancels": 2}
    assert sentence_of("counted", ROME, 13, 0, 0, 0, 0, **patch) == (
        "Rome counts 13 points: 2 hits, of which the fortress cancels 2."
    )
    assert sentence_of("counted", ROME, 5, 0, 0, 0, 0, **patch) == "Rome counts 5 points: no hits."


def test_the_legend_names_every_number_of_an_event() -> None:
    content = legend(load())
    assert tuple(row["empire"] for row in content["empires"]) == EMPIRES
    assert len(content["tokens"]) == TOKENS
    assert content["tokens"][COIN : COIN + 2] == ["coin", "legendary wood"]
    assert [row["province"] for row in content["provinces"]] == list(NUMBER)
    assert [row["sea"] for row in content["seas"]] == list(SEA)
    assert tuple(row["tile"] for row in content["tiles"]) == TILES
    troia = next(row for row in content["city_sites"] if row["site"] == "troia")
    assert (troia["province"], troia["slot"]) == ("mysia", CITY)
    gladiators = [row["slot"] for row in content["caravan_sites"] if row["good"] == "gladiators"]
    assert gladiators == [1, 1, 1]
    assert content["other_slots"][str(MARKER)] == "control marker"
    assert content["causes"]["0"] == "production" and content["ways"]["5"] == "capped"
