"""Deals, line-ups and metrics that several studies share."""
