"""Further games of a run: other players, other values of what it assumes, a short search."""
