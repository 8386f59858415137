"""Lists of different items note their bits, and need not be made if a bit says all."""

from __future__ import annotations

import ast
import textwrap

from simlab.compiler.different_items import go_through_at_once, note_bits

GONE_THROUGH = """
    items_1 = new_list()
    seen_items_1 = 0
    items_2 = state.hand
    for place_3 in range(items_2.n):
        item_4 = items_2.items[place_3]
        if is_new(items_1, seen_items_1, item_4):
            append(state, items_1, item_4, 9)
            seen_items_1 |= 1 << (item_4 & LAST_BITS)
    for place_5 in range(items_1.n):
        card = items_1.items[place_5]
        if is_wanted(rules, state, card):
            append(state, choices, card, 9)
"""


def code(text: str) -> str:
    return ast.unparse(ast.parse(textwrap.dedent(text)))


def with_bits(text: str) -> str:
    tree = ast.parse(textwrap.dedent(text))
    note_bits(tree.body)
    return ast.unparse(tree)


def at_once(text: str, *, rows: tuple[str, ...] = ("items_1",), reading: str = "is_wanted") -> str:
    tree = ast.parse(textwrap.dedent(text))
    go_through_at_once(tree.body, rows, [reading])
    return ast.unparse(tree)


def test_the_last_bits_of_items_say_which_are_different() -> None:
    text = """
    items_1 = new_list()
    for place_1 in range(hand.n):
        card = hand.items[place_1]
        if position(items_1, card) == NOTHING:
            append(state, items_1, card, 9)
    """
    assert with_bits(text) == code(
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
    for change in ("pop(state, items_1, 0, 10)", "items_1.n = 0", "items_1.items[0] = 2"):
        changed = f"{text}    {change}\n"
        assert with_bits(changed) == code(changed)


def test_an_item_that_is_put_together_is_looked_for_once() -> None:
    text = """
    items_1 = new_list()
    for place_1 in range(hand.n):
        include(state, items_1, hand.items[place_1] % 7, 9)
    """
    assert with_bits(text) == code(
        """
        items_1 = new_list()
        seen_items_1 = 0
        for place_1 in range(hand.n):
            item_of_items_1 = hand.items[place_1] % 7
            if is_new(items_1, seen_items_1, item_of_items_1):
                append(state, items_1, item_of_items_1, 9)
                seen_items_1 |= 1 << (item_of_items_1 & LAST_BITS)
        """
    )


def test_different_rows_are_gone_through_where_they_are_found() -> None:
    assert at_once(GONE_THROUGH) == code(
        """
        seen_items_1 = 0
        items_2 = state.hand
        for place_3 in range(items_2.n):
            card = items_2.items[place_3]
            if seen_items_1 >> card & 1 == 0:
                seen_items_1 |= 1 << card
                if is_wanted(rules, state, card):
                    append(state, choices, card, 9)
        """
    )


def test_a_list_of_different_items_is_made_if_they_have_no_bits_of_their_own() -> None:
    assert at_once(GONE_THROUGH, rows=()) == code(GONE_THROUGH)


def test_a_list_of_different_rows_is_made_if_it_is_used_again() -> None:
    used = f"{GONE_THROUGH}    pot = items_1.n\n"
    assert at_once(used) == code(used)


def test_a_list_of_different_rows_is_made_if_those_that_it_is_made_of_may_change() -> None:
    for changed in (
        GONE_THROUGH.replace("append(state, choices, card, 9)", "state.hand.items[0] = card"),
        GONE_THROUGH.replace("append(state, choices, card, 9)", "pop(state, state.hand, 0, 9)"),
        GONE_THROUGH.replace("append(state, choices", "append(state, state.hand"),
        GONE_THROUGH.replace("append(state, choices", "append(state, items_2"),
    ):
        assert at_once(changed) == code(changed)
    assert at_once(GONE_THROUGH, reading="other") == code(GONE_THROUGH)
