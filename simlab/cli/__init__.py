"""The command line `simlab`. Heavy imports happen inside the commands, so that --help is fast."""

import sys

try:
    from simlab.cli.app import main
except KeyboardInterrupt:
    sys.exit(130)  # Ctrl-C during the first imports: there is nothing to report

__all__ = ["main"]
