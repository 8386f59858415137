"""Set simlab up and use it, from any folder, with nothing but Python 3.11 or later.

On Windows, py stands for python3.

    python3 dev.py demo             play Taxis de la Marne many times and write a report
    python3 dev.py test             check style, types and imports, then run the tests
    python3 dev.py test --all       the same with the slow tests
    python3 dev.py test --coverage  count the lines that the tests run, in plain Python
    python3 dev.py test -k port     only some tests; the words after test go to pytest
    python3 dev.py gallery          play the experiments in reports/ and write their pages again
    python3 dev.py site             write the documentation as a site, into the folder site
    python3 dev.py pictures         make the pictures of the documentation again, with Chromium
    python3 dev.py COMMAND          every other word is a command of simlab, see below;
                                    with --help it shows options and an example

The first call creates a virtual environment in the folder .venv beside this file. It is created
again if pyproject.toml, constraints.txt, the Python version or the path of this folder changes.
"""

# Python 3.6 must be able to parse this file, to report that it is too old.
import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("dev.py: simlab needs Python 3.11 or later; this is " + sys.version.split()[0] + ".")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
REPORTS = ROOT / "reports"
TUNED = "tune_"
"""Beginning of the folder of a tuning problem: reports/tune_taxis is that of taxis."""
STAMP = VENV / ".simlab-stamp"

TO_USE = ".[studio]"
TO_DEVELOP = ".[cluster,studio,tune]"
"""Comes with the dependency group dev."""

IS_WINDOWS = os.name == "nt"
FAR = 1 << 30
"""Byte of this file that is locked on Windows, where nobody can read what is locked."""


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(f"{__doc__.strip()}\n\nCommands of simlab:\n\n{list_commands()}")
        return 0
    os.environ.update(cache_settings())
    # what is imported is compiled then, see `install_with_pip`, and would be again in each process
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if words[0] == "gallery":
        set_up(TO_DEVELOP)
        return gallery(words[1:])
    if words[0] == "site":
        set_up(TO_DEVELOP)
        become("python", ["-m", "simlab.docs", str(ROOT / "site")])
    if words[0] == "pictures":
        set_up(TO_DEVELOP)
        os.chdir(ROOT)
        become("python", ["-m", "tests.support.pictures", *words[1:]])
    if words[0] != "test":
        set_up(TO_USE)
        become("simlab", words)
    set_up(TO_DEVELOP)
    return test(words[1:])


def list_commands() -> str:
    """Return a line for each command of simlab: the first one of its file."""
    files = sorted((ROOT / "simlab" / "cli").glob("*.py"))
    firsts = [file.read_text(encoding="utf-8").partition("\n")[0] for file in files]
    heads = [re.match(r'"""`simlab ([a-z-]+)`: (.*)\."""', first) for first in firsts]
    return "\n".join(f"    {match[1]:13}{match[2]}" for match in heads if match)


def test(words: list[str]) -> int:
    """Run every check, even after one failed; with words other than `--all`, only some tests."""
    if IS_WINDOWS:  # tests read and write texts in UTF-8, as the checkout holds them
        os.environ["PYTHONUTF8"] = "1"
    if words == ["--coverage"]:
        return measure_coverage()
    if words and words != ["--all"]:
        os.chdir(ROOT)
        become("pytest", words)
    checks = [
        is_passed("style, a second", "ruff", "check"),
        is_passed("layout, a second", "ruff", "format", "--check"),
    ]
    # once for the hundreds of processes that import simlab, some at the same time; the tests
    # themselves take half of the time of their collection to compile, in each of three processes
    succeeds(program("python"), "-m", "compileall", "-qq", "simlab")
    # these use one core, and the tests sometimes leave one
    beside = {name: begin(*name.split()) for name in ("mypy", "lint-imports --no-logo")}
    print("Types and import layers are checked beside the tests; the results follow.\n", flush=True)
    checks.append(is_passed("tests, some minutes", "pytest", *workers(), *words))
    return conclusion([*checks, *(is_finished(*check) for check in beside.items())])


def measure_coverage() -> int:
    """Run the tests, then those of kernels in plain Python; print how many lines of simlab ran.

    Lines of compiled code do not count. Fails if a test fails, or below the `fail_under` of
    pyproject.toml.
    """
    run_tests = ("coverage", "run", "-m", "pytest", *workers())
    of_games = {str(file.parent) for file in (ROOT / "tests" / "games").glob("*/test_*.py")}
    checks = [
        is_passed("earlier counts, a second", "coverage", "erase"),
        is_passed("tests, some minutes", *run_tests),
    ]
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    checks += [
        is_passed("in plain Python, some minutes", *run_tests, "tests/engine", *sorted(of_games)),
        is_passed("counts of all processes, a second", "coverage", "combine", "--quiet"),
        is_passed("share of lines, a few seconds", "coverage", "report"),
    ]
    return conclusion(checks)


