"""`python -m simlab.cli`: the same as `simlab`."""

from simlab.cli.app import main

main()
