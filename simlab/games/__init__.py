"""The games that come with simlab, one folder each, all with the same rooms."""
