"""Methods that simlab gives to games and parts: cards_of() and hide()."""

from __future__ import annotations

import ast

from simlab.compiler.calls.author_functions import AuthorFunctions
from simlab.compiler.value_type import ROW, Type
from simlab.compiler.values import Constant, Holder, Scalar, Sequence, Value
from simlab.errors import Refused


class GameMethods(AuthorFunctions):
    """Translates methods of simlab."""

    def cards_of(self, value: Value, node: ast.Call) -> Sequence:
        """Return the cards of a part: a list, or the rows of a table, each `copies` times."""
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            sequence = self.as_sequence(value, node)
            card_list = self.new_list("cards")
            self.extend(card_list, sequence, node)
            return card_list
        table, card_list = value.value, self.new_list("cards")
        row = self.name("row_of")
        with self.block(f"for {row} in range(rules.n_{table})"):
            card = Scalar(row, Type(ROW, table))
            if self.program.has_column(table, "copies"):
                n = self.program.cell(card, "copies").code
                with self.block(f"for {self.name('i')} in range({n})"):
                    self.add(card_list, card, node)
            else:
                self.add(card_list, card, node)
        return card_list

    def hide_parts(self, seat: Value, chance: Value) -> None:
        """Write what a game does that does not write `hide`.

        Raises:
            Refused: a part hides what cannot be translated; it is noted.
        """
        bound = {"game": Holder("", self.program.rules_class), "seat": seat, "chance": chance}
        # what is dealt from the others, such as a deck, comes after them
        for part in sorted(self.program.parts.values(), key=lambda part: part.hides_last):
            owner = Holder(part.name, type(part))
            try:
                self.call_function(type(part).hide, owner, bound, ast.Name("hide"))
            except Refused:
                self.program.refuse_part(part.name)
                raise
