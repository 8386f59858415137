"""Python interface: every command as a function that returns its answer, frames and page."""
