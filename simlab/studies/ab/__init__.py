"""Compares two sets of rules, or two policies, on the same deals until the answer is clear."""
