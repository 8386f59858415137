"""A function that drawn games import; another file has one of the same name."""


def value(number: int) -> int:
    """Return a number, twice as large."""
    return 2 * number
