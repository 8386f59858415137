"""Makes a player that learns from its games, or tunes the traits of a policy."""
