"""The names of files whose records are tests."""

FILES = ["*.summary.json", "*.summary.jsonl"]
"""The names where the ini option `summarylint_files` gives no others; pytest hands on this very list."""
