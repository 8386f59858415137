"""Run folders of others: what they name is neither carried out nor written to."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simlab as library
from simlab.errors import FolderError
from simlab.execution.store import Store
from simlab.experiment import trust
from simlab.experiment.run_folder import FORMAT
from simlab.files.checksum import seal_json

STRANGER = Path(__file__).parent / "stranger.py"
COIN = Path(__file__).parent / "coin"
EVIL = "from pathlib import Path\nPath('CARRIED_OUT').write_text('')\n"
COMMANDS = {
    "verify": ("verify", "got"),
    "resume": ("resume", "got"),
    "replay": ("replay", "got", "--game", "0"),
    "explain-move": ("explain-move", "got", "--game", "0", "--decision", "0"),
}

SOME_COMMANDS = pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=name, marks=[pytest.mark.long] * (name == "explain-move"))
        for name, words in COMMANDS.items()
    ],
)
"""All, of which one is long: it compiles a search."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with foreign code and runs of it, and a copy to reset it from.

    The run `got` has a policy from a file and is not finished; `tossed` is of a game.
    """
    folder = tmp_path_factory.mktemp("played") / "here"
    shutil.copytree(COIN, folder / "coin", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(STRANGER, folder / "mine.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trust, "records_folder", lambda: folder / "_records")
        options: dict[str, Any] = {"policy": ["careful", "hold"], "policy_file": folder / "mine.py"}
        library.run("pig", **options, games=200, out=folder / "got")
        library.run(str(folder / "coin"), games=100, out=folder / "tossed")
    (folder / "got" / "_manifest.json").unlink()
    return folder, Path(shutil.copytree(folder, folder.with_name("untouched")))


@pytest.fixture
def got(simlab, played, monkeypatch) -> Path:
    """The run `got`, in a folder that is as it was when both runs had been played.

    The folder is the same for all tests, and so its code is compiled once.
    """
    folder, untouched = played
    shutil.rmtree(folder)
    shutil.copytree(untouched, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(trust, "records_folder", lambda: folder / "_records")
    return Path("got")


def describe(run: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what a run folder says of itself."""
    file = run / "_resolved.json"
    described = json.loads(file.read_text())
    del described["checksum"]
    change(described)
    file.write_bytes(seal_json(described))


