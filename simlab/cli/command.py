"""The command of a function: it asks the function with the options and prints what that returns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import Any, get_type_hints

import typer

import simlab
from simlab.cli import option, terminal
from simlab.cli.derive import OBSERVER, declaration_of, derive_command
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c, last_answer
from simlab.errors import Interrupted

OUTPUT = {
    field.name: Parameter(
        field.name,
        Parameter.KEYWORD_ONLY,
        default=field.default,
        annotation=get_type_hints(option.PageOutput, include_extras=True)[field.name],
    )
    for field in fields(option.PageOutput)
}
"""Options of the output: folder of the page, `--explain`, `--json`."""


def command(
    name: str,
    *,
    example: str,
    typed_as: str | None = None,
    stopped: str = "nothing is kept",
    note: str = "",
    metavars: Mapping[str, str] | None = None,
    of_all_seats: bool = True,
    explains: bool = True,
    has_page_folder: bool = True,
    last_line: Callable[[Any, Path], str] | None = None,
    succeeds: Callable[[Any], bool] = lambda result: True,
) -> typer.Typer:
    """Return a command that is declared by the function of its name.

    With `--json` it prints `result.to_dict()`; else `cli/terminal/NAME.py` prints the result,
    or `cli/terminal/study.py` where there is no such file.

    Args:
        name: Name of the command and of its function.
        example: A command line for its help.
        typed_as: Name of the command where it is another one.
        stopped: What remains after Ctrl-C, in words.
        note: What the command does beyond its function, as sentences.
        metavars: What stands for the value of an option, where it is not the usual.
        of_all_seats: Whether `policy` takes all seats.
        explains: Whether it can print how numbers are computed.
        has_page_folder: Whether it ends with a page, in the folder `--out`.
        last_line: Returns a line on what to do with a result, given it and its page.
        succeeds: Tells whether a result means exit code 0, and not 1.
    """
    keywords = declaration_of(name).parameters
    has_printer = (Path(terminal.__file__).parent / f"{name}.py").is_file()
    printer = f"simlab.cli.terminal.{name if has_printer else 'study'}"
    is_option = {"out": has_page_folder, "explain": explains, "as_json": True}
    outputs = [field for field in OUTPUT if is_option[field]]

    def run(options: dict[str, Any]) -> None:
        from simlab.cli.terminal.output import say_json, say_line, say_next_step
        from simlab.cli.terminal.progress import TerminalLines

        output = option.PageOutput(**{field: options.pop(field) for field in outputs})
        if has_page_folder:
            output.check(import_module(f"simlab.studies.{name}.page").PAGE.file)
            options |= {"out": output.out} if "out" in keywords else {}
        prints = import_module(printer)
        lines = TerminalLines if output.as_json else getattr(prints, "Lines", TerminalLines)
        if OBSERVER in keywords:
            options |= {OBSERVER: lines()}
        result, is_stopped = last_answer(lambda: ask(name, options))
        page = result.page(output.out) if hasattr(result, "page") else None
        if output.as_json:
            say_json(result.to_dict() | ({} if page is None else {"page": str(page)}))
        else:
            prints.print_result(result, **({"explain": output.explain} if explains else {}))
        if page is not None and not output.as_json:
            say_next_step(result.next_steps)
            if last_line is not None:
                say_line(last_line(result, page))
            say_line(f"Open {page} in a browser.")
        # last: what the last look has found is printed by now
        if is_stopped:
            raise Interrupted(f"stopped; {LAST_LOOK}")
        raise typer.Exit(0 if succeeds(result) else 1)

    return build_command(
        name,
        run,
        typed_as=typed_as,
        example=example,
        stopped=stopped,
        note=note,
        metavars=metavars,
        of_all_seats=of_all_seats,
        outputs=outputs,
    )


def ask(name: str, options: Mapping[str, Any]) -> Any:
    """Return what a function returns for the options of its command, those that are given."""
    subject = next(iter(declaration_of(name).parameters))
    given = {key: value for key, value in options.items() if value is not None}
    if "players" in given:
        given["players"] = option.numbers_in(given["players"])
    return getattr(simlab, name)(given.pop(subject), **given)


def build_command(
    name: str,
    run: Callable[[dict[str, Any]], None],
    *,
    example: str,
    stopped: str,
    outputs: Collection[str],
    typed_as: str | None = None,
    note: str = "",
    metavars: Mapping[str, str] | None = None,
    of_all_seats: bool = True,
) -> typer.Typer:
    """Return a command with the options of the function of its name, which does what `run` does.

    Args:
        name: Name of the command and of its function.
        run: What it does with its options by name.
        example: A command line for its help.
        stopped: What remains after Ctrl-C, in words.
        outputs: Options of the output, by their names in OUTPUT.
        typed_as: Name of the command where it is another one.
        note: What the command does beyond its function, as sentences.
        metavars: What stands for the value of an option, where it is not the usual.
        of_all_seats: Whether `policy` takes all seats.
    """
    typed = derive_command(
        name,
        run,
        metavars=metavars or {},
        further=[OUTPUT[field] for field in outputs],
        note=note,
        of_all_seats=of_all_seats,
    )
    commands = typer.Typer()
    add = commands.command(typed_as or name, epilog=f"Example: {example}")
    add(at_ctrl_c(stopped)(typed))
    return commands
