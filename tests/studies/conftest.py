"""Every figure of pages of studies is linted."""

from tests.support.linted_figures import every_figure_is_linted

__all__ = ["every_figure_is_linted"]
