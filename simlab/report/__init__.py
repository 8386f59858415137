"""From a run's tables to a page that a designer wants to look at."""
