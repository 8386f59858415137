"""The strongest players that were measured: those whom the answer of a run is about."""

from __future__ import annotations

from dataclasses import dataclass

from simlab.analysis import score, win_rate
from simlab.analysis.assumption import inner_tables
from simlab.analysis.intervals import Interval
from simlab.analysis.rule_comparison import is_of_strongest
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict, verdict_beside
from simlab.experiment.run_folder import OTHER_PLAYERS, STRONGEST
from simlab.report.answers.favoured_seat import Line, favoured_seat, seats_by_wins
from simlab.report.answers.other_players import (
    OtherPlayers,
    Outcome,
    is_surely_beaten,
    other_players,
    outcome,
    seat_of,
    seat_to_watch,
)
from simlab.report.answers.withdrawn import DEPENDS, rank_of
from simlab.report.page_table import records, rows_of
from simlab.report.scenario import scenarios_with_rivals
from simlab.report.seat_result import say, verb
from simlab.report.wording import begin_sentence, group_by_key, join_list, n_of

SEARCH = "search"
BASE = "base="


def strongest(tables: Tables, main: Scenario) -> Scenario:
    """Return the scenario that the answer takes its number from, at this number of players.

    It is the main one, unless stronger players give another answer beyond doubt. Stronger are, in a
    cooperative game, those with the surely highest mean; else the strongest player measured for the
    game, unless it is an equal of the main one, and a search over the main policy, which leaves its
    choices only where another does clearly better. Where several policies meet, the answer is about
    them.
    """
    if is_mixed(main):
        return main
    lineups = [lineup for lineup in other_players(tables) if lineup.main is main]
    if tables.is_cooperative:
        return _highest_mean(tables, [main, *(lineup.scenario for lineup in lineups)])
    may_be_beaten = not is_of_strongest(main)
    stronger = [
        lineup
        for lineup in lineups
        if _is_search_over(lineup) or (may_be_beaten and is_of_strongest(lineup.scenario))
    ]
    for lineup in stronger:
        is_another = outcome(tables, lineup) in (Outcome.CHANGED, Outcome.EVEN)
        if is_another or is_surely_beaten(tables, lineup):
            return lineup.scenario
    return main


@dataclass(frozen=True, eq=False)
class Witness:
    """Games of the strongest player measured, by the rules of a main scenario."""

    tables: Tables
    scenario: Scenario

    @property
    def seat(self) -> Line:
        """The wins of the first seat, or if seats have names, of the one that wins most."""
        return seat_to_watch(self.tables, self.scenario)

    @property
    def in_words(self) -> str:
        """Who the player is, and how many games it played."""
        n_games = n_of(self.tables.scenario_counts(self.scenario).n_games, "game")
        rank = rank_of(self.scenario.strongest)
        return f"{join_list(self.scenario.policies)}, {rank} ({n_games})"


def witnesses_of(tables: Tables, main: Scenario) -> list[Witness]:
    """Return the games of the strongest players besides those of a main scenario.

    They were played for the page of the run, or by an equal of the main players in the run.
    """
    if tables.study:
        return []
    equals = other_players(tables) if is_of_strongest(main) else []
    witnesses = [
        Witness(tables, lineup.scenario)
        for lineup in equals
        if lineup.main is main and is_of_strongest(lineup.scenario)
    ]
    inner = inner_tables(tables, OTHER_PLAYERS)
    if inner is None:
        return witnesses
    return witnesses + [
        Witness(inner, scenario)
        for scenario in inner.scenarios
        if scenario.name.startswith(f"{main.players}p-{STRONGEST}")
    ]


def witness_against(tables: Tables, main: Scenario) -> Witness | None:
    """Return the games of a strongest player that contradict which seat is ahead, if any do."""
    witnesses = witnesses_of(tables, main)
    return next((witness for witness in witnesses if _contradicts(tables, main, witness)), None)


def wins_with_strongest(tables: Tables) -> str:
    """Say what the watched seats win with the strongest players; empty if none played."""
    phrases = [
        _wins_with(tables, main, witness)
        for main in scenarios_with_rivals(tables.main)
        for witness in witnesses_of(tables, main)
    ]
    return f"{begin_sentence('; '.join(phrases))}." if phrases else ""


def _wins_with(tables: Tables, main: Scenario, witness: Witness) -> str:
    seat = seat_to_watch(tables, main)
    name = seat["who"] if tables.facts.seats.names else "the first seat"
    there = say(tables)(seat_of(witness.tables, witness.scenario, seat["who"])).full
    change = f"{there} instead of {say(tables)(seat).value}"
    return (
        f"{name} {verb(tables)} {change} with {n_of(main.players, 'player')} and {witness.in_words}"
    )


