"""Consequence of a choice in words, from events on a redealt table.

Hidden information is redealt and the random streams are replaced, so that no sentence reveals
hidden cards or future dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from simlab.engine.journal import events, new_journal
from simlab.engine.rng import seed_table
from simlab.engine.search import key
from simlab.explain.decision import Decision
from simlab.explain.replay import Event, named_event
from simlab.policy import Policy
from simlab.stepper import Stepper

N_TABLES = 3
"""Redealt tables: a sentence that is the same on all of them counts as certain."""
MOST_STEPS = 32
"""Decisions at most until a choice without an event of its own is given up."""

Story = list[str]


@dataclass(frozen=True)
class Consequence:
    """Sentences about a choice that is carried out; an example if it is not certain."""

    sentences: Story
    is_certain: bool


def consequences(decision: Decision, choices: Sequence[int], base: Policy) -> list[Consequence]:
    """Return the consequence of each choice; after a choice without events, `base` plays on."""
    tables = redealt(decision, base)
    at_once = [[immediate_story(table, choice) for table in tables] for choice in choices]
    later = [
        [] if any(stories) else later_story(tables[0], decision, choice)
        for choice, stories in zip(choices, at_once, strict=True)
    ]
    return [
        Consequence(distinctive_part(i, later), False) if story else common_beginning(stories)
        for i, (stories, story) in enumerate(zip(at_once, later, strict=True))
    ]


def redealt(decision: Decision, base: Policy) -> list[Stepper]:
    """Return copies of the table, each with other hidden information and other chance."""
    tables = [decision.seat_everywhere(base) for _ in range(N_TABLES)]
    noise_stream = tables[0].scratch["noise"][0, decision.seat].copy()
    for table in tables:
        table.hide(decision.seat, key(noise_stream))
        seed_table(table.streams, key(noise_stream), table.deal)
    return tables


def immediate_story(table: Stepper, choice: int) -> Story:
    """Return the sentences about a choice itself."""
    other = with_journal(table)
    other.apply(choice)
    return [sentence(event) for event in events_so_far(other)]


def later_story(table: Stepper, decision: Decision, choice: int) -> Story:
    """Return later sentences about the seat, until its action is complete."""
    other = with_journal(table)
    other.apply(choice)
    for _ in range(MOST_STEPS):
        if other.is_over() or (story_of(other, decision.seat) and is_done(other, decision)):
            break
        other.apply(other.ask(other.next_seat(), other.offer()))
    return story_of(other, decision.seat)


def story_of(table: Stepper, seat: int) -> Story:
    """Return the sentences of all events so far, except those of other seats."""
    return [sentence(event) for event in events_so_far(table) if event.get("seat", seat) == seat]


def is_done(table: Stepper, decision: Decision) -> bool:
    """Return whether another seat decides, or the seat has one of its earlier choices again."""
    earlier_menu = set(decision.menu.tolist())
    return table.next_seat() != decision.seat or not earlier_menu.isdisjoint(table.offer().tolist())


def with_journal(table: Stepper) -> Stepper:
    """Return a copy of the table that records events."""
    other = table.copied()
    other.journal = new_journal(listening=True)
    return other


def events_so_far(table: Stepper) -> list[Event]:
    """Return all events so far."""
    game, rules = table.game, table.case.rules
    return [named_event(numbers, game, rules) for numbers in events(table.journal).tolist()]


def sentence(event: Event) -> str:
    """Return the sentence of an event; in a game without sentences, its name and numbers."""
    if "text" in event:
        return str(event["text"])
    name, *numbers = event.values()
    return " ".join([name, *map(str, numbers)]) + "."


def common_beginning(stories: Sequence[Story]) -> Consequence:
    """Return the common beginning of all stories; if there is none, the first story."""
    alike = takewhile(lambda sentences: len(set(sentences)) == 1, zip(*stories, strict=False))
    certain = [sentences[0] for sentences in alike]
    return Consequence(certain, True) if certain else Consequence(stories[0], False)


def distinctive_part(i: int, stories: Sequence[Story]) -> Story:
    """Return the sentences that only one story has; if there are none, the whole story."""
    others = {sentence for j, story in enumerate(stories) if j != i for sentence in story}
    return [sentence for sentence in stories[i] if sentence not in others] or stories[i]
