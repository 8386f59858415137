"""Measures what a seat loses that may never take certain choices."""
