"""Plays plans on all cores and keeps the results on disk."""
