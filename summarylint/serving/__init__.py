"""The linter as a server for other programs; each protocol has a module, imported when it is served."""
