"""Plugin of pytest: the tests, and the processes that they start, behave as on Windows.

It must be loaded before simlab is, hence by `-p` and not by an option of the tests.
"""

from __future__ import annotations

import os

from tests.support.as_windows import environment

os.environ.update(environment())

import tests.support.as_windows.sitecustomize  # noqa: F401  (it changes functions of os)
