"""Answers of earlier runs: what a record gave before, while neither it nor anything that judges it has changed."""
