"""The command line: what a game designer types. Heavy imports happen inside the commands."""

import sys

try:
    from simlab.cli.app import main
except KeyboardInterrupt:
    sys.exit(130)  # Ctrl-C in the first moment: there is nothing to say

__all__ = ["main"]
