"""A distribution over whole numbers as bars, in small pictures side by side."""

from __future__ import annotations
