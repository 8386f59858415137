"""Compilation of plain games: their Python translated into kernels, and a record for their state.

`observation.py` plays a plain game and notes what its attributes hold. `translator.py` writes its
methods and policies as kernels; `values.py` has what their expressions stand for. `module.py` puts
them in a file. `runtime.py` is what this file needs when it is imported.
"""
