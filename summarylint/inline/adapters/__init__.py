"""Adapters: guards fitted into agent frameworks, one file a framework. Each imports its framework, and nothing else does."""
