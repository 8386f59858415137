"""Catalogue of games and policies: finds them by name, shipped, installed or in a file."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

import simlab.games
import simlab.plain.mixture as plain_mixture
import simlab.plain.restriction as plain_restriction
import simlab.plain.search as plain_search
from simlab import shell
from simlab.errors import InputError, Problem, did_you_mean, not_one_of
from simlab.files.error_origin import is_refusal, place_of
from simlab.files.imports import with_imports
from simlab.files.paths import COMPILED, is_file, names_folder
from simlab.game.definition import Game
from simlab.game.player_file import (
    find_player,
    folders_of_players,
    is_player,
    needs_kernels,
    player_names,
)
from simlab.game.policy import AT, BASE, Policy, Trait
from simlab.plain.definition import PlainDefinition
from simlab.plain.exits import refuse_exits
from simlab.plain.priority_list import TOML, read_lists
from simlab.players.mixture import DEFAULT_SHARE, OR, SHARE, mix_policies
from simlab.players.restriction import JOINT, NEVER, restrict_policy
from simlab.players.search import SEARCH, SENTENCE, own_traits, search_over
from simlab.players.trained import read_player

ENTRY_POINTS = "simlab.games"
SearchPath = tuple[tuple[str, int], ...]
"""The folders in which Python looks for packages, each with the time when it was last written."""
Version = dict[Path, tuple[int, int] | None]
"""Files with the time when they were last written, in nanoseconds, and their size in bytes."""
IS_PLAIN_PYTHON = ContextVar("is_plain_python", default=False)
"""Whether plain games shall be played as they are, see `simlab.plain_python`."""
_HAS_LEARNT_PLAYERS = ContextVar("has_learnt_players", default=True)
"""Whether learnt players beside the file of a game sit at its tables."""
_VERSIONS: dict[str, Version] = {}
"""Of each module that was imported by its path: its file and all that it imports, as they were."""


def game_names() -> list[str]:
    """Return the names of all games, the shipped ones first."""
    shipped = sorted(module.name for module in pkgutil.iter_modules(simlab.games.__path__))
    return shipped + sorted(point.name for point in _find_installed(_search_path()))


def find_game(name: str, policy_files: Iterable[str | Path] = ()) -> Game:
    """Return a game by its name, or by the path of a package or file that defines GAME.

    A plain game is returned as kernels if one of the policy files is a player that needs them. So
    is one that comes with simlab, unless one of them has policies in plain Python or priority
    lists.

    Raises:
        InputError: there is no such game, the file defines none, or a player needs kernels and the
            game cannot be translated.
    """
    game, module = _game_as_defined(name)
    files = [Path(file) for file in policy_files] if game.is_plain else []
    is_shipped = game.is_plain and bool(module)
    if any(map(needs_kernels, files)):
        return in_kernels(game, module)
    if is_shipped and not any(map(_has_plain_policies, files)):
        return in_kernels(game, module)
    return game


def game_to_play(name: str, policy_files: Iterable[str | Path] = ()) -> Game:
    """Return a game as it is played: as `find_game` does, but with all players that it has.

    A plain game beside whose file lies a learnt player, see `simlab train`, is returned as kernels,
    unless plain Python is asked for, a policy file has policies in plain Python, or a policy of the
    game itself has no kernel. Then that player cannot sit at its tables.

    Raises:
        InputError: see `find_game`.
    """
    files = [Path(file) for file in policy_files]
    game = find_game(name, files)
    if IS_PLAIN_PYTHON.get() or not _HAS_LEARNT_PLAYERS.get():
        return game
    if not game.is_plain or any(map(_has_plain_policies, files)):
        return game
    if not any(map(needs_kernels, folders_of_players(game))):
        return game
    try:
        kernels = in_kernels(game)
    except InputError:
        return game
    return game if _policies_without_translation(kernels) else kernels


@contextmanager
def without_learnt_players() -> Iterator[None]:
    """Let `game_to_play` return a plain game as it is written, without its learnt players.

    For questions that forbid rows of a table, which only the written game knows as choices.
    """
    token = _HAS_LEARNT_PLAYERS.set(False)
    try:
        yield
    finally:
        _HAS_LEARNT_PLAYERS.reset(token)


def _game_as_defined(name: str) -> tuple[Game, str]:
    """Return a game as it is defined, and its module if it comes with simlab.

    Raises:
        InputError: there is no such game, or the file defines none.
    """
    if is_path(name):
        return _game_of(import_file(Path(name)), name), ""
    if name not in game_names():
        raise InputError(not_one_of(name, game_names()), "game")
    for point in _find_installed(_search_path()):
        if point.name == name:
            return _game_of(point.load(), name), ""
    module = importlib.import_module(f"{simlab.games.__name__}.{name}")
    return _game_of(module, name), module.__name__


def _has_plain_policies(file: Path) -> bool:
    """Return whether policies of a file play games in plain Python only."""
    if not is_code(file):
        return file.suffix == TOML
    return any(policy.is_plain for policy in _policies_in(file))


@cache
def in_kernels(plain: Game, module: str = "") -> Game:
    """Return a plain game as kernels, which play under its name.

    They are made on first use. If it is the GAME of a module of simlab, its tests prove, for all
    users, what `simlab compile` proves of other games.

    Raises:
        InputError: it cannot be translated.
    """
    # both take long to import, and only plain games need them
    from simlab.compiler import kept_translation, shipped

    assert isinstance(plain, PlainDefinition), "others are kernels"
    if module:
        file = shipped.translation_of(plain, module)
    else:
        file = kept_translation.translation_of(plain)
    return replace(_game_of(import_file(file), plain.name), name=plain.name, plain=plain)


def _search_path() -> SearchPath:
    """Return the folders in which packages may be, as they are now."""
    return tuple((folder, _last_write(Path(folder))) for folder in sys.path)


def _last_write(path: Path) -> int:
    """Return when a folder was last written, in nanoseconds; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _find_installed(search_path: SearchPath) -> tuple[EntryPoint, ...]:
    """Return the games of installed packages; to look through all packages takes milliseconds."""
    return tuple(entry_points(group=ENTRY_POINTS))


