"""Figures: each module draws one kind of plot and describes it in words."""
