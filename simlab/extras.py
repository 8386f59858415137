"""Optional packages: the command that installs what an extra of simlab needs, in this Python."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, requires

DISTRIBUTION = "simlab"


def install_command(extra: str) -> str:
    """Return the command that adds the packages of an extra, such as `tune`, to this Python.

    It names the packages themselves: simlab may come from a clone, which no index has.
    """
    try:
        every = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # a folder on the path, without metadata
        every = []
    of_extra = re.compile(rf"""(.+?)\s*;\s*extra == ['"]{re.escape(extra)}['"]""")
    packages = [match[1] for each in every if (match := of_extra.fullmatch(each))]
    names = packages or [f"{DISTRIBUTION}[{extra}]"]
    return f"{shlex.quote(sys.executable)} -m pip install {' '.join(map(shlex.quote, names))}"