def forget(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a policy file of this name be imported again; its module has a private name."""
    for name in [name for name in sys.modules if name.startswith(f"{stem}_")]:
        monkeypatch.delitem(sys.modules, name)


@SOME_COMMANDS
def test_the_owner_of_a_run_need_not_say_anything(simlab, got, words) -> None:
    assert simlab(*words).code == 0


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget all code that this machine has played, as another machine would not know it."""
    monkeypatch.setattr("simlab.experiment.trust.records_folder", lambda: tmp_path / "_records")


def name_code(run: Path, path: Path, role: str) -> None:
    """Let a run folder name code outside of it, with the hashes of its files."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    hashes = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    def change(described: dict[str, Any]) -> None:
        described["identity"]["foreign_files"] = hashes
        if role == "policy":
            described["policy_files"] = [str(path.absolute())]
        else:
            described["game"]["found"] = str(path.absolute())

    describe(run, change)


def write_evil(path: Path) -> Path:
    """Write code that leaves a trace when it is imported: a file, or a package."""
    file = path if path.suffix == ".py" else path / "__init__.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(EVIL + STRANGER.read_text())
    return path


@pytest.mark.parametrize("path", ["got/games/mine.py", "theirs.py", "theirs", "got/games/theirs"])
@pytest.mark.parametrize("role", ["policy", "game"])
def test_code_that_this_machine_has_not_played_is_not_imported(simlab, got, path, role) -> None:
    name_code(got, write_evil(Path(path)), role)
    for words in COMMANDS.values():
        answer = simlab(*words)
        assert answer.code == 2
        assert "this machine has not played this code" in answer.err and "--trust" in answer.err
        assert len(answer.err.splitlines()) == 1
    assert not Path("CARRIED_OUT").exists()


def test_neither_a_page_nor_python_imports_it(simlab, got) -> None:
    assert simlab("resume", "got").code == 0
    name_code(got, write_evil(Path("theirs.py")), "policy")
    answer = simlab("report", "got")
    sentences = " ".join(answer.err.split())
    assert answer.code == 0 and "theirs.py: this machine has not played this code" in sentences
    with pytest.raises(FolderError, match="has not played this code"):
        _ = Store(got).experiment
    assert not Path("CARRIED_OUT").exists()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_another_version_of_code_is_imported_with_trust_only(
    simlab, got, monkeypatch, words
) -> None:
    forget("mine", monkeypatch)
    write_evil(Path("mine.py"))
    answer = simlab(*words)
    assert answer.code == 2 and "mine.py: this machine has not played this code" in answer.err
    assert not Path("CARRIED_OUT").exists()


@pytest.mark.parametrize("game", ["..", "mine.py", "./games"])
def test_a_game_named_by_any_path_is_not_imported(simlab, got, game) -> None:
    write_evil(Path("games"))
    write_evil(Path("../__init__.py"))
    write_evil(Path("mine.py"))
    describe(got, lambda d: d["game"].update(found=game))
    for words in COMMANDS.values():
        assert "has not played this code" in simlab(*words).err
    assert not Path("CARRIED_OUT").exists()
    Path("../__init__.py").unlink()


@SOME_COMMANDS
def test_on_another_machine_trust_is_given_once(simlab, got, elsewhere, words) -> None:
    answer = simlab("verify", "got")
    assert answer.code == 2 and "read it, then import it with --trust" in answer.err
    assert simlab("verify", "got", "--trust").code == 0
    assert simlab(*words).code == 0


def test_code_is_trusted_again_once_it_is_played(simlab, got, elsewhere) -> None:
    assert simlab("resume", "got", "--trust").code == 0
    words = ("--policy", "careful", "--policy", "hold", "--policy-file", "mine.py")
    assert simlab("run", "pig", *words, "--games", "200", "--out", "got").code == 0
    assert simlab("verify", "got").code == 0


def test_with_trust_it_is_imported_and_compared(simlab, got, monkeypatch) -> None:
    forget("mine", monkeypatch)
    write_evil(Path("mine.py"))
    answer = simlab("verify", "got", "--trust")
    assert Path("CARRIED_OUT").exists()
    assert "mine.py has changed" in answer.err


def test_a_changed_import_is_not_trusted(simlab, monkeypatch) -> None:
    Path("aid.py").write_text("")
    Path("helped.py").write_text(f"import aid\n{STRANGER.read_text()}")
    words = ("--policy", "careful", "--policy", "hold", "--policy-file", "helped.py")
    assert simlab("run", "pig", *words, "--games", "200", "--out", "got").code == 0
    forget("helped", monkeypatch)
    monkeypatch.delitem(sys.modules, "aid")
    Path("aid.py").write_text(EVIL)
    assert "aid.py: this machine has not played this code" in simlab("verify", "got").err
    assert not Path("CARRIED_OUT").exists()
    Path("aid.py").unlink()  # it cannot be imported any more
    assert "has not played this code" not in simlab("verify", "got").err


@pytest.mark.parametrize("file", ["__init__.py", "machine.so", "bare.pyc", "deeper/new.py"])
def test_every_file_of_a_package_must_be_as_it_was_played(simlab, got, file) -> None:
    assert simlab("verify", "tossed", "--sample", "10").code == 0
    changed = Path("coin") / file
    changed.parent.mkdir(exist_ok=True)
    with changed.open("a") as opened:
        opened.write("\n# another rule\n")
    answer = simlab("verify", "tossed")
    assert answer.code == 2 and f"{file}: this machine has not played this code" in answer.err


def test_a_damaged_record_trusts_nothing(simlab, got) -> None:
    for text in ("", "[]", "{", "null"):
        trust.record_file(Path("mine.py").resolve()).write_text(text)
        assert "has not played this code" in simlab("verify", "got").err


def test_a_report_writes_nothing_outside_its_folder(simlab, tmp_path) -> None:
    simlab("run", "taxis", "--players", "2", "--policy", "random", "--games", "200", "--out", "got")

    def rename(described: dict[str, Any]) -> None:
        for part in described["scenarios"][0]["facts"]["supplies"]:
            part["name"] = f"../../PWNED{tmp_path}"

    describe(Path("got"), rename)
    before = {path for path in tmp_path.rglob("*") if tmp_path / "got" not in path.parents}
    assert simlab("report", "got", "--full", "--assumptions", "0").code == 0
    assert before == {path for path in tmp_path.rglob("*") if tmp_path / "got" not in path.parents}
    assert list(Path("got/tables").glob("*PWNED*.csv"))


def test_a_run_made_with_another_engine_or_game_is_not_reported_as_if_it_were(simlab, got) -> None:
    for change, what in (
        (lambda d: d["identity"].update(engine=0), "made with engine 0, but this simlab has"),
        (lambda d: d["identity"].update(game=["pig", 99]), "made with game pig 99, but"),
    ):
        resolved = (got / "_resolved.json").read_text()
        describe(got, change)
        for words in COMMANDS.values():
            answer = simlab(*words)
            assert answer.code == 2 and what in answer.err
        answer = simlab("report", "got")
        assert answer.code == 0 and what in answer.err
        for page in ("report.html", "answer.md"):
            text = " ".join((got / page).read_text().replace("\N{NO-BREAK SPACE}", " ").split())
            assert f"This run was {what}" in text and "cannot be replayed" in text
        (got / "_resolved.json").write_text(resolved)
    describe(got, lambda d: d["identity"].update(format=99))
    for words in (*COMMANDS.values(), ("report", "got")):
        answer = simlab(*words)
        assert answer.code == 2 and "made with format 99, but this simlab has" in answer.err


SHAPES = [
    *("", "{", "[]", "{}", "null", "3", '{"identity": 3}', '{"scenarios": 3}'),
    f'{{"identity": {{"format": {FORMAT}}}}}',
    "[" * 3000,
]


@pytest.mark.parametrize("text", SHAPES, ids=[text[:12] for text in SHAPES])
def test_a_description_of_another_shape_is_one_clear_error(simlab, text: str) -> None:
    Path("got").mkdir()
    Path("got/_resolved.json").write_text(text)
    for words in (*COMMANDS.values(), ("report", "got")):
        answer = simlab(*words)
        assert answer.code == 2
        assert "got/_resolved.json: damaged: " in answer.err
        assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("key", ["identity", "scenarios", "game", "study", "policy_files", "name"])
def test_a_description_without_a_key_names_it(simlab, got, key: str) -> None:
    describe(got, lambda d: d.pop(key))
    answer = simlab("verify", "got")
    assert answer.code == 2 and f"damaged: {key} is missing" in answer.err


def test_an_example_game_of_simlab_is_trusted(simlab) -> None:
    file = Path(library.__file__).parent / "examples" / "race" / "race.py"
    assert simlab("run", file, "--games", "20", "--out", "run").code == 0
    assert simlab("verify", "run").code == 0
