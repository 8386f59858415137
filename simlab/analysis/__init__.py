"""From tables of games to answers: one question per module, every number with an interval."""
