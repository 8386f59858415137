"""Answer to a question that grows while games are played, until it is precise or stopped."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from simlab.analysis.games import Games
from simlab.execution.executor import Executor, prepare
from simlab.execution.run_observer import RunObserver
from simlab.experiment.resolve import Scenario
from simlab.studies.ab.comparison import Comparison
from simlab.studies.ab.watched_comparison import WatchedComparison
from simlab.studies.kit.blocks import play_blocks
from simlab.studio.answer_content import (
    COMPILING,
    PLAYING,
    headline_content,
    histogram_contents,
    metric_content,
    share_content,
    wait_in_words,
)
from simlab.studio.live import DONE, STOPPED, Live
from simlab.studio.question import ComparedRules
from simlab.studio.unchanged_games import UnchangedGames

Content = dict[str, Any]

CHUNK_SECONDS = 0.06
"""Time that a chunk of games shall take: a question ends after it, and counts appear after it."""
LEAST_CHUNK = 10
"""Blocks of a chunk: below that a call costs more than its games. Also the first of a line-up."""
GROWTH = 4
"""Largest growth from chunk to chunk, as the first games of a rule set may be fast by chance."""


class LiveAnswer(Live):
    """The answer to one question so far."""

    def __init__(self, rules: ComparedRules) -> None:
        super().__init__({"state": PLAYING, "blocks": 0})
        self.rules = rules
        self.asked = time.time()
        """Time of the question, in seconds since 1970."""
        self.watched: WatchedComparison | None = None

    @property
    def key(self) -> str:
        """The key of its question."""
        return self.rules.question.key


class AnswerPlayer:
    """Plays the games of answers."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.unchanged = UnchangedGames(executor)
        self._chunks: dict[Scenario, int] = {}
        """Blocks of a chunk by unchanged scenario, as its last question left it."""

    def play(self, answer: LiveAnswer, keep: Callable[[LiveAnswer], None]) -> None:
        """Play until the answer is precise, or its question is stopped; an error ends it, too.

        `keep` is called with the answer after each look.
        """
        answer.follow(self._keep_contents(answer, keep))

    def _keep_contents(
        self, answer: LiveAnswer, keep: Callable[[LiveAnswer], None]
    ) -> Iterator[Content]:
        for content in self._contents(answer):
            yield content
            keep(answer)  # which has published the content by now

    def _contents(self, answer: LiveAnswer) -> Iterator[Content]:
        if answer.stop.is_set():
            yield {**answer.content, "state": STOPPED}
            return
        # one side where nothing is changed
        sides = [*dict.fromkeys(answer.rules.comparison.sides)]
        if self.executor.to_compile(sides):
            yield {"state": COMPILING, "blocks": 0}
        self._prepare(sides)
        started = time.monotonic()
        metric = answer.rules.question.metric
        watched = WatchedComparison(answer.rules.comparison, metric)
        answer.watched = watched
        for is_look in self._play_blocks(answer, watched):
            if answer.stop.is_set():
                break
            seconds = time.monotonic() - started
            if not is_look:
                yield {**counts(answer, watched), **_parts_of_look(answer), "seconds": seconds}
                continue
            yield {**counts(answer, watched), **first_part(answer, watched), "seconds": seconds}
            # after the headline is on the page, since they take longer
            metrics = further_metrics(answer, watched)
            if answer.stop.is_set():
                break
            yield {**answer.content, "metrics": metrics}
            headline = watched.headline
            if headline is not None and len(sides) > 1 and headline.is_precise:
                yield {**answer.content, "state": DONE}
                return
        state = STOPPED if answer.stop.is_set() else DONE
        yield {**answer.content, "state": state}

    def _prepare(self, sides: Sequence[Scenario]) -> None:
        """Compile what is missing; leave what is loaded to no garbage collection.

        A collection that visits the compiler's objects would block all threads for 0.2 s.
        """
        prepare(self.executor, sides, RunObserver())
        if sides[0] not in self._chunks:
            gc.freeze()

    def _play_blocks(self, answer: LiveAnswer, watched: WatchedComparison) -> Iterator[bool]:
        """Play the next blocks; yield after each chunk whether it ends a look."""
        base = answer.rules.comparison.base
        least = least_chunk(base)
        size = self._chunks.get(base, least)
        for target in watched.looks:
            while watched.n_blocks < target:
                count = min(size, target - watched.n_blocks)
                started = time.monotonic()
                watched.add(*self.games(answer.rules.comparison, watched.n_blocks, count))
                # a clock of coarse steps may show no time for a fast chunk
                spent = max(time.monotonic() - started, 1e-4)
                size = max(least, min(int(count * CHUNK_SECONDS / spent), GROWTH * size))
                # no longer than to the first look, which a page waits for
                self._chunks[base] = min(size, watched.looks[0])
                yield watched.n_blocks == target
                if answer.stop.is_set():
                    return

    def games(self, comparison: Comparison, first: int, count: int) -> tuple[Games, Games]:
        """Play some blocks under both rule sets; unchanged rules are compared with themselves."""
        base = self.unchanged.play(comparison.base, first, count)
        if comparison.patched is comparison.base:
            return base, base
        return base, play_blocks(self.executor, comparison.patched, first, count)


def least_chunk(scenario: Scenario) -> int:
    """Return the fewest blocks of a chunk: one if a search plays, whose games take seconds."""
    return 1 if any(policy.base for policy in scenario.lineup) else LEAST_CHUNK


def counts(answer: LiveAnswer, watched: WatchedComparison) -> Content:
    """Return what needs no interval: numbers of games and histograms."""
    n_sides = 2 if answer.rules.changes else 1
    return {
        "state": PLAYING,
        "blocks": watched.n_blocks,
        "games": n_sides * watched.n_blocks * answer.rules.comparison.base.n_rotations,
        "first_look": watched.looks[0],
        "is_changed": n_sides == 2,
        "histograms": histogram_contents(watched, n_sides == 2),
        "waiting": wait_in_words(watched),
    }


def _parts_of_look(answer: LiveAnswer) -> Content:
    """Return the parts of the last look, which stay until the next one."""
    names = ("look", "headline", "shares", "fair", "metrics", "choices")
    return {name: answer.content[name] for name in names if name in answer.content}


def first_part(answer: LiveAnswer, watched: WatchedComparison) -> Content:
    """Return the headline metric and the bars at a look."""
    is_changed = bool(answer.rules.changes)
    players = answer.rules.comparison.base.players
    return {
        **_parts_of_look(answer),
        "look": watched.n_blocks,
        "headline": headline_content(watched, is_changed),
        "shares": [share_content(watched_share, is_changed) for watched_share in watched.shares()],
        "fair": None if watched.is_cooperative or players == 1 else 1 / players,
        "choices": [{"name": metric.name, "label": metric.label} for metric in watched.metrics],
    }


def further_metrics(answer: LiveAnswer, watched: WatchedComparison) -> list[Content]:
    """Return further metrics at a look."""
    metrics = takewhile(lambda _: not answer.stop.is_set(), watched.further_metrics())
    return [metric_content(metric, bool(answer.rules.changes)) for metric in metrics]
