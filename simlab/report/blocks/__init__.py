"""Figure blocks that several sections or the top of a page show, one question per file."""
