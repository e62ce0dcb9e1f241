"""Hooks of Claude Code: one module an event, each a function from the event to what the hook prints.

`event.py` reads an event, `answering.py` finds the module for it. `checking.py` compares the new summary with the rows of
the transcript (`window.py`); what came of it is a record (`record.py`), kept for the later events of the session in `state.py`.
`deeds.py` and `rereading.py` help to decide about a tool call; they run before every one, so they import nothing heavy.
"""
