"""Fits the weights of a policy, and assumed rules, to recorded plays."""