def is_path(game: str) -> bool:
    """Return whether a game is given by the path of its code, not by name."""
    is_written_as_path = game.endswith(".py") or names_folder(game)
    return is_written_as_path or (game not in game_names() and _is_package(game))


def _is_package(name: str) -> bool:
    return bool(name) and file_in(Path(name)) is not None


def file_in(folder: Path) -> Path | None:
    """Return the file of a game in a folder: that of a package, or one with the folder's name."""
    files = (folder / "__init__.py", folder / f"{folder.resolve().name}.py")
    return next((file for file in files if is_file(file)), None)


def name_of(game: Game) -> str:
    """Return the name or the path by which `find_game` finds a game.

    Raises:
        InputError: it is not the GAME of a module.
    """
    defined = game.unmeasured or game
    if defined.is_in_kernels and defined.plain is not None:
        defined = defined.plain
    modules = {
        name: module
        for name, module in list(sys.modules.items())
        if vars(module).get("GAME") is defined and _holds(module, defined.home)
    }
    if not modules:
        raise InputError("is not the GAME of the package that defines it", "game", f"{game.name}")
    name, module = min(modules.items())
    if name.startswith(f"{simlab.games.__name__}."):
        return name.rpartition(".")[2]
    file = Path(str(module.__file__))
    return str(file.parent if file.name == "__init__.py" else file)


def _holds(module: ModuleType, file: Path) -> bool:
    """Return whether a file is the module's own or belongs to its package."""
    module_file = Path(getattr(module, "__file__", None) or "")
    return module_file == file or (
        module_file.name == "__init__.py" and file.is_relative_to(module_file.parent)
    )


def _game_of(defined: object, name: str) -> Game:
    game = defined if isinstance(defined, Game) else getattr(defined, "GAME", None)
    if not isinstance(game, Game):
        names = [key for key, value in vars(defined).items() if isinstance(value, Game)]
        remedy = (
            f"call its game GAME, not {names[0]}"
            if names
            else "end it with the game, such as GAME = define(Dash, sprinter)"
        )
        raise InputError(f"defines no GAME; {remedy}", name)
    return game


