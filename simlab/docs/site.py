"""Builds the documentation site with Sphinx."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from simlab.docs.sources import write_sources
from simlab.errors import RunError

CONFIGURATION = Path(__file__).with_name("conf.py")


def write_site(folder: Path) -> Path:
    """Write the site into a folder, which is emptied before; return its first page.

    A link that leads nowhere is an error.

    Raises:
        RunError: Sphinx finds a mistake, or is not installed.
    """
    with tempfile.TemporaryDirectory() as temporary:
        sources = Path(temporary)
        write_sources(sources)
        shutil.rmtree(folder, ignore_errors=True)
        options = ["--fail-on-warning", "--quiet", "--conf-dir", str(CONFIGURATION.parent)]
        command = [sys.executable, "-m", "sphinx", *options, str(sources), str(folder)]
        process = subprocess.run(command, check=False, capture_output=True, text=True)
    if process.returncode:
        raise RunError(f"the documentation cannot be built:\n{process.stderr.strip()}")
    return folder / "index.html"
