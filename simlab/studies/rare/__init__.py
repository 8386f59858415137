"""Estimates the chance of rare events by splitting games."""
