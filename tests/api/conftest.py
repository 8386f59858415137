from tests.support.undrawn import blank_pictures

__all__ = ["blank_pictures"]
