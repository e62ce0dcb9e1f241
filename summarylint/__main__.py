"""`python -m summarylint`."""

from __future__ import annotations

from summarylint.cli.main import main

if __name__ == "__main__":
    main()
