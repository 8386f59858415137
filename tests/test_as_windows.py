"""What differs on Windows, imitated: files in use, locks, encodings, names of files and folders."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from simlab.catalog import is_path
from simlab.check.supervisor import crash
from simlab.engine.fault import LOCATION_IN_MESSAGE
from simlab.errors import InputError
from simlab.experiment import code
from simlab.files import paths
from simlab.files.writing import patiently
from tests.support.as_windows import environment

ROOT = Path(__file__).parent.parent
SOURCES = [ROOT / "dev.py", *(ROOT / "simlab").rglob("*.py")]
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="imitates Windows on Linux")


def ran(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process that behaves as on Windows; `main` runs a command of simlab."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
    )


COMMANDS = """
import sys
from simlab.cli import main

for words in {commands!r}:
    sys.argv = ["simlab", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert end.code == 0, (words, end.code)
"""


@linux_only
def test_a_run_is_played_read_finished_and_deleted(tmp_path) -> None:
    play = "run pig --policy hold --games 600 --out runs/r --jobs 1"
    report = "report runs/r --assumptions 0"
    commands = [play, f"{play} --fresh", report, "verify runs/r"]
    done = ran(tmp_path, COMMANDS.format(commands=commands))
    assert done.returncode == 0, done.stderr
    (tmp_path / "runs" / "r" / "_manifest.json").unlink()
    commands = ["resume runs/r", report, "runs --delete r --yes"]
    done = ran(tmp_path, COMMANDS.format(commands=commands))
    assert done.returncode == 0, done.stderr
    assert not [*(tmp_path / "runs").iterdir()]


LOCK_TWICE = """
import os, subprocess, sys
from pathlib import Path
from simlab.errors import FolderError
from simlab.execution.lock import LOCK, lock_folder

def other_process():
    again = [sys.executable, "lock.py", "other"]
    print(subprocess.run(again, text=True, capture_output=True).stdout.strip())

if "other" in sys.argv:
    try:
        with lock_folder(Path()):
            print("taken")
    except FolderError as error:
        print(error)
else:
    with lock_folder(Path()):
        other_process()
        assert Path(LOCK).read_text(encoding="utf-8") == str(os.getpid())
    assert not Path(LOCK).exists()
    other_process()
"""


@linux_only
def test_of_two_processes_one_writes_a_folder(tmp_path) -> None:
    (tmp_path / "lock.py").write_text(LOCK_TWICE, encoding="utf-8")
    done = ran(tmp_path, "import runpy; runpy.run_path('lock.py')")
    assert done.returncode == 0, done.stderr
    refused, taken = done.stdout.splitlines()
    assert refused.startswith(".: another simlab is writing this folder, process ")
    assert taken == "taken"


@linux_only
@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("os.fsync(os.open('kept', os.O_RDONLY))", "OSError"),
        ("opened = open('kept', encoding='utf-8'); os.unlink('kept')", "PermissionError"),
        ("opened = open('kept', encoding='utf-8'); os.replace('new', 'kept')", "PermissionError"),
        ("os.replace('new', 'kept')", "PermissionError"),
        ("os.rename('new', 'kept')", "FileExistsError"),
        ("open('kept', 'w').write('\\N{MINUS SIGN}')", "UnicodeEncodeError"),
        ("import fcntl", "ModuleNotFoundError"),
    ],
)
def test_what_windows_refuses_is_refused_by_its_imitation(tmp_path, statement, error) -> None:
    for name in ("kept", "new"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    program = f"""
import os, simlab
code = compile({statement!r}, os.path.dirname(simlab.__file__) + "/mine.py", "exec")
exec(code, {{"__name__": "simlab.mine", "os": os}})
"""
    assert ran(tmp_path, program).stderr.splitlines()[-1].startswith(f"{error}: ")
    assert (tmp_path / "kept").read_text(encoding="utf-8") in ("kept", "")


def test_a_file_in_use_is_tried_again(tmp_path) -> None:
    tries: list[int] = []

    def remove() -> None:
        tries.append(len(tries))
        if len(tries) < 3:
            raise PermissionError(13, "in use")

    patiently(remove)
    assert len(tries) == 3


def test_a_file_that_stays_in_use_is_an_error(monkeypatch) -> None:
    monkeypatch.setattr("simlab.files.writing.PATIENCE_SECONDS", 0.05)

    def remove() -> None:
        raise PermissionError(13, "in use")

    with pytest.raises(PermissionError, match="in use"):
        patiently(remove)


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """All calls in the sources, with file and line."""
    return [
        (f"{file.relative_to(ROOT)}:{node.lineno}", node)
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def texts_without(keyword: str) -> list[str]:
    """Calls that read or write a text file and leave an option to the machine."""
    return [
        place
        for place, call in calls()
        if is_of_text(call, only_writing=keyword == "newline")
        if keyword not in {each.arg for each in call.keywords}
    ]


def is_of_text(call: ast.Call, only_writing: bool) -> bool:
    """Whether a call opens a text file, or reads or writes one."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "open" and getattr(getattr(call.func, "value", None), "id", "") != "os":
        place = 0 if isinstance(call.func, ast.Attribute) else 1
        mode = call.args[place] if len(call.args) > place else ast.Constant("r")
        mode_text = mode.value if isinstance(mode, ast.Constant) else "rb"
        return "b" not in mode_text and (not only_writing or mode_text[0] in "wax")
    is_method = isinstance(call.func, ast.Attribute)
    return is_method and (name == "write_text" or (name == "read_text" and not only_writing))


@pytest.mark.parametrize("keyword", ["encoding", "newline"])
def test_every_text_file_names_its_encoding_and_its_line_ends(keyword) -> None:
    assert texts_without(keyword) == []


@pytest.mark.parametrize("path", [r"C:\games\bazaar", r".\bazaar", r"..\bazaar", r"a\b\bazaar"])
def test_a_path_of_windows_is_a_path(monkeypatch, path) -> None:
    monkeypatch.setattr(paths, "SEPARATORS", {"/", "\\"})
    assert is_path(path)
    assert not is_path("pig")


@pytest.mark.parametrize(
    "path", ["/home/me/mine.py", "/Users/Me Too/my game/mine.py", r"C:\Users\Me Too\mine.py"]
)
def test_numbas_text_names_files_with_blanks_and_drives(path) -> None:
    text = f"During: resolving callee type: type(a)\nDuring: typing of '/' at {path} (12)\n\nFile"
    assert LOCATION_IN_MESSAGE.findall(text) == [(path, "12")]


def test_files_on_two_drives_are_an_error(monkeypatch) -> None:
    def on_two_drives(folders: object) -> str:
        raise ValueError("Paths don't have the same drive")

    monkeypatch.setattr(code, "commonpath", on_two_drives)
    with pytest.raises(InputError, match="copy them to one drive"):
        code.common_folder([Path("mine.py")])


def test_a_crash_on_windows_is_called_a_crash() -> None:
    assert "crashed with error 0xc0000005" in crash(0xC0000005)
    assert crash(3) == "compiled code ended the process with exit code 3"
    assert "crashed with SIGSEGV" in crash(-11)


@pytest.mark.long
def test_no_name_is_used_that_python_lacks_on_windows(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--platform", "win32", "--cache-dir", tmp_path, "simlab"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stdout
