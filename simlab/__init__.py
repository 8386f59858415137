"""simlab: a board-game balance laboratory.

Every command is a function that returns its answer and frames with intervals:

    import simlab
    run = simlab.run("taxis", players=3, policy="planner", games=100_000)
    run.games()                     # one row per game, as a pandas DataFrame
    run.answer                      # the answer of its page in words
    run.page()                      # the page
    simlab.ab("taxis", players=3, patch="officers=3").verdict
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from simlab.version import VERSION

if TYPE_CHECKING:
    from simlab.api.ab import ab as ab
    from simlab.api.calibrate import calibrate as calibrate
    from simlab.api.cards import cards as cards
    from simlab.api.check_game import check_game as check_game
    from simlab.api.compile_game import compile_game as compile_game
    from simlab.api.decides import decides as decides
    from simlab.api.doctor import doctor as doctor
    from simlab.api.explain_move import explain_move as explain_move
    from simlab.api.gate import gate as gate
    from simlab.api.handicap import handicap as handicap
    from simlab.api.headroom import headroom as headroom
    from simlab.api.houserule import houserule as houserule
    from simlab.api.kingmaking import kingmaking as kingmaking
    from simlab.api.ladder import ladder as ladder
    from simlab.api.metrics import metrics as metrics
    from simlab.api.new import new as new
    from simlab.api.observer import Observer as Observer
    from simlab.api.patch import patch as patch
    from simlab.api.plain_python import plain_python as plain_python
    from simlab.api.plan import plan as plan
    from simlab.api.plan_ab import plan_ab as plan_ab
    from simlab.api.play import play as play
    from simlab.api.progress import ProgressLines as ProgressLines
    from simlab.api.rare import rare as rare
    from simlab.api.read_run import read_run as read_run
    from simlab.api.replay import replay as replay
    from simlab.api.restrict import restrict as restrict
    from simlab.api.rules import rules as rules
    from simlab.api.run import run as run
    from simlab.api.sensitivity import sensitivity as sensitivity
    from simlab.api.skill import skill as skill
    from simlab.api.sweep import sweep as sweep
    from simlab.api.tension import tension as tension
    from simlab.api.train import train as train
    from simlab.api.tune import tune as tune

__version__ = VERSION
__all__ = [
    "Observer",
    "ProgressLines",
    "ab",
    "calibrate",
    "cards",
    "check_game",
    "compile_game",
    "decides",
    "doctor",
    "explain_move",
    "gate",
    "handicap",
    "headroom",
    "houserule",
    "kingmaking",
    "ladder",
    "metrics",
    "new",
    "patch",
    "plain_python",
    "plan",
    "plan_ab",
    "play",
    "rare",
    "read_run",
    "replay",
    "restrict",
    "rules",
    "run",
    "sensitivity",
    "skill",
    "sweep",
    "tension",
    "train",
    "tune",
]
CLASSES = {"Observer": "observer", "ProgressLines": "progress"}
"""Modules of the public classes; a function is in the module of its name."""


def __getattr__(name: str) -> object:
    """Import what is public when it is first used, so that `import simlab` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"simlab.api.{CLASSES.get(name, name)}"), name)


def __dir__() -> list[str]:
    """Return the public names, for completion in a shell or a notebook."""
    return [*__all__, "__version__"]
