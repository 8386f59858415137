"""Execution: plays plans on all cores and stores the results on disk."""
