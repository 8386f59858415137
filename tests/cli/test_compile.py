"""`simlab compile`: what it prints, and its exit codes."""

from __future__ import annotations

from tests.compiler.test_refusal import written


def test_a_game_that_is_translated(simlab, tmp_path) -> None:
    words = ("compile", written(tmp_path), "--games", "10")
    answer = simlab(*words)
    assert answer.code == 0
    assert "tiny_compiled.py is written. " in answer.out
    assert "all equal" in answer.out
    assert answer.err.startswith("Some games are played to see what the table holds")
    assert simlab("run", "tiny_compiled.py", "--games", "20").code == 0
    content = simlab(*words, "--json").json
    assert content["is_good"]
    assert content["refusals"] == []
    assert content["speedup"] > 0


def test_statements_that_are_not(simlab, tmp_path) -> None:
    file = written(tmp_path, never="self.turn = round(2.5, 1)")
    line = 1 + file.read_text().splitlines().index(f"{' ' * 12}self.turn = round(2.5, 1)")
    answer = simlab("compile", file)
    assert answer.code == 1
    reason = "round(2.5, 1): kernels round to whole numbers only"
    assert f"{file}:{line}: self.turn = round(2.5, 1)\n    {reason}" in answer.out
    assert "Nothing is written: 1 statement cannot be translated." in answer.out


def test_statements_that_are_not_as_json(simlab, tmp_path) -> None:
    refused = simlab("compile", written(tmp_path, never="self.turn = round(2.5, 1)"), "--json")
    assert refused.code == 1
    assert refused.json["file"] is None
    [only] = refused.json["refusals"]
    assert only["statement"] == "self.turn = round(2.5, 1)"


def test_bad_input(simlab) -> None:
    answer = simlab("compile", "pig")
    assert answer.code == 2
    assert answer.problems == ["game: Pig is a compiled game already"]
