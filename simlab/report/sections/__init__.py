"""Sections of a page, one file each; a file declares its section as `SECTION`."""
