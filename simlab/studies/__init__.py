"""Studies: play games, look at the results and decide what to play next."""
