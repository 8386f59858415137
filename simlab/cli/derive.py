"""Makes the options of a command from the function in `api/` that has its name.

Names, defaults and help texts come from the signature and its `Args:`. The file is read and not
imported: `--help` must not wait for NumPy and Numba.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature, cleandoc
from pathlib import Path
from typing import Annotated, Any

import typer

from simlab.cli import option

API = Path(__file__).parents[1] / "api"
LISTS = ("OneOrMore", "Sequence[AnyPath]", "Sequence[Patch]", "Sequence[Count]")
"""Types of which an option takes one value, and can be repeated; a list of numbers is one value."""
NUMBERS: dict[str, Any] = {"int": int, "float": float}
OBSERVER = "observer"
"""The parameter that is no option: the terminal observes."""
METAVARS = {
    "against": "NAME[:TRAIT=X,...]",
    "cluster": "ADDRESS|FILE|local:N",
    "data": "DIR",
    "margin": "D",
    "metric_file": "FILE",
    "other_policy": "NAME[:TRAIT=X,...]",
    "patch": "KEY=VALUE|FILE|NAME",
    "policy": "NAME[:TRAIT=X,...]",
    "policy_file": "FILE",
    "switch": "PATCH",
    "until": '"METRIC ± D"',
    "vary": "KEY[=LEVELS]",
}
"""What stands for the value of an option: a number `N`, or else `NAME`, unless it is named here."""
FURTHER: dict[str, dict[str, Any]] = {
    "cluster": {"envvar": "SIMLAB_CLUSTER"},
    "jobs": {"min": 1, "max": option.MOST_JOBS},
    "generations": {"min": 1},
    "margin": {"parser": option.margin},
    "out": {"parser": option.folder_to_write},
}
"""What typer must know of some options beyond their type."""
ONLY_IN_PYTHON = re.compile(r" In Python.*?\.(?= |$)")
"""A sentence of `Args:` that says nothing to somebody at a terminal."""


@dataclass(frozen=True)
class Declaration:
    """A function as its file declares it."""

    about: str
    """What it does, in paragraphs, without examples."""
    parameters: Mapping[str, ast.arg]
    defaults: Mapping[str, Any]
    """Default values by name; a parameter without one is required."""
    meanings: Mapping[str, str]
    """The texts of its `Args:` by name."""


def declaration_of(name: str) -> Declaration:
    """Read the declaration of a function of the API from its file."""
    # read, not imported: help would wait for pandas and Numba
    text = (API / f"{name}.py").read_text(encoding="utf-8")
    # to the end of its docstring: as much is a whole function for ast
    declared = re.search(rf'^def {name}\(.*?""".*?"""\n', text, re.DOTALL | re.MULTILINE)
    if declared is None:
        raise LookupError(f"{API / name}.py has no documented function {name}")
    (function,) = ast.parse(declared[0]).body
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    # defaults belong to the last arguments
    positional = dict(zip(reversed(arguments.args), reversed(arguments.defaults), strict=False))
    keyword = dict(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
    defaults = {
        argument.arg: ast.literal_eval(value)
        for argument, value in {**positional, **keyword}.items()
        if value is not None and argument.arg != OBSERVER
    }
    docstring = ast.get_docstring(function) or ""
    about, _, sections = docstring.partition("\nArgs:\n")
    return Declaration(
        about=re.sub(r"\n(?:    .*\n|\n)+", "\n\n", about).strip(),
        parameters={
            argument.arg: argument for argument in [*arguments.args, *arguments.kwonlyargs]
        },
        defaults=defaults,
        meanings=_meanings(sections.partition("\n\n")[0]),
    )


def _meanings(section: str) -> dict[str, str]:
    """Return the text of each parameter in the lines below `Args:`."""
    entries = re.split(r"^    (?=\w+: )", section, flags=re.MULTILINE)[1:]
    named = (entry.partition(": ") for entry in entries)
    return {name: " ".join(cleandoc(text).split()) for name, _, text in named}


def parameters_of(
    declaration: Declaration,
    metavars: Mapping[str, str],
    *,
    without: Collection[str] = (),
    of_all_seats: bool,
) -> list[Parameter]:
    """Return the parameters of the command: the argument, then an option for each keyword.

    Keywords `without` an option, and the observer, are left out.
    """
    argument, *keywords = declaration.parameters
    shown = option_help(declaration, argument)
    parameters = [
        _parameter(
            declaration,
            argument,
            str,
            typer.Argument(metavar=metavars.get(argument, "GAME"), help=shown),
        )
    ]
    for name in keywords:
        if name == OBSERVER or name in without:
            continue
        marks = [option.OF_ALL_SEATS] if name == "policy" and of_all_seats else []
        parameters.append(
            _parameter(
                declaration,
                name,
                option_type(declaration, name),
                _build_option(declaration, name, metavars),
                *marks,
            )
        )
    return parameters


def _parameter(
    declaration: Declaration, name: str, value_type: Any, typed: Any, *marks: object
) -> Parameter:
    is_required = name not in declaration.defaults
    default = Parameter.empty if is_required else write_default(declaration.defaults[name])
    annotation = value_type | None if default is None else value_type
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[(annotation, typed, *marks)],
    )


def write_default(value: Any) -> Any:
    """Return a default as it would be typed: numbers with commas, nothing for an empty list."""
    if isinstance(value, tuple):
        return ",".join(f"{number:g}" for number in value) or None
    return value


def option_type(declaration: Declaration, name: str) -> Any:
    """Return the type of the value of an option: a number or text, which the function reads."""
    annotation = ast.unparse(declaration.parameters[name].annotation or ast.Constant(None))
    if annotation == "bool":
        return bool
    if is_list(annotation) or name == "players":
        return list[str]
    return NUMBERS.get(annotation.removesuffix(" | None"), str) if name != "margin" else float


def is_list(annotation: str) -> bool:
    """Return whether an option of this type can be repeated."""
    return any(kind in annotation for kind in LISTS)


def _build_option(declaration: Declaration, name: str, metavars: Mapping[str, str]) -> Any:
    annotation = ast.unparse(declaration.parameters[name].annotation or ast.Constant(None))
    flag = f"--{name.replace('_', '-')}"
    if annotation == "bool":
        return typer.Option(flag, help=option_help(declaration, name))
    is_number = "Count" in annotation or annotation.startswith("int")
    usual = METAVARS.get(name, "N" if is_number else "NAME")
    return typer.Option(
        flag,
        metavar=metavars.get(name, usual),
        help=option_help(declaration, name),
        **FURTHER.get(name, {}),
    )


def option_help(declaration: Declaration, name: str) -> str:
    """Return the meaning of a parameter for somebody at a terminal."""
    annotation = ast.unparse(declaration.parameters[name].annotation or ast.Constant(None))
    meaning = in_the_terminal(declaration, declaration.meanings[name])
    can_repeat = is_list(annotation) and name != "players"
    return f"{meaning} Repeatable." if can_repeat else meaning


def in_the_terminal(declaration: Declaration, text: str) -> str:
    """Return a text of a docstring for a terminal: `--seat` for a parameter, no other marks."""

    def typed(quoted: re.Match[str]) -> str:
        is_option = quoted[1] in [*declaration.parameters][1:]
        return f"--{quoted[1].replace('_', '-')}" if is_option else quoted[1]

    return re.sub("`(.+?)`", typed, ONLY_IN_PYTHON.sub("", text)).replace("'", "’")


def derive_command(
    name: str,
    run: Callable[[dict[str, Any]], None],
    *,
    metavars: Mapping[str, str],
    further: Collection[Parameter],
    note: str,
    of_all_seats: bool,
) -> Callable[..., None]:
    """Return a command that calls `run` with its options by name, for typer.

    Args:
        name: Name of the command and of its function in `api/`.
        run: What the command does.
        metavars: What stands for the value of an option, where METAVARS does not say it.
        further: Options of the command that the function does not have.
        note: What the command does beyond its function, as sentences.
        of_all_seats: Whether `policy` takes all seats, so that `--like` can stand in its place.
    """
    declaration = declaration_of(name)

    def command(**options: Any) -> None:
        run(options)

    named = [parameter.name for parameter in further]
    typed = parameters_of(declaration, metavars, without=named, of_all_seats=of_all_seats)
    parameters = [*typed, *further]
    # help lists them in this order
    required = [p for p in parameters if p.default is Parameter.empty]
    optional = [p for p in parameters if p.default is not Parameter.empty]
    command.__name__ = name
    command.__doc__ = f"{in_the_terminal(declaration, declaration.about)} {note}".strip()
    command.__annotations__ = {p.name: p.annotation for p in [*required, *optional]}
    # where typer looks for options
    command.__dict__["__signature__"] = Signature([*required, *optional])
    return option.group_options(command)
