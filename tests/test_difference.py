"""A fix as a diff."""

from __future__ import annotations

from summarylint.editing.difference import difference
from summarylint.editing.fixing import Fixed


def test_only_what_changes_is_marked() -> None:
    shown = difference(Fixed("a.md", b"one\ntwo\nthree", b"one\n2\nthree"))
    assert shown == "--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n\\ No newline at end of file\n"
    assert difference(Fixed("a.md", b"same", b"same")) == ""


def test_controls_cannot_reach_a_terminal() -> None:
    shown = difference(Fixed("a.md", b"\x1b[31m\ta\n", b"\x1b[31m\tb\n"))
    assert "\x1b" not in shown
    assert "+\\x1b[31m\tb\n" in shown
