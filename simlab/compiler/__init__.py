"""Compilation of plain games: their Python translated into kernels, and a record for their state.

`observation.py` plays a plain game and notes what its attributes hold. `normal_form/` writes a
function in small steps in Python's own order; `effects/` knows what its statements read and change,
`faithful.py` which lists its names stand for. `statements.py` and `assignments.py` translate the
steps, with `expressions.py`, `conditions.py`, `tuples.py`, `sequences.py`, `stored.py`,
`choices.py` and `calls/`, which has a module for each kind of function or method; `narrowing.py`
knows which kinds a choice can still be of, `names.py` what names of the game stand for, `values.py`
what expressions can stand for. `program.py` does so for all that a function calls, `entries.py` for
what the engine asks for. `module.py` puts all in a file, and `runtime.py` is what this file needs
when it is imported.
"""
