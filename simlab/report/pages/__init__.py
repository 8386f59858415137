"""Pages: one module per kind of page, with what it shows at the top."""
