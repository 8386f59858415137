"""Loaded first by worker processes of this machine: Ctrl-C is for the process that uses them.

A terminal sends it to all of them, which would die before their results are fetched.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
