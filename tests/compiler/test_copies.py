"""Copies of lists and branches that kernels need not make are left out of their syntax trees."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from simlab.compiler.copies import copy_at_once, leave_out_copies
from simlab.compiler.guesses import leave_out_guesses

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


def code(text: str) -> str:
    return ast.unparse(ast.parse(textwrap.dedent(text)))


def without_copies(text: str, adding: Sequence[str] = (), is_list: bool = True) -> tuple[str, bool]:
    """Return a kernel without copies, and whether it only adds to the list of its caller."""
    tree = ast.parse(textwrap.dedent(text))
    only_adds = leave_out_copies(tree.body, adding, is_list)
    return ast.unparse(tree), only_adds


def without_guesses(text: str) -> str:
    tree = ast.parse(textwrap.dedent(text))
    leave_out_guesses(tree.body)
    return ast.unparse(tree)


def test_a_list_that_is_returned_is_made_in_that_of_the_caller() -> None:
    kernel, only_adds = without_copies(MADE)
    assert only_adds
    assert kernel == code(
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
    kernel, only_adds = without_copies(asked)
    assert "items_1 = returned" in kernel
    assert not only_adds


def test_items_that_are_written_out_are_added() -> None:
    first = """
    items_1 = returned
    place_1 = 0
    place_1 = put(state, items_1, place_1, 7, 4)
    items_1.n = place_1
    append(state, items_1, state.pot, 5)
    """
    kernel, only_adds = without_copies(first)
    assert only_adds
    assert kernel == code(
        """
        items_1 = returned
        append(state, items_1, 7, 4)
        append(state, items_1, state.pot, 5)
        """
    )
    kernel, only_adds = without_copies(first.replace(" 7,", " items_1.n,"))
    assert (kernel, only_adds) == (code(first.replace(" 7,", " items_1.n,")), False)


def test_a_list_of_a_loop_is_copied() -> None:
    looped = "for seat in range(3):\n" + textwrap.indent(textwrap.dedent(MADE.strip("\n")), "    ")
    assert without_copies(looped)[0] == code(looped)


def test_a_list_is_copied_where_another_one_is_returned_before_its_end() -> None:
    other = COPY.replace("items_1", "items_2").replace("    ", "        ")
    both = f"    if state.pot > 3:\n{other.strip(chr(10))}\n{COPY.strip(chr(10))}"
    text = MADE.replace(COPY.strip("\n"), both)
    assert without_copies(text)[0] == code(text)


def test_a_kernel_adds_its_items_where_they_are_wanted() -> None:
    kernel, _ = without_copies(ADDED, ["moves"], is_list=False)
    assert kernel == code("own = new_list()\nmoves(rules, state, own)")


def test_items_are_copied_that_are_read_again_or_that_another_kernel_returns() -> None:
    again = ADDED + "    pot(moves_1.n)\n"
    for text, adding in ((ADDED, []), (again, ["moves"])):
        assert without_copies(text, adding, is_list=False)[0] == code(text)


def test_a_cell_is_added_without_a_branch_if_the_test_reads_its_row() -> None:
    text = """
    if rules.cards[card].colour == 3:
        item_1 = rules.cards[card].value
        total_1 = total_1 + item_1
    """
    assert without_guesses(text) == code(
        """
        item_1 = rules.cards[card].value
        total_1 = total_1 + (item_1 if rules.cards[card].colour == 3 else 0)
        """
    )
    for other in (
        text.replace("rules.cards[card].colour", "state.pot"),
        text + "else:\n        total_1 = 0\n",
    ):
        assert without_guesses(other) == code(other)


def copied_at_once(text: str) -> str:
    tree = ast.parse(textwrap.dedent(text))
    copy_at_once(tree.body)
    return ast.unparse(tree)


ITEM_BY_ITEM = """
    items_1 = new_list()
    source_2 = state.cards
    for place_3 in range(source_2.n):
        append(state, items_1, source_2.items[place_3], 5)
    place_4 = 0
    for place_5 in range(items_1.n):
        place_4 = put(state, memory.hand, place_4, items_1.items[place_5], 5)
    end_at(memory.hand, place_4)
"""


def test_a_whole_list_is_copied_at_once() -> None:
    assert copied_at_once(ITEM_BY_ITEM) == "copy_list(state, memory.hand, state.cards, 5)"
    emptied = """
        place_1 = 0
        end_at(memory.spare, place_1)
        source_2 = board.soldiers
        for place_3 in range(source_2.n):
            append(state, memory.spare, source_2.items[place_3], 6)
    """
    assert copied_at_once(emptied) == "copy_list(state, memory.spare, board.soldiers, 6)"


def test_a_list_that_is_used_again_is_kept() -> None:
    used = f"{ITEM_BY_ITEM}    return items_1.n\n"
    assert copied_at_once(used) == code(
        """
        items_1 = new_list()
        copy_list(state, items_1, state.cards, 5)
        copy_list(state, memory.hand, items_1, 5)
        return items_1.n
        """
    )
    counted = f"{ITEM_BY_ITEM}    return place_4\n"
    assert "place_4 = put(" in copied_at_once(counted)


def test_items_that_change_on_the_way_are_not_copied_at_once() -> None:
    doubled = ITEM_BY_ITEM.replace("items_1.items[place_5]", "2 * items_1.items[place_5]")
    assert "put(state, memory.hand" in copied_at_once(doubled)
