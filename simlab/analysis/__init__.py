"""Statistics on the tables of a run: one question per module, every estimate with an interval."""