def import_file(path: Path) -> ModuleType:
    """Import a Python file or a package folder by its path, once.

    Raises:
        InputError: there is no such file, or it cannot be imported.
    """
    file = file_in(path) if path.is_dir() else path
    if file is None:
        name = path.resolve().name
        raise InputError(f"{path}: is a folder without __init__.py or {name}.py")
    if not file.is_file():
        raise InputError(f"{path}: no such file")
    if file.name != "__init__.py":
        path = file
    if file.suffix != ".py":
        raise InputError(f"{path}: is not a Python file; its name must end in .py")
    name = _module_name(path.resolve())
    known_module = sys.modules.get(name)
    if known_module is not None and getattr(known_module, "__file__", None) == str(file.resolve()):
        return known_module
    if str(path.resolve().parent) not in sys.path:
        sys.path.append(str(path.resolve().parent))
    refuse_exits()
    spec = importlib.util.spec_from_file_location(name, file.resolve())
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _without_bytecode():
            spec.loader.exec_module(module)
    except InputError as error:
        del sys.modules[name]
        raise InputError([problem.within(str(path)) for problem in error.problems]) from error
    except KeyboardInterrupt:
        del sys.modules[name]
        raise
    except BaseException as error:  # an author's code may raise anything
        del sys.modules[name]
        origin = "" if isinstance(error, SyntaxError) else place_of(error)
        at = f" ({origin})" if origin else ""
        remedy = _remedy(path, error) if isinstance(error, ImportError) else ""
        failure = "" if is_refusal(error) else f"cannot be imported: {type(error).__name__}: "
        raise InputError(f"{path}: {failure}{error}{at}{remedy}") from error
    _VERSIONS[name] = version_of(with_imports({file.resolve()}))
    return module


def _remedy(path: Path, error: ImportError) -> str:
    """Return what helps where a file asks for something of simlab that is not there."""
    if path.stem.endswith(COMPILED):
        plain = path.with_name(f"{path.stem.removesuffix(COMPILED)}.py")
        command = shell.join(["simlab", "compile", str(plain)])
        return f"; it was made by another version of simlab, make it again: {command}"
    if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("simlab."):
        return "; games and policies import from simlab.plain, simlab.parts and simlab.game"
    return ""


def version_of(files: Iterable[Path]) -> Version:
    """Return when files were last written, and their sizes; None for one that is gone."""
    stats = {file: file.stat() if file.is_file() else None for file in files}
    return {file: stat and (stat.st_mtime_ns, stat.st_size) for file, stat in stats.items()}


def version_at_import(path: Path) -> Version:
    """Return the files of a module that was imported by its path, as they were then.

    Nothing for other modules.
    """
    return _VERSIONS.get(_module_name(path.resolve()), {})


def forget_changed_modules() -> None:
    """Forget modules that were imported by their paths and of which a file has changed since.

    They are imported again when they are looked for: a game that is edited between two calls of a
    notebook is played as it is in its file.
    """
    for name, version in list(_VERSIONS.items()):
        if version != version_of(version):
            _forget(name)


def forget_module(path: Path) -> None:
    """Forget a module that was imported by its path."""
    _forget(_module_name(path.resolve()))


def _forget(name: str) -> None:
    """Forget a module, and what it imports from outside the environment."""
    files = {str(file) for file in _VERSIONS.pop(name)}
    for module_name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in files:
            del sys.modules[module_name]


