"""TOML that a designer writes by hand: what is broken says how it is mended."""

from __future__ import annotations

import pytest

from simlab.errors import InputError
from simlab.files.toml import read_toml


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("oil = { cards.Öl = false }", "Öl"),
        ("cards.Straße.cost = 6", "Straße"),
        ("cards.cost.Straße = 6", "Straße"),
        ("[größe]", "größe"),
        ("cards.Red Apple = false", "Red Apple"),
        ("a = { cards.Rope = false, cards.Net, old = false }", ""),
        ("cards.Plus+1.copies = 2", "Plus+1"),
        ("cards.得点 = 1", "得点"),
        ("price = fünf", ""),
        ("price = [1, 2", ""),
        ("= 3", ""),
    ],
)
def test_a_name_that_needs_quotes_is_shown_with_them(line: str, name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_toml(f'title = "Öl für alle"\n{line}\n')
    problem = str(caught.value)
    assert problem.startswith("broken TOML: ")
    assert problem.partition("; write this name in quotes: ")[2] == (f'"{name}"' if name else "")
    if name:
        read_toml(line.replace(name, f'"{name}"'))
