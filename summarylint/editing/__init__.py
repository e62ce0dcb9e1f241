"""Fixes back into the files that the summaries came from."""
