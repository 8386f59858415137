"""Looking at one game: replays, what a decision missed, what each choice was worth."""