def gallery(names: list[str]) -> int:
    """Play what has a page in reports/, or some of it, and write these pages again.

    Git keeps the answer, the short page, its tables and one figure; `full/` beside them is ignored.
    """
    for folder in sorted(path for path in REPORTS.iterdir() if path.is_dir()):
        if names and folder.name not in names:
            continue
        is_written = write_tuned if folder.name.startswith(TUNED) else write_run
        if not is_written(folder):
            return 1
    return 0


def write_run(folder: Path) -> bool:
    """Play an experiment and write its short and its full page."""
    run = str(ROOT / "runs" / "gallery" / folder.name)
    if not succeeds(program("simlab"), "run", folder.name, "--out", run):
        return False
    shutil.rmtree(folder)
    report = ("report", run, "--assumptions", "400")
    ways = (("--out", str(folder)), ("--full", "--out", f"{folder}/full"))
    return all(succeeds(program("simlab"), *report, *way) for way in ways)


def write_tuned(folder: Path) -> bool:
    """Solve the tuning problem of a game; that nothing meets all targets is an answer, too."""
    shutil.rmtree(folder)
    game = folder.name.removeprefix(TUNED)
    return exit_code(program("simlab"), "tune", game, "--out", str(folder)) in (0, 1)


def workers() -> list[str]:
    """Return options of pytest: a process more than two cores, as some tests wait for others."""
    return ["-n", "3"] if (os.cpu_count() or 1) > 1 else []


def conclusion(checks: list[bool]) -> int:
    """Print whether all checks passed; return the exit code."""
    print("All checks passed." if all(checks) else "Some checks FAILED.")
    return 0 if all(checks) else 1


def is_passed(aim: str, tool: str, *words: str) -> bool:
    """Run one check; print its purpose before and its result after it."""
    name = " ".join([tool, *words])
    print(f"== {name}: {aim}", flush=True)
    start = time.monotonic()
    is_good = succeeds(program(tool), *words)
    took = f"{time.monotonic() - start:.1f} s"
    print(f"== {name}: {'passed' if is_good else 'FAILED'} after {took}\n", flush=True)
    return is_good


