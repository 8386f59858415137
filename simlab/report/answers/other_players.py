"""Dependence of the answer on the policies: same seat favoured, another, or undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from simlab.analysis import score, seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.favoured_seat import Line, favoured_seat
from simlab.report.page_table import records, rows_of
from simlab.report.scenario import fewest_and_most
from simlab.report.seat_result import even_level, margin_in_words, say, verb
from simlab.report.wording import (
    FormattedEstimate,
    Row,
    begin_sentence,
    group_by_key,
    join_list,
    n_of,
    number,
)

BY_CHANCE = "random"
"""The random policy: a change with it says little about people, who have a plan."""


class Outcome(StrEnum):
    """Whether the answer holds with other players."""

    SAME = "the same"
    CHANGED = "another"
    EVEN = "even"
    UNDECIDED = "not decided"


@dataclass(frozen=True, eq=False)
class OtherPlayers:
    """A main scenario, and one in which another policy has all seats under the same rules."""

    main: Scenario
    scenario: Scenario

    @property
    def is_by_chance(self) -> bool:
        """Whether these players choose at random."""
        return self.scenario.policies == [BY_CHANCE]


def other_players(tables: Tables) -> list[OtherPlayers]:
    """Return the other equal players of each main scenario."""
    return [
        OtherPlayers(main, scenario)
        for main in tables.main
        for scenario in tables.scenarios
        if _is_rival(scenario, main)
    ]


def entry_of(scenario: Scenario) -> str:
    """Return the entry of an experiment that a scenario plays, at any number of players."""
    return scenario.name.partition("-")[2]


def outcome(tables: Tables, lineup: OtherPlayers) -> Outcome:
    """Say whether the same seat is favoured, as far as the intervals of both are sure.

    Where seats have names it is that which wins most; else it is the first, against a fair share.
    """
    here, there = (_seat_rows(tables, scenario) for scenario in (lineup.main, lineup.scenario))
    before, after = win_rate.seat_order(here), win_rate.seat_order(there)
    if after == win_rate.FAIR:
        return Outcome.SAME if before == win_rate.FAIR else Outcome.EVEN
    if before == win_rate.FAIR:
        return Outcome.CHANGED if after == win_rate.UNFAIR else Outcome.UNDECIDED
    who = seat_to_watch(tables, lineup.main)["who"]
    turns = [a * b for a, b in zip(_signs(here, who), _signs(there, who), strict=True)]
    if -1 in turns:
        return Outcome.CHANGED
    return Outcome.SAME if all(turns) else Outcome.UNDECIDED


def is_surely_beaten(tables: Tables, lineup: OtherPlayers) -> bool:
    """Say whether the seat that the answer is about surely does not win most with other players.

    This may be so where the main players leave open which of two seats wins most.
    """
    who = seat_to_watch(tables, lineup.main)["who"]
    return -1 in _signs(_seat_rows(tables, lineup.scenario), who)


def seat_to_watch(tables: Tables, scenario: Scenario) -> Line:
    """Return the win credit of the first seat, or if seats have names, of the strongest."""
    if tables.facts.seats.names:
        return favoured_seat(tables, scenario)
    return records(rows_of(seat_result.by_seat(tables), scenario))[0]


def seat_of(tables: Tables, scenario: Scenario, who: str) -> Line:
    """Return the win credit of one seat."""
    rows = rows_of(seat_result.by_seat(tables), scenario)
    return records(rows[rows["who"] == who])[0]


def warning(tables: Tables, answering: Sequence[Scenario] = ()) -> str:
    """Return the sentence on policies, other than random, with another answer; empty if none.

    Those `answering` are left out, as the answer is theirs.
    """
    if tables.is_cooperative:
        return ""
    phrases = changes(tables, answering)
    if not phrases:
        return ""
    answer_scenarios = answering or tables.main[:1]
    who = join_list(
        list(dict.fromkeys(name for scenario in answer_scenarios for name in scenario.policies))
    )
    rest = f"The answer is about {who}, not about the game."
    return f"Changes with the players: with {phrases}. {rest}"


def changes(tables: Tables, answering: Sequence[Scenario] = (), entry: str = "") -> str:
    """Say which seats win instead with other policies than random; empty if there are none.

    Where the answer of a main scenario is that of one `answering`, they are compared with this one.
    With an `entry`, only its players count.
    """
    lineups = [
        OtherPlayers(answer, lineup.scenario)
        for main, answer in zip(tables.main, answering or tables.main, strict=True)
        for lineup in other_players(tables)
        if lineup.main is main and lineup.scenario is not answer and not lineup.is_by_chance
        if entry in ("", entry_of(lineup.scenario))
    ]
    changed = [lineup for lineup in lineups if outcome(tables, lineup) is Outcome.CHANGED]
    return _changes(tables, changed)


def dependence(tables: Tables) -> str:
    """Return the sentences on the answer with other players, of which there must be some."""
    if tables.is_cooperative:
        return f"It depends on who plays: {_mean_ranges(tables)}. {_headroom(tables)}"
    by_outcome = _by_outcome(tables)
    sentences = [
        _same(tables, by_outcome),
        _even(tables, by_outcome),
        _sentence_on_undecided(by_outcome),
        _by_chance(tables, by_outcome),
    ]
    return " ".join([*filter(None, sentences), f"{begin_sentence(_win_ranges(tables))}."])


def _is_rival(scenario: Scenario, main: Scenario) -> bool:
    """Whether another policy has all seats under the rules of the main scenario."""
    is_alike = scenario.players == main.players and scenario.changes == main.changes
    return is_alike and len(scenario.policies) == 1 and scenario.policies != main.policies


def _seat_rows(tables: Tables, scenario: Scenario) -> pd.DataFrame:
    """Return the rows of all seats, or of the first seat if seats have no names."""
    rows = rows_of(seat_result.by_seat(tables), scenario)
    return rows if tables.facts.seats.names else rows.head(1)


def _signs(rows: pd.DataFrame, who: str) -> list[int]:
    """Return 1 or -1 where a seat surely wins more or less than another, else 0.

    A single seat is held against its fair share.
    """
    lines = {row["who"]: row for row in records(rows)}
    seat = lines.pop(who)
    bounds = [(row["low"], row["high"]) for row in lines.values()] or [(seat["fair"], seat["fair"])]
    return [(seat["low"] > high) - (seat["high"] < low) for low, high in bounds]


def _by_outcome(tables: Tables) -> dict[str, list[OtherPlayers]]:
    return group_by_key((outcome(tables, lineup), lineup) for lineup in other_players(tables))


def _changes(tables: Tables, changed: Sequence[OtherPlayers]) -> str:
    """Say which seats win instead, grouped by line-up; empty if there are none."""
    describe = _another_seat if tables.facts.seats.names else _other_side
    phrases = group_by_key((lineup.scenario.entry, describe(tables, lineup)) for lineup in changed)
    return ". With ".join(
        f"{entry}, {'; '.join(entry_phrases)}" for entry, entry_phrases in phrases.items()
    )


def _another_seat(tables: Tables, lineup: OtherPlayers) -> str:
    seat = seat_to_watch(tables, lineup.scenario)
    wins = f"{seat['who']} {verb(tables)} most {_with(lineup.main)}, {say(tables)(seat).full}"
    was_even = win_rate.seat_order(_seat_rows(tables, lineup.main)) == win_rate.FAIR
    return f"{wins}, not all alike" if was_even else wins


def _other_side(tables: Tables, lineup: OtherPlayers) -> str:
    seat = seat_to_watch(tables, lineup.scenario)
    side = "less" if seat["estimate"] < seat["fair"] else "more"
    predicate = f"{verb(tables)} {say(tables)(seat).full} {_with(lineup.main)}"
    return f"the first seat {predicate}, {side} than {even_level(tables)}"


def _same(tables: Tables, by_outcome: dict[str, list[OtherPlayers]]) -> str:
    lineups = by_outcome.get(Outcome.SAME, [])
    if not lineups:
        return ""
    same = (
        f"The same {tables.facts.seats.one} {verb(tables)} most"
        if tables.facts.seats.names
        else "Whether the first seat is ahead, behind or even is the same"
    )
    whom = "all other players tried: " if len(by_outcome) == 1 else ""
    return f"{same} with {whom}{_who(lineups)}."


def _even(tables: Tables, by_outcome: dict[str, list[OtherPlayers]]) -> str:
    lineups = by_outcome.get(Outcome.EVEN, [])
    subject = (
        f"The {tables.facts.seats.many} are" if tables.facts.seats.names else "The first seat is"
    )
    if not lineups:
        return ""
    margin = margin_in_words(tables, records(_seat_rows(tables, lineups[0].scenario))[0])
    return f"{subject} even within {margin} with {_who(lineups)}."


def _sentence_on_undecided(by_outcome: dict[str, list[OtherPlayers]]) -> str:
    lineups = by_outcome.get(Outcome.UNDECIDED, [])
    return f"Whether the answer holds is not decided with {_who(lineups)}." if lineups else ""


def _by_chance(tables: Tables, by_outcome: dict[str, list[OtherPlayers]]) -> str:
    phrases = _changes(tables, [r for r in by_outcome.get(Outcome.CHANGED, []) if r.is_by_chance])
    return f"Where all choose by chance it is another: with {phrases}." if phrases else ""


def _who(lineups: Iterable[OtherPlayers]) -> str:
    """Return line-ups with their numbers of players: `greedy and random (3 and 4 players)`."""
    counts = group_by_key((r.scenario.entry, str(r.main.players)) for r in lineups)
    entries_by_sizes = group_by_key((join_list(sizes), entry) for entry, sizes in counts.items())
    return join_list(
        [f"{join_list(entries)} ({sizes} players)" for sizes, entries in entries_by_sizes.items()]
    )


def _win_ranges(tables: Tables) -> str:
    """Say of each main scenario from what to what its seat wins, with all who have played."""
    ranges = []
    for main, other_scenarios in _alike(tables):
        who = seat_to_watch(tables, main)["who"]
        rows = [seat_of(tables, scenario, who) for scenario in (main, *other_scenarios)]
        name = who if tables.facts.seats.names else "the first seat"
        ranges.append(f"{_with(main)}, {name} {verb(tables)} {_range(rows, say(tables))}")
    return "; ".join(ranges)


def _mean_ranges(tables: Tables) -> str:
    """Say from what to what the mean score goes, with fewest and with most players."""
    means, main = score.mean(tables), fewest_and_most(tables.main)
    ranges = []
    for scenario, other_scenarios in _alike(tables):
        if scenario in main:
            rows = [
                records(rows_of(means, compared))[0] for compared in (scenario, *other_scenarios)
            ]
            ranges.append(f"the mean score {_with(scenario)} is {_range(rows, number)}")
    return "; ".join(ranges)


def _alike(tables: Tables) -> Iterator[tuple[Scenario, list[Scenario]]]:
    """Yield each main scenario that others have played too, with theirs."""
    for main in tables.main:
        other_scenarios = [
            lineup.scenario for lineup in other_players(tables) if lineup.main is main
        ]
        if other_scenarios:
            yield main, other_scenarios


def _range(rows: Sequence[Line], say: Callable[[Row], FormattedEstimate]) -> str:
    """Return the least and the most, and with whom."""
    low, *_, high = sorted(rows, key=lambda row: row["estimate"])
    return f"from {say(low).full} with {low['entry']} to {say(high).full} with {high['entry']}"


def _headroom(tables: Tables) -> str:
    """Say who scores more than the main players, and with how many of them that is sure."""
    by_phrase = group_by_key(
        _above(tables, main, other_scenarios) for main, other_scenarios in _alike(tables)
    )
    phrases = [f"{comparison} with {_players(mains)}" for comparison, mains in by_phrase.items()]
    return f"{begin_sentence('; '.join(phrases))}."


def _above(
    tables: Tables, main: Scenario, other_scenarios: Sequence[Scenario]
) -> tuple[str, Scenario]:
    means = score.mean(tables)
    main_row, *rows = (
        records(rows_of(means, scenario))[0] for scenario in (main, *other_scenarios)
    )
    best = max(rows, key=lambda row: row["estimate"])
    if best["low"] > main_row["high"]:
        return f"{best['entry']} scores more than {main.entry}", main
    if best["estimate"] > main_row["estimate"]:
        return f"whether {best['entry']} scores more than {main.entry} is not decided", main
    return f"none of the others scores more than {main.entry}", main


def _players(scenarios: Sequence[Scenario]) -> str:
    counts = [str(scenario.players) for scenario in scenarios]
    return "1 player" if counts == ["1"] else f"{join_list(counts)} players"


def _with(scenario: Scenario) -> str:
    return f"with {n_of(scenario.players, 'player')}"
