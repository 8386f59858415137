"""The command of a function: it asks the function with the options and prints what that returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import Any, get_type_hints

import typer

import simlab
from simlab.cli import option, terminal
from simlab.cli.derive import declaration_of, derived
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c, last_answer
from simlab.errors import Interrupted


def command(
    name: str,
    *,
    example: str,
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
        stopped: What remains after Ctrl-C, in words.
        note: What the command does beyond its function, as sentences.
        metavars: What stands for the value of an option, where it is not the usual.
        of_all_seats: Whether `policy` takes all seats.
        explains: Whether it can print how numbers are computed.
        has_page_folder: Whether it ends with a page, in the folder `--out`.
        last_line: Returns a line on what to do with a result, given it and its page.
        succeeds: Tells whether a result means exit code 0, and not 1.
    """
    subject, *keywords = declaration_of(name).parameters
    has_printer = (Path(terminal.__file__).parent / f"{name}.py").is_file()
    printer = f"simlab.cli.terminal.{name if has_printer else 'study'}"
    is_option = {"out": has_page_folder, "explain": explains, "as_json": True}
    outputs = [field for field in OUTPUT if is_option[field]]

    def run(options: dict[str, Any]) -> None:
        from simlab.cli.terminal.output import say_json, say_line, say_next_step
        from simlab.cli.terminal.progress import TerminalLines

        output = option.PageOutput(**{field: options.pop(field) for field in outputs})
        if has_page_folder:
            output.check(import_module(f"simlab.report.pages.{name}").PAGE)
            options |= {"out": output.out} if "out" in keywords else {}
        if "players" in options:
            options["players"] = option.numbers_in(options["players"])
        given = {key: value for key, value in options.items() if value is not None}
        observer = {"observer": TerminalLines()} if "observer" in keywords else {}
        ask = getattr(simlab, name)
        result, is_stopped = last_answer(lambda: ask(given.pop(subject), **given, **observer))
        page = result.page(output.out) if hasattr(result, "page") else None
        if output.as_json:
            say_json(result.to_dict() | ({} if page is None else {"page": str(page)}))
        else:
            explained = {"explain": output.explain} if explains else {}
            import_module(printer).print_result(result, **explained)
        if page is not None and not output.as_json:
            say_next_step(result.next_steps)
            if last_line is not None:
                say_line(last_line(result, page))
            say_line(f"Open {page} in a browser.")
        if is_stopped:
            raise Interrupted(f"stopped; {LAST_LOOK}")
        raise typer.Exit(0 if succeeds(result) else 1)

    typed = derived(
        name,
        run,
        metavars=metavars or {},
        further=[OUTPUT[field] for field in outputs],
        note=note,
        of_all_seats=of_all_seats,
    )
    commands = typer.Typer()
    commands.command(name.replace("_", "-"), epilog=f"Example: {example}")(
        at_ctrl_c(stopped)(typed)
    )
    return commands


OUTPUT = {
    field.name: Parameter(
        field.name,
        Parameter.KEYWORD_ONLY,
        default=field.default,
        annotation=get_type_hints(option.PageOutput, include_extras=True)[field.name],
    )
    for field in fields(option.PageOutput)
}
"""The options of the output, after those of the function."""
