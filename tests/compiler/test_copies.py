"""Copies of lists and branches that kernels need not make are left out of their lines."""

from __future__ import annotations

import textwrap

from simlab.compiler.copies import Lines, without_copies
from simlab.compiler.guesses import without_guesses

COPY = """
    place_2 = 0
    for place_3 in range(items_1.n):
        place_2 = put(state, returned, place_2, items_1.items[place_3], 5)
    returned.n = place_2
    return
"""
MADE = f"""
    items_1 = new_list()
    for place_1 in range(state.cards.n):
        append(state, items_1, state.cards.items[place_1], 5)
{COPY.strip(chr(10))}
"""
ADDED = """
    own = new_list()
    moves_1 = new_list()
    moves(rules, state, moves_1)
    for place_1 in range(moves_1.n):
        append(state, own, moves_1.items[place_1], 7)
"""


def lines_of(text: str) -> list[str]:
    return textwrap.dedent(text.strip("\n")).splitlines()


def without(text: str, adding: tuple[str, ...] = ()) -> Lines:
    return without_copies(lines_of(text), adding, is_list=True)


def test_a_list_that_is_returned_is_made_in_that_of_the_caller() -> None:
    own = without(MADE)
    assert own.only_adds
    assert own.lines == lines_of(
        """
        items_1 = returned
        for place_1 in range(state.cards.n):
            append(state, items_1, state.cards.items[place_1], 5)
        return
        """
    )


def test_a_list_that_is_read_does_not_only_add() -> None:
    asked = MADE.replace(
        "    place_2 = 0", "    if items_1.n > 3:\n        draw(state)\n    place_2 = 0"
    )
    own = without(asked)
    assert "items_1 = returned" in own.lines
    assert not own.only_adds


def test_a_list_of_a_loop_is_copied() -> None:
    looped = "for seat in range(3):\n" + textwrap.indent(textwrap.dedent(MADE.strip("\n")), "    ")
    assert without(looped).lines == lines_of(looped)


def test_a_list_is_copied_where_another_one_is_returned_before_its_end() -> None:
    other = COPY.replace("items_1", "items_2").replace("    ", "        ")
    both = f"    if state.pot > 3:\n{other.strip(chr(10))}\n{COPY.strip(chr(10))}"
    text = MADE.replace(COPY.strip("\n"), both)
    assert without(text).lines == lines_of(text)


def test_a_kernel_adds_its_items_where_they_are_wanted() -> None:
    own = without_copies(lines_of(ADDED), ["moves"], is_list=False)
    assert own.lines == ["own = new_list()", "moves(rules, state, own)"]


def test_items_are_copied_that_are_read_again_or_that_another_kernel_returns() -> None:
    again = ADDED + "    return moves_1.n\n"
    for text, adding in ((ADDED, []), (again, ["moves"])):
        own = without_copies(lines_of(text), adding, is_list=False)
        assert own.lines == lines_of(text)


def test_the_last_bits_of_items_say_which_are_different() -> None:
    text = """
    items_1 = new_list()
    for place_1 in range(hand.n):
        card = hand.items[place_1]
        if position(items_1, card) == NOTHING:
            append(state, items_1, card, 9)
    """
    assert without_guesses(lines_of(text)) == lines_of(
        """
        items_1 = new_list()
        seen_items_1 = 0
        for place_1 in range(hand.n):
            card = hand.items[place_1]
            if is_new(items_1, seen_items_1, card):
                append(state, items_1, card, 9)
                seen_items_1 |= 1 << (card & LAST_BITS)
        """
    )
    changed = text + "    pop(state, items_1, 0, 10)\n"
    assert without_guesses(lines_of(changed)) == lines_of(changed)


def test_a_cell_is_added_without_a_branch_if_the_test_reads_its_row() -> None:
    text = """
    if rules.cards[card].colour == 3:
        item_1 = rules.cards[card].value
        total_1 = total_1 + item_1
    """
    assert without_guesses(lines_of(text)) == [
        "item_1 = rules.cards[card].value",
        "total_1 = total_1 + (item_1 if rules.cards[card].colour == 3 else 0)",
    ]
    other = text.replace("rules.cards[card].colour", "state.pot")
    assert without_guesses(lines_of(other)) == lines_of(other)
