"""Files on disk: paths, TOML, checksums, locks, atomic writing, and code in files."""
