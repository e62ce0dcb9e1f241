"""Settings of all tests: no property fails for the time that it takes, which is the machine's and not the code's."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
