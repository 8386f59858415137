"""Worth of cards: the same deals with a card replaced, or with one player who may never use it.

In a cooperative game the components are patched, so that the card is another one for all seats. In
a competitive game the card is a blank for one player, whose wins show its worth to its owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from simlab import shell
from simlab.analysis.crosstable import Lineup, scores
from simlab.analysis.games import Games, join_games
from simlab.analysis.lineups import by_lineup, ends
from simlab.catalog import game_to_play, without_learnt_players
from simlab.errors import ContractError, InputError, not_one_of
from simlab.execution.compared_rules import compare_rules
from simlab.execution.executor import Executor
from simlab.experiment.patch import rules_under, stack
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import check_table
from simlab.game.components.key import join_key
from simlab.game.facts import Facts
from simlab.players.restriction import never_text
from simlab.studies.cards.result import CardTrial, CardWorths, card_worths
from simlab.studies.kit.blocks import play_blocks, slices_of
from simlab.studies.kit.matchups import (
    KEPT,
    PIECE_GAMES,
    Matchups,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)
from simlab.studies.kit.offered_rows import rows_on_offer
from simlab.studies.kit.replaced_rows import replacements_of_rows
from simlab.studies.ladder.request import DEFAULT_GAMES

FEWEST_DEALS = 20
"""Fewest deals of a card: t intervals of fewer blocks are unreliable."""


@dataclass(frozen=True, eq=False)
class CardsRequest:
    """The cards in question, with the scenario that plays without each, and the number of games."""

    matchups: Matchups
    policy: str
    base: Scenario
    trials: Sequence[CardTrial]
    without: Sequence[Scenario]
    """The scenario of each trial."""
    margin: float | None
    most_games: int

    @property
    def n_deals(self) -> int:
        """Deals that each scenario plays."""
        return self.most_games // sum(
            scenario.n_rotations for scenario in (self.base, *self.without)
        )

    @property
    def facts(self) -> Facts:
        """The game's facts about its columns."""
        return self.matchups.facts

    def after(self) -> Experiment:
        """Return the experiment without an intervention, and the study."""
        study = {
            "kind": "cards",
            "cards": [trial.card for trial in self.trials],
            "margin": self.margin,
            "games": self.most_games,
        }
        scenarios = (replace(self.base, n_asked=self.n_deals * self.base.n_rotations),)
        return replace(self.matchups.experiment, scenarios=scenarios, study=study)


@dataclass(frozen=True, eq=False)
class CardsProgress:
    """The games played so far."""

    base: Games
    """Those with all cards."""
    without: Mapping[str, Games]
    """Those without each card."""
    stops: Mapping[str, str]
    """Why the game stops without a card, in a sentence, where it does."""


