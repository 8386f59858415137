"""What is wrong with a game: kinds of faults, effects measured in games, and the findings."""
