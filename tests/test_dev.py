from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent

# Replaces each program that an install would put into .venv.
TOOL = """#!/bin/sh
echo "${0##*/} $*"
echo "caches: $SIMLAB_CACHE_DIR"
eval "$BEHAVIOUR"
"""

# Replaces uv, so that nothing is downloaded; logs its first argument.
UV = f"""#!/bin/sh
echo "$1" >> uv.log
sleep 0.2
mkdir -p .venv/bin
ln -sf "{sys.executable}" .venv/bin/python
for tool in simlab coverage ruff mypy lint-imports pytest; do
    cp tool .venv/bin/$tool
done
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with dev.py, what it reads, and a uv that downloads nothing."""
    if os.name == "nt":
        pytest.skip("the programs of the checkout are shell scripts")
    monkeypatch.delenv("SIMLAB_CACHE_DIR", raising=False)
    folder = tmp_path / "a check out"
    (folder / "path").mkdir(parents=True)
    for name in ("dev.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    write_program(folder / "tool", TOOL)
    write_program(folder / "path" / "uv", UV)
    return folder


def write_program(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o755)


def start(checkout: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    path = f"{checkout / 'path'}:{os.environ['PATH']}"
    return subprocess.Popen(
        [sys.executable, checkout / "dev.py", *words],
        cwd=checkout.parent,
        env={**os.environ, "PATH": path, **environment},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=allow_ctrl_c,
    )


def allow_ctrl_c() -> None:
    """Undo what a shell does to its background jobs, of which these tests may be one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def answer(checkout: Path, *words: str, **environment: str) -> tuple[str, int]:
    """Return what dev.py prints and its exit code."""
    process = start(checkout, *words, **environment)
    printed, _ = process.communicate(timeout=60)
    return printed, process.returncode


def uv_calls(checkout: Path) -> list[str]:
    return (checkout / "uv.log").read_text().split()


def load(checkout: Path) -> ModuleType:
    """Import the checkout's own dev.py, whose folders are the checkout's."""
    spec = importlib.util.spec_from_file_location("dev_of_checkout", checkout / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_python_3_6_can_read_what_tells_it_that_it_is_too_old() -> None:
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 6))


def test_help_is_given_without_setting_anything_up(checkout: Path) -> None:
    printed, code = answer(checkout, "--help")
    assert "python3 dev.py demo" in printed
    assert code == 0
    assert not (checkout / ".venv").exists()


def test_without_words_every_command_is_listed(checkout: Path) -> None:
    from tests.cli.test_app import COMMANDS

    shutil.copytree(ROOT / "simlab" / "cli", checkout / "simlab" / "cli")
    printed, code = answer(checkout)
    assert code == 0
    assert {*COMMANDS, "plan"} - {"demo"} <= set(printed.split())


def test_words_of_simlab_go_to_simlab_and_its_exit_code_comes_back(checkout: Path) -> None:
    printed, code = answer(checkout, "run", "taxis", "--games", "1 k", BEHAVIOUR="exit 7")
    assert printed.startswith("simlab run taxis --games 1 k\n")
    assert code == 7


def test_a_second_call_installs_nothing(checkout: Path) -> None:
    answer(checkout, "demo")
    answer(checkout, "demo")
    assert uv_calls(checkout) == ["venv", "pip"]


def test_two_calls_at_once_install_once_and_both_work(checkout: Path) -> None:
    calls = [start(checkout, "demo"), start(checkout, "games")]
    printed = [call.communicate(timeout=60)[0] for call in calls]
    assert [text.splitlines()[0] for text in printed] == ["simlab demo", "simlab games"]
    assert uv_calls(checkout) == ["venv", "pip"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_requirement_recreates_the_environment(checkout: Path, name: str) -> None:
    answer(checkout, "demo")
    (checkout / ".venv" / "left-over").touch()
    (checkout / name).write_text("# changed")
    answer(checkout, "demo")
    assert not (checkout / ".venv" / "left-over").exists()
    assert uv_calls(checkout) == ["venv", "pip"] * 2


def test_a_broken_off_install_is_redone_from_the_start(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "half-written").touch()
    printed, _ = answer(checkout, "demo")
    assert printed.startswith("simlab demo")
    assert not (checkout / ".venv" / "bin" / "half-written").exists()


def test_an_environment_whose_python_is_gone_is_recreated(checkout: Path) -> None:
    answer(checkout, "demo")
    (checkout / ".venv" / "bin" / "python").unlink()
    answer(checkout, "demo")
    assert uv_calls(checkout) == ["venv", "pip"] * 2


def test_a_failed_install_leaves_no_stamp(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    dev = load(checkout)
    monkeypatch.setattr(dev, "succeeds", lambda *words: False)
    with pytest.raises(SystemExit, match="setting up failed"):
        dev.set_up(dev.TO_USE)
    assert not dev.is_ready(dev.TO_USE)
    assert "with pip" in capfd.readouterr().err


def test_pip_takes_over_where_uv_fails(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dev = load(checkout)
    programs = []

    def only_pip_succeeds(*words: str | Path) -> bool:
        programs.append(" ".join(str(word) for word in words[1:4]))
        dev.VENV.mkdir(exist_ok=True)
        return Path(words[0]).name != "uv"

    monkeypatch.setenv("PATH", str(checkout / "path"))
    monkeypatch.setattr(dev, "succeeds", only_pip_succeeds)
    dev.set_up(dev.TO_USE)
    assert programs == ["venv --quiet --seed", "-m venv --clear", "-m pip install"]
    assert dev.STAMP.read_text() == dev.stamp(dev.TO_USE)


def test_a_python_without_venv_is_reported_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = load(checkout)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"apt install python3\.\d+-venv"):
        dev.set_up(dev.TO_USE)


def test_test_tools_are_added_to_what_is_there(checkout: Path) -> None:
    answer(checkout, "demo")
    answer(checkout, "test")
    answer(checkout, "demo")
    assert uv_calls(checkout) == ["venv", "pip", "pip"]


def test_all_checks_run_and_one_failure_fails_them_together(checkout: Path) -> None:
    printed, code = answer(checkout, "test", BEHAVIOUR='test "${0##*/}" != mypy')
    assert re.findall(r"^== (\S+).*: passed", printed, re.MULTILINE) == [
        *("ruff", "ruff", "pytest", "lint-imports")
    ]
    assert "== mypy: FAILED\n" in printed
    assert printed.endswith("Some checks FAILED.\n")
    assert code == 1


def test_checks_that_pass_end_well_and_all_reaches_pytest_alone(checkout: Path) -> None:
    printed, code = answer(checkout, "test", "--all")
    tools = [line for line in printed.splitlines() if line.endswith(" --all")]
    assert [tool.split()[0] for tool in tools] == ["pytest"]
    assert printed.endswith("All checks passed.\n")
    assert code == 0


def test_types_are_checked_while_the_tests_run_and_what_was_found_is_printed(
    checkout: Path,
) -> None:
    wait = 'until test -e "$1"; do sleep 0.02; done'
    meet = f'meet() {{ {wait}; }}; case "${{0##*/}}" in '
    meet += "pytest) touch tests; meet types; echo tests and types;; "
    meet += "mypy) touch types; meet tests; echo one is wrong; exit 1;; esac"
    printed, code = answer(checkout, "test", BEHAVIOUR=meet)
    assert printed.index("tests and types\n") < printed.index("one is wrong\n== mypy: FAILED\n")
    assert code == 1


def test_bytecode_is_there_before_the_first_of_many_processes_needs_it(checkout: Path) -> None:
    (checkout / "simlab").mkdir()
    (checkout / "simlab" / "errors.py").touch()
    look = "ls simlab/__pycache__ 2>&1"
    printed, _ = answer(checkout, "test", BEHAVIOUR=look, PYTHONDONTWRITEBYTECODE="1")
    _, _, of_pytest = printed.partition("\npytest ")
    assert "errors.cpython" in of_pytest.partition("==")[0]


def test_a_command_keeps_the_bytecode_of_what_it_is_the_first_to_import(checkout: Path) -> None:
    """Pip has compiled nothing."""
    look = 'echo "bytecode is ${PYTHONDONTWRITEBYTECODE-kept}"'
    printed, _ = answer(checkout, "games", BEHAVIOUR=look, PYTHONDONTWRITEBYTECODE="1")
    assert "\nbytecode is kept\n" in printed


def test_coverage_is_measured_compiled_and_in_plain_python(checkout: Path) -> None:
    jit = 'test "$1" = run && echo "JIT off: ${NUMBA_DISABLE_JIT:-0}"; true'
    printed, code = answer(checkout, "test", "--coverage", BEHAVIOUR=jit)
    calls = [line.split()[1] for line in printed.splitlines() if line.startswith("coverage ")]
    assert calls == ["erase", "run", "run", "combine", "report"]
    assert re.findall(r"JIT off: (\d)", printed) == ["0", "1"]
    assert code == 0


def test_words_that_choose_tests_go_to_pytest_and_nothing_else_runs(checkout: Path) -> None:
    printed, code = answer(checkout, "test", "-k", "two words", BEHAVIOUR="exit 5")
    assert printed.startswith("pytest -k two words\n")
    assert "ruff" not in printed
    assert code == 5


def test_caches_keep_off_a_home_that_cannot_be_written(checkout: Path, tmp_path: Path) -> None:
    # a tool run as root may make a folder that is merely missing
    without_home, _ = answer(checkout, "demo", HOME="/dev/null/home")
    with_home, _ = answer(checkout, "demo", HOME=str(tmp_path))
    assert f"caches: {checkout / '.venv'}/" in without_home
    assert with_home.endswith("caches: \n")


def test_a_check_may_tidy_up_after_ctrl_c(checkout: Path) -> None:
    tidy = "trap 'sleep 0.5; echo tidied; exit 1' INT; echo waiting; while :; do sleep 0.1; done"
    process = start(checkout, "test", BEHAVIOUR=tidy)
    assert process.stdout is not None
    while process.stdout.readline() != "waiting\n":
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert printed == "tidied\n"
    assert process.returncode == 130


def test_pictures_that_are_named_are_made_again(checkout: Path) -> None:
    program = checkout / "tests" / "support" / "pictures.py"
    program.parent.mkdir(parents=True)
    program.write_text("import sys\nprint(sys.argv[1:])\nsys.exit(3)\n")
    printed, code = answer(checkout, "pictures", "fair", "time")
    assert printed.splitlines()[-1] == "['fair', 'time']"
    assert code == 3


def in_the_gallery(checkout: Path, *names: str) -> None:
    for name in names:
        (checkout / "reports" / name).mkdir(parents=True)


def test_the_gallery_plays_experiments_and_solves_tuning_problems(checkout: Path) -> None:
    in_the_gallery(checkout, "taxis_scores", "tune_pig")
    printed, code = answer(checkout, "gallery")
    calls = [line.split()[:3] for line in printed.splitlines() if line.startswith("simlab ")]
    assert [call[1] for call in calls] == ["run", "report", "report", "tune"]
    assert (calls[0][2], calls[3][2], code) == ("taxis_scores", "pig", 0)


@pytest.mark.parametrize(("behaviour", "code"), [("exit 1", 0), ("exit 2", 1)])
def test_a_tuning_problem_without_a_solution_has_a_page_too(
    checkout: Path, behaviour: str, code: int
) -> None:
    in_the_gallery(checkout, "tune_pig")
    assert answer(checkout, "gallery", BEHAVIOUR=behaviour)[1] == code


def test_a_run_that_fails_leaves_its_page(checkout: Path) -> None:
    in_the_gallery(checkout, "taxis_scores")
    assert answer(checkout, "gallery", BEHAVIOUR="exit 1")[1] == 1
    assert (checkout / "reports" / "taxis_scores").is_dir()


def test_every_extra_and_the_group_are_there_for_the_tests() -> None:
    """The packages have no second list: pip reads the group by itself only since 25.1."""
    dev = load(ROOT)
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = ",".join(sorted(tables["project"]["optional-dependencies"]))
    *_, packages = dev.wanted(dev.TO_USE)
    assert packages == ".[studio]"
    group = tables["dependency-groups"]["dev"]
    assert dev.wanted(dev.TO_DEVELOP)[-len(group) - 1 :] == [f".[{extras}]", *group]


@pytest.fixture
def dev_on_windows(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The checkout's dev.py as on Windows, with programs in .venv that end with BEHAVIOUR."""
    dev = load(checkout)
    monkeypatch.setattr(dev, "IS_WINDOWS", True)
    (checkout / ".venv" / "Scripts").mkdir(parents=True)
    for tool in ("python", "simlab"):
        write_program(dev.program(tool), TOOL)
    return dev


def test_on_windows_a_program_is_waited_for(
    dev_on_windows: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BEHAVIOUR", "pwd; exit 7")
    with pytest.raises(SystemExit) as end:
        dev_on_windows.become("simlab", ["games"])
    assert end.value.code == 7
    printed = capfd.readouterr().out
    assert printed.startswith("simlab.exe games\n")
    assert str(tmp_path) in printed.splitlines()


# Replaces uv on Windows; each program that it installs says what it is.
UV_ON_WINDOWS = """#!/bin/sh
echo "$@" >> uv.log
mkdir -p .venv/Scripts
for tool in python simlab ruff mypy lint-imports pytest; do
    cp tool .venv/Scripts/$tool.exe
done
"""

# Runs dev.py where it takes the system for Windows, with nothing of POSIX and an old code page.
ON_WINDOWS = """
import importlib.util, os, subprocess, sys, types

del os.execv
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
vars(sys.modules["msvcrt"]).update(locking=lambda file, mode, n_bytes: None, LK_NBLCK=2)
spec = importlib.util.spec_from_file_location("dev", sys.argv[1])
dev = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dev)
dev.IS_WINDOWS = True
sys.exit(dev.main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("words", "programs"),
    [
        (["demo"], ["simlab.exe demo"]),
        (
            ["test"],
            [
                "ruff.exe check",
                "ruff.exe format",
                "python.exe -m compileall",
                "pytest.exe",
                "mypy.exe",
                "lint-imports.exe",
            ],
        ),
        (["test", "-k", "port"], ["pytest.exe -k port"]),
        (["site"], ["python.exe -m simlab.docs"]),
    ],
)
def test_on_windows_the_commands_run_programs_of_the_environment(
    checkout: Path, words: list[str], programs: list[str]
) -> None:
    write_program(checkout / "path" / "uv", UV_ON_WINDOWS)
    done = subprocess.run(
        [sys.executable, "-c", ON_WINDOWS, checkout / "dev.py", *words],
        cwd=checkout.parent,
        env={
            **os.environ,
            "PATH": f"{checkout / 'path'}:{os.environ['PATH']}",
            "PYTHONIOENCODING": "cp1252",
            "BEHAVIOUR": 'echo "UTF-8 mode: ${PYTHONUTF8:-0}"; exit 7',
        },
        capture_output=True,
        encoding="cp1252",
    )
    called = [line for line in done.stdout.splitlines() if ".exe" in line]
    assert len(called) == len(programs), done.stderr
    assert all(map(str.startswith, called, programs))
    assert f"UTF-8 mode: {int(words[0] == 'test')}" in done.stdout
    assert done.returncode == (1 if words == ["test"] else 7)
    log = (checkout / "uv.log").read_text(encoding="utf-8")
    assert f"{checkout / '.venv' / 'Scripts' / 'python.exe'}" in log


def test_on_windows_an_environment_in_use_is_not_created_again(
    dev_on_windows: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(13, "in use", str(folder / "Scripts" / "python.exe"))

    monkeypatch.setattr(dev_on_windows.shutil, "rmtree", refuse)
    with pytest.raises(SystemExit, match=r"is in use; end what runs there.*py dev\.py"):
        dev_on_windows.install(dev_on_windows.TO_USE)


def test_on_windows_the_base_python_is_no_copy_in_the_environment(
    dev_on_windows: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = dev_on_windows.program("python")
    monkeypatch.setattr(sys, "executable", str(copy))
    assert dev_on_windows.base_python() == Path(sys.base_prefix) / "python.exe"


def test_on_windows_an_environment_is_set_up_once(
    dev_on_windows: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    waiting: list[str] = []

    def locking(file: int, mode: int, n_bytes: int) -> None:
        assert os.lseek(file, 0, os.SEEK_CUR) == dev_on_windows.FAR
        tries.append(mode)
        if len(tries) < 3:
            raise PermissionError(13, "locked by another process")

    msvcrt = ModuleType("msvcrt")
    vars(msvcrt).update(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(dev_on_windows.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(dev_on_windows, "say", waiting.append)
    with dev_on_windows.lock():
        pass
    assert len(tries) == 3
    assert waiting == ["Waiting for another dev.py to finish setting up."]


@pytest.mark.parametrize(
    ("system", "machine"),
    [("linux", "x86_64"), ("win32", "AMD64"), ("darwin", "arm64"), ("darwin", "x86_64")],
)
def test_every_machine_has_one_version_of_each_requirement(system: str, machine: str) -> None:
    """Numba has no wheels for Macs with Intel processors since 0.63."""
    here = {"sys_platform": system, "platform_machine": machine, "python_full_version": "3.12.1"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    wanted = [Requirement(text) for text in project["dependencies"]]
    for each in wanted:
        if each.marker is None or each.marker.evaluate(here):
            (pin,) = [
                pin
                for pin in pins
                if canonicalize_name(pin.name) == canonicalize_name(each.name)
                and (pin.marker is None or pin.marker.evaluate(here))
            ]
            (version,) = [specifier.version for specifier in pin.specifier]
            assert each.specifier.contains(version), each
            if each.name == "numba" and (system, machine) == ("darwin", "x86_64"):
                assert not each.specifier.contains("0.63")