@without_learnt_players()
def request_cards(
    options: Mapping[str, Any], policy: str | None, cards: Sequence[str], margin: float | None
) -> CardsRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    All cards that the game declares are tried unless some are named.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    players = players_of(table, game)
    [policy_name], table = with_players([policy_or_default(policy, game, players)], table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    written = str(policy_of(policy_name, table, game, players))
    base = (written,) * players
    only = matchups_of(table, f"cards-{game.name}", [base])
    scenario, facts = only.scenarios[base], only.facts
    if game.cooperative:
        trials, without = _replacement_trials(scenario, facts, cards, only.experiment)
        matchups = only
    else:
        trials, lineups = _ban_trials(written, players, facts, cards, scenario)
        matchups = matchups_of(table, f"cards-{game.name}", [base, *lineups])
        without = [matchups.scenarios[lineup] for lineup in lineups]
    most_games = table.games or DEFAULT_GAMES
    request = CardsRequest(matchups, written, scenario, trials, without, margin, most_games)
    if request.n_deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * (most_games // max(request.n_deals, 1))
        raise InputError(
            f"{most_games} are too few for {len(trials)} cards; take {fewest}", "games"
        )
    return request


def _cards_to_try(cards: Sequence[str], names: list[str], base: Scenario) -> list[str]:
    """Return the names of the cards to try, by default all that the game has.

    Raises:
        InputError: the game has none, or not one of these.
    """
    if not names:
        raise InputError(
            f"{base.game.title} has no cards that simlab knows. In a cooperative game in plain"
            " Python, they are the rows of its tables, if these are three or more; in others, those"
            f' that choices name, such as ("buy", card){_patch_without_a_row(base)}',
            "game",
        )
    for card in cards:
        if card not in names:
            raise InputError(not_one_of(card, names), "card")
    return list(cards) or names


def _patch_without_a_row(base: Scenario) -> str:
    """Return how a patch takes a row out of the game's first table; empty if it has none."""
    for table in base.game.schema.tables:
        for row in base.rules.components.tables[table.name][:1]:
            key = join_key(table.name, str(row[table.key]))
            return f". A patch takes one out, such as --patch {shell.quote(f'{key}=off')}"
    return ""


def _replacement_trials(
    base: Scenario, facts: Facts, cards: Sequence[str], experiment: Experiment
) -> tuple[list[CardTrial], list[Scenario]]:
    """Return the cards that patches replace, and the scenarios under these patches."""
    known = facts.replacements or replacements_of_rows(base)
    wanted = _cards_to_try(cards, [replacement.card for replacement in known], base)
    trials, scenarios = [], []
    for replacement in known:
        if replacement.card in wanted:
            patch = stack([base.patch, dict(replacement.patch)])
            rules = rules_under(patch, base.game, base.data or experiment.data)
            slug = f"{base.slug}-{replacement.card.replace(' ', '_')}"
            scenarios.append(replace(base, slug=slug, rules=rules, patch=patch))
            trials.append(CardTrial(replacement.card, replacement.by, replacement.used))
    return trials, scenarios


def _ban_trials(
    policy: str, players: int, facts: Facts, cards: Sequence[str], base: Scenario
) -> tuple[list[CardTrial], list[tuple[str, ...]]]:
    """Return the cards that one player may never use, and the line-ups with this player."""
    kinds = {kind.label: kind for kind in facts.cards.kinds if kind.choice}
    word_by_label = {label: kind.choice for label, kind in kinds.items()}
    used = {label: kind.used for label, kind in kinds.items()}
    if base.game.is_plain:
        word_by_label = rows_on_offer(base)
    wanted = _cards_to_try(cards, list(word_by_label), base)
    names = [name for name in word_by_label if name in wanted]
    trials = [CardTrial(name, "", used.get(name, "")) for name in names]
    rest = (policy,) * (players - 1)
    return trials, [(never_text(policy, [word_by_label[name]]), *rest) for name in names]


def play(request: CardsRequest, executor: Executor) -> Iterator[CardsProgress]:
    """Play scenario by scenario, and yield all games so far.

    Raises:
        ContractError: a game or a policy broke its contract, except where a card is replaced; or
            the game stops without any of the cards.
    """
    columns = (*KEPT, *dict.fromkeys(trial.used for trial in request.trials))

    def games_of(scenario: Scenario) -> Games:
        size = max(PIECE_GAMES // scenario.n_rotations, 1)
        pieces = [
            _with_columns(play_blocks(executor, scenario, *piece), columns)
            for piece in slices_of(0, request.n_deals, size)
        ]
        return join_games(pieces)

    base = games_of(request.base)
    without: dict[str, Games] = {}
    stops: dict[str, str] = {}
    yield CardsProgress(base, {**without}, {**stops})
    for trial, scenario in zip(request.trials, request.without, strict=True):
        try:
            compare_rules([scenario])
            without[trial.card] = games_of(scenario)
        except ContractError as error:
            if not trial.by:
                raise
            # a rule may need this very card, such as the one that a game begins with
            stops[trial.card] = str(error).partition("\n")[0]
        yield CardsProgress(base, {**without}, {**stops})
    if not without:
        card, reason = next(iter(stops.items()))
        raise ContractError(f"the game stops without any of these cards; without {card}: {reason}")


def _with_columns(games: Games, columns: Sequence[str]) -> Games:
    """Return games with some of their columns."""
    seats = None if games.seats is None else _select_columns(games.seats, columns)
    return replace(games, games=_select_columns(games.games, columns), seats=seats)


def _select_columns(table: pa.Table, columns: Sequence[str]) -> pa.Table:
    return table.select([name for name in table.column_names if name in columns])


def result_of(request: CardsRequest, progress: CardsProgress) -> CardWorths:
    """Return the result of a study."""
    base, without = progress.base, progress.without
    scale = request.matchups.scale([base], request.margin)
    played = [
        (trial, str(scenario.lineup[0]))
        for trial, scenario in zip(request.trials, request.without, strict=True)
        if trial.card in without
    ]
    trials, policies = zip(*played, strict=True)
    lineups: dict[Lineup, Games] = {
        ("all cards",): base,
        **{(f"without {card}",): games for card, games in without.items()},
    }
    return CardWorths(
        policy=request.policy,
        players=base.players,
        scale=scale,
        level=1 / base.players if scale.is_share else float(scores(base).mean()),
        worths=card_worths(trials, base, [*without.values()], policies, scale),
        lineups=by_lineup(lineups),
        ends=ends(lineups),
        stops=progress.stops,
    )
