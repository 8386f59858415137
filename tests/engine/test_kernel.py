"""Compiled kernels are kept on disk, and never outlive what they were made from."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from simlab.engine import cache
from simlab.engine.cache import fingerprint, home_of, prune
from simlab.engine.kernel import bound
from tests.support.compiled_pig import HOLD, ROLL
from tests.support.forked_program import start_program

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
FINGERPRINT: Callable[[tuple[Path, ...]], str] = fingerprint.__wrapped__
"""Reads the files at each call, where the cached one reads them once per process."""

KERNEL = "from simlab.engine.kernel import kernel\n"
PRICE = f"{KERNEL}\n@kernel\ndef price() -> int:\n    return 3\n"
DEARER = PRICE.replace("3", "4")
TOTAL = "\n@kernel\ndef total(n: int) -> int:\n    return n * price()\n"
POLICY = f"""
from simlab.game.policy import policy

@policy()
def idle(rules, state, seat, menu, traits, memory, rng):
    "Holds."
    return {HOLD}
"""
FACTORY = """
from simlab.game.policy import policy

def always(choice):
    @policy()
    def stubborn(rules, state, seat, menu, traits, memory, rng):
        "Always does the same."
        return choice
    return stubborn
"""


FACTORY_WITH_KERNEL = """
from simlab.engine.kernel import kernel
from simlab.game.policy import policy

def always(choice):
    @kernel
    def decide():
        return choice
    @policy()
    def stubborn(rules, state, seat, menu, traits, memory, rng):
        "Always does the same."
        return decide()
    return stubborn
"""
COUNTDOWN = """
@kernel
def total(n: int) -> int:
    return 0 if n == 0 else 3 + total(n - 1)
