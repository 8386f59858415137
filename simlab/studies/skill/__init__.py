"""Measures how much better a policy wins, of the same seats and deals."""
