"""`python -m simlab.cli` is `simlab`."""

from simlab.cli.app import main

main()
