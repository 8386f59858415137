"""The version of simlab, in a module that every layer may import."""

VERSION = "0.1.0"
