"""Whether an answer holds with a short search over its policy in all seats."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import score
from simlab.analysis.assumption import inner_tables
from simlab.analysis.tables import Scenario, Tables
from simlab.experiment.run_folder import OTHER_PLAYERS
from simlab.report.answers.other_players import changes, other_players, seat_of, seat_to_watch
from simlab.report.page_table import records, rows_of
from simlab.report.seat_result import say, verb
from simlab.report.wording import begin_sentence, group_by_key, join_list, n_of, number


def warning(tables: Tables) -> str:
    """Say that another seat wins most with the search; empty if that is not sure."""
    searched = _search_tables(tables)
    phrases = changes(searched) if searched and not tables.is_cooperative else ""
    if not phrases:
        return ""
    rest = f"The answer is about {join_list(tables.main[0].policies)}, not about the game."
    return f"Changes with the players: with {phrases}. {rest}"


def sentence(tables: Tables) -> str:
    """Return the result of the search and that of the page; empty if it was not played."""
    searched = _search_tables(tables)
    phrases = group_by_key(_phrases(tables, searched)) if searched else {}
    return ". ".join(
        begin_sentence(f"with {who}, {join_list(results)}") for who, results in phrases.items()
    ) + ("." if phrases else "")


def _search_tables(tables: Tables) -> Tables | None:
    """Return the games of the search; a study keeps those of other players in the same folder."""
    return None if tables.study else inner_tables(tables, OTHER_PLAYERS)


def _phrases(tables: Tables, searched: Tables) -> Iterator[tuple[str, str]]:
    """Yield who searches, and the result, for each number of players."""
    searches = {lineup.main.players: lineup.scenario for lineup in other_players(searched)}
    for main in tables.main:
        if main.players in searches:
            scenario = searches[main.players]
            n_games = n_of(searched.scenario_counts(scenario).n_games, "game")
            traits = scenario.described["lineup"][0]["traits"]
            rollouts = f"{traits['rollouts']:g} rollouts a choice"
            who = f"a short search over {join_list(main.policies)} in all seats"
            yield f"{who} ({rollouts}, {n_games})", _result(tables, main, searched, scenario)


def _result(tables: Tables, main: Scenario, searched: Tables, scenario: Scenario) -> str:
    players = n_of(main.players, "player")
    if tables.is_cooperative:
        before, after = (
            number(records(rows_of(score.mean(run_tables), run_scenario))[0])
            for run_tables, run_scenario in ((tables, main), (searched, scenario))
        )
        return f"the mean is {after.full} instead of {before.value} with {players}"
    seat = seat_to_watch(tables, main)
    name = seat["who"] if tables.facts.seats.names else "the first seat"
    there = say(tables)(seat_of(searched, scenario, seat["who"])).full
    here = say(tables)(seat).value
    return f"{name} {verb(tables)} {there} instead of {here} with {players}"
