"""Documentation site: the documents of the repository, a reference and a gallery, as HTML pages."""
