"""Pages: one file per kind of report."""
