"""Commands whose options are those of the function of their name."""

from __future__ import annotations

import inspect
from inspect import Parameter, signature

import pytest

import simlab as package
from simlab.cli import derive
from simlab.cli.app import COMMANDS

DERIVED = {
    name: registered.callback
    for module in COMMANDS
    for registered in module.commands.registered_commands
    if (name := module.__name__.rpartition(".")[2]) and "command" in vars(module)
}
NOT_IN_THE_TERMINAL = {"observer"}

DECLARED = '''"""A module."""


def offer(
    game: AnyGame,
    *,
    amount: int | None = 3,
    names: OneOrMore | None = None,
    levels: str | Sequence[float] = (0, 0.5),
    is_secret: bool = False,
    observer: Observer = SILENT,
) -> Result:
    """Offer something.

    The first of `names` is asked first.

        >>> simlab.offer("pig")
        3

    The others follow.

    Args:
        game: Name of a game. In Python also a table {"a": "2..4"}.
        amount: How much
            is offered.
        names: Who is asked, the dealer's neighbour first.
        levels: Levels of noise.
        is_secret: Offer in secret.
        observer: Observer of progress.

    Returns:
        The answer.
    """
    return None
'''


@pytest.fixture
def parameters(tmp_path, monkeypatch) -> dict[str, Parameter]:
    """The parameters of a command of `offer`, by name."""
    (tmp_path / "offer.py").write_text(DECLARED, encoding="utf-8")
    monkeypatch.setattr(derive, "API", tmp_path)
    declaration = derive.declaration_of("offer")
    assert declaration.about == (
        "Offer something.\n\nThe first of `names` is asked first.\n\nThe others follow."
    )
    listed = derive.parameters_of(declaration, {"amount": "COINS"}, of_all_seats=True)
    return {parameter.name: parameter for parameter in listed}


def typed(parameter: Parameter):
    """The argument or option of a parameter."""
    return parameter.annotation.__metadata__[0]


def test_a_function_declares_its_options(parameters) -> None:
    assert list(parameters) == ["game", "amount", "names", "levels", "is_secret"]
    assert typed(parameters["is_secret"]).default == "--is-secret"


def test_types_and_defaults_are_those_of_the_signature(parameters) -> None:
    types = {name: parameter.annotation.__origin__ for name, parameter in parameters.items()}
    assert types == {
        "game": str,
        "amount": int,
        "names": list[str] | None,
        "levels": str,
        "is_secret": bool,
    }
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    assert defaults == {
        "game": Parameter.empty,
        "amount": 3,
        "names": None,
        "levels": "0,0.5",
        "is_secret": False,
    }


def test_help_is_that_of_the_docstring_without_what_is_only_for_python(parameters) -> None:
    texts = {name: typed(parameter).help for name, parameter in parameters.items()}
    assert texts == {
        "game": "Name of a game.",
        "amount": "How much is offered.",
        "names": "Who is asked, the dealer’s neighbour first. Repeatable.",
        "levels": "Levels of noise.",
        "is_secret": "Offer in secret.",
    }


def test_parameters_are_named_as_options(parameters) -> None:
    declaration = derive.declaration_of("offer")
    text = "The dealer's turn: `names`, `is_secret` and `names[0]` of `game`, `--noise`."
    assert derive.in_the_terminal(declaration, text) == (
        "The dealer’s turn: --names, --is-secret and names[0] of game, --noise."
    )


def test_the_value_of_an_option_is_shown_as_the_command_says(parameters) -> None:
    metavars = {name: typed(parameter).metavar for name, parameter in parameters.items()}
    assert metavars["amount"] == "COINS"
    assert (metavars["names"], metavars["levels"]) == ("NAME", "NAME")


def test_a_function_that_is_not_there_is_reported(tmp_path, monkeypatch) -> None:
    (tmp_path / "offer.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(derive, "API", tmp_path)
    with pytest.raises(LookupError, match="no documented function offer"):
        derive.declaration_of("offer")


@pytest.mark.parametrize("name", DERIVED)
def test_every_keyword_of_a_function_is_an_option(name: str) -> None:
    keywords = set(inspect.signature(getattr(package, name)).parameters) - NOT_IN_THE_TERMINAL
    options = set(signature(DERIVED[name]).parameters)
    assert len(DERIVED) > 10
    assert keywords - {"out"} <= options
