"""Searches rules that reach targets, and certifies them on fresh deals."""
