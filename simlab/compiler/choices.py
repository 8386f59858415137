"""Choices in plain games: what stands in one, by the forms that it can still have."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace

from simlab.compiler.conditions import negate
from simlab.compiler.names import NEVER_SEEN
from simlab.compiler.narrowing import kind_of_form
from simlab.compiler.sequences import Sequences
from simlab.compiler.value_type import (
    A_CHOICE,
    A_TEXT,
    CHOICE,
    TUPLE,
    Form,
    Type,
    merge_types,
)
from simlab.compiler.values import (
    ChoiceItem,
    ChoiceItems,
    Constant,
    Items,
    Scalar,
    Sequence,
    Stored,
    Value,
    entry_at,
)
from simlab.compiler.writer import bare, cannot
from simlab.errors import Untranslatable


class Choices(Sequences):
    """Translates what is asked of choices."""

    def with_items_of(
        self, spread: list[Stored], items: list[Value], node: ast.expr
    ) -> Scalar | Stored:
        """Return a tuple in whose place of some lists their items stand: a choice, or a list."""
        word, *details = items
        forms = [f for f in self.program.forms if f.is_tuple and Constant(f.word) == word]
        if not forms:
            return self._list_with(spread, items, node)
        spread_list, *more_lists = spread
        if more_lists:
            raise cannot(node, "kernels put one list into a choice; write *[*..., *...]")
        index = next(n for n, detail in enumerate(details) if detail is spread_list)
        # read once for each form: it must be evaluated once
        spread_list = replace(spread_list, code=self.keep(spread_list.code, "items"))
        items_before, items_after = (
            [self.keep_as(self.as_scalar(detail, node), "item") for detail in side]
            for side in (details[:index], details[index + 1 :])
        )
        choice, fitting = self.write_as("0", "choice"), list[Form]()
        for form in forms:
            n = len(form.details) - len(items_before) - len(items_after)
            all_items = [
                *items_before,
                *(entry_at(spread_list, str(k)) for k in range(n)),
                *items_after,
            ]
            types = [self.type_of(item, node) for item in all_items]
            if [item_type.shape for item_type in types] != [
                item_type.shape for item_type in form.details
            ]:
                continue
            with self.block(f"{'elif' if fitting else 'if'} {spread_list.code}.n == {n}"):
                choice_made = self.as_choice(Items((word, *all_items), is_tuple=True), node)
                self.line(f"{choice} = {bare(choice_made.code)}")
            fitting.append(form)
        if not fitting:
            raise cannot(node, NEVER_SEEN)
        with self.block("else"):
            self.line(f"fail(state, UNSEEN, {self.here})")
        return Scalar(choice, replace(A_CHOICE, forms=frozenset(fitting)))

    def _list_with(self, spread: list[Stored], items: list[Value], node: ast.expr) -> Stored:
        """Write a list with some items, and with those of other lists."""
        new_list = self.new_list("items")
        for item in items:
            if any(item is spread_list for spread_list in spread):
                self.extend(new_list, self.as_sequence(item, node), node)
            else:
                self.add(new_list, item, node)
        return new_list

    def has_word(self, scalar: Scalar, word: Constant) -> str:
        """Return the code of whether the first item of a choice is a word, if its form says so."""
        choice = self.choice_in(scalar.first_of)
        first_items = {form: item_of_form(form, 0) for form in self._possible(choice)}
        if not all(isinstance(item, str) for item in first_items.values()):
            return ""
        return self.has_form(
            choice.code, {form: item == word.value for form, item in first_items.items()}
        )

    def part_of_choice(self, choice: Scalar, index: int, node: ast.expr) -> Value:
        """Return an item of a choice; one whose type is not known yet is known by its use."""
        return self.item_of_choice(self.in_variable(choice), index)

    def in_variable(self, choice: Scalar) -> Scalar:
        """Return a choice, which must not be None, in a variable of which the forms are known."""
        code = self.keep(self.present(choice).code, "choice")
        choice_type = replace(choice.type, optional=False)
        if code != choice.code or self.facts.forms(code) is None:
            forms = choice_type.forms or frozenset(self.program.forms)
            self.facts = self.facts.with_choice(code, choice.code, forms)
        return Scalar(code, choice_type)

    def word_of_choice(self, choice: Scalar) -> Scalar:
        """Return a choice as its word where words are kept; a tuple does not fit there."""
        forms = self.facts.forms(choice.code) or choice.type.forms or self.program.forms
        # some forms are words alone and fit, others would lose their details
        if not all(form.details for form in forms) and any(form.details for form in forms):
            choice = self.in_variable(choice)
            is_longer = {form: bool(form.details) for form in self.program.forms if form in forms}
            with self.block(f"if {bare(self.has_form(choice.code, is_longer))}"):
                self.line(f"fail(state, UNSEEN, {self.here})")
        return Scalar(f"({choice.code} >> FORM_BITS)", A_TEXT)

    def without_word(self, choice: Scalar, form: Form) -> Value:
        """Return a choice without a word: a number, a row or a tuple."""
        choice = self.in_variable(choice)
        details = [
            self._item_by_form(choice, {form: (_first_leaf(form, number), detail)}, 1)
            for number, detail in enumerate(form.details)
        ]
        if not form.is_tuple:
            return details[0]
        return Items(tuple(details), is_tuple=True, choice=choice.code)

    def item_of_choice(self, choice: Scalar, index: int) -> Value:
        """Return an item of a choice that a variable holds."""
        item_by_form = {form: item_of_form(form, index) for form in self._possible(choice)}
        short = {form: item is None for form, item in item_by_form.items()}
        items = {form: item for form, item in item_by_form.items() if item is not None}
        if len({_type(item).shape for item in items.values()}) != 1:
            return ChoiceItem(choice.code, index)
        # as an index beyond the end in Python
        if any(short.values()):
            with self.block(f"if {bare(self.has_form(choice.code, short))}"):
                self.line(f"fail(state, OUTSIDE, {self.here})")
        return self._item_by_form(choice, items, index)

    def _possible(self, choice: Scalar) -> list[Form]:
        """Return the forms that a choice can have, in their order."""
        forms = choice.type.forms
        return [form for form in self.program.forms if not forms or form in forms]

    def _item_by_form(self, choice: Scalar, items: Mapping[Form, Item], index: int) -> Value:
        """Return an item that stands elsewhere in choices of another form, or is another word."""
        constants = {item for item in items.values() if isinstance(item, str)}
        if len(constants) == len(set(items.values())) == 1:
            return Constant(constants.pop())
        if all(_type(item).kind == TUPLE for item in items.values()):
            return self._tuple_by_form(choice, items)
        codes: dict[str, list[Form]] = {}
        for form, item in items.items():
            if isinstance(item, str):
                code = self.program.constant(item).code
            else:
                shift = form.shift_of(item[0])
                code = f"{self._take_apart(choice)} >> {shift} & {form.largest}"
            codes.setdefault(code, []).append(form)
        types = [A_TEXT if isinstance(item, str) else item[1] for item in items.values()]
        item_type = merge_types(types)
        first_of = choice.code if index == 0 else ""
        return Scalar(self._choose_by_form(choice, codes), item_type, first_of)

    def _tuple_by_form(self, choice: Scalar, items: Mapping[Form, Item]) -> Items:
        """Return a tuple in a choice, which has the same shape in all forms."""
        parts_by_form = {
            form: _parts(item) for form, item in items.items() if not isinstance(item, str)
        }
        n_parts = len(next(iter(parts_by_form.values())))
        return Items(
            tuple(
                # of a tuple in a choice, no item is the first one of the choice
                self._item_by_form(choice, {f: parts[n] for f, parts in parts_by_form.items()}, 1)
                for n in range(n_parts)
            ),
            is_tuple=True,
        )

    def _take_apart(self, choice: Scalar) -> str:
        """Return the code of a choice that is taken apart; that of play() was on the menu."""
        if choice.code == CHOICE:
            return choice.code
        return f"whole_choice(state, {bare(choice.code)}, {self.here})"

    def _choose_by_form(self, choice: Scalar, codes: Mapping[str, list[Form]]) -> str:
        """Return the code of one of several values, by the form of a choice."""
        possible = [form for forms in codes.values() for form in forms]
        # the last one needs no test
        *alternatives, (last_code, _) = codes.items()
        code = last_code
        for alternative, forms in reversed(alternatives):
            test = self.has_form(choice.code, {form: form in forms for form in possible})
            code = f"{alternative} if {test} else {code}"
        return f"({code})"

    def require_kind(self, value: Value, kind: str, node: ast.expr) -> Value:
        """Return a value where only one of some kind does not end the game with an error."""
        return self._only(value, lambda value_type: value_type.kind == kind, node)

    def with_attribute(self, value: Value, name: str, node: ast.expr) -> Value:
        """Return a value where only one with an attribute does not end the game with an error."""
        return self._only(
            value, lambda value_type: self.program.has_attribute(value_type, name), node
        )

    def _only(self, value: Value, fits: Callable[[Type], bool], node: ast.expr) -> Value:
        if not isinstance(value, ChoiceItem):
            return value
        is_fitting, item = self._items_where(value, fits, node)
        with self.block(f"if {negate(is_fitting)}"):
            self.line(f"fail(state, RAISED, {self.here})")
        return item

    def items_by_form(
        self, choice_item: ChoiceItem, kind: str, node: ast.expr
    ) -> tuple[str, Value]:
        """Return whether an item of a choice is of a kind, and the item where it is."""
        return self._items_where(choice_item, lambda value_type: value_type.kind == kind, node)

    def _items_where(
        self, choice_item: ChoiceItem, fits: Callable[[Type], bool], node: ast.expr
    ) -> tuple[str, Value]:
        choice = self.choice_in(choice_item.choice)
        item_by_form = {
            form: item_of_form(form, choice_item.index) for form in self._possible(choice)
        }
        items = {
            form: item
            for form, item in item_by_form.items()
            if item is not None and fits(_type(item))
        }
        if len({_type(item).shape for item in items.values()}) != 1:
            raise self.refuse_part_of_choice(choice_item, node)
        test = self.has_form(choice.code, {form: form in items for form in item_by_form})
        return test, self._item_by_form(choice, items, choice_item.index)

    def refuse_part_of_choice(self, choice_item: ChoiceItem, node: ast.expr) -> Untranslatable:
        """Return the error where the type of an item of a choice is not known."""
        forms = self._possible(self.choice_in(choice_item.choice))
        has_it = [form for form in forms if form.is_tuple and item_of_form(form, choice_item.index)]
        word = next((form.word for form in has_it if form.word is not None), "...")
        return cannot(
            node,
            "it differs between kinds of choices; ask for the kind first, of the same choice:"
            f' if choice[0] == "{word}": ... choice[{choice_item.index}]',
        )

    def kind_of_choice(self, choice: Scalar) -> Value:
        """Return the word of a choice, which is its kind unless the game says otherwise."""
        choice = self.in_variable(choice)
        kinds = list(map(kind_of_form, self.program.forms))
        kind = self.pick_constant(f"{choice.code} >> FORM_BITS", kinds)
        return replace(kind, kind_of=choice.code) if isinstance(kind, Scalar) else kind

    def parts_of_choice(self, choice_items: ChoiceItems, node: ast.expr) -> Sequence:
        """Return items of a choice, as a list if there are more of them in some forms."""
        choice = self.choice_in(choice_items.choice)
        ranges = {
            form: range(form.n_items)[choice_items.first : choice_items.end]
            for form in self._possible(choice)
        }
        if len(set(ranges.values())) == 1:
            common_range = next(iter(ranges.values()))
            return Items(
                tuple(self.item_of_choice(choice, index) for index in common_range), is_tuple=True
            )
        new_list = self.new_list("items")
        is_word = {form: not form.is_tuple for form in ranges}
        if len(set(is_word.values())) > 1:  # nobody means the letters of a word beside details
            with self.block(f"if {bare(self.has_form(choice.code, is_word))}"):
                self.line(f"fail(state, RAISED, {self.here})")
            ranges = {form: indices for form, indices in ranges.items() if form.is_tuple}
        for indices in dict.fromkeys(ranges.values()):
            forms = frozenset(form for form in ranges if ranges[form] == indices)
            test = self.has_form(choice.code, {form: form in forms for form in ranges})
            narrow = replace(choice, type=replace(choice.type, forms=forms))
            with self.block(f"if {bare(test)}"):
                for index in indices:
                    self.add(new_list, self.item_of_choice(narrow, index), node)
        return new_list

    def size_of_choice(self, choice_or_part: Scalar | ChoiceItems, node: ast.expr) -> Value:
        """Return how many items a choice has, or a part of it."""
        parts = (
            choice_or_part
            if isinstance(choice_or_part, ChoiceItems)
            else ChoiceItems(self.in_variable(choice_or_part).code)
        )
        choice = self.choice_in(parts.choice)
        codes: dict[str, list[Form]] = {}
        possible = self._possible(choice)
        alone = {form: form.word is None and not form.is_tuple for form in possible}
        if all(alone.values()):
            raise cannot(node, "a number or row has no items")
        if any(alone.values()):
            with self.block(f"if {bare(self.has_form(choice.code, alone))}"):
                self.line(f"fail(state, RAISED, {self.here})")
        for form in possible:
            if alone[form]:
                continue
            n = len(range(form.n_items)[parts.first : parts.end])
            codes.setdefault(str(n), []).append(form)
        if len(codes) == 1:
            return Constant(int(next(iter(codes))))
        return Scalar(self._choose_by_form(choice, codes))


Item = str | tuple[int, Type]
"""An item of a form of choices: a word, or a detail with its type, by where it begins."""


def item_of_form(form: Form, index: int) -> Item | None:
    """Return what stands at a place of a form, or None where there is nothing."""
    if not -form.n_items <= index < form.n_items:
        return None
    index %= form.n_items
    if not form.is_tuple:
        return (form.word or "")[index]
    if index < form.n_words:
        return form.word
    detail = index - form.n_words
    return _first_leaf(form, detail), form.details[detail]


def _first_leaf(form: Form, detail: int) -> int:
    """Return where a detail begins among all that is kept of a form."""
    return sum(len(before.leaves) for before in form.details[:detail])


def _parts(item: tuple[int, Type]) -> list[tuple[int, Type]]:
    """Return the items of a tuple in a choice."""
    first_leaf, tuple_type = item
    parts = []
    for _, part_type in tuple_type.fields:
        parts.append((first_leaf, part_type))
        first_leaf += len(part_type.leaves)
    return parts


def _type(item: Item) -> Type:
    return A_TEXT if isinstance(item, str) else item[1]
