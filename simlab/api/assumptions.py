"""Plays other values of what a run assumes, for its page, into a run within its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from simlab.analysis.games import Games
from simlab.analysis.length import clocks
from simlab.analysis.metric import Metric
from simlab.analysis.tables import Tables
from simlab.api.observer import Observer
from simlab.api.playing import own_cores
from simlab.errors import ContractError, InputError, RunError
from simlab.execution.executor import prepare
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.execution.watchdog import in_background
from simlab.experiment.player_traits import vary_trait
from simlab.experiment.resolve import Scenario
from simlab.experiment.run_folder import ASSUMPTIONS
from simlab.experiment.small_noise import with_small_noise
from simlab.report.answers.assumptions import headlines
from simlab.report.answers.small_noise import IN_WORDS
from simlab.report.rulebook import assumption_notes
from simlab.report.scenario import fewest_and_most
from simlab.report.wording import begin_sentence, join_list, n_of, whole
from simlab.studies.kit.decisive_traits import (
    N_VARIED,
    Figures,
    Screening,
    candidates,
    decisive_traits,
    trial_games,
)
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.run.assumptions import (
    BUDGETS,
    NOISE_PART,
    SECONDS,
    Budget,
    affordable_budget,
    assumptions_of,
    content_hash,
    experiment_of_variations,
)

NOT_VARIED = "what is assumed is not varied"
NOT_WITH_NOISE = "not played with a small noise"
TRAITS_NOT_VARIED = "traits of the player are not varied"


def vary_assumptions(folder: Store, n_games: int | None, observer: Observer) -> None:
    """Play other values of what a run assumes, unless they are there; report what prevents it.

    `n_games` is the number per variation; by default as many as fit into SECONDS. In a sweep or a
    house rule the unchanged rules are varied. Traits of the player that has all seats are varied,
    too; if there are many, trial games tell which. A run of a game with winners is also played with
    a small noise. Nothing is played for an unfinished run, and where there is nothing to vary. A
    run whose folder cannot be written, or whose game or data are not those that played it, keeps a
    page without.

    Raises:
        Interrupted: stopped by Ctrl-C.
    """
    tables = Tables(folder.folder)
    if n_games == 0 or not tables.is_finished:
        return
    try:
        _vary(folder, tables, n_games, observer)
    except (InputError, RunError, ContractError) as error:
        observer.remark(f"{NOT_VARIED}: {error}")


def _names_of_varied(tables: Tables) -> list[str]:
    """Return the scenarios whose assumptions are varied: few and many players, unchanged rules."""
    unchanged = [headline.scenario for headline in headlines(tables)]
    return [scenario.name for scenario in fewest_and_most(unchanged)]


def _vary(folder: Store, tables: Tables, n_games: int | None, observer: Observer) -> None:
    experiment, names = folder.experiment, _names_of_varied(tables)
    scenarios = [scenario for scenario in experiment.scenarios if scenario.slug in names]
    varied = assumptions_of(experiment, scenarios[0]) if assumption_notes(tables) else []
    n_values = sum(len(assumption.variations) for assumption in varied)
    has_noise = _is_noise_due(tables, scenarios)
    traits = candidates(scenarios)
    if not (n_values or has_noise or traits):
        return
    # else other values would be compared with games of other rules or code
    folder.check(experiment)
    store = Store(folder.folder / ASSUMPTIONS)
    if _is_there(store, content_hash(experiment, scenarios), n_games):
        return
    unchanged = experiment_of_variations(experiment, scenarios, [], BUDGETS[0]).scenarios
    executor = own_cores(None, observer)
    if n_games is None or len(traits) > N_VARIED[0]:
        prepare(executor, unchanged, observer)
    budget: Budget | None = Budget(n_games or 0, min(len(traits), N_VARIED[0]))
    if n_games is None:
        find = partial(affordable_budget, executor, unchanged, n_values, len(traits))
        budget = in_background(partial(find, has_noise=has_noise))
    if budget is None or not (n_values or has_noise or budget.n_traits):
        observer.remark(_too_slow(n_values, has_noise))
        return
    screening = Screening(len(traits), is_left_out=len(traits) > budget.n_traits == 0)
    if 0 < budget.n_traits < len(traits):
        screening = replace(screening, n_trials=trial_games(budget.n_games))
        observer.remark(
            f"{n_of(len(traits), 'trait')} of the player have other values in"
            f" {n_of(screening.n_trials, 'trial game')} each."
        )
        rank = partial(decisive_traits, executor, unchanged, _figures(tables), screening.n_trials)
        traits = in_background(rank)
    request = experiment_of_variations(
        experiment,
        scenarios,
        varied,
        budget.n_games,
        has_noise=has_noise,
        traits=[vary_trait(name, unchanged) for name in traits[: budget.n_traits]],
        screening=screening,
    )
    observer.remark(_what_is_played(n_values, traits[: budget.n_traits], budget.n_games, has_noise))
    run_experiment(request, out=store.folder, fresh=True, observer=observer)


def _figures(tables: Tables) -> Figures:
    """Return what finds the figures of a page: the headline metrics, and the length of the game."""
    labels = {
        headline.scenario.players: [headline.label, *clocks(tables)[:1]]
        for headline in headlines(tables)
    }

    def find(scenario: Scenario, games: Games) -> list[Metric]:
        return [
            metric
            for metric in metrics_at(scenario, games)
            if metric.label in labels[scenario.players]
        ]

    return find


def _too_slow(n_values: int, has_noise: bool) -> str:
    """Say that the fewest games of any variation would take too long."""
    left_out = NOT_VARIED if n_values else NOT_WITH_NOISE if has_noise else TRAITS_NOT_VARIED
    games = (
        _games_with_noise(BUDGETS[-1])
        if has_noise and not n_values
        else f"{BUDGETS[-1]} games of each change"
    )
    return (
        f"{left_out}: {games} would take more than {SECONDS:g} s; --assumptions {BUDGETS[-1]}"
        " plays them"
    )


def _is_noise_due(tables: Tables, scenarios: Sequence[Scenario]) -> bool:
    """Whether a small noise says something of a run, in any of some scenarios."""
    return not tables.study and any(
        with_small_noise(scenario.lineup, scenario.game) for scenario in scenarios
    )


def _what_is_played(n_values: int, traits: Sequence[str], n_games: int, has_noise: bool) -> str:
    """Say which variations are played, and how many games of each."""
    games_each = f"{whole(n_games)} games each"
    parts = []
    if n_values:
        values = n_of(n_values, "other value is", "other values are")
        parts.append(f"{values} played once for what is assumed, {games_each}")
    if traits:
        noun, verb = ("trait", "is") if len(traits) == 1 else ("traits", "are")
        change = f"{join_list(traits)} {verb} halved and doubled once"
        parts.append(f"the player’s {noun} {change}, {games_each}")
    if has_noise:
        parts.append(f"{_games_with_noise(n_games)} are played once with {IN_WORDS}")
    return f"{begin_sentence('; '.join(parts))}."


def _games_with_noise(n_games: int) -> str:
    return f"{whole(NOISE_PART * n_games)} games"


def _is_there(store: Store, content: str, n_games: int | None) -> bool:
    """Return whether the variations of this content were played, this number of games of each.

    If a number is asked for, traits that were left out to save time are not there.
    """
    study = store.purpose_if_finished()
    if study.get("content") != content:
        return False
    return n_games is None or (n_games == study["games"] and not study["screening"]["is_left_out"])
