"""The command line, to compare with the functions."""

from tests.cli.conftest import simlab as command

__all__ = ["command"]