def _contradicts(tables: Tables, main: Scenario, witness: Witness) -> bool:
    seat, inner, scenario = seat_to_watch(tables, main), witness.tables, witness.scenario
    beside = seat_of(inner, scenario, seat["who"])
    if not tables.facts.seats.names:
        intervals = (_interval(seat), _interval(beside))
        verdict = verdict_beside(
            seat["verdict"],
            *intervals,
            seat.get("margin", win_rate.MARGIN),
            fair=float(seat["fair"]),
        )
        return verdict == Verdict.DEPENDS
    *_, runner_up = seats_by_wins(tables, main)[:-1]
    is_sure = seat["low"] > runner_up["high"]
    return bool(is_sure and beside["high"] < favoured_seat(inner, scenario)["low"])


def _interval(row: Line) -> Interval[float]:
    return Interval(row["estimate"], row["low"], row["high"], row["n"])


def witnesses_to_play(tables: Tables) -> list[tuple[Scenario, str]]:
    """Return the main scenarios of a run that one policy plays, with each strongest player.

    None whose games are in the run, nor weaker ones where those of a strongest player are.
    """
    if tables.study or tables.is_cooperative:
        return []
    return [
        (main, player)
        for main in scenarios_with_rivals(tables.main)
        if not is_mixed(main)
        for player in _strongest_besides(tables, main)
    ]


def _strongest_besides(tables: Tables, main: Scenario) -> list[str]:
    """Return the strongest players of whom the run has no games that answer for a main scenario."""
    played = {
        str(scenario.described["policies"][0])
        for scenario in tables.scenarios
        if scenario.players == main.players and is_of_strongest(scenario)
    }
    if played and not is_of_strongest(main):
        return []
    return [player for player in main.strongest if player not in played]


def caution(tables: Tables) -> str:
    """Say that stronger players may answer otherwise; empty if all of them have played."""
    missing = [
        (main, player)
        for main, player in witnesses_to_play(tables)
        if [player]
        not in [
            witness.scenario.described["policies"][:1] for witness in witnesses_of(tables, main)
        ]
    ]
    if not missing:
        return ""
    counts = group_by_key(
        ((player, join_list(main.policies), is_of_strongest(main)), str(main.players))
        for main, player in missing
    )
    phrases = [
        _rank_in_words(*ranked, f"{join_list(sizes)} players") for ranked, sizes in counts.items()
    ]
    who = "What a seat scores" if tables.is_for_points else "Who wins"
    return f"{who} may depend on who plays: {join_list(phrases)}."


def _rank_in_words(player: str, lineup: str, is_equal: bool, tables: str) -> str:
    """Return how strong a player is, compared with a line-up, at tables where it has not played."""
    if is_equal:
        return f"{player} is as strong as {lineup} with {tables}, as far as games could tell"
    return f"the strongest player measured is {player} with {tables}, not {lineup}"


def sentence_on_strongest(tables: Tables) -> str:
    """Say for a terminal what the strongest players win, or how to get it; empty if it is known."""
    witnessed = wins_with_strongest(tables)
    if any(witness_against(tables, main) for main in scenarios_with_rivals(tables.main)):
        who = "What a seat scores" if tables.is_for_points else "Who wins"
        witnessed = f"{who} {DEPENDS}. {witnessed}"
    warned = caution(tables)
    if warned:
        warned += " The report plays it, too, and withdraws what it contradicts."
    return " ".join(filter(None, [witnessed, warned]))


def is_mixed(scenario: Scenario) -> bool:
    """Say whether several policies meet at the table."""
    return len(scenario.policies) > 1


def _highest_mean(tables: Tables, scenarios: list[Scenario]) -> Scenario:
    """Return the scenario with the highest mean, or the first if that is not sure."""
    rows = [records(rows_of(score.mean(tables), scenario))[0] for scenario in scenarios]
    best = max(range(len(rows)), key=lambda index: rows[index]["estimate"])
    return scenarios[best] if rows[best]["low"] > rows[0]["high"] else scenarios[0]


def _is_search_over(lineup: OtherPlayers) -> bool:
    """Say whether players search over the policy of the main ones."""
    policy, main = (
        scenario.described["policies"][0] for scenario in (lineup.scenario, lineup.main)
    )
    name, _, weights = policy.partition(":")
    bases = [word.removeprefix(BASE) for word in weights.split(",") if word.startswith(BASE)]
    return name == SEARCH and bases in ([], [main.partition(":")[0]])