def begin(tool: str, *words: str) -> subprocess.Popen[bytes]:
    """Begin a check that runs beside others; what it prints is kept for `is_finished`."""
    return subprocess.Popen(
        [program(tool), *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def is_finished(name: str, check: subprocess.Popen[bytes]) -> bool:
    """Wait for a check that runs beside others; print what it printed and its result."""
    print(f"== {name}: beside the tests", flush=True)
    printed, _ = check.communicate()
    print(printed.decode(errors="replace"), end="")
    print(f"== {name}: {'passed' if check.returncode == 0 else 'FAILED'}\n", flush=True)
    return check.returncode == 0


def set_up(packages: str) -> None:
    """Install the packages in .venv unless they are there; of concurrent calls, one does it."""
    if is_ready(packages):
        return
    with lock():
        if not is_ready(packages):
            install(packages)


def is_ready(packages: str) -> bool:
    """Tell whether .venv is complete and up to date, with at least these packages."""
    try:
        written = STAMP.read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return written in (stamp(packages), stamp(TO_DEVELOP)) and program("python").exists()


def stamp(packages: str) -> str:
    """Return the stamp of a complete .venv: its packages and a hash of all they depend on."""
    files = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    inputs = repr([sys.version, str(ROOT), *files])
    return f"{packages} {hashlib.sha256(inputs.encode()).hexdigest()}"


@contextlib.contextmanager
def lock() -> Iterator[None]:
    """Lock this file; wait for another dev.py that has locked it."""
    with Path(__file__).open("rb+") as this_file:
        if IS_WINDOWS:
            lock_on_windows(this_file.fileno())
        else:
            lock_elsewhere(this_file.fileno())
        yield


def lock_on_windows(file: int) -> None:
    import msvcrt

    os.lseek(file, FAR, os.SEEK_SET)
    is_waiting = False
    while True:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return
        except PermissionError:
            if not is_waiting:
                say("Waiting for another dev.py to finish setting up.")
            is_waiting = True
            time.sleep(1)


def lock_elsewhere(file: int) -> None:
    """Lock a file; the installer inherits the lock, so calls also wait for an orphaned one."""
    import fcntl

    os.set_inheritable(file, True)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # type: ignore[attr-defined,unused-ignore]
    except BlockingIOError:
        say("Waiting for another dev.py to finish setting up.")
        fcntl.flock(file, fcntl.LOCK_EX)  # type: ignore[attr-defined,unused-ignore]


def install(packages: str) -> None:
    """Add the packages to .venv, recreated unless it is complete; write the stamp last."""
    is_complete = is_ready(TO_USE)
    STAMP.unlink(missing_ok=True)
    if VENV.exists() and not is_complete:
        remove_venv()
    if not (install_with_uv(packages) or install_with_pip(packages)):
        sys.exit("dev.py: setting up failed, see above; the next call tries again.")
    STAMP.write_text(stamp(packages), encoding="utf-8", newline="\n")


def remove_venv() -> None:
    try:
        shutil.rmtree(VENV)
    except PermissionError:
        if IS_WINDOWS:  # there no file is deleted while a program runs from it
            py = "end what runs there, such as simlab studio, and call: py dev.py"
            sys.exit(f"dev.py: {VENV} must be created again, but is in use; {py}")
        raise


def install_with_uv(packages: str) -> bool:
    uv = shutil.which("uv")
    if uv is None:
        return False
    say(f"Setting up {VENV} with uv, once: half a minute, longer on a slow connection.")
    if not (
        program("python").exists()
        or succeeds(uv, "venv", "--quiet", "--seed", "--python", base_python(), VENV)
    ):
        return False
    return succeeds(
        uv, "pip", "install", "--quiet", "--python", program("python"), *wanted(packages)
    )


def install_with_pip(packages: str) -> bool:
    say(f"Setting up {VENV} with pip, once: a minute, longer on a slow connection.")
    if not (program("pip").exists() or make_venv()):
        return False
    quiet = ["-qq", "--no-input", "--disable-pip-version-check"]
    # of the modules of all packages, which take half of the time to compile, a sixth is imported
    options = [*quiet, "--no-compile"]
    return succeeds(program("python"), "-m", "pip", "install", *options, *wanted(packages))


def make_venv() -> bool:
    if importlib.util.find_spec("ensurepip") is None:  # Debian ships it as a package
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        sys.exit(f"dev.py: Python's venv is missing: sudo apt install python{version}-venv")
    return succeeds(base_python(), "-m", "venv", "--clear", VENV)


def wanted(packages: str) -> list[str]:
    tools = group() if packages == TO_DEVELOP else []
    return ["--constraint", "constraints.txt", "--editable", packages, *tools]


def group() -> list[str]:
    """Return the packages of the dependency group dev, which pip itself reads only since 25.1."""
    import tomllib  # an older Python, which is refused above, lacks it

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    packages: list[str] = tomllib.loads(text)["dependency-groups"]["dev"]
    return packages


def base_python() -> Path:
    """Return the Python that runs this file, or the base Python of .venv.

    The programs of .venv are links to it, but on Windows copies.
    """
    return Path(sys.base_prefix) / "python.exe" if IS_WINDOWS else Path(sys.executable).resolve()


def cache_settings() -> dict[str, str]:
    """Return environment variables that move all caches into .venv if the home is not writable."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  (Path.home() raises without a home)
    default = home / ".cache"
    if os.access(default, os.W_OK) or (os.access(home, os.W_OK) and not default.exists()):
        return {}
    folders = {name: str(VENV / "cache") for name in ("MPLCONFIGDIR", "SIMLAB_CACHE_DIR")}
    return {"PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1", **folders, **os.environ}


def succeeds(*words: str | Path) -> bool:
    """Run a program to its end; tell whether its exit code is 0."""
    return exit_code(*words) == 0


def exit_code(*words: str | Path, folder: Path | None = ROOT) -> int:
    """Run a program to its end, even after Ctrl-C, which the program receives too."""
    process = subprocess.Popen(words, cwd=folder, close_fds=False)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()
        raise


def become(tool: str, words: list[str]) -> NoReturn:
    """Replace this process by a program of .venv, which gets its exit code and its Ctrl-C."""
    if IS_WINDOWS:  # there the shell would not wait for the end of a process that was replaced
        sys.exit(exit_code(program(tool), *words, folder=None))
    # python finds .venv by its own path
    os.execv(program(tool), [str(program(tool)), *words])


def program(name: str) -> Path:
    """Return a program of .venv."""
    return VENV / "Scripts" / f"{name}.exe" if IS_WINDOWS else VENV / "bin" / name


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"dev.py: {error}")
