"""Compilation of plain games: their Python translated into kernels, and a record for their state.

`observation.py` plays a plain game and notes what its attributes hold. `names.py` knows what its
names stand for, `values.py` what expressions can stand for. `core.py`, `expressions.py`,
`sequences.py`, `calls.py` and `statements.py` translate a function, `program.py` those that it
calls, `entries.py` those that the engine calls. `module.py` puts all in a file, and `runtime.py` is
what this file needs when it is imported.
"""
