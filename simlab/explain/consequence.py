"""Prospect: what would follow a choice, told by the game itself on a table dealt anew.

What the seat cannot see is dealt anew, and all chance is other than that of the table, so that no
sentence gives away what lies hidden or what the dice will show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from simlab.engine.journal import events, new_journal
from simlab.engine.rng import seed_table
from simlab.engine.search import key
from simlab.explain.decision import Decision
from simlab.explain.replay import Event, named
from simlab.policy import Policy
from simlab.stepper import Stepper

N_TABLES = 3
"""Tables dealt anew: what is told alike on all of them is taken for certain."""
MOST_STEPS = 32
"""Decisions after which a choice of which nothing was told yet is left alone."""

Story = list[str]


@dataclass(frozen=True)
class Consequence:
    """What is told when a choice is carried out; it may be only what might be told."""

    sentences: Story
    is_certain: bool


def consequences(position: Decision, choices: Sequence[int], base: Policy) -> list[Consequence]:
    """Return what would follow each choice; after one that tells nothing itself, `base` goes on."""
    tables = dealt_anew(position, base)
    at_once = [[told_at_once(table, choice) for table in tables] for choice in choices]
    later = [
        [] if any(stories) else told_later(tables[0], position, choice)
        for choice, stories in zip(choices, at_once, strict=True)
    ]
    return [
        Consequence(of_its_own(i, later), False) if story else in_common(stories)
        for i, (stories, story) in enumerate(zip(at_once, later, strict=True))
    ]


def dealt_anew(position: Decision, base: Policy) -> list[Stepper]:
    """Return the table several times, with other hidden things and other chance each time."""
    tables = [position.seat_everywhere(base) for _ in range(N_TABLES)]
    keys = tables[0].scratch["noise"][0, position.seat].copy()
    for table in tables:
        table.hide(position.seat, key(keys))
        seed_table(table.streams, key(keys), table.deal)
    return tables


def told_at_once(table: Stepper, choice: int) -> Story:
    """Return what is told of a choice itself."""
    other = listened_to(table)
    other.apply(choice)
    return [sentence(event) for event in happened(other)]


def told_later(table: Stepper, position: Decision, choice: int) -> Story:
    """Return what is told of the seat, if not at once, until it is done with what it began."""
    other = listened_to(table)
    other.apply(choice)
    for _ in range(MOST_STEPS):
        if other.is_over() or (told_of(other, position.seat) and is_done(other, position)):
            break
        other.apply(other.ask(other.next_seat(), other.offer()))
    return told_of(other, position.seat)


def told_of(table: Stepper, seat: int) -> Story:
    """Return the sentences of all events so far but those of other seats."""
    return [sentence(event) for event in happened(table) if event.get("seat", seat) == seat]


def is_done(table: Stepper, position: Decision) -> bool:
    """Say whether another seat decides, or the seat has a choice again that it had before."""
    had = set(position.menu.tolist())
    return table.next_seat() != position.seat or not had.isdisjoint(table.offer().tolist())


def listened_to(table: Stepper) -> Stepper:
    """Return a second table whose events are written down."""
    other = table.copied()
    other.journal = new_journal(listening=True)
    return other


def happened(table: Stepper) -> list[Event]:
    """Return all events so far."""
    game, rules = table.game, table.case.rules
    return [named(numbers, game, rules) for numbers in events(table.journal).tolist()]


def sentence(event: Event) -> str:
    """Return the sentence of an event; in a game without any, its name and its numbers."""
    if "text" in event:
        return str(event["text"])
    name, *numbers = event.values()
    return " ".join([name, *map(str, numbers)]) + "."


def in_common(stories: Sequence[Story]) -> Consequence:
    """Return how all stories begin; where they begin differently, the first of them."""
    alike = takewhile(lambda sentences: len(set(sentences)) == 1, zip(*stories, strict=False))
    certain = [sentences[0] for sentences in alike]
    return Consequence(certain, True) if certain else Consequence(stories[0], False)


def of_its_own(i: int, stories: Sequence[Story]) -> Story:
    """Return what only one story tells; where there is nothing of this kind, all of it."""
    others = {sentence for j, story in enumerate(stories) if j != i for sentence in story}
    return [sentence for sentence in stories[i] if sentence not in others] or stories[i]
