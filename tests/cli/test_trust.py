"""Run folders of others: what they name is neither carried out nor written to."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STRANGER = Path(__file__).parent / "stranger.py"
COIN = Path(__file__).parent / "coin"
EVIL = "from pathlib import Path\nPath('CARRIED_OUT').write_text('')\n"
COMMANDS = {
    "verify": ("verify", "got"),
    "resume": ("resume", "got"),
    "replay": ("replay", "got", "--game", "0"),
    "explain-move": ("explain-move", "got", "--game", "0", "--decision", "0"),
}


@pytest.fixture
def got(simlab) -> Path:
    """A run with a policy from a file, unfinished."""
    shutil.copy(STRANGER, "mine.py")
    words = ("--policy", "careful", "--policy", "hold", "--policy-file", "mine.py")
    assert simlab("run", "pig", *words, "--games", "200", "--out", "got").code == 0
    Path("got/_manifest.json").unlink()
    return Path("got")


def describe(run: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what a run folder says of itself."""
    file = run / "_resolved.json"
    described = json.loads(file.read_text())
    change(described)
    file.write_text(json.dumps(described))


def forget(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a policy file of this name be imported again; its module has a private name."""
    for name in [name for name in sys.modules if name.startswith(f"{stem}_")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=name, marks=[pytest.mark.long] * (name == "explain-move"))
        for name, words in COMMANDS.items()
    ],
)
def test_the_owner_of_a_run_need_not_say_anything(simlab, got, words) -> None:
    assert simlab(*words).code == 0


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_code_in_a_run_folder_is_not_imported(simlab, got, words) -> None:
    evil = got / "games" / "mine.py"
    evil.write_text(EVIL + STRANGER.read_text())
    describe(got, lambda d: d.update(policy_files=[str(evil.absolute())]))
    answer = simlab(*words)
    assert answer.code == 2
    assert "code that comes with a run is imported with --trust only" in answer.err
    assert not Path("CARRIED_OUT").exists()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_other_code_than_played_the_run_is_imported_with_trust_only(
    simlab, got, monkeypatch, words
) -> None:
    forget("mine", monkeypatch)
    Path("mine.py").write_text(EVIL + STRANGER.read_text())
    answer = simlab(*words)
    assert answer.code == 2
    assert "mine.py has changed since the run was played" in answer.err
    assert not Path("CARRIED_OUT").exists()


def test_a_game_in_a_run_folder_is_not_imported(simlab, got) -> None:
    package = got / "games" / "evil"
    package.mkdir()
    (package / "__init__.py").write_text(EVIL)
    describe(got, lambda d: d["game"].update(found=str(package.absolute())))
    for words in COMMANDS.values():
        assert simlab(*words).code == 2
    assert not Path("CARRIED_OUT").exists()


def test_a_relative_path_is_not_imported(simlab, got) -> None:
    describe(got, lambda d: d.update(policy_files=["mine.py"]))
    assert "with --trust only" in simlab("verify", "got").err


def test_with_trust_it_is_imported_and_compared(simlab, got, monkeypatch) -> None:
    forget("mine", monkeypatch)
    Path("mine.py").write_text(EVIL + STRANGER.read_text())
    answer = simlab("verify", "got", "--trust")
    assert Path("CARRIED_OUT").exists()
    assert "mine.py has changed" in answer.err


def test_a_game_by_path_is_verified_until_its_code_changes(simlab) -> None:
    shutil.copytree(COIN, "coin", ignore=shutil.ignore_patterns("__pycache__"))
    assert simlab("run", "./coin", "--games", "100", "--out", "tossed").code == 0
    assert simlab("verify", "tossed", "--sample", "10").code == 0
    with Path("coin/__init__.py").open("a") as file:
        file.write("\n# another rule\n")
    answer = simlab("verify", "tossed")
    assert (
        answer.code == 2 and "coin/__init__.py has changed since the run was played" in answer.err
    )


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
        (got / "_resolved.json").write_text(resolved)
    describe(got, lambda d: d["identity"].update(format=99))
    for words in (*COMMANDS.values(), ("report", "got")):
        answer = simlab(*words)
        assert answer.code == 2 and "made with format 99, but this simlab has" in answer.err


SHAPES = [
    *("", "{", "[]", "{}", "null", "3", '{"identity": 3}', '{"scenarios": 3}'),
    '{"identity": {"format": 2}}',
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
