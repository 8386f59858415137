"""`simlab studio`: a page in the browser that compares rules while games are played."""
