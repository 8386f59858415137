"""Kinds of factors of a sensitivity study: a rule, an assumed value, or the policy."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What varies."""

    RULE = "rule"
    ASSUMPTION = "assumption"
    POLICY = "policy"