@contextmanager
def _without_bytecode() -> Iterator[None]:
    """Import without writing `__pycache__` into folders of the user."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _module_name(path: Path) -> str:
    """Return a unique module name; a package keeps its own name if it is free.

    A file called copy.py or numpy.py must not replace that module.
    """
    existing = importlib.util.find_spec(path.name) if path.name.isidentifier() else None
    if path.is_dir() and (existing is None or existing.origin == str(path / "__init__.py")):
        return path.name
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    return f"{path.stem.replace('.', '_')}_{digest}"


def is_code(file: Path) -> bool:
    """Return whether policies are in Python: not in the folder of a player or a TOML file."""
    is_folder_of_data = file.is_dir() and not _is_package(str(file))
    return not (is_player(file) or is_folder_of_data or file.suffix == TOML)


def policies_of(game: Game, files: Iterable[Path] = ()) -> list[Policy]:
    """Return the policies of a game, those defined in `files` first.

    A file is Python, a TOML file of priority lists, or the folder of a player.
    """
    policies: list[Policy] = []
    for file in files:
        if not is_code(file):
            policies += [read_player(file, game)] if file.is_dir() else read_lists(file, game)
            continue
        policies += _policies_in(file)
    return policies + list(game.policies)


def _policies_in(file: Path) -> list[Policy]:
    """Return the policies that a Python file defines.

    Raises:
        InputError: there is none.
    """
    policies = [value for value in vars(import_file(file)).values() if isinstance(value, Policy)]
    if not policies:
        raise InputError(f"{file}: defines no policy; put @policy() above a function")
    return policies


def find_policy(
    written: str, policies: Sequence[Policy], players: int, game: Game | None = None
) -> Policy:
    """Return the policy written as `name` or `name:trait=0.8,trait=2`, for `players` seats.

    With a game, `search:base=name,trait=2` is valid too; the default base is the last policy. So
    are the name of a player, `@name`, `name:never=kind+kind`, which makes no choices of these
    kinds, and `name:or=other,share=0.3`, which plays a share of its games as another policy.

    Raises:
        InputError: the policy, a trait or a kind is unknown, a value is no number or out of range,
            or the policy does not play with this number of players.
    """
    if game is None:
        return _single(written, policies, players, game)
    name, _, weights = written.partition(":")
    settings = [setting.strip() for setting in weights.split(",") if setting.strip()]
    never, settings = _set_apart(NEVER, name, settings)
    alternative, settings = _set_apart(OR, name, settings)
    if alternative is None:
        policy = _single(_join_items(name, settings), policies, players, game)
    else:
        policy = _mixture(name, alternative, settings, policies, players, game)
    if never is None:
        return policy
    restrict = plain_restriction.restrict_policy if game.is_plain else restrict_policy
    return restrict(policy, [kind.strip() for kind in never.split(JOINT)], game)


def _set_apart(key: str, name: str, settings: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the value of one key of a policy, None if it is not given, and the other items.

    Raises:
        InputError: it is given twice.
    """
    matches = [setting for setting in settings if setting.partition("=")[0].strip() == key]
    if len(matches) > 1:
        raise InputError("is given twice", "policy", name, key)
    value = matches[0].partition("=")[2].strip() if matches else None
    return value, [setting for setting in settings if setting not in matches]


def _join_items(name: str, settings: Sequence[str]) -> str:
    """Return the written form of a policy with some items: `name:trait=0.8`."""
    return f"{name}:{','.join(settings)}" if settings else name


def _mixture(
    name: str,
    alternative: str,
    settings: Sequence[str],
    policies: Sequence[Policy],
    players: int,
    game: Game,
) -> Policy:
    """Return the policy that plays each game as one of two.

    Raises:
        InputError: see `find_policy`.
    """
    share, traits = _set_apart(SHARE, name, settings)
    first_policy = _single(_join_items(name, traits), policies, players, game)
    if ":" in alternative:
        raise InputError(
            f"{alternative} sets traits; a second policy has none, but may be a player",
            "policy",
            OR,
        )
    second_policy = _single(alternative, policies, players, game)
    mix = plain_mixture.mix_policies if game.is_plain else mix_policies
    policy = mix(first_policy, second_policy, DEFAULT_SHARE, game)
    weights = {} if share is None else _weights(policy, f"{SHARE}={share}")
    return policy.with_weights(**weights)


def _single(written: str, policies: Sequence[Policy], players: int, game: Game | None) -> Policy:
    """Return the policy written as `name` or `name:trait=0.8,trait=2`.

    Raises:
        InputError: see `find_policy`.
    """
    name, _, weights = written.partition(":")
    if game is not None:
        policies = [*policies, *_players_in(written, policies, players, game)]
    by_name = {policy.name: policy for policy in reversed(policies)}
    by_name |= {policy.name: policy for policy in reversed(policies) if policy.can_sit(players)}
    if name == SEARCH and game is not None and name not in by_name:
        policy, weights = _search(game, weights, policies, players)
    elif name in by_name:
        policy = by_name[name]
    elif game is not None and game.is_in_kernels and name in _policies_without_translation(game):
        raise InputError(_needs_plain_python(name), "policy")
    else:
        raise InputError(not_one_of(name, policy_names(policies, game)), "policy")
    if policy.is_plain and game is not None and game.is_in_kernels:
        raise InputError(_needs_plain_python(name), "policy")
    if policy.players is not None and not policy.can_sit(players):
        low, high = policy.players
        size = str(low) if low == high else f"{low} to {high}"
        raise InputError(f"{name} plays with {size} players, not with {players}", "policy")
    return policy.with_weights(**_weights(policy, weights)) if weights else policy


def _policies_without_translation(game: Game) -> set[str]:
    """Return the policies of a plain game that kernels play without them."""
    assert game.plain is not None, "only plain games are translated"
    return {policy.name for policy in game.plain.policies} - {
        policy.name for policy in game.policies
    }


