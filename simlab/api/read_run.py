"""`simlab.read_run`: a finished run of another day."""

from __future__ import annotations

from pathlib import Path

from simlab.api.arguments import AnyPath
from simlab.api.run import Run


def read_run(folder: AnyPath) -> Run:
    """Return the run in a folder.

        >>> import simlab
        >>> run = simlab.run("pig", policy="hold", games=200, out="runs/hold")
        >>> simlab.read_run("runs/hold").games().equals(run.games())
        True

    Args:
        folder: The run folder.

    Returns:
        The run: its games as frames, the answer and the page.

    Raises:
        RunError: there is no finished run, or its description is damaged.
    """
    run = Run(Path(folder).absolute())
    run.manifest()
    return run
