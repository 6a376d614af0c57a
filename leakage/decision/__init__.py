"""Decisions: how much a database leaks, what a release would add, and what to do about it."""
