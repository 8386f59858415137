"""The command as a whole: help, version, and what it costs to ask for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from simlab.cli.app import app

COMMANDS = [
    command.name or command.callback.__name__
    for group in app.registered_groups
    for command in group.typer_instance.registered_commands
]
HEAVY = ("numpy", "numba", "pandas", "pyarrow", "matplotlib", "joblib", "scipy", "pydantic")
ASK_FOR_HELP = """
import json, sys
from simlab.cli import main
for command in sys.argv[1:]:
    sys.argv = ["simlab", *command.split(), "--help"]
    try:
        main()
    except SystemExit:
        pass
print(json.dumps([name for name in {heavy} if name in sys.modules]), file=sys.stderr)
"""


def imported_for(*commands: str) -> list[str]:
    """Ask for the help of commands in a fresh interpreter; return the heavy packages imported."""
    program = ASK_FOR_HELP.format(heavy=HEAVY)
    words = [sys.executable, "-c", program, *commands]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.stdout.count("Usage: simlab") == len(commands)
    modules: list[str] = json.loads(done.stderr)
    return modules


def test_help_imports_nothing_heavy() -> None:
    assert imported_for("") == []


def test_the_help_of_commands_imports_at_most_what_typer_needs() -> None:
    assert set(imported_for(*COMMANDS)) <= {"pydantic"}


def test_help_takes_well_under_half_a_second_of_work() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "simlab.cli", "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.4


def test_importing_simlab_imports_nothing_heavy() -> None:
    program = f"import simlab, sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_shows_an_example(simlab, command) -> None:
    answer = simlab(command, "--help")
    assert f"simlab {command}" in answer.out.partition("Example: ")[2]


def test_the_help_lists_every_command_on_one_line(simlab) -> None:
    lines = simlab("--help").out.splitlines()
    listed = [line for line in lines if line.startswith("  ") and line.split()[0] in COMMANDS]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert not any(line.endswith("...") for line in listed)


def test_the_version_is_reported(simlab) -> None:
    import simlab as package

    assert simlab("--version").out == f"simlab {package.__version__}\n"


def test_python_runs_the_package_as_the_command() -> None:
    words = [sys.executable, "-m", "simlab", "games", "--help"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.lstrip().startswith("Usage: simlab games")


def test_an_unknown_command_or_option_is_bad_usage(simlab) -> None:
    assert simlab("frobnicate").code == 2
    assert simlab("run", "pig", "--gmaes", "5").code == 2


def test_a_reader_who_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "simlab.cli", "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.wait()


def test_output_has_no_colour_codes_when_it_is_no_terminal(simlab) -> None:
    assert "\x1b" not in simlab("rules", "taxis", "--patch", "hand_limit=6").out


def test_a_terminal_gets_colour_and_a_bar(tmp_path) -> None:
    output = on_a_terminal(tmp_path, "run", "pig", "--games", "2000", "--policy", "hold")
    assert "━" in output and "\x1b[" in output
    assert "2,000 games in" in output


def on_a_terminal(folder, *words: str) -> str:
    """Run a command on a pseudo-terminal and return all that it wrote there."""
    pty = pytest.importorskip("pty")

    main_end, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "simlab.cli", *words],
        cwd=folder,
        stdout=terminal,
        stderr=terminal,
        env=environment,
    )
    os.close(terminal)
    output = b""
    while True:
        try:
            chunk = os.read(main_end, 65536)
        except OSError:
            break
        if not chunk:
            break
        output += chunk
    process.wait()
    os.close(main_end)
    return output.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_policy_that_may_be_left_out_is_said_for_own_games_as_well(command, simlab) -> None:
    words = " ".join(simlab(command, "--help").out.split())
    assert "strongest unless given" not in words
    if "Unless given, the strongest" in words:
        assert "in a game of your own, the last in define()" in words
