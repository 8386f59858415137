"""Measures how exciting a game is: leads, comebacks, the point of decision."""
