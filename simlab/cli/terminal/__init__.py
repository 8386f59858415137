"""Output of the commands in the terminal: one module per command, and what they share."""
