"""The journal: events while somebody listens, and no more than it can hold."""

from __future__ import annotations

from simlab.engine.journal import CAPACITY, WIDTH, events, new_journal, note
from simlab.engine.record import row_of


def test_a_journal_keeps_events_in_order() -> None:
    journal = new_journal(listening=True)
    note(row_of(journal), 3, 10, 20, 30, 40, 50, 60, 70)
    note(row_of(journal), 4, -1)
    assert events(journal).tolist() == [[3, 10, 20, 30, 40, 50, 60, 70], [4, -1, 0, 0, 0, 0, 0, 0]]


def test_a_journal_that_does_not_listen_stays_empty() -> None:
    journal = new_journal(listening=False)
    note(row_of(journal), 3, 10)
    assert events(journal).shape == (0, WIDTH)
    assert journal["used"][0] == 0
    assert not journal["events"].any()


def test_events_beyond_the_capacity_are_only_counted() -> None:
    journal = new_journal(listening=True)
    for number in range(CAPACITY + 3):
        note(row_of(journal), 1, number)
    assert journal["used"][0] == CAPACITY + 3
    assert events(journal)[:, 1].tolist() == list(range(CAPACITY))


def test_an_old_event_leaves_nothing_in_a_new_one() -> None:
    journal = new_journal(listening=True)
    note(row_of(journal), 3, 1, 2, 3, 4, 5, 6, 7)
    journal["used"] = 0
    note(row_of(journal), 5)
    assert events(journal).tolist() == [[5, 0, 0, 0, 0, 0, 0, 0]]
