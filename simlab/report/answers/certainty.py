"""How sure the answer of a run is: how far chance, players and guessed components move it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simlab.analysis import score
from simlab.analysis.free_choice import has_choices
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers import short_search, small_noise
from simlab.report.answers.assumptions import effects_of_rules, guesses_sentence
from simlab.report.answers.favoured_seat import Line
from simlab.report.answers.habits import exclusion_sentence
from simlab.report.answers.length_and_points import points_sentence
from simlab.report.answers.other_players import other_players, seat_of, seat_to_watch
from simlab.report.answers.player_traits import traits_sentence
from simlab.report.answers.shared_wins import sentence_on_shared_wins
from simlab.report.answers.strongest import strongest, wins_with_strongest
from simlab.report.answers.unended import is_unplayable
from simlab.report.answers.waiting import who_sets_length
from simlab.report.page_table import records, rows_of
from simlab.report.rulebook import assumption_notes, is_guess
from simlab.report.scenario import fewest_and_most, scenarios_with_rivals
from simlab.report.seat_result import say, verb
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    begin_sentence,
    group_by_key,
    join_list,
    n_of,
    number,
    with_unit,
)

LEVEL = "95 % intervals"


def certainty(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield what the answer depends on, how far it moves with that, and who sets the length."""
    if is_unplayable(tables):
        return
    if tables.is_cooperative or scenarios_with_rivals(tables.main):
        yield "Chance", _by_chance(tables)
        yield "Players", _by_players(tables)
    yield "Guesses", " ".join(filter(None, [_by_guesses(tables), traits_sentence(tables)]))
    if not tables.is_for_points and (shared := sentence_on_shared_wins(tables)):
        yield "Shared wins", shared
    if not tables.is_for_points and (points := points_sentence(tables)):
        yield tables.facts.score.unit.capitalize(), points
    if waiting := who_sets_length(tables, tables.main):
        yield "Length", waiting


def _by_chance(tables: Tables) -> str:
    rows = [_row(tables, main, strongest(tables, main)) for main in _comparable(tables)]
    most = max((row["high"] - row["low"]) / 2 for row in rows)
    unit = tables.facts.score.unit if tables.is_for_points else PERCENTAGE_POINTS
    size = float(f"{most if tables.is_for_points else 100 * most:.2g}")
    return f"Up to {with_unit(size, unit)} ({LEVEL})."


def _comparable(tables: Tables) -> Sequence[Scenario]:
    """Return the main scenarios with a headline metric that players can move."""
    return (
        tables.main if tables.is_cooperative else scenarios_with_rivals(tables.main) or tables.main
    )


def _by_players(tables: Tables) -> str:
    if not any(has_choices(tables, main) for main in tables.main):
        return "It does not matter who plays: every menu has a single choice."
    scenarios_by_main = {
        main: [lineup.scenario for lineup in other_players(tables) if lineup.main is main]
        for main in fewest_and_most(_comparable(tables))
    }
    search, noise = short_search.sentence(tables), small_noise.sentence(tables)
    beside = wins_with_strongest(tables)
    if any(scenarios_by_main.values()):
        sentence = f"{begin_sentence(_ranges(tables, scenarios_by_main, are_players=True))}."
    elif search:
        sentence = search
    elif noise or beside:
        sentence = f"All games were played by {join_list(tables.main[0].policies)}."
    else:
        sentence = f"Not measured: all games were played by {join_list(tables.main[0].policies)}."
    return " ".join(filter(None, [sentence, beside, noise, *_exclusions(tables)]))


def _exclusions(tables: Tables) -> list[str]:
    """Return which stronger players did not play for their habits."""
    return list(
        dict.fromkeys(
            exclusion_sentence(*main.exclusion, main.policies[0])
            for main in tables.main
            if main.exclusion is not None
        )
    )


def _by_guesses(tables: Tables) -> str:
    """Say how far the answer moves with other values of what is assumed."""
    guesses = [scenario for scenario in tables.variants if is_guess(tables, scenario)]
    guesses_by_main = {
        main: [scenario for scenario in guesses if scenario.players == main.players]
        for main in fewest_and_most(_comparable(tables))
    }
    if effects_of_rules(tables) or not any(guesses_by_main.values()):
        return guesses_sentence(tables)
    n_assumed = n_of(len(assumption_notes(tables)), "rule or table is", "rules and tables are")
    return f"{n_assumed} assumed. With other values of some, {_ranges(tables, guesses_by_main)}."


def _ranges(
    tables: Tables,
    scenarios_by_main: Mapping[Scenario, Sequence[Scenario]],
    are_players: bool = False,
) -> str:
    """Return how far the answer moves at each number of players."""
    phrases = [
        (_subject(tables, main), _range(tables, main, scenarios, are_players))
        for main, scenarios in scenarios_by_main.items()
        if scenarios
    ]
    by_subject = group_by_key(phrases).items()
    return "; ".join(f"{subject} {join_list(ranges)}" for subject, ranges in by_subject)


def _subject(tables: Tables, main: Scenario) -> str:
    if tables.is_cooperative:
        return "the mean is"
    who = _seat_of_answer(tables, main) if tables.facts.seats.names else "the first seat"
    return f"{who} {verb(tables)}"


def _seat_of_answer(tables: Tables, main: Scenario) -> str:
    """Return the seat that the answer is about, which may be that of stronger players."""
    return str(seat_to_watch(tables, strongest(tables, main))["who"])


def _range(tables: Tables, main: Scenario, scenarios: Sequence[Scenario], are_players: bool) -> str:
    """Return the lowest and the highest estimate at one number of players, perhaps with whose."""
    rows = [_row(tables, main, scenario) for scenario in (main, *scenarios)]
    low, *_, high = sorted(rows, key=lambda row: row["estimate"])
    write = number if tables.is_cooperative else say(tables)
    whose = [f" ({row['entry']})" if are_players else "" for row in (low, high)]
    ends = list(dict.fromkeys([f"{write(low).value}{whose[0]}", f"{write(high).value}{whose[1]}"]))
    return f"{' to '.join(ends)} with {n_of(main.players, 'player')}"


def _row(tables: Tables, main: Scenario, scenario: Scenario) -> Line:
    """Return the headline result of a scenario: the mean, or the wins of the watched seat."""
    if tables.is_cooperative:
        return records(rows_of(score.mean(tables), scenario))[0]
    return seat_of(tables, scenario, _seat_of_answer(tables, main))