"""


class Desk:
    """A folder with a stranger's code and a cache; each question is asked in a new process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kernels = folder / "cache" / "kernels"

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text)

    def ask(self, setting: str, question: str) -> Any:
        process = start_program(
            f"import json\n{setting}\nprint(json.dumps({question}))",
            folder=Path.cwd(),
            environment={
                **os.environ,
                "PYTHONPATH": f"{ROOT}{os.pathsep}{self.folder}",
                "PYTHONDONTWRITEBYTECODE": "1",
                "SIMLAB_CACHE_DIR": str(self.folder / "cache"),
            },
        )
        out, err = process.communicate()
        assert process.returncode == 0, err
        return json.loads(out)

    def total(self, module: str) -> tuple[int, int]:
        """Return what ten cost and how many kernels had to be compiled to say so."""
        total, misses = self.ask(
            f"from {module} import total",
            "[total(10), sum(total.for_python.stats.cache_misses.values())]",
        )
        return total, misses

    def answers(self, policies: str) -> list[list[int]]:
        """Return what these `policies` of Pig answer, and how many times each was compiled."""
        setting = f"""
{policies}
from simlab.engine.build import compiled_policy, new_scratch
from simlab.engine.record import row_of
from simlab.engine.record import new
from simlab.catalog import find_game
GAME = find_game("pig")
asked = [compiled_policy(policy, GAME) for policy in policies]
rows = new(GAME.rules_row), new(GAME.state_row), new_scratch(GAME, policies)
rules, state, scratch = (row_of(row) for row in rows)"""
        answers = "[ask(rules, state, 0, 2, scratch) for ask in asked]"
        misses = "[sum(ask.stats.cache_misses.values()) for ask in asked]"
        result: list[list[int]] = self.ask(setting, f"[{answers}, {misses}]")
        return result

    def folders(self, name: str) -> list[Path]:
        return sorted(self.kernels.glob(f"{name}-*"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def shop(desk: Desk) -> Desk:
    """A desk with a package whose kernel calls one in another file."""
    desk.write("shop/__init__.py", "")
    desk.write("shop/price.py", PRICE)
    desk.write("shop/total.py", f"{KERNEL}from shop.price import price\n{TOTAL}")
    return desk


def test_an_unchanged_kernel_is_compiled_once_and_its_folder_counts_as_used(shop: Desk) -> None:
    assert shop.total("shop.total") == (30, 1)
    (folder,) = shop.folders("shop")
    os.utime(folder, (1_000_000, 1_000_000))
    assert shop.total("shop.total") == (30, 0)
    assert folder.stat().st_mtime > 1_000_000


def test_a_change_in_another_file_of_the_package_is_noticed(shop: Desk) -> None:
    assert shop.total("shop.total") == (30, 1)
    shop.write("shop/price.py", DEARER)
    assert shop.total("shop.total") == (40, 1)
    shop.write("shop/price.py", PRICE)
    assert shop.total("shop.total") == (30, 0)
    assert len(shop.folders("shop")) == 2


@pytest.mark.long
def test_the_code_of_a_lone_file_is_kept_and_goes_with_the_file(desk: Desk) -> None:
    desk.write("lone.py", PRICE + TOTAL)
    assert desk.total("lone") == (30, 1)
    assert desk.total("lone") == (30, 0)
    desk.write("lone.py", DEARER + TOTAL)
    assert desk.total("lone") == (40, 1)


def test_a_change_in_a_file_beside_a_lone_one_is_noticed(desk: Desk) -> None:
    desk.write("price.py", PRICE)
    desk.write("lone.py", f"{KERNEL}from price import price\n{TOTAL}")
    assert desk.total("lone")[0] == 30
    desk.write("price.py", DEARER)
    assert desk.total("lone")[0] == 40


@pytest.mark.long
def test_a_change_in_a_package_that_a_lone_file_calls_is_noticed(shop: Desk) -> None:
    shop.write("lone.py", f"{KERNEL}from shop.price import price\n{TOTAL}")
    shop.total("lone")
    shop.write("shop/price.py", DEARER)
    assert shop.total("lone")[0] == 40


READ = f"import json\nfrom pathlib import Path\n{KERNEL}HERE = Path(__file__).parent\n"
LIMIT = f"{KERNEL}LIM = 3\n\n@kernel\ndef lim() -> int:\n    return LIM\n"
JSON = "json.loads((HERE / 'w.json').read_text())"
MAKER = """
def made(limit):
    @kernel
    def lim():
        return limit
    return lim
"""
READERS = {
    "kernel_of_a_package": ("import lib.hl\n", "lib.hl.lim()"),
    "kernel_by_name": ("from lib.hl import lim\n", "lim()"),
    "value_of_a_package": ("from lib import hl\n", "hl.LIM"),
    "value_by_name": ("from lib.hl import LIM\n", "LIM"),
    "number": (f"LIM = {JSON}\n", "LIM"),
    "list": (f"LIM = tuple([0, {JSON}])\n", "LIM[1]"),
    "array": ("import numpy\nLIM = numpy.load(HERE / 'w.npy')\n", "LIM[1]"),
    "enum": (
        f"from enum import IntEnum\nLIM = IntEnum('LIM', {{'LOW': {JSON}}})\n",
        "LIM.LOW.value",
    ),
    "closure": (f"{MAKER}\nlim = made({JSON})\n", "lim()"),
    "default": (f"@kernel\ndef lim(n={JSON}):\n    return n\n", "lim()"),
}


def test_a_change_in_what_a_kernel_reads_from_elsewhere_is_noticed(desk: Desk) -> None:
    for name, (before, limit) in READERS.items():
        total = f"\n@kernel\ndef total(n: int) -> int:\n    return n * {limit}\n"
        desk.write(f"reads_{name}/lone.py", READ.replace("parent", "parents[1]") + before + total)
    modules = [f"reads_{name}.lone" for name in READERS]
    totals = f"[importlib.import_module(name).total(10) for name in {modules}]"
    for limit in (3, 4):
        desk.write("lib/hl.py", LIMIT.replace("3", str(limit)))
        desk.write("w.json", str(limit))
        np.save(desk.folder / "w.npy", np.array([0, limit]))
        assert desk.ask("import importlib", totals) == [10 * limit] * len(READERS)


def test_a_value_that_has_not_changed_compiles_nothing(desk: Desk) -> None:
    desk.write("w.json", "3")
    desk.write("lone.py", f"{READ}LIM = {JSON}\n{TOTAL.replace('price()', 'LIM')}")
    assert desk.total("lone") == (30, 1)
    assert desk.total("lone") == (30, 0)


def test_damaged_code_is_compiled_again(desk: Desk) -> None:
    modules = "empty", "cut", "noise", "exchanged"
    for module in modules:
        desk.write(f"{module}.py", PRICE + TOTAL)
    question = f"""[
    [total(10), sum(total.for_python.stats.cache_misses.values())]
    for total in (__import__(module).total for module in {modules})]"""
    assert desk.ask("", question) == [[30, 1]] * 4
    codes = {module: next(desk.kernels.glob(f"{module}-*/total.*")) for module in modules}
    content = codes["noise"].read_bytes()
    codes["empty"].write_bytes(b"")
    codes["cut"].write_bytes(codes["cut"].read_bytes()[:-100])
    codes["noise"].write_bytes(content[:1000] + os.urandom(100) + content[1100:])
    codes["exchanged"].write_bytes(next(desk.kernels.glob("exchanged-*/*/price.*")).read_bytes())
    assert desk.ask("", question) == [[30, 1]] * 4
    assert desk.ask("", question) == [[30, 0]] * 4


def test_code_that_cannot_be_written_is_used_all_the_same(desk: Desk) -> None:
    desk.write("lone.py", PRICE + TOTAL)
    full = """
import errno
from pathlib import Path
def write_bytes(self, content):
    raise OSError(errno.ENOSPC, "No space left on device")
Path.write_bytes = write_bytes
from lone import total"""
    assert desk.ask(full, "total(10)") == 30
    assert [*desk.kernels.rglob("*.code"), *desk.kernels.rglob("*.tmp")] == []
    assert desk.total("lone") == (30, 1)


def test_a_cache_that_cannot_be_made_is_done_without(desk: Desk) -> None:
    desk.write("lone.py", PRICE + TOTAL)
    desk.write("cache/kernels", "a file where the folder should be")
    assert desk.total("lone") == (30, 1)


def test_the_last_written_codes_of_a_function_are_kept(tmp_path: Path) -> None:
    for age in range(5):
        (tmp_path / f"roll.{age}").touch()
        os.utime(tmp_path / f"roll.{age}", (1_000_000 - age, 1_000_000 - age))
    prune(tmp_path.glob("roll.*"), 3)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["roll.0", "roll.1", "roll.2"]


@pytest.mark.long
def test_a_strangers_policy_is_compiled_once(desk: Desk) -> None:
    desk.write("policies.py", POLICY)
    file = desk.folder / "policies.py"
    setting = f"""
from pathlib import Path
from simlab.catalog import import_file
from simlab.engine.build import compiled_policy
from simlab.catalog import find_game
GAME = find_game("pig")
stats = compiled_policy(import_file(Path({str(file)!r})).idle, GAME).stats"""
    misses = "sum(stats.cache_misses.values())"
    assert [desk.ask(setting, misses), desk.ask(setting, misses)] == [1, 0]


@pytest.mark.long
def test_namesakes_in_two_files_of_a_package_are_kept_apart(desk: Desk) -> None:
    desk.write("club/__init__.py", "")
    desk.write("club/holder.py", POLICY)
    desk.write("club/roller.py", POLICY.replace(str(HOLD), str(ROLL)))
    policies = "from club import holder, roller\npolicies = holder.idle, roller.idle"
    assert desk.answers(policies) == [[HOLD, ROLL], [1, 1]]
    assert desk.answers(policies) == [[HOLD, ROLL], [0, 0]]


def test_a_kernel_may_call_itself(desk: Desk) -> None:
    desk.write("countdown.py", KERNEL + COUNTDOWN)
    assert desk.total("countdown") == (30, 1)
    assert desk.total("countdown") == (30, 0)


def test_what_kernels_alone_call_is_not_compiled_for_python(shop: Desk) -> None:
    setting = "from shop.total import price, total\ntotal(10)"
    assert shop.ask(setting, "['for_python' in vars(kernel) for kernel in (price, total)]") == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    "factory", [FACTORY, pytest.param(FACTORY_WITH_KERNEL, marks=pytest.mark.long)]
)
def test_policies_made_by_one_function_are_kept_apart(desk: Desk, factory: str) -> None:
    desk.write("factory.py", factory)
    policies = f"from factory import always\npolicies = always({HOLD}), always({ROLL})"
    assert desk.answers(policies) == [[HOLD, ROLL], [1, 1]]
    assert desk.answers(policies) == [[HOLD, ROLL], [0, 0]]


def test_a_fingerprint_tells_any_change_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, lone = tmp_path / "package", tmp_path / "lone.py"
    (package / "rules").mkdir(parents=True)
    (package / "rules" / "turn.py").write_text("one")
    lone.write_text("one")
    seen = [FINGERPRINT((package,)), FINGERPRINT((lone,)), FINGERPRINT((package, lone))]
    (package / "rules" / "turn.py").write_text("two")
    seen.append(FINGERPRINT((package,)))
    (package / "rules" / "turn.py").rename(package / "rules" / "draw.py")
    seen.append(FINGERPRINT((package,)))
    (package / "policies.py").touch()
    seen.append(FINGERPRINT((package,)))
    for flag in cache.FLAGS:
        monkeypatch.setenv(flag, "1")
        seen.append(FINGERPRINT((package,)))
    monkeypatch.setattr(numba, "__version__", "1.0")
    seen.append(FINGERPRINT((package,)))
    assert len(set(seen)) == len(seen)


def test_the_engine_is_part_of_every_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = FINGERPRINT((tmp_path,))
    monkeypatch.setattr(cache, "ENGINE", tmp_path)
    assert FINGERPRINT((tmp_path,)) != before


def test_the_shipped_games_are_part_of_a_strangers_fingerprint_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pig = cache.GAMES / "pig"
    before = FINGERPRINT((tmp_path,)), FINGERPRINT((pig,))
    monkeypatch.setattr(cache, "GAMES", tmp_path)
    assert FINGERPRINT((tmp_path,)) != before[0]
    assert FINGERPRINT((pig,)) == before[1]


def test_a_file_belongs_to_its_game_its_package_or_itself(tmp_path: Path) -> None:
    for file in ("lone.py", "game/__init__.py", "game/rules/__init__.py", "game/rules/turn.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    assert home_of(tmp_path / "lone.py") == tmp_path / "lone.py"
    assert home_of(tmp_path / "game" / "rules" / "turn.py") == tmp_path / "game"
    assert home_of(cache.GAMES / "taxis" / "rules" / "turn.py") == cache.GAMES / "taxis"
    assert home_of(cache.ENGINE / "rng.py") == cache.ENGINE
    for_translations = cache.SIMLAB / "compiler" / "runtime.py"
    assert home_of(for_translations) == for_translations, "a new page keeps the code of all games"


def test_the_last_used_folders_of_a_package_are_kept(tmp_path: Path) -> None:
    for age in range(cache.KEPT + 3):
        folder = tmp_path / f"pig-{age:016x}"
        folder.mkdir()
        (folder / "roll.code").touch()
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "taxis-0000000000000000").mkdir()
    prune(tmp_path.glob("pig-*"), cache.KEPT)
    kept = [f"pig-{age:016x}" for age in range(cache.KEPT)]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == [*kept, "taxis-0000000000000000"]


def test_a_new_folder_makes_a_process_prune(shop: Desk) -> None:
    for age in range(cache.KEPT):
        folder = shop.kernels / f"shop-{age:016x}"
        folder.mkdir(parents=True)
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    shop.total("shop.total")
    assert len(shop.folders("shop")) == cache.KEPT
    assert not (shop.kernels / f"shop-{cache.KEPT - 1:016x}").exists()


def dear() -> int:
    return 9


def bill() -> int:
    return 2 * dear()


def test_a_bound_copy_calls_what_it_is_given() -> None:
    copy = bound(bill, "cheap_bill", dear=lambda: 1)
    assert (copy(), bill()) == (2, 18)
    assert copy.__qualname__ == "cheap_bill"


DISCOUNT = f"""{KERNEL}
@kernel
def discount(n: int) -> int:
    if n > 3:
        raise ValueError("no", n)
    return n

@kernel
def total(n: int) -> int:
    return 10 - discount(n)
"""
IS_LINKED = "[type(code.library).__name__ == 'LinkedLibrary' for code in {}.overloads.values()]"


def test_what_only_kernels_call_is_linked_into_them(desk: Desk) -> None:
    """It has no machine code of its own, compiled now or read from disk."""
    desk.write("shop.py", DISCOUNT)
    setting = "from shop import discount, total\n{}\nanswer = total(1)"
    is_total_linked, is_discount_linked = map(IS_LINKED.format, ("total.for_python", "f"))
    question = f"[answer, {is_total_linked}, {is_discount_linked}]"
    for _ in range(2):
        first = setting.format("f = discount.for_kernels\nf.compile('int64(int64)')")
        assert desk.ask(first, question) == [9, [False], [True]]


def test_what_is_linked_belongs_to_what_is_run(desk: Desk) -> None:
    """LLVM then inlines what is called in one place, and leaves out what nothing calls."""
    desk.write("shop.py", DISCOUNT)
    setting = "from shop import total\ntotal(1)\n[code] = total.for_python.overloads.values()"
    question = "'linkonce_odr' in code.library.get_llvm_str()"
    assert not desk.ask(setting, question)


def test_an_error_in_what_is_linked_reaches_the_caller(desk: Desk) -> None:
    desk.write("shop.py", DISCOUNT)
    setting = """
from shop import total
try:
    total(4)
except ValueError as error:
    words = str(error)
"""
    assert [desk.ask(setting, "words") for _ in range(2)] == ["('no', 4)"] * 2


def test_a_rare_kernel_is_called_and_a_usual_one_is_inlined(desk: Desk) -> None:
    """Also if it is read from disk, and an error in it reaches the caller."""
    imported = KERNEL.replace("import kernel", "import kernel, rare")
    rare_discount = DISCOUNT.replace(KERNEL, imported).replace("@kernel\ndef d", "@rare\ndef d")
    setting = """
from {0} import total
answer = total(1)
try:
    total(4)
except ValueError as error:
    words = str(error)
[code] = total.for_python.overloads.values()
defined = [line for line in code.library.get_llvm_str().splitlines() if line.startswith("define")]
"""
    question = "[answer, words, any('discount' in line for line in defined)]"
    for name, text, is_called in (("shop", DISCOUNT, False), ("market", rare_discount, True)):
        desk.write(f"{name}.py", text)
        compiled, read = (desk.ask(setting.format(name), question) for _ in range(2))
        assert compiled == [9, "('no', 4)", is_called]
        # of machine code that is read from disk, nothing but what it does is known
        assert read[:2] == compiled[:2]
