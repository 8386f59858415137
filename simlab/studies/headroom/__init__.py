"""Measures how far the best scripted policy is from strong play."""