def _needs_plain_python(name: str) -> str:
    """Return why a policy cannot sit at a table that is played by kernels."""
    return (
        f"{name} chooses in plain Python, and a player with a net or with traits by seat plays in"
        " machine code alone; both cannot sit at one table. Among policies in the file of the game,"
        " all that can be translated play in machine code"
    )


def _players_in(written: str, policies: Sequence[Policy], players: int, game: Game) -> list[Policy]:
    """Return the players that the text of a policy names and that are not known at this table.

    Raises:
        InputError: there is none of such a name, or it is for another game.
    """
    named_players = dict.fromkeys(re.findall(rf"(?:^|{BASE}=)\s*({AT}[^:,\s]+)", written))
    known_names = {policy.name for policy in policies if policy.can_sit(players)}
    missing = [name for name in named_players if name not in known_names]
    return [_player(name, policies, players, game) for name in missing]


def _player(name: str, policies: Sequence[Policy], players: int, game: Game) -> Policy:
    folder = find_player(name, game, players)
    if folder is None:
        unable = [policy for policy in policies if policy.name == name]
        if unable:
            return unable[0]
        known_names = [*policy_names(policies, game), *player_names(game)]
        raise InputError(
            f"{not_one_of(name, known_names)} Players are in the folder players", "policy"
        )
    return read_player(folder, game)


def policy_names(policies: Sequence[Policy], game: Game | None) -> list[str]:
    """Return all names by which a policy can be found."""
    names = [*(policy.name for policy in policies), *([] if game is None else [SEARCH])]
    return list(dict.fromkeys(names))


def _search(
    game: Game, weights: str, policies: Sequence[Policy], players: int
) -> tuple[Policy, str]:
    """Return the search over the base in the weights, and the other weights."""
    settings = [setting.strip() for setting in weights.split(",") if setting.strip()]
    base_settings = [setting for setting in settings if setting.partition("=")[0].strip() == BASE]
    policy_by_name = {
        policy.name: policy for policy in reversed(policies) if policy.can_sit(players)
    }
    if len(base_settings) > 1:
        raise InputError("is given twice", "policy", SEARCH, BASE)
    base = (
        base_settings[0].partition("=")[2].strip()
        if base_settings
        else next(iter(policy_by_name), "")
    )
    if base not in policy_by_name:
        raise InputError(not_one_of(base, [*reversed(policy_by_name)]), "policy", SEARCH, BASE)
    search = search_of(policy_by_name[base], game)
    return search, ",".join(setting for setting in settings if setting not in base_settings)


def search_of(base: Policy, game: Game) -> Policy:
    """Return the search of a game over a base policy.

    Raises:
        InputError: there is none.
    """
    over = plain_search.search_over if game.is_plain else search_over
    return over(base, game)


def describe_search(game: Game) -> tuple[str, dict[str, Trait]]:
    """Return what the search of a game does, and its own traits."""
    return SENTENCE, own_traits(game)


def _weights(policy: Policy, assignments: str) -> dict[str, float]:
    problems: list[Problem] = []
    weights: dict[str, float] = {}
    for assignment in assignments.split(","):
        trait, _, value = (part.strip() for part in assignment.partition("="))
        problem = _problem_with(policy, trait, value)
        if trait in weights:
            problem = Problem("is given twice", (trait,))
        if problem:
            problems.append(problem)
        else:
            weights[trait] = float(value)
    if problems:
        raise InputError(problems, "policy", str(policy))
    return weights


def _problem_with(policy: Policy, trait: str, value: str) -> Problem | None:
    """Return the problem of one `trait=value`, if there is one."""
    traits = policy.settable
    if trait not in traits:
        names = [*([BASE] if policy.base else []), *traits]
        spelling_hint = did_you_mean(trait, names)
        return Problem(f'no trait "{trait}"; it has {", ".join(names)}.{spelling_hint}')
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", value):
        return Problem(f'"{value}" is not a number', (trait,))
    low, high = traits[trait].low, traits[trait].high
    if not low <= float(value) <= high:
        only = f"; {traits[trait].meaning}" if low == high else ""
        return Problem(f"{value} is out of range {low:g} to {high:g}{only}", (trait,))
    if traits[trait].whole and not float(value).is_integer():
        return Problem(f"{value} is not a whole number", (trait,))
    return None
