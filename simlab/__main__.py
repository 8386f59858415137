"""`python -m simlab`: the same as `simlab`."""

from simlab.cli import main

main()
