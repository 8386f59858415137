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
    watched_seat,
)
from simlab.report.page_table import records, rows_of
from simlab.report.wording import begun, grouped, listed, n_of, share

SEARCH = "search"
BASE = "base="


def strongest(tables: Tables, main: Scenario) -> Scenario:
    """Return the scenario that the answer takes its number from, at this number of players.

    It is the main one, unless stronger players give another answer beyond doubt. Stronger are, in a
    cooperative game, those with the surely highest mean; else the strongest player measured for the
    game, and a search over the main policy, which leaves its choices only where another does
    clearly better. Where several policies meet, the answer is about them.
    """
    if is_mixed(main):
        return main
    others = [other for other in other_players(tables) if other.main is main]
    if tables.is_cooperative:
        return _highest_mean(tables, [main, *(other.scenario for other in others)])
    stronger = [
        other for other in others if _is_search_over(other) or is_of_strongest(other.scenario)
    ]
    for other in stronger:
        is_another = outcome(tables, other) in (Outcome.CHANGED, Outcome.EVEN)
        if is_another or is_surely_beaten(tables, other):
            return other.scenario
    return main


@dataclass(frozen=True, eq=False)
class Witness:
    """Games of the strongest player measured, by the rules of a main scenario."""

    tables: Tables
    scenario: Scenario

    @property
    def seat(self) -> Line:
        """The wins of the first seat, or if seats have names, of the one that wins most."""
        return watched_seat(self.tables, self.scenario)

    @property
    def in_words(self) -> str:
        """Who the player is, and how many games it played."""
        n_games = n_of(self.tables.scenario_counts(self.scenario).n_games, "game")
        return f"{listed(self.scenario.policies)}, the strongest player measured ({n_games})"


def witness_of(tables: Tables, main: Scenario) -> Witness | None:
    """Return the games of the strongest player that were played for the page of weaker ones."""
    inner = None if tables.study else inner_tables(tables, OTHER_PLAYERS)
    if inner is None:
        return None
    name = f"{main.players}p-{STRONGEST}"
    return next((Witness(inner, own) for own in inner.scenarios if own.name == name), None)


def contradicting_witness(tables: Tables, main: Scenario) -> Witness | None:
    """Return the games of the strongest player if they contradict which seat is ahead."""
    witness = witness_of(tables, main)
    return witness if witness is not None and _contradicts(tables, main, witness) else None


def wins_with_strongest(tables: Tables) -> str:
    """Say what the watched seats win with the strongest player; empty if it did not play."""
    phrases = []
    for main in tables.main:
        witness = witness_of(tables, main)
        if witness is not None:
            own = watched_seat(tables, main)
            name = own["who"] if tables.facts.seats.names else "the first seat"
            there = share(seat_of(witness.tables, witness.scenario, own["who"])).full
            change = f"{there} instead of {share(own).value}"
            players = n_of(main.players, "player")
            phrases.append(f"{name} wins {change} with {players} and {witness.in_words}")
    return f"{begun('; '.join(phrases))}." if phrases else ""


def _contradicts(tables: Tables, main: Scenario, witness: Witness) -> bool:
    own, inner, scenario = watched_seat(tables, main), witness.tables, witness.scenario
    beside = seat_of(inner, scenario, own["who"])
    if not tables.facts.seats.names:
        intervals = (_interval(own), _interval(beside))
        verdict = verdict_beside(
            own["verdict"], *intervals, win_rate.MARGIN, fair=float(own["fair"])
        )
        return verdict == Verdict.DEPENDS
    *_, second = seats_by_wins(tables, main)[:-1]
    is_sure = own["low"] > second["high"]
    return bool(is_sure and beside["high"] < favoured_seat(inner, scenario)["low"])


def _interval(row: Line) -> Interval[float]:
    return Interval(row["estimate"], row["low"], row["high"], row["n"])


def weaker_players(tables: Tables) -> list[tuple[Scenario, str]]:
    """Return the main scenarios of a run that one weaker policy plays, with the strongest player.

    None has games of the strongest player beside it in the run.
    """
    if tables.study or tables.is_cooperative:
        return []
    played = {own.players for own in tables.scenarios if is_of_strongest(own)}
    return [
        (main, str(main.described["strongest"]))
        for main in tables.main
        if main.described.get("strongest") and not is_mixed(main) and main.players not in played
    ]


def caution(tables: Tables) -> str:
    """Say that stronger players may answer otherwise; empty if these are the strongest."""
    weaker = weaker_players(tables)
    if not weaker:
        return ""
    counts = grouped((player, str(main.players)) for main, player in weaker)
    players = [f"{player} with {listed(own)} players" for player, own in counts.items()]
    return (
        f"Who wins may depend on who plays: the strongest player measured is {listed(players)}, not"
        f" {listed(weaker[0][0].policies)}. The report plays it, too, and withdraws what it"
        " contradicts."
    )


def is_mixed(scenario: Scenario) -> bool:
    """Say whether several policies meet at the table."""
    return len(scenario.policies) > 1


def _highest_mean(tables: Tables, scenarios: list[Scenario]) -> Scenario:
    """Return the scenario with the highest mean, or the first if that is not sure."""
    rows = [records(rows_of(score.mean(tables), scenario))[0] for scenario in scenarios]
    best = max(range(len(rows)), key=lambda place: rows[place]["estimate"])
    return scenarios[best] if rows[best]["low"] > rows[0]["high"] else scenarios[0]


def _is_search_over(other: OtherPlayers) -> bool:
    """Say whether players search over the policy of the main ones."""
    policy, main = (own.described["policies"][0] for own in (other.scenario, other.main))
    name, _, weights = policy.partition(":")
    bases = [word.removeprefix(BASE) for word in weights.split(",") if word.startswith(BASE)]
    return name == SEARCH and bases in ([], [main.partition(":")[0]])
